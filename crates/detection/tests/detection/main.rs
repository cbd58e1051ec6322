//! Detection as its users see it.
#![allow(clippy::unwrap_used)] // The functions that tests share are tests, too.

mod calibration;
mod outcomes;

use dragoman_detection::Detector;
use dragoman_domain::{Detection, Language, LanguageDetector};

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn detect(text: &str) -> Detection {
    Detector::new().detect(text)
}

/// Original sentences: a tag, with a minus if it cannot be named, a tab, the sentence.
const SENTENCES: &str = include_str!("../sentences.tsv");

fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
    SENTENCES.lines().filter_map(|line| line.split_once('\t'))
}
