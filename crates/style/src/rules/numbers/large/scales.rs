//! Millions and billions as digits, words and abbreviations.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::context::{ends_range, is_quantity, preceding_text};
use super::super::number::{Number, default_separators, grouped, is_space, numbers};

/// A word for a power of ten.
pub(super) struct Scale {
    pub(super) exponent: usize,
    pub(super) singular: &'static str,
    pub(super) plural: &'static str,
    pub(super) abbreviation: &'static str,
}

const fn scale(
    exponent: usize,
    singular: &'static str,
    plural: &'static str,
    abbreviation: &'static str,
) -> Scale {
    Scale {
        exponent,
        singular,
        plural,
        abbreviation,
    }
}

const GERMAN: &[Scale] = &[
    scale(6, "Million", "Millionen", "Mio."),
    scale(9, "Milliarde", "Milliarden", "Mrd."),
    scale(12, "Billion", "Billionen", "Bio."),
];
const ENGLISH: &[Scale] = &[
    scale(6, "million", "million", "M"),
    scale(9, "billion", "billion", "B"),
    scale(12, "trillion", "trillion", "T"),
];
const SPANISH: &[Scale] = &[
    scale(6, "millón", "millones", "M"),
    scale(12, "billón", "billones", "B"),
];
const FRENCH: &[Scale] = &[
    scale(6, "million", "millions", "M"),
    scale(9, "milliard", "milliards", "Md"),
];
const ITALIAN: &[Scale] = &[
    scale(6, "milione", "milioni", "mln"),
    scale(9, "miliardo", "miliardi", "mld"),
];

/// The scales of a language in ascending order.
pub(super) const fn scales(language: StyleLanguage) -> &'static [Scale] {
    match language {
        StyleLanguage::German => GERMAN,
        StyleLanguage::English => ENGLISH,
        StyleLanguage::Spanish => SPANISH,
        StyleLanguage::French => FRENCH,
        StyleLanguage::Italian => ITALIAN,
        _ => &[],
    }
}

/// The scale whose word follows, and the length up to its end in bytes.
pub(super) fn scale_after(language: StyleLanguage, after: &str) -> Option<(&'static Scale, usize)> {
    let gap = after.chars().next().filter(|c| is_space(*c))?.len_utf8();
    let rest = after.get(gap..)?;
    scales(language).iter().find_map(|scale| {
        let word = [scale.plural, scale.singular].into_iter().find(|word| {
            rest.strip_prefix(word).is_some_and(|following| {
                !following.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '‑'))
            })
        })?;
        Some((scale, gap + word.len()))
    })
}

/// Writes numbers of millions in digits.
pub(in super::super) fn as_digits(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let after = target.after(number.range.end);
        // No scale covers `2 mil millones` in Spanish, which does not change.
        if let Some((scale, length)) = scale_after(target.language, after)
            && !ends_range(target, number.range.start)
            && let Some(digits) = number.times_ten_to(scale.exponent)
        {
            let (mark, _) = default_separators(target.language);
            edits.push(Edit {
                range: number.range.start..number.range.end + length,
                text: grouped(&digits, mark),
            });
        }
    }
    edits
}

/// Writes round numbers with words such as `5 million`.
pub(in super::super) fn spelled_out(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        if number.group.is_none() && !is_quantity(target, &number.range) {
            continue;
        }
        let Some((digits, scale, is_one)) = rounded(&number, target.language) else {
            continue;
        };
        let Some(preposition) = preposition(target, number.range.end) else {
            continue;
        };
        let word = if is_one { scale.singular } else { scale.plural };
        let following = target.after(number.range.end);
        let gap = following.chars().next().filter(|c| is_space(*c));
        let end = match (preposition, gap) {
            ("", _) | (_, None) => number.range.end,
            (_, Some(gap)) => number.range.end + gap.len_utf8(),
        };
        let preposition = if preposition.is_empty() {
            String::new()
        } else {
            format!(" {preposition}")
        };
        edits.push(Edit {
            range: number.range.start..end,
            text: format!("{digits} {word}{preposition}"),
        });
    }
    edits
}

