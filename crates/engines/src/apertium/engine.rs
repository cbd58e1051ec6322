use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    Abilities, EngineError, EngineQuality, LanguagePair, Offer, SegmentTranslation, TranslationJob,
    Translator,
};
use dragoman_tasks::TaskSet;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::sync::watch;
use tokio::time::Instant;

use super::catalogue::{self, MODES, ModeEntry, Route};
use super::codec::{Content, decode, encode};
use super::config::ApertiumConfig;
use super::fault::Fault;
use super::ledger::Ledger;
use super::mode::{Mode, ModeError};
use super::pool::{Pool, REQUESTS_AT_ONCE, try_once};
use super::process::StageOptions;
use super::report::{ModeReport, PairReport, Report, State};
use super::steps::{self, Step};
use dragoman_domain::WorkOwner;
use dragoman_fairness::Refusal;

const NAME: &str = "apertium";

/// After how long it is worth asking again when a queue is full. A pipeline answers hundreds of
/// segments in that time.
const RETRY_AFTER: Duration = Duration::from_secs(2);

type States = HashMap<&'static str, State>;

/// The Apertium engine. Dropping it kills its processes.
#[derive(Debug)]
pub struct Apertium {
    routes: HashMap<LanguagePair, Route>,
    pool: Pool,
    states: watch::Receiver<States>,
    segments_at_once: usize,
    /// Held so that the tests end with the engine.
    tests: tokio::sync::Mutex<TaskSet<()>>,
}

impl Apertium {
    /// Finds out which modes are installed and offers them; if so configured, each then has to
    /// translate a sentence, in the background, and is withdrawn if it cannot.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    pub async fn start(config: ApertiumConfig) -> Self {
        let mut states = States::new();
        let mut modes = Vec::new();
        for entry in MODES {
            let loaded = Mode::load(
                &config.modes_dir,
                &config.program_dirs,
                entry.name,
                entry.has_broken_tagger(),
            );
            states.insert(entry.name, state_of_files(*entry, loaded.as_ref().err()));
            modes.extend(loaded.ok().map(|mode| (*entry, mode)));
        }
        let pool = Pool::new(
            modes.iter().map(|(_, mode)| mode.clone()).collect(),
            &config,
            NAME,
        );
        let (sender, receiver) = watch::channel(states);
        let mut tests = TaskSet::new();
        if config.test_at_start {
            tests.spawn(test_all(
                modes,
                Arc::clone(pool.ledger()),
                config.clone(),
                sender,
            ));
        }
        let routes = catalogue::routes()
            .into_iter()
            .map(|route| (route.pair, route));
        Self {
            routes: routes.collect(),
            pool,
            states: receiver,
            segments_at_once: REQUESTS_AT_ONCE * config.max_pipelines_per_mode.max(1),
            tests: tokio::sync::Mutex::new(tests),
        }
    }

    /// Waits until every installed mode has been tested, if any is.
    pub async fn wait_ready(&self) {
        let mut states = self.states.clone();
        // An error means that the tests have ended, with all states set.
        let _ = states
            .wait_for(|states| !states.values().any(|state| *state == State::Untested))
            .await;
    }

    /// What works and what does not, by mode and by pair.
    #[must_use]
    pub fn report(&self) -> Report {
        let states = self.states.borrow();
        let modes = MODES
            .iter()
            .map(|entry| ModeReport {
                mode: entry.name.into(),
                package: entry.package.into(),
                state: state_of(&states, entry.name),
                memory_bytes: self.pool.ledger().measured(entry.name),
            })
            .collect();
        let mut pairs: Vec<PairReport> = self
            .routes
            .values()
            .map(|route| PairReport {
                pair: route.pair,
                modes: route.modes.iter().map(|&mode| mode.into()).collect(),
                state: state_of_route(&states, route),
            })
            .collect();
        pairs.sort_by_key(|report| report.pair);
        Report { modes, pairs }
    }

    /// The memory that all pipelines hold, in bytes, as last measured or estimated.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        self.pool.ledger().held()
    }

    /// Ends all pipelines, after the requests they work on, and waits until their processes are
    /// gone. Later jobs fail as unavailable.
    pub async fn shut_down(&self) {
        self.tests.lock().await.shutdown().await;
        self.pool.close().await;
    }

    /// The steps of a pair's route, as a caller takes them.
    fn steps(&self, pair: LanguagePair, caller: WorkOwner) -> Result<Vec<Step>, EngineError> {
        let unsupported = |remedy| EngineError::UnsupportedPair { pair, remedy };
        let route = self.routes.get(&pair).ok_or_else(|| unsupported(None))?;
        let state = state_of_route(&self.states.borrow(), route);
        if !state.is_offered() {
            return Err(unsupported(state.remedy()));
        }
        route
            .modes
            .iter()
            .map(|&mode| {
                let queue = self.pool.queue(mode).ok_or_else(|| unsupported(None))?;
                let entry = catalogue::mode_entry(mode);
                Ok(Step {
                    queue: Arc::clone(queue),
                    caller,
                    into_english: entry.is_some_and(|entry| entry.target == "en"),
                })
            })
            .collect()
    }
}

