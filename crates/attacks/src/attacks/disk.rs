//! What can be done to the disk.

use anyhow::Result;
use futures_util::future::join_all;

use super::Target;

/// Sends documents that nobody fetches, until the server refuses them, and then waits until it has done with them.
pub(super) async fn fill(target: Target) -> Result<()> {
    let account = target.account()?;
    let content = "The house is green.\n"
        .repeat(target.scale.of(2_000, 20_000))
        .into_bytes();
    // Some that are far larger, of which nothing is to be translated.
    let numbers = "7 ".repeat(450_000).into_bytes();
    let mut taken = Vec::new();
    for round in 0..target.scale.of(20, 60) {
        let content = if round % 4 == 0 { &content } else { &numbers };
        let sent = (0..8).map(|_| account.upload("large.txt", content.clone()));
        for answer in join_all(sent).await {
            match answer {
                Ok(handle) => taken.push(handle),
                Err(error) => super::check_refusal(&error)?,
            }
        }
    }
    for handle in &taken {
        super::documents::until_ended(&account, handle).await?;
    }
    Ok(())
}
