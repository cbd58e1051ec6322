use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use dragoman_domain::{DictionaryInfo, ErrorKind, Glossary};
use dragoman_service::{Caller, NewDictionary};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::glossaries::{FormatWord, GlossaryCode, GlossaryPath, format, pair};
use crate::UseCases;
use crate::error::{ApiError, EntriesFailure, ErrorBody, EveryFailure};
use crate::fields::iso_8601;
use crate::large_request::LargeFields;

/// The only form in which entries are given out.
const TSV: &str = "text/tab-separated-values";

/// A glossary to make.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewGlossaryV2 {
    /// A name for people, 1 to 1024 bytes.
    name: String,
    /// The language of the source terms, for example `en`.
    #[schema(inline)]
    source_lang: GlossaryCode,
    /// The language of the target terms, for example `de`.
    #[schema(inline)]
    target_lang: GlossaryCode,
    /// The entries, at most 10 MiB.
    entries: String,
    /// How they are written; `tsv` if absent.
    #[schema(inline)]
    entries_format: Option<FormatWord>,
}

/// A glossary with one dictionary.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryV2 {
    glossary_id: String,
    name: String,
    /// Always true: a glossary can be used at once.
    ready: bool,
    source_lang: &'static str,
    target_lang: &'static str,
    /// ISO 8601 with milliseconds.
    creation_time: String,
    entry_count: u64,
}

/// Every glossary of the account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossariesV2 {
    glossaries: Vec<GlossaryV2>,
}

/// The dictionary that stands for a glossary here: the first.
fn dictionary(glossary: &Glossary) -> Option<&DictionaryInfo> {
    glossary.dictionaries.first()
}

/// `None` for a glossary without dictionaries, which has no languages that could be told.
fn to_wire(glossary: Glossary) -> Option<GlossaryV2> {
    let &DictionaryInfo { pair, entry_count } = dictionary(&glossary)?;
    Some(GlossaryV2 {
        glossary_id: glossary.id.to_string(),
        name: glossary.name,
        ready: true,
        source_lang: pair.source().tag(),
        target_lang: pair.target().tag(),
        creation_time: iso_8601(glossary.created),
        entry_count,
    })
}

fn without_dictionary() -> ApiError {
    ApiError::new(
        ErrorKind::NotFound,
        "This glossary has no dictionary. Use /v3/glossaries, which can add one.",
    )
}

/// Makes a glossary with one dictionary.
#[utoipa::path(
    post,
    path = "/v2/glossaries",
    operation_id = "create_glossary_v2",
    tag = "Glossaries",
    request_body(content(
        (NewGlossaryV2 = "application/json"),
        (NewGlossaryV2 = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 201, description = "The glossary", body = GlossaryV2),
        EveryFailure,
        EntriesFailure,
    )
)]
pub(crate) async fn create(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    LargeFields { fields, room }: LargeFields<NewGlossaryV2>,
) -> Result<(StatusCode, Json<GlossaryV2>), ApiError> {
    let _room = room;
    let dictionary = NewDictionary {
        pair: pair(fields.source_lang, fields.target_lang)?,
        entries: fields.entries,
        format: format(fields.entries_format),
    };
    let glossary = cases
        .glossaries
        .create(&caller, fields.name, vec![dictionary])
        .await?;
    let glossary = to_wire(glossary).ok_or_else(without_dictionary)?;
    Ok((StatusCode::CREATED, Json(glossary)))
}

/// Lists the glossaries of the account, oldest first. One with several dictionaries is shown with
/// its first one, one without any is not shown.
#[utoipa::path(
    get,
    path = "/v2/glossaries",
    operation_id = "list_glossaries_v2",
    tag = "Glossaries",
    responses(
        (status = 200, description = "The glossaries", body = GlossariesV2),
        EveryFailure,
    )
)]
pub(crate) async fn list(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<GlossariesV2>, ApiError> {
    let glossaries = cases.glossaries.list(&caller).await?;
    Ok(Json(GlossariesV2 {
        glossaries: glossaries.into_iter().filter_map(to_wire).collect(),
    }))
}

/// Tells about a glossary; of one with several dictionaries about the first.
#[utoipa::path(
    get,
    path = "/v2/glossaries/{glossary_id}",
    operation_id = "get_glossary_v2",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid")),
    responses(
        (status = 200, description = "The glossary", body = GlossaryV2),
        (status = 400, description = "The id is not a GUID", body = ErrorBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn get(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
) -> Result<Json<GlossaryV2>, ApiError> {
    let glossary = cases.glossaries.get(&caller, id).await?;
    to_wire(glossary).map(Json).ok_or_else(without_dictionary)
}

/// Gives the entries of a glossary, in the order in which they were uploaded; of one with several
/// dictionaries those of the first.
#[utoipa::path(
    get,
    path = "/v2/glossaries/{glossary_id}/entries",
    operation_id = "get_glossary_entries_v2",
    tag = "Glossaries",
    params(
        ("glossary_id" = String, Path, format = "uuid"),
        ("Accept" = Option<String>, Header, description = "Only `text/tab-separated-values`"),
    ),
    responses(
        (
            status = 200,
            description = "A line for each entry with a tab between its terms",
            body = String,
            content_type = "text/tab-separated-values",
        ),
        (status = 400, description = "The id is not a GUID", body = ErrorBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        (status = 415, description = "Another form is wanted", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn entries(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if !accepts_tsv(&headers) {
        return Err(ApiError::unsupported_media_type(
            "Entries are given out as text/tab-separated-values only. Send that in 'Accept', or no \
             'Accept'.",
        ));
    }
    let glossary = cases.glossaries.get(&caller, id).await?;
    let pair = dictionary(&glossary).ok_or_else(without_dictionary)?.pair;
    let dictionary = cases.glossaries.dictionary(&caller, id, pair).await?;
    // Some clients take text without a character set for Latin 1.
    let content_type = format!("{TSV}; charset=utf-8");
    Ok((
        [(CONTENT_TYPE, content_type)],
        dictionary.entries.into_tsv(),
    )
        .into_response())
}

/// Whether one of the media ranges in `Accept`, if there are any, is for TSV.
fn accepts_tsv(headers: &HeaderMap) -> bool {
    let mut ranges = headers
        .get_all(ACCEPT)
        .iter()
        .flat_map(|value| value.to_str().unwrap_or_default().split(','))
        .map(|range| range.split(';').next().unwrap_or_default().trim())
        .filter(|range| !range.is_empty())
        .peekable();
    ranges.peek().is_none()
        || ranges.any(|range| {
            [TSV, "text/*", "*/*"]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(range))
        })
}

/// Deletes a glossary. One that has several dictionaries or was edited is refused: version 3
/// deletes it.
#[utoipa::path(
    delete,
    path = "/v2/glossaries/{glossary_id}",
    operation_id = "delete_glossary_v2",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid")),
    responses(
        (status = 204, description = "It is deleted"),
        (status = 400, description = "The id is not a GUID, or only version 3 can delete it", body = ErrorBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn delete(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
) -> Result<StatusCode, ApiError> {
    cases.glossaries.delete_monolingual(&caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
