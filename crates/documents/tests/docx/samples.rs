//! A sweep over real documents, for those who have some: `DRAGOMAN_DOCUMENT_DATA` names a folder with a
//! folder `docx` in it. What is written is kept in the folder that `DRAGOMAN_DOCUMENT_OUTPUT` names, if
//! there is one, to be opened with other programs.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use dragoman_documents::Docx;
use dragoman_documents::{Content, Document, DocumentError, Limits, Options, Piece};
use dragoman_language::Language;

fn samples() -> Vec<PathBuf> {
    let Ok(folder) = std::env::var("DRAGOMAN_DOCUMENT_DATA") else {
        println!("skipped: DRAGOMAN_DOCUMENT_DATA does not name a folder with documents");
        return Vec::new();
    };
    let folder = std::fs::read_dir(PathBuf::from(folder).join("docx")).unwrap();
    let mut samples: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    samples.sort();
    samples
}

fn open(bytes: Vec<u8>, target: &str) -> Result<Docx, DocumentError> {
    let options = Options {
        target: Language::parse(target).unwrap(),
        limits: Limits::default(),
    };
    Docx::open(Box::new(Cursor::new(bytes)), options)
}

fn translated(document: &mut Docx, translate: impl Fn(&Content) -> Content) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<Option<Content>> =
        units.map(|unit| Some(translate(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

fn mapped(content: &Content, map: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(map(text)),
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

/// The letters in lower and in either case of all text of runs that are not moved away, found without the
/// filter.
fn letters(package: &[u8]) -> (usize, usize) {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let names: Vec<String> = archive
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    let (mut lower, mut all) = (0, 0);
    for name in names
        .iter()
        .filter(|name| name.starts_with("word/") && name.ends_with(".xml"))
    {
        let mut text = String::new();
        let mut entry = archive.by_name(name).unwrap();
        if entry.read_to_string(&mut text).is_err() {
            continue;
        }
        for run in text.split("<w:t").skip(1) {
            let Some(run) = run
                .strip_prefix([' ', '>'])
                .and_then(|run| run.split_once("</w:t>"))
            else {
                continue;
            };
            let text = run.0.rsplit_once('>').map_or(run.0, |(_, text)| text);
            let text = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]
                .into_iter()
                .fold(text.to_owned(), |text, reference| {
                    text.replace(reference, "")
                });
            let can_rise =
                |letter: &char| letter.is_lowercase() && !letter.to_uppercase().eq([*letter]);
            lower += text.chars().filter(can_rise).count();
            all += text.chars().filter(|letter| letter.is_alphabetic()).count();
        }
    }
    (lower, all)
}

fn texts(document: &Docx) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

#[test]
#[ignore = "needs documents"]
fn real_documents_come_back() {
    let kept = std::env::var("DRAGOMAN_DOCUMENT_OUTPUT").ok();
    let (mut documents, mut units, mut codes, mut refused) = (0, 0, 0, 0);
    let (mut stayed, mut seen) = (0, 0);
    for path in samples() {
        let bytes = std::fs::read(&path).unwrap();
        let mut document = match open(bytes.clone(), "de") {
            Ok(document) => document,
            Err(error) => {
                println!("{}: {error}", path.display());
                refused += 1;
                continue;
            }
        };
        documents += 1;
        units += document.units().len();
        for unit in document.units() {
            codes += usize::from(unit.content.pieces().len() > 1);
        }
        for warning in document.warnings() {
            println!("{}: {}", path.display(), warning.message);
        }
        assert!(
            translated(&mut document, Content::clone) == bytes,
            "{}",
            path.display()
        );
        let upper = translated(&mut document, |content| mapped(content, str::to_uppercase));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Some(folder) = &kept {
            std::fs::write(PathBuf::from(folder).join(format!("upper-{name}")), &upper).unwrap();
        }
        let (lower, all) = letters(&upper);
        if lower > 0 {
            println!("{name}: {lower} of {all} letters stayed: hidden, moved or of a field");
        }
        stayed += lower;
        seen += all;
        let again = open(upper, "de").unwrap();
        let expected: Vec<String> = texts(&document)
            .iter()
            .map(|text| text.to_uppercase())
            .collect();
        assert_eq!(texts(&again), expected, "{}", path.display());
        for target in ["de", "ar"] {
            let mut document = open(bytes.clone(), target).unwrap();
            let output = translated(&mut document, shuffled);
            if let Some(folder) = &kept {
                std::fs::write(
                    PathBuf::from(folder).join(format!("shuffled-{target}-{name}")),
                    &output,
                )
                .unwrap();
            }
            open(output, target).unwrap();
        }
    }
    println!("{documents} documents, {units} units, {codes} with codes; {refused} refused");
    println!("{stayed} of {seen} letters stayed");
    assert!(seen == 0 || stayed * 20 < seen, "too much stayed");
}
