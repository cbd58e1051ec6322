//! Ampersands, plus signs and slashes between words.

use std::sync::LazyLock;

use regex::Regex;

use super::context::{
    char_after, char_before, is_cjk, is_end, is_lowercase, is_start, letters_after, letters_before,
    run_after, run_before,
};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// The parts of abbreviations with an ampersand, without names of companies.
const ABBREVIATED: &[(&str, &str)] = &[
    ("R", "D"),
    ("Q", "A"),
    ("Q", "As"),
    ("B", "B"),
    ("B", "Bs"),
    ("T", "C"),
    ("T", "Cs"),
    ("P", "L"),
    ("M", "A"),
    ("F", "B"),
    ("O", "M"),
    ("L", "D"),
    ("A", "E"),
    ("D", "D"),
    ("F", "E"),
    ("R", "S"),
    ("H", "S"),
    ("E", "P"),
    ("C", "C"),
    ("S", "T"),
    ("R", "B"),
    ("C", "B"),
    ("I", "D"),
    ("P", "R"),
    ("V", "V"),
];

static JOINED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b([A-Z])([ \u{a0}\u{202f}]?)&([ \u{a0}\u{202f}]?)([A-Z]s?)\b"));

/// The rule `ampersand_abbreviation_spacing`.
pub(super) fn abbreviation_spacing(
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    use StyleLanguage::{English, French, German, Italian, Spanish};
    let space = match option {
        "do_not_use_spaces_before_and_after_ampersand_as_part_of_abbreviation" => "",
        "use_spaces_before_and_after_ampersand_as_part_of_abbreviation" => "\u{a0}",
        _ => return None,
    };
    matches!(language, English | French | German | Italian | Spanish).then(|| {
        Implementation::edits(move |target| {
            target.replace(&JOINED, |found| {
                let whole = found.get(0)?;
                let part = |number| found.get(number).map_or("", |part| part.as_str());
                let (left, right) = (part(1), part(4));
                let spaces = usize::from(!part(2).is_empty()) + usize::from(!part(3).is_empty());
                let is_so = if space.is_empty() {
                    spaces == 0
                } else {
                    spaces == 2
                };
                let joins = |sign: char| matches!(sign, '&' | '.' | '_' | '=' | '/');
                let is_joined = char_before(target, whole.start()).is_some_and(joins);
                (!is_so && !is_joined && ABBREVIATED.contains(&(left, right)))
                    .then(|| format!("{left}{space}&{space}{right}"))
            })
        })
    })
}

static AMPERSAND: LazyLock<Regex> = LazyLock::new(|| pattern(r"([ \u{a0}])&([ \u{a0}])"));
static ANY_AMPERSAND: LazyLock<Regex> = LazyLock::new(|| pattern("[&＆]"));

/// The rule `ampersand_usage`.
pub(super) fn ampersand_usage(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English, German, Japanese, Korean};
    let is_cjk_language = matches!(language, Chinese | Japanese | Korean);
    match option {
        "use_english_word_and_except_in_company_names_common_abbreviations_titles_software_code_and_mathematical_equations"
            if language == English =>
        {
            Some(spelled_out(" and "))
        }
        "use_german_word_und_except_in_company_names_common_abbreviations_titles_software_code_and_mathematical_equations"
            if language == German =>
        {
            Some(spelled_out(" und "))
        }
        "use_full_width_ampersand" if is_cjk_language => Some(ampersand_of_width("＆")),
        "use_half_width_ampersand" if is_cjk_language => Some(ampersand_of_width("&")),
        _ => None,
    }
}

/// Replaces an ampersand by the word, if the word after it is not a name.
fn spelled_out(word: &'static str) -> Implementation {
    Implementation::edits(move |target| {
        target.replace(&AMPERSAND, |found| {
            let whole = found.get(0)?;
            between_words(target, whole.start(), whole.end()).then(|| word.to_owned())
        })
    })
}

/// Whether words of the running text are on both sides: the first in lower case unless it begins
/// the text, the second in lower case.
fn between_words(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    let left = letters_before(target, start);
    let right = letters_after(target, end);
    let is_part =
        |sign: char| matches!(sign, '_' | '=' | '(' | '/' | '-' | '.') || sign.is_ascii_digit();
    let after = end + right.len();
    let ends_in_part =
        char_after(target, after).is_some_and(|sign| is_part(sign) && sign != '.' && sign != '-');
    // A capital at the beginning belongs to the sentence, unless the words are the whole text, as
    // in a title.
    let opens = is_start(target, start - left.len()) && !is_end(target, after);
    left.chars().count() > 1
        && right.chars().count() > 1
        && (is_lowercase(left) || opens && left.chars().skip(1).all(char::is_lowercase))
        && is_lowercase(right)
        && !ends_in_part
        && !char_before(target, start - left.len()).is_some_and(is_part)
}

