//! The files of a folder.

use std::fs;
use std::path::PathBuf;

use super::{BAD_ENGINES, Format, check_structure, translated, upper};

/// The text of a file in UTF-8, UTF-16 with a mark, or in an encoding of single bytes.
fn decoded(bytes: &[u8]) -> String {
    let unit = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => {
            let text = String::from_utf8(bytes.to_vec());
            return text.unwrap_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect());
        }
    };
    let units: Vec<u16> = bytes
        .as_chunks::<2>()
        .0
        .iter()
        .map(|pair| unit(*pair))
        .collect();
    String::from_utf16_lossy(&units)
}

/// A text without its tags and character references.
fn without_tags(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        kept.push_str(&rest[..at]);
        let end = if rest[at..].starts_with('<') {
            '>'
        } else {
            ';'
        };
        rest = rest[at..].find(end).map_or("", |end| &rest[at + end + 1..]);
    }
    kept + rest
}

/// How many letters with a capital form there are, and how many of them are capital.
#[derive(Debug, Default, Clone, Copy)]
struct Letters {
    small: usize,
    all: usize,
}

impl Letters {
    fn add(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
            let is_cased = letter.is_lowercase() || letter.is_uppercase();
            self.all += usize::from(is_cased);
            let has_capital = letter.to_uppercase().ne([letter]);
            self.small += usize::from(letter.is_lowercase() && has_capital);
        }
    }
}

/// Adds what people may read in a value, by a parser that knows nothing of translation.
fn add_strings(value: &serde_json::Value, letters: &mut Letters, left: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => {
            let text = without_tags(text);
            letters.add(&text);
            if text.contains(char::is_lowercase) {
                left.push(text);
            }
        }
        serde_json::Value::Array(values) => {
            for value in values {
                add_strings(value, letters, left);
            }
        }
        serde_json::Value::Object(members) => {
            for value in members.values() {
                add_strings(value, letters, left);
            }
        }
        _ => {}
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let Some(data) = std::env::var_os("DRAGOMAN_DOCUMENT_DATA") else {
        println!("skipped: DRAGOMAN_DOCUMENT_DATA names no folder of files");
        return Vec::new();
    };
    let Ok(entries) = fs::read_dir(PathBuf::from(data).join(folder)) else {
        println!("skipped: there is no folder {folder}");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn sweep(folder: &str, format: Format, mut add: impl FnMut(&str, &mut Letters, &mut Vec<String>)) {
    let (mut read, mut refused, mut units) = (0, 0, 0);
    let mut letters = Letters::default();
    let mut left = Vec::new();
    for file in files(folder) {
        let bytes = fs::read(&file).unwrap();
        let mut document = match format.read(&bytes) {
            Ok(document) => document,
            Err(error) => {
                println!("{}: {error}", file.display());
                refused += 1;
                continue;
            }
        };
        read += 1;
        units += document.units().len();
        assert!(
            translated(&mut *document, Clone::clone) == bytes,
            "{}",
            file.display()
        );
        let output = translated(&mut *document, upper);
        add(&decoded(&output), &mut letters, &mut left);
        for translate in BAD_ENGINES {
            let output = translated(&mut *document, translate);
            check_structure(format, &bytes, &output);
        }
    }
    println!("{folder}: {read} files read, {refused} refused, {units} units, {letters:?}");
    left.sort();
    left.dedup();
    for text in left {
        println!("  {}", text.chars().take(200).collect::<String>());
    }
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_texts_come_back() {
    sweep("txt", Format::Text, |output, letters, left| {
        letters.add(output);
        let lines = output
            .lines()
            .filter(|line| line.contains(char::is_lowercase));
        left.extend(lines.map(str::to_owned));
    });
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_json_comes_back() {
    sweep(
        "json",
        Format::Json,
        |output, letters, left| match serde_json::from_str(output.trim_start_matches('\u{feff}')) {
            Ok(value) => add_strings(&value, letters, left),
            Err(error) => panic!("{error}"),
        },
    );
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_catalogues_come_back() {
    sweep("po", Format::Catalogue, |output, letters, left| {
        letters.add(output);
        let lines = output.lines().filter(|line| *line == "msgstr \"\"");
        left.extend(lines.map(str::to_owned));
    });
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_strings_and_tables_come_back() {
    for (folder, format) in [
        ("arb", Format::Bundle),
        ("strings", Format::AppleStrings),
        ("xcstrings", Format::StringCatalogue),
        ("csv", Format::Table),
        ("tsv", Format::TableOfTabs),
    ] {
        sweep(folder, format, |output, letters, _| letters.add(output));
    }
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_subtitles_of_pages_come_back() {
    sweep("vtt", Format::WebSubtitles, |output, letters, _| {
        let lines = output.lines().filter(|line| !line.contains("-->"));
        for line in lines {
            letters.add(line);
        }
    });
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_scripts_come_back() {
    sweep("ass", Format::Script, |output, letters, left| {
        let events = output
            .lines()
            .filter_map(|line| line.strip_prefix("Dialogue:"));
        for text in events.filter_map(|event| event.splitn(10, ',').nth(9)) {
            letters.add(text);
            if text.contains(char::is_lowercase) {
                left.push(text.to_owned());
            }
        }
    });
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_subtitles_come_back() {
    sweep("srt", Format::Subtitles, |output, letters, left| {
        for line in output.lines().filter(|line| !line.contains("-->")) {
            letters.add(line);
            if line.contains(char::is_lowercase) {
                left.push(line.to_owned());
            }
        }
    });
}
