//! What can be done to the disk.

use anyhow::{Result, ensure};
use futures_util::future::join_all;

use super::Target;

/// Sends documents that nobody fetches, until the server refuses them because the disk is almost full, and then waits
/// until it has done with them: room for their translations must have been kept. That the second account goes on, its
/// counts and glossaries included, is asserted as for every attack.
pub(super) async fn fill(target: Target) -> Result<()> {
    let account = target.account()?;
    // Large, with little to translate: the characters that nobody fetches are not what stops them.
    let comment = "x".repeat(4_000_000);
    let page = format!("<html><!-- {comment} --><body><p>The house is green.</p></body></html>");
    let text = "The house is green.\n"
        .repeat(target.scale.of(200, 2_000))
        .into_bytes();
    let mut taken = Vec::new();
    let mut is_reached = false;
    for _ in 0..target.scale.of(5, 20) {
        let sent = (0..8).map(|number| {
            if number % 2 == 0 {
                account.upload("large.html", page.clone().into_bytes())
            } else {
                account.upload("text.txt", text.clone())
            }
        });
        for answer in join_all(sent).await {
            match answer {
                Ok(handle) => taken.push(handle),
                Err(error) => {
                    super::check_refusal(&error)?;
                    is_reached |= format!("{error:#}").contains("almost full");
                }
            }
        }
    }
    ensure!(is_reached, "the disk was never almost full");
    for handle in &taken {
        super::documents::until_ended(&account, handle).await?;
        let id = handle["document_id"].as_str().unwrap_or_default();
        let status = account.post(&format!("/v2/document/{id}"), handle).await?;
        ensure!(
            status["status"] == "done",
            "a document that was taken ended with {status}"
        );
    }
    Ok(())
}
