use std::path::{Path, PathBuf};
use std::{env, fs};

use dragoman_documents::Document;

use crate::support::*;

/// What a file of the sweep came to.
#[derive(Debug, Default)]
struct Sum {
    read: usize,
    refused: usize,
    units: usize,
    pairs: usize,
    letters: usize,
    missed: usize,
}

#[test]
#[ignore = "reads the documents in the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_documents_keep_their_codes_and_all_their_text_is_translated() {
    let Some(folder) = env::var_os("DRAGOMAN_DOCUMENT_DATA") else {
        println!("skipped: DRAGOMAN_DOCUMENT_DATA is not set");
        return;
    };
    let mut sum = Sum::default();
    for path in files(Path::new(&folder)) {
        let bytes = fs::read(&path).unwrap();
        match try_open(bytes.clone()) {
            Ok(_) => check(&path, &bytes, &mut sum),
            Err(error) => {
                println!("{}: {error}", path.display());
                sum.refused += 1;
            }
        }
    }
    println!("{sum:?}");
    assert!(sum.read > 0, "there is no document that could be read");
    assert_eq!(sum.missed, 0, "letters were not translated");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let folders = ["xlf", "xliff"].map(|name| folder.join(name));
    let mut files: Vec<_> = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

fn check(path: &Path, bytes: &[u8], sum: &mut Sum) {
    sum.read += 1;
    let mut document = open(bytes);
    sum.units += document.units().len();
    assert_eq!(
        written(&mut document, |_| None),
        bytes,
        "{} changed without a translation",
        path.display()
    );
    let before = pairs(&decoded(bytes));
    let engines = [same, upper, without_codes, shuffled];
    for (place, engine) in engines.into_iter().enumerate() {
        let output = written(&mut document, engine);
        let again = open(output.clone());
        assert!(again.units().len() <= document.units().len());
        let after = pairs(&decoded(&output));
        assert_eq!(before.len(), after.len());
        for (old, new) in before.iter().zip(&after) {
            let name = format!("{}: {new:?}", path.display());
            assert_eq!(old.source, new.source, "{name}");
            if old.target == new.target {
                continue;
            }
            let target = new.target.as_ref().unwrap();
            let tags = Pair::tags(target);
            let without_segments = |tags: &[&str]| -> Vec<String> {
                let tags = tags.iter().filter(|tag| !tag.contains("mrk"));
                tags.map(|tag| (*tag).to_owned()).collect()
            };
            let expected = Pair::tags(&new.source);
            assert_eq!(
                without_segments(&tags),
                without_segments(&expected),
                "{name}"
            );
            match place {
                0 => assert_eq!(Pair::visible(target), Pair::visible(&new.source), "{name}"),
                1 => {
                    sum.pairs += 1;
                    let text = Pair::visible(target);
                    sum.letters += text.chars().filter(|c| c.is_alphabetic()).count();
                    let is_missed = |c: &char| c.is_lowercase() && c.to_uppercase().ne([*c]);
                    sum.missed += text.chars().filter(is_missed).count();
                }
                _ => {}
            }
        }
    }
}

/// The text of a file in UTF-8 or, badly, in an encoding with a byte for each character.
fn decoded(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    match String::from_utf8(bytes.to_vec()) {
        Ok(text) => text,
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
