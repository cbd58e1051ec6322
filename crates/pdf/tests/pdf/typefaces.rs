//! What translations are set in.

use dragoman_typesetting::{Fonts, Shape};
use lopdf::{Dictionary, Document, Stream, dictionary};

use crate::support::{bytes, document};
use crate::translating::{paragraphs, streams, translated};

/// A document that has this font as `/F3`, an object of its own.
pub(crate) fn with_font(mut document: Document, name: &str) -> Vec<u8> {
    let font = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => name,
        "Encoding" => "WinAnsiEncoding",
    });
    let mut resources = document.objects.values_mut();
    let fonts = resources.find_map(|object| object.as_dict_mut().ok()?.get_mut(b"Font").ok());
    fonts.unwrap().as_dict_mut().unwrap().set("F3", font);
    bytes(document)
}

#[test]
fn a_translation_is_in_the_font_of_the_document_where_that_has_all_of_its_letters() {
    let page = "BT /F3 10 Tf 72 700 Td (Plain words) Tj ET";
    for (translation, is_own) in [("Words", true), ("\u{394}elta", false)] {
        let file = with_font(document(&[page], &[]), "Helvetica");
        let (written, _) = translated(file, |_| Some(translation.to_owned()));
        assert_eq!(streams(&written).contains("/DragomanO"), is_own);
        assert_eq!(paragraphs(&written), [translation]);
    }
}

#[test]
fn letters_that_a_font_has_only_together_are_set_in_it() {
    let page = "BT /F3 10 Tf 72 700 Td (A \\200ce) Tj ET";
    let mut document = document(&[page], &[]);
    let file = document.add_object(Stream::new(Dictionary::new(), Vec::new()));
    let descriptor = document.add_object(dictionary! { "Type" => "FontDescriptor", "FontName" => "Helvetica", "Flags" => 32, "FontFile" => file });
    let encoding = dictionary! {
        "Type" => "Encoding",
        "BaseEncoding" => "WinAnsiEncoding",
        "Differences" => vec![128.into(), "ffi".into()],
    };
    let mut bytes = with_font(document, "Helvetica");
    let mut document = Document::load_mem(&bytes).unwrap();
    for object in document.objects.values_mut() {
        if let Ok(font) = object.as_dict_mut()
            && font.has_type(b"Font")
        {
            font.set("Encoding", encoding.clone());
            font.set("FontDescriptor", descriptor);
        }
    }
    bytes.clear();
    document.save_to(&mut bytes).unwrap();
    assert_eq!(paragraphs(&bytes), ["A ffice"]);
    let (written, _) = translated(bytes, |text| Some(text.to_owned()));
    let streams = streams(&written);
    assert!(streams.contains("<80>"), "{streams}");
    assert!(!streams.contains("/DragomanF"), "{streams}");
}

/// A document whose page has a font as `/F3` in which each of the letters from a to z is a square of 11 units, and a size
/// of 60 is one of about 10 points.
fn with_drawn_font(contents: &str) -> Vec<u8> {
    let mut document = document(&[contents], &[]);
    let square = b"22 0 d0 0 0 11 11 re f".to_vec();
    let square = document.add_object(Stream::new(Dictionary::new(), square));
    let names = ('a'..='z').map(|letter| letter.to_string());
    let procedures: Dictionary = names
        .clone()
        .map(|name| (name.into_bytes(), square.into()))
        .collect();
    let differences = std::iter::once(97.into());
    let names = names.map(|name| lopdf::Object::Name(name.into_bytes()));
    let numbers = |numbers: [f32; 6]| numbers.map(lopdf::Object::Real).to_vec();
    let font = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type3",
        "FontBBox" => vec![0.into(), 0.into(), 0.into(), 0.into()],
        "FontMatrix" => numbers([0.004, 0.0, 0.0, 0.004, 0.0, 0.0]),
        "CharProcs" => procedures,
        "Encoding" => dictionary! {
            "Type" => "Encoding",
            "Differences" => differences.chain(names).collect::<Vec<_>>(),
        },
        "FirstChar" => 97,
        "LastChar" => 122,
        "Widths" => vec![lopdf::Object::Integer(22); 26],
    });
    for object in document.objects.values_mut() {
        let fonts = object
            .as_dict_mut()
            .and_then(|it| it.get_mut(b"Font"))
            .and_then(lopdf::Object::as_dict_mut);
        if let Ok(fonts) = fonts {
            fonts.set("F3", font);
        }
    }
    bytes(document)
}

