//! Which sentences are taken for what, as tables to review when a threshold changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use dragoman_detection::Detector;
use dragoman_domain::{Detection, LanguageDetector};

use crate::sentences;

/// Every language as a line: what its texts were taken for and how often. `?xx` is unsure with xx
/// first, `!xx` is unsupported and seemingly xx.
fn confusion(text_of: impl Fn(&str) -> String) -> String {
    let detector = Detector::new();
    let mut table: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    for (tag, text) in sentences() {
        let outcome = match detector.detect(&text_of(text)) {
            Detection::Detected(language) => language.to_string(),
            Detection::Unsure(candidates) => candidates
                .first()
                .map_or_else(|| "?".to_owned(), |first| format!("?{first}")),
            Detection::Unsupported(language) => {
                language.map_or_else(|| "!".to_owned(), |language| format!("!{language}"))
            }
            Detection::NoLanguage => "none".to_owned(),
        };
        *table.entry(tag).or_default().entry(outcome).or_default() += 1;
    }
    let mut shown = String::new();
    for (tag, outcomes) in table {
        let outcomes: Vec<String> = outcomes
            .into_iter()
            .map(|(outcome, count)| format!("{outcome} {count}"))
            .collect();
        writeln!(shown, "{tag}: {}", outcomes.join(", ")).unwrap();
    }
    shown
}

#[test]
fn whole_sentences_are_taken_for_what_they_are() {
    let table = confusion(str::to_owned);
    insta::assert_snapshot!(table);
}

#[test]
fn three_words_are_often_enough() {
    let table = confusion(|text| {
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        if words.len() < 3 {
            // Scripts without spaces: eight characters.
            text.chars().take(8).collect()
        } else {
            words.join(" ")
        }
    });
    insta::assert_snapshot!(table);
}
