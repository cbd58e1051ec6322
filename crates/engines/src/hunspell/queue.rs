//! The queue of one task of a dictionary, and the worker that answers it with a process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::Spelling;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, timeout};

use super::cache::{Cache, Verdict};
use super::process::{Fault, NAME, Process, Recipe};
use super::protocol::Task;
use dragoman_domain::WorkOwner;
use dragoman_fairness::FairQueue;
use dragoman_fairness::{Closed, Permit, Refusal, Room};

/// A word that waits to be asked for.
#[derive(Debug)]
struct Ask {
    word: String,
    reply: oneshot::Sender<Result<Verdict, Fault>>,
    /// Held for its place in the queue.
    _place: Permit<WorkOwner>,
}

/// Words that wait for one task of a dictionary. Callers share it fairly, by words.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    places: Arc<Room<WorkOwner>>,
    /// How many words of one question wait at a time.
    batch: usize,
    work: Notify,
}

#[derive(Debug)]
struct State {
    waiting: FairQueue<WorkOwner, Ask>,
    closed: bool,
}

impl Queue {
    /// A queue with this many places for words of a task.
    pub(super) fn new(task: Task, capacity: usize) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: FairQueue::new(),
                closed: false,
            }),
            places: Room::new(capacity),
            batch: task.words_at_once(),
            work: Notify::new(),
        }
    }

    /// What the dictionary says of words, in order. They come in parts, so that another question of
    /// the same caller takes turns with the rest of a long one. Dropping the future takes back what has
    /// not begun.
    pub(super) async fn ask(
        &self,
        caller: WorkOwner,
        words: Vec<String>,
    ) -> Result<Vec<Verdict>, Fault> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        self.check(caller, words.len())?;
        let places = self.places.take(caller, words.len()).await;
        let mut places = places.map_err(|Closed| Fault::ShuttingDown)?;
        let mut verdicts = Vec::with_capacity(words.len());
        for part in words.chunks(self.batch) {
            for answer in self.push(caller, part, &mut places) {
                verdicts.push(answer.await.unwrap_or(Err(Fault::ShuttingDown))?);
            }
        }
        Ok(verdicts)
    }

    /// Refuses what waits and whatever else comes.
    pub(super) fn close(&self) {
        self.places.close();
        let mut state = self.state();
        state.closed = true;
        state.waiting = FairQueue::new();
    }

    /// Whether there is a place, those of words that were taken back not counted. Who has a share of
    /// them already is not refused and waits: the texts of one request come at the same time.
    fn check(&self, caller: WorkOwner, count: usize) -> Result<(), Fault> {
        let checked = self.places.check(caller, count).or_else(|_| {
            self.state().waiting.retain(|ask| !ask.reply.is_closed());
            self.places.check(caller, count)
        });
        match checked {
            Err(Refusal::Full) => Err(Fault::Full),
            Ok(()) | Err(Refusal::Share) => Ok(()),
        }
    }

    fn push(
        &self,
        caller: WorkOwner,
        words: &[String],
        places: &mut Permit<WorkOwner>,
    ) -> Vec<oneshot::Receiver<Result<Verdict, Fault>>> {
        let mut answers = Vec::with_capacity(words.len());
        let mut state = self.state();
        for word in words {
            let (reply, answer) = oneshot::channel();
            answers.push(answer);
            if !state.closed {
                let ask = Ask {
                    word: word.clone(),
                    reply,
                    _place: places.split(1),
                };
                state.waiting.push(caller, 1, ask);
            }
        }
        drop(state);
        self.work.notify_one();
        answers
    }

    /// Waits until something is to be done.
    async fn wanted(&self) {
        while self.state().waiting.is_empty() {
            self.work.notified().await;
        }
    }

    /// The next words to ask for, at least one and at most `most`, without what was taken back.
    async fn next(&self, most: usize) -> VecDeque<Ask> {
        loop {
            {
                let mut state = self.state();
                state.waiting.retain(|ask| !ask.reply.is_closed());
                let asks: VecDeque<Ask> = (0..most).map_while(|_| state.waiting.pop()).collect();
                if !asks.is_empty() {
                    return asks;
                }
            }
            self.work.notified().await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change to the state is complete before anything could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the processes of a dictionary start.
#[derive(Debug)]
pub(super) struct Health {
    pause: Duration,
    failure: Mutex<Option<(Fault, Instant)>>,
}

impl Health {
    /// Nothing has failed; what fails is left alone for so long.
    pub(super) fn new(pause: Duration) -> Self {
        Self {
            pause,
            failure: Mutex::default(),
        }
    }

    /// Why the dictionary is left alone now, if it is.
    pub(super) fn failure(&self) -> Option<Fault> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let (fault, until) = failure.as_ref()?;
        (Instant::now() < *until).then(|| fault.clone())
    }

    fn set(&self, outcome: Result<(), &Fault>) {
        let failure = outcome
            .err()
            .map(|fault| (fault.clone(), Instant::now() + self.pause));
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }
}

/// What a worker has.
#[derive(Debug)]
pub(super) struct WorkerSetup {
    pub(super) task: Task,
    pub(super) recipe: Recipe,
    pub(super) idle_timeout: Duration,
    pub(super) queue: Arc<Queue>,
    pub(super) cache: Arc<Cache>,
    pub(super) health: Arc<Health>,
}

/// A worker: takes up a process when there is work, and lays it down when there is none.
pub(super) async fn work(setup: WorkerSetup, mut closed: watch::Receiver<bool>) {
    let mut slot = Slot {
        setup: &setup,
        process: None,
    };
    loop {
        tokio::select! {
            () = setup.queue.wanted() => {}
            () = is_closed(&mut closed) => return,
        }
        loop {
            let next = setup.queue.next(setup.task.words_at_once());
            let asks = tokio::select! {
                asks = timeout(setup.idle_timeout, next) => asks.ok(),
                () = is_closed(&mut closed) => None,
            };
            let Some(asks) = asks else { break };
            slot.answer(asks).await;
        }
        slot.stop().await;
    }
}

async fn is_closed(closed: &mut watch::Receiver<bool>) {
    // An error means that the dictionaries are gone, which is the same to a worker.
    let _ = closed.wait_for(|closed| *closed).await;
}

/// A worker's place for a process, which comes and goes with faults.
struct Slot<'a> {
    setup: &'a WorkerSetup,
    process: Option<Process>,
}

