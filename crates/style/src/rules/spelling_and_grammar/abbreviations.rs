//! Abbreviations of words, and their full forms.

use std::collections::HashMap;
use std::sync::LazyLock;

use dragoman_text::{Edit, capitalised};
use regex::{Captures, Regex};

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::rules::words::uncapitalised;
use crate::target_text::TargetText;

/// Where an abbreviation can occur, and therefore whether its period can also be a full stop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AbbreviationPosition {
    /// Another word always follows.
    Within,
    /// The abbreviation may end a sentence.
    Last,
    /// The abbreviation is only recognised before a number.
    Number,
}
use AbbreviationPosition::{Last, Number, Within};

/// An abbreviation (in which a space is optional white space, and a period is one), its full form,
/// where it can occur, and whether it is Latin.
type Row = (&'static str, &'static str, AbbreviationPosition, bool);

const GERMAN: &[Row] = &[
    ("bspw.", "beispielsweise", Within, false),
    ("bzw.", "beziehungsweise", Within, false),
    ("ca.", "etwa", Within, true),
    ("cf.", "vergleiche", Within, true),
    ("d. h.", "das heißt", Within, false),
    ("e. g.", "zum Beispiel", Within, true),
    ("et al.", "und andere", Last, true),
    ("etc.", "und so weiter", Last, true),
    ("ggf.", "gegebenenfalls", Within, false),
    ("i. d. R.", "in der Regel", Within, false),
    ("i. e.", "das heißt", Within, true),
    ("inkl.", "inklusive", Within, false),
    ("s. o.", "siehe oben", Last, false),
    ("s. u.", "siehe unten", Last, false),
    ("u. U.", "unter Umständen", Within, false),
    ("usw.", "und so weiter", Last, false),
    ("vgl.", "vergleiche", Within, false),
    ("vs.", "gegen", Within, true),
    ("z. B.", "zum Beispiel", Within, false),
    ("z. T.", "zum Teil", Within, false),
    ("zzgl.", "zuzüglich", Within, false),
];

const ENGLISH: &[Row] = &[
    ("approx.", "approximately", Within, false),
    ("ca.", "about", Number, true),
    ("cf.", "compare", Within, true),
    ("e.g.", "for example", Within, true),
    ("et al.", "and others", Last, true),
    ("etc.", "and so on", Last, true),
    ("i.e.", "that is", Within, true),
    ("incl.", "including", Within, false),
    ("viz.", "namely", Within, true),
    ("vs.", "versus", Within, true),
];

const SPANISH: &[Row] = &[
    ("aprox.", "aproximadamente", Last, false),
    ("cf.", "compárese", Within, true),
    ("e. g.", "por ejemplo", Within, true),
    ("et al.", "y otros", Last, true),
    ("etc.", "etcétera", Last, true),
    ("i. e.", "es decir", Within, true),
    ("p. ej.", "por ejemplo", Within, false),
    ("p. e.", "por ejemplo", Within, false),
    ("vs.", "contra", Within, true),
    ("pág.", "página", Number, false),
    ("págs.", "páginas", Number, false),
    ("tel.", "teléfono", Number, false),
];

const FRENCH: &[Row] = &[
    ("c.-à-d.", "c’est-à-dire", Within, false),
    ("cf.", "voir", Within, true),
    ("e. g.", "par exemple", Within, true),
    ("env.", "environ", Number, false),
    ("et al.", "et autres", Last, true),
    ("etc.", "et ainsi de suite", Last, true),
    ("i. e.", "c’est-à-dire", Within, true),
    ("p. ex.", "par exemple", Within, false),
    ("vs.", "contre", Within, true),
    ("chap.", "chapitre", Number, false),
    ("tél.", "téléphone", Number, false),
];

const ITALIAN: &[Row] = &[
    ("cfr.", "confronta", Within, true),
    ("e. g.", "per esempio", Within, true),
    ("ecc.", "eccetera", Last, true),
    ("et al.", "e altri", Last, true),
    ("etc.", "eccetera", Last, true),
    ("i. e.", "cioè", Within, true),
    ("p. es.", "per esempio", Within, false),
    ("pag.", "pagina", Number, false),
    ("pagg.", "pagine", Number, false),
    ("tel.", "telefono", Number, false),
    ("vs.", "contro", Within, true),
];

