//! Measures the English proofreader on faulty and on correct sentences.
//!
//! `cargo run --release -p dragoman-proofreading --example english -- [FILE…]`: the lines of a file have four columns
//! (language, kind, faulty, correct) or are correct texts. Without arguments, the files of `testdata` are read. Edits
//! are compared as changed words.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for the terminal that ends where it cannot go on"
)]

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use dragoman_domain::{Language, Proofreader, ProofreadingJob};
use dragoman_proofreading::EnglishProofreader;

struct Case {
    language: String,
    faulty: String,
    right: String,
}

fn cases(file: &str) -> Vec<Case> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines();
    let lines = lines.filter(|line| !line.starts_with("# ") && !line.is_empty());
    let cases = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let (language, faulty, right) = match columns[..] {
            [language, _, faulty, right] => (language, faulty, right),
            [language, text] => (language, text, text),
            _ => ("en", line, line),
        };
        Case {
            language: language.to_owned(),
            faulty: faulty.to_owned(),
            right: right.to_owned(),
        }
    });
    cases.collect()
}

/// The differences between two texts: the words that are replaced, with their position.
fn changes(before: &str, after: &str) -> BTreeSet<(usize, String, String)> {
    let split = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let (one, other) = (split(before), split(after));
    // The longest common subsequence.
    let mut table = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for i in (0..one.len()).rev() {
        for j in (0..other.len()).rev() {
            table[i][j] = if one[i] == other[j] {
                table[i + 1][j + 1] + 1
            } else {
                table[i + 1][j].max(table[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut found = BTreeSet::new();
    let mut open: Option<(usize, Vec<String>, Vec<String>)> = None;
    while i < one.len() || j < other.len() {
        if i < one.len() && j < other.len() && one[i] == other[j] {
            if let Some((at, gone, come)) = open.take() {
                found.insert((at, gone.join(" "), come.join(" ")));
            }
            i += 1;
            j += 1;
        } else {
            let open = open.get_or_insert((i, Vec::new(), Vec::new()));
            if j >= other.len() || (i < one.len() && table[i + 1][j] >= table[i][j + 1]) {
                open.1.push(one[i].clone());
                i += 1;
            } else {
                open.2.push(other[j].clone());
                j += 1;
            }
        }
    }
    if let Some((at, gone, come)) = open {
        found.insert((at, gone.join(" "), come.join(" ")));
    }
    found
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files = ["faulty.tsv", "clean.txt"]
            .map(|file| format!("{folder}{file}"))
            .to_vec();
    }
    let proofreader = EnglishProofreader::new(NonZeroUsize::MIN);
    let (mut right, mut made, mut wanted, mut alarms, mut clean) = (0, 0, 0, 0, 0);
    let mut time = Duration::ZERO;
    let mut count = 0;
    for file in files {
        for case in cases(&file) {
            let began = Instant::now();
            let read = proofreader
                .proofread(ProofreadingJob {
                    language: Language::parse(&case.language).unwrap(),
                    text: case.faulty.clone(),
                    kept: Vec::new(),
                    caller: None,
                    deadline: None,
                })
                .await
                .unwrap();
            if count > 0 {
                time += began.elapsed();
            } else {
                println!("first text: {:?}", began.elapsed());
            }
            count += 1;
            let (is, should) = (
                changes(&case.faulty, &read),
                changes(&case.faulty, &case.right),
            );
            if case.faulty == case.right {
                clean += 1;
                alarms += usize::from(!is.is_empty());
            }
            right += is.intersection(&should).count();
            made += is.len();
            wanted += should.len();
            for (_, gone, come) in is.difference(&should) {
                println!("wrong  {gone:?} -> {come:?}  in  {}", case.faulty);
            }
            for (_, gone, come) in should.difference(&is) {
                println!("missed {gone:?} -> {come:?}  in  {}", case.faulty);
            }
        }
    }
    let ratio = |part: usize, whole: usize| {
        f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(whole.max(1)).unwrap())
    };
    let (precision, recall) = (ratio(right, made), ratio(right, wanted));
    let f = 1.25 * precision * recall / (0.25 * precision + recall).max(f64::MIN_POSITIVE);
    println!(
        "{right} right of {made} made, {wanted} wanted: precision {precision:.3}, recall {recall:.3}, F0.5 {f:.3}"
    );
    println!(
        "{alarms} of {clean} right texts changed; {:?} per text",
        time / count.max(1)
    );
}
