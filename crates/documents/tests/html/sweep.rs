use std::path::PathBuf;
use std::{env, fs};

use super::hostile::{BAD_ENGINES, blocks};
use super::*;

/// What people may read between the tags of a page, by a reader that knows nothing of translation.
fn visible(html: &str) -> String {
    const HIDDEN: [&str; 13] = [
        "script", "style", "pre", "code", "kbd", "samp", "var", "textarea", "svg", "math",
        "iframe", "noframes", "xmp",
    ];
    let lower = html.to_ascii_lowercase();
    let mut text = String::new();
    let mut at = 0;
    while let Some(next) = lower[at..].find('<') {
        text.push_str(&html[at..at + next]);
        at += next;
        let rest = &lower[at..];
        let name_end = rest[1..].find(|next: char| !next.is_ascii_alphanumeric());
        let name = &rest[1..name_end.map_or(rest.len(), |end| end + 1)];
        let end = if rest.starts_with("<!--") {
            "-->".to_owned()
        } else if HIDDEN.contains(&name) {
            format!("</{name}>")
        } else if name.is_empty()
            && !rest.starts_with(['/', '!', '?'])
            && !rest[1..].starts_with(['/', '!', '?'])
        {
            "<".to_owned()
        } else {
            ">".to_owned()
        };
        at += rest
            .find(&end)
            .map_or(rest.len(), |found| found + end.len());
        text.push(' ');
    }
    text.push_str(&html[at..]);
    // References are no words.
    let mut kept = String::new();
    for part in text.split('&') {
        let reference = part.find(';').filter(|end| *end < 12);
        kept.push_str(reference.map_or(part, |end| &part[end..]));
    }
    kept
}

fn decoded(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec());
    text.unwrap_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect())
}

fn pages(folder: &PathBuf, pages_found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages(&path, pages_found);
        } else if path
            .extension()
            .is_some_and(|it| it == "html" || it == "htm")
        {
            pages_found.push(path);
        }
    }
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_pages_come_back() {
    let Some(folder) = env::var_os("DRAGOMAN_DOCUMENT_DATA") else {
        println!("skipped: DRAGOMAN_DOCUMENT_DATA names no folder of files");
        return;
    };
    let mut files = Vec::new();
    pages(&PathBuf::from(folder).join("html"), &mut files);
    files.sort();
    let (mut units, mut small, mut letters) = (0, 0, 0);
    let mut left = Vec::new();
    for file in &files {
        let bytes = fs::read(file).unwrap();
        let mut source = Cursor::new(bytes.clone());
        let mut document = match Html::read(&mut source, &common::options("de")) {
            Ok(document) => document,
            Err(error) => {
                println!("{}: {error}", file.display());
                continue;
            }
        };
        units += document.units().len();
        let name = file.display();
        assert!(with_each(&mut document, Clone::clone) == bytes, "{name}");
        let output = decoded(&with_each(&mut document, upper));
        assert_eq!(blocks(&output), blocks(&decoded(&bytes)), "{name}");
        for word in visible(&output).split_whitespace() {
            let is_small =
                |letter: &char| letter.is_lowercase() && letter.to_uppercase().ne([*letter]);
            let here = word.chars().filter(is_small).count();
            small += here;
            letters += word.chars().filter(|letter| letter.is_alphabetic()).count();
            if here > 0 {
                left.push(format!("{word} ({name})"));
            }
        }
        for translate in BAD_ENGINES {
            let output = decoded(&with_each(&mut document, translate));
            assert_eq!(blocks(&output), blocks(&decoded(&bytes)), "{name}");
        }
    }
    println!(
        "{} pages, {units} units, {small} of {letters} letters left",
        files.len()
    );
    left.dedup();
    for word in left.iter().take(100) {
        println!("  {word}");
    }
}
