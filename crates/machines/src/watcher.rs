//! Clients that go on sending texts while something is away, and what they notice.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::client::{Client, Fate};
use crate::key::Key;
use crate::machines::Directory;
use crate::random::Random;
use crate::texts;

/// Between two requests of a client.
const PAUSE: Duration = Duration::from_millis(20);

/// Characters of a text.
const CHARACTERS: usize = 50;

/// One of so many texts needs an engine.
const TRANSLATIONS: u64 = 8;

/// When a request was begun: the trial says which time it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    Before,
    /// Something is away.
    Away,
    /// It is back.
    Back,
    Over,
}

impl Phase {
    const fn of(number: u8) -> Self {
        match number {
            0 => Self::Before,
            1 => Self::Away,
            2 => Self::Back,
            _ => Self::Over,
        }
    }
}

/// What clients noticed of the requests that they began in one phase.
#[derive(Debug, Clone, Default)]
pub(crate) struct Noticed {
    /// How they ended, by word.
    pub(crate) ends: BTreeMap<String, u64>,
    /// What was waited for longest.
    pub(crate) longest: Duration,
    /// Answers with 5xx that do not say when to come again, or another status than 503.
    pub(crate) improper: Vec<String>,
    /// When the first of them succeeded that was begun in this phase, from the phase's begin.
    pub(crate) first_success: Option<Duration>,
    /// When the last of them ended without success.
    pub(crate) last_failure: Option<Duration>,
}

impl Noticed {
    pub(crate) fn number(&self, word: &str) -> u64 {
        self.ends.get(word).copied().unwrap_or_default()
    }

    /// Characters of the requests that ended without success.
    pub(crate) fn refused(&self) -> u64 {
        let all: u64 = self.ends.values().sum();
        (all - self.number("200")) * CHARACTERS as u64
    }

    pub(crate) fn words(&self) -> String {
        let ends = self
            .ends
            .iter()
            .map(|(word, number)| format!("{number} × {word}"));
        let ends: Vec<_> = ends.collect();
        format!(
            "{}, longest {}",
            ends.join(", "),
            crate::report::seconds(self.longest)
        )
    }
}

#[derive(Debug, Default)]
struct State {
    noticed: [Noticed; 4],
    delivered: u64,
    lost: u64,
}

/// What the trial and the clients have in common.
#[derive(Debug)]
struct Common {
    phase: AtomicU8,
    /// When that began.
    began: Mutex<Instant>,
    state: Mutex<State>,
}

/// Clients at work.
pub(crate) struct Watcher {
    common: Arc<Common>,
    clients: JoinSet<()>,
}

/// What all clients got from begin to end.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    pub(crate) before: Noticed,
    pub(crate) away: Noticed,
    pub(crate) back: Noticed,
    /// Characters of answers that came, and of requests whose answers did not.
    pub(crate) delivered: u64,
    pub(crate) lost: u64,
}

impl Watcher {
    /// Begins with so many clients, of which each goes to one copy.
    pub(crate) fn begin(directory: &Directory, key: &Key, clients: usize) -> Result<Self> {
        let mut watcher = Self {
            common: Arc::new(Common {
                phase: AtomicU8::new(Phase::Before as u8),
                began: Mutex::new(Instant::now()),
                state: Mutex::default(),
            }),
            clients: JoinSet::new(),
        };
        let interfaces = directory.interfaces();
        for number in 0..clients {
            let at = interfaces.get(number % interfaces.len().max(1)).copied();
            let at = at.context("no copy runs")?;
            let (common, client) = (Arc::clone(&watcher.common), Client::new(key)?);
            let random = Random::of(number as u64);
            watcher
                .clients
                .spawn(common.send_until_over(client, at, random));
        }
        Ok(watcher)
    }

    /// Says that another time has begun.
    pub(crate) fn enter(&self, phase: Phase) {
        let mut began = self
            .common
            .began
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *began = Instant::now();
        self.common.phase.store(phase as u8, Ordering::SeqCst);
    }

    /// How many requests of a phase have ended with this word so far.
    pub(crate) fn number(&self, phase: Phase, word: &str) -> u64 {
        self.common.state().noticed[phase as usize].number(word)
    }

    /// Ends the clients after their requests in progress.
    pub(crate) async fn end(mut self) -> Result<Watched> {
        self.enter(Phase::Over);
        while let Some(ended) = self.clients.join_next().await {
            ended?;
        }
        let state = self.common.state();
        let [before, away, back, _] = state.noticed.clone();
        Ok(Watched {
            before,
            away,
            back,
            delivered: state.delivered,
            lost: state.lost,
        })
    }
}

impl Common {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send_until_over(self: Arc<Self>, client: Client, at: SocketAddr, mut random: Random) {
        let text = texts::text(CHARACTERS);
        loop {
            let phase = Phase::of(self.phase.load(Ordering::SeqCst));
            if phase == Phase::Over {
                return;
            }
            let begun = Instant::now();
            let fate = if random.below(TRANSLATIONS) == 0 {
                client.translate(at, &text).await
            } else {
                client.echo(at, &text).await
            };
            let since = *self.began.lock().unwrap_or_else(PoisonError::into_inner);
            self.state().note(phase, &fate, begun, since);
            sleep(PAUSE).await;
        }
    }
}

impl State {
    fn note(&mut self, phase: Phase, fate: &Fate, begun: Instant, since: Instant) {
        match fate {
            Fate::Answered(answer) if answer.status == 200 => self.delivered += CHARACTERS as u64,
            Fate::Lost(_) => self.lost += CHARACTERS as u64,
            _ => {}
        }
        let noticed = &mut self.noticed[phase as usize];
        *noticed.ends.entry(fate.word()).or_default() += 1;
        noticed.longest = noticed.longest.max(begun.elapsed());
        // A request of the phase before may end in this one.
        let at = (begun >= since).then(|| since.elapsed());
        match fate {
            Fate::Answered(answer) if answer.status == 200 => {
                noticed.first_success = noticed.first_success.or(at);
            }
            Fate::Answered(answer) => {
                noticed.last_failure = at.or(noticed.last_failure);
                if !answer.is_unavailable() {
                    noticed.improper.push(answer.words());
                }
            }
            Fate::Lost(reason) => noticed.improper.push(reason.clone()),
            Fate::NotSent => noticed.improper.push("not sent".to_owned()),
        }
    }
}