#[async_trait]
impl Translator for Apertium {
    fn name(&self) -> &'static str {
        NAME
    }

    fn offers(&self) -> Vec<Offer> {
        let states = self.states.borrow();
        self.routes
            .values()
            .filter(|route| state_of_route(&states, route).is_offered())
            .map(|route| Offer {
                pair: route.pair,
                quality: EngineQuality::Basic,
                abilities: Abilities::default(),
            })
            .collect()
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        let route = self.routes.get(&pair)?;
        state_of_route(&self.states.borrow(), route).remedy()
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let steps = self.steps(job.pair, job.caller)?;
        if let Some(Err(refusal)) = steps.first().map(|step| step.queue.check(job.caller)) {
            let reason = match refusal {
                Refusal::Full => "its queue is full",
                Refusal::Share => "as much work of this key is waiting as is allowed",
            };
            return Err(EngineError::Overloaded {
                reason: reason.to_owned(),
                retry_after: RETRY_AFTER,
            });
        }
        // No more at once than the pipelines work on, so that a long job does not keep a short one
        // from its turn.
        let (steps, aligned) = (steps.as_slice(), job.alignment);
        stream::iter(job.segments.to_vec())
            .map(|segment| async move {
                let begun = Instant::now();
                let translation = steps::translate(steps, &segment, aligned).await;
                metrics::histogram!("dragoman_engine_segment_seconds", "engine" => NAME)
                    .record(begun.elapsed().as_secs_f64());
                translation
            })
            .buffered(self.segments_at_once)
            .try_collect()
            .await
            .map_err(|fault| EngineError::Unavailable {
                reason: fault.to_string(),
            })
    }
}

fn state_of_files(entry: ModeEntry, error: Option<&ModeError>) -> State {
    match error {
        None => State::Untested,
        Some(ModeError::NoModeFile(_)) => State::Missing {
            packages: vec![entry.package.into()],
        },
        Some(error) => State::Broken {
            reason: error.to_string(),
        },
    }
}

fn state_of(states: &States, mode: &str) -> State {
    states.get(mode).cloned().unwrap_or(State::Untested)
}

fn state_of_route(states: &States, route: &Route) -> State {
    route
        .modes
        .iter()
        .map(|mode| state_of(states, mode))
        .fold(State::Working, State::and)
}

/// Tests the modes, a few at a time, and publishes the result of each.
async fn test_all(
    modes: Vec<(ModeEntry, Mode)>,
    ledger: Arc<Ledger>,
    config: ApertiumConfig,
    states: watch::Sender<States>,
) {
    let options = config.stage_options();
    let begun = Instant::now();
    let count = modes.len();
    stream::iter(modes)
        .for_each_concurrent(config.concurrent_tests.max(1), |(entry, mode)| {
            let (ledger, options, states) = (&ledger, &options, &states);
            async move {
                let state = test(entry, &mode, ledger, options).await;
                if let State::Broken { reason } = &state {
                    tracing::warn!(
                        mode = entry.name,
                        reason,
                        "a mode of Apertium does not work"
                    );
                }
                states.send_modify(|states| {
                    states.insert(entry.name, state);
                });
            }
        })
        .await;
    let seconds = begun.elapsed().as_secs_f64();
    tracing::info!(modes = count, seconds, "the modes of Apertium are tested");
}

/// Lets a mode translate a sentence. One that gives nothing, or the sentence itself, has data
/// that do not work.
async fn test(
    entry: ModeEntry,
    mode: &Mode,
    ledger: &Arc<Ledger>,
    options: &StageOptions,
) -> State {
    let broken = |reason: String| State::Broken { reason };
    let sentence = encode_sentence(entry.sample());
    let mut outcome = try_once(mode, ledger, options, &sentence).await;
    if outcome.is_err() {
        // What killed a stage once, such as a lack of memory, may have passed.
        outcome = try_once(mode, ledger, options, &sentence).await;
    }
    match outcome {
        Ok(answer) => {
            let words = decode(&answer, false);
            let text = Content {
                pieces: Vec::new(),
                kept: Vec::new(),
            }
            .write(&words);
            if text.split_whitespace().count() * 2 < entry.sample().split_whitespace().count() {
                broken("it loses most of a sentence".into())
            } else if text.trim() == entry.sample() {
                broken("it leaves a sentence untranslated".into())
            } else {
                State::Working
            }
        }
        Err(fault @ (Fault::NotStarted(..) | Fault::StageEnded(..))) => broken(fault.to_string()),
        Err(fault) => broken(format!("a test sentence failed: {fault}")),
    }
}

fn encode_sentence(sentence: &str) -> String {
    let segment = dragoman_domain::Segment::new(sentence, Vec::new());
    encode(&Content::of(&segment).pieces).body
}
