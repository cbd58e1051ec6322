use std::io::Cursor;

use dragoman_documents::{CodeId, Content, Document, DocumentError, Piece, Pptx};
use proptest::prelude::*;

use crate::common::{options, package, part};
use crate::{open, p, presentation, r, relationships, shape, styled};

fn outcome(bytes: &[u8]) -> Result<Pptx, DocumentError> {
    Pptx::open(Box::new(Cursor::new(bytes.to_vec())), options("de"))
}

#[test]
fn what_is_no_presentation_is_refused() {
    for main in [
        "<workbook/>",
        "<!DOCTYPE p [<!ENTITY e \"x\">]><p>&e;</p>",
        "",
        "<p>",
    ] {
        let bytes = package([
            (
                "_rels/.rels",
                relationships(&[("r", "officeDocument", "p.xml")]),
            ),
            ("p.xml", main.to_owned()),
        ]);
        let outcome = outcome(&bytes).err();
        assert!(
            matches!(outcome, Some(DocumentError::Malformed { .. })),
            "{main}"
        );
    }
    let without = package([("_rels/.rels", relationships(&[]))]);
    assert!(matches!(
        outcome(&without),
        Err(DocumentError::Malformed { .. })
    ));
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

fn piece() -> impl Strategy<Value = Piece> {
    let id = || (0_u32..6).prop_map(CodeId);
    prop_oneof![
        id().prop_map(Piece::Open),
        id().prop_map(Piece::Close),
        id().prop_map(Piece::Mark),
        ".{0,6}".prop_map(Piece::Text),
    ]
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_presentation_stays_whole(
        pieces in prop::collection::vec(piece(), 0..20),
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
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut slide = everything().into_bytes();
        for (place, value) in damages {
            let place = place.index(slide.len());
            slide[place] = value;
        }
        let slide = String::from_utf8_lossy(&slide).into_owned();
        if let Ok(mut pptx) = outcome(&presentation(&slide, &[])) {
            let other = || Some(Content::new([Piece::Text("other".to_owned())]));
            let translations: Vec<Option<Content>> = pptx.units().iter().map(|_| other()).collect();
            let mut output = Vec::new();
            pptx.write(&translations, &mut output).unwrap();
            outcome(&output).unwrap();
        }
    }
}
