//! Measures what the language model engine adds to the time that its server takes: prompts, checks
//! and everything around them. The server is one on the loopback that answers at once.
//!
//! Each text is translated by the engine, and the very question that the engine sent is then sent
//! again without it. The difference of the two is the engine's own time.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program that a person runs, with the server of the tests"
)]

#[path = "../../../engines/tests/language_model/chat_server.rs"]
#[allow(dead_code, reason = "the tests of the engine use the rest")]
mod chat_server;
#[path = "../../../engines/tests/serving/mod.rs"]
#[allow(dead_code, reason = "the tests of the engine use the rest")]
mod serving;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use dragoman_benchmarks::Table;
use dragoman_domain::{Language, LanguagePair, ModelType, Segment, TranslationJob, Translator};
use dragoman_engines::{LanguageModel, LanguageModelConfig, Router, WithLanguageModel};

use chat_server::{ChatServer, MODEL};

/// How often each text is translated, after some rounds that do not count.
const ROUNDS: usize = 500;
const WARM_UP: usize = 50;

/// A sentence of usual length, with a placeholder and markup.
const SENTENCE: &str = "The committee will discuss the budget of {name} again on Monday morning, \
                        and the mayor will be there.";

#[tokio::main]
async fn main() -> Result<()> {
    let server = ChatServer::start().await;
    let config = LanguageModelConfig::new(server.base_url(), MODEL);
    let model = Arc::new(LanguageModel::new(config, None)?);
    let engine = WithLanguageModel::new(Arc::new(Router::new(Vec::new())), model, false);
    let http = reqwest::Client::builder().no_proxy().build()?;
    let address = format!("{}/chat/completions", server.base_url());
    let mut table = Table::new([
        "sentences in one text",
        "with the engine, ms",
        "the server alone, ms",
        "the engine, ms",
    ]);
    for count in [1, 20] {
        let job = job(count)?;
        let mut with_engine = Vec::with_capacity(ROUNDS);
        let mut alone = Vec::with_capacity(ROUNDS);
        for round in 0..WARM_UP + ROUNDS {
            let started = Instant::now();
            let translations = engine.translate(job.clone()).await?;
            let whole = started.elapsed();
            anyhow::ensure!(translations.len() == count, "a sentence is missing");
            let question = server.questions().pop().context("nothing was asked")?;
            let request = http.post(&address).json(&question.body);
            let started = Instant::now();
            request.send().await?.error_for_status()?.bytes().await?;
            let direct = started.elapsed();
            if round >= WARM_UP {
                with_engine.push(whole);
                alone.push(direct);
            }
        }
        let (whole, direct) = (median(with_engine), median(alone));
        table.row([
            count.to_string(),
            milliseconds(whole),
            milliseconds(direct),
            milliseconds(whole.saturating_sub(direct)),
        ]);
    }
    println!("{table}");
    Ok(())
}

/// One text of so many sentences.
fn job(count: usize) -> Result<TranslationJob> {
    let pair = LanguagePair::new(Language::parse("en")?, Language::parse("de")?);
    let placeholder = SENTENCE.find("{name}").context("there is a placeholder")?;
    let segment = Segment::new(
        SENTENCE.to_owned(),
        std::iter::once(placeholder..placeholder + "{name}".len()).collect(),
    );
    let segment = segment.with_spans(std::iter::once(4..13).collect());
    Ok(TranslationJob {
        model: ModelType::QualityOptimized,
        alignment: true,
        ..TranslationJob::new(pair, vec![segment; count])
    })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1000.0)
}
