use std::io::{Cursor, Write};

use dragoman_documents::Format;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// What begins a part in an input: two bytes that are in no text, and the part's name up to the end of the line.
pub(crate) const PART: &[u8] = b"\xff\xff";

/// The parts of a small package, in the order of their names.
macro_rules! parts {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../../documents/testdata/packages/", $folder, "/", $name)))),*]
    };
}

const DOCX: &[(&str, &[u8])] = parts!("docx":
    "[Content_Types].xml" "_rels/.rels" "docProps/core.xml" "word/_rels/document.xml.rels"
    "word/charts/chart1.xml" "word/comments.xml" "word/diagrams/data1.xml" "word/diagrams/drawing1.xml"
    "word/document.xml" "word/footnotes.xml" "word/header1.xml" "word/numbering.xml" "word/styles.xml");

const PPTX: &[(&str, &[u8])] = parts!("pptx":
    "[Content_Types].xml" "_rels/.rels" "docProps/core.xml" "ppt/_rels/presentation.xml.rels"
    "ppt/charts/chart1.xml" "ppt/comments/comment1.xml" "ppt/diagrams/data1.xml" "ppt/diagrams/drawing1.xml"
    "ppt/notesSlides/notesSlide1.xml" "ppt/presentation.xml" "ppt/slideLayouts/slideLayout1.xml"
    "ppt/slides/_rels/slide1.xml.rels" "ppt/slides/slide1.xml");

const XLSX: &[(&str, &[u8])] = parts!("xlsx":
    "[Content_Types].xml" "_rels/.rels" "docProps/core.xml" "xl/_rels/workbook.xml.rels" "xl/comments1.xml"
    "xl/drawings/drawing1.xml" "xl/sharedStrings.xml" "xl/styles.xml" "xl/tables/table1.xml" "xl/workbook.xml"
    "xl/worksheets/_rels/sheet1.xml.rels" "xl/worksheets/sheet1.xml" "xl/worksheets/sheet2.xml");

const IDML: &[(&str, &[u8])] = parts!("idml":
    "Resources/Styles.xml" "Spreads/Spread_u1.xml" "Stories/Story_u1.xml" "Stories/Story_u2.xml"
    "designmap.xml" "mimetype");

const ODT: &[(&str, &[u8])] = parts!("odt":
    "META-INF/manifest.xml" "content.xml" "meta.xml" "mimetype" "settings.xml" "styles.xml");

const ODS: &[(&str, &[u8])] = parts!("ods":
    "META-INF/manifest.xml" "content.xml" "meta.xml" "mimetype" "settings.xml" "styles.xml");

const ODP: &[(&str, &[u8])] = parts!("odp":
    "META-INF/manifest.xml" "content.xml" "meta.xml" "mimetype" "settings.xml" "styles.xml");

const EPUB: &[(&str, &[u8])] = parts!("epub":
    "META-INF/container.xml" "OEBPS/chapter1.xhtml" "OEBPS/chapter2.xhtml" "OEBPS/content.opf" "OEBPS/nav.xhtml"
    "OEBPS/style.css" "OEBPS/toc.ncx" "mimetype");

/// The file that an input says: for formats in archives, unless the input is an archive itself, a small package
/// with the input's parts in the places of its own. Few changes to an archive leave one, and fewer reach
/// what is in it.
pub(super) fn file(format: Format, data: &[u8]) -> Vec<u8> {
    let parts = match format {
        Format::Docx => DOCX,
        Format::Pptx => PPTX,
        Format::Xlsx => XLSX,
        Format::Idml => IDML,
        Format::Odt => ODT,
        Format::Ods => ODS,
        Format::Odp => ODP,
        Format::Epub => EPUB,
        _ => return data.to_vec(),
    };
    if data.starts_with(b"PK") || data.starts_with(b"\xd0\xcf") {
        return data.to_vec();
    }
    let mut parts: Vec<(String, &[u8])> = parts
        .iter()
        .map(|(name, content)| ((*name).to_owned(), *content))
        .collect();
    for (name, content) in parts_of(data) {
        match parts.iter_mut().find(|(present, _)| *present == name) {
            Some((_, present)) => *present = content,
            None => parts.push((name, content)),
        }
    }
    archive(&parts)
}

fn parts_of(data: &[u8]) -> Vec<(String, &[u8])> {
    let mut parts = Vec::new();
    let mut rest = data;
    while let Some(begin) = find(rest, PART) {
        let part = &rest[begin + PART.len()..];
        let end = find(part, PART).unwrap_or(part.len());
        rest = &part[end..];
        if let Some(line) = find(&part[..end], b"\n") {
            let name = String::from_utf8_lossy(&part[..line]).into_owned();
            parts.push((name, &part[line + 1..end]));
        }
    }
    parts
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// Some formats want their type first, whatever its place among the names is.
fn archive(parts: &[(String, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let (first, others): (Vec<_>, Vec<_>) = parts.iter().partition(|(name, _)| name == "mimetype");
    for (name, content) in first.into_iter().chain(others) {
        // Names that cannot be written are left out.
        if writer.start_file(name.as_str(), stored).is_ok() {
            writer.write_all(content).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}
