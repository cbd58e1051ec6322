//! Pages with translations in the places of what was read.

use std::io::Cursor;

use dragoman_documents::{CodeId, Content, Document as _, Options, Piece, Warning};
use dragoman_pdf::Pdf;
use dragoman_typesetting::Fonts;
use lopdf::{Document, dictionary};

use crate::support::{NONE, bytes, document, lines, read};
use crate::typefaces::with_font;

/// A document with each unit written as a function has it.
pub(crate) fn translated(
    file: Vec<u8>,
    translate: impl Fn(&str) -> Option<String>,
) -> (Vec<u8>, Vec<Warning>) {
    written(file, |content| {
        translate(&content.text()).map(|text| Content::new([Piece::Text(text)]))
    })
}

/// A document with each unit in capitals, and with its codes.
fn in_capitals(file: Vec<u8>) -> Vec<u8> {
    let (written, warnings) = written(file, |content| {
        let pieces = content.pieces().iter().map(|piece| match piece {
            Piece::Text(text) => Piece::Text(text.to_uppercase()),
            piece => piece.clone(),
        });
        Some(Content::new(pieces))
    });
    assert_eq!(warnings, []);
    written
}

pub(crate) fn written(
    file: Vec<u8>,
    translate: impl Fn(&Content) -> Option<Content>,
) -> (Vec<u8>, Vec<Warning>) {
    let options = Options::to("de".parse().unwrap());
    let mut pdf = Pdf::open(
        Box::new(Cursor::new(file)),
        options,
        &Fonts::of_system(),
        &NONE,
    )
    .unwrap();
    let units = pdf.units().iter();
    let translations: Vec<Option<Content>> = units.map(|unit| translate(&unit.content)).collect();
    let mut output = Vec::new();
    pdf.write(&translations, &mut output).unwrap();
    (output, pdf.warnings().to_vec())
}

pub(crate) fn paragraphs(file: &[u8]) -> Vec<String> {
    let pages = read(file.to_vec()).unwrap();
    pages.into_iter().flat_map(|page| page.paragraphs).collect()
}

/// The content streams and forms of a document.
pub(crate) fn streams(file: &[u8]) -> String {
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
    let (before, _) = streams.split_once("/Dragoman").unwrap();
    assert_eq!(before.matches("re W n").count(), 1, "{streams}");
    assert!(before.contains("ET Q"), "{streams}");
}

#[test]
fn colours_and_directions_are_those_of_the_source() {
    let page = "1 0 0 rg BT /F1 10 Tf 0 1 -1 0 300 100 Tm (Upwards) Tj ET";
    let file = bytes(document(&[page], &[]));
    let (written, _) = translated(file, |_| Some("Hinauf".to_owned()));
    let streams = streams(&written);
    let (_, drawing) = streams.split_once("cm\nq\n").unwrap();
    assert!(drawing.starts_with("1 0 0 rg\n0 Tr\nBT"), "{streams}");
    assert!(drawing.contains("0 1 -1 0 300 100 Tm"), "{streams}");
    assert_eq!(paragraphs(&written), ["Hinauf"]);
}

#[test]
fn without_a_font_a_paragraph_stays_and_that_is_said() {
    let file = bytes(document(&[&lines(72, 700, &["A sentence."])], &[]));
    let (written, warnings) = translated(file, |_| Some("\u{13000}\u{1f9ff}\u{10fff0}".to_owned()));
    assert_eq!(paragraphs(&written), ["A sentence."]);
    assert_eq!(warnings[0].code(), "missing_font");
    let file = bytes(document(&[&lines(72, 700, &["A sentence."])], &[]));
    let options = Options::to("de".parse().unwrap());
    let mut pdf = Pdf::open(
        Box::new(Cursor::new(file)),
        options,
        &Fonts::of_folders(&[]),
        &NONE,
    )
    .unwrap();
    let translations = [Some(Content::new([text("\u{3c8}\u{3c5}\u{3c7}\u{3ae}")]))];
    pdf.write(&translations, &mut Vec::new()).unwrap();
    assert_eq!(
        pdf.warnings(),
        [Warning::MissingFont {
            script: "Greek".to_owned(),
            paragraphs: 1
        }]
    );
}

/// The units of a document, as their pieces.
pub(crate) fn units(file: Vec<u8>) -> Vec<Content> {
    let options = Options::to("de".parse().unwrap());
    let pdf = Pdf::open(
        Box::new(Cursor::new(file)),
        options,
        &Fonts::of_system(),
        &NONE,
    )
    .unwrap();
    pdf.units()
        .iter()
        .map(|unit| unit.content.clone())
        .collect()
}

fn text(text: &str) -> Piece {
    Piece::Text(text.to_owned())
}

