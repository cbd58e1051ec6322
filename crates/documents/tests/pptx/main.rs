//! What of a presentation is translated, and what the translation looks like in it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and the sweep tells what it found"
)]

#[path = "../common/charts.rs"]
mod charts;
#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod parts;
mod slides;
#[path = "../common/sweep.rs"]
mod sweep;

use std::io::Cursor;

use common::{between, options, package_with, part, relationships, units, write};
use dragoman_documents::Pptx;
use dragoman_documents::Pptx as Filter;

/// The folder of the main part.
pub(crate) const FOLDER: &str = "ppt";

pub(crate) const NAMES: &str = concat!(
    r#"xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" "#,
    r#"xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" "#,
    r#"xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" "#,
    r#"xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" "#,
    r#"xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" "#,
    r#"xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main""#
);

/// A presentation with a slide that has this in it, and with these further parts of the slide.
pub(crate) fn presentation(slide: &str, others: &[(&str, &str, &str)]) -> Vec<u8> {
    let targets: Vec<(&str, &str, &str)> = others
        .iter()
        .map(|(kind, name, _)| (*name, *kind, *name))
        .collect();
    let main = format!(
        "<p:presentation {NAMES}><p:sldIdLst><p:sldId id=\"256\" r:id=\"r1\"/></p:sldIdLst></p:presentation>"
    );
    let parts = vec![
        ("[Content_Types].xml", "<Types/>".to_owned()),
        (
            "_rels/.rels",
            relationships(&[("r1", "officeDocument", "ppt/presentation.xml")]),
        ),
        ("ppt/presentation.xml", main),
        (
            "ppt/_rels/presentation.xml.rels",
            relationships(&[("r1", "slide", "slides/slide1.xml")]),
        ),
        (
            "ppt/slides/slide1.xml",
            format!("<?xml version=\"1.0\"?><p:sld {NAMES}><p:cSld>{slide}</p:cSld></p:sld>"),
        ),
        ("ppt/slides/_rels/slide1.xml.rels", relationships(&targets)),
    ];
    package_with(parts, "ppt/slides", others, NAMES)
}

pub(crate) fn open(bytes: &[u8], target: &str) -> Pptx {
    Pptx::open(Box::new(Cursor::new(bytes.to_vec())), options(target)).unwrap()
}

pub(crate) fn units_of(slide: &str) -> Vec<String> {
    units(&open(&presentation(slide, &[]), "de"))
}

/// The slide with these translations.
pub(crate) fn translated_to(target: &str, slide: &str, translations: &[&str]) -> String {
    let output = write(&mut open(&presentation(slide, &[]), target), translations);
    let text = part(&output, "ppt/slides/slide1.xml");
    between(&text, "<p:cSld>", "</p:cSld>").to_owned()
}

pub(crate) fn translated(slide: &str, translations: &[&str]) -> String {
    translated_to("de", slide, translations)
}

pub(crate) fn shape(paragraphs: &str) -> String {
    format!("<p:sp><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr>{paragraphs}</p:txBody></p:sp>")
}

pub(crate) fn p(runs: &str) -> String {
    format!("<a:p>{runs}</a:p>")
}

pub(crate) fn r(text: &str) -> String {
    format!("<a:r><a:t>{text}</a:t></a:r>")
}

pub(crate) fn styled(properties: &str, text: &str) -> String {
    format!("<a:r><a:rPr {properties}/><a:t>{text}</a:t></a:r>")
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_presentations_come_back() {
    let open = |source, options| Ok(Box::new(Pptx::open(source, options)?) as _);
    // Not masters and layouts: most of their text prompts for text.
    let folders = ["slides", "notesSlides", "comments", "diagrams", "charts"];
    let folders = folders.map(|folder| format!("ppt/{folder}/"));
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let letters = |package: &[u8]| sweep::letters(package, &folders, "a:t");
    sweep::sweep("pptx", open, letters, 20);
}
