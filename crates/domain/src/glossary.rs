use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use async_trait::async_trait;
use dragoman_language::{Language, LanguagePair};
use jiff::Timestamp;
use uuid::Uuid;

use crate::guid::guid;
use crate::{AccountId, NoStorage, StorageRoom, StoreError};

guid!(
    /// Identifies a glossary.
    GlossaryId
);

/// The languages that a dictionary can be from or into, by the interface's list.
const GLOSSARY_LANGUAGES: [&str; 33] = [
    "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hu", "id", "it", "ja",
    "ko", "lt", "lv", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "uk", "vi",
    "zh",
];

/// Every language that a dictionary can be from or into, in the order of their tags. Any two of
/// them are a pair.
pub fn glossary_languages() -> &'static [Language] {
    static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
        // A test checks that every one is known.
        GLOSSARY_LANGUAGES
            .iter()
            .filter_map(|tag| Language::parse(tag).ok())
            .collect()
    });
    &LANGUAGES
}

/// From which language into which a dictionary is: two different languages of
/// [`glossary_languages`], never variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlossaryPair(LanguagePair);

/// No dictionary can be made for a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GlossaryPairError {
    /// Glossaries are not available in this language.
    #[error("glossaries are not available in {}", .0.name())]
    NotAGlossaryLanguage(Language),
    /// Both sides are the same language, variants aside.
    #[error("a dictionary needs two different languages, and both are {}", .0.name())]
    SameLanguage(Language),
}

impl GlossaryPair {
    /// The pair of the base languages: a dictionary serves all variants of a language.
    ///
    /// # Errors
    /// [`GlossaryPairError`] if there cannot be a dictionary for them.
    pub fn new(source: Language, target: Language) -> Result<Self, GlossaryPairError> {
        let pair = LanguagePair::new(source.base(), target.base());
        for language in [pair.source, pair.target] {
            if !GLOSSARY_LANGUAGES.contains(&language.tag()) {
                return Err(GlossaryPairError::NotAGlossaryLanguage(language));
            }
        }
        if pair.is_identity() {
            return Err(GlossaryPairError::SameLanguage(pair.source));
        }
        Ok(Self(pair))
    }

    /// The language of the source terms.
    #[must_use]
    pub const fn source(self) -> Language {
        self.0.source
    }

    /// The language of the target terms.
    #[must_use]
    pub const fn target(self) -> Language {
        self.0.target
    }
}

impl From<GlossaryPair> for LanguagePair {
    fn from(pair: GlossaryPair) -> Self {
        pair.0
    }
}

impl fmt::Display for GlossaryPair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.source(), self.target())
    }
}

/// A term and what it is to be translated as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GlossaryEntry<'a> {
    /// The term in the source language.
    pub source: &'a str,
    /// The wanted translation.
    pub target: &'a str,
}

/// The entries of a dictionary, in order.
///
/// They are kept as one text, a line for each entry with a tab between its terms, because a
/// dictionary may have a million of them: two strings for each would take many times the memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct GlossaryEntries {
    tsv: String,
    count: usize,
}

/// A text is not what [`GlossaryEntries::as_tsv`] gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a source term, a tab and a target term")]
pub struct MalformedEntries {
    /// The line, counted from 0.
    pub line: usize,
}

impl GlossaryEntries {
    /// What [`as_tsv`](Self::as_tsv) gave, read again.
    ///
    /// # Errors
    /// [`MalformedEntries`] for anything else.
    pub fn from_tsv(tsv: String) -> Result<Self, MalformedEntries> {
        let mut count = 0;
        if !tsv.is_empty() {
            for line in tsv.split('\n') {
                if !is_entry(line) {
                    return Err(MalformedEntries { line: count });
                }
                count += 1;
            }
        }
        Ok(Self { tsv, count })
    }

    /// Adds an entry at the end. Returns whether it could: neither term may be empty or contain a
    /// tab or a line feed. That no source term comes twice is the caller's to see.
    #[must_use = "the entry may not have been added"]
    pub fn push(&mut self, entry: GlossaryEntry<'_>) -> bool {
        let is_term = |term: &str| !term.is_empty() && !term.contains(['\t', '\n']);
        let can = is_term(entry.source) && is_term(entry.target);
        if can {
            if self.count > 0 {
                self.tsv.push('\n');
            }
            self.tsv.push_str(entry.source);
            self.tsv.push('\t');
            self.tsv.push_str(entry.target);
            self.count += 1;
        }
        can
    }

