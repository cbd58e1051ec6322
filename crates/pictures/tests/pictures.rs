//! Pictures drawn here, translated into capitals and read again, with Tesseract where it is installed; and pictures of
//! strangers.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test that cannot go on has failed, and one that is left out says so"
)]

use std::io::{Cursor, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use dragoman_document_programs::{Runner, Tesseract, TesseractLimits};
use dragoman_documents::{
    Content, Document, DocumentError, Filter as _, Layout, Options, Orientation, Picture, Piece,
    RecognisedWord, RecognitionError, TextRecogniser, Warning,
};
use dragoman_language::Language;
use dragoman_pictures::PictureFilter;
use dragoman_sandbox::find_program;
use dragoman_typesetting::{
    Family, Font, Fonts, Inline, Paragraph, PathCommand, Shape, Span, set_lines,
};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ExtendedColorType, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use tiny_skia::{FillRule, Mask, PathBuilder, Transform};

const TEXT: &str = "The museum is open every day from nine to six. Children under twelve do not pay anything, and dogs \
                    wait outside.";
const OTHER: &str =
    "Please leave your bags and umbrellas at the desk near the stairs before you go in.";

fn tesseract() -> Option<Arc<dyn TextRecogniser>> {
    let program = find_program(
        "tesseract",
        &["/usr/bin", "/usr/local/bin"].map(PathBuf::from),
    );
    if program.is_none() {
        eprintln!("not tested: Tesseract is not installed (tesseract-ocr)");
    }
    let limits = TesseractLimits::default();
    Some(Arc::new(
        Tesseract::new(program?, Runner::new(None), limits).unwrap(),
    ))
}

/// Sets a text of a size into a picture, in lines of some width.
fn draw(image: &mut RgbImage, text: &str, size: f32, place: (f32, f32), width: f32, ink: [u8; 3]) {
    let covered = drawn(image.dimensions(), text, size, place, width, 0.0);
    for (pixel, covered) in image.pixels_mut().zip(covered.data()) {
        for (channel, ink) in pixel.0.iter_mut().zip(ink) {
            let (covered, ground) = (u32::from(*covered), u32::from(*channel));
            *channel = ((ground * (255 - covered) + u32::from(ink) * covered) / 255) as u8;
        }
    }
}

/// How much a text covers of each pixel, which is turned by some degrees.
fn drawn(
    (across, down): (u32, u32),
    text: &str,
    size: f32,
    (left, top): (f32, f32),
    width: f32,
    degrees: f32,
) -> Mask {
    let shape = Shape {
        family: Family::Sans,
        ..Shape::default()
    };
    let face = Fonts::of_system().face(shape, text).unwrap();
    let span = Span {
        text: text.to_owned(),
        fonts: vec![Arc::clone(&face) as Arc<dyn Font>],
        size,
        rise: 0.0,
        letter_spacing: 0.0,
        word_space: None,
        tag: 0,
    };
    let paragraph = Paragraph {
        inlines: vec![Inline::Text(span)],
        ..Paragraph::default()
    };
    let mut path = PathBuilder::new();
    for (number, line) in set_lines(&paragraph, |_| width).unwrap().iter().enumerate() {
        let baseline = top + size * (1.0 + 1.3 * number as f32);
        for placed in line.runs.iter().flat_map(|run| &run.glyphs) {
            let x = |x: f32| left + placed.x + x * size;
            let y = |y: f32| baseline - y * size;
            for command in face.outline(placed.glyph.id) {
                match command {
                    PathCommand::MoveTo(a, b) => path.move_to(x(a), y(b)),
                    PathCommand::LineTo(a, b) => path.line_to(x(a), y(b)),
                    PathCommand::QuadTo(a, b, c, d) => path.quad_to(x(a), y(b), x(c), y(d)),
                    PathCommand::CurveTo(a, b, c, d, e, f) => {
                        path.cubic_to(x(a), y(b), x(c), y(d), x(e), y(f));
                    }
                    PathCommand::Close => path.close(),
                }
            }
        }
    }
    let mut mask = Mask::new(across, down).unwrap();
    mask.fill_path(
        &path.finish().unwrap(),
        FillRule::Winding,
        true,
        Transform::from_rotate(degrees),
    );
    mask
}

fn plain(colour: [u8; 3]) -> RgbImage {
    RgbImage::from_pixel(700, 300, Rgb(colour))
}

fn png(image: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    let image = DynamicImage::ImageRgb8(image.clone());
    image
        .write_to(&mut Cursor::new(&mut file), ImageFormat::Png)
        .unwrap();
    file
}

fn options() -> Options {
    Options {
        source: Some("en".parse().unwrap()),
        ..Options::to("de".parse().unwrap())
    }
}

fn open(
    file: &[u8],
    recogniser: &Arc<dyn TextRecogniser>,
) -> Result<Box<dyn Document>, DocumentError> {
    let fonts = Fonts::of_system();
    let filter = match file.starts_with(b"\xFF\xD8") {
        true => PictureFilter::jpeg(Arc::clone(recogniser), fonts),
        false => PictureFilter::png(Arc::clone(recogniser), fonts),
    };
    filter.open(Box::new(Cursor::new(file.to_vec())), options())
}

fn content(text: impl Into<String>) -> Content {
    Content::new([Piece::Text(text.into())])
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_uppercase)
        .collect()
}

