//! Abbreviations, acronyms and academic degrees.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use super::context::{char_after, char_before, is_end, is_start, word_after, word_before};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

/// Abbreviations of more than one word, as the letters of each word.
const GERMAN: &[&[&str]] = &[
    &["z", "B"],
    &["d", "h"],
    &["u", "a"],
    &["o", "Ä"],
    &["u", "Ä"],
    &["i", "d", "R"],
    &["z", "T"],
    &["u", "U"],
    &["i", "A"],
    &["v", "a"],
    &["s", "o"],
    &["s", "u"],
    &["z", "Zt"],
    &["n", "Chr"],
    &["v", "Chr"],
    &["m", "E"],
    &["u", "v", "m"],
    &["o", "g"],
    &["e", "V"],
    &["a", "D"],
];
const ENGLISH: &[&[&str]] = &[&["e", "g"], &["i", "e"]];
const SPANISH: &[&[&str]] = &[
    &["p", "ej"],
    &["a", "C"],
    &["d", "C"],
    &["p", "m"],
    &["a", "m"],
    &["s", "f"],
];
const FRENCH: &[&[&str]] = &[&["p", "ex"], &["c", "à", "d"], &["s", "d"]];
const ITALIAN: &[&[&str]] = &[
    &["p", "es"],
    &["a", "C"],
    &["d", "C"],
    &["c", "d"],
    &["s", "d"],
];

/// Abbreviations whose letters without periods and spaces are a word, such as `am`. They are only
/// matched with periods, and only their spaces change.
const AMBIGUOUS: &[&str] = &[
    "am", "so", "su", "ex", "cd", "sd", "sf", "pm", "ia", "ad", "ua", "va", "me", "og", "ev", "ac",
    "dc",
];

#[derive(Clone, Copy)]
struct Joint {
    period: &'static str,
    space: &'static str,
}

/// The rule `abbreviations`.
pub(super) fn abbreviations(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{English, French, German, Italian, Spanish};
    let joint = |period, space| Joint { period, space };
    let joint = match option {
        "do_not_separate_abbreviated_words" => joint("", ""),
        "separate_each_abbreviated_word_with_period_and_space" => joint(".", "\u{a0}"),
        "separate_each_abbreviated_word_with_period_without_space" => joint(".", ""),
        "separate_each_abbreviated_word_with_space_without_period" => joint("", "\u{a0}"),
        _ => return None,
    };
    let patterns: &'static LazyLock<Patterns> = match language {
        German => &GERMAN_FORMS,
        English => &ENGLISH_FORMS,
        Spanish => &SPANISH_FORMS,
        French => &FRENCH_FORMS,
        Italian => &ITALIAN_FORMS,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        patterns
            .iter()
            .flat_map(|(pattern, parts)| rewrite(target, pattern, parts, joint))
            .collect()
    }))
}

/// For each abbreviation, a pattern that matches all its forms, and its parts.
type Patterns = Vec<(Regex, &'static [&'static str])>;

static GERMAN_FORMS: LazyLock<Patterns> = LazyLock::new(|| forms(GERMAN));
static ENGLISH_FORMS: LazyLock<Patterns> = LazyLock::new(|| forms(ENGLISH));
static SPANISH_FORMS: LazyLock<Patterns> = LazyLock::new(|| forms(SPANISH));
static FRENCH_FORMS: LazyLock<Patterns> = LazyLock::new(|| forms(FRENCH));
static ITALIAN_FORMS: LazyLock<Patterns> = LazyLock::new(|| forms(ITALIAN));

fn forms(abbreviations: &'static [&'static [&'static str]]) -> Patterns {
    abbreviations
        .iter()
        .map(|parts| (pattern(&expression(parts)), *parts))
        .collect()
}

/// A pattern for all forms of an abbreviation: with or without periods and spaces.
fn expression(parts: &[&str]) -> String {
    let any = parts.join(r"\.?[ \u{a0}\u{202f}]?");
    format!(r"\b{any}\b\.?")
}

fn rewrite(target: &TargetText<'_>, pattern: &Regex, parts: &[&str], joint: Joint) -> Vec<Edit> {
    target.replace(pattern, |found| {
        let whole = found.get(0)?;
        let text = whole.as_str();
        let written: String = text.chars().filter(|sign| sign.is_alphabetic()).collect();
        let periods = text.matches('.').count();
        // Without periods the letters have to be unambiguous, and `d. h` lacks its last period.
        if periods != parts.len()
            && (periods != 0 || AMBIGUOUS.contains(&written.to_lowercase().as_str()))
        {
            return None;
        }
        let joins = |sign: char| matches!(sign, '.' | '-' | '/' | '@' | '_' | '\'' | '’');
        if char_before(target, whole.start()).is_some_and(joins)
            || char_after(target, whole.end()).is_some_and(|sign| joins(sign) && sign != '.')
        {
            return None;
        }
        let mut rewritten = parts.join(&format!("{}{}", joint.period, joint.space));
        // The period of the last part may also end the sentence.
        let ends_sentence = periods > 0 && is_end(target, whole.end());
        if !joint.period.is_empty() || ends_sentence {
            rewritten.push('.');
        }
        let is_same = rewritten.replace('\u{a0}', " ") == text.replace(['\u{a0}', '\u{202f}'], " ");
        (!is_same).then_some(rewritten)
    })
}

static DOTTED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:\p{Lu}\.){2,8}"));