#[test]
fn what_looks_different_in_a_paragraph_is_in_codes_and_looks_so_in_the_translation() {
    let page = "BT /F1 10 Tf 72 700 Td (This is ) Tj 1 0 0 rg /F2 10 Tf (very important) Tj 0 g /F1 10 Tf \
                ( to all, as somebody said.) Tj /F1 6 Tf 4 Ts (2) Tj ET";
    let file = bytes(document(&[page], &[]));
    let (bold, note) = (CodeId(0), CodeId(1));
    assert_eq!(
        units(file.clone()),
        [Content::new([
            text("This is "),
            Piece::Open(bold),
            text("very important"),
            Piece::Close(bold),
            text(" to all, as somebody said."),
            Piece::Open(note),
            text("2"),
            Piece::Close(note),
        ])]
    );
    let file = in_capitals(file);
    let codes = units(file.clone());
    assert_eq!(
        codes[0].text(),
        "THIS IS VERY IMPORTANT TO ALL, AS SOMEBODY SAID.2"
    );
    assert_eq!(codes[0].pieces().len(), 8, "{codes:?}");
    let streams = streams(&file);
    let (_, bold) = streams.split_once("1 0 0 rg\n0 Tr\nBT").unwrap();
    let (bold, rest) = bold.split_once("ET").unwrap();
    assert!(bold.contains("10 Tf") && rest.contains("6 Tf"), "{streams}");
}

#[test]
fn words_in_another_font_stay_in_it() {
    let page = "BT /F1 10 Tf 72 700 Td (A sentence with ) Tj /F3 10 Tf (another) Tj /F1 10 Tf ( font in it.) Tj ET";
    let file = with_font(document(&[page], &[]), "Verdana");
    let other = CodeId(0);
    let expected = Content::new([
        text("A sentence with "),
        Piece::Open(other),
        text("another"),
        Piece::Close(other),
        text(" font in it."),
    ]);
    assert_eq!(units(file), [expected]);
}

#[test]
fn letters_within_a_word_are_no_codes_and_glyphs_without_a_meaning_stand_where_their_word_does() {
    let page = "BT /F2 16 Tf 72 700 Td (O) Tj /F1 10 Tf (nce upon) Tj ( a ) Tj /F3 10 Tf (x) Tj /F1 10 Tf ( time.) Tj ET";
    let file = with_font(document(&[page], &[]), "CMMI10");
    let object = Piece::Mark(CodeId(0));
    assert_eq!(
        units(file.clone()),
        [Content::new([
            text("Once upon a "),
            object.clone(),
            text(" time.")
        ])]
    );
    let (file, warnings) = written(file, |_| {
        Some(Content::new([object.clone(), text(" war einmal.")]))
    });
    assert_eq!(warnings, []);
    let streams = streams(&file);
    let (before, shown) = streams.split_once("<78> Tj").unwrap();
    assert!(before.contains("/DragomanO"), "{streams}");
    assert!(!shown.contains("Tj"), "{streams}");
}

#[test]
fn a_link_is_on_its_words_wherever_they_then_stand() {
    let page = lines(72, 700, &["See our pages", "for all of it."]);
    let mut document = document(&[&page], &[]);
    let link = document.add_object(dictionary! {
        "Type" => "Annot",
        "Subtype" => "Link",
        "Rect" => vec![92.into(), 697.into(), 136.into(), 710.into()],
    });
    for object in document.objects.values_mut() {
        if let Ok(page) = object.as_dict_mut()
            && page.has_type(b"Page")
        {
            page.set("Annots", vec![link.into()]);
        }
    }
    let file = bytes(document);
    let code = CodeId(0);
    let linked = [Piece::Open(code), text("our pages"), Piece::Close(code)];
    let content = &units(file.clone())[0];
    assert!(
        content.pieces().windows(3).any(|it| it == linked),
        "{content:?}"
    );
    let (file, _) = written(file, |_| {
        let words = [Piece::Open(code), text("Unsere Seiten"), Piece::Close(code)];
        Some(Content::new(
            words.into_iter().chain([text(" haben alles.")]),
        ))
    });
    let written = Document::load_mem(&file).unwrap();
    let link = written.objects.values().find_map(|object| {
        let link = object.as_dict().ok()?;
        link.has_type(b"Annot")
            .then(|| link.get(b"Rect").unwrap().as_array().unwrap())
    });
    let corners: Vec<f32> = link
        .unwrap()
        .iter()
        .map(|it| it.as_float().unwrap())
        .collect();
    assert!(
        (corners[0] - 72.0).abs() < 0.5 && corners[2] > 125.0 && corners[2] < 150.0,
        "{corners:?}"
    );
}

#[test]
fn a_bullet_stays_and_lines_begin_beside_it() {
    let page = "BT /F3 10 Tf 12 TL 72 700 Td (1.) Tj 20 0 Td (The first of two lines of an item) Tj T* (that goes on.) Tj ET";
    let file = with_font(document(&[page], &[]), "Helvetica");
    let label = Piece::Mark(CodeId(0));
    let expected = Content::new([
        label,
        text("The first of two lines of an item that goes on."),
    ]);
    assert_eq!(units(file.clone()), [expected]);
    let streams = streams(&in_capitals(file));
    assert!(streams.contains(" 72 700 Tm\n<31> Tj"), "{streams}");
    assert!(streams.contains(" 92 700 Tm"), "{streams}");
    assert!(streams.contains(" 92 688 Tm"), "{streams}");
}

