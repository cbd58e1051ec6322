//! Numbers in digits.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::context;

/// The grouping separator of this crate: the narrow no-break space, as in the SI brochure.
pub(super) const THIN_SPACE: char = '\u{202f}';

/// A number in digits in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) struct Number {
    /// The byte range in the text, without a sign.
    pub(in crate::rules) range: Range<usize>,
    /// The digits before the decimal separator, in ASCII, without grouping separators.
    pub(super) integer: String,
    /// The digits after the decimal separator, in ASCII.
    pub(super) fraction: Option<String>,
    /// The grouping separator.
    pub(super) group: Option<char>,
    /// The decimal separator.
    pub(super) decimal: Option<char>,
}

// A space groups digits only in groups of exactly three.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"[1-9][0-9]{0,2}(?:[ \x{a0}\x{2009}\x{202f}][0-9]{3})+(?:[.,][0-9]+)?(?-u:\b)",
        r"|[0-9０-９]+(?:[.,'’][0-9０-９]+|[．，][０-９]+)*",
    ))
});

impl Number {
    /// Formats the number with separators, in ASCII digits.
    pub(super) fn written(&self, group: Option<char>, decimal: Option<char>) -> String {
        let mut written = match group {
            Some(mark) => grouped(&self.integer, mark),
            None => self.integer.clone(),
        };
        if let Some(fraction) = &self.fraction {
            written.extend(decimal);
            written.push_str(fraction);
        }
        written
    }

    /// The value, if it is a whole number that fits.
    pub(super) fn whole(&self) -> Option<u64> {
        match &self.fraction {
            None => self.integer.parse().ok(),
            Some(_) => None,
        }
    }

    /// Whether a noun after the number is singular: after one, and in French after numbers below
    /// two.
    pub(super) fn is_singular(&self, language: StyleLanguage) -> bool {
        match language {
            StyleLanguage::French => matches!(self.integer.as_str(), "0" | "1"),
            _ => self.integer == "1" && self.fraction.is_none(),
        }
    }

    /// The number times a power of ten, in digits; `None` if the result is not a whole number.
    pub(super) fn times_ten_to(&self, exponent: usize) -> Option<String> {
        let fraction = self.fraction.as_deref().unwrap_or_default();
        let zeros = exponent.checked_sub(fraction.len())?;
        let digits = format!("{}{fraction}{}", self.integer, "0".repeat(zeros));
        let significant = digits.trim_start_matches('0');
        (!significant.is_empty()).then(|| significant.to_owned())
    }
}

/// Whether two texts differ in more than the kinds of their spaces.
pub(super) fn differs_beyond_spaces(old: &str, new: &str) -> bool {
    let alike = |text: &str| text.replace([' ', '\u{202f}'], "\u{a0}");
    alike(old) != alike(new)
}

/// Groups digits by three.
pub(super) fn grouped(digits: &str, mark: char) -> String {
    let mut written = String::with_capacity(digits.len() * 2);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(mark);
        }
        written.push(digit);
    }
    written
}

/// Whether the decimal separator of a language is a comma.
pub(super) const fn has_decimal_comma(language: StyleLanguage) -> bool {
    matches!(
        language,
        StyleLanguage::German
            | StyleLanguage::Spanish
            | StyleLanguage::French
            | StyleLanguage::Italian
    )
}

/// The default grouping and decimal separators of a language.
pub(super) const fn default_separators(language: StyleLanguage) -> (char, char) {
    match language {
        StyleLanguage::French => (THIN_SPACE, ','),
        StyleLanguage::German | StyleLanguage::Spanish | StyleLanguage::Italian => ('.', ','),
        _ => (',', '.'),
    }
}