/// Acronyms that are not the initials of a name, without periods.
const ACRONYMS: &[&str] = &[
    "US", "USA", "UK", "EU", "UN", "NATO", "FBI", "CIA", "DC", "UAE", "USSR", "EE", "BBC", "CEO",
    "AIDS", "TV", "DVD", "VIP", "PhD", "ONU", "OTAN", "SNCF", "TGV", "OMS", "UE", "SA", "PME",
    "RATP", "RAI", "FIAT", "IVA", "ONG", "UNESCO", "PDF", "GPS", "RFA", "USB", "DNA", "RNA", "HIV",
    "NASA", "AFP", "CNRS", "HLM", "CGT", "CISL", "CGIL", "INPS", "OVNI", "ADN", "BBVA", "UNED",
    "PP", "PSOE", "DDR", "BRD", "SPD", "CDU", "ARD", "ZDF", "GmbH", "AG", "LKW", "PKW", "RTL",
    "WHO", "IMF", "ANSA", "ASL", "SMS", "DNI", "IBM", "AM", "PM",
];

/// Articles after which letters with periods are not the initials of a name.
const ARTICLES: &[&str] = &[
    "the", "a", "an", "der", "die", "das", "dem", "den", "des", "el", "la", "los", "las", "le",
    "les", "il", "lo", "gli", "una", "un", "une",
];

/// Capitalised words that show that the previous sentence has ended.
const STARTING: &[&str] = &[
    "He", "She", "It", "They", "We", "I", "You", "The", "This", "But", "Er", "Wir", "Es", "Das",
    "Aber", "Il", "Elle", "Mais", "El", "Ella", "Pero", "Lui", "Lei", "Ma",
];

/// The rules `acronyms` and `periods_in_uppercase_initialisms_and_acronyms`.
pub(super) fn acronyms(option: &str, language: StyleLanguage) -> Option<Implementation> {
    (matches!(option, "do_not_use_periods" | "do_not_use") && is_european(language)).then(|| {
        Implementation::edits(|target| {
            target.replace(&DOTTED, |found| {
                let whole = found.get(0)?;
                let letters = whole.as_str().replace('.', "");
                let follows = word_after(target, whole.end());
                let may_be_name = follows.chars().next().is_some_and(char::is_uppercase);
                let article = word_before(target, whole.start()).to_lowercase();
                let follows_article = ARTICLES.contains(&article.as_str());
                let is_known = ACRONYMS.contains(&letters.as_str());
                let joins =
                    |sign: char| sign.is_alphanumeric() || matches!(sign, '.' | '@' | '/' | '_');
                if char_before(target, whole.start()).is_some_and(joins)
                    || char_after(target, whole.end()).is_some_and(joins)
                    || !(is_known || letters.chars().count() > 2 && !may_be_name && follows_article)
                    || matches!(letters.as_str(), "AM" | "PM" | "DC" | "AD" | "BC")
                {
                    return None;
                }
                let is_last = is_end(target, whole.end()) && !is_start(target, whole.start());
                let ends = is_last || STARTING.contains(&follows);
                Some(if ends { format!("{letters}.") } else { letters })
            })
        })
    })
}

fn is_european(language: StyleLanguage) -> bool {
    use StyleLanguage::{English, French, German, Italian, Spanish};
    matches!(language, English | French | German | Italian | Spanish)
}

