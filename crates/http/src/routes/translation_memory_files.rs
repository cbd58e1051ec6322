//! The files of translation memory jobs. Their links need no key: who has one may use it until it
//! expires.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dragoman_domain::{KeyId, MemoryJobId};
use dragoman_service::{MemoryError, Upload};
use futures_util::stream;

use crate::UseCases;
use crate::arrival::Arrival;
use crate::body::drain;
use crate::error::{ApiError, ErrorBody};

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
        (status = 413, description = "The file is larger than the account has room for", body = ErrorBody),
        (status = 429, description = "As many files of the account are being received as may be, or it has as much as is left for others", body = ErrorBody),
        (status = 503, description = "The server receives as many files as it can, or this one over another connection, has no room for it, or its disk is almost full", body = ErrorBody),
    ),
    security(())
)]
pub(crate) async fn upload(
    State(cases): State<Arc<UseCases>>,
    Path((job, token)): Path<(String, String)>,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let (parts, mut body) = request.into_parts();
    let text = |name| {
        parts
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let length = text(CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let upload = cases
        .memories
        .upload(job_id(&job)?, &token, text(CONTENT_TYPE), length)
        .await;
    let result = match upload {
        // Of who has no link nothing is read.
        Err(MemoryError::UnknownLink) => return Err(MemoryError::UnknownLink.into()),
        Err(error) => Err(error.into()),
        Ok(upload) => {
            check_key(&cases, upload.key()).await?;
            receive(upload, &mut body).await
        }
    };
    if result.is_err() {
        // A client that sends all before it listens gets to see the answer.
        drain(&mut body).await;
    }
    result.map(|()| StatusCode::NO_CONTENT)
}

/// Links end with the key for which they were made.
async fn check_key(cases: &UseCases, key: KeyId) -> Result<(), ApiError> {
    if cases.keys.works(key).await? {
        Ok(())
    } else {
        Err(MemoryError::UnknownLink.into())
    }
}

async fn receive(mut upload: Upload, body: &mut Body) -> Result<(), ApiError> {
    let mut arrival = Arrival::begin(body);
    while let Some(bytes) = arrival.next().await? {
        upload.write(&bytes).await?;
    }
    Ok(upload.finish().await?)
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
    State(cases): State<Arc<UseCases>>,
    Path((job, token)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let job = job_id(&job)?;
    let download = cases.memories.download(job, &token).await?;
    check_key(&cases, download.key()).await?;
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
        Ok::<_, MemoryError>(chunk.map(|chunk| (chunk, download)))
    });
    Ok((headers, Body::from_stream(chunks)).into_response())
}