#[test]
fn a_font_of_drawings_is_as_large_as_its_letters_are_wide() {
    let file = with_drawn_font("BT /F3 60 Tf 72 700 Td [(some) -60 (words)] TJ ET");
    let (file, warnings) = translated(file, |text| Some(text.to_uppercase()));
    assert_eq!(warnings, []);
    let sizes: Vec<f64> = streams(&file)
        .split("/DragomanF0 ")
        .skip(1)
        .filter_map(|rest| rest.split(' ').next()?.parse().ok())
        .collect();
    assert!(
        !sizes.is_empty() && sizes.iter().all(|size| (8.0..12.0).contains(size)),
        "{sizes:?}"
    );
}

#[test]
fn letters_that_a_font_has_not_are_set_in_its_family() {
    let page = "BT /F3 10 Tf 72 700 Td (Plain words) Tj ET";
    for (name, family) in [
        ("DejaVuSerif-Bold", "DejaVuSerif"),
        ("TimesNewRomanPSMT", "LiberationSerif"),
        ("Arial,Italic", "LiberationSans-Italic"),
        ("HelveticaNeueLTStd-Roman", "LiberationSans"),
        ("HelveticaNeueLTStd-Bd", "LiberationSans-Bold"),
    ] {
        let file = with_font(document(&[page], &[]), name);
        let (written, _) = translated(file, |_| Some("\u{394}elta".to_owned()));
        let fonts = base_fonts(&written);
        assert!(fonts.iter().any(|font| font.contains(family)), "{fonts:?}");
    }
}

#[test]
fn a_font_that_calls_itself_bold_is_so_whatever_the_document_calls_it() {
    let shape = Shape {
        weight: 700,
        ..Shape::default()
    };
    let face = Fonts::of_system().face(shape, "Plain").unwrap();
    let mut document = document(&["BT /F3 10 Tf 72 700 Td (Plain words) Tj ET"], &[]);
    let program = document.add_object(Stream::new(Dictionary::new(), face.data().to_vec()));
    let descriptor = document.add_object(dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => "Something",
        "Flags" => 32,
        "FontFile2" => program,
    });
    let font = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "TrueType",
        "BaseFont" => "Something",
        "Encoding" => "WinAnsiEncoding",
        "FirstChar" => 32,
        "LastChar" => 122,
        "Widths" => vec![lopdf::Object::Integer(600); 91],
        "FontDescriptor" => descriptor,
    });
    let mut resources = document.objects.values_mut();
    let fonts = resources.find_map(|object| object.as_dict_mut().ok()?.get_mut(b"Font").ok());
    fonts.unwrap().as_dict_mut().unwrap().set("F3", font);
    let (written, _) = translated(bytes(document), |_| Some("\u{394}elta".to_owned()));
    let fonts = base_fonts(&written);
    assert!(fonts.iter().any(|font| font.contains("-Bold")), "{fonts:?}");
}

#[test]
fn letters_that_lean_do_so_in_another_face() {
    // Backwards, for which no face is italic.
    let page = "BT /F3 10 Tf 1 0 -0.5 1 72 700 Tm (some words) Tj ET";
    let file = with_font(document(&[page], &[]), "Verdana");
    let (file, warnings) = translated(file, |_| Some("\u{43a}\u{430}\u{43a}".to_owned()));
    assert_eq!(warnings, []);
    let streams = streams(&file);
    let (_, shown) = streams.split_once("/DragomanF").unwrap();
    assert!(shown.contains("1 0 -0.5 1 72 700 Tm"), "{streams}");
}

#[test]
fn a_font_that_is_part_of_a_page_or_form_is_one_that_text_can_be_set_in() {
    let text = "BT /F1 10 Tf 72 700 Td (Plain words) Tj ET";
    for file in [
        bytes(document(&[text], &[])),
        bytes(document(&["/Form Do"], &[("Form", text)])),
    ] {
        let (written, warnings) = translated(file, |_| Some("Other words".to_owned()));
        assert_eq!(warnings, []);
        assert_eq!(paragraphs(&written), ["Other words"]);
        assert!(streams(&written).contains("/DragomanO"));
        assert_eq!(base_fonts(&written).len(), 1, "{:?}", base_fonts(&written));
    }
}

/// The names of the fonts of a document.
fn base_fonts(file: &[u8]) -> Vec<String> {
    let document = Document::load_mem(file).unwrap();
    let fonts = document.objects.values().filter_map(|object| {
        let name = object.as_dict().ok()?.get(b"BaseFont").ok()?;
        Some(String::from_utf8_lossy(name.as_name().ok()?).into_owned())
    });
    fonts.collect()
}
