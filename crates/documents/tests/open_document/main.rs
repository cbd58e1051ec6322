//! What of documents in OpenDocument is translated, and what the translation looks like in them.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and the sweep tells what it found"
)]

mod bilingual;
#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod languages;
mod paragraphs;
mod parts;
mod sheets;
#[path = "../common/sweep.rs"]
mod sweep;

use std::io::Cursor;

use common::{between, options, package, part, units, write};
use dragoman_documents::{Document, DocumentError, OpenDocument};

pub(crate) const NAMES: &str = concat!(
    r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" "#,
    r#"xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" "#,
    r#"xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" "#,
    r#"xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" "#,
    r#"xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" "#,
    r#"xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" "#,
    r#"xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" "#,
    r#"xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" "#,
    r#"xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" "#,
    r#"xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" "#,
    r#"xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" "#,
    r#"xmlns:officeooo="http://openoffice.org/2009/office" "#,
    r#"xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink""#
);

/// Some styles of the content: slanted, only of another language, only of another time, hidden, underlined.
const STYLES: &str = concat!(
    r#"<style:style style:name="I" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>"#,
    r#"<style:style style:name="I2" style:family="text"><style:text-properties fo:font-style="italic" officeooo:rsid="1"/></style:style>"#,
    r#"<style:style style:name="L" style:family="text"><style:text-properties fo:language="fr" fo:country="FR"/></style:style>"#,
    r#"<style:style style:name="R" style:family="text"><style:text-properties officeooo:rsid="0012"/></style:style>"#,
    r#"<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>"#,
    r#"<style:style style:name="U" style:family="text"><style:text-properties style:text-underline-style="solid"/></style:style>"#,
    r#"<style:style style:name="PH" style:family="paragraph"><style:text-properties text:display="none"/></style:style>"#,
    r#"<style:style style:name="TH" style:family="table"><style:table-properties table:display="false"/></style:style>"#,
);

/// The content of a document of this kind with this body.
pub(crate) fn content(kind: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-content {NAMES}>\
         <office:automatic-styles>{STYLES}</office:automatic-styles>\
         <office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
}

/// A document of a kind with this body, and with these further entries.
pub(crate) fn document(kind: &str, body: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let others = others.iter();
    let others = others.map(|(name, content)| (*name, content.replace("NAMES", NAMES)));
    let mimetype = format!("application/vnd.oasis.opendocument.{kind}");
    let parts = [("mimetype", mimetype), ("content.xml", content(kind, body))];
    package(parts.into_iter().chain(others))
}

/// Opens a document of a kind.
pub(crate) fn opened(
    kind: &str,
    bytes: &[u8],
    target: &str,
) -> Result<OpenDocument, DocumentError> {
    let (source, options) = (Box::new(Cursor::new(bytes.to_vec())), options(target));
    match kind {
        "text" => OpenDocument::open_text(source, options),
        "spreadsheet" => OpenDocument::open_spreadsheet(source, options),
        _ => OpenDocument::open_presentation(source, options),
    }
}

/// The units of a document of a kind with this body.
pub(crate) fn units_of(kind: &str, body: &str) -> Vec<String> {
    units(&opened(kind, &document(kind, body, &[]), "de").unwrap())
}

/// Its body with these translations.
pub(crate) fn translated(kind: &str, body: &str, translations: &[&str]) -> String {
    let mut opened = opened(kind, &document(kind, body, &[]), "de").unwrap();
    let output = write(&mut opened, translations);
    let (start, end) = (format!("<office:{kind}>"), format!("</office:{kind}>"));
    between(&part(&output, "content.xml"), &start, &end).to_owned()
}

/// The warnings of a document, as their codes.
pub(crate) fn warnings(document: &dyn Document) -> Vec<&'static str> {
    let warnings = document.warnings().iter();
    warnings.map(|warning| warning.code()).collect()
}

/// The letters of paragraphs and headings in the content, found without the filter.
fn letters(package: &[u8]) -> (usize, usize) {
    let (small, all) = sweep::letters(package, &["content.xml"], "text:p");
    let (small_too, all_too) = sweep::letters(package, &["content.xml"], "text:h");
    (small + small_too, all + all_too)
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_documents_come_back() {
    let text = |source, options| Ok(Box::new(OpenDocument::open_text(source, options)?) as _);
    sweep::sweep("odt", text, letters, 20);
    let sheets =
        |source, options| Ok(Box::new(OpenDocument::open_spreadsheet(source, options)?) as _);
    // Formulas and hidden sheets are among them.
    sweep::sweep("ods", sheets, letters, 2);
    let slides =
        |source, options| Ok(Box::new(OpenDocument::open_presentation(source, options)?) as _);
    sweep::sweep("odp", slides, letters, 20);
}
