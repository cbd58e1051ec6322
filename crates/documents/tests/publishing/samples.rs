//! A sweep over real documents, for those who have some: `DRAGOMAN_DOCUMENT_DATA` names a folder with a
//! folder for each format in it. What is written is kept in the folder that `DRAGOMAN_DOCUMENT_OUTPUT`
//! names, if there is one, to be opened with other programs.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use dragoman_documents::{Content, Document, DocumentError, Idml, Mif, Piece};

use crate::common::options;

type Opened = Result<Box<dyn Document>, DocumentError>;

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

fn texts(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

/// Letters that could be raised and were not, and all.
fn count(text: &str) -> (usize, usize) {
    let can_rise = |letter: &char| letter.is_lowercase() && !letter.to_uppercase().eq([*letter]);
    (
        text.chars().filter(can_rise).count(),
        text.chars().filter(|letter| letter.is_alphabetic()).count(),
    )
}

fn sweep(format: &str, open: fn(Vec<u8>, &str) -> Opened, visible: fn(&[u8]) -> String) {
    let kept = std::env::var("DRAGOMAN_DOCUMENT_OUTPUT").ok();
    let (mut documents, mut units, mut codes, mut refused) = (0, 0, 0, 0);
    let (mut stayed, mut seen) = (0, 0);
    for path in samples(format) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut document = match open(bytes.clone(), "de") {
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
        for warning in document.warnings() {
            println!("{name}: {}", warning.message);
        }
        let same = translated(document.as_mut(), Content::clone);
        assert!(same == bytes, "{name}");
        let keep = |kind: &str, output: &[u8]| {
            if let Some(folder) = &kept {
                let file = PathBuf::from(folder).join(format!("{kind}-{name}"));
                std::fs::write(file, output).unwrap();
            }
        };
        let raised = translated(document.as_mut(), upper);
        keep("upper", &raised);
        let (lower, all) = count(&visible(&raised));
        if lower > 0 {
            println!("{name}: {lower} of {all} letters stayed");
        }
        stayed += lower;
        seen += all;
        let again = open(raised, "de").unwrap();
        let texts_before = texts(document.as_ref());
        let expected: Vec<String> = texts_before
            .iter()
            .map(|text| text.to_uppercase())
            .collect();
        assert_eq!(texts(again.as_ref()), expected, "{name}");
        for target in ["de", "ar"] {
            let mut document = open(bytes.clone(), target).unwrap();
            let output = translated(document.as_mut(), shuffled);
            keep(&format!("shuffled-{target}"), &output);
            let again = open(output, target).unwrap();
            assert_eq!(again.units().len(), document.units().len(), "{name}");
        }
    }
    println!(
        "{format}: {documents} documents, {units} units, {codes} with codes; {refused} refused"
    );
    println!("{format}: {stayed} of {seen} letters stayed");
    assert!(seen == 0 || stayed * 200 <= seen, "too much stayed");
}

/// The text of all stories, found without the filter.
fn text_of_stories(package: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let mut visible = String::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        if !entry.name().unwrap().starts_with("Stories/") {
            continue;
        }
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        for content in text.split("<Content>").skip(1) {
            visible.push_str(content.split_once("</Content>").unwrap().0);
        }
    }
    ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]
        .into_iter()
        .fold(visible, |text, reference| text.replace(reference, ""))
}

#[test]
#[ignore = "needs documents"]
fn real_packages_come_back() {
    let open = |bytes, target: &str| -> Opened {
        Ok(Box::new(Idml::open(
            Box::new(Cursor::new(bytes)),
            options(target),
        )?))
    };
    sweep("idml", open, text_of_stories);
}

/// The text of flows and tables, found without the filter. Tables that say how pages become HTML stand on
/// reference pages as well.
fn text_of_flows(file: &[u8]) -> String {
    let text = String::from_utf8(file.to_vec()).unwrap();
    let mut visible = String::new();
    let mut is_reference = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("<PageType ") {
            is_reference = line.contains("ReferencePage");
        } else if line.starts_with("<TblTag ") {
            is_reference = line.contains("Mapping Table");
        } else if line.starts_with("<TextFlow") {
            is_reference = false;
        }
        for string in line.split("<String `").skip(1).filter(|_| !is_reference) {
            visible.push_str(string.split_once("'>").unwrap().0);
        }
    }
    [r"\t", r"\q", r"\Q", r"\x09", r"\n"]
        .into_iter()
        .fold(visible, |text, escape| text.replace(escape, ""))
}

#[test]
#[ignore = "needs documents"]
fn real_interchange_files_come_back() {
    let open = |bytes, target: &str| -> Opened {
        Ok(Box::new(Mif::open(
            Box::new(Cursor::new(bytes)),
            options(target),
        )?))
    };
    sweep("mif", open, text_of_flows);
}
