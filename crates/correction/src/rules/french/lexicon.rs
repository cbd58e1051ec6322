//! The nouns and adjectives of the French rules, from the tables in `rules/french`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::conjugation::VERBS;
use crate::data_files::lines;
use crate::packed;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gender {
    Masculine,
    Feminine,
}

/// A noun.
#[derive(Debug)]
pub(super) struct Noun {
    pub(super) singular: &'static str,
    pub(super) plural: String,
    /// `None` if it may be either.
    pub(super) gender: Option<Gender>,
    /// Whether one of its forms is also a form of a verb.
    pub(super) is_verb: bool,
    /// Whether the words before it are elided.
    pub(super) elides: bool,
}

impl Noun {
    /// Whether singular and plural are written the same.
    pub(super) fn is_invariable(&self) -> bool {
        self.plural == self.singular
    }
}

/// Nouns by their forms.
pub(super) static NOUNS: LazyLock<HashMap<&'static str, &'static Noun>> = LazyLock::new(|| {
    let plurals = NOUN_LIST.iter().map(|noun| (noun.plural.as_str(), noun));
    let singulars = NOUN_LIST.iter().map(|noun| (noun.singular, noun));
    plurals.chain(singulars).collect()
});

static NOUN_LIST: LazyLock<Vec<Noun>> = LazyLock::new(|| {
    let lines = lines(packed::file!("french/nouns.txt"));
    let entries = lines.flat_map(|line| {
        let mut entries = line.split_whitespace();
        let gender = match entries.next() {
            Some("m") => Some(Gender::Masculine),
            Some("f") => Some(Gender::Feminine),
            _ => None,
        };
        entries.map(move |entry| (gender, entry))
    });
    entries.map(|(gender, entry)| noun(gender, entry)).collect()
});

fn noun(gender: Option<Gender>, entry: &'static str) -> Noun {
    let (entry, keeps_letters) = match entry.strip_prefix('*') {
        Some(entry) => (entry, true),
        None => (entry, false),
    };
    let (singular, plural) = match entry.split_once('/') {
        Some((singular, plural)) => (singular, plural.to_owned()),
        None => (entry, plural(entry)),
    };
    let is_finite = |form: &str| !VERBS.readings(form).is_empty();
    // In "les contenant" the word is a verb.
    let is_gerund = singular
        .strip_suffix("ant")
        .is_some_and(|stem| is_finite(&format!("{stem}ons")));
    Noun {
        is_verb: is_finite(singular) || is_finite(&plural) || is_gerund,
        elides: !keeps_letters && begins_with_vowel(singular),
        singular,
        plural,
        gender,
    }
}

/// The regular plural of a noun or an adjective.
fn plural(word: &str) -> String {
    if word.ends_with(['s', 'x', 'z']) {
        return word.to_owned();
    }
    match word.strip_suffix("al") {
        Some(stem) => format!("{stem}aux"),
        None if word.ends_with("au") || word.ends_with("eu") && word != "bleu" => {
            format!("{word}x")
        }
        None => format!("{word}s"),
    }
}

/// The forms of an adjective: masculine, feminine, masculine plural, feminine plural.
pub(super) type Adjective = [&'static str; 4];

/// Gender and number of a noun or a pronoun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Features {
    /// `None` if it may be either.
    pub(super) gender: Option<Gender>,
    pub(super) is_plural: bool,
}

impl Features {
    /// The form of an adjective that agrees, given the form that is written.
    pub(super) fn of(
        self,
        [masculine, feminine, masculines, feminines]: Adjective,
        written: &str,
    ) -> &'static str {
        let is_feminine = match self.gender {
            Some(gender) => gender == Gender::Feminine,
            None => {
                written == feminine && feminine != masculine
                    || written == feminines && feminines != masculines
            }
        };
        match (is_feminine, self.is_plural) {
            (false, false) => masculine,
            (true, false) => feminine,
            (false, true) => masculines,
            (true, true) => feminines,
        }
    }
}

/// The forms of an adjective or a participle.
pub(super) fn adjective(word: &str) -> Option<Adjective> {
    // In "deux ans plus tard" the word is not the participle of "plaire".
    if word == "plus" {
        return None;
    }
    let forms = match ADJECTIVES.get(word) {
        Some(forms) => forms,
        None => &VERBS.of_participle(word)?.participles,
    };
    let [a, b, c, d] = forms;
    Some([a, b, c, d])
}

/// Adjectives by their forms.
static ADJECTIVES: LazyLock<HashMap<&'static str, &'static [String; 4]>> = LazyLock::new(|| {
    let mut adjectives = HashMap::new();
    for forms in ADJECTIVE_LIST.iter() {
        for form in forms {
            adjectives.insert(form.as_str(), forms);
        }
    }
    adjectives
});

static ADJECTIVE_LIST: LazyLock<Vec<[String; 4]>> = LazyLock::new(|| {
    lines(packed::file!("french/adjectives.txt"))
        .flat_map(str::split_whitespace)
        .map(|entry| {
            let mut parts = entry.split('/');
            let masculine = parts.next().unwrap_or_default();
            let feminine = match parts.next().filter(|it| !it.is_empty()) {
                Some(feminine) => feminine.to_owned(),
                None => feminine(masculine),
            };
            let plural = parts
                .next()
                .map_or_else(|| plural(masculine), str::to_owned);
            let plural_feminine = format!("{feminine}s");
            [masculine.to_owned(), feminine, plural, plural_feminine]
        })
        .collect()
});

/// The regular feminine form of an adjective.
fn feminine(masculine: &str) -> String {
    const ENDINGS: [(&str, &str); 9] = [
        ("eux", "euse"),
        ("if", "ive"),
        ("er", "ère"),
        ("el", "elle"),
        ("eil", "eille"),
        ("en", "enne"),
        ("on", "onne"),
        ("et", "ette"),
        ("eau", "elle"),
    ];
    if masculine.ends_with('e') {
        return masculine.to_owned();
    }
    let stems = ENDINGS.iter().filter_map(|(masculine_ending, ending)| {
        let stem = masculine.strip_suffix(masculine_ending)?;
        Some(format!("{stem}{ending}"))
    });
    let mut stems = stems;
    stems.next().unwrap_or_else(|| format!("{masculine}e"))
}

/// Whether a word begins with a vowel or a silent h.
pub(super) fn begins_with_vowel(word: &str) -> bool {
    word.starts_with([
        'a', 'e', 'i', 'o', 'u', 'h', 'à', 'â', 'é', 'è', 'ê', 'ë', 'î', 'ï', 'ô', 'û', 'œ',
    ])
}