/// Whether a character is a space that may separate groups of digits or precede a unit.
pub(in crate::rules) const fn is_space(mark: char) -> bool {
    matches!(mark, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// The numbers of a text whose value is certain: not versions, dates, addresses, codes, telephone
/// numbers or labels, and not numbers that are ambiguous in the language.
pub(in crate::rules) fn numbers(target: &TargetText<'_>) -> Vec<Number> {
    TOKEN
        .find_iter(target.text)
        .filter(|token| !target.is_kept(&token.range()))
        .filter(|token| context::may_be_number(target, &token.range()))
        .filter_map(|token| parse(target, token.range(), token.as_str()))
        .collect()
}

fn parse(target: &TargetText<'_>, range: Range<usize>, token: &str) -> Option<Number> {
    if is_not_a_number(target, &range, token) {
        return None;
    }
    let token: String = token.chars().map(half_width).collect();
    let parts: Vec<&str> = token.split(|c: char| !c.is_ascii_digit()).collect();
    let marks: Vec<char> = token.chars().filter(|c| !c.is_ascii_digit()).collect();
    let number = |integer: String, fraction: Option<&str>, group, decimal| Number {
        range: range.clone(),
        integer,
        fraction: fraction.map(str::to_owned),
        group,
        decimal,
    };
    let (first, last) = (*marks.first().unwrap_or(&'\0'), marks.last().copied());
    let Some(last) = last else {
        let is_code = token.len() > 1 && token.starts_with('0');
        return (!is_code).then(|| number(token.clone(), None, None, None));
    };
    let alike = marks.iter().all(|mark| *mark == first);
    if alike && !is_single_decimal(target, &range, &parts, first)? {
        return (are_groups(&parts) && !(first == '.' && is_internet_address(&parts)))
            .then(|| number(parts.concat(), None, Some(first), None));
    }
    let (fraction, groups) = parts.split_last()?;
    let in_groups = marks.len() > 1;
    let starts_well = groups.first() == Some(&"0") || !groups.first()?.starts_with('0');
    let other_marks = marks.get(..marks.len() - 1)?;
    let groups_fit = !in_groups
        || (matches!(last, '.' | ',')
            && other_marks
                .iter()
                .all(|mark| *mark == first && *mark != last)
            && are_groups(groups));
    (starts_well && groups_fit).then(|| {
        let group = in_groups.then_some(first);
        number(groups.concat(), Some(fraction), group, Some(last))
    })
}

/// Whether digits are more likely a list with full-width commas, an interval such as `[0,10]`, or a
/// telephone number of three groups without the context of a quantity.
fn is_not_a_number(target: &TargetText<'_>, range: &Range<usize>, token: &str) -> bool {
    static LISTED: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"[0-9]，|，(?:[０-９]{1,2}(?:[^０-９]|$)|[０-９]{4})"));
    let beside = target.after(range.end).strip_prefix('，');
    let goes_on = beside.is_some_and(|rest| rest.starts_with(|c: char| c.is_numeric()));
    let is_interval = token.contains(',')
        && (target.before(range.start).ends_with('[') || target.after(range.end).starts_with(']'));
    LISTED.is_match(token)
        || is_interval
        || goes_on && token.contains('，')
        || token.len() > 9
            && token.starts_with(|c: char| !c.is_ascii_digit() || "6789".contains(c))
            && token.split(is_space).map(str::len).eq([3, 3, 3])
            && !context::is_quantity(target, range)
}

/// Whether the only kind of separator in a number is the decimal separator; `None` if it is
/// ambiguous.
fn is_single_decimal(
    target: &TargetText<'_>,
    range: &Range<usize>,
    parts: &[&str],
    mark: char,
) -> Option<bool> {
    if !matches!(mark, '.' | ',') {
        return Some(false);
    }
    let (_, decimal) = default_separators(target.language);
    if parts.len() > 2 {
        // Groups separated by points look like a version in languages that group in another way.
        return (mark == ',' || has_decimal_comma(target.language)).then_some(false);
    }
    if mark == decimal {
        return Some(true);
    }
    if are_groups(parts) {
        return (target.language != StyleLanguage::French).then_some(false);
    }
    // A separator of another language: without a unit, the digits may be a section, a list or a
    // date.
    context::is_measured(target, range).then_some(true)
}

fn are_groups(parts: &[&str]) -> bool {
    parts.split_first().is_some_and(|(lead, others)| {
        (1..=3).contains(&lead.len())
            && !lead.starts_with('0')
            && others.iter().all(|group| group.len() == 3)
    })
}

fn is_internet_address(parts: &[&str]) -> bool {
    let is_byte =
        |part: &&str| part.parse::<u8>().is_ok() && (*part == "0" || !part.starts_with('0'));
    parts.len() == 4 && parts.iter().all(is_byte)
}

/// The half-width form of a digit or separator.
pub(super) fn half_width(c: char) -> char {
    match c {
        '．' => '.',
        '，' => ',',
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10).unwrap_or(c),
        _ => c,
    }
}
