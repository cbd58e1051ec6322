//! Loaded models: within a budget of memory, each loaded once, those used longest ago given up for
//! others.

use std::collections::HashMap;
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use dragoman_nmt::{Model, ModelPaths, VocabularyPaths};
use dragoman_tasks::spawn_blocking;
use tokio::sync::Notify;
use tokio::time::timeout_at;

use super::config::MarianConfig;
use super::supply::InstalledModel;
use super::withdrawals::Withdrawals;

/// Why a model cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PoolError {
    /// It cannot be loaded.
    #[error("{reason}")]
    Broken {
        /// What is wrong with it, for the operator to read.
        reason: String,
    },
    /// It alone needs more memory than all models may take.
    #[error("it needs {needed} bytes of memory and the budget is {budget}")]
    TooLarge {
        /// What it needs, in bytes.
        needed: u64,
        /// The budget of all models, in bytes.
        budget: u64,
    },
    /// The models in use left no room for it for too long.
    #[error("no memory is free for the model")]
    NoRoom,
}

fn broken(reason: &str) -> PoolError {
    PoolError::Broken {
        reason: reason.to_owned(),
    }
}

/// The models of one engine.
#[derive(Debug)]
pub(super) struct Pool {
    config: MarianConfig,
    state: Mutex<State>,
    /// Held by whoever waits for room, so that those who come later wait behind it and the room
    /// is not taken away again.
    entrance: tokio::sync::Mutex<()>,
    /// Something was loaded or is not in use any more.
    changed: Notify,
}

#[derive(Debug)]
struct State {
    slots: HashMap<String, Slot>,
    uses: u64,
    withdrawals: Withdrawals<String, PoolError>,
}

#[derive(Debug)]
struct Slot {
    /// Tells it from others that had or will have its place.
    serial: u64,
    /// `None` while it is being loaded.
    model: Option<Arc<Model>>,
    bytes: u64,
    claims: usize,
    last_use: u64,
    /// It is not installed any more, so it goes as soon as nobody uses it.
    is_retired: bool,
}

/// What a request for a model leads to.
enum Entry {
    /// It is loaded or on its way, and stays.
    Claimed(Claim),
    /// The models in use leave no room for it.
    NoRoom,
    /// It is not loaded, and its size is needed to load it.
    Absent,
}

/// Keeps a model, loaded or on its way, from being given up for others.
#[derive(Debug)]
struct Claim {
    pool: Arc<Pool>,
    id: String,
    serial: u64,
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        if let Some(slot) = state.slot_mut(&self.id, self.serial) {
            slot.claims = slot.claims.saturating_sub(1);
        }
        let retired = state.drop_retired();
        drop(state);
        drop(retired);
        self.pool.changed.notify_waiters();
    }
}

/// A model that stays loaded until this is dropped.
#[derive(Debug)]
pub(super) struct Lease {
    model: Arc<Model>,
    _claim: Claim,
}

impl Deref for Lease {
    type Target = Arc<Model>;

    fn deref(&self) -> &Arc<Model> {
        &self.model
    }
}

impl Pool {
    /// An empty pool.
    pub(super) fn new(config: &MarianConfig) -> Self {
        Self {
            state: Mutex::new(State {
                slots: HashMap::new(),
                uses: 0,
                withdrawals: Withdrawals::new(config.withdrawal, config.longest_withdrawal),
            }),
            config: config.clone(),
            entrance: tokio::sync::Mutex::new(()),
            changed: Notify::new(),
        }
    }

    /// Why a model is withdrawn, if it turned out to be unusable lately.
    pub(super) fn withdrawn(&self, id: &str) -> Option<PoolError> {
        let state = self.state();
        let reason = state.withdrawals.reason(&id.to_owned(), Instant::now());
        reason.cloned()
    }

    /// Why a model could not be used when it was last tried.
    pub(super) fn last_failure(&self, id: &str) -> Option<PoolError> {
        let state = self.state();
        state.withdrawals.last_failure(&id.to_owned()).cloned()
    }

    /// The memory that a loaded model takes, in bytes.
    pub(super) fn loaded_bytes(&self, id: &str) -> Option<u64> {
        let state = self.state();
        let slot = state.slots.get(id).filter(|slot| slot.model.is_some());
        slot.map(|slot| slot.bytes)
    }

