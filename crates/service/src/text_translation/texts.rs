//! The texts of a request: what of them is read, and what is billed.

use std::borrow::Cow;

use dragoman_domain::Language;
use dragoman_text::SentenceSplitting;

use super::layout::Layout;
use super::{TranslationError, TranslationRequest};
use crate::count_characters;

/// The texts of a request, taken apart as far as that is possible without their languages.
pub struct Texts<'request> {
    texts: Vec<&'request str>,
    splitting: SentenceSplitting,
}

impl<'request> Texts<'request> {
    /// Reads the texts of a request.
    ///
    /// # Errors
    /// None yet.
    pub fn read(request: &'request TranslationRequest) -> Result<Self, TranslationError> {
        Ok(Self {
            texts: request.texts.iter().map(String::as_str).collect(),
            splitting: request.splitting,
        })
    }

    /// The characters of each text that count: markup does not.
    pub fn characters(&self) -> impl Iterator<Item = u64> + '_ {
        self.texts.iter().map(|text| count_characters(text))
    }

    /// The words of each text.
    pub(super) fn plain(&self) -> Vec<String> {
        self.texts.iter().map(|text| (*text).to_owned()).collect()
    }

    /// Where the sentences of a text are that is in this language.
    pub(super) fn layout(&self, index: usize, language: Language) -> Layout<'_> {
        let text = self.texts.get(index).copied().unwrap_or_default();
        Layout::Plain(dragoman_text::segment(text, language, self.splitting))
    }

    /// A text as it came.
    pub(super) fn source(&self, index: usize) -> Cow<'_, str> {
        Cow::Borrowed(self.texts.get(index).copied().unwrap_or_default())
    }
}