/// Translates a picture into capitals, and checks that they are read in it.
fn check(name: &str, file: &[u8], texts: &[&str]) {
    let Some(recogniser) = tesseract() else {
        return;
    };
    let mut document = open(file, &recogniser).unwrap();
    let units: Vec<String> = document
        .units()
        .iter()
        .map(|unit| unit.content.text())
        .collect();
    let translations: Vec<_> = units
        .iter()
        .map(|text| Some(content(text.to_uppercase())))
        .collect();
    let mut written = Vec::new();
    document.write(&translations, &mut written).unwrap();
    assert!(
        document.warnings().is_empty(),
        "{name}: {:?}",
        document.warnings()
    );
    if let Some(folder) = std::env::var_os("KEEP") {
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), &written).unwrap();
    }
    let again = open(&written, &recogniser).unwrap();
    let read: Vec<String> = again
        .units()
        .iter()
        .map(|unit| unit.content.text())
        .collect();
    let found = words(&read.join(" "));
    let wanted = words(&texts.join(" "));
    let there = wanted.iter().filter(|word| found.contains(word)).count();
    assert!(
        there * 100 >= wanted.len() * 95,
        "{name}: {there} of {}\n{units:#?}\n{read:#?}",
        wanted.len()
    );
    let letters = read.join("");
    let small = letters
        .chars()
        .filter(|letter| letter.is_lowercase())
        .count();
    assert!(
        small * 20 < letters.len(),
        "{name}: the old text is gone\n{read:#?}"
    );
}

#[test]
fn dark_and_bright_letters_are_painted_anew() {
    for (name, ground, ink) in [
        ("dark on bright", [250, 250, 240], [20, 20, 40]),
        ("bright on dark", [20, 40, 90], [250, 240, 200]),
    ] {
        let mut image = plain(ground);
        draw(&mut image, TEXT, 24.0, (40.0, 40.0), 560.0, ink);
        check(name, &png(&image), &[TEXT]);
    }
}

