//! How long a sentence and the longest text of a request take: `cargo bench -p dragoman-proofreading --bench english`.

#![allow(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

use std::num::NonZeroUsize;

use divan::{Bencher, counter::BytesCount};
use dragoman_domain::{Language, Proofreader, ProofreadingJob};
use dragoman_proofreading::EnglishProofreader;

fn main() {
    divan::main();
}

const SENTENCES: &str = include_str!("../testdata/clean.txt");

fn sentences() -> Vec<&'static str> {
    let lines = SENTENCES.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split('\t').next_back())
        .collect()
}

/// Reads the texts one after another, with warm caches as in a running server.
fn read(bencher: Bencher<'_, '_>, texts: &[String]) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let proofreader = EnglishProofreader::new(NonZeroUsize::MIN);
    let mut texts_in_turn = texts.iter().cycle();
    let mut next = || ProofreadingJob {
        language: Language::parse("en").unwrap(),
        text: texts_in_turn.next().unwrap().clone(),
        kept: Vec::new(),
        caller: None,
        deadline: None,
    };
    runtime.block_on(proofreader.proofread(next())).unwrap();
    bencher
        .with_inputs(next)
        .input_counter(|job: &ProofreadingJob| BytesCount::new(job.text.len()))
        .bench_local_values(|job| runtime.block_on(proofreader.proofread(job)).unwrap());
}

#[divan::bench]
fn sentence(bencher: Bencher<'_, '_>) {
    let texts: Vec<String> = sentences().into_iter().map(str::to_owned).collect();
    read(bencher, &texts);
}

/// Another text each time, so that no cache has it.
#[divan::bench(sample_count = 20)]
fn ten_kibibytes(bencher: Bencher<'_, '_>) {
    let sentences = sentences();
    let texts = (0..40).map(|shift| {
        let ordered = sentences.iter().cycle().skip(shift * 7);
        let mut text = String::new();
        for (number, sentence) in ordered.enumerate() {
            if text.len() + sentence.len() + 8 > 10_240 {
                break;
            }
            text.push_str(&format!("{}. {sentence} ", number * 41 + shift));
        }
        text
    });
    read(bencher, &texts.collect::<Vec<_>>());
}

/// Different words that no dictionary has.
#[divan::bench(sample_count = 20)]
fn ten_kibibytes_of_unknown_words(bencher: Bencher<'_, '_>) {
    let mut state = 1_u32;
    let texts = (0..40).map(|_| {
        let mut text = String::new();
        while text.len() < 10_200 {
            text.push_str("the house and the ");
            for _ in 0..8 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push(char::from(b'a' + u8::try_from((state >> 16) % 26).unwrap()));
            }
            text.push(' ');
        }
        text
    });
    read(bencher, &texts.collect::<Vec<_>>());
}
