//! Blocks of overrides in the text of an event: what letters behind them look like, where the event stands and how it moves.

use std::ops::Range;

/// The longest block of overrides. A line with a longer one, which draws, stays as it is.
const LONGEST_BLOCK: usize = 4096;

/// The name of what returns to a style, and with that ends whatever an override began.
pub(in crate::srt) const RESET: &str = "r";

/// The block that returns to the style of the event.
const RETURN: &str = "{\\r}";

/// How long the block of overrides is with which a text begins; none if it does not end soon.
pub(in crate::srt) fn block(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('{')?;
    let limit = inner.floor_char_boundary(LONGEST_BLOCK);
    Some(inner.get(..limit)?.find('}')? + 2)
}

/// What the only override of a block does: the name of what it changes in the letters that follow, and whether it does so or
/// ends it.
pub(in crate::srt) fn style(block: &str) -> Option<(&str, bool)> {
    let tag = block.strip_prefix("{\\")?.strip_suffix('}')?;
    if tag.contains(['\\', '(']) {
        return None;
    }
    let color = tag.strip_prefix(['1', '2', '3', '4']).unwrap_or(tag);
    if let Some(color) = color.strip_prefix('c') {
        let is_color = color.is_empty() || color.starts_with(['&', 'H']);
        // The first colour has a shorter name, too.
        let name = tag
            .get(..1)
            .map(|name| if name == "c" { "1" } else { name });
        return name
            .filter(|_| is_color)
            .map(|name| (name, !color.is_empty()));
    }
    let name = tag.get(..1).filter(|name| "ibusr".contains(name))?;
    match (name, tag.get(1..)?) {
        // Without a value, it is what the style says.
        (_, "") => Some((name, false)),
        (RESET, style) => Some((name, !style.is_empty())),
        (_, "0") => Some((name, false)),
        (_, "1") => Some((name, true)),
        (_, weight) => {
            let is_weight = name == "b" && matches!(weight.len(), 3 | 4);
            let is_number = weight.bytes().all(|digit| digit.is_ascii_digit());
            (is_weight && is_number).then_some((name, true))
        }
    }
}

/// A translation as it stands below what is said in an event. Overrides go on to the end of the event: those within what is
/// said would hold for the translation from its first letter on, so that it begins with the style of the event and the overrides
/// before what is said. What follows in the event then looks as it did. Where these are too long to be repeated, none are.
pub(in crate::srt) fn below(
    text: &str,
    event: &Range<usize>,
    said: &Range<usize>,
    translation: &str,
) -> String {
    let stretch = |range: Range<usize>| text.get(range).unwrap_or_default();
    let within = overrides(stretch(said.clone()));
    let Some(within) = within.filter(|within| !within.is_empty()) else {
        return translation.to_owned();
    };
    let Some(before) = overrides(stretch(event.start..said.start)) else {
        return translation.to_owned();
    };
    let mut written = format!("{RETURN}{before}{translation}");
    if has_text(stretch(said.end..event.end)) {
        written.extend([RETURN, before.as_str(), within.as_str()]);
    }
    written
}

/// The blocks in a text without what stands between them, and without those that are comments; nothing if they
/// are too long to be written again for each who speaks.
fn overrides(text: &str) -> Option<String> {
    let mut found = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        rest = rest.get(start..).unwrap_or_default();
        let length = block(rest).unwrap_or(1);
        let block = rest.get(..length).unwrap_or_default();
        if block.contains('\\') {
            found.push_str(block);
            if found.len() > LONGEST_BLOCK {
                return None;
            }
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    Some(found)
}

/// Whether a text has more than blocks and spaces.
fn has_text(text: &str) -> bool {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '{' => block(rest),
            '\\' if rest
                .get(1..)
                .is_some_and(|rest| rest.starts_with(['N', 'n', 'h'])) =>
            {
                Some(2)
            }
            space if space.is_whitespace() => Some(space.len_utf8()),
            _ => None,
        };
        let Some(length) = length else {
            return true;
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}