fn ampersand_of_width(sign: &'static str) -> Implementation {
    Implementation::edits(move |target| {
        if !target.text.chars().any(is_cjk) {
            return Vec::new();
        }
        target.replace(&ANY_AMPERSAND, |found| {
            let whole = found.get(0)?;
            let (start, end) = (whole.start(), whole.end());
            let is_code = |sign: char| matches!(sign, '&' | '=' | '?' | '#' | '_' | '$');
            let code = char_before(target, start).is_some_and(is_code)
                || char_after(target, end).is_some_and(is_code)
                || run_after(target, end, |sign| sign.is_ascii_graphic()).contains('=');
            // A name in Latin letters, such as AT&T, keeps its ampersand.
            let is_letter = |sign: char| sign.is_ascii_alphanumeric();
            let left = run_before(target, start, is_letter);
            let right = run_after(target, end, is_letter);
            let is_name =
                !left.is_empty() && !right.is_empty() && !ABBREVIATED.contains(&(left, right));
            let is_quoted = char_before(target, start)
                .is_some_and(|sign| "'`\"“‘「".contains(sign))
                && char_after(target, end).is_some_and(|sign| "'`\"”’」".contains(sign));
            (!code && !is_name && !is_quoted).then(|| sign.to_owned())
        })
    })
}

static PLUS: LazyLock<Regex> = LazyLock::new(|| pattern(r"([ \u{a0}])\+([ \u{a0}])"));

/// The rule `plus_sign_usage`.
pub(super) fn plus_sign(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_banned = option
        == "do_not_use_plus_sign_to_symbolize_english_word_and_unless_it_is_part_of_a_proper_noun";
    (is_banned && language == StyleLanguage::English).then(|| {
        Implementation::edits(|target| {
            if target.text.contains(['=', '×', '÷']) {
                return Vec::new();
            }
            target.replace(&PLUS, |found| {
                let whole = found.get(0)?;
                let left = letters_before(target, whole.start());
                // A capital at the beginning may belong to a name: `Disney + channels`.
                (is_lowercase(left) && between_words(target, whole.start(), whole.end()))
                    .then(|| " and ".to_owned())
            })
        })
    })
}

static SLASH: LazyLock<Regex> = LazyLock::new(|| pattern(r"[ \u{a0}\u{202f}]?/[ \u{a0}\u{202f}]?"));

/// The rule `slash`, for the options that require or forbid spaces.
pub(super) fn slash(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{English, French, German, Italian, Spanish};
    let slash = match option {
        "do_not_use_spaces_before_and_after_slashes" => "/",
        "use_spaces_before_and_after_slashes" => " / ",
        _ => return None,
    };
    matches!(language, English | French | German | Italian | Spanish).then(|| {
        Implementation::edits(move |target| {
            target.replace(&SLASH, |found| {
                let whole = found.get(0)?;
                separates_words(target, whole.start(), whole.end())
                    .then(|| slash.to_owned())
                    .filter(|_| whole.as_str().replace('\u{a0}', " ") != slash)
            })
        })
    })
}

/// Units after a slash that means "per", in lower case.
const UNITS_AFTER_PER: &[&str] = &[
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "month",
    "year",
    "person",
    "sekunde",
    "minute",
    "stunde",
    "tag",
    "woche",
    "monat",
    "jahr",
    "segundo",
    "minuto",
    "hora",
    "día",
    "semana",
    "mes",
    "año",
    "seconde",
    "heure",
    "jour",
    "semaine",
    "mois",
    "secondo",
    "ora",
    "giorno",
    "settimana",
    "mese",
    "anno",
    "persona",
    "personne",
];

/// Whether a slash separates two words, and is not part of a path, a unit, an acronym or a form
/// such as `s/he`.
fn separates_words(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    // A slash with a space only before it may begin an absolute path.
    if target
        .text
        .get(start..end)
        .is_some_and(|found| found.len() > 1 && found.ends_with('/'))
    {
        return false;
    }
    let left = letters_before(target, start);
    let right = letters_after(target, end);
    let is_word =
        |word: &str| word.chars().count() > 2 && word.chars().skip(1).any(char::is_lowercase);
    let is_part = |sign: char| {
        matches!(
            sign,
            '/' | '\\' | '.' | '_' | '-' | '~' | '@' | ':' | '=' | '<'
        ) || sign.is_ascii_digit()
    };
    let after = end + right.len();
    let next = target.after(after).chars().nth(1);
    let ends_word =
        |sign: char| matches!(sign, '.' | ':') && !next.is_some_and(char::is_alphanumeric);
    let goes_on = char_after(target, after).is_some_and(|sign| is_part(sign) && !ends_word(sign));
    let comes_from = char_before(target, start - left.len()).is_some_and(is_part);
    is_word(left)
        && is_word(right)
        && !UNITS_AFTER_PER.contains(&right.to_lowercase().as_str())
        && !goes_on
        && !comes_from
}
