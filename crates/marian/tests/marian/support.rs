use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use dragoman_domain::{
    EngineError, LanguagePair, Priority, Segment, SegmentTranslation, TranslationJob, Translator,
};
use dragoman_marian::{FixedSupply, InstalledModel};
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::files::{ModelConfig, write};
use dragoman_nmt::vocabulary::{SentencePiece, TokenId, Vocabulary};
use dragoman_nmt::{Guide, ModelPaths, SearchOptions, VocabularyPaths};
use tempfile::TempDir;

pub(crate) const TEXTS: [&str; 12] = [
    "The quick brown fox jumps over the lazy dog.",
    "Yes.",
    "It was the best of times, it was the worst of times, and nobody knew which.",
    "A",
    "Where is the station?",
    "She sells sea shells on the sea shore, and the shells she sells are sea shells for sure.",
    "Good morning!",
    "The committee has not yet decided whether the proposal will be accepted this year.",
    "42 is the answer",
    "Do not open the window.",
    "They left early because the last train goes at ten.",
    "No",
];

/// Models with random weights in a folder of their own.
pub(crate) struct Models {
    pub(crate) folder: TempDir,
}

impl Models {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Makes a model, whose pair says which weights it has.
    pub(crate) fn make(&self, source: &str, target: &str) -> InstalledModel {
        let vocabulary =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../nmt/testdata/vocabulary/plain.spm");
        let pieces = SentencePiece::parse(&fs::read(&vocabulary).unwrap()).unwrap();
        let tokens = Vocabulary::from_sentencepiece(pieces).len();
        self.make_with(&write::tiny_config(tokens), vocabulary, (source, target))
    }

    /// Makes a model of an architecture, with a vocabulary of these pieces.
    pub(crate) fn make_of(
        &self,
        config: &ModelConfig,
        pieces: &[String],
        (source, target): (&str, &str),
    ) -> InstalledModel {
        let vocabulary = self.folder.path().join(format!("{source}-{target}.spm"));
        fs::write(&vocabulary, write::sentencepiece(pieces)).unwrap();
        self.make_with(config, vocabulary, (source, target))
    }

    fn make_with(
        &self,
        config: &ModelConfig,
        vocabulary: PathBuf,
        (source, target): (&str, &str),
    ) -> InstalledModel {
        let id = format!("{source}-{target}");
        let seed = id
            .bytes()
            .fold(0, |seed: u64, byte| seed * 31 + u64::from(byte));
        let weights = self.folder.path().join(&id);
        fs::write(&weights, write::random_student(config, seed)).unwrap();
        InstalledModel {
            id,
            pair: pair(source, target),
            paths: ModelPaths {
                weights,
                shortlist: None,
                vocabulary: VocabularyPaths::Shared(vocabulary),
                decoder_settings: None,
            },
            architecture: "tiny".to_owned(),
            preference: 0,
        }
    }
}

pub(crate) fn config() -> MarianConfig {
    MarianConfig {
        threads: 1,
        ..MarianConfig::default()
    }
}

/// An engine with these models.
pub(crate) fn engine(config: &MarianConfig, models: Vec<InstalledModel>) -> Marian {
    Marian::start(config, Arc::new(FixedSupply(models))).unwrap()
}

pub(crate) fn pair(source: &str, target: &str) -> LanguagePair {
    LanguagePair::new(source.parse().unwrap(), target.parse().unwrap())
}

pub(crate) fn job(source: &str, target: &str, texts: &[&str]) -> TranslationJob {
    let plain = |text: &&str| Segment::new((*text).to_owned(), Vec::new());
    TranslationJob::new(pair(source, target), texts.iter().map(plain).collect())
}

/// A job for a key.
pub(crate) fn job_of(key: u8, texts: &[&str]) -> TranslationJob {
    let account = "00000000-0000-0000-0000-000000000001";
    let id = format!("{account}:00000000-0000-0000-0000-000000000{key:03}");
    TranslationJob {
        caller: Some(id.parse().unwrap()),
        ..job("en", "de", texts)
    }
}

pub(crate) async fn translate(
    engine: &Marian,
    source: &str,
    target: &str,
    text: &str,
) -> Result<String, EngineError> {
    let translations = engine.translate(job(source, target, &[text])).await?;
    Ok(texts_of(translations).concat())
}

/// The translations alone.
pub(crate) fn texts_of(translations: Vec<SegmentTranslation>) -> Vec<String> {
    translations
        .into_iter()
        .map(SegmentTranslation::into_text)
        .collect()
}

/// A segment that stops the thread that decodes it, until it is let go.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    is_open: Mutex<bool>,
    changed: Condvar,
    is_reached: AtomicBool,
}

impl Gate {
    /// Begins a segment that holds a thread of the engine, and waits until it does.
    pub(crate) async fn hold(
        self: &Arc<Self>,
        engine: &Arc<Marian>,
    ) -> tokio::task::JoinHandle<Result<Vec<dragoman_nmt::Translation>, EngineError>> {
        let options = SearchOptions {
            guide: Some(Arc::clone(self) as Arc<dyn Guide>),
            ..SearchOptions::default()
        };
        let engine = Arc::clone(engine);
        let holding = tokio::spawn(async move {
            let pair = pair("en", "de");
            engine
                .translate_segment(pair, "hold", options, Priority::Interactive)
                .await
        });
        until(|| self.is_reached.load(Ordering::SeqCst)).await;
        holding
    }

    pub(crate) fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.changed.notify_all();
    }
}

impl Guide for Gate {
    fn adjust(&self, _: &[TokenId], _: &[TokenId], _: &mut [f32]) {
        self.is_reached.store(true, Ordering::SeqCst);
        let mut is_open = self.is_open.lock().unwrap();
        while !*is_open {
            is_open = self.changed.wait(is_open).unwrap();
        }
    }
}

/// Lets other tasks run until `condition` holds.
pub(crate) async fn until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        tokio::task::yield_now().await;
    }
}

/// Character n-gram F-score with n from 1 to 6 and recall weighted twice, over all sentences, in
/// percent (chrF: Popović, 2015).
pub(crate) fn chrf(hypotheses: &[String], references: &[String]) -> f64 {
    let grams = |text: &str, n: usize| {
        let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut grams: Vec<Vec<char>> = characters.windows(n).map(<[char]>::to_vec).collect();
        grams.sort_unstable();
        grams
    };
    let mut sum = 0.0;
    for n in 1..=6 {
        let (mut matches, mut of_hypotheses, mut of_references) = (0, 0, 0);
        for (hypothesis, reference) in hypotheses.iter().zip(references) {
            let hypothesis = grams(hypothesis, n);
            let mut reference = grams(reference, n);
            of_hypotheses += hypothesis.len();
            of_references += reference.len();
            for gram in hypothesis {
                if let Ok(at) = reference.binary_search(&gram) {
                    reference.remove(at);
                    matches += 1;
                }
            }
        }
        let precision = f64::from(matches) / of_hypotheses as f64;
        let recall = f64::from(matches) / of_references as f64;
        if matches > 0 {
            sum += 5.0 * precision * recall / (4.0 * precision + recall);
        }
    }
    sum / 6.0 * 100.0
}
