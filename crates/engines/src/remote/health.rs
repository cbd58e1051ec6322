//! Whether the server can be asked at the moment.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest time for which a server is left alone: a day is as good as for ever, and fits.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 3600);

/// What is known of the server.
#[derive(Debug)]
pub(super) struct Health {
    /// What it is called in the log.
    name: &'static str,
    trouble: Mutex<Option<Trouble>>,
}

/// Why the server is left alone, and until when.
#[derive(Debug, Clone)]
pub(super) struct Trouble {
    pub(super) reason: String,
    /// Whether the server has too much to do, and is otherwise well.
    pub(super) is_busy: bool,
    pub(super) until: Instant,
}

impl Trouble {
    /// How long the server is still left alone.
    pub(super) fn remaining(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

impl Health {
    /// Nothing is wrong with the server of this name, as far as is known.
    pub(super) const fn new(name: &'static str) -> Self {
        Self {
            name,
            trouble: Mutex::new(None),
        }
    }

    /// Why the server is not to be asked now, if so.
    pub(super) fn pause(&self) -> Option<Trouble> {
        let trouble = self.state().clone()?;
        (!trouble.remaining().is_zero()).then_some(trouble)
    }

    /// What was wrong when it was last asked, if something was.
    pub(super) fn trouble(&self) -> Option<String> {
        let state = self.state();
        state.as_ref().map(|trouble| trouble.reason.clone())
    }

    /// It has answered.
    pub(super) fn recovered(&self) {
        if self.state().take().is_some() {
            tracing::info!("{} answers again", self.name);
        }
    }

    /// It has not answered, or has asked to be left alone.
    pub(super) fn failed(&self, reason: &str, is_busy: bool, pause: Duration) {
        let now = Instant::now();
        let until = now + pause.min(LONGEST_PAUSE);
        let mut state = self.state();
        let is_news = state
            .as_ref()
            .is_none_or(|trouble| trouble.reason != reason);
        if is_news {
            tracing::warn!(%reason, "{} cannot be used at the moment", self.name);
        }
        *state = Some(Trouble {
            reason: reason.to_owned(),
            is_busy,
            until,
        });
    }

    fn state(&self) -> MutexGuard<'_, Option<Trouble>> {
        // Nothing panics while it is held.
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