    /// The memory that all models take, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.state().bytes()
    }

    /// Gives up the models that are not installed any more, each as soon as nobody uses it, and
    /// forgets what failed of them.
    pub(super) fn retain(&self, is_installed: impl Fn(&str) -> bool) {
        let mut state = self.state();
        for (id, slot) in &mut state.slots {
            slot.is_retired = !is_installed(id);
        }
        state.withdrawals.retain(|id| is_installed(id));
        let retired = state.drop_retired();
        drop(state);
        drop(retired);
        self.changed.notify_waiters();
    }

    /// A model, loaded if it is not yet. The wait for room ends after a while; loading takes as
    /// long as it takes.
    ///
    /// Nobody may hold one lease and wait for another: two who did would wait for each other.
    pub(super) async fn lease(
        self: &Arc<Self>,
        model: &InstalledModel,
    ) -> Result<Lease, PoolError> {
        let claim = self.claim(model).await?;
        loop {
            // Registered before anything is looked at, so that no change is missed.
            let mut changed = Box::pin(self.changed.notified());
            changed.as_mut().enable();
            if let Some(model) = self.claimed(&claim)? {
                return Ok(Lease {
                    model,
                    _claim: claim,
                });
            }
            changed.await;
        }
    }

    /// Claims a model, waiting in turn for room if it is not there.
    async fn claim(self: &Arc<Self>, model: &InstalledModel) -> Result<Claim, PoolError> {
        let deadline = Instant::now() + self.config.room_timeout;
        let turn = timeout_at(deadline.into(), self.entrance.lock()).await;
        let _turn = turn.map_err(|_| PoolError::NoRoom)?;
        let mut needed = None;
        loop {
            let mut changed = Box::pin(self.changed.notified());
            changed.as_mut().enable();
            match self.look_up(model, needed)? {
                Entry::Claimed(claim) => return Ok(claim),
                Entry::NoRoom => {
                    let change = timeout_at(deadline.into(), changed).await;
                    change.map_err(|_| PoolError::NoRoom)?;
                }
                Entry::Absent => {
                    let paths = model.paths.clone();
                    let size = spawn_blocking(move || memory_estimate(&paths)).await;
                    needed = Some(size.unwrap_or(0));
                }
            }
        }
    }

    /// A claimed model, once it is loaded.
    fn claimed(&self, claim: &Claim) -> Result<Option<Arc<Model>>, PoolError> {
        let mut state = self.state();
        if let Some(slot) = state.slot_mut(&claim.id, claim.serial) {
            return Ok(slot.model.clone());
        }
        let failure = state.withdrawals.last_failure(&claim.id).cloned();
        Err(failure.unwrap_or_else(|| broken("it was given up")))
    }

    /// Claims a model if it is there. One that is not begins to load if `needed`, its size, is
    /// known and there is room.
    fn look_up(
        self: &Arc<Self>,
        model: &InstalledModel,
        needed: Option<u64>,
    ) -> Result<Entry, PoolError> {
        let mut state = self.state();
        state.uses += 1;
        let uses = state.uses;
        if let Some(slot) = state.slots.get_mut(&model.id) {
            slot.claims += 1;
            slot.last_use = uses;
            return Ok(Entry::Claimed(self.claim_on(model, slot.serial)));
        }
        if let Some(reason) = state.withdrawals.reason(&model.id, Instant::now()) {
            return Err(reason.clone());
        }
        let Some(needed) = needed else {
            return Ok(Entry::Absent);
        };
        let budget = self.config.memory_budget_bytes;
        if needed > budget {
            let error = PoolError::TooLarge { needed, budget };
            state.withdraw(&model.id, error.clone());
            return Err(error);
        }
        let limit = budget.saturating_sub(needed);
        let evicted = state.make_room(limit);
        let has_room = state.bytes() <= limit;
        if has_room {
            let slot = Slot {
                serial: uses,
                model: None,
                bytes: needed,
                claims: 1,
                last_use: uses,
                is_retired: false,
            };
            state.slots.insert(model.id.clone(), slot);
        }
        gauge_memory(&state);
        drop(state);
        // Outside of the lock: giving memory back takes a while.
        drop(evicted);
        if !has_room {
            return Ok(Entry::NoRoom);
        }
        self.begin_to_load(model);
        Ok(Entry::Claimed(self.claim_on(model, uses)))
    }

    fn claim_on(self: &Arc<Self>, model: &InstalledModel, serial: u64) -> Claim {
        Claim {
            pool: Arc::clone(self),
            id: model.id.clone(),
            serial,
        }
    }

    /// Loads a model in the background, whoever waits for it and whether or not anybody still does.
    fn begin_to_load(self: &Arc<Self>, model: &InstalledModel) {
        let (pool, model) = (Arc::clone(self), model.clone());
        spawn_blocking(move || {
            // Takes the slot away again if the loading does not even fail properly.
            let mut load = Load {
                pool,
                id: model.id.clone(),
                result: Err(broken("loading it stopped with a panic")),
            };
            let begun = Instant::now();
            load.result = load_model(&model);
            let seconds = begun.elapsed().as_secs_f64();
            metrics::histogram!("dragoman_neural_model_load_seconds").record(seconds);
        });
    }

    fn finish_loading(&self, id: &str, result: Result<(Arc<Model>, u64), PoolError>) {
        let mut state = self.state();
        let budget = self.config.memory_budget_bytes;
        let result = result.and_then(|(model, needed)| {
            let fits = needed <= budget;
            let error = PoolError::TooLarge { needed, budget };
            fits.then_some((model, needed)).ok_or(error)
        });
        let outcome = if result.is_ok() { "ok" } else { "error" };
        let mut evicted = Vec::new();
        match result {
            Ok((model, bytes)) => {
                state.withdrawals.succeed(&id.to_owned());
                if let Some(slot) = state.slots.get_mut(id) {
                    slot.bytes = bytes;
                    // The estimate may have been too low. This one is not given up for itself.
                    evicted = state.make_room(budget);
                }
                if let Some(slot) = state.slots.get_mut(id) {
                    slot.model = Some(model);
                }
                evicted.extend(state.drop_retired());
            }
            Err(reason) => {
                tracing::error!(model = id, %reason, "a model cannot be used");
                state.slots.remove(id);
                state.withdraw(id, reason);
            }
        }
        gauge_memory(&state);
        drop(state);
        drop(evicted);
        metrics::counter!("dragoman_neural_model_loads_total", "outcome" => outcome).increment(1);
        self.changed.notify_waiters();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn slot_mut(&mut self, id: &str, serial: u64) -> Option<&mut Slot> {
        let slot = self.slots.get_mut(id);
        slot.filter(|slot| slot.serial == serial)
    }

    fn bytes(&self) -> u64 {
        self.slots.values().map(|slot| slot.bytes).sum()
    }

    fn withdraw(&mut self, id: &str, reason: PoolError) {
        self.withdrawals.fail(id.to_owned(), reason, Instant::now());
    }

    /// Takes out the models that are not installed any more and that nobody uses. Gives them to
    /// the caller to drop.
    fn drop_retired(&mut self) -> Vec<Slot> {
        let is_over = |slot: &Slot| slot.is_retired && slot.model.is_some() && slot.claims == 0;
        let retired = self.slots.extract_if(|_, slot| is_over(slot));
        let retired: Vec<(String, Slot)> = retired.collect();
        if !retired.is_empty() {
            gauge_memory(self);
        }
        let given_up = retired.into_iter().map(|(id, slot)| {
            tracing::info!(
                model = id,
                "a model that is not installed any more was given up"
            );
            slot
        });
        given_up.collect()
    }

    /// Gives up models that nobody uses, those used longest ago first, until all take at most
    /// `limit` bytes. Gives them to the caller to drop.
    fn make_room(&mut self, limit: u64) -> Vec<Slot> {
        let mut evicted = Vec::new();
        while self.bytes() > limit {
            let idle = self
                .slots
                .iter()
                .filter(|(_, slot)| slot.model.is_some() && slot.claims == 0);
            let oldest = idle.min_by_key(|(_, slot)| slot.last_use);
            let Some(id) = oldest.map(|(id, _)| id.clone()) else {
                break;
            };
            evicted.extend(self.slots.remove(&id));
            tracing::info!(model = id, "a model was given up to make room");
            metrics::counter!("dragoman_neural_model_evictions_total").increment(1);
        }
        evicted
    }
}

