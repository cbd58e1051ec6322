//! A sweep over real documents, for those who have some: `DRAGOMAN_DOCUMENT_DATA` names a folder with a
//! folder `docx` in it.

use std::io::Cursor;
use std::path::PathBuf;

use dragoman_documents::docx::Docx;
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

fn texts(document: &Docx) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

#[test]
#[ignore = "needs documents"]
fn real_documents_come_back() {
    let kept = std::env::var("DRAGOMAN_DOCUMENT_OUTPUT").ok();
    let (mut documents, mut units, mut codes, mut refused) = (0, 0, 0, 0);
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
}
