use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use dragoman_catalog::Installer;
use dragoman_detection::Detector;
use dragoman_domain::{Language, LanguagePair, Translator};
use dragoman_engines::{
    Apertium, ApertiumConfig, Hunspell, HunspellConfig, LanguageModel, LanguageTool, Router,
    WithLanguageModel, WithVariants,
};
use dragoman_marian::{Marian, MarianConfig, ModelReport, ModelState};
use dragoman_sandbox::Sandbox;
use dragoman_service::{Languages, SharedDetector, TextImprover, TextTranslator};
use dragoman_tasks::Task;
use dragoman_variants::Variants;

use crate::configuration::{ApertiumOptions, Configuration, ImprovementOptions, NeuralOptions};
use crate::improvement::improvers;
use crate::model_library::ModelLibrary;
use crate::{language_model, language_tool, sandbox};

/// How often a server is asked whether it is there.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// How long a command waits for the model that it wants.
const COMMAND_PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// Every engine of this installation, and the language detector.
pub(crate) struct Engines {
    neural: Option<Neural>,
    apertium: Option<Arc<Apertium>>,
    language_model: Option<Arc<LanguageModel>>,
    dictionaries: Arc<Hunspell>,
    language_tool: Option<Arc<LanguageTool>>,
    router: Arc<dyn Translator>,
    detector: Arc<Detector>,
    /// What looks after other servers; ends with the engines.
    watchers: Vec<AbortOnDrop>,
}

/// The neural engine with its models.
struct Neural {
    engine: Arc<Marian>,
    library: Arc<ModelLibrary>,
    /// What keeps the library up to date; ends with the engine.
    watchers: Vec<AbortOnDrop>,
}

/// A task that does not outlive its owner.
struct AbortOnDrop(Task<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
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
    pub(crate) async fn start(configuration: &Configuration, self_test: SelfTest) -> Result<Self> {
        let options = &configuration.engines;
        let sandbox = sandbox::sandbox(options.sandbox)?;
        let neural = if options.neural.enabled {
            Some(Neural::start(configuration, self_test)?)
        } else {
            None
        };
        let apertium = if options.apertium.enabled {
            let config = apertium_config(&options.apertium, self_test, sandbox.clone());
            Some(Arc::new(Apertium::start(config).await))
        } else {
            None
        };
        let mut all: Vec<Arc<dyn Translator>> = Vec::new();
        all.extend(neural.iter().map(|neural| Arc::clone(&neural.engine) as _));
        all.extend(apertium.iter().map(|engine| Arc::clone(engine) as _));
        let detector = Arc::new(Detector::new());
        let options = &options.language_model;
        let language_model = language_model::start(options, Arc::clone(&detector) as _)?;
        let local: Arc<dyn Translator> = Arc::new(Router::new(all));
        let router: Arc<dyn Translator> = match &language_model {
            Some(model) => {
                let model = Arc::clone(model);
                Arc::new(WithLanguageModel::new(local, model, options.fallback))
            }
            None => Arc::new(WithVariants::new(local)),
        };
        Ok(Self {
            neural,
            apertium,
            language_model,
            dictionaries: Arc::new(Hunspell::start(&hunspell_config(
                &configuration.improvement,
                sandbox,
            ))),
            language_tool: language_tool::start(&configuration.improvement.language_tool)?,
            router,
            detector,
            watchers: Vec::new(),
        })
    }

    /// Finds out, now and as long as the engines live, whether other servers answer, so that their health is known
    /// before somebody wants them.
    pub(crate) fn watch_servers(&mut self) {
        if let Some(model) = self.language_model.clone() {
            self.watchers.push(watch(move || {
                let model = Arc::clone(&model);
                async move {
                    model.check().await;
                }
            }));
        }
        if let Some(tool) = self.language_tool.clone() {
            self.watchers.push(watch(move || {
                let tool = Arc::clone(&tool);
                async move {
                    // What is wrong is in the log.
                    let _ = tool.check().await;
                }
            }));
        }
    }

    /// Finds out what LanguageTool reads, for a command that may want it.
    pub(crate) async fn consult_language_tool(&self) {
        if let Some(tool) = &self.language_tool {
            // Others read if it does not, and what is wrong is in the log.
            let _ = tool.check().await;
        }
    }

    /// Keeps track, as long as the engines live, of which models there are: here and in the
    /// catalogue.
    pub(crate) fn watch_models(&mut self) {
        if let Some(neural) = &mut self.neural {
            let tasks = neural.library.watch().into_iter();
            neural.watchers = tasks.map(AbortOnDrop).collect();
        }
    }

    /// Finds out which models could be fetched, for a command that cannot do with those that are
    /// installed. Does nothing where models are not fetched when they are wanted.
    pub(crate) async fn consult_catalogue(&self) {
        if let Some(neural) = &self.neural {
            neural.library.consult_catalogue().await;
        }
    }

    /// Whether no model can be fetched for a command that wants one, because the catalogue did not answer it.
    pub(crate) fn lacks_catalogue(&self) -> bool {
        let library = self.neural.as_ref().map(|neural| &neural.library);
        library.is_some_and(|library| library.lacks_catalogue())
    }

    /// Whether an engine serves the pair with what is installed, as far as that is known: every
    /// pair with an unknown source could be another one.
    pub(crate) fn serves(&self, source: Option<Language>, target: Language) -> bool {
        source.is_some_and(|source| {
            let pair = LanguagePair::new(source, target);
            pair.is_identity() || self.router.offer(pair).is_some()
        })
    }

    /// The neural engine, if it is configured.
    pub(crate) fn neural(&self) -> Option<&Marian> {
        self.neural.as_ref().map(|neural| &*neural.engine)
    }

    /// Folders that should be models and are not, with the reason.
    pub(crate) fn broken_models(&self) -> Vec<(String, String)> {
        let library = self.neural.as_ref().map(|neural| &neural.library);
        library.map_or_else(Vec::new, |library| library.broken())
    }

    /// What installs models for the neural engine, if it is configured.
    pub(crate) fn installer(&self) -> Option<&Installer> {
        let library = self.neural.as_ref().map(|neural| &neural.library);
        library.map(|library| library.installer())
    }

    /// Whether a model that is installed is known not to work.
    pub(crate) fn has_broken_models(&self) -> bool {
        let is_broken = |model: &ModelReport| matches!(model.state, ModelState::Broken { .. });
        let report = self.neural().map(|neural| neural.report().models);
        !self.broken_models().is_empty() || report.unwrap_or_default().iter().any(is_broken)
    }

    /// Apertium, if it is configured.
    pub(crate) fn apertium(&self) -> Option<&Apertium> {
        self.apertium.as_deref()
    }

    /// The language model, if one is configured.
    pub(crate) fn language_model(&self) -> Option<&LanguageModel> {
        self.language_model.as_deref()
    }

    /// LanguageTool, if it is configured.
    pub(crate) fn language_tool(&self) -> Option<&LanguageTool> {
        self.language_tool.as_deref()
    }

    /// The dictionaries.
    pub(crate) fn dictionaries(&self) -> &Arc<Hunspell> {
        &self.dictionaries
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
        dragoman_tasks::spawn_blocking(move || detector.preload());
    }

    /// The translation of texts, without accounts.
    pub(crate) fn translator(&self) -> TextTranslator {
        TextTranslator::new(self.router(), self.detector())
    }

    /// The improvement of texts, without accounts.
    pub(crate) fn improver(&self) -> TextImprover {
        TextImprover::new(
            improvers(
                self.language_tool.clone(),
                Arc::clone(&self.dictionaries) as _,
                self.language_model.clone(),
                self.neural
                    .as_ref()
                    .map(|neural| Arc::clone(&neural.engine)),
            ),
            self.detector(),
            Arc::new(Variants::new()),
        )
    }

    /// The languages that can be translated.
    pub(crate) fn languages(&self) -> Languages {
        Languages::new(self.router(), self.detector())
    }

    /// Ends the engines' processes and waits for that.
    pub(crate) async fn shut_down(&self) {
        if let Some(neural) = &self.neural {
            neural.engine.shut_down().await;
        }
        if let Some(apertium) = &self.apertium {
            apertium.shut_down().await;
        }
        self.dictionaries.shut_down().await;
    }
}

