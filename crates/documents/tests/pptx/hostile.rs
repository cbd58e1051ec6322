use std::io::Cursor;

use dragoman_documents::{Content, Document, DocumentError, Pptx};
use proptest::prelude::*;

use crate::common::hostile::{check_damaged, check_refused, damaged_text, damages, piece};
use crate::common::{options, part};
use crate::{open, p, presentation, r, shape, styled};

fn outcome(bytes: &[u8]) -> Result<Pptx, DocumentError> {
    Pptx::open(Box::new(Cursor::new(bytes.to_vec())), options("de"))
}

#[test]
fn what_is_no_presentation_is_refused() {
    check_refused("<workbook/>", outcome);
}

/// A slide with a bit of everything.
fn everything() -> String {
    let link = "<a:r><a:rPr b=\"1\"><a:hlinkClick r:id=\"r9\"/></a:rPr><a:t>c</a:t></a:r>";
    let field = "<a:fld id=\"1\" type=\"datetime\"><a:t>today</a:t></a:fld>";
    let runs = "<a:pPr algn=\"l\"/>".to_owned()
        + &r("a ")
        + &styled("i=\"1\"", "b")
        + "<a:br/>"
        + link
        + field
        + &r(" d");
    "<p:pic><p:cNvPr descr=\"e\"/></p:pic>".to_owned() + &shape(&p(&runs))
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_presentation_stays_whole(
        pieces in prop::collection::vec(piece(5), 0..20),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let bytes = presentation(&everything(), &[]);
        let mut pptx = open(&bytes, target);
        let content = Content::new(pieces);
        let mut output = Vec::new();
        pptx.write(&[Some(content.clone()), Some(content)], &mut output).unwrap();
        open(&output, target);
        let after = part(&output, "ppt/slides/slide1.xml");
        for once in ["<a:fld ", "<a:br/>"] {
            prop_assert_eq!(after.matches(once).count(), 1, "{}", once);
        }
    }

    #[test]
    fn damaged_presentations_give_a_document_or_an_error(
        damages in damages(),
    ) {
        let bytes = presentation(&damaged_text(everything(), damages), &[]);
        check_damaged(&bytes, outcome);
    }
}
