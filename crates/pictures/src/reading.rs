//! The words of a picture, looked for in several ways.

use dragoman_documents::{
    DocumentError, Layout, Picture, RecognisedWord, TextRecogniser, overseer,
};
use dragoman_language::Language;

use crate::canvas::Canvas;
use crate::numbers::{length, median, pixel};

/// How high words are at least, in pixels, that are recognised well.
const SMALL: f32 = 28.0;
/// How high they should be.
const WANTED: f32 = 36.0;
/// By how much a picture is made larger at most.
const MOST_LARGER: u32 = 4;
/// By how much one is made larger in which nothing was found.
const USUALLY_LARGER: u32 = 3;
/// How many pixels one has at most that was made larger.
const MOST_PIXELS: usize = 8_000_000;
/// How sure words are, of 100, in a picture that is read as it should be.
const SURE: f32 = 75.0;
/// How sure words are at least that are counted.
const LEAST_SURE: u8 = 30;
/// How sure it is at least how the text stands.
const SURE_OF_TURN: f32 = 0.3;
/// By how much another layout must be better than that of a page, which keeps paragraphs together.
const BETTER: f32 = 1.25;

/// A word and where it is, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
    /// How sure it is, from 0 to 100.
    pub(crate) confidence: u8,
    /// The numbers of its block, its paragraph in that, and its line in that.
    pub(crate) place: [u32; 3],
}

impl Word {
    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub(crate) fn letters(&self) -> f32 {
        length(self.text.chars().filter(|it| it.is_alphanumeric()).count())
    }
}

/// The words of a picture that was turned clockwise by some degrees so that they stand upright.
pub(crate) struct Reading {
    pub(crate) turn: u16,
    pub(crate) words: Vec<Word>,
}

/// Who reads, and what is known of the text.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'r> {
    pub(crate) recogniser: &'r dyn TextRecogniser,
    pub(crate) language: Option<Language>,
    pub(crate) dots_per_inch: Option<u32>,
}

/// What was found in one way.
struct Found {
    words: Vec<Word>,
    /// By how much the picture was made larger for it.
    factor: u32,
}

impl Found {
    /// Whether most words are higher than they are wide: Tesseract reads text that was turned, too, but knows no lines in
    /// it.
    fn is_turned(&self) -> bool {
        let long = self.words.iter().filter(|word| word.letters() >= 3.0);
        let (turned, all) = long.fold((0.0, 0.0), |(turned, all), word| {
            let is_turned = word.height() > word.right - word.left;
            let letters = word.letters();
            (
                turned + if is_turned { letters } else { 0.0 },
                all + letters,
            )
        });
        turned > all / 2.0
    }

    /// How much was read, and how well.
    fn score(&self) -> f32 {
        if self.is_turned() {
            return 0.0;
        }
        let sure = self.words.iter().filter(|it| it.confidence >= LEAST_SURE);
        sure.fold(0.0, |sum, word| {
            let sure = f32::from(word.confidence) / 100.0;
            sum + sure * sure * word.letters()
        })
    }

    /// How sure its letters are, of 100.
    fn confidence(&self) -> f32 {
        let (sum, letters) = self.words.iter().fold((0.0, 0.0), |(sum, all), word| {
            let letters = word.letters();
            (sum + f32::from(word.confidence) * letters, all + letters)
        });
        if letters > 0.0 { sum / letters } else { 0.0 }
    }

    fn is_sure(&self) -> bool {
        self.confidence() >= SURE && !self.is_turned()
    }

    fn or_better(self, other: Self, by: f32) -> Self {
        if other.score() > by * self.score() {
            other
        } else {
            self
        }
    }
}

