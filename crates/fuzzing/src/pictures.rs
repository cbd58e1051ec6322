//! The targets for pictures: their decoders, and painting over words wherever a recogniser may find them.

use std::io::Cursor;
use std::sync::Arc;

use dragoman_documents::{
    Content, Document, DocumentError, Filter as _, Layout, Options, Orientation, Picture, Piece,
    RecognisedWord, RecognitionError, TextRecogniser,
};
use dragoman_language::Language;
use dragoman_pictures::PictureFilter;
use dragoman_typesetting::Fonts;

use crate::{FONTS, LONGEST};

/// How many words are found.
const WORDS: u8 = 6;

/// PNG.
pub fn png(data: &[u8]) {
    check(data, PictureFilter::png);
}

/// JPEG.
pub fn jpeg(data: &[u8]) {
    check(data, PictureFilter::jpeg);
}

/// Finds words at places that bytes of a file say.
pub(crate) struct Finder(Vec<u8>);

impl Finder {
    /// Where the last bytes of a file say it.
    pub(crate) fn of(file: &[u8]) -> Self {
        let last = file.rchunks(usize::from(4 * WORDS)).next();
        Self(last.unwrap_or_default().to_vec())
    }
}

impl TextRecogniser for Finder {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        _: Option<Language>,
        _: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        let byte = |place: u8| u32::from(self.0.get(usize::from(place)).copied().unwrap_or(99));
        let words = (0..WORDS).map(|number| RecognisedWord {
            text: "word".to_owned(),
            left: picture.width * byte(4 * number) / 256,
            top: picture.height * byte(4 * number + 1) / 256,
            width: byte(4 * number + 2),
            height: byte(4 * number + 3),
            confidence: 90,
            block: u32::from(number / 4),
            paragraph: 0,
            line: u32::from(number / 2),
        });
        Ok(words.collect())
    }

    fn orientation(&self, picture: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        let turn = u16::try_from(picture.width % 4).unwrap_or_default() * 90;
        Ok(Some(Orientation {
            turn,
            confidence: 1.0,
        }))
    }
}

fn check(data: &[u8], filter: impl Fn(Arc<dyn TextRecogniser>, Fonts) -> PictureFilter) {
    if data.len() > LONGEST {
        return;
    }
    let finder = Arc::new(Finder::of(data));
    let filter = filter(finder, FONTS.clone());
    let open = |file: &[u8]| -> Result<Box<dyn Document>, DocumentError> {
        filter.open(
            Box::new(Cursor::new(file.to_vec())),
            Options::to("de".parse().unwrap()),
        )
    };
    // A few bytes may make a picture of many pixels: they are looked at, but not that many.
    if has_many_pixels(data) {
        return;
    }
    let mut document = match open(data) {
        Ok(document) => document,
        Err(error) => {
            assert!(error.to_string().len() < 1_000, "{error}");
            return;
        }
    };
    let count = document.units().len();
    let mut same = Vec::new();
    document.write(&vec![None; count], &mut same).unwrap();
    assert!(same == data, "without translations it is the same file");
    let mut written = Vec::new();
    let translation = Content::new([Piece::Text("Wort für Wort".to_owned())]);
    let translations = vec![Some(translation); count];
    document.write(&translations, &mut written).unwrap();
    if let Err(error) = open(&written) {
        let is_textless = matches!(error, DocumentError::Unsupported(_));
        assert!(is_textless, "what is written can be read: {error}");
    }
}

/// Whether a file says of itself that it has more pixels than are tried, or seems to: its tables may have any bytes.
fn has_many_pixels(file: &[u8]) -> bool {
    const MOST: u64 = 1 << 20;
    let number = |at: usize, bytes: usize| {
        let bytes = file.get(at..at + bytes).unwrap_or_default();
        bytes
            .iter()
            .fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let of_png = number(16, 4).saturating_mul(number(20, 4));
    // Where the size of a JPEG picture is, there is a marker before it.
    let frames = file.windows(2).enumerate().filter(|(_, pair)| {
        matches!(pair, [0xFF, 0xC0..=0xCF]) && !matches!(pair, [0xFF, 0xC4 | 0xC8 | 0xCC])
    });
    let of_jpeg = frames
        .map(|(at, _)| number(at + 5, 2) * number(at + 7, 2))
        .max();
    match file.starts_with(b"\x89PNG") {
        true => of_png > MOST,
        false => of_jpeg.unwrap_or_default() > MOST,
    }
}

/// The sign of the tests.
#[must_use]
pub fn png_seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../pictures/testdata/sample.png").to_vec()]
}

/// The same as JPEG.
#[must_use]
pub fn jpeg_seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../pictures/testdata/sample.jpg").to_vec()]
}