/// A model on its way into the pool.
struct Load {
    pool: Arc<Pool>,
    id: String,
    result: Result<(Arc<Model>, u64), PoolError>,
}

impl Drop for Load {
    fn drop(&mut self) {
        let result = std::mem::replace(&mut self.result, Err(broken("")));
        self.pool.finish_loading(&self.id, result);
    }
}

/// Loads a model; gives it with the memory that it takes, in bytes.
fn load_model(model: &InstalledModel) -> Result<(Arc<Model>, u64), PoolError> {
    let loaded = Model::load(&model.paths).map_err(|error| broken(&error.to_string()))?;
    let bytes = file_bytes(&model.paths).saturating_add(loaded.packed_bytes() as u64);
    Ok((Arc::new(loaded), bytes))
}

/// The memory that a model will take, in bytes, by the size of its files: the files themselves and
/// the weights once more, packed, as bytes.
fn memory_estimate(paths: &ModelPaths) -> u64 {
    let weights = file_size(&paths.weights);
    let is_float = paths
        .weights
        .extension()
        .is_some_and(|extension| extension == "npz");
    let packed = if is_float { weights / 4 } else { weights };
    file_bytes(paths).saturating_add(packed)
}

fn file_bytes(paths: &ModelPaths) -> u64 {
    let vocabularies: Vec<&Path> = match &paths.vocabulary {
        VocabularyPaths::Shared(path) => vec![path],
        VocabularyPaths::Split { source, target } => vec![source, target],
        VocabularyPaths::Table {
            source,
            target,
            table,
        } => vec![source, target, table],
    };
    let shortlist = paths.shortlist.as_deref();
    let files = std::iter::once(paths.weights.as_path())
        .chain(shortlist)
        .chain(vocabularies);
    files.map(file_size).fold(0, u64::saturating_add)
}

/// The size of a file, or zero if it cannot be told: loading it will say why.
fn file_size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

#[expect(clippy::cast_precision_loss, reason = "a metric need not be exact")]
fn gauge_memory(state: &State) {
    metrics::gauge!("dragoman_engine_memory_bytes", "engine" => super::NAME)
        .set(state.bytes() as f64);
    metrics::gauge!("dragoman_neural_models").set(state.slots.len() as f64);
}
