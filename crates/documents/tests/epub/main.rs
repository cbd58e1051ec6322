//! What of a book in EPUB is translated, and what the translation looks like in it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and the sweep tells what it found"
)]

#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod pages;
mod parts;
#[path = "../common/sweep.rs"]
mod sweep;

use std::io::Cursor;

use common::{between, options, package, part, units, write};
use dragoman_documents::{Document, DocumentError, Epub};

const CONTAINER: &str = "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>\
    <rootfile full-path=\"book/content.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";

/// A page with this body.
pub(crate) fn page(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" xml:lang=\"en\">\
         <head><title/></head><body>{body}</body></html>"
    )
}

/// A package with these elements of metadata, items and references to them.
pub(crate) fn opf(version: &str, metadata: &str, items: &str, spine: &str) -> String {
    format!(
        "<package xmlns=\"http://www.idpf.org/2007/opf\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" version=\"{version}\" xml:lang=\"en\">\
         <metadata>{metadata}</metadata><manifest>{items}</manifest>{spine}</package>"
    )
}

/// An item of a package that is a page.
pub(crate) fn item(id: &str, href: &str) -> String {
    format!("<item id=\"{id}\" href=\"{href}\" media-type=\"application/xhtml+xml\"/>")
}

/// A book with this package, and with these further entries.
pub(crate) fn book(opf: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let parts = [
        ("mimetype", "application/epub+zip".to_owned()),
        ("META-INF/container.xml", CONTAINER.to_owned()),
        ("book/content.opf", opf.to_owned()),
    ];
    let others = others.iter();
    let others = others.map(|(name, content)| (*name, (*content).to_owned()));
    package(parts.into_iter().chain(others))
}

/// A book with one page that has this body.
pub(crate) fn with_page(body: &str) -> Vec<u8> {
    let spine = "<spine><itemref idref=\"a\"/></spine>";
    let opf = opf("3.0", "", &item("a", "a.xhtml"), spine);
    book(&opf, &[("book/a.xhtml", &page(body))])
}

pub(crate) fn opened(bytes: &[u8], target: &str) -> Result<Epub, DocumentError> {
    Epub::open(Box::new(Cursor::new(bytes.to_vec())), options(target))
}

/// The units of a page with this body.
pub(crate) fn units_of(body: &str) -> Vec<String> {
    units(&opened(&with_page(body), "de").unwrap())
}

/// The body of a page with these translations.
pub(crate) fn translated(body: &str, translations: &[&str]) -> String {
    let output = write(&mut opened(&with_page(body), "de").unwrap(), translations);
    between(&part(&output, "book/a.xhtml"), "<body>", "</body>").to_owned()
}

/// The warnings of a document, as their codes.
pub(crate) fn warnings(document: &dyn Document) -> Vec<&'static str> {
    let warnings = document.warnings().iter();
    warnings.map(|warning| warning.code()).collect()
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_books_come_back() {
    let open = |source, options| Ok(Box::new(Epub::open(source, options)?) as _);
    sweep::sweep("epub", open, |_| (0, 0), 1);
}
