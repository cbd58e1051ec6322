//! Measures translation from text to text with one model.
//!
//! `throughput WEIGHTS SHORTLIST|- VOCABULARY[,TARGET[,TABLE]] TEXT [threads=1] [beam=1]
//! [batch_tokens=192] [rows=16] [repeat=3] [factor=2.0] [portable]`
//!
//! Prints one line of JSON: the best of the repetitions.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a program for developers, which stops at the first mistake"
)]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use dragoman_nmt::{
    Batch, Kernels, Model, ModelPaths, Prepared, Request, SearchOptions, TokenTranslation,
    VocabularyPaths,
};

struct Settings {
    threads: usize,
    batch_tokens: usize,
    rows: usize,
    search: SearchOptions,
    kernels: Kernels,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, files): (Vec<_>, Vec<_>) = arguments
        .iter()
        .partition(|argument| argument.contains('=') || *argument == "portable");
    let [weights, shortlist, vocabulary, text] = &files[..] else {
        panic!("WEIGHTS SHORTLIST|- VOCABULARY[,TARGET[,TABLE]] TEXT [option=value...]");
    };
    let number = |name: &str, default: f32| {
        let value = options
            .iter()
            .find_map(|o| o.strip_prefix(name)?.strip_prefix('='));
        value.map_or(default, |value| value.parse::<f32>().unwrap())
    };
    let begun = Instant::now();
    let model = Arc::new(Model::load(&paths(weights, shortlist, vocabulary)).unwrap());
    let load = begun.elapsed().as_secs_f64();
    let portable = options.iter().any(|option| *option == "portable");
    let settings = Settings {
        threads: number("threads", 1.0) as usize,
        batch_tokens: number("batch_tokens", 192.0) as usize,
        rows: number("rows", 16.0) as usize,
        search: SearchOptions {
            beam: Some(number("beam", 1.0) as usize),
            max_length_factor: number("factor", 2.0),
            alignment: number("alignment", 0.0) > 0.0,
            ..SearchOptions::default()
        },
        kernels: if portable {
            Kernels::portable()
        } else {
            Kernels::best()
        },
    };
    let text = fs::read_to_string(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let words: usize = lines
        .iter()
        .map(|line| line.split_whitespace().count())
        .sum();
    let mut best = f64::MAX;
    let mut tokens = (0, 0);
    let mut output = Vec::new();
    for _ in 0..number("repeat", 3.0) as usize {
        let begun = Instant::now();
        let (translations, counts) = run(&model, &lines, &settings);
        best = best.min(begun.elapsed().as_secs_f64());
        tokens = counts;
        output = translations;
    }
    if let Some(path) = options
        .iter()
        .find_map(|option| option.strip_prefix("out="))
    {
        fs::write(path, output.join("\n") + "\n").unwrap();
    }
    let (source, target) = model.multiply_accumulates(1000);
    let macs = (tokens.0 * source + tokens.1 * target) as f64;
    println!(
        "{{\"peer\":\"dragoman\",\"kernels\":\"{}\",\"threads\":{},\"beam\":{},\"sentences\":{},\
         \"source_words\":{words},\"source_tokens\":{},\"target_tokens\":{},\"load_seconds\":{load:.4},\
         \"seconds\":{best:.4},\"words_per_second\":{:.0},\"gmac_per_second\":{:.1}}}",
        settings.kernels.name(),
        settings.threads,
        settings.search.beam.unwrap_or(1),
        lines.len(),
        tokens.0,
        tokens.1,
        words as f64 / best,
        macs / best / 1e9,
    );
}

fn paths(weights: &str, shortlist: &str, vocabulary: &str) -> ModelPaths {
    let mut parts = vocabulary.split(',').map(PathBuf::from);
    let vocabulary = match (parts.next().unwrap(), parts.next(), parts.next()) {
        (shared, None, _) => VocabularyPaths::Shared(shared),
        (source, Some(target), None) => VocabularyPaths::Split { source, target },
        (source, Some(target), Some(table)) => VocabularyPaths::Table {
            source,
            target,
            table,
        },
    };
    ModelPaths {
        weights: weights.into(),
        shortlist: (shortlist != "-").then(|| shortlist.into()),
        vocabulary,
        decoder_settings: None,
    }
}

/// Translates the lines, the longest first; returns source and target tokens as well.
fn run(model: &Arc<Model>, lines: &[&str], settings: &Settings) -> (Vec<String>, (usize, usize)) {
    let mut prepared: Vec<(usize, Prepared)> = lines
        .iter()
        .map(|line| model.prepare(line))
        .enumerate()
        .collect();
    prepared.sort_by_key(|(_, prepared)| std::cmp::Reverse(prepared.tokens()));
    let next = AtomicUsize::new(0);
    let results = Mutex::new((vec![String::new(); lines.len()], (0, 0)));
    std::thread::scope(|scope| {
        for _ in 0..settings.threads {
            scope.spawn(|| work(model, &prepared, &next, &results, settings));
        }
    });
    results.into_inner().unwrap()
}

type Results = Mutex<(Vec<String>, (usize, usize))>;

fn work(
    model: &Arc<Model>,
    prepared: &[(usize, Prepared)],
    next: &AtomicUsize,
    results: &Results,
    settings: &Settings,
) {
    let mut batch = Batch::new(Arc::clone(model), settings.kernels);
    loop {
        let mut requests = Vec::new();
        let mut tokens = 0;
        while batch.rows() + requests.len() * settings.search.beam.unwrap_or(1) < settings.rows
            && tokens < settings.batch_tokens
        {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, text)) = prepared.get(index) else {
                break;
            };
            let Some(source) = text.sources().first() else {
                continue;
            };
            tokens += source.tokens().len();
            requests.push(Request {
                ticket: index as u64,
                source: source.clone(),
                options: settings.search.clone(),
            });
        }
        batch.join(requests);
        if batch.is_empty() {
            break;
        }
        for finished in batch.step() {
            let (line, text) = &prepared[finished.ticket as usize];
            let decoded: Vec<Vec<TokenTranslation>> = vec![finished.translations];
            let produced = decoded[0][0].tokens.len() + 1;
            let translation = model.finish(text, &decoded).remove(0);
            let mut results = results.lock().unwrap();
            results.0[*line] = translation.text;
            results.1.0 += text.tokens();
            results.1.1 += produced;
        }
    }
}
