use std::pin::pin;
use std::time::Duration;

use dragoman_domain::DocumentId;
use tokio::time::Instant;

use super::{DocumentError, DocumentReport, Documents};
use crate::Caller;

/// After how long a document is looked for again if nothing was heard of it: other copies of the server do not say when
/// they have translated one.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

impl Documents {
    /// Waits until a document is translated. If it fails or takes too long, or if nobody waits for this any more, the
    /// document is removed and the work on it ends.
    ///
    /// # Errors
    /// [`DocumentError::Forbidden`], [`DocumentError::UnknownDocument`], [`DocumentError::Failed`],
    /// [`DocumentError::TimedOut`].
    pub async fn wait(
        &self,
        caller: &Caller,
        id: DocumentId,
        key: &str,
        patience: Duration,
    ) -> Result<(), DocumentError> {
        let end = Instant::now() + patience;
        let mut awaited = Awaited {
            documents: self,
            id: Some(self.find(caller, id, key).await?.id),
        };
        loop {
            let mut ended = pin!(self.inner.ended.notified());
            // From here on no end is missed.
            ended.as_mut().enable();
            let document = self.find(caller, id, key).await?;
            match self.report(&document).await? {
                DocumentReport::Done { .. } => {
                    awaited.id = None;
                    return Ok(());
                }
                DocumentReport::Failed(note) => {
                    return Err(DocumentError::Failed {
                        message: note.message,
                    });
                }
                DocumentReport::Queued | DocumentReport::Translating { .. } => {}
            }
            if Instant::now() >= end {
                return Err(DocumentError::TimedOut);
            }
            let next_look = end.min(Instant::now() + LOOK_AGAIN);
            // It has ended, or it is time to look.
            let _ = tokio::time::timeout_at(next_look, ended).await;
        }
    }
}

/// A document that somebody waits for; removed when this is dropped, unless it is there.
struct Awaited<'a> {
    documents: &'a Documents,
    id: Option<DocumentId>,
}

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            let documents = self.documents.clone();
            self.documents.spawn(async move {
                documents.remove(id).await;
                // Only now: whoever gives the work up must not find a document to take up again.
                documents.inner.at_work.give_up(id);
            });
        }
    }
}
