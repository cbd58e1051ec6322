//! Telephone numbers.

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::numbers::{is_measured, preceding_text};

/// The format of a telephone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PhoneFormat {
    WithoutSpaces,
    /// The digits, after the plus sign if there is one.
    Digits,
    /// `+49 (30) 901820`
    AreaInParentheses,
    /// A separator after the area code.
    AreaThen(&'static str),
    /// `+1-212-555-0123` with a separator between the parts.
    NorthAmericanParts(&'static str),
    /// `(212) 555-0123`
    NorthAmerican,
    SpaceAfterCountry,
}

/// A telephone number in a text.
struct Phone<'text> {
    range: Range<usize>,
    /// `+` or `00`, if the number has a country code.
    prefix: &'text str,
    country: &'text str,
    /// The digits and marks after the country code, without a trunk zero in parentheses.
    rest: String,
}

static CANDIDATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:\+|00|\()?[0-9](?:(?:[ \x{a0}./‑-]|[ \x{a0}]?\(|\)[ \x{a0}./-]?)?[0-9]){5,17}")
});
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:tel(?:efon|éfono|efono|ephone)?|tél(?:éphone)?|phone|call|fax|mobil|hotline|電話|电话|전화|热线)(?:nummer|[ ]?number|[ ]?번호|番号|号码)?[.:：]?(?: (?:us |at |unter |al |au |is |ist ){0,2})?[ \x{a0}]?$",
    )
});
/// An area code of three digits and a number of seven digits, in the North American Numbering Plan.
static NORTH_AMERICAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\([2-9][0-9]{2}\)[ \x{a0}-]?|[2-9][0-9]{2}[-. \x{a0}])[2-9][0-9]{2}[-. \x{a0}][0-9]{4}$",
    )
});
static AREA_IN_PARENTHESES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\(0[0-9]{1,5}\)[ \x{a0}]?[0-9]"));
static EAST_ASIAN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^0[0-9]{1,3}-[0-9]{3,4}-[0-9]{4}$"));

/// Country codes of one and two digits (ITU-T E.164); all others have three.
const SHORT_CODES: [&str; 46] = [
    "1", "7", "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45",
    "46", "47", "48", "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63",
    "64", "65", "66", "81", "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
];

/// Country codes of countries with area codes.
const WITH_AREAS: [&str; 14] = [
    "1", "7", "39", "43", "44", "49", "52", "54", "55", "61", "81", "82", "86", "91",
];

/// Writes the country codes of telephone numbers with a prefix.
pub(super) fn with_prefix(target: &TargetText<'_>, prefix: &str) -> Vec<Edit> {
    let others = phones(target)
        .into_iter()
        .filter(|phone| !phone.prefix.is_empty() && phone.prefix != prefix);
    others
        .map(|phone| Edit {
            range: phone.range.start..phone.range.start + phone.prefix.len(),
            text: prefix.to_owned(),
        })
        .collect()
}

/// Writes telephone numbers in a format.
pub(super) fn write(target: &TargetText<'_>, format: PhoneFormat) -> Vec<Edit> {
    let mut edits = Vec::new();
    for phone in phones(target) {
        let old = target.text.get(phone.range.clone()).unwrap_or_default();
        if let Some(text) = written(&phone, old, format)
            && text != old.replace('\u{a0}', " ")
        {
            edits.push(Edit {
                range: phone.range,
                text,
            });
        }
    }
    edits
}

fn written(phone: &Phone<'_>, old: &str, format: PhoneFormat) -> Option<String> {
    let country = format!("{}{}", phone.prefix, phone.country);
    let spaced = if country.is_empty() {
        String::new()
    } else {
        format!("{country} ")
    };
    match format {
        PhoneFormat::WithoutSpaces => Some(old.replace([' ', '\u{a0}'], "")),
        PhoneFormat::Digits => Some(format!("{country}{}", digits(&phone.rest))),
        PhoneFormat::AreaInParentheses => {
            let (area, number) = area(phone)?;
            Some(format!("{spaced}({area}) {number}"))
        }
        PhoneFormat::AreaThen(mark) => {
            let (area, number) = area(phone)?;
            Some(format!("{spaced}{area}{mark}{number}"))
        }
        PhoneFormat::NorthAmericanParts(mark) => {
            let (area, exchange, line) = north_american(phone)?;
            let parts = [country.as_str(), &area, &exchange, &line];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            Some(parts.join(mark))
        }
        PhoneFormat::NorthAmerican => {
            let (area, exchange, line) = north_american(phone)?;
            Some(format!("{spaced}({area}) {exchange}-{line}"))
        }
        PhoneFormat::SpaceAfterCountry => {
            (!country.is_empty()).then(|| format!("{country} {}", phone.rest))
        }
    }
}

