use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, Alignment, Detection, EngineError, EngineQuality, Guidance, Language,
    LanguageDetector, LanguagePair, Link, Offer, Origin, Register, SegmentTranslation,
    TranslationJob, Translator,
};
use tokio::sync::Semaphore;

pub(crate) fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

/// Puts the target language before each segment. Segments that begin with "Wait" need
/// [`let_go`](Self::let_go) to finish; "Panic", "Fail" and "Repeat" do as they say. Into German it
/// says which register it was asked for.
pub(crate) struct FakeEngine {
    abilities: Abilities,
    /// How the last translation was to read.
    guidance: Mutex<Guidance>,
    go: Semaphore,
    /// Waiting segments that began, and those whose request was dropped.
    began: AtomicUsize,
    dropped: AtomicUsize,
    changed: tokio::sync::Notify,
}

impl FakeEngine {
    /// One that has these abilities for each of its pairs, and registers into German in any case.
    pub(crate) fn new(abilities: Abilities) -> Self {
        Self {
            abilities,
            guidance: Mutex::default(),
            go: Semaphore::new(0),
            began: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
            changed: tokio::sync::Notify::new(),
        }
    }

    /// How the last translation was to read.
    pub(crate) fn guidance(&self) -> Guidance {
        self.guidance.lock().unwrap().clone()
    }
}

struct Dropped<'a>(&'a FakeEngine, bool);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.dropped.fetch_add(1, Ordering::SeqCst);
            self.0.changed.notify_waiters();
        }
    }
}

impl FakeEngine {
    /// Lets as many waiting segments finish.
    pub(crate) fn let_go(&self, segments: usize) {
        self.go.add_permits(segments);
    }

    /// Waits until as many waiting segments have begun.
    pub(crate) async fn wait_until_began(&self, segments: usize) {
        self.wait_until(&self.began, segments).await;
    }

    /// Waits until the requests of as many waiting segments were dropped.
    pub(crate) async fn wait_until_dropped(&self, segments: usize) {
        self.wait_until(&self.dropped, segments).await;
    }

    async fn wait_until(&self, counter: &AtomicUsize, number: usize) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if counter.load(Ordering::SeqCst) >= number {
                return;
            }
            changed.await;
        }
    }
}

#[async_trait]
impl Translator for FakeEngine {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn offers(&self) -> Vec<Offer> {
        [
            ("de", "en"),
            ("de", "en-GB"),
            ("en", "de"),
            ("en", "es"),
            ("en", "pt"),
            ("en", "pt-BR"),
        ]
        .map(|(source, target)| Offer {
            pair: LanguagePair::new(language(source), language(target)),
            quality: EngineQuality::Basic,
            abilities: Abilities {
                register: self.abilities.register || target == "de",
                ..self.abilities
            },
        })
        .into()
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        (pair.target.tag() == "fr").then(|| "Install the package for French.".to_owned())
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        self.guidance.lock().unwrap().clone_from(&job.guidance);
        let mut translations = Vec::new();
        for segment in job.segments.iter() {
            if segment.text().starts_with("Wait") {
                self.began.fetch_add(1, Ordering::SeqCst);
                self.changed.notify_waiters();
                let mut dropped = Dropped(self, false);
                self.go.acquire().await.unwrap().forget();
                dropped.1 = true;
            }
            assert!(!segment.text().starts_with("Panic"), "asked to panic");
            if segment.text().starts_with("Fail") {
                return Err(EngineError::Unavailable {
                    reason: "asked to fail".to_owned(),
                });
            }
            translations.push(if segment.text().starts_with("Repeat") {
                "again and ".repeat(1_000).into()
            } else {
                let register = match job.guidance.register {
                    Some(Register::Formal) if job.pair.target.tag() == "de" => "+Sie",
                    Some(Register::Informal) if job.pair.target.tag() == "de" => "+du",
                    _ => "",
                };
                prefixed(&format!("{}{register}:", job.pair.target), segment.text())
            });
        }
        let origin = Origin::Engine(EngineQuality::Basic);
        let translations = translations.into_iter();
        Ok(translations.map(|one| one.with_origin(origin)).collect())
    }
}

/// A text behind a prefix, each word aligned to itself.
fn prefixed(prefix: &str, text: &str) -> SegmentTranslation {
    let words: Vec<_> = text
        .split_whitespace()
        .map(|word| {
            let start = word.as_ptr().addr() - text.as_ptr().addr();
            start..start + word.len()
        })
        .collect();
    let mut alignment = Alignment::new(words.clone());
    for (source, word) in words.into_iter().enumerate() {
        let target = word.start + prefix.len()..word.end + prefix.len();
        alignment.push(
            target,
            [Link {
                source,
                weight: 1.0,
            }],
        );
    }
    SegmentTranslation::aligned(format!("{prefix}{text}"), alignment)
}

/// Goes by the first word. "Stuck" takes until [`release_the_stuck`].
pub(crate) struct FakeDetector;

static IS_RELEASED: Mutex<bool> = Mutex::new(false);
static RELEASED: Condvar = Condvar::new();

/// Lets detections of "Stuck" finish, from now on.
pub(crate) fn release_the_stuck() {
    *IS_RELEASED.lock().unwrap() = true;
    RELEASED.notify_all();
}

impl LanguageDetector for FakeDetector {
    fn detect(&self, text: &str) -> Detection {
        match text.split_whitespace().next() {
            None => Detection::NoLanguage,
            Some("Stuck") => {
                let released = IS_RELEASED.lock().unwrap();
                drop(
                    RELEASED
                        .wait_while(released, |released| !*released)
                        .unwrap(),
                );
                Detection::NoLanguage
            }
            Some("Guten") => Detection::Detected(language("de")),
            Some("Hola") => Detection::Detected(language("es")),
            Some("Olá,") => Detection::Detected(language("pt")),
            Some("Привет") => Detection::Unsure(vec![language("ru"), language("bg")]),
            Some(word) if word.starts_with('我') => Detection::Detected(language("zh")),
            Some("Saluton," | "Saluton") => Detection::Unsupported(Some(language("eo"))),
            Some("ሰላም" | "Propio") => Detection::Unsupported(None),
            Some("Ok") if text.contains("Guten") => Detection::Detected(language("de")),
            Some("Ok") => Detection::Unsure(vec![language("nl"), language("en")]),
            Some("Hm") => Detection::Unsure(vec![language("nl"), language("de")]),
            Some("Ah") => Detection::Unsure(vec![language("nl"), language("fi")]),
            Some(_) => Detection::Detected(language("en")),
        }
    }

    fn detectable(&self) -> &[Language] {
        static LANGUAGES: std::sync::OnceLock<[Language; 2]> = std::sync::OnceLock::new();
        LANGUAGES.get_or_init(|| [language("de"), language("en")])
    }
}