#[test]
fn what_stays_the_same_has_its_lines_where_they_were_with_the_hyphens_of_divided_words() {
    let page = "BT /F3 10 Tf 72 700 Td (A paragraph of three lines with trans-) Tj 8 -12 Td (lation in it, of which the last one is) Tj \
                -8 -13 Td (a little lower.) Tj ET";
    let file = with_font(document(&[page], &[]), "Helvetica");
    assert_eq!(
        paragraphs(&file),
        [
            "A paragraph of three lines with translation in it, of which the last one is a little lower."
        ]
    );
    let (file, _) = translated(file, |text| Some(text.to_owned()));
    let streams = streams(&file);
    for place in ["72 700 Tm", "80 688 Tm", "72 675 Tm"] {
        assert_eq!(streams.matches(place).count(), 1, "{streams}");
    }
    let (first, _) = streams.split_once("80 688 Tm").unwrap();
    assert!(first.contains("<73><2D>] TJ"), "{streams}");
}

#[test]
fn hyphens_that_are_painted_stay_whatever_the_document_calls_them() {
    let page = "BT /F1 10 Tf 72 700 Td (\\255 Berlin \\255) Tj ET";
    let file = bytes(document(&[page], &[]));
    assert_eq!(paragraphs(&in_capitals(file)), ["- BERLIN -"]);
}

#[test]
fn a_document_is_written_alike_each_time() {
    let page = "BT /F1 10 Tf 72 700 Td (Plain, ) Tj /F2 10 Tf (bold) Tj ET BT /F2 10 Tf 72 650 Td (Alone) Tj ET";
    let once = || in_capitals(bytes(document(&[page], &[])));
    let first = once();
    for _ in 0..8 {
        assert!(first == once());
    }
}

#[test]
fn outlines_are_as_wide_as_they_were() {
    let page = "5 w q 0.1 0 0 0.1 0 0 cm BT 2 Tr /F1 240 Tf 500 7000 Td (Dispatch) Tj ET Q";
    let (file, _) = translated(bytes(document(&[page], &[])), |_| {
        Some("Versand".to_owned())
    });
    let document = Document::load_mem(&file).unwrap();
    let contents = document.get_page_content(document.page_iter().next().unwrap());
    let contents = String::from_utf8_lossy(&contents).into_owned();
    assert!(contents.contains("0.5 w"), "{contents}");
}

#[test]
fn text_is_painted_where_its_letters_were_and_not_where_a_space_beside_them_was() {
    // A space of another text stands in the row, below the ground on which the letters are.
    let page = "BT /F1 12 Tf 50 700 Td ( ) Tj ET 1 g 40 690 200 30 re f 0 g\n\
                BT /F1 12 Tf 60 700 Td (Hello) Tj ET";
    let (file, _) = translated(bytes(document(&[page], &[])), |_| Some("Hallo".to_owned()));
    let document = Document::load_mem(&file).unwrap();
    let contents = document.get_page_content(document.page_iter().next().unwrap());
    let contents = String::from_utf8_lossy(&contents).into_owned();
    let (ground, text) = (
        contents.find(" re f").unwrap(),
        contents.find("/Dragoman").unwrap(),
    );
    assert!(ground < text, "{contents}");
}

#[test]
fn cells_whose_text_is_cut_off_are_read_whole_and_cut_off_again() {
    let cell = |x: i32, y: i32, text: &str| {
        format!("q {x} 600 60 200 re W n BT /F1 10 Tf {x} {y} Td ({text}) Tj ET Q\n")
    };
    let page = [
        cell(50, 700, "Runta silvan dovar"),
        cell(110, 700, "Gorel wexal tormek"),
        cell(50, 686, "Pilda vantor fumat"),
        cell(110, 686, "Yorin"),
    ];
    let file = bytes(document(&[&page.concat()], &[]));
    let texts: Vec<String> = units(file.clone()).iter().map(Content::text).collect();
    assert_eq!(
        texts,
        [
            "Runta silvan dovar",
            "Gorel wexal tormek",
            "Pilda vantor fumat",
            "Yorin"
        ]
    );
    let written = in_capitals(file);
    let document = Document::load_mem(&written).unwrap();
    let contents = document.get_page_content(document.page_iter().next().unwrap());
    let contents = String::from_utf8_lossy(&contents).into_owned();
    // Each is painted before what cuts it off ends.
    let first = contents.find("W n").unwrap();
    let first = &contents[first..first + contents[first..].find("110 600 60 200 re").unwrap()];
    assert!(first.contains("/Dragoman"), "{contents}");
}
