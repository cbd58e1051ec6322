//! What tests of several formats share: packages built from parts, and a short way to write contents.

#![allow(
    clippy::unwrap_used,
    dead_code,
    reason = "a helper of tests fails the test that calls it, and not every test needs each"
)]

pub(crate) mod hostile;
pub(crate) mod repeated;

use std::io::{Cursor, Read, Write};

use dragoman_documents::{CodeId, Content, Document, Options, Piece};
use dragoman_language::Language;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// An archive of these parts.
pub(crate) fn package<'a>(parts: impl IntoIterator<Item = (&'a str, String)>) -> Vec<u8> {
    let parts = parts.into_iter();
    package_of_bytes(parts.map(|(name, content)| (name, content.into_bytes())))
}

/// An archive of these entries.
pub(crate) fn package_of_bytes<'a>(parts: impl IntoIterator<Item = (&'a str, Vec<u8>)>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(&content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// An archive of these parts, and of others in a folder: their kinds, names, and contents, in which `NAMES` stands for
/// these namespaces.
pub(crate) fn package_with(
    parts: Vec<(&str, String)>,
    folder: &str,
    others: &[(&str, &str, &str)],
    namespaces: &str,
) -> Vec<u8> {
    let others: Vec<(String, String)> = others
        .iter()
        .map(|(_, name, content)| {
            let content = content.replace("NAMES", namespaces);
            (format!("{folder}/{name}"), content)
        })
        .collect();
    let others = others
        .iter()
        .map(|(name, content)| (name.as_str(), content.clone()));
    package(parts.into_iter().chain(others))
}

/// The text of a part.
pub(crate) fn part(package: &[u8], name: &str) -> String {
    String::from_utf8(entry(package, name)).unwrap()
}

/// The content of an entry.
pub(crate) fn entry(package: &[u8], name: &str) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(package)).unwrap();
    let mut content = Vec::new();
    let mut entry = archive.by_name(name).unwrap();
    entry.read_to_end(&mut content).unwrap();
    content
}

/// The names of an archive's entries, in their order.
pub(crate) fn names(package: &[u8]) -> Vec<String> {
    let archive = ZipArchive::new(Cursor::new(package)).unwrap();
    let names = (0..archive.len())
        .map(|index| archive.name_for_index(index).unwrap().unwrap().into_owned());
    names.collect()
}

/// The relationships of a part: with these ids, of these kinds, to these targets.
pub(crate) fn relationships(targets: &[(&str, &str, &str)]) -> String {
    let mut text =
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            .to_owned();
    for (id, kind, target) in targets {
        text += &format!(
            "<Relationship Id=\"{id}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}\" \
             Target=\"{target}\"/>"
        );
    }
    text + "</Relationships>"
}

/// The same with ids that nothing names.
pub(crate) fn relations(targets: &[(&str, &str)]) -> String {
    let ids: Vec<String> = (0..targets.len())
        .map(|number| format!("rId{number}"))
        .collect();
    let targets: Vec<(&str, &str, &str)> = ids
        .iter()
        .zip(targets)
        .map(|(id, (kind, target))| (id.as_str(), *kind, *target))
        .collect();
    relationships(&targets)
}

/// What stands between two texts in another, each the first that there is.
pub(crate) fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, text) = text.split_once(start).unwrap();
    text.split_once(end).unwrap().0
}

pub(crate) fn options(target: &str) -> Options {
    Options::to(Language::parse(target).unwrap())
}

/// A content in short: `<1>a stretch</1>`, `{2}` for what stands between words.
pub(crate) fn short(content: &Content) -> String {
    let pieces = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("<{id}>"),
        Piece::Close(CodeId(id)) => format!("</{id}>"),
        Piece::Mark(CodeId(id)) => format!("{{{id}}}"),
    });
    pieces.collect()
}

/// The content that this says in short.
pub(crate) fn long(short: &str) -> Content {
    let mut pieces = Vec::new();
    let mut rest = short;
    while let Some(start) = rest.find(['<', '{']) {
        pieces.push(Piece::Text(rest[..start].to_owned()));
        let end = start + rest[start..].find(['>', '}']).unwrap();
        let code = &rest[start + 1..end];
        let id = CodeId(code.trim_start_matches('/').parse().unwrap());
        pieces.push(match (&rest[start..=start], code.starts_with('/')) {
            ("{", _) => Piece::Mark(id),
            (_, false) => Piece::Open(id),
            (_, true) => Piece::Close(id),
        });
        rest = &rest[end + 1..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Content::new(pieces)
}

/// The units of a document, in short.
pub(crate) fn units(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| short(&unit.content)).collect()
}

/// The document with these translations, in short; an empty one is none.
pub(crate) fn write(document: &mut dyn Document, translations: &[&str]) -> Vec<u8> {
    assert_eq!(document.units().len(), translations.len());
    let translations: Vec<Option<Content>> = translations
        .iter()
        .map(|short| (!short.is_empty()).then(|| long(short)))
        .collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}
