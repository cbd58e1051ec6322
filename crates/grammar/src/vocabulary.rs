//! What words there are.

use std::sync::{Arc, LazyLock};

use harper_core::spell::{Dictionary, FstDictionary};
use harper_core::{Dialect, DictWordMetadata};
use rustc_hash::FxHashSet;

/// Words that everybody uses all the time, one a line.
static FREQUENT: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let words = include_str!("../rules/frequent.txt").lines();
    let words = words.filter(|line| !line.starts_with('#'));
    words.flat_map(str::split_whitespace).collect()
});

/// How usual a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Usage {
    /// Everybody uses it all the time.
    Frequent,
    /// Everybody knows it.
    Common,
    /// It is in the dictionary.
    Rare,
}

/// A word that is written like another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Similar {
    pub(crate) word: String,
    pub(crate) usage: Usage,
}

/// Harper's dictionary of English in all its dialects.
#[derive(Clone)]
pub(crate) struct Vocabulary {
    dictionary: Arc<FstDictionary>,
}

impl Vocabulary {
    /// The dictionary, which is made when it is first wanted and shared by the process.
    pub(crate) fn new() -> Self {
        Self {
            dictionary: FstDictionary::curated(),
        }
    }

    pub(crate) fn dictionary(&self) -> &Arc<FstDictionary> {
        &self.dictionary
    }

    /// Whether a word is spelled like that, capitals included, in any dialect.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.dictionary.contains_exact_word_str(word)
    }

    /// Whether there is a word with these letters, with whatever capitals.
    pub(crate) fn has_letters(&self, word: &str) -> bool {
        self.dictionary.contains_word_str(word)
    }

    /// How usual a word is that is written in small letters.
    pub(crate) fn usage(&self, word: &str) -> Option<Usage> {
        let metadata = self.exact(word)?;
        Some(usage(word, metadata))
    }

    /// Whether a word in small letters is a noun, whatever else it is.
    pub(crate) fn is_noun(&self, word: &str) -> bool {
        self.exact(word).is_some_and(DictWordMetadata::is_noun)
    }

    /// Whether a word in small letters is an adjective, whatever else it is.
    pub(crate) fn is_adjective(&self, word: &str) -> bool {
        self.exact(word).is_some_and(DictWordMetadata::is_adjective)
    }

    /// Whether a word in small letters is a preposition, whatever else it is.
    pub(crate) fn is_preposition(&self, word: &str) -> bool {
        self.exact(word).is_some_and(|data| data.preposition)
    }

    /// Whether a word in small letters is a form of a verb, whatever else it is.
    pub(crate) fn is_verb(&self, word: &str) -> bool {
        self.exact(word).is_some_and(DictWordMetadata::is_verb)
    }

    /// Whether a word in small letters is a verb without an ending, whatever else it is.
    pub(crate) fn is_verb_stem(&self, word: &str) -> bool {
        self.exact(word)
            .is_some_and(DictWordMetadata::is_verb_lemma)
    }

    /// American or British for a word that is spelled like that in one of them only.
    pub(crate) fn only_in(&self, word: &str) -> Option<Dialect> {
        let dialects = self.exact(word)?.dialects;
        let is_in = |dialect| dialects.is_dialect_enabled(dialect);
        match (is_in(Dialect::American), is_in(Dialect::British)) {
            (true, false) => Some(Dialect::American),
            (false, true) => Some(Dialect::British),
            _ => None,
        }
    }

    /// The words of a dialect, in small letters, that differ from another by no more than `distance` letters.
    pub(crate) fn similar(&self, word: &str, distance: u8, dialect: Dialect) -> Vec<Similar> {
        const MOST: usize = 400;
        let matches = self.dictionary.fuzzy_match_str(word, distance, MOST);
        let usable = matches.into_iter().filter(|found| {
            let is_small = found
                .word
                .iter()
                .all(|c| c.is_ascii_lowercase() || *c == '\'')
                && !found.word.ends_with(&['\'', 's']);
            let data = &found.metadata;
            is_small
                && data.dialects.is_dialect_enabled(dialect)
                && data.swear != Some(true)
                && data.abbreviation != Some(true)
        });
        usable
            .map(|found| {
                let word: String = found.word.iter().collect();
                let usage = usage(&word, &found.metadata);
                Similar { word, usage }
            })
            .collect()
    }

    fn exact(&self, word: &str) -> Option<&DictWordMetadata> {
        let letters: Vec<char> = word.chars().collect();
        self.dictionary.get_word_metadata_exact(&letters)
    }
}

fn usage(word: &str, metadata: &DictWordMetadata) -> Usage {
    if FREQUENT.contains(word) {
        Usage::Frequent
    } else if metadata.common {
        Usage::Common
    } else {
        Usage::Rare
    }
}
