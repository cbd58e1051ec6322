//! Finds amounts of money in a text.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::context::{is_asian, preceding_text, word_ends};
use super::super::number::{Number, is_space, numbers};
use super::table::{Currencies, Currency, CurrencyNotation, currencies};

/// An amount of money in a text.
pub(super) struct Amount<'text> {
    /// The byte range, including the currency and a sign.
    pub(super) range: Range<usize>,
    pub(super) sign: &'static str,
    /// The digits with the other end of a range or a word such as `million`.
    pub(super) digits: &'text str,
    /// The number; `None` for a range and for an amount with a scale word.
    pub(super) number: Option<Number>,
    pub(super) currency: &'static Currency,
    pub(super) is_singular: bool,
    /// Whether a scale word such as `million` follows the digits.
    pub(super) has_scale: bool,
    /// Whether a letter for thousands or millions follows the digits.
    pub(super) is_abbreviated: bool,
}

// Scale words and letters between the digits and the currency.
static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:(?<word>[ \x{a0}\x{202f}](?:thousand|[mb]illion|trillion|millions?|milliards?|milioni|milione|miliard[oi]|",
        r"mil millones|millones|millón|mil|Million(?:en)?|Milliarden?|Billion(?:en)?|Tausend))(?-u:\b)|",
        r"(?<letter>[ \x{a0}\x{202f}]?(?:Mio\.|Mrd\.|mln|mld|Md|bn|mn|[kKMBm])(?-u:\b|\.))|",
        r"(?<han>[ ]?[万億亿兆만억조千천]+))?",
    ))
});

/// Letters after a currency sign that identify the country: `5 $ CA`.
static COUNTRY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[ \x{a0}\x{202f}][A-Z]{2,3}(?:[^\p{Latin}]|$)"));

static OF: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[ \x{a0}](?:(?:de|di)[ \x{a0}]|d['’])"));

/// The amounts of money of a text.
pub(super) fn amounts<'text>(target: &TargetText<'text>) -> Vec<Amount<'text>> {
    let Some(known) = currencies(target.language) else {
        return Vec::new();
    };
    let mut found: Vec<Amount<'text>> = Vec::new();
    let is_script = SCRIPT.is_match(target.text);
    let mut numbers = numbers(target).into_iter().peekable();
    while let Some(number) = numbers.next() {
        if is_shell_parameter(target, &number, is_script) {
            continue;
        }
        let mut end = number.range.end;
        let mut is_range = false;
        if let Some(next) = numbers.peek()
            && matches!(target.text.get(end..next.range.start), Some("-" | "–"))
        {
            end = next.range.end;
            is_range = true;
            numbers.next();
        }
        let free_from = found.last().map_or(0, |amount| amount.range.end);
        if let Some(amount) = amount(target, known, number, end, is_range)
            && amount.range.start >= free_from
        {
            found.push(amount);
        }
    }
    found
}

fn amount<'text>(
    target: &TargetText<'text>,
    known: &'static Currencies,
    number: Number,
    end: usize,
    is_range: bool,
) -> Option<Amount<'text>> {
    let start = number.range.start;
    if continues_larger_unit(target, start) {
        return None;
    }
    let scale = SCALE.captures(target.after(end))?;
    let digits_end = end + scale.get(0).map_or(0, |scale| scale.end());
    let has_scale = scale.name("word").is_some();
    let is_abbreviated = scale.name("letter").is_some();
    let (currency, range) = match currency_before(target, known, start) {
        Some((currency, at)) => {
            // With a currency on both sides, the currency of the amount is ambiguous.
            if currency_after(target, known, digits_end).is_some() {
                return None;
            }
            (currency, at..digits_end)
        }
        None => {
            let (currency, to) = currency_after(target, known, digits_end)?;
            // `M€` and `k€` are single signs.
            let following = target.after(digits_end);
            if is_abbreviated && !following.starts_with(is_space) {
                return None;
            }
            (currency, start..to)
        }
    };
    let (currency, range) = with_chinese_name(target, known, currency, range);
    let (sign, from) = sign(target, range.start, start);
    let is_singular =
        !is_range && !has_scale && !is_abbreviated && number.is_singular(target.language);
    let is_plain = !is_range && digits_end == end;
    Some(Amount {
        range: from..range.end,
        sign,
        digits: target.text.get(start..digits_end)?,
        number: is_plain.then_some(number),
        currency,
        is_singular,
        has_scale,
        is_abbreviated,
    })
}

/// Whether digits continue a number with a larger unit: the second part of `1万5000元`.
fn continues_larger_unit(target: &TargetText<'_>, start: usize) -> bool {
    static LARGER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"[0-9０-９][万億亿兆千百만억조천백]+[ \x{a0}]?$"));
    LARGER.is_match(preceding_text(target, start))
}

