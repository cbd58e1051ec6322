mod message;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{
    Clock, LimitNotice, Mailer, NoticeLevel, NoticeOutbox, NoticeOutcome, StoreError, Timestamp,
    day_of,
};
use futures_util::FutureExt;

/// How long is waited for a new notice before it is seen whether an old one is due again.
const INTERVAL: Duration = Duration::from_secs(30);

/// After how long a notice is tried again the first time; each further time twice as long, up to
/// the longest pause.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

/// How old a notice may become before it is given up: as long as mail servers try.
const PATIENCE: Duration = Duration::from_secs(5 * 24 * 3600);

/// Tells people by mail that a key has used much of its limit. Each of them has a mail of their own, so
/// that one wrong address keeps it from nobody else.
///
/// Who was told is kept after each mail, and a notice stays in the outbox until all were, so a crash
/// loses none. One that comes just when the mail server has taken a mail repeats that mail, with the
/// same `Message-ID`, by which mail servers and programs recognise it.
#[derive(Clone)]
pub struct Notices {
    outbox: Arc<dyn NoticeOutbox>,
    mailer: Option<Arc<dyn Mailer>>,
    clock: Arc<dyn Clock>,
}

impl Notices {
    /// Sends what is in this outbox. Without a mailer nothing is sent, which is logged.
    #[must_use]
    pub fn new(
        outbox: Arc<dyn NoticeOutbox>,
        mailer: Option<Arc<dyn Mailer>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            outbox,
            mailer,
            clock,
        }
    }

    /// Sends notices when they are due, until it is to stop; the one that it has in hand it
    /// finishes. There must be one of these for an outbox.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop.fuse());
        if let Err(error) = self.outbox.take_back().await {
            tracing::error!(%error, "notices of limits cannot be read");
        }
        loop {
            match self.send_next().await {
                Ok(true) => {
                    if stop.as_mut().now_or_never().is_some() {
                        return;
                    }
                    continue;
                }
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "notices of limits cannot be read or kept"),
            }
            tokio::select! {
                () = self.outbox.until_added() => {}
                // The time at which one is tried again may have come.
                () = tokio::time::sleep(INTERVAL) => {}
                () = &mut stop => return,
            }
        }
    }

    /// Tries every notice that is due, once.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn send_due(&self) -> Result<(), StoreError> {
        while self.send_next().await? {}
        Ok(())
    }

    /// Tries the notice that is due for longest: whether there was one.
    async fn send_next(&self) -> Result<bool, StoreError> {
        let mut due = self.outbox.take_due(self.clock.now(), 1).await?;
        let Some(notice) = due.pop() else {
            return Ok(false);
        };
        let outcome = self.attempt(&notice).await;
        self.outbox.finish(notice.id, outcome).await?;
        count(outcome);
        Ok(true)
    }

    async fn attempt(&self, notice: &LimitNotice) -> NoticeOutcome {
        let now = self.clock.now();
        if is_outdated(notice, now) {
            return NoticeOutcome::GivenUp;
        }
        let key = notice.key.id;
        let failure = match self.tell(notice).await {
            Ok(()) => return NoticeOutcome::Sent(self.clock.now()),
            Err(failure) => failure,
        };
        let is_too_old = now.duration_since(notice.created).unsigned_abs() > PATIENCE;
        if is_too_old || failure == Failure::Refused {
            tracing::error!(%key, reason = %failure, "nobody is told that a key comes near its limit");
            return NoticeOutcome::GivenUp;
        }
        let is_news = notice.attempts == 0 || matches!(failure, Failure::Unavailable(_));
        if is_news {
            tracing::warn!(%key, reason = %failure, "a notice of a key that comes near its limit has to wait");
        }
        NoticeOutcome::RetryAt(now.saturating_add(pause(notice.attempts)).unwrap_or(now))
    }

    /// Sends a mail to each of those who are still to be told.
    async fn tell(&self, notice: &LimitNotice) -> Result<(), Failure> {
        let mailer = self.mailer.as_ref().ok_or(Failure::NoMailer)?;
        if notice.recipients.is_empty() {
            return Err(Failure::NoContacts);
        }
        let mut remaining = notice.recipients.clone();
        let mut outcome = Err(Failure::Refused);
        let mut unavailable = None;
        for recipient in &notice.recipients {
            match mailer.send(&message::of(notice, recipient)).await {
                Ok(()) => outcome = Ok(()),
                Err(error) if error.is_permanent() => tracing::error!(%error, "a mail was refused"),
                Err(error) => {
                    unavailable = Some(Failure::Unavailable(error.to_string()));
                    continue;
                }
            }
            remaining.retain(|other| other != recipient);
            if let Err(error) = self.outbox.keep_recipients(notice.id, &remaining).await {
                tracing::error!(%error, "whom a notice was sent to is not kept");
            }
        }
        unavailable.map_or(outcome, Err)
    }
}

/// Whether a notice is of no use any more: the period is over, the key is deactivated, or its limit
/// was raised or taken away.
fn is_outdated(notice: &LimitNotice, now: Timestamp) -> bool {
    let limit = notice.key.limits.characters;
    notice.key.deactivated.is_some()
        || day_of(now) >= notice.period.end
        || !limit.is_some_and(|limit| NoticeLevel::Near.is_reached(notice.characters, limit))
}

/// Why nobody was told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Failure {
    #[error("no mail server is configured; set mail.host")]
    NoMailer,
    #[error(
        "the account has no contacts; set them with \"dragoman account set NAME --contact ADDRESS\""
    )]
    NoContacts,
    #[error("the mail server refused the mail for all who were to be told")]
    Refused,
    #[error("{0}")]
    Unavailable(String),
}

fn count(outcome: NoticeOutcome) {
    let outcome = match outcome {
        NoticeOutcome::Sent(_) => "sent",
        NoticeOutcome::RetryAt(_) => "delayed",
        NoticeOutcome::GivenUp => "given_up",
    };
    metrics::counter!("dragoman_limit_notices_total", "outcome" => outcome).increment(1);
}

/// How long to wait after so many attempts before this one.
fn pause(attempts: u32) -> Duration {
    let factor = 2_u32.saturating_pow(attempts);
    FIRST_PAUSE.saturating_mul(factor).min(LONGEST_PAUSE)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