/// A whole number in the largest scale in which it has at most one decimal.
fn rounded(number: &Number, language: StyleLanguage) -> Option<(String, &'static Scale, bool)> {
    number.whole()?;
    let digits = number.integer.as_str();
    scales(language).iter().rev().find_map(|scale| {
        let point = digits.len().checked_sub(scale.exponent)?;
        let (whole, rest) = digits.split_at_checked(point)?;
        let tail = rest.get(1..)?;
        if whole.is_empty() || tail.bytes().any(|digit| digit != b'0') {
            return None;
        }
        let (_, decimal) = default_separators(language);
        Some(match rest.get(..1)? {
            "0" => (whole.to_owned(), scale, whole == "1"),
            tenth => (
                format!("{whole}{decimal}{tenth}"),
                scale,
                whole == "1" && language == StyleLanguage::French,
            ),
        })
    })
}

static NOUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^[ \x{a0}\x{202f}](?:(?<vowel>euros?|habitants|utilisateurs|employés|exemplaires|unités|années|heures|étudiants)|",
        r"dollars?|francs|personnes|visiteurs|participants|clients|mots|caractères|pas|points|fichiers|foyers|tonnes|kilomètres|",
        r"dólares|personas|habitantes|visitantes|participantes|empleados|usuarios|ejemplares|palabras|caracteres|pasos|puntos|unidades|años|toneladas|kilómetros|",
        r"euro|dollari|persone|abitanti|visitatori|partecipanti|dipendenti|utenti|clienti|copie|parole|caratteri|passi|punti|anni|tonnellate|chilometri)(?:[^\p{L}]|$)",
    ))
});

/// The preposition between a number of millions and the noun after it; `None` if it is not certain.
fn preposition(target: &TargetText<'_>, at: usize) -> Option<&'static str> {
    let after = target.after(at);
    let is_romance = matches!(
        target.language,
        StyleLanguage::French | StyleLanguage::Spanish | StyleLanguage::Italian
    );
    let rest = after.trim_start_matches(is_space);
    if !is_romance {
        let is_symbol = rest.starts_with(['°', '%']);
        return (!is_symbol).then_some("");
    }
    if let Some(noun) = NOUN.captures(after) {
        return Some(match target.language {
            StyleLanguage::French if noun.name("vowel").is_some() => "d’",
            StyleLanguage::Italian => "di ",
            _ => "de ",
        });
    }
    let has_one = ["de ", "d’", "d'", "di "]
        .iter()
        .any(|word| rest.starts_with(word));
    let ends = rest.is_empty() || rest.starts_with(['.', ',', ';', ':', ')', '!', '?', '»', '”']);
    (has_one || ends).then_some("")
}

/// Writes numbers of millions with the abbreviation of the language.
pub(in super::super) fn abbreviated(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let end = number.range.end;
        let after = target.after(end);
        let found = match scale_after(target.language, after) {
            Some((scale, length)) => {
                let digits = target.text.get(number.range.clone()).unwrap_or_default();
                Some((digits.to_owned(), scale, end + length))
            }
            None if number.group.is_some() || is_quantity(target, &number.range) => {
                rounded(&number, target.language).map(|(digits, scale, _)| (digits, scale, end))
            }
            None => None,
        };
        let Some((digits, scale, end)) = found else {
            continue;
        };
        edits.extend(abbreviation(
            target,
            &digits,
            scale,
            number.range.start,
            end,
        ));
    }
    edits
}

fn abbreviation(
    target: &TargetText<'_>,
    digits: &str,
    scale: &Scale,
    start: usize,
    end: usize,
) -> Option<Edit> {
    static EUROS: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^[ \x{a0}\x{202f}](?:(?:d['’]|de )?euros(?-u:\b)|€)"));
    let after = target.after(end);
    let is_dotted = scale.abbreviation.ends_with('.') && after.starts_with('.');
    let text = scale
        .abbreviation
        .trim_end_matches(|c| c == '.' && is_dotted);
    let (range, text) = match target.language {
        StyleLanguage::English => (start..end, format!("{digits}{text}")),
        // In these languages, the letter is only used before a currency sign.
        StyleLanguage::French | StyleLanguage::Spanish => {
            let euros = EUROS.find(after)?;
            (start..end + euros.end(), format!("{digits}\u{a0}{text}€"))
        }
        _ => (start..end, format!("{digits}\u{a0}{text}")),
    };
    let is_signed_code = preceding_text(target, start).ends_with('/');
    (!is_signed_code).then_some(Edit { range, text })
}
