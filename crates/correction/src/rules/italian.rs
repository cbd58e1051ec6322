//! Italian rules that patterns cannot express.

use std::sync::LazyLock;

use super::agreement::{self, Determiner, Gender, Lexicon, LexiconSources, Noun};
use crate::packed;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(&LexiconSources {
        words: packed::file!("it-words.tsv"),
        nouns: packed::file!("it-nouns.tsv"),
        adjectives: packed::file!("it-adjectives.tsv"),
        verbs: packed::file!("it-verbs.tsv"),
        is_tolerated,
        form,
        subjunctive: 3,
    })
});

/// The rules that are functions.
pub(super) const RULES: &[super::rule_function::RuleFunction] = &[
    |editable, _| agreement::determiners(editable, &LEXICON),
    |editable, _| agreement::adjectives(editable, &LEXICON),
    |editable, _| agreement::verbs(editable, &LEXICON),
    |editable, _| agreement::clauses(editable, &LEXICON),
    |editable, _| agreement::moods(editable, &LEXICON),
    |editable, _| agreement::demonyms(editable, &LEXICON),
];

/// The form of a determiner, which depends on the first sound of the noun.
fn form(determiner: &Determiner, noun: &Noun) -> Option<&'static str> {
    let forms = &determiner.forms;
    let features = noun.features;
    if forms.len() == 4 {
        return forms.get(features.index()).copied();
    }
    let is_indefinite = matches!(forms.first(), Some(&"un" | &"nessun"));
    let is_feminine = features.gender == Gender::Feminine;
    let begins = Onset::of(noun.form);
    if is_indefinite && is_feminine && begins == Onset::Vowel {
        return Some(if forms.first() == Some(&"un") {
            "un'"
        } else {
            "nessun'"
        });
    }
    let place = match (begins, is_feminine) {
        (Onset::Vowel, true) if !features.is_plural && !is_indefinite => 2,
        (_, true) => 3,
        (Onset::Simple, false) => 0,
        (Onset::Cluster, false) => 1,
        (Onset::Vowel, false) => 2,
    };
    let place = if features.is_plural { place + 4 } else { place };
    forms.get(place).copied()
}

/// Elision is optional: "una immagine" is as correct as "un'immagine"; only "la acqua" is wrong. "Il pneumatico" is as
/// usual as "lo pneumatico".
fn is_tolerated(word: &str, noun: &Noun) -> bool {
    if noun.form.starts_with("pn") {
        return true;
    }
    let is_feminine = noun.features.gender == Gender::Feminine && !noun.features.is_plural;
    let is_full = word.ends_with('a') && !(word == "la" && noun.form.starts_with('a'));
    is_feminine && is_full && Onset::of(noun.form) == Onset::Vowel
}

/// The first sound of a word, as far as articles depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Onset {
    Vowel,
    /// A consonant after which the article is "il".
    Simple,
    /// A consonant cluster after which the article is "lo".
    Cluster,
}

impl Onset {
    fn of(word: &str) -> Self {
        let mut letters = word.chars();
        let first = letters.next().unwrap_or_default();
        let second = letters.next().unwrap_or_default();
        let is_vowel = |letter: char| "aeiouàèéìòù".contains(letter);
        match (first, second) {
            (first, _) if is_vowel(first) => Self::Vowel,
            ('z' | 'x' | 'y', _) | ('g', 'n') | ('p', 's' | 'n') => Self::Cluster,
            ('s', second) if !is_vowel(second) => Self::Cluster,
            _ => Self::Simple,
        }
    }
}
