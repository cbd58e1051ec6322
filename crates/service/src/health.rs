use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dragoman_domain::{Clock, Finding, HealthChecker, Timestamp};

use crate::{Caller, Forbidden};

/// Why a check has no findings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HealthError {
    /// It took longer than it may.
    #[error("the check took longer than {} seconds", limit.as_secs())]
    TimedOut {
        /// How long it may take.
        limit: Duration,
    },
    /// It could not be made.
    #[error("{reason}")]
    Failed {
        /// Why.
        reason: String,
    },
}

/// A check that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedHealth {
    /// When it ended.
    pub at: Timestamp,
    /// What it found.
    pub findings: Result<Vec<Finding>, HealthError>,
}

/// The checks there were since the server started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HealthCheck {
    /// Whether one is being made.
    pub is_running: bool,
    /// The last that has ended.
    pub last: Option<CheckedHealth>,
}

/// Checks the installation, for those who run the server: at most once at a time for all of them.
#[derive(Clone)]
pub struct CheckHealth {
    checker: Arc<dyn HealthChecker>,
    clock: Arc<dyn Clock>,
    limit: Duration,
    check: Arc<Mutex<HealthCheck>>,
}

impl CheckHealth {
    /// Checks by this, for no longer than `limit`.
    #[must_use]
    pub fn new(checker: Arc<dyn HealthChecker>, clock: Arc<dyn Clock>, limit: Duration) -> Self {
        Self {
            checker,
            clock,
            limit,
            check: Arc::default(),
        }
    }

    /// What is known.
    ///
    /// # Errors
    /// [`Forbidden`] unless the caller runs the server.
    pub fn last(&self, caller: &Caller) -> Result<HealthCheck, Forbidden> {
        caller.require_operator()?;
        Ok(self.lock().clone())
    }

    /// Begins a check and does not wait for it; nothing happens while one is being made.
    ///
    /// # Errors
    /// [`Forbidden`] unless the caller runs the server.
    pub fn begin(&self, caller: &Caller) -> Result<(), Forbidden> {
        caller.require_operator()?;
        if std::mem::replace(&mut self.lock().is_running, true) {
            return Ok(());
        }
        let own = self.clone();
        dragoman_tasks::spawn(async move {
            let findings = own.findings().await;
            let at = own.clock.now();
            let mut check = own.lock();
            check.last = Some(CheckedHealth { at, findings });
            check.is_running = false;
        });
        Ok(())
    }

    async fn findings(&self) -> Result<Vec<Finding>, HealthError> {
        let checker = Arc::clone(&self.checker);
        let checking = dragoman_tasks::spawn(async move { checker.check().await });
        let limit = self.limit;
        let timeout = tokio::time::sleep(limit);
        tokio::pin!(checking);
        tokio::select! {
            ended = &mut checking => match ended {
                Ok(findings) => findings.map_err(|reason| HealthError::Failed { reason }),
                Err(interrupted) => Err(HealthError::Failed { reason: interrupted.to_string() }),
            },
            () = timeout => {
                checking.abort();
                Err(HealthError::TimedOut { limit })
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HealthCheck> {
        self.check.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
