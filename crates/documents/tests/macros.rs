//! Documents with macros: those come back as they were, whatever is translated beside them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed, and a helper fails the test that calls it"
)]

mod common;

use std::io::Cursor;

use common::{entry, options, package_of_bytes, part, relationships, units, write};
use dragoman_documents::{Document, Filters, Format};

/// What is no text, as a project of macros is.
const PROJECT: &[u8] =
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\xff Sub Hello()\0MsgBox \"Good morning\"";

const TYPES: &str = concat!(
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">",
    "<Default Extension=\"bin\" ContentType=\"application/vnd.ms-office.vbaProject\"/>",
    "<Override PartName=\"/x/main.xml\" ContentType=\"application/vnd.ms-word.document.macroEnabled.main+xml\"/></Types>"
);

/// A package with this main part, other parts to which it refers, and macros with their signature.
fn with_macros(main: &str, others: &[(&str, &str, &str, &str)]) -> Vec<u8> {
    let mut targets = vec![("m", "vbaProject", "vbaProject.bin")];
    targets.extend(others.iter().map(|(id, kind, name, _)| (*id, *kind, *name)));
    let names: Vec<String> = others
        .iter()
        .map(|(_, _, name, _)| format!("x/{name}"))
        .collect();
    let of_macros = relationships(&[("s", "vbaProjectSignature", "vbaProjectSignature.bin")]);
    let start = relationships(&[("r", "officeDocument", "x/main.xml")]);
    let mut entries = vec![
        ("[Content_Types].xml", TYPES.as_bytes().to_vec()),
        ("_rels/.rels", start.into_bytes()),
        ("x/main.xml", main.as_bytes().to_vec()),
        (
            "x/_rels/main.xml.rels",
            relationships(&targets).into_bytes(),
        ),
        ("x/vbaProject.bin", PROJECT.to_vec()),
        ("x/_rels/vbaProject.bin.rels", of_macros.into_bytes()),
        ("x/vbaProjectSignature.bin", vec![0, 1, 2, 255]),
    ];
    for (name, (_, _, _, content)) in names.iter().zip(others) {
        entries.push((name, content.as_bytes().to_vec()));
    }
    package_of_bytes(entries)
}

fn open(format: Format, bytes: &[u8]) -> Box<dyn Document> {
    let source = Box::new(Cursor::new(bytes.to_vec()));
    Filters::standard()
        .open(format, source, options("de"))
        .unwrap()
}

fn word() -> Vec<u8> {
    let names = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
    let body = "<w:p><w:r><w:t>One</w:t></w:r></w:p>";
    with_macros(
        &format!("<w:document {names}><w:body>{body}</w:body></w:document>"),
        &[],
    )
}

fn slides() -> Vec<u8> {
    let names = "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
        xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
    let main = format!(
        "<p:presentation {names}><p:sldIdLst><p:sldId id=\"256\" r:id=\"a\"/></p:sldIdLst></p:presentation>"
    );
    let slide = format!(
        "<p:sld {names}><p:sp><p:txBody><a:p><a:r><a:t>One</a:t></a:r></a:p></p:txBody></p:sp></p:sld>"
    );
    with_macros(&main, &[("a", "slide", "slide1.xml", &slide)])
}

/// A workbook with a table: a header, and a cell under it.
fn workbook() -> Vec<u8> {
    let names = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
        xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
    let main = format!(
        "<workbook {names}><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"
    );
    let cell = |name: &str, text: &str| {
        format!("<row><c r=\"{name}\" t=\"inlineStr\"><is><t>{text}</t></is></c></row>")
    };
    let sheet = format!(
        "<worksheet {names}><sheetData>{}{}</sheetData></worksheet>",
        cell("A1", "City"),
        cell("A2", "One")
    );
    let table = format!(
        "<table {names} id=\"1\" name=\"T\" displayName=\"T\" ref=\"A1:A2\"><tableColumns count=\"1\">\
         <tableColumn id=\"1\" name=\"City\"/></tableColumns></table>"
    );
    let of_sheet = relationships(&[("t", "table", "table.xml")]);
    with_macros(
        &main,
        &[
            ("a", "worksheet", "sheet.xml", &sheet),
            ("b", "other", "_rels/sheet.xml.rels", &of_sheet),
            ("c", "other", "table.xml", &table),
        ],
    )
}

#[test]
fn macros_are_the_same_bytes_and_are_told() {
    for (format, bytes) in [
        (Format::Docm, word()),
        (Format::Pptm, slides()),
        (Format::Xlsm, workbook()),
    ] {
        let mut document = open(format, &bytes);
        assert_eq!(units(&*document), ["One"], "{format:?}");
        let mut codes = document.warnings().iter().map(|warning| warning.code());
        assert!(codes.any(|code| code == "macros"), "{format:?}");
        let same = write(&mut *document, &["One"]);
        assert!(same == bytes, "{format:?}");
        let output = write(&mut *document, &["Eins"]);
        assert!(output != bytes);
        assert_eq!(entry(&output, "x/vbaProject.bin"), PROJECT);
        assert_eq!(entry(&output, "x/vbaProjectSignature.bin"), [0, 1, 2, 255]);
        assert_eq!(part(&output, "[Content_Types].xml"), TYPES);
        assert_eq!(units(&*open(format, &output)), ["Eins"]);
        assert_eq!(format.output(), format);
    }
}

#[test]
fn headers_of_tables_stay_because_macros_may_call_columns_by_them() {
    let bytes = workbook();
    let output = write(&mut *open(Format::Xlsm, &bytes), &["Eins"]);
    assert!(part(&output, "x/sheet.xml").contains("City"));
    assert!(part(&output, "x/table.xml").contains("name=\"City\""));
    let mut codes = Vec::new();
    codes.extend(
        open(Format::Xlsm, &bytes)
            .warnings()
            .iter()
            .map(|it| it.code()),
    );
    assert_eq!(codes, ["named_headers", "macros"]);
}
