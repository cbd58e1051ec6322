//! Text that a confined process wants to be recognised: it cannot start who does that, and asks who has started it.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};

use dragoman_documents::{
    Layout, Orientation, Picture, Pixels, RecognisedWord, RecognitionError, TextRecogniser,
};
use dragoman_language::Language;
use serde::{Deserialize, Serialize};

use super::channel::ask;

/// What says how a picture is, at most.
const MOST_ABOUT: usize = 1 << 10;
/// How many bytes of pixels a picture has at most.
const MOST_PIXELS: usize = 150_000_000;
/// How long a request is at most.
pub(super) const MOST_REQUEST: usize = MOST_ABOUT + MOST_PIXELS;

/// What is said of a picture before its pixels.
#[derive(Serialize, Deserialize)]
struct About {
    /// How its text lies; none if it is asked how that stands.
    layout: Option<WireLayout>,
    language: Option<String>,
    is_gray: bool,
    width: u32,
    height: u32,
    dots_per_inch: Option<u32>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum WireLayout {
    Page,
    Block,
    Line,
    Sparse,
}

impl From<Layout> for WireLayout {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Page => Self::Page,
            Layout::Block => Self::Block,
            Layout::Line => Self::Line,
            Layout::Sparse => Self::Sparse,
        }
    }
}

impl From<WireLayout> for Layout {
    fn from(layout: WireLayout) -> Self {
        match layout {
            WireLayout::Page => Self::Page,
            WireLayout::Block => Self::Block,
            WireLayout::Line => Self::Line,
            WireLayout::Sparse => Self::Sparse,
        }
    }
}

/// What was recognised in a picture, or why nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Recognised {
    Words(Vec<WireWord>),
    /// By how many degrees it is to be turned, and how sure that is.
    Orientation(Option<(u16, f32)>),
    Failed(WireFailure),
}

/// A word, with its box, how sure it is, and its block, paragraph and line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WireWord(String, [u32; 4], u8, [u32; 3]);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum WireFailure {
    NoRecogniser { remedy: String },
    UnknownLanguage { language: String, remedy: String },
    Size { most: u64 },
    TooLong,
    GivenUp,
    Failed { reason: String },
}

impl Recognised {
    /// How much memory it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        let words = match self {
            Self::Words(words) => words.as_slice(),
            _ => &[],
        };
        let letters: usize = words.iter().map(|word| word.0.len()).sum();
        size_of::<Self>() + size_of_val(words) + letters
    }

    fn words(self) -> Result<Vec<RecognisedWord>, RecognitionError> {
        match self {
            Self::Words(words) => Ok(words.into_iter().map(RecognisedWord::from).collect()),
            other => Err(other.failure()),
        }
    }

    fn orientation(self) -> Result<Option<Orientation>, RecognitionError> {
        match self {
            Self::Orientation(found) => {
                Ok(found.map(|(turn, confidence)| Orientation { turn, confidence }))
            }
            other => Err(other.failure()),
        }
    }

    /// Why nothing was recognised; that something else was asked for, if it was.
    fn failure(self) -> RecognitionError {
        match self {
            Self::Failed(failure) => failure.into(),
            _ => failed("something else was asked for before"),
        }
    }
}

impl From<RecognisedWord> for WireWord {
    fn from(word: RecognisedWord) -> Self {
        let place = [word.left, word.top, word.width, word.height];
        let number = [word.block, word.paragraph, word.line];
        Self(word.text, place, word.confidence, number)
    }
}

impl From<WireWord> for RecognisedWord {
    fn from(WireWord(text, place, confidence, number): WireWord) -> Self {
        let ([left, top, width, height], [block, paragraph, line]) = (place, number);
        Self {
            text,
            left,
            top,
            width,
            height,
            confidence,
            block,
            paragraph,
            line,
        }
    }
}

impl From<RecognitionError> for WireFailure {
    fn from(error: RecognitionError) -> Self {
        match error {
            RecognitionError::NoRecogniser { remedy } => Self::NoRecogniser { remedy },
            RecognitionError::UnknownLanguage { language, remedy } => Self::UnknownLanguage {
                language: language.tag().to_owned(),
                remedy,
            },
            RecognitionError::Size { most } => Self::Size { most },
            RecognitionError::TooLong => Self::TooLong,
            RecognitionError::GivenUp => Self::GivenUp,
            RecognitionError::Failed { reason } => Self::Failed { reason },
        }
    }
}

