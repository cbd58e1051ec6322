//! How many texts a second are recognised. Run with `cargo bench -p dragoman-detection`.

use std::sync::LazyLock;

use divan::{Bencher, counter::ItemsCount};
use dragoman_detection::Detector;
use dragoman_domain::LanguageDetector;

const SENTENCES: &str = include_str!("../tests/sentences.tsv");

static DETECTOR: LazyLock<Detector> = LazyLock::new(|| {
    let detector = Detector::new();
    detector.preload();
    detector
});

fn texts() -> Vec<&'static str> {
    SENTENCES
        .lines()
        .filter_map(|line| line.split_once('\t').map(|(_, text)| text))
        .collect()
}

fn main() {
    divan::main();
}

/// Whole sentences, three words of them, and pages of forty.
#[divan::bench(args = ["sentence", "words", "page"])]
fn texts_per_second(bencher: Bencher<'_, '_>, size: &str) {
    let texts: Vec<String> = texts()
        .into_iter()
        .map(|text| match size {
            "words" => text
                .split_whitespace()
                .take(3)
                .collect::<Vec<_>>()
                .join(" "),
            "page" => format!("{text} ").repeat(40),
            _ => text.to_owned(),
        })
        .collect();
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        for text in &texts {
            divan::black_box(DETECTOR.detect(divan::black_box(text)));
        }
    });
}
