use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::support::*;

/// Elements of DITA whose text stays as it is.
const PROTECTED: [&str; 16] = [
    "apiname",
    "author",
    "cmdname",
    "codeblock",
    "codeph",
    "filepath",
    "msgblock",
    "msgph",
    "option",
    "parmname",
    "prodname",
    "screen",
    "synph",
    "systemoutput",
    "userinput",
    "varname",
];

/// What the files of a format came to.
#[derive(Debug, Default)]
struct Sum {
    read: usize,
    refused: usize,
    units: usize,
    letters: usize,
    /// Letters that stayed as they are where they should.
    expected: usize,
    /// Other letters that stayed as they are, by the elements in which they stand.
    kept: BTreeMap<String, usize>,
}

#[test]
#[ignore = "reads the documents in the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_documents_come_back_and_all_their_text_is_translated() {
    let Some(folder) = env::var_os("DRAGOMAN_DOCUMENT_DATA") else {
        println!("skipped: DRAGOMAN_DOCUMENT_DATA is not set");
        return;
    };
    for (format, name) in [(Format::Xml, "xml"), (Format::Dita, "dita")] {
        let mut sum = Sum::default();
        for path in files(&Path::new(&folder).join(name)) {
            let bytes = fs::read(&path).unwrap();
            match format.try_open(&bytes) {
                Ok(_) => check(format, &path, &bytes, &mut sum),
                Err(error) => {
                    println!("{}: {error}", path.display());
                    sum.refused += 1;
                }
            }
        }
        println!("{name}: {sum:#?}");
        assert!(sum.read > 0, "there is no document that could be read");
        assert!(sum.kept.is_empty(), "letters were not translated");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn check(format: Format, path: &Path, bytes: &[u8], sum: &mut Sum) {
    sum.read += 1;
    let name = path.display();
    let mut document = format.try_open(bytes).unwrap();
    sum.units += document.units().len();
    let same = written(document.as_mut(), Clone::clone);
    assert_eq!(same, bytes, "{name} changed without a translation");
    let (tags, _) = seen(bytes);
    for engine in [upper, without_codes, shuffled] {
        let output = written(document.as_mut(), engine);
        assert!(format.try_open(&output).is_ok(), "{name} became invalid");
        assert_eq!(seen(&output).0, tags, "{name} has other tags");
    }
    if std::str::from_utf8(bytes).is_err() {
        // The independent reader cannot tell its letters.
        return;
    }
    let (_, texts) = seen(&written(document.as_mut(), upper));
    for (element, text) in texts {
        let text = visible(&text);
        sum.letters += text.chars().filter(|c| c.is_alphabetic()).count();
        let is_kept = |c: &char| c.is_lowercase() && c.to_uppercase().ne([*c]);
        let kept = text.chars().filter(is_kept).count();
        let is_expected = match format {
            // A word alone may be a name for programs, and rules and scripts are.
            Format::Xml => !text.trim().contains(char::is_whitespace),
            Format::Dita => element.split('/').any(|name| PROTECTED.contains(&name)),
        };
        if kept > 0 && !is_expected {
            println!("{name}: {text:.200}");
        }
        if kept > 0 && is_expected {
            sum.expected += kept;
        } else if kept > 0 {
            *sum.kept.entry(element).or_default() += kept;
        }
    }
}

/// Text without the tags that it may have as HTML, and without addresses.
fn visible(raw: &str) -> String {
    let text = match raw.strip_prefix("<![CDATA[") {
        Some(text) => text.trim_end_matches("]]>").to_owned(),
        None => dragoman_html::decode(raw).into_owned(),
    };
    let mut visible = String::new();
    for (place, part) in text.split('<').enumerate() {
        let is_tag = place > 0
            && part.starts_with(|next: char| next.is_ascii_alphabetic() || "/!".contains(next));
        let after = part.split_once('>').map_or("", |(_, after)| after);
        visible.push_str(if is_tag { after } else { part });
        visible.push(' ');
    }
    let visible = dragoman_html::decode(&visible);
    let words = visible.split_whitespace();
    let words: Vec<&str> = words
        .filter(|word| !word.contains("://") && !word.contains('@'))
        .collect();
    words.join(" ")
}

/// How often each start tag is in a document, and its texts with the names of the elements around them, as an
/// independent reader sees them.
fn seen(bytes: &[u8]) -> (BTreeMap<String, usize>, Vec<(String, String)>) {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::from_str(&text);
    let (mut tags, mut texts) = (BTreeMap::new(), Vec::<(String, String)>::new());
    let mut path: Vec<String> = Vec::new();
    let (mut start, mut goes_on) = (0, false);
    loop {
        let event = reader.read_event().unwrap();
        let end = usize::try_from(reader.buffer_position()).unwrap();
        let raw = &text[start..end];
        start = end;
        match event {
            Event::Eof => return (tags, texts),
            Event::Start(_) | Event::Empty(_) => {
                let name = raw.trim_matches(['<', '>', '/']).split_whitespace().next();
                let name = name.unwrap().to_owned();
                *tags.entry(name.clone()).or_default() += 1;
                if matches!(event, Event::Start(_)) {
                    path.push(name);
                }
            }
            Event::End(_) => {
                path.pop();
            }
            Event::CData(_) => texts.push((path.join("/"), raw.to_owned())),
            Event::Text(_) | Event::GeneralRef(_) => {
                let last = texts.last_mut().filter(|_| goes_on);
                match last {
                    Some((_, last)) => last.push_str(raw),
                    None => texts.push((path.join("/"), raw.to_owned())),
                }
                goes_on = true;
                continue;
            }
            _ => {}
        }
        goes_on = false;
    }
}
