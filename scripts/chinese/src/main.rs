//! Makes the tables of `crates/variants/data`: `chinese DICTIONARIES FOLDER`. `replacements.rs` of that crate says what
//! is where in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fst::Map;

/// The tables, and of which dictionaries each is made: of two phrases that are equal the first counts, else the longer
/// one.
const TABLES: [(&str, &[&str]); 4] = [
    ("traditional", &["STPhrases", "STCharacters"]),
    ("of_taiwan", &["TWVariants"]),
    ("from_taiwan", &["TWVariantsRevPhrases", "TWVariantsRev"]),
    ("simplified", &["TSPhrases", "TSCharacters"]),
];

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let from = arguments.next().context("no folder of dictionaries")?;
    let to = arguments.next().context("no folder for the tables")?;
    for (name, dictionaries) in TABLES {
        let mut phrases = BTreeMap::new();
        for dictionary in dictionaries {
            let file = Path::new(&from).join(format!("{dictionary}.txt"));
            for (phrase, replacement) in entries(&fs::read_to_string(file)?) {
                phrases.entry(phrase).or_insert(replacement);
            }
        }
        fs::write(Path::new(&to).join(format!("{name}.bin")), table(&phrases)?)?;
    }
    Ok(())
}

/// The phrases of a dictionary and the first, which is the usual, of their replacements.
fn entries(dictionary: &str) -> BTreeMap<String, String> {
    let lines = dictionary.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('\t'));
    pairs
        .filter(|(phrase, _)| !phrase.is_empty())
        .filter_map(|(phrase, all)| Some((phrase.to_owned(), all.split(' ').next()?.to_owned())))
        .collect()
}

fn table(phrases: &BTreeMap<String, String>) -> Result<Vec<u8>> {
    let mut whole: Vec<&str> = Vec::new();
    let mut numbers = Vec::new();
    for (phrase, replacement) in phrases {
        numbers.push((phrase, number(phrase, replacement, phrases, &mut whole)?));
    }
    let map = Map::from_iter(numbers)?;
    let map = map.as_fst().as_bytes();
    let mut file = u32::try_from(map.len())?.to_le_bytes().to_vec();
    file.extend_from_slice(map);
    for replacement in whole {
        ensure!(!replacement.contains('\n'), "{replacement}");
        file.extend_from_slice(replacement.as_bytes());
        file.push(b'\n');
    }
    Ok(file)
}

/// What is written for a phrase.
fn number<'a>(
    phrase: &str,
    replacement: &'a str,
    phrases: &BTreeMap<String, String>,
    whole: &mut Vec<&'a str>,
) -> Result<u64> {
    let is_alone = phrase.chars().nth(1).is_none();
    let by_characters = phrase.chars().map(|character| {
        let alone = phrases.get(&character.to_string()).filter(|_| !is_alone);
        single(alone.map_or("", String::as_str)).unwrap_or(character)
    });
    if phrase.chars().count() == replacement.chars().count() {
        let pairs = by_characters.zip(replacement.chars()).enumerate();
        let others: Vec<_> = pairs.filter(|(_, (by, in_it))| by != in_it).collect();
        match *others {
            [] if !is_alone => return Ok(0),
            [] => return Ok(numbered(0, single(phrase).context("a character")?)),
            [(place, (_, other))] if place < 15 => return Ok(numbered(place, other)),
            _ => {}
        }
    }
    let line = whole.iter().position(|it| *it == replacement);
    let line = line.unwrap_or_else(|| {
        whole.push(replacement);
        whole.len() - 1
    });
    Ok((u64::try_from(line)? + 1) << 4)
}

fn numbered(place: usize, other: char) -> u64 {
    u64::from(other) << 4 | (place as u64 + 1)
}

/// The only character of a text.
fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
