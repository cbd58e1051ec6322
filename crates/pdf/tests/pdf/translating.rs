//! Pages with translations in the places of what was read.

use std::io::Cursor;

use dragoman_documents::{Content, Document as _, Options, Piece, Warning};
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;
use lopdf::Document;

use crate::support::{bytes, document, lines, read};

/// A document with each unit written as a function has it.
pub(crate) fn translated(
    file: Vec<u8>,
    translate: impl Fn(&str) -> Option<String>,
) -> (Vec<u8>, Vec<Warning>) {
    let options = Options::to("de".parse().unwrap());
    let mut pdf = Pdf::open(Box::new(Cursor::new(file)), options, &Fonts::of_system()).unwrap();
    let units = pdf.units().iter();
    let translations: Vec<Option<Content>> = units
        .map(|unit| translate(&unit.content.text()).map(|text| Content::new([Piece::Text(text)])))
        .collect();
    let mut output = Vec::new();
    pdf.write(&translations, &mut output).unwrap();
    (output, pdf.warnings().to_vec())
}

fn paragraphs(file: &[u8]) -> Vec<String> {
    let pages = read(file.to_vec()).unwrap();
    pages.into_iter().flat_map(|page| page.paragraphs).collect()
}

/// The content streams and forms of a document.
fn streams(file: &[u8]) -> String {
    let document = Document::load_mem(file).unwrap();
    let streams = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok());
    let contents = streams.filter(|it| !it.dict.has(b"Length1") && !it.dict.has_type(b"Font"));
    let texts = contents.map(|it| it.get_plain_content().unwrap_or_default());
    texts
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .collect()
}

#[test]
fn a_translation_stands_where_its_source_was_and_nothing_of_that_stays_in_the_file() {
    let page = lines(
        72,
        700,
        &[
            "The first line of a paragraph that goes on for another",
            "line.",
        ],
    );
    let page = format!("0.5 g 10 10 100 100 re f\n{page}BT /F1 10 Tf 72 600 Td (12.50) Tj ET");
    let file = bytes(document(&[&page], &[]));
    let (written, warnings) = translated(file, |_| {
        Some("Ein Absatz, der \u{fc}bersetzt ist.".to_owned())
    });
    assert_eq!(warnings, []);
    assert_eq!(
        paragraphs(&written),
        ["Ein Absatz, der \u{fc}bersetzt ist.", "12.50"]
    );
    let streams = streams(&written);
    assert!(streams.contains("0.5 g 10 10 100 100 re f\n"), "{streams}");
    assert!(streams.contains("72 600 Td (12.50) Tj ET"), "{streams}");
    assert!(!streams.contains("paragraph"), "{streams}");
}

#[test]
fn what_has_no_translation_stays_byte_for_byte() {
    let page = format!(
        "{}{}",
        lines(72, 700, &["Translated."]),
        lines(72, 600, &["Left alone."])
    );
    let file = bytes(document(&[&page], &[]));
    let (written, _) = translated(file, |text| {
        (text == "Translated.").then(|| "\u{dc}bersetzt.".to_owned())
    });
    assert_eq!(paragraphs(&written), ["\u{dc}bersetzt.", "Left alone."]);
    assert!(streams(&written).contains(&lines(72, 600, &["Left alone."])));
}

#[test]
fn other_text_of_one_operation_stays_in_its_place() {
    let page = "BT /F1 10 Tf 72 700 Td [(Name)-20000(4711)-10000(Place)] TJ ET";
    let file = bytes(document(&[page], &[]));
    let (written, _) = translated(file, |text| Some(text.to_uppercase()));
    // What is translated is painted after the text object.
    assert_eq!(paragraphs(&written), ["4711", "NAME", "PLACE"]);
    assert!(streams(&written).contains("<34373131>"));
}

#[test]
fn nothing_is_left_of_letters_that_were_painted_twice() {
    let page = "BT /F1 10 Tf 72 700 Td (Fat) Tj ET BT /F1 10 Tf 72.3 700 Td (Fat) Tj ET";
    let file = bytes(document(&[page], &[]));
    let (written, _) = translated(file, |_| Some("Fett".to_owned()));
    assert_eq!(paragraphs(&written), ["Fett"]);
    assert!(!streams(&written).contains("(Fat)"));
    assert_eq!(streams(&written).matches("] TJ").count(), 3);
}

#[test]
fn text_in_a_form_is_translated_there() {
    let head = lines(72, 750, &["The head of each page"]);
    let pages = ["/Head Do", "/Head Do"];
    let file = bytes(document(&pages, &[("Head", &head)]));
    let (written, _) = translated(file, |text| Some(text.to_uppercase()));
    assert_eq!(paragraphs(&written), ["THE HEAD OF EACH PAGE"]);
    assert!(!streams(&written).contains("head"));
}

#[test]
fn a_translation_is_painted_where_no_clipping_of_a_line_cuts_it_off() {
    let line = |y: i32, text: &str| {
        format!(
            "q 70 {} 300 12 re W n BT /F1 10 Tf 72 {y} Td ({text}) Tj ET Q\n",
            y - 3
        )
    };
    let page = line(700, "A paragraph whose lines are each cut out, as some")
        + &line(688, "programs do it.");
    let file = bytes(document(&[&page], &[]));
    let (written, _) = translated(file, |text| Some(text.to_uppercase()));
    let streams = streams(&written);
    let (before, _) = streams.split_once("/DragomanF0").unwrap();
    assert_eq!(before.matches("re W n").count(), 1, "{streams}");
    assert!(before.contains("ET Q"), "{streams}");
}

#[test]
fn colours_and_directions_are_those_of_the_source() {
    let page = "1 0 0 rg BT /F1 10 Tf 0 1 -1 0 300 100 Tm (Upwards) Tj ET";
    let file = bytes(document(&[page], &[]));
    let (written, _) = translated(file, |_| Some("Hinauf".to_owned()));
    let streams = streams(&written);
    let (_, drawing) = streams.split_once("cm\n").unwrap();
    assert!(drawing.starts_with("1 0 0 rg\n"), "{streams}");
    assert!(drawing.contains(" 1.00000 -1.00000 "), "{streams}");
    assert_eq!(paragraphs(&written), ["Hinauf"]);
}

#[test]
fn without_a_font_a_paragraph_stays_and_that_is_said() {
    let file = bytes(document(&[&lines(72, 700, &["A sentence."])], &[]));
    let (written, warnings) = translated(file, |_| Some("\u{13000}\u{1f9ff}\u{10fff0}".to_owned()));
    assert_eq!(paragraphs(&written), ["A sentence."]);
    assert_eq!(warnings[0].code(), "missing_font");
}
