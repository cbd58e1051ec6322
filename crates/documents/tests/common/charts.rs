//! Charts with the workbooks behind them.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_documents::{Document, DocumentError, Limits, Options, Overseer, Source, overseen};
use proptest::prelude::*;

use crate::common::hostile::{damaged, damages};
use crate::common::{
    entry, names, options, package, package_of_bytes, part, relations, units, write,
};

const SHEET: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
                     xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

const CHART: &str = "<c:chartSpace \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"><c:tx><c:f>Sheet1!$B$1</c:f>\
    <c:strCache><c:pt idx=\"0\"><c:v>Sales</c:v></c:pt></c:strCache></c:tx><c:cat><c:f>Sheet1!$A$2</c:f>\
    <c:strCache><c:pt idx=\"0\"><c:v>North</c:v></c:pt></c:strCache></c:cat><c:cat><c:f>Sheet1!$A$2</c:f>\
    <c:strCache><c:pt idx=\"0\"><c:v>North</c:v></c:pt></c:strCache></c:cat></c:chartSpace>";

/// A workbook with a table: a header in a shared string, and a category in its cell.
fn workbook() -> Vec<u8> {
    workbook_with("North")
}

fn workbook_with(category: &str) -> Vec<u8> {
    package([
        (
            "_rels/.rels",
            relations(&[("officeDocument", "xl/workbook.xml")]),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!(
                "<worksheet {SHEET}><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>1</v></c>\
                 <c r=\"B1\" t=\"s\"><v>0</v></c></row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is>\
                 <t>{category}</t></is></c><c r=\"B2\"><v>12</v></c></row></sheetData></worksheet>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook {SHEET}><sheets><sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId0\"/></sheets>\
                 </workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            relations(&[
                ("worksheet", "worksheets/sheet1.xml"),
                ("sharedStrings", "sharedStrings.xml"),
            ]),
        ),
        (
            "xl/worksheets/_rels/sheet1.xml.rels",
            relations(&[("table", "../tables/table1.xml")]),
        ),
        (
            "xl/tables/table1.xml",
            format!(
                "<table {SHEET} ref=\"A1:B2\"><tableColumns><tableColumn id=\"1\" name=\"Region\"/>\
                 <tableColumn id=\"2\" name=\"Sales\"/></tableColumns></table>"
            ),
        ),
        (
            "xl/sharedStrings.xml",
            format!("<sst {SHEET}><si><t>Sales</t></si><si><t>Region</t></si></sst>"),
        ),
    ])
}

/// The same workbook as it was written by a draft of the standard.
fn workbook_of_a_draft() -> Vec<u8> {
    let book = workbook();
    let entries = names(&book);
    let entries = entries.iter().map(|name| {
        let text =
            part(&book, name).replace("spreadsheetml/2006/main", "spreadsheetml/2006/7/main");
        (name.as_str(), text)
    });
    package(entries)
}

/// A document whose main part has a chart with this behind it.
fn document(main: &str, chart_of: &str, book: Vec<u8>) -> Vec<u8> {
    document_with(main, chart_of, CHART, book)
}

fn document_with(main: &str, chart_of: &str, chart: &str, book: Vec<u8>) -> Vec<u8> {
    let text = |text: String| text.into_bytes();
    let main_name = format!("{main}/main.xml");
    let content = match main {
        "word" => {
            "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"/>"
        }
        _ => {
            "<p:presentation xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"/>"
        }
    };
    package_of_bytes([
        (
            "_rels/.rels",
            text(relations(&[("officeDocument", &main_name)])),
        ),
        ("embeddings/book.xlsx", book),
        (main_name.as_str(), text(content.to_owned())),
        (
            format!("{main}/_rels/main.xml.rels").as_str(),
            text(relations(&[(chart_of, "../chart.xml")])),
        ),
        ("chart.xml", text(chart.to_owned())),
        (
            "_rels/chart.xml.rels",
            text(relations(&[("package", "embeddings/book.xlsx")])),
        ),
    ])
}

#[test]
fn the_workbook_behind_a_chart_has_the_same_words_afterwards() {
    let bytes = document(crate::FOLDER, "chart", workbook());
    let mut document = open(&bytes, options("de"));
    assert_eq!(units(&*document), ["Sales", "North"]);
    assert!(document.warnings().is_empty());
    let after = write(&mut *document, &["Verkauf", "Norden"]);
    let chart = part(&after, "chart.xml");
    assert!(chart.contains("<c:v>Verkauf</c:v>"), "{chart}");
    assert_eq!(chart.matches("<c:v>Norden</c:v>").count(), 2, "{chart}");
    assert_eq!(names(&after), names(&bytes));
    let book = entry(&after, "embeddings/book.xlsx");
    assert_eq!(names(&book), names(&workbook()));
    let sheet = part(&book, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains(">Norden</t>"), "{sheet}");
    let strings = part(&book, "xl/sharedStrings.xml");
    assert!(strings.contains(">Verkauf</t>") && strings.contains("<t>Region</t>"));
    let table = part(&book, "xl/tables/table1.xml");
    assert!(table.contains("name=\"Region\"") && table.contains("name=\"Verkauf\""));
    assert_eq!(
        part(&book, "xl/_rels/workbook.xml.rels"),
        part(&workbook(), "xl/_rels/workbook.xml.rels")
    );
}

