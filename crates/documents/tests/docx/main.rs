//! What of a document of a word processor is translated, and what the translation looks like in it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and the sweep tells what it found"
)]

mod bilingual;
#[path = "../common/charts.rs"]
mod charts;
#[path = "../common/mod.rs"]
mod common;
mod controls;
mod direction;
mod hostile;
mod labels;
mod paragraphs;
mod parts;
mod samples;
#[path = "../common/sweep.rs"]
mod sweep;

use std::io::Cursor;

use common::{between, options, package_with, part, relations, units, write};
use dragoman_documents::Docx;
use dragoman_documents::Docx as Filter;

/// The folder of the main part.
pub(crate) const FOLDER: &str = "word";

pub(crate) const NAMES: &str = concat!(
    r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" "#,
    r#"xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" "#,
    r#"xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" "#,
    r#"xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" "#,
    r#"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" "#,
    r#"xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" "#,
    r#"xmlns:v="urn:schemas-microsoft-com:vml""#
);

/// A document with this body, and with these further parts.
pub(crate) fn document(body: &str, others: &[(&str, &str, &str)]) -> Vec<u8> {
    let targets: Vec<(&str, &str)> = others
        .iter()
        .map(|(kind, name, _)| (*kind, *name))
        .collect();
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n\
         <w:document {NAMES}><w:body>{body}</w:body></w:document>"
    );
    let parts = vec![
        ("[Content_Types].xml", "<Types/>".to_owned()),
        (
            "_rels/.rels",
            relations(&[("officeDocument", "word/document.xml")]),
        ),
        ("word/document.xml", body),
        ("word/_rels/document.xml.rels", relations(&targets)),
    ];
    package_with(parts, FOLDER, others, NAMES)
}

pub(crate) fn open(bytes: &[u8], target: &str) -> Docx {
    Docx::open(Box::new(Cursor::new(bytes.to_vec())), options(target)).unwrap()
}

/// The units of a document with this body.
pub(crate) fn units_of(body: &str) -> Vec<String> {
    units(&open(&document(body, &[]), "de"))
}

/// The body with these translations.
pub(crate) fn translated_to(target: &str, body: &str, translations: &[&str]) -> String {
    let output = write(&mut open(&document(body, &[]), target), translations);
    let text = part(&output, "word/document.xml");
    between(&text, "<w:body>", "</w:body>").to_owned()
}

pub(crate) fn translated(body: &str, translations: &[&str]) -> String {
    translated_to("de", body, translations)
}

pub(crate) fn p(runs: &str) -> String {
    format!("<w:p>{runs}</w:p>")
}

pub(crate) fn r(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

pub(crate) fn styled(properties: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

pub(crate) fn field(instruction: &str, result: &str) -> String {
    format!(
        "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>\
         <w:r><w:instrText xml:space=\"preserve\"> {instruction} </w:instrText></w:r>\
         <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>{result}\
         <w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
    )
}

/// The same runs, however many they are.
pub(crate) fn flat(body: &str) -> String {
    body.replace("</w:r><w:r>", "")
}
