//! Measures the neural engine, queue and threads included, with one model.
//!
//! `neural_throughput WEIGHTS SHORTLIST|- VOCABULARY TEXT [threads=1] [jobs=1] [rows=16]
//! [group=192] [repeat=3] [bulk]`
//!
//! Translates the lines of TEXT as so many jobs at the same time. Prints one line of JSON: the
//! best of the repetitions, and the latency of single lines with nothing else to do.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a program for developers, which stops at the first mistake"
)]

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use dragoman_domain::{Language, LanguagePair, Priority, Segment, TranslationJob, Translator};
use dragoman_engines::marian::{FixedSupply, InstalledModel};
use dragoman_engines::{Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use futures_util::future::try_join_all;

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [weights, shortlist, vocabulary, text] = &arguments[..4] else {
        panic!("WEIGHTS SHORTLIST|- VOCABULARY TEXT [option=value...]");
    };
    let number = |name: &str, default: usize| {
        let mut values = arguments
            .iter()
            .filter_map(|argument| argument.split_once('='));
        let value = values.find(|(option, _)| *option == name);
        value.map_or(default, |(_, value)| value.parse().unwrap())
    };
    let pair = LanguagePair::new(
        Language::parse("en").unwrap(),
        Language::parse("de").unwrap(),
    );
    let model = InstalledModel {
        id: "model".to_owned(),
        pair,
        paths: ModelPaths {
            weights: weights.into(),
            shortlist: (shortlist != "-").then(|| shortlist.into()),
            vocabulary: VocabularyPaths::Shared(vocabulary.into()),
            decoder_settings: None,
        },
        architecture: String::new(),
        preference: 0,
    };
    let config = MarianConfig {
        threads: number("threads", 1),
        rows: number("rows", 16),
        group_tokens: number("group", 192),
        cache_bytes: 0,
        interactive_queue_tokens: 1 << 24,
        bulk_queue_tokens: 1 << 24,
        ..MarianConfig::default()
    };
    let engine = Marian::start(&config, Arc::new(FixedSupply(vec![model]))).unwrap();
    let text = fs::read_to_string(text).unwrap();
    let lines: Vec<Segment> = text
        .lines()
        .map(|line| Segment::new(line.to_owned(), Vec::new()))
        .collect();
    let words = text.split_whitespace().count();
    let job = |segments: &[Segment]| TranslationJob {
        priority: if arguments.iter().any(|argument| argument == "bulk") {
            Priority::Bulk
        } else {
            Priority::Interactive
        },
        ..TranslationJob::new(pair, segments.to_vec())
    };
    engine.translate(job(&lines[..1])).await.unwrap();

    let mut best = f64::INFINITY;
    for _ in 0..number("repeat", 3) {
        let begun = Instant::now();
        let share = lines.len().div_ceil(number("jobs", 1));
        let jobs = lines
            .chunks(share)
            .map(|lines| engine.translate(job(lines)));
        try_join_all(jobs).await.unwrap();
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let mut latencies = Vec::new();
    for line in &lines {
        let begun = Instant::now();
        engine
            .translate(job(std::slice::from_ref(line)))
            .await
            .unwrap();
        latencies.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    latencies.sort_by(f64::total_cmp);
    println!(
        "{{\"words_per_second\": {:.0}, \"seconds\": {best:.3}, \"words\": {words}, \
         \"median_ms\": {:.2}, \"p99_ms\": {:.2}}}",
        words as f64 / best,
        latencies[latencies.len() / 2],
        latencies[latencies.len() * 99 / 100],
    );
}
