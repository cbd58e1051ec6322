use std::sync::Arc;
use std::time::Duration;

use dragoman_detection::Detector;
use dragoman_domain::Translator;
use dragoman_engines::{Apertium, ApertiumConfig, Router};
use dragoman_service::{Languages, SharedDetector, TextTranslator};

use crate::configuration::{ApertiumOptions, EngineOptions};

/// Every engine of this installation, and the language detector.
pub(crate) struct Engines {
    apertium: Option<Arc<Apertium>>,
    router: Arc<dyn Translator>,
    detector: Arc<Detector>,
}

/// Whether engines try everything they have as soon as they start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SelfTest {
    /// For a server and for who wants to know what works.
    AtStart,
    /// For a command that uses one language pair.
    Never,
}

impl Engines {
    /// Starts the engines that are configured.
    pub(crate) async fn start(options: &EngineOptions, self_test: SelfTest) -> Self {
        let apertium = if options.apertium.enabled {
            let config = apertium_config(&options.apertium, self_test);
            Some(Arc::new(Apertium::start(config).await))
        } else {
            None
        };
        let all = apertium
            .iter()
            .map(|engine| Arc::clone(engine) as Arc<dyn Translator>)
            .collect();
        Self {
            apertium,
            router: Arc::new(Router::new(all)),
            detector: Arc::new(Detector::new()),
        }
    }

    /// Apertium, if it is configured.
    pub(crate) fn apertium(&self) -> Option<&Apertium> {
        self.apertium.as_deref()
    }

    /// All engines as one.
    pub(crate) fn router(&self) -> Arc<dyn Translator> {
        Arc::clone(&self.router)
    }

    /// The language detector.
    pub(crate) fn detector(&self) -> SharedDetector {
        SharedDetector::new(Arc::clone(&self.detector) as _)
    }

    /// Loads what the detector needs, so that no request has to wait for it.
    pub(crate) fn preload_detector(&self) {
        let detector = Arc::clone(&self.detector);
        tokio::task::spawn_blocking(move || detector.preload());
    }

    /// The translation of texts, without accounts.
    pub(crate) fn translator(&self) -> TextTranslator {
        TextTranslator::new(self.router(), self.detector())
    }

    /// The languages that can be translated.
    pub(crate) fn languages(&self) -> Languages {
        Languages::new(self.router(), self.detector())
    }

    /// Ends the engines' processes and waits for that.
    pub(crate) async fn shut_down(&self) {
        if let Some(apertium) = &self.apertium {
            apertium.shut_down().await;
        }
    }
}

fn apertium_config(options: &ApertiumOptions, self_test: SelfTest) -> ApertiumConfig {
    let defaults = ApertiumConfig::default();
    ApertiumConfig {
        modes_dir: options.modes_folder.clone(),
        max_pipelines_per_mode: match options.pipelines_per_pair {
            0 => defaults.max_pipelines_per_mode,
            number => number,
        },
        memory_budget_bytes: options.memory_budget_megabytes.saturating_mul(1_000_000),
        idle_timeout: Duration::from_secs(options.idle_timeout_seconds),
        test_at_start: self_test == SelfTest::AtStart,
        ..defaults
    }
}
