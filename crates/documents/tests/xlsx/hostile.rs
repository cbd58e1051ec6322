use std::io::Cursor;

use dragoman_documents::{Content, Document, DocumentError, Limits, Xlsx};
use proptest::prelude::*;

use crate::common::hostile::{check_damaged, check_refused, damaged_text, damages, piece};
use crate::common::{options, units};
use crate::{Book, open, row, s};

fn outcome(bytes: &[u8]) -> Result<Xlsx, DocumentError> {
    Xlsx::open(Box::new(Cursor::new(bytes.to_vec())), options("de"))
}

#[test]
fn what_is_no_workbook_is_refused() {
    check_refused("<presentation/>", outcome);
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
    assert!(xlsx.warnings()[0].to_string().contains("damaged"));
}

const STRING: &str = "<r><t>a\nb </t></r><r><rPr><b/></rPr><t>c</t></r><r><t> d_x000D_\ne</t></r>";

/// A sheet with a bit of everything.
fn everything() -> String {
    row(&(s(0)
        + "<c t=\"inlineStr\"><is><t>f</t></is></c><c t=\"str\"><f>A1&amp;\"x\"</f><v>g</v></c>"))
        + "<dataValidations><dataValidation prompt=\"h\"/></dataValidations>\
           <headerFooter><oddHeader>&amp;LPage &amp;P of &amp;N&amp;Ri</oddHeader></headerFooter>"
}

proptest! {
    #[test]
    fn whatever_an_engine_gives_the_workbook_stays_whole(
        pieces in prop::collection::vec(piece(3), 0..20),
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
        damages in damages(),
    ) {
        let sheet = damaged_text(everything(), damages);
        check_damaged(&Book::new(&[STRING]).sheet(&sheet).bytes(), outcome);
    }
}
