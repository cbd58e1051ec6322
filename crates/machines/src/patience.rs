//! Waiting for something that happens elsewhere: it can only be asked for again.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// Looks until there is something, and fails if there is nothing in time.
pub(crate) async fn until<T>(
    what: &str,
    patience: Duration,
    mut look: impl AsyncFnMut() -> Result<Option<T>>,
) -> Result<T> {
    let deadline = Instant::now() + patience;
    loop {
        if let Some(found) = look().await? {
            return Ok(found);
        }
        if Instant::now() > deadline {
            bail!("in {patience:?} it did not come true that {what}");
        }
        sleep(PAUSE).await;
    }
}