/// Names of variables such as `$name`, and the contents of braces in a script.
static SCRIPT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\$[A-Za-z_{(@*#]|\{[^}]*\$[0-9]"));

/// Whether `$1` is a parameter of a shell script: it is the whole content of quotation marks, or
/// the text has other features of a script.
fn is_shell_parameter(target: &TargetText<'_>, number: &Number, is_script: bool) -> bool {
    const QUOTES: [char; 12] = ['"', '\'', '`', '\\', '“', '”', '„', '‘', '’', '«', '»', '‚'];
    let is_short = number.integer.len() < 3 && number.fraction.is_none();
    let sign = target.before(number.range.start).strip_suffix('$');
    let is_quoted = |before: &str| {
        before.ends_with(QUOTES) && target.after(number.range.end).starts_with(QUOTES)
    };
    is_short && sign.is_some_and(|before| is_script || is_quoted(before))
}

/// In Chinese the name may precede the amount, and 元 follow it: `人民币100元`.
fn with_chinese_name(
    target: &TargetText<'_>,
    known: &'static Currencies,
    currency: &'static Currency,
    range: Range<usize>,
) -> (&'static Currency, Range<usize>) {
    let before = preceding_text(target, range.start);
    let names = [("人民币", "CNY"), ("港币", "HKD"), ("港幣", "HKD")];
    let named = names
        .into_iter()
        .find(|(name, _)| currency.code == "CNY" && before.ends_with(name))
        .and_then(|(name, code)| Some((name, known.find(code)?.0)));
    match named {
        Some((name, currency)) => (currency, range.start - name.len()..range.end),
        None => (currency, range),
    }
}

/// The minus sign before an amount or between its currency and its digits.
fn sign(target: &TargetText<'_>, range_start: usize, digits_start: usize) -> (&'static str, usize) {
    let signed = |at: usize| {
        let before = preceding_text(target, at);
        let sign = ["-", "−"].into_iter().find(|sign| before.ends_with(sign))?;
        let earlier = before.strip_suffix(sign)?;
        let is_sign =
            !earlier.ends_with(|c: char| (c.is_alphanumeric() && !is_asian(c)) || c == ')');
        is_sign.then_some((sign, at - sign.len()))
    };
    if range_start < digits_start
        && let Some((sign, _)) = signed(digits_start)
    {
        return (sign, range_start);
    }
    signed(range_start).unwrap_or(("", range_start))
}

/// The currency before an amount, and its start.
fn currency_before(
    target: &TargetText<'_>,
    known: &'static Currencies,
    digits: usize,
) -> Option<(&'static Currency, usize)> {
    let before = preceding_text(target, digits);
    let unsigned = before.trim_end_matches(['-', '−']);
    let trimmed = unsigned.trim_end_matches(is_space);
    let gap = unsigned.len() - trimmed.len();
    let spelling = known.at_end.find(trimmed)?;
    let (currency, written) = known.find(spelling.as_str())?;
    let earlier = trimmed.get(..spelling.start()).unwrap_or_default();
    // A sign after another number belongs to that number: `5 € 10 Minuten`.
    let amount = earlier.trim_end_matches(is_space);
    if amount.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let is_free = match written {
        // CAD 2024 is a program.
        CurrencyNotation::Code if currency.code == "CAD" && is_year(target.after(digits)) => false,
        CurrencyNotation::Sign | CurrencyNotation::Code => {
            !earlier.ends_with(|c: char| c.is_alphanumeric() && !is_asian(c))
        }
        CurrencyNotation::Name => target.language == StyleLanguage::Chinese && gap == 0,
    };
    let is_near = gap <= 2 && (unsigned.len() == before.len() || gap == 0);
    (is_free && is_near).then(|| (currency, digits - (before.len() - spelling.start())))
}

/// The currency after an amount, and its end.
fn currency_after(
    target: &TargetText<'_>,
    known: &'static Currencies,
    digits_end: usize,
) -> Option<(&'static Currency, usize)> {
    let after = target.after(digits_end);
    let skipped = OF.find(after).map_or_else(
        || {
            after
                .chars()
                .next()
                .filter(|c| is_space(*c))
                .map_or(0, char::len_utf8)
        },
        |of| of.end(),
    );
    let rest = after.get(skipped..).unwrap_or_default();
    let spelling = known.at_start.find(rest)?;
    let (currency, written) = known.find(spelling.as_str())?;
    let following = rest.get(spelling.end()..).unwrap_or_default();
    let ends = match written {
        // `5 dollars 50 cents` is a single amount.
        CurrencyNotation::Name => {
            word_ends(target.language, following)
                && !following
                    .trim_start_matches(is_space)
                    .starts_with(|c: char| c.is_ascii_digit())
        }
        CurrencyNotation::Sign | CurrencyNotation::Code => {
            !COUNTRY.is_match(following)
                && !following.starts_with(|c: char| {
                    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/')
                })
                && !following
                    .trim_start_matches(is_space)
                    .starts_with(|c: char| {
                        written == CurrencyNotation::Sign && skipped > 0 && c.is_ascii_digit()
                    })
        }
    };
    let touches_name = written == CurrencyNotation::Name
        && skipped == 0
        && !spelling.as_str().starts_with(is_asian);
    (ends && !touches_name).then(|| (currency, digits_end + skipped + spelling.end()))
}

/// Whether a text begins with digits that may be a year.
fn is_year(text: &str) -> bool {
    let year = text.get(..4).and_then(|digits| digits.parse().ok());
    matches!(year, Some(1900..=2099))
        && !text
            .get(4..)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