impl Slot<'_> {
    /// Answers. On a fault the process is replaced and asked once more, for one word after the other.
    async fn answer(&mut self, mut asks: VecDeque<Ask>) {
        if self.setup.task == Task::Suggest {
            // Some may have been answered to others since they were put in.
            asks = asks
                .into_iter()
                .filter_map(|ask| self.recall(ask))
                .collect();
            if asks.is_empty() {
                return;
            }
        }
        let labels = [("engine", NAME), ("mode", self.setup.recipe.files.name)];
        metrics::counter!("dragoman_engine_requests_total", &labels).increment(asks.len() as u64);
        let Err(fault) = self.attempt(&mut asks).await else {
            return;
        };
        tracing::warn!(dictionary = labels[1].1, %fault, "a process of hunspell failed and is replaced");
        metrics::counter!("dragoman_engine_restarts_total", &labels).increment(1);
        for ask in asks {
            if ask.reply.is_closed() {
                continue;
            }
            if let Some(fault) = self.setup.health.failure() {
                let _ = ask.reply.send(Err(fault));
                continue;
            }
            let mut alone = VecDeque::from([ask]);
            let Err(fault) = self.attempt(&mut alone).await else {
                continue;
            };
            tracing::warn!(dictionary = labels[1].1, %fault, "a word failed twice");
            metrics::counter!("dragoman_engine_failures_total", &labels).increment(1);
            for ask in alone {
                self.give_up(ask, &fault);
            }
        }
    }

    /// Answers with what is known already; returns the word if that is not enough.
    fn recall(&self, ask: Ask) -> Option<Ask> {
        match self.setup.cache.get(&ask.word) {
            Some(verdict @ (Verdict::Known | Verdict::Similar(_))) => {
                let _ = ask.reply.send(Ok(verdict));
                None
            }
            Some(Verdict::Unknown) | None => Some(ask),
        }
    }

    /// Asks the process once. Words are taken out as they are answered; what is left after a fault
    /// was not.
    async fn attempt(&mut self, asks: &mut VecDeque<Ask>) -> Result<(), Fault> {
        let (setup, process) = (self.setup, self.ready().await?);
        let words: Vec<String> = asks.iter().map(|ask| ask.word.clone()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let outcome = process.ask(&words, |spelling| {
            if let Some(ask) = asks.pop_front() {
                setup.reply(ask, spelling);
            }
        });
        let outcome = outcome.await;
        if outcome.is_err() {
            self.stop().await;
        }
        outcome
    }

    /// Answers for a word with which the process failed twice, though it works. A word that takes
    /// too long has no similar ones; that it is unknown was found out before.
    fn give_up(&self, ask: Ask, fault: &Fault) {
        if self.setup.task == Task::Suggest && self.setup.health.failure().is_none() {
            self.setup.reply(ask, Spelling::Unknown(Vec::new()));
        } else {
            let _ = ask.reply.send(Err(fault.clone()));
        }
    }

    /// A process: a new one if there is none, or if it has died since the last question.
    async fn ready(&mut self) -> Result<&mut Process, Fault> {
        if self.process.as_mut().is_some_and(Process::has_ended) {
            self.stop().await;
        }
        if self.process.is_none() {
            let start = || Process::start(self.setup.task, &self.setup.recipe);
            let mut started = start().await;
            if started
                .as_ref()
                .is_err_and(|fault| *fault != Fault::TimedOut)
            {
                // What killed it once, such as a lack of memory, may have passed.
                started = start().await;
            }
            self.setup.health.set(started.as_ref().map(|_| ()));
            self.process = Some(started?);
        }
        self.process.as_mut().ok_or(Fault::ShuttingDown)
    }

    async fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.stop().await;
        }
    }
}

impl WorkerSetup {
    /// Answers for a word, and keeps the answer.
    fn reply(&self, ask: Ask, spelling: Spelling) {
        let verdict = match (spelling, self.task) {
            (Spelling::Known, _) => Verdict::Known,
            (Spelling::Unknown(_), Task::Check) => Verdict::Unknown,
            (Spelling::Unknown(similar), Task::Suggest) => Verdict::Similar(similar),
        };
        self.cache.put(&ask.word, verdict.clone());
        // The caller may have gone meanwhile; the process had to finish to stay in step.
        let _ = ask.reply.send(Ok(verdict));
    }
}
