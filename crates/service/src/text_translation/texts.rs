//! The texts of a request: what of them is read, and what is billed.

use dragoman_domain::Language;
use dragoman_text::{MarkedText, SentenceSplitting};

use super::layout::Layout;
use super::{TranslationError, TranslationRequest};
use crate::count_characters;

/// The texts of a request, taken apart as far as that is possible without their languages.
pub struct Texts<'request> {
    texts: Vec<Text<'request>>,
    splitting: SentenceSplitting,
}

enum Text<'request> {
    Plain(&'request str),
    Marked {
        source: &'request str,
        parsed: MarkedText<'request>,
    },
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
                Ok(parsed) => Ok(Text::Marked { source, parsed }),
                Err(error) => Err(TranslationError::Markup { index, error }),
            },
        };
        let texts: Result<_, _> = request.texts.iter().enumerate().map(read).collect();
        Ok(Self {
            texts: texts?,
            splitting: request.splitting,
        })
    }

    /// The characters of each text that count: those of markup do not.
    pub fn characters(&self) -> impl Iterator<Item = u64> + '_ {
        self.texts.iter().map(|text| match text {
            Text::Plain(source) => count_characters(source),
            Text::Marked { parsed, .. } => parsed.characters() as u64,
        })
    }

    /// The words of each text.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| match text {
            Text::Plain(source) => source,
            Text::Marked { parsed, .. } => parsed.text(),
        })
    }

    /// Each text as it came, with the way to lay it out as a text in a language.
    pub(super) fn iter(&self) -> impl Iterator<Item = TextToLayOut<'_>> {
        self.texts.iter().map(|text| TextToLayOut {
            text,
            splitting: self.splitting,
        })
    }
}

/// A text whose language is known from elsewhere.
#[derive(Clone, Copy)]
pub(super) struct TextToLayOut<'texts> {
    text: &'texts Text<'texts>,
    splitting: SentenceSplitting,
}

impl<'texts> TextToLayOut<'texts> {
    /// The text as it came.
    pub(super) const fn source(self) -> &'texts str {
        match self.text {
            Text::Plain(source) | Text::Marked { source, .. } => source,
        }
    }

    /// The text if it has no markup.
    pub(super) const fn plain(self) -> Option<&'texts str> {
        match self.text {
            Text::Plain(source) => Some(source),
            Text::Marked { .. } => None,
        }
    }

    /// Its sentences and what is around them.
    pub(super) fn layout(self, language: Language) -> Layout<'texts> {
        match self.text {
            Text::Plain(source) => {
                Layout::Plain(dragoman_text::segment(source, language, self.splitting))
            }
            Text::Marked { parsed, .. } => Layout::Marked {
                sentences: parsed.sentences(language, self.splitting),
                text: parsed,
            },
        }
    }
}
