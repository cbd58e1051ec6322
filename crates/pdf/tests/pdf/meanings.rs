//! Fonts that do not say what their letters are, read by somebody who knows what the page says.

use std::cell::RefCell;
use std::io::Cursor;
use std::sync::Mutex;

use dragoman_documents::{
    Content, Document as _, Layout, Options, Orientation, Picture, Piece, Pixels, RecognisedWord,
    RecognitionError, TextRecogniser, Warning,
};
use dragoman_language::Language;
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;
use lopdf::Document;

use crate::support::{NONE, bytes, document, lines};
use crate::translating::{paragraphs, streams, translated};

const TEXT: &str = "Съешь же ещё этих мягких французских булок да выпей чаю";

/// Says of the words that it sees, parted by white, that they are these.
struct Reader {
    words: Vec<&'static str>,
    /// How many pictures it was shown.
    pictures: Mutex<usize>,
}

impl Reader {
    fn of(text: &'static str) -> Self {
        Self {
            words: text.split(' ').collect(),
            pictures: Mutex::default(),
        }
    }
}

/// Where something is true, as stretches that are farther apart than this.
fn stretches(is_so: impl Iterator<Item = bool>, apart: usize) -> Vec<(usize, usize)> {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for (place, _) in is_so.enumerate().filter(|(_, is_so)| *is_so) {
        match stretches.last_mut() {
            Some((_, end)) if place <= *end + apart => *end = place,
            _ => stretches.push((place, place)),
        }
    }
    stretches
}

impl TextRecogniser for Reader {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        _: Option<Language>,
        _: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        *self.pictures.lock().unwrap() += 1;
        let Pixels::Gray(samples) = picture.pixels else {
            panic!("a picture of brightnesses was expected");
        };
        let width = usize::try_from(picture.width).unwrap();
        let rows: Vec<&[u8]> = samples.chunks(width).collect();
        let mut places = Vec::new();
        let has_ink = rows.iter().map(|row| row.iter().any(|it| *it < 128));
        // Dots over letters are not far from them.
        for (top, bottom) in stretches(has_ink, 6) {
            let row = &rows[top..=bottom];
            let has_ink = (0..width).map(|x| row.iter().any(|row| row[x] < 128));
            let words = stretches(has_ink, 8);
            places.extend(
                words
                    .into_iter()
                    .map(|(left, right)| (left, top, right, bottom)),
            );
        }
        assert_eq!(places.len(), self.words.len());
        let pixels = |length: usize| u32::try_from(length).unwrap();
        let words = self.words.iter().zip(places);
        let words = words.map(|(text, (left, top, right, bottom))| RecognisedWord {
            text: (*text).to_owned(),
            left: pixels(left),
            top: pixels(top),
            width: pixels(right - left + 1),
            height: pixels(bottom - top + 1),
            confidence: 95,
            block: 0,
            paragraph: 0,
            line: 0,
        });
        Ok(words.collect())
    }

    fn orientation(&self, _: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        Ok(None)
    }
}

/// A document with a page for each of these texts, in a font that does not say what its letters are.
fn silent(texts: &[&str]) -> Vec<u8> {
    let page = |number| {
        lines(
            72,
            700,
            &[&*format!(
                "What page {number} says, in a font with a table."
            )],
        )
    };
    let pages: Vec<String> = (1..=texts.len()).map(page).collect();
    let pages: Vec<&str> = pages.iter().map(|page| &**page).collect();
    let rest = RefCell::new(texts.iter());
    let (file, warnings) = translated(bytes(document(&pages, &[])), |_| {
        rest.borrow_mut().next().map(|text| (*text).to_owned())
    });
    assert_eq!(warnings, []);
    let mut document = Document::load_mem(&file).unwrap();
    for object in document.objects.values_mut() {
        if let Ok(dictionary) = object.as_dict_mut() {
            dictionary.remove(b"ToUnicode");
        }
    }
    bytes(document)
}

fn open(file: Vec<u8>, recogniser: &dyn TextRecogniser) -> Pdf {
    let options = Options::to("de".parse().unwrap());
    let source = Box::new(Cursor::new(file));
    Pdf::open(source, options, &Fonts::of_system(), recogniser).unwrap()
}

fn texts(pdf: &Pdf) -> Vec<String> {
    let units = pdf.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

fn written(pdf: &mut Pdf, translations: &[&str]) -> Vec<u8> {
    let content = |text: &&str| Some(Content::new([Piece::Text((*text).to_owned())]));
    let translations: Vec<_> = translations.iter().map(content).collect();
    let mut output = Vec::new();
    pdf.write(&translations, &mut output).unwrap();
    output
}

#[test]
fn they_are_read_as_they_look_and_the_translation_is_set_in_them() {
    let mut pdf = open(silent(&[TEXT]), &Reader::of(TEXT));
    assert_eq!(texts(&pdf), [TEXT]);
    let file = written(&mut pdf, &["чай да булок"]);
    let streams = streams(&file);
    assert!(streams.contains("/DragomanO"), "{streams}");
    // The font says it now.
    assert_eq!(paragraphs(&file), ["чай да булок"]);
    assert!(pdf.warnings().is_empty());
}

#[test]
fn what_was_learnt_on_one_page_serves_on_others() {
    let reader = Reader::of(TEXT);
    let pdf = open(silent(&[TEXT, "чай да булок"]), &reader);
    assert_eq!(texts(&pdf), [TEXT, "чай да булок"]);
    assert_eq!(*reader.pictures.lock().unwrap(), 1);
}

#[test]
fn without_a_recogniser_they_stay_as_they_are_and_that_is_said() {
    let pdf = open(silent(&[TEXT]), &NONE);
    assert_eq!(texts(&pdf), [] as [&str; 0]);
    assert!(
        matches!(pdf.warnings(), [Warning::UnrecognisedPages { reason, .. }] if reason.contains("install one")),
        "{:?}",
        pdf.warnings()
    );
}
