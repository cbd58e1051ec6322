//! Engines whose translations say what they were asked.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, Alignment, Detection, EngineError, EngineQuality, Language, LanguageDetector,
    LanguagePair, Link, Offer, SegmentTranslation, TranslationJob, Translator,
};
use dragoman_service::{DocumentTranslator, SharedDetector, TextTranslator};
use tokio::sync::Semaphore;

pub(crate) fn language(tag: &str) -> Language {
    tag.parse().unwrap()
}

pub(crate) fn pair() -> LanguagePair {
    LanguagePair::new(language("en"), language("de"))
}

/// Writes each word of a segment in its way, aligned to itself, and remembers the jobs.
pub(crate) struct Rewriter {
    word: fn(&str) -> String,
    /// What it answers instead of translating, one after the other; none where it translates.
    refusals: Mutex<VecDeque<Option<EngineError>>>,
    pub(crate) jobs: Mutex<Vec<TranslationJob>>,
    /// Jobs that may be answered.
    turns: Semaphore,
    /// Jobs that have come and are not answered or dropped.
    pub(crate) at_work: AtomicUsize,
    pub(crate) most_at_work: AtomicUsize,
}

/// Counts a job as long as it lives.
struct AtWork<'engine>(&'engine Rewriter);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Rewriter {
    /// One that writes words so.
    pub(crate) fn new(word: fn(&str) -> String) -> Arc<Self> {
        Self::refusing(word, [])
    }

    /// One that translates in capitals.
    pub(crate) fn upper_case() -> Arc<Self> {
        Self::new(str::to_uppercase)
    }

    /// One that first answers this.
    pub(crate) fn refusing(
        word: fn(&str) -> String,
        refusals: impl IntoIterator<Item = EngineError>,
    ) -> Arc<Self> {
        Arc::new(Self {
            word,
            refusals: Mutex::new(refusals.into_iter().map(Some).collect()),
            jobs: Mutex::default(),
            turns: Semaphore::new(Semaphore::MAX_PERMITS),
            at_work: AtomicUsize::new(0),
            most_at_work: AtomicUsize::new(0),
        })
    }

    /// Makes it answer this so many times before each of 100 jobs that it translates.
    pub(crate) fn refuse_before_each(&self, times: usize, refusal: &EngineError) {
        *self.refusals.lock().unwrap() = (0..100)
            .flat_map(|_| std::iter::repeat_n(Some(refusal.clone()), times).chain([None]))
            .collect();
    }

    /// Makes it keep what it is given.
    pub(crate) fn hold(&self) {
        self.turns.forget_permits(usize::MAX);
    }

    /// The segments that it was given, in order.
    pub(crate) fn segments(&self) -> Vec<String> {
        let jobs = self.jobs.lock().unwrap();
        let segments = jobs.iter().flat_map(|job| job.segments.iter());
        segments.map(|segment| segment.text().to_owned()).collect()
    }

    fn translation(&self, text: &str) -> SegmentTranslation {
        let mut source = Vec::new();
        let mut target = Vec::new();
        let mut written = String::new();
        let mut end = 0;
        for word in text.split_whitespace() {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            written.push_str(&text[end..start]);
            end = start + word.len();
            source.push(start..end);
            let begun = written.len();
            written.push_str(&(self.word)(word));
            target.push(begun..written.len());
        }
        written.push_str(&text[end..]);
        let mut alignment = Alignment::new(source);
        for (index, word) in target.into_iter().enumerate() {
            let link = Link {
                source: index,
                weight: 1.0,
            };
            alignment.push(word, [link]);
        }
        SegmentTranslation::aligned(written, alignment)
    }
}

#[async_trait]
impl Translator for Rewriter {
    fn name(&self) -> &'static str {
        "rewriter"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair(),
            quality: EngineQuality::Basic,
            abilities: Abilities::default(),
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let number = self.at_work.fetch_add(1, Ordering::SeqCst) + 1;
        let _at_work = AtWork(self);
        self.most_at_work.fetch_max(number, Ordering::SeqCst);
        let refusal = self.refusals.lock().unwrap().pop_front();
        if let Some(Some(refusal)) = refusal {
            return Err(refusal);
        }
        self.jobs.lock().unwrap().push(job.clone());
        tokio::task::yield_now().await;
        let _turn = self.turns.acquire().await.unwrap();
        let segments = job.segments.iter();
        let translations = segments.map(|segment| self.translation(segment.text()));
        Ok(translations.collect())
    }
}

/// Answers the same for every text and counts how often it is asked.
pub(crate) struct Always(pub(crate) Detection, pub(crate) AtomicUsize);

impl LanguageDetector for Always {
    fn detect(&self, _: &str) -> Detection {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.clone()
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
}

/// Translates documents with an engine; where the language must be found out, it is this.
pub(crate) fn translator_detecting(
    engine: Arc<dyn Translator>,
    detection: Detection,
) -> (DocumentTranslator, Arc<Always>) {
    let detector = Arc::new(Always(detection, AtomicUsize::new(0)));
    let shared = SharedDetector::new(Arc::clone(&detector) as _);
    let texts = TextTranslator::new(engine, shared);
    (DocumentTranslator::new(texts), detector)
}

/// Translates documents with an engine.
pub(crate) fn translator(engine: Arc<dyn Translator>) -> DocumentTranslator {
    translator_detecting(engine, Detection::NoLanguage).0
}