static DOUBLED: LazyLock<Regex> = LazyLock::new(|| {
    let pairs = [
        "EE:UU", "CC:OO", "FF:AA", "RR:HH", "RR:PP", "JJ:OO", "SS:MM", "AA:EE", "DD:HH", "SS:AA",
        "AA:VV",
    ];
    let any = pairs
        .map(|pair| pair.replace(':', r"(?:\.[ \u{a0}\u{202f}]?|[ \u{a0}\u{202f}])"))
        .join("|");
    pattern(&format!(r"\b(?:{any})\b(\.?)"))
});

/// The rule `uppercase_acronyms`: the space in Spanish abbreviations of plurals (EE. UU.).
pub(super) fn uppercase_acronyms(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let joint = match option {
        "do_not_use_spaces" => "",
        "use_spaces" => "\u{a0}",
        _ => return None,
    };
    (language == StyleLanguage::Spanish).then(|| {
        Implementation::edits(move |target| {
            target.replace(&DOUBLED, |found| {
                let text = found.get(0)?.as_str();
                let spaced = text.contains(char::is_whitespace);
                if spaced != joint.is_empty() || spaced && !text.contains('.') {
                    return None;
                }
                let compact: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
                let (first, second) = compact.split_once('.')?;
                Some(format!("{first}.{joint}{second}"))
            })
        })
    })
}

/// Academic degrees without and with periods.
const DEGREES: &[(&str, &str)] = &[
    ("PhD", "Ph.D."),
    ("MD", "M.D."),
    ("BA", "B.A."),
    ("MA", "M.A."),
    ("BSc", "B.Sc."),
    ("MSc", "M.Sc."),
    ("BS", "B.S."),
    ("MS", "M.S."),
    ("DPhil", "D.Phil."),
    ("MPhil", "M.Phil."),
    ("EdD", "Ed.D."),
    ("JD", "J.D."),
    ("LLB", "LL.B."),
    ("LLM", "LL.M."),
    ("BEd", "B.Ed."),
    ("MBA", "M.B.A."),
    ("DDS", "D.D.S."),
    ("PharmD", "Pharm.D."),
    ("MFA", "M.F.A."),
    ("BFA", "B.F.A."),
];

/// Degrees whose letters without periods have other meanings too.
const OTHER_SENSES: &[&str] = &["MD", "BA", "MA", "BS", "MS", "JD"];

static DEGREE: LazyLock<Regex> = LazyLock::new(|| {
    let any =
        |form: fn(&(&str, &str)) -> String| DEGREES.iter().map(form).collect::<Vec<_>>().join("|");
    let dotted = any(|(_, dotted)| dotted.trim_end_matches('.').replace('.', r"\.[ \u{a0}]?"));
    let plain = any(|(plain, _)| (*plain).to_owned());
    pattern(&format!(r"\b(?:(?:{dotted})\.|(?:{plain})\b)"))
});

/// The rule `periods_in_academic_degrees`.
pub(super) fn degrees(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let with_periods = match option {
        "use" => true,
        "do_not_use" => false,
        _ => return None,
    };
    (language == StyleLanguage::English)
        .then(|| Implementation::edits(move |target| degree_edits(target, with_periods)))
}

fn degree_edits(target: &TargetText<'_>, with_periods: bool) -> Vec<Edit> {
    target.replace(&DEGREE, |found| {
        let whole = found.get(0)?;
        let text = whole.as_str();
        let letters: String = text.chars().filter(|sign| sign.is_alphabetic()).collect();
        let (plain, dotted) = DEGREES.iter().find(|(plain, _)| *plain == letters)?;
        let is_dotted = text.contains('.');
        let joins = |sign: char| matches!(sign, '.' | '-' | '/' | '_');
        if is_dotted == with_periods || char_before(target, whole.start()).is_some_and(joins) {
            return None;
        }
        let after = char_after(target, whole.end());
        if is_dotted {
            if after.is_some_and(char::is_alphanumeric) {
                return None;
            }
            let ends = is_end(target, whole.end());
            return Some(if ends {
                format!("{plain}.")
            } else {
                (*plain).to_owned()
            });
        }
        let follows_name = target.before(whole.start()).ends_with(", ");
        let is_degree =
            !OTHER_SENSES.contains(plain) || follows_name && !is_address(target, whole.end());
        if !is_degree || after.is_some_and(joins) && after != Some('.') {
            return None;
        }
        // A full stop after the degree is its last period.
        let form = if after == Some('.') {
            dotted.trim_end_matches('.')
        } else {
            dotted
        };
        Some(form.to_owned())
    })
}

/// Whether the letters are a state of the USA in an address: `Boston, MA 02110`.
fn is_address(target: &TargetText<'_>, end: usize) -> bool {
    !target.after(end).starts_with([',', ')'])
}
