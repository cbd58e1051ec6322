//! Grouping and decimal separators.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::context::{is_quantity, preceding_text};
use super::number::{Number, THIN_SPACE, has_decimal_comma, is_space, numbers};

/// The numbers to which a format applies, by the number of digits before the decimal separator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    UpToFourDigits,
    FiveDigitsOrMore,
}

/// The format of numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Format {
    pub(super) group: Option<char>,
    pub(super) decimal: char,
    /// Whether frequencies of radio stations have a decimal point.
    pub(super) point_for_radio: bool,
}

/// Writes the grouping separator `mark`, or none.
pub(super) fn group(target: &TargetText<'_>, mark: Option<char>) -> Vec<Edit> {
    edits(target, |number| {
        let mark = match number.group {
            Some(_) => mark,
            None => mark.filter(|_| needs_grouping(target, number, 5)),
        };
        let clashes = mark.is_some() && mark == number.decimal;
        (!clashes).then_some((mark, number.decimal))
    })
}

/// Writes the decimal separator. If the grouping separator is the same character, a thin space
/// replaces it.
pub(super) fn decimal(
    target: &TargetText<'_>,
    mark: char,
    groups: bool,
    point_for_radio: bool,
) -> Vec<Edit> {
    edits(target, |number| {
        let decimal = new_decimal_separator(target, number, mark, point_for_radio)?;
        let group = match number.group {
            Some(_) if !groups => None,
            Some(group) if group == mark => Some(THIN_SPACE),
            group => group,
        };
        Some((group, Some(decimal)))
    })
}

/// Writes numbers of a size in a format.
pub(super) fn format(target: &TargetText<'_>, size: Size, format: Format) -> Vec<Edit> {
    edits(target, |number| {
        let (fits, least) = match size {
            Size::UpToFourDigits => (number.integer.len() <= 4, 4),
            Size::FiveDigitsOrMore => (number.integer.len() >= 5, 5),
        };
        if !fits {
            return None;
        }
        let decimal =
            new_decimal_separator(target, number, format.decimal, format.point_for_radio)?;
        let has_groups = number.group.is_some() || needs_grouping(target, number, least);
        Some((format.group.filter(|_| has_groups), Some(decimal)))
    })
}

/// Writes numbers with full-width digits or separators, and large numbers, with half-width digits,
/// commas and points.
pub(super) fn half_width(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let has_groups = number.group.is_some()
            || (number.integer.len() >= 4 && is_quantity(target, &number.range));
        let written = number.written(has_groups.then_some(','), Some('.'));
        if target.text.get(number.range.clone()) != Some(written.as_str()) {
            edits.push(Edit {
                range: number.range,
                text: written,
            });
        }
    }
    edits
}

/// Inserts a zero before a decimal separator without a digit before it.
pub(super) fn zero_before_mark(target: &TargetText<'_>) -> Vec<Edit> {
    static BARE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:^|[\s(\[<>=≤≥≈~«„“\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}])(?<sign>[-−+±])?(?<mark>[.,])(?<digits>\d+)",
        )
    });
    let comma = has_decimal_comma(target.language);
    let found = BARE.captures_iter(target.text).filter_map(|captures| {
        let (mark, digits) = (captures.name("mark")?, captures.name("digits")?);
        let after = target.after(digits.end());
        let fits = (mark.as_str() == ",") == comma;
        let is_word = after.starts_with(|c: char| c.is_ascii_alphanumeric() || "_-@/.".contains(c))
            && !after.starts_with(". ")
            && after != "."
            && !super::units::begins_with_symbol(after);
        let is_calibre = target.language == StyleLanguage::English
            && captures.name("sign").is_none()
            && is_calibre(digits.as_str(), after);
        (fits && !is_word && !is_calibre).then(|| Edit {
            range: mark.start()..mark.start(),
            text: "0".to_owned(),
        })
    });
    found.collect()
}

/// Whether a number such as `.45` is the name of a calibre.
fn is_calibre(digits: &str, after: &str) -> bool {
    let calibres = [
        "17", "22", "25", "32", "38", "40", "44", "45", "50", "223", "308", "357",
    ];
    calibres.contains(&digits)
        && after
            .trim_start_matches(is_space)
            .starts_with(char::is_alphabetic)
        && !super::units::begins_with_symbol(after.trim_start_matches(is_space))
}

fn needs_grouping(target: &TargetText<'_>, number: &Number, least: usize) -> bool {
    let is_ascii = target
        .text
        .get(number.range.clone())
        .is_some_and(str::is_ascii);
    number.integer.len() >= least && is_ascii && is_quantity(target, &number.range)
}

/// The new decimal separator of a number; `None` if it does not change.
fn new_decimal_separator(
    target: &TargetText<'_>,
    number: &Number,
    mark: char,
    point_for_radio: bool,
) -> Option<char> {
    if point_for_radio && is_radio(target, number) {
        return Some('.');
    }
    // Three digits after the other decimal separator would be read as thousands.
    let misleads = number.group.is_none()
        && number.integer.len() <= 3
        && number.fraction.as_ref().is_some_and(|f| f.len() == 3)
        && has_decimal_comma(target.language)
        && mark == '.';
    (!misleads).then_some(mark)
}

/// Whether a number is the frequency of an FM station.
fn is_radio(target: &TargetText<'_>, number: &Number) -> bool {
    static BEFORE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i:\b(?:fm|ukw|radio|antenne|cadena|onda)\s)$"));
    static AFTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?(?:MHz|FM)(?-u:\b)"));
    let in_band = matches!(number.integer.parse(), Ok(87..=108)) && number.fraction.is_some();
    in_band
        && (AFTER.is_match(target.after(number.range.end))
            || BEFORE.is_match(preceding_text(target, number.range.start)))
}

/// Writes each number with the grouping and decimal separators that `marks` returns.
fn edits(
    target: &TargetText<'_>,
    marks: impl Fn(&Number) -> Option<(Option<char>, Option<char>)>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let Some((group, decimal)) = marks(&number) else {
            continue;
        };
        let alike = |old: Option<char>, new: Option<char>| {
            old == new || (old.is_some_and(is_fixed_space) && new == Some(THIN_SPACE))
        };
        let decimal = decimal.filter(|_| number.fraction.is_some());
        if alike(number.group, group) && number.decimal == decimal {
            continue;
        }
        edits.push(Edit {
            text: number.written(group, decimal),
            range: number.range,
        });
    }
    edits
}

/// Whether a character is a no-break space.
const fn is_fixed_space(mark: char) -> bool {
    matches!(mark, '\u{a0}' | '\u{202f}')
}
