mod message;

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{
    Clock, LimitNotice, Mail, MailError, Mailer, NoticeOutbox, NoticeOutcome, StoreError,
};

/// Notices that are read at a time.
const BATCH: u32 = 16;

/// How long is waited for a new notice before it is seen whether an old one is due again.
const INTERVAL: Duration = Duration::from_secs(30);

/// After how long a notice is tried again the first time; each further time twice as long, up to
/// the longest pause.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

/// How old a notice may become before it is given up: as long as mail servers try.
const PATIENCE: Duration = Duration::from_secs(5 * 24 * 3600);

/// Tells people by mail that a key has used much of its limit.
///
/// A notice leaves the outbox only when the mail server has taken the mail, so a crash loses none.
/// One that comes between the two repeats a mail, with the same `Message-ID`, by which mail servers
/// and programs recognise it.
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

    /// Sends notices when they are due, until it is dropped.
    pub async fn run(self) {
        loop {
            if let Err(error) = self.send_due().await {
                tracing::error!(%error, "notices of limits cannot be read or kept");
            }
            // A notice that was added, or the time at which one is tried again.
            let _ = tokio::time::timeout(INTERVAL, self.outbox.until_added()).await;
        }
    }

    /// Tries every notice that is due, once.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn send_due(&self) -> Result<(), StoreError> {
        loop {
            let due = self.outbox.due_notices(self.clock.now(), BATCH).await?;
            if due.is_empty() {
                return Ok(());
            }
            for notice in due {
                let outcome = self.attempt(&notice).await;
                self.outbox.attempted(notice.id, outcome).await?;
                count(outcome);
            }
        }
    }

    async fn attempt(&self, notice: &LimitNotice) -> NoticeOutcome {
        let now = self.clock.now();
        let key = notice.key.id;
        let failure = match self.send(notice).await {
            Ok(()) => return NoticeOutcome::Sent(now),
            Err(failure) => failure,
        };
        let is_too_old = now.duration_since(notice.created).unsigned_abs() > PATIENCE;
        if is_too_old || failure == Failure::Refused {
            tracing::error!(%key, reason = %failure, "nobody is told that a key comes near its limit");
            return NoticeOutcome::GivenUp;
        }
        tracing::warn!(%key, reason = %failure, "a notice of a key that comes near its limit has to wait");
        NoticeOutcome::RetryAt(now.saturating_add(pause(notice.attempts)).unwrap_or(now))
    }

    /// Sends the mail of a notice to everybody whom it is for. Where the server refuses it for all
    /// together, each of them has a mail alone, so that one wrong address keeps it from nobody else.
    async fn send(&self, notice: &LimitNotice) -> Result<(), Failure> {
        let mailer = self.mailer.as_ref().ok_or(Failure::NoMailer)?;
        if notice.account.contacts.is_empty() {
            return Err(Failure::NoContacts);
        }
        let mail = message::of(notice);
        match mailer.send(&mail).await {
            Ok(()) => return Ok(()),
            Err(error @ MailError::Unavailable { .. }) => return Err(error.into()),
            Err(error @ MailError::Refused { .. }) => {
                tracing::error!(%error, "a mail was refused");
            }
        }
        let mut outcome = Err(Failure::Refused);
        if mail.to.len() > 1 {
            for to in &mail.to {
                let alone = Mail {
                    to: vec![to.clone()],
                    ..mail.clone()
                };
                match mailer.send(&alone).await {
                    Ok(()) => outcome = Ok(()),
                    Err(error) => tracing::error!(%error, "a mail was refused"),
                }
            }
        }
        outcome
    }
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
    #[error("the mail server refused the mail")]
    Refused,
    #[error("{0}")]
    Unavailable(String),
}

impl From<MailError> for Failure {
    fn from(error: MailError) -> Self {
        if error.is_permanent() {
            Self::Refused
        } else {
            Self::Unavailable(error.to_string())
        }
    }
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
