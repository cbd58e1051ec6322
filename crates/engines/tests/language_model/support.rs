use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, EngineError, EngineQuality, Language, LanguageDetector, LanguagePair, ModelType,
    Offer, Segment, SegmentTranslation, TranslationJob, Translator,
};
use dragoman_engines::{LanguageModel, LanguageModelConfig, WithLanguageModel};

use crate::chat_server::{ChatServer, MODEL};

pub(crate) fn pair(source: &str, target: &str) -> LanguagePair {
    let language = |tag| Language::parse(tag).unwrap();
    LanguagePair::new(language(source), language(target))
}

pub(crate) fn segment(text: &str) -> Segment {
    Segment::new(text.to_owned(), Vec::new())
}

/// Texts, each a passage of its own, for the best model.
pub(crate) fn texts(texts: &[&str]) -> TranslationJob {
    let segments = texts.iter().enumerate();
    let segments = segments.map(|(passage, text)| segment(text).in_passage(passage));
    job(segments.collect())
}

/// Sentences of one passage, for the best model.
pub(crate) fn sentences(sentences: &[&str]) -> TranslationJob {
    job(sentences.iter().map(|text| segment(text)).collect())
}

/// From English into German, by the best model.
pub(crate) fn job(segments: Vec<Segment>) -> TranslationJob {
    TranslationJob {
        model: ModelType::QualityOptimized,
        ..TranslationJob::new(pair("en", "de"), segments)
    }
}

/// An engine of this machine from English into German that says who translated.
pub(crate) struct Local {
    pub(crate) abilities: Abilities,
    pub(crate) jobs: Mutex<Vec<TranslationJob>>,
}

impl Local {
    pub(crate) fn with(abilities: Abilities) -> Arc<Self> {
        Arc::new(Self {
            abilities,
            jobs: Mutex::default(),
        })
    }
}

#[async_trait]
impl Translator for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn offers(&self) -> Vec<Offer> {
        vec![Offer {
            pair: pair("en", "de"),
            quality: EngineQuality::Neural,
            abilities: self.abilities,
        }]
    }

    fn remedy(&self, _: LanguagePair) -> Option<String> {
        None
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let segments = job.segments.iter();
        let translations = segments.map(|segment| format!("local: {}", segment.text()).into());
        let translations = translations.collect();
        self.jobs.lock().unwrap().push(job);
        Ok(translations)
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        _most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let first = self.translate(job).await?.into_iter();
        let again = || "local again".to_owned().into();
        Ok(first.map(|first| vec![first, again()]).collect())
    }
}

/// How the engines of a test are set up.
pub(crate) struct Setup {
    pub(crate) config: LanguageModelConfig,
    pub(crate) local: Arc<Local>,
    pub(crate) falls_back: bool,
    pub(crate) detector: Option<Arc<dyn LanguageDetector>>,
}

impl Setup {
    /// The server's model before an engine that can do nothing but translate. Nothing is asked for
    /// a second time because of time.
    pub(crate) fn new(server: &ChatServer) -> Self {
        Self {
            config: LanguageModelConfig {
                timeout: Duration::from_secs(600),
                patience: Duration::from_secs(600),
                pause: Duration::from_secs(600),
                ..LanguageModelConfig::new(server.base_url(), MODEL)
            },
            local: Local::with(Abilities::default()),
            falls_back: true,
            detector: None,
        }
    }

    pub(crate) fn model(&self) -> Arc<LanguageModel> {
        Arc::new(LanguageModel::new(self.config.clone(), self.detector.clone()).unwrap())
    }

    pub(crate) fn engine(&self) -> WithLanguageModel {
        let local = Arc::clone(&self.local) as _;
        WithLanguageModel::new(local, self.model(), self.falls_back)
    }
}

/// The engine of a server's model before one that can do nothing but translate.
pub(crate) fn engine(server: &ChatServer) -> WithLanguageModel {
    Setup::new(server).engine()
}

/// The texts of translations.
pub(crate) fn written(translations: &[SegmentTranslation]) -> Vec<&str> {
    translations.iter().map(SegmentTranslation::text).collect()
}

/// Whether the model translated, for each translation.
pub(crate) fn is_by_model(translations: &[SegmentTranslation]) -> Vec<bool> {
    let models = translations.iter().map(|one| one.origin().model());
    models
        .map(|model| model == ModelType::QualityOptimized)
        .collect()
}