    /// The entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = GlossaryEntry<'_>> {
        // The one line of an empty text has no tab.
        self.tsv.split('\n').filter_map(|line| {
            let (source, target) = line.split_once('\t')?;
            Some(GlossaryEntry { source, target })
        })
    }

    /// The entries as text: a line for each, with a tab between its terms and a line feed between
    /// two lines.
    #[must_use]
    pub fn as_tsv(&self) -> &str {
        &self.tsv
    }

    /// [`as_tsv`](Self::as_tsv), without a copy.
    #[must_use]
    pub fn into_tsv(self) -> String {
        self.tsv
    }

    /// How many entries there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// These entries with those of `newer`: a source term that is here already gets its new target
    /// and keeps its place; the others follow in their order.
    #[must_use]
    pub fn merged_with(&self, newer: &Self) -> Self {
        let mut left: HashMap<&str, &str> = newer
            .iter()
            .map(|entry| (entry.source, entry.target))
            .collect();
        let mut merged = Self::default();
        merged.tsv.reserve(self.tsv.len() + newer.tsv.len() + 1);
        for entry in self.iter() {
            let target = left.remove(entry.source).unwrap_or(entry.target);
            // Terms of entries are terms.
            let _ = merged.push(GlossaryEntry { target, ..entry });
        }
        for entry in newer.iter() {
            if left.contains_key(entry.source) {
                let _ = merged.push(entry);
            }
        }
        merged
    }
}

fn is_entry(line: &str) -> bool {
    line.split_once('\t').is_some_and(|(source, target)| {
        !source.is_empty() && !target.is_empty() && !target.contains('\t')
    })
}

/// Tells how many there are, and never what they say.
impl fmt::Debug for GlossaryEntries {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "GlossaryEntries({} of them)", self.count)
    }
}

/// Names one state of one dictionary: it changes whenever the dictionary does, and no other state
/// of any dictionary ever has the same. What was compiled from a dictionary can be kept under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DictionaryRevision(pub Uuid);

/// The entries of a glossary for one pair of languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    /// From which language into which.
    pub pair: GlossaryPair,
    /// Names this state of the dictionary.
    pub revision: DictionaryRevision,
    /// The entries; at least one.
    pub entries: GlossaryEntries,
}

/// What is told of a dictionary without its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DictionaryInfo {
    /// From which language into which.
    pub pair: GlossaryPair,
    /// How many entries it has.
    pub entry_count: u64,
}

/// A glossary without the entries of its dictionaries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glossary {
    /// Identifies the glossary.
    pub id: GlossaryId,
    /// A name for people; need not be unique.
    pub name: String,
    /// When the glossary was made, to the millisecond.
    pub created: Timestamp,
    /// Whether it was changed since.
    pub edited: bool,
    /// The dictionaries, no two for the same pair, in the order in which they were added.
    pub dictionaries: Vec<DictionaryInfo>,
}

/// What a dictionary may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaces {
    /// Whatever is there for the pair, or nothing.
    Anything,
    /// Only this state of the pair's dictionary; `None` is that there is no dictionary.
    Only(Option<DictionaryRevision>),
}

/// What to change in a glossary; nothing of it happens if some of it cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlossaryChange {
    /// The new name.
    pub name: Option<String>,
    /// A dictionary to add or to put in the place of another.
    pub dictionary: Option<(Dictionary, Replaces)>,
    /// The most bytes that all dictionaries may have together afterwards, each as
    /// [`GlossaryEntries::as_tsv`].
    pub size_limit: u64,
    /// The bytes that all glossaries may have, counted in the same way.
    pub storage: StorageRoom,
}

/// How many glossaries there may be, and how large all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlossaryRoom {
    /// Glossaries of one account.
    pub glossaries: u32,
    /// Bytes of entries, each dictionary as [`GlossaryEntries::as_tsv`].
    pub storage: StorageRoom,
}

