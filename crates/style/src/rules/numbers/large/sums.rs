//! Large sums of money.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::context::preceding_text;
use super::super::number::{differs_beyond_spaces, numbers};
use super::scales::{Scale, scale_after, scales};

/// The format of the millions of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum SumFormat {
    /// `$5M`
    Abbreviation,
    /// `$5 M`, `5 Mio. €`
    SpacedAbbreviation,
    /// `$5 million`
    Word,
}

static ABBREVIATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[ \x{a0}\x{202f}]?(?:(?<six>Mio\.?|mln|mn|M|m)|(?<nine>Mrd\.?|mld|bn|Bn|B|b)|(?<twelve>Bio\.|tn|T))(?:[^\w]|$)",
    )
});
static SIGN_BEFORE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:[€$£¥]|(?-u:\b)(?:EUR|USD|GBP|CHF|JPY|CAD|AUD)[ \x{a0}])$"));
static CURRENCY_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[ \x{a0}\x{202f}]?(?:[€$£¥]|(?:di )?(?:euros?|dollars?|pounds|dollari|franchi|sterline|yen|Franken|EUR|USD|GBP|CHF)(?:[^\p{L}]|$))",
    )
});

/// Writes the millions of sums of money in a format.
pub(in super::super) fn sums(target: &TargetText<'_>, format: SumFormat) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let end = number.range.end;
        let after = target.after(end);
        let is_paid = SIGN_BEFORE.is_match(preceding_text(target, number.range.start));
        let Some((scale, length)) = scale_after(target.language, after)
            .or_else(|| abbreviation_after(target.language, after, is_paid))
        else {
            continue;
        };
        let following = after.get(length..).unwrap_or_default();
        if !is_paid && !CURRENCY_AFTER.is_match(following) {
            continue;
        }
        let text = match format {
            SumFormat::Abbreviation => scale.abbreviation.to_owned(),
            SumFormat::SpacedAbbreviation => format!("\u{a0}{}", scale.abbreviation),
            SumFormat::Word => format!(" {}", scale.plural),
        };
        let old = after.get(..length).unwrap_or_default();
        if differs_beyond_spaces(old, &text) {
            edits.push(Edit {
                range: end..end + length,
                text,
            });
        }
    }
    edits
}

/// The scale whose abbreviation follows. A lower-case letter alone may be the metre, unless a
/// currency sign precedes the digits.
fn abbreviation_after(
    language: StyleLanguage,
    after: &str,
    is_paid: bool,
) -> Option<(&'static Scale, usize)> {
    let found = ABBREVIATION.captures(after)?;
    let groups = [("six", 6), ("nine", 9), ("twelve", 12)];
    let (exponent, abbreviation) = groups
        .into_iter()
        .find_map(|(group, exponent)| Some((exponent, found.name(group)?)))?;
    if matches!(abbreviation.as_str(), "m" | "b" | "T") && !is_paid {
        return None;
    }
    let mut known = scales(language).iter();
    let scale = known.find(|scale| scale.exponent == exponent)?;
    Some((scale, abbreviation.end()))
}

static ITALIAN_SHORT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?<gap>[ \x{a0}\x{202f}])(?:(?<six>mio|mln)|(?<nine>mrd|mld))(?-u:\b)(?<dot>\.(?:[ \x{a0}]))?(?<euro>[ \x{a0}]?€)?",
    )
});

/// Writes `milioni` and `miliardi` for their abbreviations.
pub(in super::super) fn italian_words(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let end = number.range.end;
        let after = target.after(end);
        let Some(found) = ITALIAN_SHORT.captures(after) else {
            continue;
        };
        let length = found.get(0).map_or(0, |found| found.end());
        let following = after.get(length..).unwrap_or_default();
        let one = number.is_singular(StyleLanguage::Italian);
        let word = match (found.name("six").is_some(), one) {
            (true, true) => "milione",
            (true, false) => "milioni",
            (false, true) => "miliardo",
            (false, false) => "miliardi",
        };
        // The period of the abbreviation is removed, the space after it is kept.
        let tail = match (found.name("euro"), found.name("dot")) {
            (Some(_), _) => " di euro",
            (None, Some(_)) => " ",
            (None, None) => "",
        };
        if found.name("euro").is_none() && !may_follow(following) {
            continue;
        }
        edits.push(Edit {
            range: end..end + length,
            text: format!(" {word}{tail}"),
        });
    }
    edits
}

/// Whether `milioni` may precede a text: `mio` is also another word, and a currency requires `di`.
fn may_follow(following: &str) -> bool {
    let rest = following.trim_start_matches([' ', '\u{a0}']);
    rest.is_empty() || rest.starts_with("di ") || rest.starts_with(['.', ',', ';', ')', '!', '?'])
}

/// Writes `mio` and `mrd` for the words in sums of money.
pub(in super::super) fn italian_abbreviations(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let end = number.range.end;
        let after = target.after(end);
        let Some((scale, length)) = scale_after(StyleLanguage::Italian, after) else {
            continue;
        };
        let following = after.get(length..).unwrap_or_default();
        let is_sum = CURRENCY_AFTER.is_match(following)
            || SIGN_BEFORE.is_match(preceding_text(target, number.range.start));
        if is_sum {
            edits.push(Edit {
                range: end..end + length,
                text: if scale.exponent == 6 { " mio" } else { " mrd" }.to_owned(),
            });
        }
    }
    edits
}
