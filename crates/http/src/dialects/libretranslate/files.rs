//! Files, translated while the client waits, and fetched by a link.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{OriginalUri, Request, State};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::{Extension, Json};
use dragoman_domain::ErrorKind;
use dragoman_service::{Caller, Customization, DocumentError, DocumentFormat, NewDocument};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Source, Target};
use crate::document_answer::document_answer;
use crate::document_upload::{file_name, receive_document};
use crate::error::ApiError;
use crate::routes::PathTexts;
use crate::{ApiState, UseCases, links};

/// How long a client is answered nothing: longer documents are for the interface that lets ask for them.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// How long a link works.
const LIFE_OF_LINK: Duration = Duration::from_secs(3600);

/// What stands before the name in a link.
const DOWNLOADS: &str = "download_file";

#[derive(Debug, Deserialize)]
struct FileForm {
    #[serde(default)]
    source: Source,
    target: Target,
}

/// Translates a file, and says where it can be fetched.
pub(super) async fn translate(
    State(state): State<ApiState>,
    Extension(caller): Extension<Caller>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let base = links::base(state.options.public_url.as_deref(), &headers)?;
    let documents = &state.cases.documents;
    let mut ending = "";
    let handle = receive_document(&state.cases, &caller, request, |sent, name| {
        let form: FileForm = sent.read()?;
        let file_name = file_name(name)?;
        ending = ending_of_translation(&file_name);
        Ok(NewDocument {
            file_name,
            source: form.source.0,
            target: form.target.0,
            formality: None,
            customization: Customization::default(),
            output_format: None,
            bilingual: false,
        })
    })
    .await?;
    (documents.wait(&caller, handle.id, handle.key.expose(), LONGEST_WAIT)).await?;
    let root = uri.path().trim_end_matches('/').rsplit_once('/');
    let root = root.map_or("", |(root, _)| root);
    let name = documents.link(handle.id, LIFE_OF_LINK);
    Ok(Json(json!({
        "translatedFileUrl": format!("{base}{root}/{DOWNLOADS}/{name}.{ending}"),
    })))
}

/// Sends a file that was translated, once.
pub(super) async fn download(
    State(cases): State<Arc<UseCases>>,
    PathTexts(name): PathTexts<String>,
    method: Method,
) -> Result<Response, ApiError> {
    // The router takes it for GET, and it would count and fetch nothing.
    if method == Method::HEAD {
        return Err(ApiError::method_not_allowed());
    }
    // The ending is for who saves the file.
    let link = name.split('.').next().unwrap_or_default();
    match cases.documents.download_by_link(link).await {
        Ok(download) => Ok(document_answer(download)),
        Err(DocumentError::UnknownDocument) => Err(ApiError::new(
            ErrorKind::NotFound,
            "Nothing is behind this link any more: a file can be fetched once, within an hour.",
        )),
        Err(error) => Err(error.into()),
    }
}

/// What the name of a translation ends with, without the dot.
fn ending_of_translation(file_name: &str) -> &'static str {
    let ending = file_name.rsplit('.').next().unwrap_or_default();
    DocumentFormat::of_extension(ending).map_or("", |format| format.output().name())
}