/// The area code and the subscriber number, if they are distinguishable.
fn area(phone: &Phone<'_>) -> Option<(String, String)> {
    if phone.country == "1" {
        let (area, exchange, line) = north_american(phone)?;
        return Some((area, format!("{exchange}-{line}")));
    }
    if !phone.country.is_empty() && !WITH_AREAS.contains(&phone.country) {
        return None;
    }
    let rest = phone.rest.strip_prefix('(').unwrap_or(&phone.rest);
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let (area, number) = rest.split_at_checked(end)?;
    let number = number.trim_start_matches(|c: char| !c.is_ascii_digit());
    let fits = (2..=6).contains(&area.len()) && digits(number).len() >= 4;
    fits.then(|| (area.to_owned(), number.replace('\u{a0}', " ")))
}

/// Area code, exchange and line of a number of the North American Numbering Plan.
fn north_american(phone: &Phone<'_>) -> Option<(String, String, String)> {
    let is_own =
        phone.country == "1" || (phone.country.is_empty() && NORTH_AMERICAN.is_match(&phone.rest));
    let digits = digits(&phone.rest);
    if !is_own || digits.len() != 10 || digits.starts_with(['0', '1']) {
        return None;
    }
    let (area, number) = digits.split_at_checked(3)?;
    let (exchange, line) = number.split_at_checked(3)?;
    Some((area.to_owned(), exchange.to_owned(), line.to_owned()))
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn phones<'text>(target: &TargetText<'text>) -> Vec<Phone<'text>> {
    CANDIDATE
        .find_iter(target.text)
        .filter_map(|candidate| phone(target, candidate.range()))
        .collect()
}

/// The telephone number in a range, if it is certain: it has a country code, an unambiguous format,
/// or a word for a telephone number before it.
fn phone<'text>(target: &TargetText<'text>, range: Range<usize>) -> Option<Phone<'text>> {
    let text = target.text.get(range.clone())?;
    let before = target.text.get(..range.start)?;
    let after = target.after(range.end);
    let joins = |c: char| c.is_ascii_alphanumeric() || "_/=@#.,+-:".contains(c);
    let begins = !before.ends_with(joins) || before.ends_with("tel:");
    let ends = !after.starts_with(|c: char| c.is_ascii_alphanumeric() || "_/=@-+%°€$".contains(c));
    let is_label = || LABEL.is_match(preceding_text(target, range.start));
    let begins = begins || is_label();
    if !begins || !ends || text.matches('(').count() != text.matches(')').count() {
        return None;
    }
    let (prefix, body) = match text.strip_prefix('+') {
        Some(body) => ("+", body),
        None => match text.strip_prefix("00") {
            Some(body) => ("00", body),
            None => ("", text),
        },
    };
    let prefix = text.get(..prefix.len())?;
    if prefix.is_empty() {
        return is_national(text, is_label()).then(|| Phone {
            range,
            prefix,
            country: "",
            rest: text.to_owned(),
        });
    }
    let country = country_code(body)?;
    let rest = body.get(country.len()..)?;
    let count = digits(body).len();
    let has_marks = rest.contains(|c: char| !c.is_ascii_digit());
    // `+10 000 000 €` and `+12345678` are quantities.
    let fits = (8..=15).contains(&count)
        && (has_marks || (prefix == "+" && count >= 10))
        && (prefix == "+" || count >= 9)
        && !is_measured(target, &range);
    let rest = rest.trim_start_matches([' ', '\u{a0}', '.', '/', '-', '‑', ')']);
    let rest = match rest.strip_prefix("(0)") {
        Some(rest) => rest.trim_start(),
        None => rest,
    };
    fits.then(|| Phone {
        range,
        prefix,
        country,
        rest: rest.to_owned(),
    })
}

/// Whether a number without a country code has the format of a telephone number; with `is_label`, a
/// word before it identifies the number, and ambiguous formats count too.
fn is_national(text: &str, is_label: bool) -> bool {
    let has_parts = text.contains(|c: char| !c.is_ascii_digit());
    let has_form = NORTH_AMERICAN.is_match(text) && text.contains(['-', '('])
        || AREA_IN_PARENTHESES.is_match(text)
        || EAST_ASIAN.is_match(text);
    let may_have_form = NORTH_AMERICAN.is_match(text) || (text.starts_with('0') && has_parts);
    has_form || (is_label && may_have_form)
}

/// The country code at the beginning of digits.
fn country_code(digits: &str) -> Option<&str> {
    let short = (1..=2).find_map(|length| {
        let code = digits.get(..length)?;
        SHORT_CODES.contains(&code).then_some(code)
    });
    let code = short.or_else(|| digits.get(..3))?;
    let is_code = code.chars().all(|c| c.is_ascii_digit()) && !code.starts_with('0');
    is_code.then_some(code)
}
