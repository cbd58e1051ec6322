//! Text per second, what of the processor's arithmetic it uses, and the time of one sentence.

use std::time::Instant;

use anyhow::{Context, Result};
use dragoman_benchmarks::Samples;
use dragoman_domain::Priority;
use dragoman_nmt::files::{Activation, CandidateSet, ModelFile, Shortlist};
use dragoman_nmt::{Model, SearchOptions};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};

use crate::model::{Engine, Subject};
use crate::{Options, process};

/// Tokens of the sentence that is translated alone, with its end.
const TOKENS: usize = 30;

/// Lines that are translated before the time is taken.
const WARM_UP: usize = 50;

/// Translates all lines, round after round.
pub(crate) async fn measure(subject: &Subject, lines: &[&str], options: &Options) -> Result<Value> {
    let engine = subject.engine(options.get("threads", 1)?, options.get("beam", 0)?, options)?;
    // Not counted as a round: it loads the model.
    engine.translate(&lines[..lines.len().min(WARM_UP)]).await?;
    let (mut seconds, mut cpu_seconds) = (f64::INFINITY, f64::INFINITY);
    let process = std::process::id();
    for _ in 0..options.get("rounds", 3)? {
        let (begun, begun_cpu) = (Instant::now(), process::processor_time(process)?);
        engine.translate(lines).await?;
        seconds = seconds.min(begun.elapsed().as_secs_f64());
        let cpu = process::processor_time(process)?.saturating_sub(begun_cpu);
        cpu_seconds = cpu_seconds.min(cpu.as_secs_f64());
    }
    let mut result = json!({ "seconds": seconds, "cpu_seconds": cpu_seconds });
    if options.get("count", false)? {
        let work = Work::of(subject, &engine, lines).await?;
        result["source_tokens"] = work.source_tokens.into();
        result["target_tokens"] = work.target_tokens.into();
        result["mean_candidates"] = (work.candidates / work.target_tokens.max(1)).into();
        result["multiply_accumulates"] = work.multiply_accumulates.into();
        result["after_rectifier"] = work.after_rectifier.into();
    }
    Ok(result)
}

/// What the lines cost, whoever translates them.
#[derive(Default)]
struct Work {
    source_tokens: usize,
    target_tokens: usize,
    /// Rows of the output layer, summed over target tokens.
    candidates: usize,
    /// In int8.
    multiply_accumulates: usize,
    /// Those of them whose inputs are never negative, for which some processors need fewer
    /// instructions.
    after_rectifier: usize,
}

impl Work {
    /// Translates all lines and counts.
    async fn of(subject: &Subject, engine: &Engine, lines: &[&str]) -> Result<Self> {
        let model = subject.load()?;
        let shortlist = subject
            .paths
            .shortlist
            .as_deref()
            .map(Shortlist::open)
            .transpose()?;
        let translations = stream::iter(lines).map(|line| {
            let options = SearchOptions::default();
            engine
                .marian
                .translate_segment(engine.pair, line, options, Priority::Interactive)
        });
        let translations: Vec<_> = translations.buffered(32).try_collect().await?;
        let mut work = Self::default();
        for (line, translations) in lines.iter().zip(&translations) {
            let target = translations
                .first()
                .context("no translation")?
                .target_tokens
                .len();
            work.add(&model, shortlist.as_ref(), line, target);
        }
        let file = ModelFile::open(&subject.paths.weights)?;
        let config = file.config();
        if config.activation == Activation::Relu {
            let rows = config.encoder_layers * work.source_tokens
                + config.decoder_layers * work.target_tokens;
            work.after_rectifier = rows * config.embedding * config.feed_forward;
        }
        Ok(work)
    }

    fn add(&mut self, model: &Model, shortlist: Option<&Shortlist>, line: &str, target: usize) {
        let vocabulary = model.target_vocabulary().len();
        for source in model.prepare(line).sources() {
            let mut candidates = Vec::new();
            if let Some(shortlist) = shortlist {
                let shared = std::ptr::eq(model.source_vocabulary(), model.target_vocabulary());
                let set = &mut CandidateSet::default();
                shortlist.candidates(source.tokens(), shared, vocabulary, set, &mut candidates);
            }
            let candidates = shortlist.map_or(vocabulary, |_| candidates.len());
            // A line is a sentence; one that is too long for one source counts for each alike.
            let target = target.div_ceil(model.prepare(line).sources().len());
            let (for_source, for_target) = model.multiply_accumulates(candidates);
            self.source_tokens += source.tokens().len();
            self.target_tokens += target;
            self.candidates += candidates * target;
            self.multiply_accumulates += source.tokens().len() * for_source + target * for_target;
        }
    }
}

/// Translates one sentence again and again, with nothing else to do.
pub(crate) async fn sentence(
    subject: &Subject,
    lines: &[&str],
    options: &Options,
) -> Result<Value> {
    let model = subject.load()?;
    let tokens = |line: &str| model.prepare(line).tokens();
    let line = lines
        .iter()
        .min_by_key(|line| tokens(line).abs_diff(TOKENS));
    let line = *line.context("the text is empty")?;
    let engine = subject.engine(options.get("threads", 1)?, 0, options)?;
    engine.translate(&[line]).await?;
    let mut samples = Samples::default();
    for _ in 0..options.get("repeat", 300)? {
        let begun = Instant::now();
        engine.translate(&[line]).await?;
        samples.push(begun.elapsed());
    }
    let work = Work::of(subject, &engine, &[line]).await?;
    Ok(json!({
        "tokens": tokens(line),
        "multiply_accumulates": work.multiply_accumulates,
        "after_rectifier": work.after_rectifier,
        "best_ms": samples.percentile(0.0),
        "median_ms": samples.percentile(50.0),
        "p99_ms": samples.percentile(99.0),
    }))
}
