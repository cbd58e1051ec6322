//! What people are told of a document.

use std::collections::BTreeMap;

use dragoman_domain::Language;
use serde::{Deserialize, Serialize};

/// Something that is told of a document: what a person should know of its translation, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentNote {
    /// What it is, for programs.
    pub code: String,
    /// The same for people, as a sentence.
    pub message: String,
    /// What the sentence says of the document, by name.
    pub values: BTreeMap<String, DocumentNoteValue>,
}

/// A value of a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentNoteValue {
    /// A number of something.
    Number(u64),
    /// A name, a reason, or words of the document.
    Text(String),
    /// Numbers of pages, from 1; not more than the first of very many.
    Pages(Vec<u64>),
    /// A language, by its tag.
    Language(String),
}

impl DocumentNote {
    pub(super) fn new(
        code: &str,
        message: String,
        values: impl IntoIterator<Item = (&'static str, DocumentNoteValue)>,
    ) -> Self {
        let values = values.into_iter();
        Self {
            code: code.to_owned(),
            message,
            values: values
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }
}

impl From<u64> for DocumentNoteValue {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for DocumentNoteValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for DocumentNoteValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Language> for DocumentNoteValue {
    fn from(language: Language) -> Self {
        Self::Language(language.tag().to_owned())
    }
}
