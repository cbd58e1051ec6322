//! Pages that are seen as pictures, whose text somebody recognises who knows what they show.

use std::io::{Cursor, Read as _, Write as _};
use std::sync::Mutex;

use dragoman_documents::{
    Content, Document as _, DocumentError, Docx, Format, Layout, Options, Orientation, Picture,
    Piece, Pixels, RecognisedWord, RecognitionError, TextRecogniser, Warning,
};
use dragoman_language::Language;
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use zip::ZipArchive;

use crate::support::{NONE, bytes, document, lines, read};

/// Recognises these words, each where it stands, in pictures of this size.
struct Recogniser {
    size: (u32, u32),
    words: Vec<(&'static str, u32, u32)>,
    /// How many pixels are dark in each picture that it was shown.
    dark: Mutex<Vec<usize>>,
}

impl Recogniser {
    fn new(size: (u32, u32), words: &[(&'static str, u32, u32)]) -> Self {
        Self {
            size,
            words: words.to_vec(),
            dark: Mutex::default(),
        }
    }
}

impl TextRecogniser for Recogniser {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
        _: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        // It may be shown larger.
        let factor = picture.width / self.size.0;
        assert_eq!(
            (picture.width, picture.height),
            (factor * self.size.0, factor * self.size.1)
        );
        assert_eq!(language.unwrap().tag(), "fr");
        let (Pixels::Gray(samples) | Pixels::Rgb(samples)) = picture.pixels;
        let dark = samples.iter().filter(|sample| **sample < 128).count();
        self.dark.lock().unwrap().push(dark);
        let words = self.words.iter().zip(0u32..);
        let words = words.map(|((text, left, top), number)| RecognisedWord {
            text: (*text).to_owned(),
            left: factor * left,
            top: factor * top,
            width: factor * WIDTH,
            height: factor * HEIGHT,
            confidence: 95,
            block: number,
            paragraph: 0,
            line: 0,
        });
        Ok(words.collect())
    }

    fn orientation(&self, _: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        Ok(None)
    }
}

/// How large words are in pictures.
const WIDTH: u32 = 120;
const HEIGHT: u32 = 30;

/// A picture of white pixels with dark bars where words are: a byte for each pixel.
fn pixels((width, height): (u32, u32), words: &[(u32, u32)]) -> Vec<u8> {
    let is_dark = |x: u32, y: u32| {
        words.iter().any(|(left, top)| {
            // Letters, with white between them.
            (*left..left + WIDTH).contains(&x) && (*top..top + HEIGHT).contains(&y) && x % 10 < 7
        })
    };
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let samples = places.map(|(x, y)| if is_dark(x, y) { 0 } else { 255 });
    samples.collect()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// A picture of one byte, or of one bit, for each pixel.
fn picture((width, height): (u32, u32), samples: &[u8], bits: u32) -> Stream {
    let rows = samples.chunks(usize::try_from(width).unwrap());
    let packed: Vec<u8> = match bits {
        8 => samples.to_vec(),
        _ => rows
            .flat_map(|row| {
                row.chunks(8).map(|eight| {
                    let bits = eight.iter().zip(0u8..);
                    bits.fold(0, |byte, (sample, at)| byte | (sample >> 7) << (7 - at))
                })
            })
            .collect(),
    };
    Stream::new(
        dictionary! {
            "Type" => "XObject",
            "Subtype" => "Image",
            "Width" => width,
            "Height" => height,
            "ColorSpace" => "DeviceGray",
            "BitsPerComponent" => bits,
            "Filter" => "FlateDecode",
        },
        deflated(&packed),
    )
}

/// A document of one page with these contents, on which pictures have the names `/P0`, `/P1` and so on.
fn scanned(contents: &str, pictures: Vec<Stream>) -> Document {
    let mut document = document(&[contents], &[]);
    let ids: Vec<ObjectId> = pictures
        .into_iter()
        .map(|picture| document.add_object(picture))
        .collect();
    let page = page(&document);
    let resources = page.get(b"Resources").unwrap().as_reference().unwrap();
    let resources = document.get_dictionary_mut(resources).unwrap();
    let mut named = Dictionary::new();
    for (number, id) in ids.into_iter().enumerate() {
        named.set(format!("P{number}"), id);
    }
    resources.set("XObject", named);
    document
}

fn page(document: &Document) -> &Dictionary {
    let id = document.page_iter().next().unwrap();
    document.get_dictionary(id).unwrap()
}

fn options() -> Options {
    Options {
        source: Some("fr".parse().unwrap()),
        ..Options::to("de".parse().unwrap())
    }
}

fn open(file: Document, recogniser: &dyn TextRecogniser) -> Result<Pdf, DocumentError> {
    let source = Box::new(Cursor::new(bytes(file)));
    Pdf::open(source, options(), &Fonts::of_system(), recogniser)
}

fn texts(pdf: &Pdf) -> Vec<String> {
    let units = pdf.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

fn written(pdf: &mut Pdf, translations: &[Option<&str>]) -> Vec<u8> {
    let translations: Vec<Option<Content>> = translations
        .iter()
        .map(|text| text.map(|text| Content::new([Piece::Text(text.to_owned())])))
        .collect();
    let mut output = Vec::new();
    pdf.write(&translations, &mut output).unwrap();
    output
}

/// The pictures of a document.
fn pictures(document: &Document) -> Vec<&Stream> {
    let streams = document
        .objects
        .values()
        .filter_map(|it| it.as_stream().ok());
    let is_picture = |stream: &&Stream| {
        let kind = stream.dict.get(b"Subtype").and_then(Object::as_name);
        kind.is_ok_and(|kind| kind == b"Image")
    };
    streams.filter(is_picture).collect()
}

fn number(stream: &Stream, key: &[u8]) -> i64 {
    stream.dict.get(key).unwrap().as_i64().unwrap()
}

const SIZE: (u32, u32) = (1200, 1600);

#[test]
fn the_page_shows_the_translation_and_says_it_invisibly() {
    let samples = pixels(SIZE, &[(100, 200), (100, 900)]);
    let hidden = "q 600 0 0 800 0 0 cm /P0 Do Q BT 3 Tr /F1 12 Tf 50 685 Td (bonjour) Tj ET";
    let file = scanned(hidden, vec![picture(SIZE, &samples, 8)]);
    let recogniser = Recogniser::new(SIZE, &[("Bonjour", 100, 200), ("1234", 100, 900)]);
    let mut pdf = open(file, &recogniser).unwrap();
    // A number is none of a translator's business.
    assert_eq!(texts(&pdf), ["Bonjour"]);
    assert!(pdf.warnings().is_empty(), "{:?}", pdf.warnings());
    let output = written(&mut pdf, &[Some("Guten Tag")]);
    let text = &read(output.clone()).unwrap()[0];
    assert!(text.is_picture);
    assert_eq!(text.paragraphs, ["Guten Tag"]);

    let document = Document::load_mem(&output).unwrap();
    let [picture] = pictures(&document)[..] else {
        panic!("the picture of the source is still there");
    };
    assert_eq!(
        (number(picture, b"Width"), number(picture, b"Height")),
        (1200, 1600)
    );
    let after = picture.decompressed_content().unwrap();
    let dark = |samples: &[u8], rows: std::ops::Range<usize>| {
        let rows = &samples[rows.start * 1200..rows.end * 1200];
        rows.iter().filter(|sample| **sample < 128).count()
    };
    // Where the word was others are, and what is not translated stays pixel by pixel.
    assert_ne!(dark(&after, 150..300), dark(&samples, 150..300));
    assert!(dark(&after, 150..300) > 100);
    assert_eq!(after[900 * 1200..], samples[900 * 1200..]);
}

#[test]
fn a_page_without_translations_stays_as_it_is() {
    let samples = pixels(SIZE, &[(100, 200)]);
    let contents = "q 600 0 0 800 0 0 cm /P0 Do Q";
    let file = scanned(contents, vec![picture(SIZE, &samples, 8)]);
    let recogniser = Recogniser::new(SIZE, &[("Bonjour", 100, 200)]);
    let mut pdf = open(file, &recogniser).unwrap();
    for translation in [None, Some("Bonjour")] {
        let document = Document::load_mem(&written(&mut pdf, &[translation])).unwrap();
        let [picture] = pictures(&document)[..] else {
            panic!("there is one picture");
        };
        assert_eq!(picture.decompressed_content().unwrap(), samples);
        let page = document.page_iter().next().unwrap();
        let shown = document.get_page_content(page);
        assert_eq!(shown.trim_ascii_end(), contents.as_bytes());
    }
}

#[test]
fn a_page_in_strips_of_black_and_white_is_read_and_written_as_one_picture() {
    let samples = pixels(SIZE, &[(100, 785)]);
    let (upper, lower) = samples.split_at(samples.len() / 2);
    let strip = (1200, 800);
    let file = scanned(
        "q 600 0 0 400 0 400 cm /P0 Do Q q 600 0 0 400 0 0 cm /P1 Do Q",
        vec![picture(strip, upper, 1), picture(strip, lower, 1)],
    );
    let recogniser = Recogniser::new(SIZE, &[("Bonjour", 100, 785)]);
    let mut pdf = open(file, &recogniser).unwrap();
    let dark = samples.iter().filter(|sample| **sample == 0).count();
    assert_eq!(recogniser.dark.lock().unwrap().first(), Some(&dark));
    let document = Document::load_mem(&written(&mut pdf, &[Some("Guten Tag")])).unwrap();
    let [picture] = pictures(&document)[..] else {
        panic!("the strips of the source are still there");
    };
    assert_eq!(number(picture, b"BitsPerComponent"), 1);
    assert_eq!(
        (number(picture, b"Width"), number(picture, b"Height")),
        (1200, 1600)
    );
}

#[test]
fn a_page_that_lies_on_its_side_is_read_as_it_is_seen() {
    // What is seen upright goes from the bottom to the top in the file.
    let samples = pixels(SIZE, &[(100, 200)]);
    let turned: Vec<u8> = (0..1200u32)
        .flat_map(|y| (0..1600u32).map(move |x| (x, y)))
        .map(|(x, y)| samples[usize::try_from(x * 1200 + (1199 - y)).unwrap()])
        .collect();
    let mut file = scanned(
        "q 800 0 0 600 0 0 cm /P0 Do Q",
        vec![picture((1600, 1200), &turned, 8)],
    );
    let id = file.page_iter().next().unwrap();
    let page = file.get_dictionary_mut(id).unwrap();
    page.set("Rotate", 90);
    page.set("MediaBox", vec![0.into(), 0.into(), 800.into(), 600.into()]);
    let recogniser = Recogniser::new(SIZE, &[("Bonjour", 100, 200)]);
    let mut pdf = open(file, &recogniser).unwrap();
    assert_eq!(texts(&pdf), ["Bonjour"]);
    let dark = samples.iter().filter(|sample| **sample == 0).count();
    assert_eq!(recogniser.dark.lock().unwrap().first(), Some(&dark));
    let output = written(&mut pdf, &[Some("Guten Tag")]);
    assert_eq!(read(output).unwrap()[0].paragraphs, ["Guten Tag"]);
}

#[test]
fn a_small_picture_is_no_page() {
    let samples = pixels((240, 80), &[(60, 20)]);
    let file = scanned(
        "q 60 0 0 20 50 700 cm /P0 Do Q",
        vec![picture((240, 80), &samples, 8)],
    );
    let pdf = open(file, &Recogniser::new(SIZE, &[])).unwrap();
    assert!(pdf.units().is_empty());
    assert!(matches!(pdf.warnings(), [Warning::PagesWithoutText { .. }]));
}

#[test]
fn without_a_recogniser_what_to_do_is_said() {
    let samples = pixels(SIZE, &[(100, 200)]);
    let contents = "q 600 0 0 800 0 0 cm /P0 Do Q";
    let file = || scanned(contents, vec![picture(SIZE, &samples, 1)]);
    let error = open(file(), &NONE).err().unwrap();
    assert_eq!(
        error.to_string(),
        "text in pictures is not recognised on this server: install one"
    );
    // What can be translated is.
    let mut file = file();
    let first = file.page_iter().next().unwrap();
    let tree = file.get_dictionary(first).unwrap().get(b"Parent").unwrap();
    let tree = tree.as_reference().unwrap();
    let text = file.add_object(Stream::new(
        Dictionary::new(),
        lines(50, 700, &["A page of text."]).into_bytes(),
    ));
    let mut other = file.get_dictionary(first).unwrap().clone();
    other.set("Contents", text);
    let other = file.add_object(other);
    let tree = file.get_dictionary_mut(tree).unwrap();
    tree.set("Kids", vec![first.into(), other.into()]);
    tree.set("Count", 2);
    let pdf = open(file, &NONE).unwrap();
    assert_eq!(texts(&pdf), ["A page of text."]);
    let [warning @ Warning::UnrecognisedPages { .. }] = pdf.warnings() else {
        panic!("{:?}", pdf.warnings());
    };
    assert!(warning.to_string().contains("install one"), "{warning}");
}

#[test]
fn in_a_document_of_word_the_text_stands_instead_of_the_picture() {
    let samples = pixels(SIZE, &[(100, 200), (100, 900)]);
    let file = scanned(
        "q 600 0 0 800 0 0 cm /P0 Do Q",
        vec![picture(SIZE, &samples, 8)],
    );
    let recogniser = Recogniser::new(SIZE, &[("Bonjour", 100, 200), ("12.50", 100, 900)]);
    let source = Box::new(Cursor::new(bytes(file)));
    let options = Options {
        output: Some(Format::Docx),
        ..options()
    };
    let mut pdf = Pdf::open(source, options, &Fonts::of_system(), &recogniser).unwrap();
    let output = written(&mut pdf, &[Some("Guten Tag")]);
    assert!(matches!(pdf.warnings(), [Warning::RecognisedPages { .. }]));
    let word = Docx::open(Box::new(Cursor::new(output.clone())), options).unwrap();
    let texts: Vec<String> = word.units().iter().map(|it| it.content.text()).collect();
    assert_eq!(texts, ["Guten Tag"]);
    let mut package = ZipArchive::new(Cursor::new(output)).unwrap();
    let mut body = String::new();
    let mut part = package.by_name("word/document.xml").unwrap();
    part.read_to_string(&mut body).unwrap();
    assert!(body.contains("12.50"), "{body}");
}
