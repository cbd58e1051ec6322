use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, EngineError, EngineQuality, Language, LanguagePair, Offer, Priority, Segment,
    SegmentTranslation, TranslationJob, Translator,
};
use dragoman_nmt::{SearchOptions, Translation};
use dragoman_tasks::spawn_blocking;
use futures_util::future::try_join_all;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::time::timeout_at;

use super::NAME;
use super::cache::Translations;
use super::config::MarianConfig;
use super::errors::{RETRY_SOON, fault_error, remedy_for, remedy_for_unknown};
use super::formality::Able;
use super::job::{Chunk, Wanted, chunks};
use super::obtaining::{ObtainError, Obtaining};
use super::pool::{Pool, PoolError};
use super::report::{ModelReport, ModelState, Report};
use super::route::{Leg, RoundTrip, Route, Routes};
use super::scheduler::{Claim, Scheduler};
use super::steps::{Steps, blocking};
use super::supply::{InstalledModel, ModelSupply};
use super::text::{Text, Texts, Wish};

/// After how long it is worth asking again while a model is on its way.
const RETRY_DOWNLOAD: Duration = Duration::from_secs(10);

/// How many bytes of text make a token, to tell how much work a job is before it is prepared.
const BYTES_PER_TOKEN: usize = 4;

/// How many parts of a segment are translated together if alignments are wanted.
const ALIGNED_TOGETHER: usize = 32;

/// The most translations of a segment, which are as many hypotheses in the search.
const MOST_ALTERNATIVES: usize = 8;

/// What makes an answer for each segment of a chunk, of the translations of its texts.
type Write<T> = fn(&Chunk, &[Translations]) -> Vec<T>;

/// The neural engine: Marian-family models, decoded on this machine's processors. Dropping it ends
/// its threads.
pub struct Marian {
    supply: Arc<dyn ModelSupply>,
    obtaining: Obtaining,
    steps: Steps,
    able: Able,
    /// The routes of the revision that they were made of.
    routes: Mutex<Option<(u64, Arc<Routes>)>>,
    /// The models that the last check could not load.
    failed_checks: Mutex<HashMap<String, PoolError>>,
}

impl std::fmt::Debug for Marian {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Marian")
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

/// The routes that were tried for one job.
#[derive(Debug, Default)]
struct Attempts {
    tried: Vec<Route>,
    /// What was wrong with the first of them.
    refusal: Option<EngineError>,
}

impl Attempts {
    fn refused(&mut self, refusal: EngineError) {
        self.refusal.get_or_insert(refusal);
    }
}

impl Marian {
    /// Starts the threads. No model is loaded before it is wanted.
    ///
    /// # Errors
    /// If the system has no room for the threads.
    pub fn start(config: &MarianConfig, supply: Arc<dyn ModelSupply>) -> io::Result<Self> {
        Ok(Self {
            obtaining: Obtaining::new(Arc::clone(&supply), config),
            steps: Steps::new(
                config,
                Arc::new(Pool::new(config)),
                Scheduler::start(config)?,
            ),
            supply,
            able: Able::default(),
            routes: Mutex::default(),
            failed_checks: Mutex::default(),
        })
    }

    /// Translates one text as it is: without regard to placeholders, and searched as asked. The
    /// translations come best first, as many as were asked for and found.
    ///
    /// For a pair that takes two steps, the first takes its best translation only, and alignments
    /// lead from the text to the result. The text should not be much longer than a sentence: the
    /// memory for an alignment grows with the square of its length.
    ///
    /// # Errors
    /// [`EngineError`], as of [`Translator::translate`].
    pub async fn translate_segment(
        &self,
        pair: LanguagePair,
        text: &str,
        options: SearchOptions,
        priority: Priority,
    ) -> Result<Vec<Translation>, EngineError> {
        let mut attempts = Attempts::default();
        let claim = Claim {
            priority,
            caller: None,
        };
        let translations = loop {
            let models = self.next_models(pair, &mut attempts).await?;
            self.admit(claim, text.len())?;
            let texts = Texts {
                texts: vec![Text {
                    text: text.to_owned(),
                    options: options.clone(),
                    terms: Arc::default(),
                    wish: None,
                }],
                claim,
            };
            match self.steps.translate(pair, &models, texts).await {
                Err(refusal @ EngineError::UnsupportedPair { .. }) => attempts.refused(refusal),
                result => break result?,
            }
        };
        let translations = translations.into_iter().next();
        Ok(translations.map_or_else(Vec::new, |of_text| {
            Arc::try_unwrap(of_text).unwrap_or_else(|shared| (*shared).clone())
        }))
    }

