//! The files of translation memory jobs. Their links need no key: who has one may use it until it
//! expires.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use dragoman_domain::MemoryJobId;
use dragoman_service::Upload;
use futures_util::stream;
use http_body_util::BodyExt;
use tokio::time::Instant;

use crate::UseCases;
use crate::error::{ApiError, ErrorBody};
use crate::request::drain;

/// How long a client may send nothing in the middle of a file.
const SILENCE: Duration = Duration::from_secs(60);

/// How many bytes of a file must arrive in a second, taken from its beginning: a place is not for
/// who sends a byte now and then.
const LEAST_RATE: u64 = 64 * 1024;

/// Where the file of an import is sent.
pub(super) fn upload_path(job: MemoryJobId, token: &str) -> String {
    format!("/v3/translation_memories/uploads/{job}/{token}")
}

/// Where the file of an export is fetched.
pub(super) fn download_path(job: MemoryJobId, token: &str) -> String {
    format!("/v3/translation_memories/downloads/{job}/{token}")
}

fn job_id(text: &str) -> Result<MemoryJobId, ApiError> {
    // Whatever is wrong with a link, it is none.
    text.parse().map_err(|_| ApiError::not_found())
}

/// Receives the TMX file of an import, at the `upload_url` of the import.
#[utoipa::path(
    put,
    path = "/v3/translation_memories/uploads/{job_id}/{token}",
    tag = "Translation memories",
    params(
        ("job_id" = String, Path, description = "The job's id"),
        ("token" = String, Path, description = "The secret part of the link")
    ),
    request_body(content = String, content_type = "application/xml"),
    responses(
        (status = 204, description = "The file is there, and the import begins"),
        (status = 400, description = "The length or the content type is not as declared, or the file is there already", body = ErrorBody),
        (status = 404, description = "There is no such link, or it has expired", body = ErrorBody),
        (status = 429, description = "As many files of the account are being received as may be", body = ErrorBody),
        (status = 503, description = "The server receives as many files as it can, or this one over another connection", body = ErrorBody),
    ),
    security(())
)]
pub(crate) async fn upload(
    State(cases): State<UseCases>,
    Path((job, token)): Path<(String, String)>,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let (parts, mut body) = request.into_parts();
    match receive(&cases, &job, &token, &parts.headers, &mut body).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error) => {
            // A client that sends all before it listens gets to see the answer.
            drain(&mut body).await;
            Err(error)
        }
    }
}

async fn receive(
    cases: &UseCases,
    job: &str,
    token: &str,
    headers: &HeaderMap,
    body: &mut Body,
) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let length = text(CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let mut upload = cases
        .memories
        .upload(job_id(job)?, token, text(CONTENT_TYPE), length)
        .await?;
    let began = Instant::now();
    let mut received = 0_u64;
    while let Some(bytes) = next(body, patience(began.elapsed(), received)).await? {
        received = received.saturating_add(bytes.len() as u64);
        upload.write(&bytes).await?;
    }
    Ok(Upload::finish(upload).await?)
}

/// How long to wait for the next bytes of a file of which so much has come in this time.
fn patience(elapsed: Duration, received: u64) -> Duration {
    let due = SILENCE.saturating_add(Duration::from_secs(received / LEAST_RATE));
    due.saturating_sub(elapsed).min(SILENCE)
}

async fn next(body: &mut Body, patience: Duration) -> Result<Option<axum::body::Bytes>, ApiError> {
    let deadline = Instant::now() + patience;
    loop {
        let frame = tokio::time::timeout_at(deadline, body.frame())
            .await
            .map_err(|_| {
                ApiError::invalid(format!(
                    "The file arrived too slowly: {} KiB a second are the least, and no {} seconds \
                     may pass without any of it. Send it again.",
                    LEAST_RATE / 1024,
                    SILENCE.as_secs()
                ))
            })?;
        match frame {
            None => return Ok(None),
            Some(Err(_)) => return Err(ApiError::invalid("The file broke off. Send it again.")),
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Ok(Some(data));
                }
            }
        }
    }
}

/// Sends the TMX file of an export, at the `download_url` of the job.
#[utoipa::path(
    get,
    path = "/v3/translation_memories/downloads/{job_id}/{token}",
    tag = "Translation memories",
    params(
        ("job_id" = String, Path, description = "The job's id"),
        ("token" = String, Path, description = "The secret part of the link")
    ),
    responses(
        (status = 200, description = "The file", content_type = "application/xml", body = String),
        (status = 404, description = "There is no such link, or it has expired", body = ErrorBody),
    ),
    security(())
)]
pub(crate) async fn download(
    State(cases): State<UseCases>,
    Path((job, token)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let job = job_id(&job)?;
    let download = cases.memories.download(job, &token).await?;
    let headers = [
        (CONTENT_TYPE, "application/xml".to_owned()),
        (CONTENT_LENGTH, download.length().to_string()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"translation-memory-{job}.tmx\""),
        ),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    let chunks = stream::try_unfold(download, |mut download| async move {
        let chunk = download.next().await.inspect_err(|error| {
            tracing::error!(%error, "a file could not be sent");
        })?;
        Ok::<_, dragoman_service::MemoryError>(chunk.map(|chunk| (chunk, download)))
    });
    Ok((headers, Body::from_stream(chunks)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_sent_little_in_a_long_time_gets_little_more() {
        for (elapsed, received, expected) in [
            (0, 0, 60),
            (59, 1, 1),
            (61, 1, 0),
            (61, LEAST_RATE, 0),
            (61, 2 * LEAST_RATE, 1),
            (600, u64::MAX, 60),
            (0, 1000 * LEAST_RATE, 60),
        ] {
            let patience = patience(Duration::from_secs(elapsed), received);
            assert_eq!(patience.as_secs(), expected, "{elapsed} {received}");
        }
    }
}
