//! What of a workbook is translated, and what the translation looks like in it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and the sweep tells what it found"
)]

mod cells;
#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod parts;
#[path = "../common/sweep.rs"]
mod sweep;
mod tables;

use std::io::Cursor;

use common::{options, package, part, relationships};
use dragoman_documents::Xlsx;

pub(crate) const NAMES: &str = concat!(
    r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" "#,
    r#"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" "#,
    r#"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" "#,
    r#"xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" "#,
    r#"xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing""#
);

/// A workbook that is being built.
#[derive(Default)]
pub(crate) struct Book {
    strings: Vec<&'static str>,
    sheets: Vec<(String, &'static str)>,
    others: Vec<(&'static str, &'static str, String)>,
    names: &'static str,
}

impl Book {
    /// With these shared strings.
    pub(crate) fn new(strings: &[&'static str]) -> Self {
        Self {
            strings: strings.to_vec(),
            ..Self::default()
        }
    }

    pub(crate) fn sheet(mut self, content: &str) -> Self {
        self.sheets.push((content.to_owned(), ""));
        self
    }

    pub(crate) fn hidden(mut self, content: &str) -> Self {
        self.sheets.push((content.to_owned(), " state=\"hidden\""));
        self
    }

    /// A further part of the first sheet.
    pub(crate) fn part(mut self, kind: &'static str, name: &'static str, content: &str) -> Self {
        self.others
            .push((kind, name, content.replace("NAMES", NAMES)));
        self
    }

    pub(crate) fn defined_name(mut self, formula: &'static str) -> Self {
        self.names = formula;
        self
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
        let mut parts = vec![(
            "_rels/.rels".to_owned(),
            relationships(&[("r", "officeDocument", "xl/workbook.xml")]),
        )];
        let mut list = String::new();
        let mut targets = vec![(
            "strings".to_owned(),
            "sharedStrings",
            "strings.xml".to_owned(),
        )];
        for (number, (content, state)) in self.sheets.iter().enumerate() {
            list += &format!(
                "<sheet name=\"Sheet{number}\" sheetId=\"{number}\"{state} r:id=\"r{number}\"/>"
            );
            targets.push((
                format!("r{number}"),
                "worksheet",
                format!("sheets/{number}.xml"),
            ));
            let sheet = format!("<worksheet {NAMES}>{content}</worksheet>");
            parts.push((format!("xl/sheets/{number}.xml"), sheet));
        }
        let targets: Vec<(&str, &str, &str)> = targets
            .iter()
            .map(|(id, kind, target)| (id.as_str(), *kind, target.as_str()))
            .collect();
        parts.push((
            "xl/_rels/workbook.xml.rels".to_owned(),
            relationships(&targets),
        ));
        let names = self.names;
        parts.push((
            "xl/workbook.xml".to_owned(),
            format!(
                "<workbook {NAMES}><sheets>{list}</sheets><definedNames><definedName>{names}</definedName>\
                 </definedNames><calcPr calcId=\"1\"/></workbook>"
            ),
        ));
        let strings: String = self
            .strings
            .iter()
            .map(|string| format!("<si>{string}</si>"))
            .collect();
        let count = self.strings.len();
        parts.push((
            "xl/strings.xml".to_owned(),
            format!("<sst {NAMES} count=\"9\" uniqueCount=\"{count}\">{strings}</sst>"),
        ));
        let targets: Vec<(&str, &str, &str)> = self
            .others
            .iter()
            .map(|(kind, name, _)| (*name, *kind, *name))
            .collect();
        parts.push((
            "xl/sheets/_rels/0.xml.rels".to_owned(),
            relationships(&targets),
        ));
        for (_, name, content) in self.others {
            parts.push((format!("xl/sheets/{name}"), content));
        }
        package(
            parts
                .iter()
                .map(|(name, content)| (name.as_str(), content.clone())),
        )
    }
}

pub(crate) fn open(bytes: &[u8], target: &str) -> Xlsx {
    Xlsx::open(Box::new(Cursor::new(bytes.to_vec())), options(target)).unwrap()
}

/// The shared strings of a workbook, without the element around them.
pub(crate) fn strings(package: &[u8]) -> String {
    let text = part(package, "xl/strings.xml");
    let (_, text) = text.split_once("<si>").unwrap();
    format!("<si>{}", text.strip_suffix("</sst>").unwrap())
}

/// A row of cells.
pub(crate) fn row(cells: &str) -> String {
    format!("<sheetData><row>{cells}</row></sheetData>")
}

/// A cell with a shared string.
pub(crate) fn s(index: usize) -> String {
    format!("<c t=\"s\"><v>{index}</v></c>")
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_workbooks_come_back() {
    let open = |source, options| Ok(Box::new(Xlsx::open(source, options)?) as _);
    let folders = [
        "xl/sharedStrings",
        "xl/comments",
        "xl/drawings/",
        "xl/worksheets/",
    ];
    let letters = |package: &[u8]| sweep::letters(package, &folders, "t");
    sweep::sweep("xlsx", open, letters, 20);
}
