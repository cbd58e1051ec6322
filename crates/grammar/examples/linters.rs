//! Counts for each rule of harper how often it is right and wrong, for the review of the list of enabled rules.
//!
//! `cargo run --release -p dragoman-grammar --example linters -- ../proofreading/testdata/faulty.tsv
//! ../proofreading/testdata/clean.txt …`: the files have the format of those of `dragoman-proofreading`'s example
//! `english`. A finding is right if its suggestion alone brings the text nearer to the correct one.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for the terminal that ends where it cannot go on"
)]

use std::collections::BTreeMap;

use harper_core::linting::LintGroup;
use harper_core::spell::FstDictionary;
use harper_core::{Dialect, Document};

/// The Levenshtein distance of two texts, in characters.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let cost = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = cost.min(corner + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

fn main() {
    let dictionary = FstDictionary::curated();
    let mut groups = [Dialect::American, Dialect::British].map(|dialect| {
        let mut group = LintGroup::new_curated(dictionary.clone(), dialect);
        group.set_all_rules_to(Some(true));
        group
    });
    let mut counts: BTreeMap<String, (usize, usize, String, Vec<String>)> = BTreeMap::new();
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| !line.starts_with("# ")) {
            let columns: Vec<&str> = line.split('\t').collect();
            let (language, faulty, right) = match columns[..] {
                [language, _, faulty, right] => (language, faulty, right),
                [language, text] => (language, text, text),
                _ => ("en", line, line),
            };
            let group = &mut groups[usize::from(language == "en-GB")];
            let right: Vec<char> = right.chars().collect();
            let document = Document::new_plain_english(faulty, &dictionary);
            for (rule, lints) in group.organized_lints(&document) {
                for lint in lints {
                    let mut source: Vec<char> = faulty.chars().collect();
                    let before = distance(&source, &right);
                    let word = lint.get_str(&source);
                    if let Some(suggestion) = lint.suggestions.first() {
                        suggestion.apply(lint.span, &mut source);
                    }
                    let count = counts.entry(rule.clone()).or_default();
                    count.2 = format!("{:?}", lint.lint_kind);
                    let is_right = distance(&source, &right) < before;
                    count.0 += usize::from(is_right);
                    count.1 += usize::from(!is_right);
                    let proposals: Vec<String> =
                        lint.suggestions.iter().map(ToString::to_string).collect();
                    let mark = if is_right { '+' } else { '-' };
                    count
                        .3
                        .push(format!("   {mark} {word:?} {proposals:?} in {faulty}"));
                }
            }
        }
    }
    for (rule, (right, wrong, kind, examples)) in counts {
        println!("{rule}\t{kind}\t{right} right\t{wrong} wrong");
        for example in examples.iter().take(12) {
            println!("{example}");
        }
    }
}