impl Reader<'_> {
    /// Reads a picture.
    ///
    /// # Errors
    /// What the recogniser says; if there is not enough memory, or nobody waits for it any more.
    pub(crate) fn read(&self, canvas: Canvas) -> Result<Reading, DocumentError> {
        let mut turn = 0;
        let mut canvas = canvas;
        let mut found = self.read_upright(&canvas)?;
        if !found.is_sure() {
            let orientation = self.on(&canvas, found.factor, |recogniser, picture| {
                recogniser.orientation(picture)
            })?;
            let sure = orientation.filter(|it| it.confidence >= SURE_OF_TURN);
            let turns: &[u16] = match sure.map(|it| it.turn) {
                Some(90) => &[90],
                Some(180) => &[180],
                Some(270) => &[270],
                _ if found.is_turned() => &[90, 270],
                // On its head text looks like other text.
                _ if !found.words.is_empty() => &[180],
                _ => &[],
            };
            for by in turns {
                canvas = canvas.turned(*by)?;
                let turned = self.read_upright(&canvas)?;
                canvas = canvas.turned(360 - *by)?;
                if turned.score() > found.score() {
                    (turn, found) = (*by, turned);
                }
            }
            canvas = canvas.turned(turn)?;
            if found.is_turned() {
                found.words.clear();
            }
        }
        if !found.is_sure() {
            for layout in [Layout::Block, Layout::Sparse] {
                let other = self.attempt(&canvas, found.factor, layout)?;
                found = found.or_better(other, BETTER);
            }
        }
        let words = found.words;
        Ok(Reading { turn, words })
    }

    /// Reads a picture whose text stands upright, if there is any; also made larger, where its letters are small.
    fn read_upright(&self, canvas: &Canvas) -> Result<Found, DocumentError> {
        let found = self.attempt(canvas, 1, Layout::Page)?;
        let sure = found.words.iter().filter(|it| it.confidence >= LEAST_SURE);
        let mut heights: Vec<f32> = sure.map(Word::height).collect();
        let wanted = match median(&mut heights) {
            Some(height) if height >= SMALL => return Ok(found),
            Some(height) => u32::try_from(pixel((WANTED / height.max(1.0)).ceil())).unwrap_or(1),
            None => USUALLY_LARGER,
        };
        let may_be = (2..=wanted.min(MOST_LARGER)).rev().find(|factor| {
            let factor = usize::try_from(*factor).unwrap_or(usize::MAX);
            canvas
                .pixels()
                .saturating_mul(factor)
                .saturating_mul(factor)
                <= MOST_PIXELS
        });
        match may_be {
            Some(factor) => {
                let larger = self.attempt(canvas, factor, Layout::Page)?;
                Ok(found.or_better(larger, 1.0))
            }
            None => Ok(found),
        }
    }

    fn attempt(
        &self,
        canvas: &Canvas,
        factor: u32,
        layout: Layout,
    ) -> Result<Found, DocumentError> {
        let words = self.on(canvas, factor, |recogniser, picture| {
            recogniser.recognise(picture, self.language, layout)
        })?;
        let words = words
            .into_iter()
            .filter_map(|word| scaled(word, factor, canvas));
        let words = words.collect();
        Ok(Found { words, factor })
    }

    /// Shows the recogniser a picture so many times as large.
    fn on<T, E>(
        &self,
        canvas: &Canvas,
        factor: u32,
        ask: impl FnOnce(&dyn TextRecogniser, &Picture<'_>) -> Result<T, E>,
    ) -> Result<T, DocumentError>
    where
        DocumentError: From<E>,
    {
        overseer::for_a_while(|| {
            let seen = canvas.seen(factor)?;
            let picture = Picture {
                pixels: seen.pixels(),
                width: seen.width,
                height: seen.height,
                dots_per_inch: self.dots_per_inch.map(|it| it.saturating_mul(factor)),
            };
            Ok(ask(self.recogniser, &picture)?)
        })
    }
}

/// A word of a picture that was made so many times as large, where it is in the picture as it was; none if it is beyond.
fn scaled(word: RecognisedWord, factor: u32, canvas: &Canvas) -> Option<Word> {
    let scaled = |place: u32| place as f32 / factor as f32;
    let (left, top) = (scaled(word.left), scaled(word.top));
    let right = scaled(word.left.saturating_add(word.width)).min(length(canvas.width()));
    let bottom = scaled(word.top.saturating_add(word.height)).min(length(canvas.height()));
    let is_there = right > left && bottom > top;
    is_there.then_some(Word {
        left,
        top,
        right,
        bottom,
        text: word.text,
        confidence: word.confidence,
        place: [word.block, word.paragraph, word.line],
    })
}
