//! What is so on PostgreSQL only, where several processes, called copies, share a database.

mod copies;
mod crashes;
mod documents;
mod encryption;
mod lost_answers;
mod mixture;
mod notices;
mod opening;
mod outages;
mod texts;
mod upgrades;
mod way;

use std::fmt::Debug;
use std::time::Duration;

use dragoman_domain::{ReserveError, SettleError, StoreError};

use crate::TestStore;

/// How long anything may take, whatever the database does.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// What comes of a call, which must end in time.
async fn in_time<T>(call: impl Future<Output = T>) -> T {
    let ended = tokio::time::timeout(PATIENCE, call).await;
    ended.expect("the call ends in time")
}

/// Repeats something until it succeeds.
async fn eventually<T, E: Debug>(attempt: impl AsyncFn() -> Result<T, E>) -> T {
    let mut last = None;
    let repeated = async {
        loop {
            match attempt().await {
                Ok(value) => return value,
                Err(error) => last = Some(error),
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    let succeeded = tokio::time::timeout(PATIENCE, repeated).await.ok();
    succeeded.unwrap_or_else(|| panic!("it did not succeed in time: {last:?}"))
}

/// Errors that may say that the database cannot be reached at the moment.
trait MayBeUnavailable: Debug {
    fn is_unavailable(&self) -> bool;
}

impl MayBeUnavailable for StoreError {
    fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable { .. })
    }
}

impl MayBeUnavailable for ReserveError {
    fn is_unavailable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_unavailable())
    }
}

impl MayBeUnavailable for SettleError {
    fn is_unavailable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_unavailable())
    }
}

/// Fails unless a call says that the database cannot be reached at the moment.
fn assert_unavailable<T: Debug, E: MayBeUnavailable>(result: Result<T, E>) {
    let error = result.expect_err("the database cannot be reached");
    assert!(error.is_unavailable(), "{error:?}");
}

impl TestStore {
    /// The lease of a copy ends, as it does by itself when the copy has died or was stopped for too long.
    async fn end_lease_of(&self, copy: &str) {
        let end = format!("UPDATE copies SET lease_end = 0 WHERE machine = '{copy}'");
        self.database.execute(&end).await;
    }
}