#[test]
fn a_workbook_of_a_draft_of_the_standard_behind_a_chart_is_translated() {
    let bytes = document(crate::FOLDER, "chart", workbook_of_a_draft());
    let mut document = open(&bytes, options("de"));
    assert!(document.warnings().is_empty());
    let after = write(&mut *document, &["Verkauf", "Norden"]);
    let book = entry(&after, "embeddings/book.xlsx");
    assert!(part(&book, "xl/worksheets/sheet1.xml").contains(">Norden</t>"));
    assert!(part(&book, "xl/sharedStrings.xml").contains(">Verkauf</t>"));
}

#[test]
fn lines_of_a_charts_words_are_those_of_the_cell() {
    let chart = CHART.replace("North", "North\nand South");
    let book = workbook_with("North\nand South");
    let bytes = document_with(crate::FOLDER, "chart", &chart, book);
    let mut document = open(&bytes, options("de"));
    assert_eq!(units(&*document), ["Sales", "North", "and South"]);
    let after = write(&mut *document, &["", "Norden", "und Süden"]);
    assert!(part(&after, "chart.xml").contains("<c:v>Norden\nund Süden</c:v>"));
    let book = entry(&after, "embeddings/book.xlsx");
    let sheet = part(&book, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains(">Norden\nund Süden</t>"), "{sheet}");
}

#[test]
fn a_workbook_behind_a_chart_whose_words_stay_is_left_as_it_is() {
    let bytes = document(crate::FOLDER, "chart", workbook());
    let mut document = open(&bytes, options("de"));
    assert_eq!(write(&mut *document, &["Sales", ""]), bytes);
}

#[test]
fn what_is_no_workbook_behind_a_chart_is_told_of() {
    let bytes = document(crate::FOLDER, "chart", b"no archive".to_vec());
    let mut document = open(&bytes, options("de"));
    assert_eq!(document.warnings().len(), 1);
    let after = write(&mut *document, &["Verkauf", "Norden"]);
    assert_eq!(entry(&after, "embeddings/book.xlsx"), b"no archive");
}

/// Lends so many bytes, and no more when they are gone.
struct Lender(AtomicU64);

impl Overseer for Lender {
    fn has_given_up(&self) -> bool {
        false
    }

    fn lend(&self, bytes: u64) -> bool {
        let left = self.0.load(Ordering::Relaxed).checked_sub(bytes);
        self.0.store(left.unwrap_or(0), Ordering::Relaxed);
        left.is_some()
    }

    fn take_back(&self, _: u64) {}
}

#[test]
fn a_workbook_for_which_memory_is_missing_is_not_left_as_it_is() {
    let book = workbook_with(&"North ".repeat(50_000));
    let bytes = document(crate::FOLDER, "chart", book);
    let opened = |memory: u64| {
        let source: Box<dyn Source> = Box::new(Cursor::new(bytes.clone()));
        let lender = Arc::new(Lender(AtomicU64::new(memory)));
        overseen(lender, || crate::Filter::open(source, options("de"))).map(|document| {
            assert!(document.warnings().is_empty());
        })
    };
    let enough = (0..)
        .map(|step| step << 18)
        .find(|memory| opened(*memory).is_ok());
    assert!(enough.is_some_and(|memory| memory > 1 << 20), "{enough:?}");
    for memory in (0..1 << 20).step_by(1 << 16) {
        let missing = opened(memory);
        assert!(matches!(missing, Err(DocumentError::NoMemory)), "{memory}");
    }
}

#[test]
fn what_a_workbook_unpacks_to_counts_as_the_documents() {
    let bytes = document(crate::FOLDER, "chart", workbook());
    let own: u64 = names(&bytes)
        .iter()
        .map(|name| u64::try_from(entry(&bytes, name).len()).unwrap())
        .sum();
    let warnings = |unpacked_bytes| {
        let mut options = options("de");
        options.limits.unpacked_bytes = unpacked_bytes;
        open(&bytes, options).warnings().len()
    };
    assert_eq!(warnings(own + 10), 1);
    assert_eq!(warnings(Limits::default().unpacked_bytes), 0);
}

fn open(bytes: &[u8], options: Options) -> Box<dyn Document> {
    let source: Box<dyn Source> = Box::new(Cursor::new(bytes.to_vec()));
    Box::new(crate::Filter::open(source, options).unwrap())
}

proptest! {
    #[test]
    fn damaged_workbooks_behind_charts_do_no_harm(
        damages in damages(),
        is_large in any::<bool>(),
    ) {
        let book = damaged(workbook(), damages);
        let bytes = document(crate::FOLDER, "chart", book);
        let mut options = options("de");
        if !is_large {
            options.limits.unpacked_bytes = 4_000;
        }
        let mut document = open(&bytes, options);
        let after = write(&mut *document, &["Verkauf", "Norden"]);
        prop_assert!(part(&after, "chart.xml").contains("<c:v>Verkauf</c:v>"));
    }
}