    /// Loads every installed model once, to find out which of them work. The next reports say
    /// which could not be loaded and why, were it only that there was no room.
    pub async fn check_models(&self) {
        let mut failures = HashMap::new();
        for model in self.supply.installed() {
            if let Err(error) = self.steps.pool().lease(&model).await {
                failures.insert(model.id, error);
            }
        }
        *lock(&self.failed_checks) = failures;
    }

    /// The state of every installed model.
    #[must_use]
    pub fn report(&self) -> Report {
        let failed_checks = lock(&self.failed_checks).clone();
        let mut models: Vec<ModelReport> = self
            .supply
            .installed()
            .into_iter()
            .map(|model| ModelReport {
                state: self.state_of(&model.id, &failed_checks),
                id: model.id,
                pair: model.pair,
                architecture: model.architecture,
            })
            .collect();
        models.sort_by(|one, other| (one.pair, &one.id).cmp(&(other.pair, &other.id)));
        let routes = self.routes();
        let is_pivoted = |pair: &_| routes.get(*pair).is_some_and(|route| route.len() > 1);
        let pivoted = routes.pairs().filter(is_pivoted);
        Report {
            models,
            pivoted_pairs: pivoted.count(),
        }
    }

    fn state_of(&self, id: &str, failed_checks: &HashMap<String, PoolError>) -> ModelState {
        let pool = self.steps.pool();
        if let Some(bytes) = pool.loaded_bytes(id) {
            return ModelState::Loaded { bytes };
        }
        let failure = pool.last_failure(id);
        match failure.or_else(|| failed_checks.get(id).cloned()) {
            Some(error) => ModelState::Broken {
                reason: error.to_string(),
            },
            None => ModelState::NotLoaded,
        }
    }

    /// The memory that the loaded models take, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        self.steps.pool().bytes()
    }

    /// Source tokens that wait for a thread.
    #[must_use]
    pub fn waiting_tokens(&self, priority: Priority) -> usize {
        self.steps.scheduler().waiting_tokens(priority)
    }

    /// Ends the threads and waits for that. What they work on is given up; later jobs fail as
    /// unavailable.
    pub async fn shut_down(&self) {
        let scheduler = Arc::clone(self.steps.scheduler());
        // An error means that a thread panicked, which ends it as well.
        let _ = spawn_blocking(move || scheduler.shut_down()).await;
    }

    /// What translates with given models.
    pub(super) const fn steps(&self) -> &Steps {
        &self.steps
    }

    /// The models by which texts of a language go into another one and back, of those that are here and work.
    pub(super) fn round_trip(&self, language: Language) -> Option<RoundTrip> {
        self.round_trip_in(&self.routes(), language)
    }

    /// The languages that have a [`round_trip`](Self::round_trip), in the order of their tags.
    pub(super) fn round_trip_languages(&self) -> Vec<Language> {
        let routes = self.routes();
        let mut languages: Vec<Language> = routes.installed_targets().into_iter().collect();
        languages.retain(|language| self.round_trip_in(&routes, *language).is_some());
        languages.sort_unstable();
        languages
    }

    fn round_trip_in(&self, routes: &Routes, language: Language) -> Option<RoundTrip> {
        let pool = self.steps.pool();
        routes.round_trip(language, |model| pool.withdrawn(&model.id).is_none())
    }

    /// Refuses a job with so many bytes of text if too much waits already.
    pub(super) fn admit(&self, claim: Claim, bytes: usize) -> Result<(), EngineError> {
        let scheduler = self.steps.scheduler();
        scheduler
            .admit(claim, bytes / BYTES_PER_TOKEN)
            .map_err(fault_error)
    }

    /// The routes of what is installed and obtainable now. If that has changed, what is gone leaves
    /// memory.
    fn routes(&self) -> Arc<Routes> {
        let revision = self.supply.revision();
        let mut known = lock(&self.routes);
        match &*known {
            Some((of, routes)) if *of == revision => Arc::clone(routes),
            _ => {
                let installed = self.supply.installed();
                let ids: HashSet<String> = installed.iter().map(|model| model.id.clone()).collect();
                self.steps.pool().retain(|id| ids.contains(id));
                let routes = Arc::new(Routes::new(installed, self.supply.obtainable()));
                *known = Some((revision, Arc::clone(&routes)));
                routes
            }
        }
    }

