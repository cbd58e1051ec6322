//! How long a sentence takes while a key keeps much work in flight, or has a large document translated: with
//! that key, as if there were no fair sharing, and with a key of its own.
//!
//! The neural engine alone, with the model that travels with the repository. Sentences are sent one
//! after the other, each when the last is answered. Prints their latencies next to those without
//! other work. `cargo bench --package dragoman-benchmarks --bench fairness [-- SENTENCES]`
#![expect(clippy::print_stdout, reason = "a program that a person runs")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use dragoman_documents::{Content, Piece, Unit};
use dragoman_domain::{
    Detection, DocumentProgress, EngineError, KeyId, Language, LanguageDetector, LanguagePair,
    Priority, Segment, TranslationJob, Translator,
};
use dragoman_marian::{FixedSupply, InstalledModel};
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use dragoman_service::{
    DocumentRequest, DocumentTranslator, Resources, SharedDetector, TextTranslator,
    document_characters,
};
use tokio::task::JoinHandle;

/// The other work.
#[derive(Debug, Clone, Copy)]
enum Load {
    /// Requests that are kept in flight, and the sentences of each.
    Requests(usize, usize),
    /// Documents that are translated one after the other, of so many bytes.
    Document(usize),
}

const LOADS: [Load; 6] = [
    Load::Requests(0, 0),
    Load::Requests(1, 100),
    Load::Requests(8, 100),
    Load::Requests(64, 100),
    Load::Requests(240, 5),
    Load::Document(1 << 20),
];

/// The key with much work, and one with little.
const KEYS: [u8; 2] = [1, 2];

/// The latencies of sentences beside a load.
struct Measured {
    latencies: Vec<Duration>,
    /// Sentences that were refused.
    refused: usize,
    /// Sentences of the other work in a second.
    rate: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let number = std::env::args().find_map(|argument| argument.parse().ok());
    let sentences = number.unwrap_or(200);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nmt/ende");
    let text = std::fs::read_to_string(folder.join("test.en"))?;
    let lines: Vec<&str> = text.lines().collect();
    println!(
        "| requests | sentences | key | p50, ms | alone | p95, ms | alone | refused | others/s |"
    );
    println!("|---:|---:|---|---:|---:|---:|---:|---:|---:|");
    let mut alone = None;
    for load in LOADS {
        for key in KEYS {
            let engine = Arc::new(engine(&folder)?);
            let measured = measure(&engine, &lines, load, (key, sentences)).await?;
            let (requests, size) = match load {
                Load::Requests(requests, size) => (requests.to_string(), size.to_string()),
                Load::Document(bytes) => ("a document".to_owned(), format!("{bytes} bytes")),
            };
            let quantiles = [50, 95].map(|percent| quantile(&measured.latencies, percent));
            let [p50, p95] = quantiles;
            let [alone50, alone95] = *alone.get_or_insert(quantiles);
            println!(
                "| {requests} | {size} | {} | {p50:.2} | {:.1} | {p95:.2} | {:.1} | {} of {sentences} | {:.0} |",
                if key == KEYS[0] {
                    "the same"
                } else {
                    "its own"
                },
                p50 / alone50,
                p95 / alone95,
                measured.refused,
                measured.rate,
            );
        }
    }
    Ok(())
}

/// The engine with as many threads as there are processors, and without a cache.
fn engine(folder: &Path) -> Result<Marian> {
    let model = InstalledModel {
        id: "ende".to_owned(),
        pair: pair()?,
        paths: ModelPaths {
            weights: folder.join("model.ende.intgemm.alphas.bin"),
            shortlist: Some(folder.join("lex.50.50.ende.s2t.bin")),
            vocabulary: VocabularyPaths::Shared(folder.join("vocab.ende.spm")),
            decoder_settings: None,
        },
        architecture: "tiny".to_owned(),
        preference: 0,
    };
    let config = MarianConfig {
        cache_bytes: 0,
        ..MarianConfig::default()
    };
    Ok(Marian::start(&config, Arc::new(FixedSupply(vec![model])))?)
}

fn pair() -> Result<LanguagePair> {
    Ok(LanguagePair::new("en".parse()?, "de".parse()?))
}

fn job(key: u8, lines: &[&str]) -> Result<TranslationJob> {
    let account = "00000000-0000-0000-0000-000000000001";
    let id: KeyId = format!("{account}:00000000-0000-0000-0000-00000000000{key}").parse()?;
    let segment = |line: &&str| Segment::new((*line).to_owned(), Vec::new());
    Ok(TranslationJob {
        caller: Some(id),
        ..TranslationJob::new(pair()?, lines.iter().map(segment).collect())
    })
}

/// Other work, until it is told to end.
struct Others {
    clients: Vec<JoinHandle<()>>,
    is_over: Arc<AtomicBool>,
    /// Sentences.
    translated: Arc<AtomicUsize>,
}

