//! An idle thread helps another one, and leaves it for work of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{LanguagePair, Segment, TranslationJob, Translator};
use dragoman_marian::{FixedSupply, InstalledModel, Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};

const SENTENCE: &str =
    "The house near the old river is big and the garden behind it is green in the summer.";

/// How many sentences to translate at most until a helper has come: a busy machine has no processor for it at times.
const SENTENCES: usize = 20_000;

/// Counts helpers.
#[derive(Clone, Default)]
struct Assists(Arc<AtomicU64>);

impl Assists {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Recorder for Assists {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        if key.name() == "dragoman_neural_assists_total" {
            Counter::from_arc(Arc::clone(&self.0))
        } else {
            Counter::noop()
        }
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

fn engine(threads: usize) -> Marian {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nmt/ende");
    let model = InstalledModel {
        id: "ende".to_owned(),
        pair: pair(),
        paths: ModelPaths {
            weights: testdata.join("model.ende.intgemm.alphas.bin"),
            shortlist: Some(testdata.join("lex.50.50.ende.s2t.bin")),
            vocabulary: VocabularyPaths::Shared(testdata.join("vocab.ende.spm")),
            decoder_settings: None,
        },
        architecture: String::new(),
        preference: 0,
    };
    let config = MarianConfig {
        threads,
        cache_bytes: 0,
        ..MarianConfig::default()
    };
    Marian::start(&config, Arc::new(FixedSupply(vec![model]))).unwrap()
}

fn pair() -> LanguagePair {
    LanguagePair::new("en".parse().unwrap(), "de".parse().unwrap())
}

async fn translate(engine: &Marian, texts: &[&str]) -> Vec<String> {
    let segments = texts
        .iter()
        .map(|text| Segment::new((*text).to_owned(), Vec::new()));
    let job = TranslationJob::new(pair(), segments.collect());
    let translations = engine.translate(job).await.unwrap();
    translations
        .into_iter()
        .map(|translation| translation.into_text())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_idle_thread_helps_another_and_changes_nothing() {
    let assists = Assists::default();
    metrics::set_global_recorder(assists.clone()).unwrap();
    let expected = translate(&engine(1), &[SENTENCE]).await;
    assert_eq!(assists.count(), 0, "a thread that is alone has no helper");
    let two = engine(2);
    let mut sentences = 0;
    while assists.count() < 10 {
        assert!(sentences < SENTENCES, "{} helpers came", assists.count());
        assert_eq!(translate(&two, &[SENTENCE]).await, expected);
        sentences += 1;
    }
    // Work that comes while one helps the other has both of them.
    for _ in 0..50 {
        let (first, second) = tokio::join!(
            translate(&two, &[SENTENCE]),
            translate(&two, &[SENTENCE; 3])
        );
        assert_eq!(first, expected);
        assert!(second.iter().all(|text| *text == expected[0]) && second.len() == 3);
    }
}