/// The abbreviations of a language.
struct Forms {
    found: Regex,
    rows: HashMap<String, Row>,
}

fn compact(abbreviation: &str) -> String {
    abbreviation
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

impl Forms {
    fn new(rows: &'static [Row]) -> Self {
        let spaced = |abbreviation: &str| {
            let (first, rest) =
                abbreviation.split_at(abbreviation.chars().next().map_or(0, char::len_utf8));
            let first = format!("[{first}{}]", first.to_uppercase());
            first + &regex::escape(rest).replace(' ', r"[ \u{a0}\u{202f}]?")
        };
        let mut patterns: Vec<String> = rows.iter().map(|row| spaced(row.0)).collect();
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.len()));
        Self {
            found: pattern(&format!(r"\b(?:{})", patterns.join("|"))),
            rows: rows.iter().map(|row| (compact(row.0), *row)).collect(),
        }
    }
}

static FORMS: LazyLock<[(StyleLanguage, Forms); 5]> = LazyLock::new(|| {
    [
        (StyleLanguage::German, Forms::new(GERMAN)),
        (StyleLanguage::English, Forms::new(ENGLISH)),
        (StyleLanguage::Spanish, Forms::new(SPANISH)),
        (StyleLanguage::French, Forms::new(FRENCH)),
        (StyleLanguage::Italian, Forms::new(ITALIAN)),
    ]
});

/// Writes the full forms of all abbreviations, or only of the Latin ones.
pub(in crate::rules) fn spell_out(target: &TargetText<'_>, latin_only: bool) -> Vec<Edit> {
    let forms = FORMS
        .iter()
        .find(|(language, _)| *language == target.language);
    let Some((_, forms)) = forms else {
        return Vec::new();
    };
    target.replace(&forms.found, |captures| {
        let found = captures.get(0)?.as_str();
        let key = compact(found);
        let row = forms
            .rows
            .get(&key)
            .or_else(|| forms.rows.get(&uncapitalised(&key)))?;
        if latin_only && !row.3 {
            return None;
        }
        let mut full = written(target, captures, row)?;
        let begins = found.starts_with(char::is_uppercase) && row.0.starts_with(char::is_lowercase);
        if begins {
            full = capitalised(&full);
        }
        if !target.text.contains('’') {
            full = full.replace('’', "'");
        }
        Some(full)
    })
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^:?[ \u{a0}\u{202f}][+(]?\d"));

/// The full form of an abbreviation in its context, if the meaning of the period is certain.
fn written(target: &TargetText<'_>, captures: &Captures<'_>, row: &Row) -> Option<String> {
    let &(_, full, place, _) = row;
    let range = captures.get(0)?.range();
    let (before, after) = (target.context_before(range.start), target.after(range.end));
    let joined = |letter: char| letter.is_alphanumeric() || "@/\\_-.".contains(letter);
    if before.ends_with(joined) || after.starts_with(joined) {
        return None;
    }
    let rest = after.trim_start();
    let ends = rest
        .trim_start_matches(['"', '”', '“', '»', '’', '\''])
        .is_empty();
    match place {
        Number => NUMBER.is_match(after).then(|| full.to_owned()),
        Within if ends => None,
        Within if is_title(target, row.0, before, rest) => None,
        Within
            if matches!(full, "for example" | "that is") && !rest.starts_with([',', ':', ';']) =>
        {
            Some(format!("{full},"))
        }
        Within => Some(full.to_owned()),
        Last if ends => Some(format!("{full}.")),
        // Before a capital, the period may also end the sentence.
        Last if rest.starts_with(char::is_uppercase) => None,
        Last => Some(full.to_owned()),
    }
}

/// Whether `vs.` is between names, as in the title of a law case or a film. In German, nouns are
/// capitalised anyway.
fn is_title(target: &TargetText<'_>, abbreviation: &str, before: &str, rest: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    abbreviation == "vs."
        && target.language != StyleLanguage::German
        && last.starts_with(char::is_uppercase)
        && rest.starts_with(char::is_uppercase)
}