#[test]
fn letters_on_a_gradient_and_on_noise_are_painted_anew() {
    let mut gradient = plain([0; 3]);
    for (x, y, pixel) in gradient.enumerate_pixels_mut() {
        *pixel = Rgb([(255 - x / 5) as u8, (220 - y / 4) as u8, 150]);
    }
    draw(&mut gradient, TEXT, 26.0, (40.0, 40.0), 560.0, [30, 0, 60]);
    check("gradient", &png(&gradient), &[TEXT]);
    let mut noise = plain([0; 3]);
    let mut state = 1_u32;
    for pixel in noise.pixels_mut() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *pixel = Rgb([220 + (state >> 27) as u8; 3]);
    }
    draw(&mut noise, TEXT, 26.0, (40.0, 40.0), 560.0, [30, 30, 30]);
    check("noise", &png(&noise), &[TEXT]);
}

#[test]
fn small_letters_and_two_columns_are_painted_anew() {
    let mut small = plain([255; 3]);
    draw(&mut small, TEXT, 13.0, (40.0, 40.0), 400.0, [0; 3]);
    check("small", &png(&small), &[TEXT]);
    let mut columns = RgbImage::from_pixel(900, 400, Rgb([255; 3]));
    draw(&mut columns, TEXT, 22.0, (40.0, 40.0), 360.0, [0; 3]);
    draw(&mut columns, OTHER, 22.0, (500.0, 40.0), 360.0, [0; 3]);
    check("columns", &png(&columns), &[TEXT, OTHER]);
}

#[test]
fn text_that_was_turned_is_painted_as_it_stands() {
    let mut image = plain([255; 3]);
    draw(&mut image, TEXT, 26.0, (40.0, 40.0), 560.0, [0; 3]);
    let image = DynamicImage::ImageRgb8(image);
    for (name, turned) in [
        ("90", image.rotate90()),
        ("180", image.rotate180()),
        ("270", image.rotate270()),
    ] {
        check(name, &png(&turned.into_rgb8()), &[TEXT]);
    }
}

#[test]
fn text_that_is_askew_is_painted_as_it_stands() {
    for degrees in [-1.0, 1.0] {
        let mut image = plain([255; 3]);
        let place = (60.0, 60.0);
        let covered = drawn(image.dimensions(), TEXT, 26.0, place, 560.0, degrees);
        for (pixel, covered) in image.pixels_mut().zip(covered.data()) {
            *pixel = Rgb([255 - covered; 3]);
        }
        check(&format!("askew by {degrees}"), &png(&image), &[TEXT]);
    }
}

#[test]
fn what_is_transparent_stays_so() {
    let covered = drawn((700, 300), TEXT, 26.0, (40.0, 40.0), 560.0, 0.0);
    let image = RgbaImage::from_fn(700, 300, |x, y| {
        let covered = covered.data()[(y * 700 + x) as usize];
        // Letters on nothing, on a ground of which readers show nothing.
        Rgba([20, 20, 20, covered])
    });
    let mut file = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut file), ImageFormat::Png)
        .unwrap();
    check("transparent", &file, &[TEXT]);
    let Some(recogniser) = tesseract() else {
        return;
    };
    let mut document = open(&file, &recogniser).unwrap();
    let written = written(&mut *document, Some("Kurz"));
    let written = image::load_from_memory(&written).unwrap();
    assert!(written.color().has_alpha());
    for (x, y) in [(5, 5), (690, 290), (680, 20)] {
        assert_eq!(written.to_rgba8().get_pixel(x, y).0[3], 0, "{x} {y}");
    }
}

#[test]
fn a_photograph_that_says_how_it_is_turned_is_painted_as_people_see_it() {
    let mut image = plain([240, 240, 255]);
    draw(&mut image, TEXT, 26.0, (40.0, 40.0), 560.0, [0; 3]);
    let image = DynamicImage::ImageRgb8(image);
    // What a camera says that was held in these ways (Exif 2.32, 4.6.4).
    for (said, stored) in [
        (3, image.rotate180()),
        (6, image.rotate270()),
        (8, image.rotate90()),
    ] {
        let stored = stored.into_rgb8();
        let (width, height) = stored.dimensions();
        let mut file = Vec::new();
        JpegEncoder::new_with_quality(&mut file, 90)
            .encode(&stored, width, height, ExtendedColorType::Rgb8)
            .unwrap();
        let mut exif =
            b"\xFF\xE1\0\x22Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        exif.extend([said, 0, 0, 0, 0, 0, 0]);
        file.splice(2..2, exif);
        check(&format!("said {said}"), &file, &[TEXT]);
    }
}

