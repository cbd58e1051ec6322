use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dragoman_service::{DocumentDownload, DocumentError};
use futures_util::stream;

use crate::content_disposition::attachment;

/// The answer that sends a translated document as it is read. When all of it has been sent, the document is removed.
#[must_use]
pub fn document_answer(download: DocumentDownload) -> Response {
    let headers = [
        (CONTENT_TYPE, download.media_type().to_owned()),
        (CONTENT_LENGTH, download.length().to_string()),
        (CONTENT_DISPOSITION, attachment(download.file_name())),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    let chunks = stream::try_unfold(download, |mut download| async move {
        let chunk = download.next().await.inspect_err(|error| {
            tracing::error!(%error, "a translated document could not be sent");
        })?;
        Ok::<_, DocumentError>(chunk.map(|chunk| (chunk, download)))
    });
    (headers, Body::from_stream(chunks)).into_response()
}