/// Why a glossary was not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateGlossaryError {
    /// The account has as many glossaries as it may have.
    #[error("the account has as many glossaries as it may have")]
    TooMany,
    /// There is no room for more bytes, of all accounts or of this one.
    #[error(transparent)]
    NoStorage(#[from] NoStorage),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a glossary was not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeGlossaryError {
    /// The account has no such glossary.
    #[error("there is no such glossary")]
    NotFound,
    /// The dictionary is not, or no longer, in the state that was to be replaced.
    #[error("the dictionary was changed by somebody else")]
    Outdated,
    /// The glossary would become larger than allowed.
    #[error("the glossary would become too large")]
    TooLarge,
    /// There is no room for more bytes, of all accounts or of this one.
    #[error(transparent)]
    NoStorage(#[from] NoStorage),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps glossaries. Every method sees the glossaries of one account only; those of others are as
/// if they did not exist.
#[async_trait]
pub trait GlossaryStore: Send + Sync {
    /// Keeps a new glossary with these dictionaries, no two of which are for the same pair, unless
    /// there is no room for it.
    async fn create_glossary(
        &self,
        account: AccountId,
        glossary: &Glossary,
        dictionaries: Vec<Dictionary>,
        room: GlossaryRoom,
    ) -> Result<(), CreateGlossaryError>;

    /// Every glossary, oldest first.
    async fn glossaries(&self, account: AccountId) -> Result<Vec<Glossary>, StoreError>;

    /// The glossary, if there is one.
    async fn glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
    ) -> Result<Option<Glossary>, StoreError>;

    /// The glossary's dictionary for the pair with all its entries, if there is one.
    async fn dictionary(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Option<Dictionary>, StoreError>;

    /// The state that the glossary's dictionary for the pair is in, if there is one: for who has
    /// read it before.
    async fn revision(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<Option<DictionaryRevision>, StoreError>;

    /// Changes a glossary and gives it back.
    async fn change_glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
        change: GlossaryChange,
    ) -> Result<Glossary, ChangeGlossaryError>;

    /// Deletes a glossary with its dictionaries, with `unless_edited` only if nobody has changed
    /// it since it was made. Returns whether it was deleted.
    async fn delete_glossary(
        &self,
        account: AccountId,
        id: GlossaryId,
        unless_edited: bool,
    ) -> Result<bool, StoreError>;

    /// Deletes the glossary's dictionary for the pair. Returns whether there was one.
    async fn delete_dictionary(
        &self,
        account: AccountId,
        id: GlossaryId,
        pair: GlossaryPair,
    ) -> Result<bool, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(tsv: &str) -> GlossaryEntries {
        GlossaryEntries::from_tsv(tsv.to_owned()).unwrap()
    }

    #[test]
    fn every_language_of_the_list_is_known_and_none_is_a_variant() {
        let tags: Vec<_> = glossary_languages()
            .iter()
            .map(|language| language.tag())
            .collect();
        assert_eq!(tags, GLOSSARY_LANGUAGES);
        assert!(
            glossary_languages()
                .iter()
                .all(|language| !language.is_variant())
        );
    }

    #[test]
    fn a_pair_is_of_two_different_base_languages() {
        let pair = |source, target| {
            GlossaryPair::new(
                Language::parse(source).unwrap(),
                Language::parse(target).unwrap(),
            )
            .map(|pair| pair.to_string())
            .map_err(|error| error.to_string())
        };
        assert_eq!(pair("en", "de").as_deref(), Ok("en-de"));
        assert_eq!(pair("pt-BR", "zh-Hant").as_deref(), Ok("pt-zh"));
        assert_eq!(
            pair("en-GB", "en-US"),
            Err("a dictionary needs two different languages, and both are English".to_owned())
        );
        assert_eq!(
            pair("en", "la"),
            Err("glossaries are not available in Latin".to_owned())
        );
    }

    #[test]
    fn entries_come_back_from_their_text() {
        let mut made = GlossaryEntries::default();
        assert!(made.is_empty());
        assert_eq!(made.iter().count(), 0);
        for (source, target) in [("b", "1"), ("a \"x\"", "2 🦊")] {
            assert!(made.push(GlossaryEntry { source, target }));
        }
        assert_eq!(made.as_tsv(), "b\t1\na \"x\"\t2 🦊");
        assert_eq!(made.len(), 2);
        assert_eq!(entries(made.as_tsv()), made);
        assert_eq!(entries(""), GlossaryEntries::default());
    }

    #[test]
    fn what_would_not_come_back_is_no_entry() {
        let mut made = GlossaryEntries::default();
        for (source, target) in [("", "a"), ("a", ""), ("a\tb", "c"), ("a", "b\nc")] {
            assert!(!made.push(GlossaryEntry { source, target }));
        }
        assert!(made.is_empty());
        for (tsv, line) in [("a", 0), ("a\tb\n", 1), ("a\tb\tc", 0), ("a\tb\n\tb", 1)] {
            assert_eq!(
                GlossaryEntries::from_tsv(tsv.to_owned()),
                Err(MalformedEntries { line })
            );
        }
    }

    #[test]
    fn merging_changes_targets_in_place_and_adds_the_rest_in_order() {
        let merged = entries("a\t1\nb\t2\nc\t3").merged_with(&entries("z\t9\nb\tnew\ny\t8"));
        assert_eq!(merged.as_tsv(), "a\t1\nb\tnew\nc\t3\nz\t9\ny\t8");
        assert_eq!(merged.len(), 5);
        let none = GlossaryEntries::default();
        assert_eq!(none.merged_with(&merged), merged);
        assert_eq!(merged.merged_with(&none), merged);
    }
}
