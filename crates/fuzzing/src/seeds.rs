//! Where the targets begin: small documents, the parts of small packages, and the words that a filter knows.
//!
//! The test data lies beside this crate, and only there: these functions are for the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Regex, bytes};
use zip::ZipArchive;

use crate::documents::packages::PART;
use crate::{LONGEST, TARGETS, Target};

/// How long a word of a dictionary may be, in bytes: libFuzzer takes no longer ones.
const LONGEST_WORD: usize = 90;
/// How many of the strings that the seeds have most often are words.
const COMMON_WORDS: usize = 200;

/// A string in the code, without escapes.
static LITERAL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""([^"\\\n]+)""#).unwrap());
/// What has a meaning in a document: tags, attributes, entities, namespaces.
static MARKUP: LazyLock<bytes::Regex> =
    LazyLock::new(|| bytes::Regex::new(r#"</?[\w:.-]+|[\w:.-]+="|&\w+;|xmlns[^\s>]*"#).unwrap());

fn documents_crate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../documents")
}

/// Inputs for a target, each once: those that it makes itself, or the small documents of the test data and of
/// `more`, a folder with a folder of documents for each format. Of formats in archives, each part of the small package
/// is one, and so are the parts of each document. None is longer than [`LONGEST`].
///
/// # Errors
/// What is there cannot be read.
pub fn seeds(target: Target, more: Option<&Path>) -> io::Result<BTreeSet<Vec<u8>>> {
    let mut seeds = match target.made {
        Some(made) => made().into_iter().collect(),
        None => documents(target, more)?,
    };
    seeds.retain(|seed| seed.len() <= LONGEST);
    Ok(seeds)
}

fn documents(target: Target, more: Option<&Path>) -> io::Result<BTreeSet<Vec<u8>>> {
    let test_data = documents_crate().join("testdata");
    let package = test_data.join("packages").join(target.name);
    let is_archive = package.is_dir();
    let mut seeds = BTreeSet::new();
    let mut folders = vec![test_data.join(target.name)];
    folders.extend(more.map(|more| more.join(target.name)));
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let content = fs::read(&path)?;
        if content.len() <= LONGEST {
            seeds.insert(content);
        } else if std::str::from_utf8(&content).is_ok() && !content.contains(&b'<') {
            // Plain text is one wherever it ends.
            seeds.insert(content[..LONGEST / 4].to_vec());
        }
        if is_archive {
            seeds.insert(parts_of(&path)?);
        }
    }
    for path in files(&package) {
        let name = path.strip_prefix(&package).unwrap_or(&path);
        seeds.insert(part(&name.to_string_lossy(), &fs::read(&path)?));
    }
    Ok(seeds)
}

/// Every file in a folder and those below, in the order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A part of a package as inputs say it.
fn part(name: &str, content: &[u8]) -> Vec<u8> {
    [PART, name.as_bytes(), b"\n", content].concat()
}

/// As many small parts of an archive as an input can have; none of a file that is no archive: some documents are damaged.
fn parts_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut input = Vec::new();
    let Ok(mut archive) = ZipArchive::new(File::open(path)?) else {
        return Ok(input);
    };
    for index in 0..archive.len() {
        let Ok(file) = archive.by_index(index) else {
            continue;
        };
        let Ok(name) = file.name().map(|name| name.into_owned()) else {
            continue;
        };
        let endings = [".xml", ".rels", "mimetype"];
        if !endings.iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        let mut content = Vec::new();
        let is_read = file.take(LONGEST as u64).read_to_end(&mut content).is_ok();
        if is_read && input.len() + part(&name, &content).len() <= LONGEST {
            input.extend(part(&name, &content));
        }
    }
    Ok(input)
}

/// What a target's reader knows by name: the strings in the code of its filter and of what filters share, and the tags
/// in its seeds. For readers of other files than documents it is what the target says.
///
/// # Errors
/// The code cannot be read.
pub fn dictionary(target: Target, seeds: &BTreeSet<Vec<u8>>) -> io::Result<BTreeSet<Vec<u8>>> {
    let mut words = BTreeSet::new();
    if target.made.is_some() {
        words.extend(target.words.iter().map(|word| word.as_bytes().to_vec()));
        return Ok(words);
    }
    let code = documents_crate().join("src");
    let of_html = documents_crate().join("../html/src");
    for path in files(&code).into_iter().chain(files(&of_html)) {
        let inside = path.strip_prefix(&code).unwrap_or(&path);
        let module = inside.iter().next().unwrap_or_default();
        // "xml" is what reads XML in all of them.
        let is_of_another = TARGETS
            .iter()
            .any(|other| other.name != target.name && module == other.name && module != "xml");
        if !is_of_another && !path.ends_with("tests.rs") {
            words.extend(literals(&fs::read_to_string(&path)?));
        }
    }
    let mut common: BTreeMap<&[u8], usize> = BTreeMap::new();
    for seed in seeds {
        for found in MARKUP.find_iter(seed) {
            *common.entry(found.as_bytes()).or_default() += 1;
        }
    }
    let mut common: Vec<_> = common.into_iter().collect();
    common.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    words.extend(
        common
            .into_iter()
            .take(COMMON_WORDS)
            .map(|(word, _)| word.to_vec()),
    );
    words.insert(PART.to_vec());
    words.retain(|word| (2..=LONGEST_WORD).contains(&word.len()));
    Ok(words)
}

/// The strings in code, but not those of its comments and tests, nor sentences, which are messages.
fn literals(code: &str) -> Vec<Vec<u8>> {
    let (code, _) = code.split_once("#[cfg(test)]").unwrap_or((code, ""));
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| LITERAL.captures_iter(line))
        .map(|captures| captures.extract::<1>().1[0])
        .filter(|word| word.matches(' ').count() < 2)
        .map(|word| word.as_bytes().to_vec())
        .collect()
}