#[test]
fn a_jpeg_picture_keeps_its_size_and_what_is_around_the_text() {
    let mut image = plain([240, 240, 255]);
    draw(&mut image, TEXT, 24.0, (40.0, 40.0), 560.0, [0, 0, 0]);
    let mut file = Vec::new();
    let encoder = &mut JpegEncoder::new_with_quality(&mut file, 80);
    encoder
        .encode(&image, 700, 300, ExtendedColorType::Rgb8)
        .unwrap();
    check("jpeg", &file, &[TEXT]);
}

/// Finds one word, wherever it is told.
struct Found(Vec<RecognisedWord>);

impl Found {
    fn at(left: u32, top: u32, width: u32, height: u32) -> Arc<dyn TextRecogniser> {
        Arc::new(Self(vec![RecognisedWord {
            text: "Hello".to_owned(),
            left,
            top,
            width,
            height,
            confidence: 95,
            block: 0,
            paragraph: 0,
            line: 0,
        }]))
    }
}

impl TextRecogniser for Found {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        _: Option<Language>,
        _: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        // A picture that was made larger is not known.
        let is_known = picture.width <= 700;
        Ok(if is_known { self.0.clone() } else { Vec::new() })
    }

    fn orientation(&self, _: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        Ok(None)
    }
}

fn sign() -> Vec<u8> {
    let mut image = plain([255; 3]);
    draw(&mut image, "Hello", 40.0, (100.0, 100.0), 400.0, [0; 3]);
    png(&image)
}

fn written(document: &mut dyn Document, translation: Option<&str>) -> Vec<u8> {
    let mut written = Vec::new();
    document
        .write(&[translation.map(content)], &mut written)
        .unwrap();
    written
}

#[test]
fn what_is_not_translated_or_stays_the_same_is_the_same_file() {
    let recogniser = Found::at(100, 110, 100, 32);
    let mut document = open(&sign(), &recogniser).unwrap();
    assert_eq!(document.units().len(), 1);
    assert_eq!(written(&mut *document, None), sign());
    assert_eq!(written(&mut *document, Some("Hello")), sign());
    assert!(written(&mut *document, Some("Hallo")) != sign());
    assert!(document.warnings().is_empty());
}

#[test]
fn a_paragraph_without_font_or_room_stays_and_is_warned_of() {
    let recogniser = Found::at(100, 110, 100, 32);
    let mut document = open(&sign(), &recogniser).unwrap();
    assert_eq!(written(&mut *document, Some("\u{10FFFD}")), sign());
    assert!(matches!(
        document.warnings(),
        [Warning::MissingFont { paragraphs: 1, .. }]
    ));
    let mut document = open(&sign(), &recogniser).unwrap();
    let long = "Donaudampfschifffahrtsgesellschaft".repeat(40);
    assert_eq!(written(&mut *document, Some(&long)), sign());
    assert!(matches!(
        document.warnings(),
        [Warning::DoesNotFit { paragraphs: 1, .. }]
    ));
}

#[test]
fn words_beyond_the_picture_do_no_harm() {
    for (left, top, width, height) in [
        (0, 0, 700, 300),
        (690, 290, 500, 500),
        (5_000, 5_000, 100, 30),
        (u32::MAX, u32::MAX, u32::MAX, 1),
    ] {
        let recogniser = Found::at(left, top, width, height);
        if let Ok(mut document) = open(&sign(), &recogniser) {
            written(&mut *document, Some("Hallo"));
        }
    }
}

fn reason(file: &[u8]) -> String {
    let recogniser = Found::at(100, 110, 100, 32);
    open(file, &recogniser).err().unwrap().to_string()
}