impl Others {
    /// Begins with the work of the busy key.
    fn start(engine: &Arc<Marian>, lines: &[&str], load: Load) -> Result<Self> {
        let mut others = Self {
            clients: Vec::new(),
            is_over: Arc::default(),
            translated: Arc::default(),
        };
        match load {
            Load::Requests(requests, size) => {
                let large: Vec<&str> = lines.iter().copied().cycle().take(size).collect();
                for _ in 0..requests {
                    others.keep_asking(engine, job(KEYS[0], &large)?);
                }
            }
            Load::Document(bytes) => others.keep_translating(engine, units(lines, bytes))?,
        }
        Ok(others)
    }

    fn keep_asking(&mut self, engine: &Arc<Marian>, job: TranslationJob) {
        let engine = Arc::clone(engine);
        let (is_over, translated) = (Arc::clone(&self.is_over), Arc::clone(&self.translated));
        self.clients.push(tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                match engine.translate(job.clone()).await {
                    Ok(translations) => {
                        translated.fetch_add(translations.len(), Ordering::Relaxed);
                    }
                    Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        }));
    }

    /// Translates a document again and again, as a worker of a server does.
    fn keep_translating(&mut self, engine: &Arc<Marian>, units: Vec<Unit>) -> Result<()> {
        let detector = SharedDetector::new(Arc::new(NoDetector));
        let texts = TextTranslator::new(Arc::clone(engine) as _, detector);
        let translator = DocumentTranslator::new(texts);
        let caller = job(KEYS[0], &[])?.caller;
        let request = DocumentRequest {
            source: Some(pair()?.source),
            target: pair()?.target,
            formality: None,
            priority: Priority::Bulk,
        };
        let length = document_characters(&units) / units.len().max(1) as u64;
        let (is_over, translated) = (Arc::clone(&self.is_over), Arc::clone(&self.translated));
        self.clients.push(tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let before = translated.load(Ordering::Relaxed);
                let tell = |progress: DocumentProgress| {
                    let sentences = progress.translated / length.max(1);
                    let sentences = usize::try_from(sentences).unwrap_or(usize::MAX);
                    translated.store(before.saturating_add(sentences), Ordering::Relaxed);
                };
                let resources = Resources::default();
                let translating = translator.translate(caller, &request, &units, &resources, &tell);
                if translating.await.is_err() {
                    return;
                }
            }
        }));
        Ok(())
    }

    async fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        for client in self.clients {
            // The rest of a document is nothing to wait for.
            client.abort();
            let _ = client.await;
        }
    }
}

/// Detects nothing: the languages are given.
struct NoDetector;

impl LanguageDetector for NoDetector {
    fn detect(&self, _: &str) -> Detection {
        Detection::NoLanguage
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
}

/// The units of a document with so many bytes of text, all different.
fn units(lines: &[&str], bytes: usize) -> Vec<Unit> {
    let mut left = bytes;
    let texts = lines.iter().cycle().enumerate().map_while(|(index, line)| {
        let text = format!("{} {line}", index / lines.len().max(1));
        left = left.checked_sub(text.len())?;
        Some(text)
    });
    texts
        .map(|text| Unit {
            content: Content::new([Piece::Text(text)]),
            longest: None,
        })
        .collect()
}

/// Sends sentences one after the other beside a load.
async fn measure(
    engine: &Arc<Marian>,
    lines: &[&str],
    load: Load,
    (key, sentences): (u8, usize),
) -> Result<Measured> {
    engine.translate(job(KEYS[0], lines)?).await?;
    let others = Others::start(engine, lines, load)?;
    let translated = Arc::clone(&others.translated);
    // The load is there when the first of it is done.
    while !others.clients.is_empty() && translated.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (begun, before) = (Instant::now(), translated.load(Ordering::Relaxed));
    let (mut latencies, mut refused) = (Vec::new(), 0);
    for line in lines.iter().cycle().take(sentences) {
        let asked = Instant::now();
        match engine.translate(job(key, &[line])?).await {
            Ok(_) => latencies.push(asked.elapsed()),
            Err(EngineError::Overloaded { .. }) => {
                refused += 1;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            Err(error) => return Err(error).context("a sentence failed"),
        }
    }
    let done = translated.load(Ordering::Relaxed) - before;
    let rate = done as f64 / begun.elapsed().as_secs_f64();
    others.end().await;
    Ok(Measured {
        latencies,
        refused,
        rate,
    })
}

/// Milliseconds that so many percent of the latencies do not exceed.
fn quantile(latencies: &[Duration], percent: usize) -> f64 {
    let mut sorted = latencies.to_vec();
    sorted.sort_unstable();
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    let latency = sorted.get(index).copied().unwrap_or(Duration::MAX);
    latency.as_secs_f64() * 1_000.0
}
