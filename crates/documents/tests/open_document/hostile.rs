use std::io::Cursor;

use dragoman_documents::{CodeId, Content, Document, DocumentError, Limits, OpenDocument, Piece};
use proptest::prelude::*;

use crate::common::hostile::{check_damaged, damaged_text, damages, piece};
use crate::common::{options, part};
use crate::{document, opened};

fn open_with(bytes: &[u8], limits: Limits) -> Result<OpenDocument, DocumentError> {
    let mut options = options("de");
    options.limits = limits;
    OpenDocument::open_text(Box::new(Cursor::new(bytes.to_vec())), options)
}

/// A paragraph with a bit of everything.
fn everything() -> String {
    "<text:p text:style-name=\"P\">a <text:span text:style-name=\"I\">b <text:span text:style-name=\"U\">c</text:span>\
     <text:bookmark-start text:name=\"x\"/></text:span><text:a xlink:href=\"#x\">d<text:tab/>e \
     <text:span text:style-name=\"I\">f</text:span></text:a><text:bookmark-end text:name=\"x\"/>\
     <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>g</text:p></text:note-body></text:note>\
     <text:title>h</text:title><text:line-break/>i<draw:frame><draw:text-box><text:p>j</text:p></draw:text-box></draw:frame> k \
     <text:span text:style-name=\"I\"><text:a xlink:href=\"#y\">l<text:s/>m</text:a></text:span> n</text:p>"
        .to_owned()
}

#[test]
fn links_that_an_engine_puts_into_one_another_do_not_make_a_document_too_deep() {
    let link = "<text:a xlink:href=\"#x\">a</text:a>".repeat(300);
    let bytes = document("text", &format!("<text:p>{link}end</text:p>"), &[]);
    let mut opened = opened("text", &bytes, "de").unwrap();
    let opens = (1..=300).map(|id| Piece::Open(CodeId(id)));
    let nested = Content::new(opens.chain([Piece::Text("deep".to_owned())]));
    let mut output = Vec::new();
    opened.write(&[Some(nested)], &mut output).unwrap();
    assert_eq!(
        crate::opened("text", &output, "de").unwrap().units().len(),
        1
    );
    assert_eq!(
        part(&output, "content.xml").matches("<text:a ").count(),
        300
    );
}

#[test]
fn spans_that_a_translation_repeats_too_often_are_refused() {
    let name = "n".repeat(400);
    let body = format!("<text:p>a <text:span text:style-name=\"{name}\">b</text:span> c</text:p>");
    let bytes = document("text", &body, &[]);
    let limits = Limits {
        entry_bytes: 20_000,
        ..Limits::default()
    };
    let mut opened = open_with(&bytes, limits).unwrap();
    let long = Content::new([Piece::Text("x".repeat(30_000))]);
    let outcome = opened.write(&[Some(long)], &mut Vec::new());
    assert!(matches!(outcome, Err(DocumentError::TooLarge { .. })));
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_document_stays_whole(
        pieces in prop::collection::vec(piece(16), 0..30),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let bytes = document("text", &everything(), &[]);
        let mut opened = opened("text", &bytes, target).unwrap();
        let count = opened.units().len();
        let mut translations = vec![None; count];
        translations[count - 1] = Some(Content::new(pieces));
        let mut output = Vec::new();
        opened.write(&translations, &mut output).unwrap();
        crate::opened("text", &output, target).unwrap();
        let (before, after) = (part(&bytes, "content.xml"), part(&output, "content.xml"));
        for once in ["<text:a ", "</text:a>", "<text:note>", "<text:tab/>", "<text:line-break/>",
            "<text:bookmark-start", "<text:bookmark-end", "<text:title>", "<draw:frame>"] {
            prop_assert_eq!(before.matches(once).count(), after.matches(once).count(), "{}", once);
        }
    }

    #[test]
    fn whatever_an_engine_does_to_codes_the_source_stays_before_its_translation(
        pieces in prop::collection::vec(piece(16), 0..30),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let bytes = document("text", &everything(), &[]);
        let mut opened = crate::bilingual::open(&bytes, target);
        let count = opened.units().len();
        let mut translations = vec![None; count];
        translations[count - 1] = Some(Content::new(pieces));
        let mut output = Vec::new();
        opened.write(&translations, &mut output).unwrap();
        crate::opened("text", &output, target).unwrap();
        let (before, after) = (part(&bytes, "content.xml"), part(&output, "content.xml"));
        prop_assert!(after.contains(everything().strip_suffix("</text:p>").unwrap()));
        for once in ["<text:note>", "<text:bookmark-start", "<text:bookmark-end", "<text:title>", "<draw:frame>"] {
            prop_assert_eq!(before.matches(once).count(), after.matches(once).count(), "{}", once);
        }
        prop_assert!(2 * before.matches("<text:a ").count() >= after.matches("<text:a ").count());
    }

    #[test]
    fn damaged_documents_give_a_document_or_an_error(
        damages in damages(),
    ) {
        let bytes = document("text", &damaged_text(everything(), damages), &[]);
        check_damaged(&bytes, |bytes| open_with(bytes, Limits::default()));
    }
}
