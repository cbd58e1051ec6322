//! Text in pictures, with Tesseract where it is installed. The pictures are drawn here, of letters of dots.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed, and one that is left out says so"
)]

use std::path::PathBuf;
use std::sync::Arc;

use dragoman_document_programs::{Runner, Tesseract, TesseractLimits};
use dragoman_documents::{
    Layout, Overseer, Picture, Pixels, RecognisedWord, RecognitionError, TextRecogniser, overseen,
};
use dragoman_language::Language;
use dragoman_sandbox::{Launcher, Protections, Sandbox, find_program};

fn tesseract() -> Option<Tesseract> {
    let program = find_program(
        "tesseract",
        &["/usr/bin", "/usr/local/bin"].map(PathBuf::from),
    );
    let file = env!("CARGO_BIN_EXE_confine-document-programs");
    let launcher = Launcher::new(file.into(), Vec::new());
    let sandbox = Sandbox::new(launcher.clone(), &Protections::probe(&launcher));
    if program.is_none() {
        eprintln!("not tested: Tesseract is not installed (tesseract-ocr)");
    }
    let limits = TesseractLimits::default();
    Some(Tesseract::new(program?, Runner::new(Some(sandbox)), limits).unwrap())
}

/// A page of gray pixels.
struct Page {
    pixels: Vec<u8>,
    width: u32,
    height: u32,
}

/// The letters of the tests as dots, five to a row from the left and seven rows.
const LETTERS: &[(char, [u8; 7])] = &[
    (
        'A',
        [
            0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001,
        ],
    ),
    (
        'E',
        [
            0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111,
        ],
    ),
    (
        'H',
        [
            0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001,
        ],
    ),
    (
        'L',
        [
            0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111,
        ],
    ),
    (
        'O',
        [
            0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110,
        ],
    ),
    (
        'S',
        [
            0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110,
        ],
    ),
    (
        'T',
        [
            0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100,
        ],
    ),
    (
        'U',
        [
            0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110,
        ],
    ),
];

/// How many pixels a dot has on each side.
const DOT: usize = 5;

impl Page {
    /// Black lines of text on white.
    fn of(lines: &[&str]) -> Self {
        let longest = lines.iter().map(|line| line.len()).max().unwrap();
        let (width, height) = ((longest * 6 + 12) * DOT, (lines.len() * 14 + 12) * DOT);
        let mut pixels = vec![255; width * height];
        for (row, line) in lines.iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let dots = LETTERS.iter().find(|(known, _)| *known == letter);
                let dots = dots.map_or([0; 7], |(_, dots)| *dots);
                for (y, x) in (0..7 * DOT).flat_map(|y| (0..5 * DOT).map(move |x| (y, x))) {
                    if dots[y / DOT] >> (4 - x / DOT) & 1 == 1 {
                        let (top, left) = ((row * 14 + 6) * DOT, (column * 6 + 6) * DOT);
                        pixels[(top + y) * width + left + x] = 0;
                    }
                }
            }
        }
        Self {
            pixels,
            width: u32::try_from(width).unwrap(),
            height: u32::try_from(height).unwrap(),
        }
    }

    fn picture(&self) -> Picture<'_> {
        Picture {
            pixels: Pixels::Gray(&self.pixels),
            width: self.width,
            height: self.height,
            dots_per_inch: Some(200),
        }
    }
}

fn language(tag: &str) -> Option<Language> {
    Some(tag.parse().unwrap())
}

#[test]
fn words_are_found_with_their_places_and_their_lines() {
    let Some(tesseract) = tesseract() else {
        return;
    };
    let page = Page::of(&["THE HOUSE", "LEAST SOLE LATE"]);
    for (language, layout) in [
        (language("en"), Layout::Page),
        (language("en-GB"), Layout::Block),
        (None, Layout::Block),
    ] {
        let words = tesseract
            .recognise(&page.picture(), language, layout)
            .unwrap();
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["THE", "HOUSE", "LEAST", "SOLE", "LATE"]);
        let place = |word: &RecognisedWord| (word.left, word.top, word.width, word.height);
        let dot = u32::try_from(DOT).unwrap();
        let (left, top, width, height) = place(&words[0]);
        for (found, drawn) in [(left, 6), (top, 6), (width, 17), (height, 7)] {
            assert!(found.abs_diff(drawn * dot) <= dot, "{:?}", words[0]);
        }
        let line = |word: &RecognisedWord| (word.block, word.paragraph, word.line);
        assert_eq!(line(&words[0]), line(&words[1]));
        assert_eq!(line(&words[2]), line(&words[4]));
        assert_ne!(line(&words[1]), line(&words[2]));
    }
}

#[test]
fn colours_are_read_as_well_and_an_empty_picture_has_no_words() {
    let Some(tesseract) = tesseract() else {
        return;
    };
    let page = Page::of(&["THE HOUSE"]);
    let colours: Vec<u8> = page
        .pixels
        .iter()
        .flat_map(|gray| [*gray, *gray / 2, 128])
        .collect();
    let picture = Picture {
        pixels: Pixels::Rgb(&colours),
        ..page.picture()
    };
    let words = tesseract
        .recognise(&picture, language("en"), Layout::Line)
        .unwrap();
    assert_eq!(words.len(), 2, "{words:?}");
    let white = vec![255; page.pixels.len()];
    let empty = Picture {
        pixels: Pixels::Gray(&white),
        ..page.picture()
    };
    let words = tesseract
        .recognise(&empty, language("en"), Layout::Page)
        .unwrap();
    assert_eq!(words, []);
    assert_eq!(tesseract.orientation(&empty), Ok(None));
}

#[test]
fn a_language_that_is_not_there_is_named_with_its_package() {
    let Some(tesseract) = tesseract() else {
        return;
    };
    let unknown = Language::all().find(|language| !tesseract.reads(*language));
    let page = Page::of(&["THE"]);
    let error = tesseract
        .recognise(&page.picture(), unknown, Layout::Page)
        .unwrap_err();
    assert!(
        matches!(error, RecognitionError::UnknownLanguage { .. }),
        "{error}"
    );
    assert!(tesseract.languages().contains(&"en".parse().unwrap()));
}

#[test]
fn a_picture_has_as_many_pixels_as_it_says_and_not_too_many() {
    let Some(tesseract) = tesseract() else {
        return;
    };
    let page = Page::of(&["THE"]);
    for (width, height) in [
        (0, page.height),
        (page.width, page.height + 1),
        (u32::MAX, u32::MAX),
    ] {
        let picture = Picture {
            width,
            height,
            ..page.picture()
        };
        let error = tesseract
            .recognise(&picture, None, Layout::Page)
            .unwrap_err();
        assert!(matches!(error, RecognitionError::Size { .. }), "{error}");
    }
}

struct GivenUp;

impl Overseer for GivenUp {
    fn has_given_up(&self) -> bool {
        true
    }

    fn lend(&self, _: u64) -> bool {
        true
    }

    fn take_back(&self, _: u64) {}
}

#[test]
fn nothing_is_recognised_for_nobody() {
    let Some(tesseract) = tesseract() else {
        return;
    };
    let page = Page::of(&["THE"]);
    let recognise = || tesseract.recognise(&page.picture(), language("en"), Layout::Page);
    let error = overseen(Arc::new(GivenUp), recognise).unwrap_err();
    assert_eq!(error, RecognitionError::GivenUp);
}
