//! Percentages.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::context::{is_han, preceding_text, unit_ends, word_ends};
use super::han;
use super::number::{Number, differs_beyond_spaces, numbers};

/// The format of a percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PercentFormat {
    /// The number followed by a sign or word.
    After(&'static str),
    /// `百分之` and Chinese numerals.
    Chinese,
}

static SIGN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:(?<sign>[ \x{a0}\x{2009}\x{202f}]?[%％])|",
        r"(?<word>[ \x{a0}\x{202f}](?:Prozent|per cento|per cent|percento|percent|por ciento|por cien|pour cent))|",
        r"(?<asian>[ ]?(?:パーセント|퍼센트|프로)))",
    ))
});

// The second alternative matches all numerals of `百分之五十`.
static FRACTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?<minus>负|負)?百分之(?:(?<digits>[0-9]+(?:\.[0-9]+)?)|(?<numerals>[零〇一二三四五六七八九十百]+)(?:点(?<decimals>[零〇一二三四五六七八九]+))?)",
    )
});

/// Writes percentages in a format.
pub(super) fn write(target: &TargetText<'_>, format: PercentFormat) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let Some(end) = end_of_percentage(target, &number) else {
            continue;
        };
        let written = match format {
            PercentFormat::After(text) => Some((number.range.end..end, text.to_owned())),
            PercentFormat::Chinese => in_chinese(target, &number, end),
        };
        if let Some((range, text)) = written
            && differs_beyond_spaces(target.text.get(range.clone()).unwrap_or_default(), &text)
        {
            edits.push(Edit { range, text });
        }
    }
    if target.language == StyleLanguage::Chinese
        && let PercentFormat::After(sign) = format
    {
        edits.extend(fractions(target, sign));
    }
    edits
}

/// The end of the percent sign or word after a number, if the number is a percentage of its own.
fn end_of_percentage(target: &TargetText<'_>, number: &Number) -> Option<usize> {
    let after = target.after(number.range.end);
    let found = SIGN.captures(after)?;
    let length = found.get(0)?.end();
    let following = after.get(length..).unwrap_or_default();
    let ends = if found.name("asian").is_some() {
        unit_ends(target.language, following)
    } else if found.name("word").is_some() {
        word_ends(target.language, following)
    } else {
        // `5%ige`, `100%-ig` and codes such as `%20`.
        let mut following = following.chars();
        let next = following.next();
        let is_format = next == Some('.') && following.next().is_some_and(char::is_alphanumeric);
        !is_format
            && !next.is_some_and(|c| {
                c.is_ascii_alphanumeric() || matches!(c, '-' | '%' | '_' | '$' | '/')
            })
    };
    // Both ends of `5%-10%` keep the same format.
    let before = preceding_text(target, number.range.start);
    let in_range =
        following.starts_with(['-', '–']) || before.ends_with("%-") || before.ends_with("%–");
    (ends && !in_range).then_some(number.range.end + length)
}

/// A percentage in Chinese numerals, and the byte range that it replaces.
fn in_chinese(
    target: &TargetText<'_>,
    number: &Number,
    end: usize,
) -> Option<(Range<usize>, String)> {
    // Each end of a range would need its own 百分之.
    let dashes = ['~', '～', '-', '–', '—', '至', '到'];
    if target.after(end).starts_with(dashes) {
        return None;
    }
    let start = number.range.start;
    let before = target.before(start);
    let (minus, from) = match before.chars().next_back() {
        Some(sign @ ('-' | '−')) => {
            let earlier = before.strip_suffix(sign)?;
            if earlier.ends_with(|c: char| c.is_ascii_alphanumeric()) {
                return None;
            }
            ("负", start - sign.len_utf8())
        }
        Some(dash) if dashes.contains(&dash) => return None,
        _ => ("", start),
    };
    let numerals = han::chinese_decimal(&number.integer, number.fraction.as_deref())?;
    Some((from..end, format!("{minus}百分之{numerals}")))
}

/// Writes `百分之五十` with digits.
fn fractions(target: &TargetText<'_>, sign: &str) -> Vec<Edit> {
    target.replace(&FRACTION, |captures| {
        let whole = captures.get(0)?;
        let following = target.after(whole.end());
        // Approximate or longer numbers: `百分之几十`, `百分之五六十`.
        if following.starts_with(['几', '多', '余', '来', '点', '万', '千', '个', '分']) {
            return None;
        }
        let minus = if captures.name("minus").is_some() {
            "-"
        } else {
            ""
        };
        if let Some(digits) = captures.name("digits") {
            return Some(format!("{minus}{}{sign}", digits.as_str()));
        }
        // 百分之百 also means "completely".
        let numerals = captures.name("numerals")?.as_str();
        if numerals == "百" {
            return None;
        }
        let integer = han::parse(numerals)?;
        let decimals = match captures.name("decimals") {
            None => String::new(),
            Some(decimals) => {
                let values = decimals
                    .as_str()
                    .chars()
                    .filter(|c| is_han(*c) || *c == '零');
                let digits: Option<String> = values
                    .map(|numeral| Some(han::value(numeral)?.to_string()))
                    .collect();
                format!(".{}", digits?)
            }
        };
        Some(format!("{minus}{integer}{decimals}{sign}"))
    })
}
