use std::io::Cursor;

use dragoman_documents::Docx;
use dragoman_documents::{CodeId, Content, Document, DocumentError, Limits, Options, Piece};
use proptest::prelude::*;

use crate::common::hostile::{check_damaged, damaged_text, damages, piece};
use crate::common::{long, options, package, part, relations, short, units};
use crate::{document, field, open, p, r, styled, units_of};

fn open_with(bytes: &[u8], limits: Limits) -> Result<Docx, DocumentError> {
    let options = Options {
        limits,
        ..options("de")
    };
    Docx::open(Box::new(Cursor::new(bytes.to_vec())), options)
}

#[test]
fn a_translation_that_repeats_large_properties_too_often_is_refused() {
    let large = format!("<w:rPrChange w:id=\"{}\"/>", "1".repeat(1_000));
    let mark = "<w:bookmarkStart w:id=\"1\"/>";
    let body = p(&(styled(&large, "a") + &(mark.to_owned() + &r("a")).repeat(1_000)));
    let limits = Limits {
        entry_bytes: 200_000,
        ..Limits::default()
    };
    let mut docx = open_with(&document(&body, &[]), limits).unwrap();
    let translation = long(&short(&docx.units()[0].content).replace('a', "b"));
    let outcome = docx.write(&[Some(translation)], &mut Vec::new());
    assert!(matches!(outcome, Err(DocumentError::TooLarge { .. })));
}

#[test]
fn links_that_an_engine_puts_into_one_another_do_not_make_a_document_too_deep() {
    let link = format!("<w:hyperlink w:anchor=\"x\">{}</w:hyperlink>", r("a"));
    let bytes = document(&p(&(link.repeat(300) + &r("end"))), &[]);
    let mut docx = open(&bytes, "de");
    let opens = (1..=300).map(|id| Piece::Open(CodeId(id)));
    let nested = Content::new(opens.chain([Piece::Text("deep".to_owned())]));
    let mut output = Vec::new();
    docx.write(&[Some(nested)], &mut output).unwrap();
    assert_eq!(open(&output, "de").units().len(), 1);
    let after = part(&output, "word/document.xml");
    assert_eq!(after.matches("<w:hyperlink ").count(), 300);
}

#[test]
fn fields_that_are_not_put_together_are_text_nevertheless() {
    let mark = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    let body = p(&(mark("end") + &r("One") + &mark("separate") + &r("two") + &mark("begin")));
    assert_eq!(units_of(&body), ["One{1}two"]);
    let body = p(&(mark("begin").repeat(100) + &r("x") + &mark("end").repeat(100) + &r("end")));
    assert_eq!(units_of(&body), ["end"]);
}

#[test]
fn relationships_that_go_in_circles_or_out_are_not_followed() {
    let targets = [
        ("header", "document.xml"),
        ("footer", "../../../etc/passwd"),
        ("chart", "missing.xml"),
    ];
    let bytes = package([
        (
            "_rels/.rels",
            relations(&[("officeDocument", "word/document.xml")]),
        ),
        ("word/_rels/document.xml.rels", relations(&targets)),
        (
            "word/document.xml",
            format!("<w:document {}>{}</w:document>", crate::NAMES, p(&r("One"))),
        ),
    ]);
    assert_eq!(units(&open(&bytes, "de")), ["One"]);
}

/// A paragraph with a bit of everything.
fn everything() -> String {
    p(&[
        "<w:pPr><w:jc w:val=\"right\"/></w:pPr>".to_owned(),
        r("a "),
        "<w:bookmarkStart w:id=\"1\"/>".to_owned(),
        styled("<w:b/>", "b"),
        "<w:bookmarkEnd w:id=\"1\"/>".to_owned(),
        format!(
            "<w:hyperlink w:anchor=\"x\">{}<w:r><w:tab/></w:r>{}</w:hyperlink>",
            r("c"),
            styled("<w:i/>", "d")
        ),
        field("REF x", &(r("e") + &field("PAGE", &r("f")))),
        format!("<w:ins w:id=\"1\">{}</w:ins>", r("g")),
        "<w:del w:id=\"2\"><w:r><w:delText>h</w:delText></w:r></w:del>".to_owned(),
        r(" i"),
    ]
    .concat())
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_document_stays_whole(
        pieces in prop::collection::vec(piece(13), 0..30),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let bytes = document(&everything(), &[]);
        let mut docx = open(&bytes, target);
        let mut output = Vec::new();
        docx.write(&[Some(Content::new(pieces))], &mut output).unwrap();
        open(&output, target);
        let (before, after) = (part(&bytes, "word/document.xml"), part(&output, "word/document.xml"));
        for once in ["<w:hyperlink ", "</w:hyperlink>", "\"begin\"", "\"separate\"", "\"end\"", "<w:del ",
            "<w:bookmarkStart", "<w:bookmarkEnd", "<w:tab/>"] {
            prop_assert_eq!(before.matches(once).count(), after.matches(once).count(), "{}", once);
        }
    }

    #[test]
    fn whatever_an_engine_does_to_codes_the_source_stays_before_its_translation(
        pieces in prop::collection::vec(piece(13), 0..30),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let bytes = document(&everything(), &[]);
        let mut docx = crate::bilingual::open(&bytes, target);
        let mut output = Vec::new();
        docx.write(&[Some(Content::new(pieces))], &mut output).unwrap();
        open(&output, target);
        let (before, after) = (part(&bytes, "word/document.xml"), part(&output, "word/document.xml"));
        let source = before.strip_suffix("</w:p></w:body></w:document>").unwrap();
        prop_assert!(after.starts_with(source));
        for once in ["<w:del ", "<w:bookmarkStart", "<w:bookmarkEnd"] {
            prop_assert_eq!(before.matches(once).count(), after.matches(once).count(), "{}", once);
        }
        for twice in ["<w:hyperlink ", "</w:hyperlink>", "\"begin\"", "\"separate\"", "\"end\"", "<w:tab/>"] {
            prop_assert!(2 * before.matches(twice).count() >= after.matches(twice).count(), "{}", twice);
        }
        prop_assert_eq!(after.matches("\"begin\"").count(), after.matches("\"end\"").count());
    }

    #[test]
    fn damaged_documents_give_a_document_or_an_error(
        damages in damages(),
    ) {
        let bytes = document(&damaged_text(everything(), damages), &[]);
        check_damaged(&bytes, |bytes| open_with(bytes, Limits::default()));
    }
}
