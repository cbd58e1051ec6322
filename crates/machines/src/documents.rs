//! Documents as their sender sees them.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::client::{Answer, Client, Handle};
use crate::patience::until;

/// What has become of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It waits, or is being translated.
    Waiting,
    /// It is translated, and has so many characters.
    Done(u64),
    /// It failed, for this reason.
    Failed(String),
    /// There is no such document, or not any more.
    Gone,
    /// Nobody can say at the moment.
    Unknown(u16),
}

impl Progress {
    /// What an answer to the question says.
    pub(crate) fn of(answer: &Answer) -> Result<Self> {
        match answer.status {
            200 => {}
            404 => return Ok(Self::Gone),
            status @ 500.. => return Ok(Self::Unknown(status)),
            _ => bail!("the status of a document: {}", answer.words()),
        }
        let status = answer.json();
        Ok(match status["status"].as_str() {
            Some("queued" | "translating") => Self::Waiting,
            Some("done") => {
                let characters = status["billed_characters"].as_u64();
                Self::Done(characters.context("a document has no characters")?)
            }
            Some("error") => {
                let reason = status["error_message"].as_str();
                Self::Failed(reason.unwrap_or_default().to_owned())
            }
            _ => bail!("the status of a document: {}", answer.words()),
        })
    }
}

/// Sends a document, which must be taken.
pub(crate) async fn send(client: &Client, at: SocketAddr, text: &str) -> Result<Handle> {
    let answer = client.upload(at, text).await.success()?;
    Handle::of(&answer)
}

/// Waits until a document has come to an end.
pub(crate) async fn end(
    client: &Client,
    at: SocketAddr,
    document: &Handle,
    patience: Duration,
) -> Result<Progress> {
    until("a document comes to an end", patience, async || {
        let answer = client.status(at, document).await.answer()?;
        Ok(match Progress::of(&answer)? {
            // Who asks too early comes again; what is wrong within the copy stays so.
            Progress::Unknown(500) => bail!("the status of a document: {}", answer.words()),
            Progress::Waiting | Progress::Unknown(_) => None,
            end => Some(end),
        })
    })
    .await
}

/// Waits for the translation of a document and fetches it: with the characters that it counts.
pub(crate) async fn translation(
    client: &Client,
    at: SocketAddr,
    document: &Handle,
    patience: Duration,
) -> Result<(Vec<u8>, u64)> {
    match end(client, at, document, patience).await? {
        Progress::Done(characters) => {
            let fetched = until("a translation is fetched", patience, async || {
                let answer = client.fetch(at, document).await.answer()?;
                // Who is told to come again does, as with the status.
                Ok((answer.status != 503).then_some(answer))
            });
            let fetched = fetched.await?;
            ensure!(fetched.status == 200, "{}", fetched.words());
            Ok((fetched.body, characters))
        }
        other => bail!("a document was not translated: {other:?}"),
    }
}
