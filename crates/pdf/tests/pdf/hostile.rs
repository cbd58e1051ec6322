//! Documents that are none, or that are made to take much.

use std::io::Write as _;

use dragoman_documents::{DocumentError, Limits};
use dragoman_pdf::text_of_pages;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Object, Stream, dictionary};

use crate::support::{bytes, document, read};

#[test]
fn what_is_no_pdf_is_refused() {
    for file in [&b""[..], b"%PDF-1.7\n%%EOF", b"PK\x03\x04", &[0; 4096]] {
        let error = read(file.to_vec()).unwrap_err();
        assert!(
            matches!(error, DocumentError::Malformed { .. }),
            "{error:?}"
        );
    }
}

#[test]
fn a_file_that_is_cut_off_anywhere_ends() {
    let whole = bytes(document(&["BT /F1 10 Tf 72 700 Td (Whole) Tj ET"], &[]));
    for length in 0..whole.len() {
        let _ = read(whole[..length].to_vec());
    }
}

#[test]
fn forms_that_show_themselves_end() {
    let forms = [
        ("A", "/B Do BT /F1 10 Tf 72 700 Td (A) Tj ET"),
        ("B", "/A Do /B Do"),
    ];
    let pages = read(bytes(document(&["/A Do /A Do"], &forms))).unwrap();
    assert_eq!(pages[0].paragraphs, ["A"]);
}

#[test]
fn contents_that_unpack_to_much_are_refused_before_they_are_unpacked() {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..64 {
        packed.write_all(&[b' '; 64 << 10]).unwrap();
    }
    let packed = packed.finish().unwrap();
    let limits = Limits {
        entry_bytes: 1 << 20,
        ..Limits::default()
    };
    for filters in [vec!["FlateDecode"], vec!["FlateDecode", "FlateDecode"]] {
        let mut document = document(&["q Q"], &[]);
        let page = *document.get_pages().values().next().unwrap();
        let filters: Vec<Object> = filters.into_iter().map(Object::from).collect();
        let stream = Stream::new(dictionary! { "Filter" => filters }, packed.clone());
        let contents = document.add_object(stream);
        let page = document.get_object_mut(page).and_then(Object::as_dict_mut);
        page.unwrap().set("Contents", contents);
        let error = text_of_pages(bytes(document), &limits).unwrap_err();
        assert!(matches!(error, DocumentError::TooLarge { .. }), "{error:?}");
    }
}

#[test]
fn operands_and_states_without_end_end() {
    for contents in [
        "q ".repeat(200_000),
        "1 ".repeat(200_000),
        "[".repeat(200_000),
        "0 0 m 1 1 l ".repeat(50_000) + "S",
        "BT ".repeat(50_000),
        "BT /F1 1e30 Tf 1e30 0 0 1e30 0 0 Tm (a) Tj /F1 0 Tf (b) Tj ET".to_owned(),
    ] {
        let read = read(bytes(document(&[&contents], &[])));
        assert!(read.is_ok(), "{read:?}");
    }
}

#[test]
fn a_font_whose_codes_are_beyond_all_numbers_is_not_read_and_others_are() {
    let mut document = document(&["BT /F1 12 Tf (one) Tj /F3 12 Tf (two) Tj ET"], &[]);
    let most = i64::MAX;
    let differences = vec![most.into(), "A".into(), "B".into()];
    let font = dictionary! {
        "Type" => "Font",
        "Subtype" => "TrueType",
        "BaseFont" => "Arial",
        "Encoding" => dictionary! { "Differences" => differences },
    };
    for object in document.objects.values_mut() {
        let fonts = object.as_dict_mut().and_then(|it| it.get_mut(b"Font"));
        if let Ok(fonts) = fonts.and_then(|it| it.as_dict_mut()) {
            fonts.set("F3", font.clone());
        }
    }
    let pages = read(bytes(document)).unwrap();
    assert_eq!(pages[0].paragraphs, ["one"]);
}
