//! One dictionary with its two queues.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cache::{Cache, Verdict};
use super::config::HunspellConfig;
use super::files::{Charset, Files};
use super::process::{Fault, Recipe};
use super::protocol::Task;
use super::queue::{Health, Queue, WorkerSetup};
use super::report::DictionaryState;
use crate::programs::Starter;
use dragoman_domain::WorkOwner;

/// What of a word is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookup {
    /// Whether there is such a word.
    Existence,
    /// Similar words too, if there is none.
    Suggestions,
}

/// A dictionary that is installed.
#[derive(Debug)]
pub(super) struct Dictionary {
    charset: Charset,
    cache: Arc<Cache>,
    health: Arc<Health>,
    checker: Arc<Queue>,
    suggester: Arc<Queue>,
    has_answered: AtomicBool,
}

impl Dictionary {
    /// A dictionary, and what the workers that it needs begin with.
    pub(super) fn new(
        files: Files,
        charset: Charset,
        program: PathBuf,
        config: &HunspellConfig,
    ) -> (Self, [WorkerSetup; 2]) {
        let dictionary = Self {
            charset,
            cache: Arc::new(Cache::new(config.cache_bytes)),
            health: Arc::new(Health::new(config.pause)),
            checker: Arc::new(Queue::new(Task::Check, config.queue_capacity)),
            suggester: Arc::new(Queue::new(Task::Suggest, config.queue_capacity)),
            has_answered: AtomicBool::new(false),
        };
        let recipe = Recipe {
            program,
            starter: Starter::new(config.sandbox.clone(), config.confinement.clone()),
            files,
            start_timeout: config.start_timeout,
            request_timeout: config.request_timeout,
        };
        let setup = |task, queue: &Arc<Queue>| WorkerSetup {
            task,
            recipe: recipe.clone(),
            idle_timeout: config.idle_timeout,
            queue: Arc::clone(queue),
            cache: Arc::clone(&dictionary.cache),
            health: Arc::clone(&dictionary.health),
        };
        let setups = [
            setup(Task::Check, &dictionary.checker),
            setup(Task::Suggest, &dictionary.suggester),
        ];
        (dictionary, setups)
    }

    pub(super) const fn charset(&self) -> Charset {
        self.charset
    }

    /// Whether it works, as far as that is known.
    pub(super) fn state(&self) -> DictionaryState {
        match self.health.failure() {
            Some(fault) => DictionaryState::Broken {
                reason: fault.to_string(),
            },
            None if self.has_answered.load(Ordering::Relaxed) => DictionaryState::Working,
            None => DictionaryState::Untested,
        }
    }

    /// What is known of each of these words: from what was answered before, or by asking.
    pub(super) async fn verdicts(
        &self,
        caller: WorkOwner,
        words: BTreeSet<String>,
        lookup: Lookup,
    ) -> Result<HashMap<String, Verdict>, Fault> {
        let mut verdicts = HashMap::with_capacity(words.len());
        let mut new = Vec::new();
        for word in words {
            match self.cache.get(&word) {
                Some(verdict) => {
                    verdicts.insert(word, verdict);
                }
                None => new.push(word),
            }
        }
        if let Some(fault) = self.health.failure() {
            return Err(fault);
        }
        let answers = self.checker.ask(caller, new.clone()).await?;
        verdicts.extend(new.into_iter().zip(answers));
        if lookup == Lookup::Suggestions {
            let is_unknown = |(word, verdict): (&String, &Verdict)| {
                (*verdict == Verdict::Unknown).then(|| word.clone())
            };
            let unknown: Vec<String> = verdicts.iter().filter_map(is_unknown).collect();
            let answers = self.suggester.ask(caller, unknown.clone()).await?;
            verdicts.extend(unknown.into_iter().zip(answers));
        }
        self.has_answered.store(true, Ordering::Relaxed);
        Ok(verdicts)
    }

    /// Refuses what waits and whatever else comes.
    pub(super) fn close(&self) {
        self.checker.close();
        self.suggester.close();
    }
}