#[test]
fn pictures_without_text_and_broken_files_say_so() {
    let nothing: Arc<dyn TextRecogniser> = Arc::new(Found(Vec::new()));
    let none = open(&sign(), &nothing).err().unwrap().to_string();
    assert_eq!(none, "no text was recognised in the picture");
    assert!(reason(b"GIF89a").contains("not a valid PNG"));
    for length in [8, 20, 40, 200, sign().len() / 2] {
        let told = reason(&sign()[..length]);
        assert!(told.contains("not a valid PNG"), "{told}");
    }
    let jpeg = PictureFilter::jpeg(nothing, Fonts::of_system());
    let other = jpeg
        .open(Box::new(Cursor::new(sign())), options())
        .err()
        .unwrap();
    assert!(
        other.to_string().contains("should end with \".png\""),
        "{other}"
    );
    assert!(reason(b"\xFF\xD8\xFF\xE0\0\x10JFIF").contains("cut off"));
}

#[test]
fn a_picture_of_very_many_pixels_is_refused_before_memory_is_taken() {
    let mut file = sign();
    // Its width and height.
    file[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
    let sum = checksum(&file[12..29]);
    file[29..33].copy_from_slice(&sum);
    assert!(
        reason(&file).contains("50000000 pixels"),
        "{}",
        reason(&file)
    );
}

/// The checksum of a part of a PNG file.
fn checksum(part: &[u8]) -> [u8; 4] {
    let sum = part.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg())
        })
    });
    (!sum).to_be_bytes()
}

/// The sign with another part behind the first one.
fn with_part(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut file = sign();
    let named = [kind, data].concat();
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    let part = [&length[..], &named, &checksum(&named)].concat();
    file.splice(33..33, part);
    file
}

#[test]
fn what_unpacks_to_much_in_a_png_picture_does_no_harm() {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..128 {
        packed.write_all(&[0; 1 << 20]).unwrap();
    }
    let packed = packed.finish().unwrap();
    let recogniser = Found::at(100, 110, 100, 32);
    for (kind, data) in [
        (b"zTXt", [b"Comment\0\0", &packed[..]].concat()),
        (b"iTXt", [b"Comment\0\x01\0\0\0", &packed[..]].concat()),
        (b"iCCP", [b"profile\0\0", &packed[..]].concat()),
        (b"IDAT", packed.clone()),
    ] {
        let file = with_part(kind, &data);
        match open(&file, &recogniser) {
            Ok(mut document) => {
                written(&mut *document, Some("Hallo"));
            }
            Err(error) => {
                let told = error.to_string();
                assert!(told.contains("not a valid PNG"), "{told}");
            }
        }
    }
}

#[test]
fn lengths_that_are_wrong_in_a_jpeg_picture_do_no_harm() {
    let file = include_bytes!("../testdata/sample.jpg");
    let recogniser = Found::at(100, 110, 100, 32);
    let begins: Vec<usize> = (0..file.len() - 3)
        .filter(|at| matches!(file[*at..*at + 2], [0xFF, 0xC0..=0xC4 | 0xDA..=0xEF]))
        .collect();
    assert!(begins.len() > 4, "{begins:?}");
    for begin in begins {
        for length in [0_u16, 1, 2, 3, 7, 0x7FFF, 0xFFFF] {
            let mut file = file.to_vec();
            file[begin + 2..begin + 4].copy_from_slice(&length.to_be_bytes());
            match open(&file, &recogniser) {
                Ok(mut document) => {
                    written(&mut *document, Some("Hallo"));
                }
                Err(error) => {
                    let told = error.to_string();
                    let is_known = ["not a valid JPEG", "no text was recognised"]
                        .iter()
                        .any(|known| told.contains(known));
                    assert!(is_known, "{begin} {length}: {told}");
                }
            }
        }
    }
}
