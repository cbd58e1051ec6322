use std::time::Duration;

use dragoman_domain::{DocumentId, Timestamp};
use uuid::Uuid;

use super::{DocumentDownload, DocumentError, Documents};

impl Documents {
    /// The secret part of a link with which anybody may download the translation of a document, once and for so long:
    /// letters, digits and hyphens.
    #[must_use]
    pub fn link(&self, id: DocumentId, lifetime: Duration) -> String {
        let end = self.now().saturating_add(lifetime);
        let end = end.map_or(i64::MAX, Timestamp::as_second);
        let hasher = &self.inner.ports.hasher;
        let proof = hasher.link_token(&purpose(end), Uuid::from_u128(id.0));
        format!("{id}-{end}-{proof}")
    }

    /// Downloads a translation by what [`link`](Self::link) gave. As [`download`](Self::download) it counts the document,
    /// under the key that sent it.
    ///
    /// # Errors
    /// [`DocumentError::UnknownDocument`] if nobody gave such a link, or its time is over, and those of
    /// [`download`](Self::download).
    pub async fn download_by_link(&self, link: &str) -> Result<DocumentDownload, DocumentError> {
        let id = self.linked(link).ok_or(DocumentError::UnknownDocument)?;
        let document = self.stored(id).await?;
        self.deliver(document.ok_or(DocumentError::UnknownDocument)?)
            .await
    }

    /// Where a link leads that was made here and works still.
    fn linked(&self, link: &str) -> Option<DocumentId> {
        let mut parts = link.splitn(3, '-');
        let (id, end, proof) = (parts.next()?, parts.next()?, parts.next()?);
        let (id, end) = (id.parse::<DocumentId>().ok()?, end.parse::<i64>().ok()?);
        let hasher = &self.inner.ports.hasher;
        let is_ours = hasher.is_link_token(&purpose(end), Uuid::from_u128(id.0), proof);
        (is_ours && self.now().as_second() < end).then_some(id)
    }
}

/// What a link is for: it proves its end as well.
fn purpose(end: i64) -> String {
    format!("a translated document until {end}")
}
