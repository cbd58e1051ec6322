//! An engine that writes in capital letters, and waits or breaks down when it is told to.

use std::sync::Mutex;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, Detection, EngineError, EngineQuality, KeyId, Language, LanguageDetector,
    LanguagePair, Offer, Priority, SegmentTranslation, TranslationJob, Translator,
};
use tokio::sync::watch;

/// What the engine does with a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    Work,
    /// It waits for another mood.
    Wait,
    Panic,
}

pub(crate) struct Capitals {
    mood: watch::Sender<Mood>,
    /// Whose jobs came, in order, and with which priority.
    pub(crate) jobs: Mutex<Vec<(Option<KeyId>, Priority)>>,
    came: watch::Sender<usize>,
}

impl Default for Capitals {
    fn default() -> Self {
        Self {
            mood: watch::Sender::new(Mood::Work),
            jobs: Mutex::default(),
            came: watch::Sender::default(),
        }
    }
}

impl Capitals {
    pub(crate) fn set(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    /// Waits until so many jobs have come.
    pub(crate) async fn has_got(&self, jobs: usize) {
        let mut came = self.came.subscribe();
        came.wait_for(|came| *came >= jobs).await.unwrap();
    }
}

pub(crate) fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

#[async_trait]
impl Translator for Capitals {
    fn name(&self) -> &'static str {
        "capitals"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: LanguagePair::new(language("en"), language("de")),
            quality: EngineQuality::Basic,
            abilities: Abilities::default(),
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        Some("Install a model.".to_owned())
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        self.jobs.lock().unwrap().push((job.caller, job.priority));
        self.came.send_modify(|came| *came += 1);
        let mut mood = self.mood.subscribe();
        let mood = *mood.wait_for(|mood| *mood != Mood::Wait).await.unwrap();
        assert_ne!(mood, Mood::Panic, "the engine was told to panic");
        let translate = |text: &str| SegmentTranslation::from(text.to_uppercase());
        Ok(job
            .segments
            .iter()
            .map(|segment| translate(segment.text()))
            .collect())
    }
}

pub(crate) struct NoDetector;

impl LanguageDetector for NoDetector {
    fn detect(&self, _: &str) -> Detection {
        Detection::NoLanguage
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
}
