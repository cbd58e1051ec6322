//! Models that are obtained when they are first wanted.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use dragoman_domain::LanguagePair;
use dragoman_tasks::{TaskSet, catch_async};
use tokio::sync::watch;
use tokio::time::timeout;

use super::config::MarianConfig;
use super::supply::{InstalledModel, ModelSupply};
use super::withdrawals::Withdrawals;

/// Why a model is not there yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ObtainError {
    /// It is still on its way.
    #[error("the model for {pair} is being downloaded")]
    Underway {
        /// The model's pair.
        pair: LanguagePair,
    },
    /// It could not be had, and is not tried again for a while.
    #[error("the model for {pair} could not be obtained: {reason}")]
    Failed {
        /// The model's pair.
        pair: LanguagePair,
        /// What went wrong, for the operator to read.
        reason: String,
    },
}

type Outcome = Result<InstalledModel, String>;

/// Obtains each model once, however many want it, and does not insist where that fails.
pub(super) struct Obtaining {
    supply: Arc<dyn ModelSupply>,
    config: MarianConfig,
    state: Arc<Mutex<State>>,
    /// Held so that they end with the engine.
    tasks: Mutex<TaskSet<()>>,
}

struct State {
    underway: HashMap<LanguagePair, watch::Receiver<Option<Outcome>>>,
    withdrawals: Withdrawals<LanguagePair>,
}

impl fmt::Debug for Obtaining {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Obtaining").finish_non_exhaustive()
    }
}

impl Obtaining {
    /// Obtains from this supply.
    pub(super) fn new(supply: Arc<dyn ModelSupply>, config: &MarianConfig) -> Self {
        let withdrawals = Withdrawals::new(config.withdrawal, config.longest_withdrawal);
        Self {
            supply,
            config: config.clone(),
            state: Arc::new(Mutex::new(State {
                underway: HashMap::new(),
                withdrawals,
            })),
            tasks: Mutex::default(),
        }
    }

    /// Whether the model of a pair could not be had lately.
    pub(super) fn is_withdrawn(&self, pair: LanguagePair) -> bool {
        let state = lock(&self.state);
        state.withdrawals.reason(&pair, Instant::now()).is_some()
    }

    /// Waits for the model of a pair. It goes on being obtained if the caller does not wait until
    /// the end.
    pub(super) async fn obtain(&self, pair: LanguagePair) -> Result<InstalledModel, ObtainError> {
        let mut outcome = self.join(pair)?;
        let finished = timeout(
            self.config.obtain_timeout,
            outcome.wait_for(Option::is_some),
        );
        let outcome = match finished.await {
            Ok(Ok(outcome)) => outcome.clone(),
            // The task ended with the engine.
            Ok(Err(_)) => None,
            Err(_) => return Err(ObtainError::Underway { pair }),
        };
        let outcome = outcome.unwrap_or_else(|| Err("the engine is shutting down".to_owned()));
        outcome.map_err(|reason| ObtainError::Failed { pair, reason })
    }

    /// Takes part in what is underway for a pair, or begins it.
    fn join(&self, pair: LanguagePair) -> Result<watch::Receiver<Option<Outcome>>, ObtainError> {
        let mut state = lock(&self.state);
        if let Some(reason) = state.withdrawals.reason(&pair, Instant::now()) {
            let reason = reason.to_owned();
            return Err(ObtainError::Failed { pair, reason });
        }
        if let Some(underway) = state.underway.get(&pair) {
            return Ok(underway.clone());
        }
        let (sender, receiver) = watch::channel(None);
        state.underway.insert(pair, receiver.clone());
        drop(state);
        let task = run(
            Arc::clone(&self.supply),
            Arc::clone(&self.state),
            pair,
            sender,
        );
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
        Ok(receiver)
    }
}

async fn run(
    supply: Arc<dyn ModelSupply>,
    state: Arc<Mutex<State>>,
    pair: LanguagePair,
    sender: watch::Sender<Option<Outcome>>,
) {
    tracing::info!(%pair, "a model is being obtained");
    let outcome = match catch_async(supply.obtain(pair)).await {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("it stopped with a panic".to_owned()),
    };
    let mut state = lock(&state);
    state.underway.remove(&pair);
    match &outcome {
        Ok(model) => {
            tracing::info!(%pair, model = model.id, "a model was obtained");
            state.withdrawals.succeed(&pair);
        }
        Err(reason) => {
            tracing::error!(%pair, %reason, "a model could not be obtained");
            state.withdrawals.fail(pair, reason.clone(), Instant::now());
        }
    }
    drop(state);
    sender.send_replace(Some(outcome));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change to what is locked here is complete before anything could panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
