//! The texts of a request: what of them is read, and what is billed.

use dragoman_domain::Language;
use dragoman_text::{MarkedText, MarkupPiece, SentenceSplitting};

use super::layout::Layout;
use super::{TranslationError, TranslationRequest};
use crate::count_characters;

/// The texts of a request, taken apart as far as that is possible without their languages.
pub struct Texts<'request> {
    texts: Vec<Text<'request>>,
}

/// A text, and what of it is to be translated.
pub(crate) enum Text<'request> {
    /// All of it.
    Plain(&'request str),
    /// What is not markup.
    Marked(MarkedText<'request>),
}

impl<'request> Texts<'request> {
    /// Reads the texts of a request.
    ///
    /// # Errors
    /// [`TranslationError::Markup`] for the first text whose markup cannot be read.
    pub fn read(request: &'request TranslationRequest) -> Result<Self, TranslationError> {
        let read = |(index, source): (usize, &'request String)| match &request.markup {
            None => Ok(Text::Plain(source)),
            Some(options) => match MarkedText::parse(source, options) {
                Ok(text) => Ok(Text::Marked(text)),
                Err(error) => Err(TranslationError::Markup { index, error }),
            },
        };
        let texts: Result<_, _> = request.texts.iter().enumerate().map(read).collect();
        Ok(Self { texts: texts? })
    }

    /// The characters of each text that count: those of markup do not.
    pub fn characters(&self) -> impl Iterator<Item = u64> + '_ {
        self.texts.iter().map(|text| match text {
            Text::Plain(source) => count_characters(source),
            Text::Marked(text) => text.characters() as u64,
        })
    }

    /// The words of each text.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| match text {
            Text::Plain(source) => source,
            Text::Marked(text) => text.text(),
        })
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Text<'request>> {
        self.texts.iter()
    }
}

impl<'request> FromIterator<Text<'request>> for Texts<'request> {
    fn from_iter<T: IntoIterator<Item = Text<'request>>>(texts: T) -> Self {
        Self {
            texts: texts.into_iter().collect(),
        }
    }
}

impl Text<'_> {
    /// A text whose markup is known by numbers.
    pub(crate) fn from_pieces<'text>(pieces: impl IntoIterator<Item = MarkupPiece<'text>>) -> Self {
        Self::Marked(MarkedText::from_pieces(pieces))
    }

    /// The text as it came.
    pub(super) const fn source(&self) -> &str {
        match self {
            Text::Plain(source) => source,
            Text::Marked(text) => text.source(),
        }
    }

    /// Its sentences in a language, which is known from elsewhere, and what is around them.
    pub(super) fn layout(&self, language: Language, splitting: SentenceSplitting) -> Layout<'_> {
        match self {
            Text::Plain(source) => {
                Layout::Plain(dragoman_text::segment(source, language, splitting))
            }
            Text::Marked(text) => Layout::Marked {
                sentences: text.sentences(language, splitting),
                text,
            },
        }
    }
}
