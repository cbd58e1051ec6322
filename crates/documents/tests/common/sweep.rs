//! A sweep over real documents, for those who have some: `DRAGOMAN_DOCUMENT_DATA` names a folder with a
//! folder for each format in it. What is written is kept in the folder that `DRAGOMAN_DOCUMENT_OUTPUT`
//! names, if there is one, to be opened with other programs.

#![allow(dead_code, reason = "formats need different helpers")]

use std::io::{Cursor, Read};
use std::path::PathBuf;

use dragoman_documents::{Content, Document, DocumentError, Options, Piece, Source};
use dragoman_language::Language;

type Open = fn(Box<dyn Source>, Options) -> Result<Box<dyn Document>, DocumentError>;

fn samples(format: &str) -> Vec<PathBuf> {
    let Ok(folder) = std::env::var("DRAGOMAN_DOCUMENT_DATA") else {
        println!("skipped: DRAGOMAN_DOCUMENT_DATA does not name a folder with documents");
        return Vec::new();
    };
    let folder = std::fs::read_dir(PathBuf::from(folder).join(format)).unwrap();
    let mut samples: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    samples.sort();
    samples
}

fn opened(open: Open, bytes: &[u8], target: &str) -> Result<Box<dyn Document>, DocumentError> {
    let options = Options::to(Language::parse(target).unwrap());
    open(Box::new(Cursor::new(bytes.to_vec())), options)
}

fn translated(document: &mut dyn Document, translate: impl Fn(&Content) -> Content) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<Option<Content>> =
        units.map(|unit| Some(translate(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

/// Codes in the wrong order, some of them lost, and text in between.
fn shuffled(content: &Content) -> Content {
    let mut pieces = content.pieces().to_vec();
    pieces.reverse();
    for piece in &mut pieces {
        *piece = match piece.clone() {
            Piece::Open(id) => Piece::Close(id),
            Piece::Close(id) => Piece::Open(id),
            other => other,
        };
    }
    let mut number = 0;
    pieces.retain(|piece| {
        number += 1;
        number % 3 != 0 || matches!(piece, Piece::Text(_))
    });
    Content::new(pieces)
}

/// The letters that could be raised and were not, and all.
pub(crate) fn count(text: &str) -> (usize, usize) {
    let can_rise = |letter: &char| letter.is_lowercase() && !letter.to_uppercase().eq([*letter]);
    (
        text.chars().filter(can_rise).count(),
        text.chars().filter(|letter| letter.is_alphabetic()).count(),
    )
}

/// Text of XML without its references to characters.
pub(crate) fn without_references(text: &str) -> String {
    ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]
        .into_iter()
        .fold(text.to_owned(), |text, name| text.replace(name, ""))
}

/// The letters in elements of this name in parts of these folders, found without the filter.
pub(crate) fn letters(package: &[u8], folders: &[&str], element: &str) -> (usize, usize) {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let names: Vec<String> = archive
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .filter(|name| folders.iter().any(|folder| name.starts_with(folder)))
        .filter(|name| name.ends_with(".xml"))
        .collect();
    let (mut lower, mut all) = (0, 0);
    for name in names {
        let mut text = String::new();
        if archive
            .by_name(&name)
            .unwrap()
            .read_to_string(&mut text)
            .is_err()
        {
            continue;
        }
        let mut part = 0;
        for element in text.split(&format!("<{element}")).skip(1) {
            let Some(text) = element.strip_prefix([' ', '>']) else {
                continue;
            };
            let text = text.split_once("</").map_or("", |(text, _)| text);
            let text = text.rsplit_once('>').map_or(text, |(_, text)| text);
            let (small, letters) = count(&without_references(text));
            part += small;
            all += letters;
        }
        if part > 0 {
            println!("  {name}: {part} letters stayed");
        }
        lower += part;
    }
    (lower, all)
}

fn texts(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

fn keep(name: &str, bytes: &[u8]) {
    if let Ok(folder) = std::env::var("DRAGOMAN_DOCUMENT_OUTPUT") {
        std::fs::write(PathBuf::from(folder).join(name), bytes).unwrap();
    }
}

/// Every document of a format comes back as it was, with its text in capitals, and with codes in disorder. Of the
/// letters in capitals, which are found without the filter, less than one in so many may have stayed.
pub(crate) fn sweep(
    format: &str,
    open: Open,
    letters: impl Fn(&[u8]) -> (usize, usize),
    one_in: usize,
) {
    let (mut documents, mut units, mut codes, mut refused) = (0, 0, 0, 0);
    let (mut stayed, mut seen) = (0, 0);
    for path in samples(format) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut document = match opened(open, &bytes, "de") {
            Ok(document) => document,
            Err(error) => {
                println!("{name}: {error}");
                refused += 1;
                continue;
            }
        };
        documents += 1;
        units += document.units().len();
        for unit in document.units() {
            codes += usize::from(unit.content.pieces().len() > 1);
        }
        println!("{name}: {} units", document.units().len());
        for warning in document.warnings() {
            println!("  {warning}");
        }
        assert!(
            translated(&mut *document, Content::clone) == bytes,
            "{name}"
        );
        let capitals = translated(&mut *document, upper);
        keep(&format!("upper-{name}"), &capitals);
        let (lower, all) = letters(&capitals);
        if lower > 0 {
            println!("  {lower} of {all} letters stayed");
        }
        stayed += lower;
        seen += all;
        let again = opened(open, &capitals, "de").unwrap();
        let mut expected = texts(&*document);
        for text in &mut expected {
            *text = text.to_uppercase();
        }
        assert_eq!(texts(&*again), expected, "{name}");
        for target in ["de", "ar"] {
            let mut document = opened(open, &bytes, target).unwrap();
            let output = translated(&mut *document, shuffled);
            keep(&format!("shuffled-{target}-{name}"), &output);
            let again = opened(open, &output, target).unwrap();
            assert_eq!(again.units().len(), document.units().len(), "{name}");
        }
    }
    println!("{documents} documents, {units} units, {codes} with codes; {refused} refused");
    println!("{stayed} of {seen} letters stayed");
    assert!(seen == 0 || stayed * one_in < seen, "too much stayed");
}