    /// What is offered for a pair that has this route.
    fn offer_of(&self, pair: LanguagePair, route: &[Leg]) -> Offer {
        let last = route.last();
        Offer {
            pair,
            quality: EngineQuality::Neural,
            abilities: Abilities {
                terms: true,
                register: last.is_some_and(|leg| self.able.is_able(leg, pair.target)),
                instructions: false,
            },
        }
    }

    /// The best route of a pair without anything that failed lately.
    fn usable_route(&self, routes: &Routes, pair: LanguagePair) -> Option<Route> {
        routes.find(pair, |leg| match leg {
            Leg::Installed(model) => self.steps.pool().withdrawn(&model.id).is_none(),
            Leg::Obtainable(pair) => !self.obtaining.is_withdrawn(*pair),
        })
    }

    /// The models of the best route that was not tried yet, obtained if they are not here. If
    /// none is left, the error is what was wrong with the first.
    async fn next_models(
        &self,
        pair: LanguagePair,
        attempts: &mut Attempts,
    ) -> Result<Vec<Arc<InstalledModel>>, EngineError> {
        loop {
            let route = self.usable_route(&self.routes(), pair);
            let Some(route) = route.filter(|route| !attempts.tried.contains(route)) else {
                let refusal = attempts.refusal.take();
                return Err(refusal.unwrap_or_else(|| self.unsupported(pair)));
            };
            let models = self.models(pair, &route).await;
            attempts.tried.push(route);
            match models {
                Err(refusal @ EngineError::UnsupportedPair { .. }) => attempts.refused(refusal),
                result => return result,
            }
        }
    }

    /// The models of a route, obtained if they are not here.
    async fn models(
        &self,
        pair: LanguagePair,
        route: &[Leg],
    ) -> Result<Vec<Arc<InstalledModel>>, EngineError> {
        let obtain = |leg: &Leg| {
            let leg = leg.clone();
            async move {
                match leg {
                    Leg::Installed(model) => Ok(model),
                    Leg::Obtainable(of_leg) => {
                        let model = self.obtaining.obtain(of_leg).await;
                        model
                            .map(Arc::new)
                            .map_err(|error| self.not_obtained(pair, &error))
                    }
                }
            }
        };
        try_join_all(route.iter().map(obtain)).await
    }

    fn not_obtained(&self, pair: LanguagePair, error: &ObtainError) -> EngineError {
        match error {
            ObtainError::Underway { pair } => EngineError::ModelOnItsWay {
                pair: *pair,
                retry_after: RETRY_DOWNLOAD,
            },
            ObtainError::Failed { .. } => self.unsupported(pair),
        }
    }

    fn unsupported(&self, pair: LanguagePair) -> EngineError {
        EngineError::UnsupportedPair {
            pair,
            remedy: self.remedy(pair),
        }
    }

