//! The vocabulary of English.

use std::sync::{Arc, LazyLock};

use harper_core::spell::{Dictionary, FstDictionary};
use harper_core::{Dialect, DictWordMetadata};
use rustc_hash::FxHashSet;

/// The most frequent words, one a line.
static FREQUENT: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let words = include_str!("../rules/frequent.txt").lines();
    let words = words.filter(|line| !line.starts_with('#'));
    words.flat_map(str::split_whitespace).collect()
});

/// The frequency class of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FrequencyClass {
    /// One of the most frequent words.
    Frequent,
    /// A generally known word.
    Common,
    /// Another word of the dictionary.
    Rare,
}

/// A word with a similar spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Similar {
    pub(crate) word: String,
    pub(crate) usage: FrequencyClass,
}

/// Harper's dictionary of all dialects of English.
#[derive(Clone)]
pub(crate) struct Vocabulary {
    dictionary: Arc<FstDictionary>,
}

impl Vocabulary {
    /// The dictionary, which is created at its first use and shared by the process.
    pub(crate) fn new() -> Self {
        Self {
            dictionary: FstDictionary::curated(),
        }
    }

    pub(crate) fn dictionary(&self) -> &Arc<FstDictionary> {
        &self.dictionary
    }

    /// Whether a word exists in any dialect with these capitals.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.dictionary.contains_exact_word_str(word)
    }

    /// Whether a word exists in any dialect, ignoring capitals.
    pub(crate) fn has_letters(&self, word: &str) -> bool {
        self.dictionary.contains_word_str(word)
    }

    /// The frequency class of a word in lower case.
    pub(crate) fn frequency_class(&self, word: &str) -> Option<FrequencyClass> {
        let metadata = self.metadata(word)?;
        Some(frequency_class(word, metadata))
    }

    /// Whether a word in lower case is a noun, perhaps among other parts of speech.
    pub(crate) fn is_noun(&self, word: &str) -> bool {
        self.metadata(word).is_some_and(DictWordMetadata::is_noun)
    }

    /// Whether a word in lower case is an adjective, perhaps among other parts of speech.
    pub(crate) fn is_adjective(&self, word: &str) -> bool {
        self.metadata(word)
            .is_some_and(DictWordMetadata::is_adjective)
    }

    /// Whether a word in lower case is a preposition, perhaps among other parts of speech.
    pub(crate) fn is_preposition(&self, word: &str) -> bool {
        self.metadata(word).is_some_and(|data| data.preposition)
    }

    /// Whether a word in lower case is a form of a verb, perhaps among other parts of speech.
    pub(crate) fn is_verb(&self, word: &str) -> bool {
        self.metadata(word).is_some_and(DictWordMetadata::is_verb)
    }

    /// Whether a word in lower case is the base form of a verb, perhaps among other parts of speech.
    pub(crate) fn is_verb_stem(&self, word: &str) -> bool {
        self.metadata(word)
            .is_some_and(DictWordMetadata::is_verb_lemma)
    }

    /// The dialect, American or British, of a word that is spelled like this in one of them only.
    pub(crate) fn exclusive_dialect(&self, word: &str) -> Option<Dialect> {
        let dialects = self.metadata(word)?.dialects;
        let is_in = |dialect| dialects.is_dialect_enabled(dialect);
        match (is_in(Dialect::American), is_in(Dialect::British)) {
            (true, false) => Some(Dialect::American),
            (false, true) => Some(Dialect::British),
            _ => None,
        }
    }

    /// The words of a dialect, in lower case, within an edit distance of `distance` letters.
    pub(crate) fn similar(&self, word: &str, distance: u8, dialect: Dialect) -> Vec<Similar> {
        const MAX_COUNT: usize = 400;
        let matches = self.dictionary.fuzzy_match_str(word, distance, MAX_COUNT);
        let usable = matches.into_iter().filter(|found| {
            let is_lower_case = found
                .word
                .iter()
                .all(|c| c.is_ascii_lowercase() || *c == '\'')
                && !found.word.ends_with(&['\'', 's']);
            let data = &found.metadata;
            is_lower_case
                && data.dialects.is_dialect_enabled(dialect)
                && data.swear != Some(true)
                && data.abbreviation != Some(true)
        });
        usable
            .map(|found| {
                let word: String = found.word.iter().collect();
                let usage = frequency_class(&word, &found.metadata);
                Similar { word, usage }
            })
            .collect()
    }

    fn metadata(&self, word: &str) -> Option<&DictWordMetadata> {
        let letters: Vec<char> = word.chars().collect();
        self.dictionary.get_word_metadata_exact(&letters)
    }
}

fn frequency_class(word: &str, metadata: &DictWordMetadata) -> FrequencyClass {
    if FREQUENT.contains(word) {
        FrequencyClass::Frequent
    } else if metadata.common {
        FrequencyClass::Common
    } else {
        FrequencyClass::Rare
    }
}
