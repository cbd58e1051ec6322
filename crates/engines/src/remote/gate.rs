//! Who may ask a server, and when nobody may.

use std::time::Duration;

use dragoman_domain::EngineError;
use tokio::time::{Instant, timeout_at};

use super::health::Health;
use super::slots::{Slot, Slots};
use dragoman_domain::WorkOwner;

/// The way to a server: so many questions at a time, and none while it is left alone.
#[derive(Debug)]
pub(crate) struct Gate {
    slots: Slots,
    health: Health,
    pause: Duration,
}

/// Why a server is of no use now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outage {
    /// It has too much to do, for so long.
    Busy(Duration),
    /// It takes too long.
    TimedOut,
    /// It cannot be used, for this reason.
    Failed(String),
}

impl Outage {
    /// The word for it in metrics.
    pub(crate) const fn as_str(&self) -> &'static str {
        match self {
            Self::Busy(_) => "busy",
            Self::TimedOut => "timed_out",
            Self::Failed(_) => "failed",
        }
    }

    /// The same as an error of the engine of this name.
    pub(crate) fn into_error(self, name: &str) -> EngineError {
        let reason = match self {
            Self::Busy(retry_after) => {
                return EngineError::Overloaded {
                    reason: format!("{name} has too much to do"),
                    retry_after,
                };
            }
            Self::TimedOut => format!("{name} takes too long"),
            Self::Failed(reason) => format!("{name} cannot be used: {reason}"),
        };
        EngineError::Unavailable { reason }
    }
}

impl Gate {
    /// For `at_a_time` questions, and as many more as may wait, to a server that is called `name` in the log and is left
    /// alone for `pause` when it cannot be used.
    pub(crate) fn new(
        name: &'static str,
        at_a_time: usize,
        most_waiting: usize,
        pause: Duration,
    ) -> Self {
        Self {
            slots: Slots::new(at_a_time, most_waiting),
            health: Health::new(name),
            pause,
        }
    }

    /// Waits until it is the caller's turn to ask.
    ///
    /// # Errors
    /// [`Outage`] if too many wait, if it does not come by the deadline, and while the server is left alone.
    pub(crate) async fn enter(
        &self,
        caller: WorkOwner,
        deadline: Option<Instant>,
    ) -> Result<Slot, Outage> {
        self.may_ask()?;
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            return Err(Outage::TimedOut);
        }
        let turn = self.slots.take(caller);
        let slot = match deadline {
            Some(deadline) => timeout_at(deadline, turn)
                .await
                .map_err(|_| Outage::TimedOut)?,
            None => turn.await,
        };
        let slot = slot.ok_or(Outage::Busy(self.pause))?;
        // Those who were asked before may have found out that it cannot be used.
        self.may_ask()?;
        Ok(slot)
    }

    /// Fails while the server is left alone.
    fn may_ask(&self) -> Result<(), Outage> {
        match self.health.pause() {
            None => Ok(()),
            Some(trouble) if trouble.is_busy => Err(Outage::Busy(trouble.remaining())),
            Some(trouble) => Err(Outage::Failed(trouble.reason)),
        }
    }

    /// That the server has too much to do and is left alone for that, if so.
    pub(crate) fn rest(&self) -> Option<Outage> {
        self.may_ask()
            .err()
            .filter(|outage| matches!(outage, Outage::Busy(_)))
    }

    /// The server has answered.
    pub(crate) fn answered(&self) {
        self.health.recovered();
    }

    /// The server has too much to do, and may have said how long it wants to be left alone.
    pub(crate) fn busy(&self, wanted: Option<Duration>) -> Outage {
        let pause = wanted.unwrap_or(self.pause);
        self.health.failed("it has too much to do", true, pause);
        Outage::Busy(pause)
    }

    /// The server took longer than an answer may take.
    pub(crate) fn slow(&self) -> Outage {
        self.health
            .failed("it takes too long to answer", false, self.pause);
        Outage::TimedOut
    }

    /// The server cannot be used.
    pub(crate) fn failed(&self, reason: String) -> Outage {
        self.health.failed(&reason, false, self.pause);
        Outage::Failed(reason)
    }

    /// What was wrong when the server was last asked, if something was.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.health.trouble()
    }
}