/// Checks a server now and then for ever; what is wrong is logged when it changes.
fn watch<F>(check: impl Fn() -> F + Send + 'static) -> AbortOnDrop
where
    F: Future<Output = ()> + Send + 'static,
{
    AbortOnDrop(dragoman_tasks::spawn(async move {
        let mut interval = tokio::time::interval(CHECK_INTERVAL);
        loop {
            interval.tick().await;
            let checking = check();
            checking.await;
        }
    }))
}

impl Neural {
    fn start(configuration: &Configuration, self_test: SelfTest) -> Result<Self> {
        let mut library = ModelLibrary::open(configuration)?;
        let mut config = neural_config(&configuration.engines.neural);
        if self_test == SelfTest::Never {
            // Who runs a command waits until the model is there, and watches.
            library.show_progress();
            config.obtain_timeout = COMMAND_PATIENCE;
        }
        let library = Arc::new(library);
        let engine = Marian::start(&config, Arc::clone(&library) as _)
            .context("the threads of the neural engine cannot be started")?;
        Ok(Self {
            engine: Arc::new(engine),
            library,
            watchers: Vec::new(),
        })
    }
}

fn neural_config(options: &NeuralOptions) -> MarianConfig {
    let defaults = MarianConfig::default();
    MarianConfig {
        threads: match options.threads {
            0 => defaults.threads,
            number => number,
        },
        memory_budget_bytes: options.memory_budget_megabytes.saturating_mul(1_000_000),
        cache_bytes: options.cache_megabytes.saturating_mul(1_000_000),
        interactive_queue_tokens: options.interactive_queue_tokens,
        bulk_queue_tokens: options.bulk_queue_tokens,
        ..defaults
    }
}

fn apertium_config(
    options: &ApertiumOptions,
    self_test: SelfTest,
    sandbox: Sandbox,
) -> ApertiumConfig {
    let defaults = ApertiumConfig::default();
    ApertiumConfig {
        modes_dir: options.modes_folder.clone(),
        sandbox: Some(sandbox),
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

fn hunspell_config(options: &ImprovementOptions, sandbox: Sandbox) -> HunspellConfig {
    let mut config = HunspellConfig {
        sandbox: Some(sandbox),
        ..HunspellConfig::default()
    };
    if let Some(folder) = &options.dictionaries {
        config.dictionary_dirs.insert(0, folder.clone());
    }
    config
}
