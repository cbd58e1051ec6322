//! The words that the rules of French know, from the tables beside those of the patterns.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gender {
    Masculine,
    Feminine,
}

/// A noun.
#[derive(Debug)]
pub(super) struct Noun {
    pub(super) singular: &'static str,
    pub(super) plural: &'static str,
    /// None if it may be either.
    pub(super) gender: Option<Gender>,
    /// Whether its singular is a form of a verb, too.
    pub(super) is_verb: bool,
    /// Whether the words before it lose their last letter.
    pub(super) elides: bool,
}

/// Nouns by their forms.
pub(super) static NOUNS: LazyLock<HashMap<&'static str, &'static Noun>> = LazyLock::new(|| {
    let mut nouns = HashMap::new();
    for noun in NOUN_LIST.iter() {
        nouns.insert(noun.plural, noun);
    }
    for noun in NOUN_LIST.iter() {
        nouns.insert(noun.singular, noun);
    }
    nouns
});

static NOUN_LIST: LazyLock<Vec<Noun>> = LazyLock::new(|| {
    rows(include_str!("../../../rules/fr-nouns.tsv"))
        .filter_map(|mut row| {
            let singular = row.next()?;
            let plural = row.next()?;
            let kind = row.next()?;
            let gender = match kind.get(..1)? {
                "m" => Some(Gender::Masculine),
                "f" => Some(Gender::Feminine),
                _ => None,
            };
            Some(Noun {
                singular,
                plural,
                gender,
                is_verb: kind.contains('v'),
                elides: !kind.contains('h') && begins_with_vowel(singular),
            })
        })
        .collect()
});

/// Verbs in -er by their forms.
pub(super) struct Verbs {
    /// From an infinitive to the participle.
    pub(super) infinitives: HashMap<String, String>,
    /// From a participle or what sounds like it to the infinitive.
    pub(super) participles: HashMap<String, String>,
    /// The stems before silent endings.
    pub(super) stems: HashSet<&'static str>,
}

pub(super) static VERBS: LazyLock<Verbs> = LazyLock::new(|| {
    let mut verbs = Verbs {
        infinitives: HashMap::new(),
        participles: HashMap::new(),
        stems: HashSet::new(),
    };
    for mut row in rows(include_str!("../../../rules/fr-verbs.tsv")) {
        let Some(stem) = row.next() else {
            continue;
        };
        let infinitive = format!("{stem}er");
        let participle = format!("{stem}é");
        for ending in ["é", "ez", "ée", "és", "ées"] {
            let form = format!("{stem}{ending}");
            verbs.participles.insert(form, infinitive.clone());
        }
        verbs.infinitives.insert(infinitive, participle);
        verbs.stems.insert(row.next().unwrap_or(stem));
    }
    verbs
});

/// The forms of an adjective: masculine, feminine, and both in the plural.
pub(super) type Adjective = [&'static str; 4];

/// Adjectives that stand behind "être", by their masculine and their feminine form.
pub(super) static ADJECTIVES: LazyLock<HashMap<&'static str, Adjective>> = LazyLock::new(|| {
    let mut adjectives = HashMap::new();
    for mut row in rows(include_str!("../../../rules/fr-adjectives.tsv")) {
        let (Some(a), Some(b), Some(c), Some(d)) = (row.next(), row.next(), row.next(), row.next())
        else {
            continue;
        };
        for form in [d, c, b, a] {
            adjectives.insert(form, [a, b, c, d]);
        }
    }
    adjectives
});

/// The lines of a table, without those for people.
fn rows(table: &'static str) -> impl Iterator<Item = std::str::Split<'static, char>> {
    let lines = table.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('\t'))
}

/// Whether a word begins with a vowel or a silent h.
pub(super) fn begins_with_vowel(word: &str) -> bool {
    word.starts_with([
        'a', 'e', 'i', 'o', 'u', 'h', 'à', 'â', 'é', 'è', 'ê', 'ë', 'î', 'ï', 'ô', 'û', 'œ',
    ])
}
