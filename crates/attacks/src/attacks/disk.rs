//! What can be done to the disk.

use anyhow::Result;
use futures_util::future::join_all;

use super::Target;

/// Sends documents and keeps none of the promises that they will be fetched, until the server refuses them.
pub(super) async fn fill(target: Target) -> Result<()> {
    let account = target.account()?;
    // Letters that no word is made of: nothing is to be translated for long.
    let content = "7 ".repeat(450_000).into_bytes();
    for _ in 0..target.scale.of(20, 60) {
        let sent = (0..8).map(|_| account.upload("large.txt", content.clone()));
        join_all(sent).await;
    }
    Ok(())
}