impl From<WireFailure> for RecognitionError {
    fn from(failure: WireFailure) -> Self {
        match failure {
            WireFailure::NoRecogniser { remedy } => Self::NoRecogniser { remedy },
            WireFailure::UnknownLanguage { language, remedy } => match language.parse() {
                Ok(language) => Self::UnknownLanguage { language, remedy },
                Err(_) => Self::NoRecogniser { remedy },
            },
            WireFailure::Size { most } => Self::Size { most },
            WireFailure::TooLong => Self::TooLong,
            WireFailure::GivenUp => Self::GivenUp,
            WireFailure::Failed { reason } => Self::Failed { reason },
        }
    }
}

fn failed(reason: impl Into<String>) -> RecognitionError {
    RecognitionError::Failed {
        reason: reason.into(),
    }
}

/// Who recognises for a confined process: what was recognised when the document was read comes again, and for all else it
/// asks.
pub(super) struct AskingRecogniser<'s> {
    stream: &'s File,
    known: Mutex<VecDeque<Recognised>>,
}

impl<'s> AskingRecogniser<'s> {
    pub(super) fn new(stream: &'s File, known: Vec<Recognised>) -> Self {
        Self {
            stream,
            known: Mutex::new(known.into()),
        }
    }

    fn answer(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
        layout: Option<Layout>,
    ) -> Result<Recognised, RecognitionError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.pop_front() {
            return Ok(known);
        }
        let (is_gray, pixels) = match picture.pixels {
            Pixels::Gray(pixels) => (true, pixels),
            Pixels::Rgb(pixels) => (false, pixels),
        };
        let about = About {
            layout: layout.map(WireLayout::from),
            language: language.map(|language| language.tag().to_owned()),
            is_gray,
            width: picture.width,
            height: picture.height,
            dots_per_inch: picture.dots_per_inch,
        };
        let io = |error: io::Error| failed(error.to_string());
        let mut about = serde_json::to_vec(&about).map_err(|error| failed(error.to_string()))?;
        about.push(END);
        let told = ask(self.stream, &[&about, pixels]).map_err(io)?;
        serde_json::from_slice(&told).map_err(|error| failed(error.to_string()))
    }
}

/// What comes between what is said of a picture and its pixels. It is in no JSON without line breaks.
const END: u8 = b'\n';

impl TextRecogniser for AskingRecogniser<'_> {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
        layout: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        self.answer(picture, language, Some(layout))?.words()
    }

    fn orientation(&self, picture: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        self.answer(picture, None, None)?.orientation()
    }
}

/// Has a recogniser do what a process asks for.
///
/// # Errors
/// [`RecognitionError::GivenUp`] if nobody waits for the document any more.
pub(super) fn recognise(
    request: &[u8],
    recogniser: &dyn TextRecogniser,
) -> Result<Recognised, RecognitionError> {
    match try_to_recognise(request, recogniser) {
        Err(RecognitionError::GivenUp) => Err(RecognitionError::GivenUp),
        Err(error) => Ok(Recognised::Failed(error.into())),
        Ok(recognised) => Ok(recognised),
    }
}

fn try_to_recognise(
    request: &[u8],
    recogniser: &dyn TextRecogniser,
) -> Result<Recognised, RecognitionError> {
    let wrong = || failed("the process asks for nothing that is known");
    let head = request.get(..MOST_ABOUT).unwrap_or(request);
    let end = head
        .iter()
        .position(|byte| *byte == END)
        .ok_or_else(wrong)?;
    let (about, pixels) = request.split_at_checked(end).ok_or_else(wrong)?;
    let about: About = serde_json::from_slice(about).map_err(|_| wrong())?;
    let pixels = pixels.get(1..).unwrap_or_default();
    let picture = Picture {
        pixels: match about.is_gray {
            true => Pixels::Gray(pixels),
            false => Pixels::Rgb(pixels),
        },
        width: about.width,
        height: about.height,
        dots_per_inch: about.dots_per_inch,
    };
    let Some(layout) = about.layout else {
        let found = recogniser.orientation(&picture)?;
        let found = found.map(|it| (it.turn, it.confidence));
        return Ok(Recognised::Orientation(found));
    };
    let language = about.language.map(|tag| tag.parse::<Language>());
    let language = language.transpose().map_err(|_| wrong())?;
    let words = recogniser.recognise(&picture, language, layout.into())?;
    Ok(Recognised::Words(
        words.into_iter().map(WireWord::from).collect(),
    ))
}
