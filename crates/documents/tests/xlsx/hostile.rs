use std::io::Cursor;

use dragoman_documents::{CodeId, Content, Document, DocumentError, Limits, Piece, Xlsx};
use proptest::prelude::*;

use crate::common::{options, package, units};
use crate::{Book, open, relationships, row, s};

fn outcome(bytes: &[u8]) -> Result<Xlsx, DocumentError> {
    Xlsx::open(Box::new(Cursor::new(bytes.to_vec())), options("de"))
}

#[test]
fn what_is_no_workbook_is_refused() {
    for main in [
        "<presentation/>",
        "<!DOCTYPE w [<!ENTITY e \"x\">]><w>&e;</w>",
        "",
        "<w>",
    ] {
        let bytes = package([
            (
                "_rels/.rels",
                relationships(&[("r", "officeDocument", "w.xml")]),
            ),
            ("w.xml", main.to_owned()),
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

#[test]
fn units_have_limits() {
    let bytes = Book::new(&["<t>a\nb\nc\nd\ne</t>"])
        .sheet(&row(&s(0)))
        .bytes();
    let mut options = options("de");
    options.limits = Limits {
        units: 4,
        ..Limits::default()
    };
    let outcome = Xlsx::open(Box::new(Cursor::new(bytes)), options).err();
    assert!(matches!(outcome, Some(DocumentError::TooLarge { .. })));
}

#[test]
fn numbers_of_strings_and_cells_that_there_are_not_do_no_harm() {
    let cells = s(7) + &s(usize::MAX) + "<c r=\"ZZZZZZZZ99999999999\" t=\"s\"><v>x</v></c>" + &s(0);
    let rows = format!("<sheetData><row r=\"4294967295\"/><row>{cells}</row></sheetData>");
    let table = "<table NAMES ref=\"XFD4294967295:A1\"><tableColumns><tableColumn name=\"One\"/>\
                 <tableColumn name=\"Two\"/></tableColumns></table>";
    let bytes = Book::new(&["<t>One</t>"])
        .sheet(&rows)
        .hidden(&row(&s(9)))
        .part("table", "table.xml", table)
        .bytes();
    assert_eq!(units(&open(&bytes, "de")), ["One"]);
}

#[test]
fn a_damaged_sheet_is_left_as_it_is() {
    let bytes = Book::new(&["<t>One</t>"])
        .sheet(&row(&s(0)))
        .sheet("<row></c>")
        .bytes();
    let xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["One"]);
    assert!(xlsx.warnings()[0].message.contains("damaged"));
}

const STRING: &str = "<r><t>a\nb </t></r><r><rPr><b/></rPr><t>c</t></r><r><t> d_x000D_\ne</t></r>";

/// A sheet with a bit of everything.
fn everything() -> String {
    row(&(s(0)
        + "<c t=\"inlineStr\"><is><t>f</t></is></c><c t=\"str\"><f>A1&amp;\"x\"</f><v>g</v></c>"))
        + "<dataValidations><dataValidation prompt=\"h\"/></dataValidations>\
           <headerFooter><oddHeader>&amp;LPage &amp;P of &amp;N&amp;Ri</oddHeader></headerFooter>"
}

fn piece() -> impl Strategy<Value = Piece> {
    let id = || (0_u32..4).prop_map(CodeId);
    prop_oneof![
        id().prop_map(Piece::Open),
        id().prop_map(Piece::Close),
        id().prop_map(Piece::Mark),
        ".{0,6}".prop_map(Piece::Text),
    ]
}

proptest! {
    #[test]
    fn whatever_an_engine_gives_the_workbook_stays_whole(
        pieces in prop::collection::vec(piece(), 0..20),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let bytes = Book::new(&[STRING]).sheet(&everything()).bytes();
        let mut xlsx = open(&bytes, target);
        let content = Some(Content::new(pieces));
        let translations = vec![content; xlsx.units().len()];
        let mut output = Vec::new();
        xlsx.write(&translations, &mut output).unwrap();
        open(&output, target);
    }

    #[test]
    fn damaged_workbooks_give_a_document_or_an_error(
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut sheet = everything().into_bytes();
        for (place, value) in damages {
            let place = place.index(sheet.len());
            sheet[place] = value;
        }
        let sheet = String::from_utf8_lossy(&sheet).into_owned();
        if let Ok(mut xlsx) = outcome(&Book::new(&[STRING]).sheet(&sheet).bytes()) {
            let other = || Some(Content::new([Piece::Text("other".to_owned())]));
            let translations: Vec<Option<Content>> = xlsx.units().iter().map(|_| other()).collect();
            let mut output = Vec::new();
            xlsx.write(&translations, &mut output).unwrap();
            outcome(&output).unwrap();
        }
    }
}