    /// Translates the segments of a job, by the next best route if a model turns out to be
    /// broken: at most so many translations of each, of which `write` makes the answer.
    async fn translate_job<T: Send + 'static>(
        &self,
        job: TranslationJob,
        most: usize,
        write: Write<T>,
    ) -> Result<Vec<T>, EngineError> {
        let mut attempts = Attempts::default();
        loop {
            let models = self.next_models(job.pair, &mut attempts).await?;
            match self
                .translate_with(&models, job.clone(), (most, write))
                .await
            {
                Err(refusal @ EngineError::UnsupportedPair { .. }) => attempts.refused(refusal),
                result => return result,
            }
        }
    }

    /// Translates the segments of a job with these models, a chunk of them at a time.
    async fn translate_with<T: Send + 'static>(
        &self,
        models: &[Arc<InstalledModel>],
        job: TranslationJob,
        (most, write): (usize, Write<T>),
    ) -> Result<Vec<T>, EngineError> {
        let pair = job.pair;
        let claim = Claim {
            priority: job.priority,
            caller: job.caller,
        };
        // Once a job is under way it waits for room instead of losing what it has.
        self.admit(
            claim,
            job.segments
                .iter()
                .map(|segment| segment.text().len())
                .sum(),
        )?;
        let wish = job.guidance.register.map(|register| Wish {
            register,
            target: pair.target,
        });
        let wanted = Wanted {
            is_aligned: job.alignment,
            wish,
            most,
        };
        let translated: Vec<Vec<T>> = stream::iter(chunks(sought(&job.segments, job.seeks_terms)))
            .map(|segments| self.translate_chunk((pair, models), (segments, wanted), write, claim))
            // Enough that no thread waits for the next chunk of a large job.
            .buffered(self.steps.scheduler().threads() + 1)
            .try_collect()
            .await?;
        Ok(translated.into_iter().flatten().collect())
    }

    async fn translate_chunk<T: Send + 'static>(
        &self,
        (pair, models): (LanguagePair, &[Arc<InstalledModel>]),
        (segments, wanted): (Vec<Segment>, Wanted),
        write: Write<T>,
        claim: Claim,
    ) -> Result<Vec<T>, EngineError> {
        let begun = Instant::now();
        // Long segments with many placeholders take a while to take apart and to write.
        let (chunk, texts) = blocking("taking segments apart", move || {
            let chunk = Chunk::new(segments, wanted);
            let texts = chunk.texts();
            (chunk, texts)
        })
        .await?;
        // While alignments are made they take far more memory than in the end.
        let together = if wanted.is_aligned {
            ALIGNED_TOGETHER
        } else {
            usize::MAX
        };
        let (mut texts, mut translations) = (texts.into_iter(), Vec::<Translations>::new());
        while texts.len() > 0 {
            let texts = texts.by_ref().take(together).collect();
            let texts = Texts { texts, claim };
            translations.extend(self.steps.translate(pair, models, texts).await?);
        }
        let written = blocking("writing segments", move || write(&chunk, &translations)).await?;
        let seconds = begun.elapsed().as_secs_f64();
        for _ in &written {
            metrics::histogram!("dragoman_engine_segment_seconds", "engine" => NAME)
                .record(seconds);
        }
        Ok(written)
    }
}

#[async_trait]
impl Translator for Marian {
    fn name(&self) -> &'static str {
        NAME
    }

    fn offers(&self) -> Vec<Offer> {
        let routes = self.routes();
        let pairs = routes.pairs();
        pairs
            .filter_map(|pair| Some(self.offer_of(pair, &self.usable_route(&routes, pair)?)))
            .collect()
    }

    fn offer(&self, pair: LanguagePair) -> Option<Offer> {
        let route = self.usable_route(&self.routes(), pair);
        route.map(|route| self.offer_of(pair, &route))
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        let published = self.supply.published();
        let is_known = !published.is_empty();
        let routes = Routes::new(self.supply.installed(), published);
        if !is_known && routes.get(pair).is_none() {
            return Some(remedy_for_unknown(pair));
        }
        let mut missing = Vec::new();
        let mut faults = Vec::new();
        let route = routes.get(pair)?;
        for leg in &route {
            match leg {
                Leg::Installed(model) => {
                    let error = self.steps.pool().withdrawn(&model.id);
                    faults.extend(error.map(|error| (error, model.id.as_str())));
                }
                Leg::Obtainable(pair) => {
                    missing.push(format!("{}-{}", pair.source, pair.target));
                }
            }
        }
        remedy_for(&missing, &faults)
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let deadline = job.deadline;
        let work = self.translate_job(job, 1, Chunk::write);
        in_time(deadline, Box::pin(work)).await
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let deadline = job.deadline;
        let most = most.clamp(1, MOST_ALTERNATIVES);
        let work = self.translate_job(job, most, Chunk::write_all);
        in_time(deadline, Box::pin(work)).await
    }
}

/// What work comes to if it is done before the deadline.
pub(super) async fn in_time<T>(
    deadline: Option<Instant>,
    work: impl Future<Output = Result<T, EngineError>>,
) -> Result<T, EngineError> {
    let Some(deadline) = deadline else {
        return work.await;
    };
    let done = timeout_at(deadline.into(), work).await;
    done.unwrap_or_else(|_| {
        Err(EngineError::Overloaded {
            reason: "the translation was not ready in time".to_owned(),
            retry_after: RETRY_SOON,
        })
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is locked here is replaced as a whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Segments with the terms that the search is to seek.
fn sought(segments: &[Segment], seeks_terms: bool) -> Vec<Segment> {
    let sought = |segment: Segment| match seeks_terms {
        true => segment,
        false => segment.with_terms(Vec::new()),
    };
    segments.iter().cloned().map(sought).collect()
}
