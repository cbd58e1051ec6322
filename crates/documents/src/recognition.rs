//! Recognising text in pictures: what is wanted of a program that does so.

use std::borrow::Cow;

use dragoman_language::Language;

use crate::DocumentError;

/// A picture whose text is to be recognised, with its pixels as they are seen: whatever turns or mirrors the picture in
/// its file is done before.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The brightness or the colours of its pixels, row by row from the top, each from the left, with nothing between
    /// rows.
    pub pixels: Pixels<'a>,
    /// How many pixels a row has.
    pub width: u32,
    /// How many rows there are.
    pub height: u32,
    /// How many pixels an inch has, where that is known: it says how large letters may be.
    pub dots_per_inch: Option<u32>,
}

/// The pixels of a picture.
#[derive(Debug, Clone, Copy)]
pub enum Pixels<'a> {
    /// A byte for each, 0 for black.
    Gray(&'a [u8]),
    /// Three bytes for each: red, green, blue.
    Rgb(&'a [u8]),
}

/// What is known of how the text of a picture lies, so that it need not be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Nothing: columns, tables and pictures between them.
    #[default]
    Page,
    /// One block of text of the same size, without columns.
    Block,
    /// One line.
    Line,
    /// Words here and there, as in a drawing or on a photograph.
    Sparse,
}

/// A word that was recognised in a picture, in pixels from its upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecognisedWord {
    /// The word, without white space around it. In scripts without spaces it may be a part of a line.
    pub text: String,
    /// Its left edge.
    pub left: u32,
    /// Its upper edge.
    pub top: u32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// How sure the recogniser is, from 0 to 100.
    pub confidence: u8,
    /// The number of its block, from 0, in the order in which people read them.
    pub block: u32,
    /// The number of its paragraph in the block, from 0.
    pub paragraph: u32,
    /// The number of its line in the paragraph, from 0.
    pub line: u32,
}

/// How the text of a picture stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orientation {
    /// By how many degrees the picture is to be turned clockwise so that its text stands upright: 0, 90, 180 or 270.
    pub turn: u16,
    /// How sure that is: below 1 it may as well be wrong.
    pub confidence: f32,
}

/// Recognises text in pictures.
///
/// A filter calls it on the thread of its document: it ends soon with [`RecognitionError::GivenUp`] when nobody waits for
/// the document any more ([`overseer`](crate::overseer)).
pub trait TextRecogniser: Send + Sync {
    /// The words of a picture in the order in which people read them; none if it has none.
    ///
    /// Without a language it is one of those that the recogniser finds likely by the script. With one that it has not
    /// learnt this is an error, since it would recognise other letters.
    ///
    /// # Errors
    /// [`RecognitionError`].
    fn recognise(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
        layout: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError>;

    /// How the text of a picture stands; none if there is too little text to say.
    ///
    /// # Errors
    /// [`RecognitionError`].
    fn orientation(&self, picture: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError>;
}

/// Recognises nothing, where there is no recogniser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRecogniser {
    /// What whoever runs the server has to do about it: the end of a sentence.
    pub remedy: Cow<'static, str>,
}

impl NoRecogniser {
    fn error(&self) -> RecognitionError {
        RecognitionError::NoRecogniser {
            remedy: self.remedy.clone().into_owned(),
        }
    }
}

impl TextRecogniser for NoRecogniser {
    fn recognise(
        &self,
        _: &Picture<'_>,
        _: Option<Language>,
        _: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        Err(self.error())
    }

    fn orientation(&self, _: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        Err(self.error())
    }
}

/// Why text was not recognised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecognitionError {
    /// There is nothing that recognises text.
    #[error("text in pictures is not recognised on this server: {remedy}")]
    NoRecogniser {
        /// What whoever runs the server has to do about it: the end of a sentence.
        remedy: String,
    },
    /// It has not learnt the language.
    #[error("text in pictures is not recognised in {} on this server: {remedy}", language.name())]
    UnknownLanguage {
        /// The language.
        language: Language,
        /// What whoever runs the server has to do about it: the end of a sentence.
        remedy: String,
    },
    /// The picture has more pixels than are looked at, or fewer than its size says.
    #[error("the picture has more than {most} pixels, or not as many as it says")]
    Size {
        /// How many there may be.
        most: u64,
    },
    /// It took longer than it may.
    #[error("the text of a picture could not be recognised in time")]
    TooLong,
    /// Nobody waits for the document any more.
    #[error("nobody waits for the document any more")]
    GivenUp,
    /// The recogniser failed.
    #[error("the text of a picture could not be recognised: {reason}")]
    Failed {
        /// Why, without text of the picture.
        reason: String,
    },
}

impl From<RecognitionError> for DocumentError {
    fn from(error: RecognitionError) -> Self {
        match error {
            RecognitionError::GivenUp => Self::GivenUp,
            error => Self::Unsupported(error.to_string()),
        }
    }
}
