use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use dragoman_domain::{Memory, MemoryId, MemorySegment, MemoryTarget, SegmentFilter, SegmentQuery};
use dragoman_service::Caller;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure};
use crate::fields::{Flag, Whole, iso_8601};
use crate::request::Fields;
use crate::routes::parameters::{Page, id, whole_in};

const DEFAULT_SEGMENTS: u32 = 50;
const MOST_SEGMENTS: u32 = 100;

/// Of the text to look for in segments, in characters.
const SHORTEST_FILTER: usize = 2;
const LONGEST_FILTER: usize = 1_000;

/// A translation memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TranslationMemory {
    translation_memory_id: String,
    /// A name for people.
    name: String,
    /// The language of the segments in lower case.
    source_language: String,
    /// The languages of the translations in lower case.
    target_languages: Vec<String>,
    /// How many segments it has.
    segment_count: u64,
    /// When it was made.
    creation_time: String,
    /// When it last changed. Memories do not change once they are made.
    updated_time: String,
}

impl From<Memory> for TranslationMemory {
    fn from(memory: Memory) -> Self {
        let created = iso_8601(memory.created);
        Self {
            translation_memory_id: memory.id.to_string(),
            name: memory.name,
            source_language: memory.source.tag().to_ascii_lowercase(),
            target_languages: memory
                .targets
                .iter()
                .map(|target| target.tag().to_ascii_lowercase())
                .collect(),
            segment_count: memory.segment_count,
            creation_time: created.clone(),
            updated_time: created,
        }
    }
}

/// Which of the memories to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The page, from 0.
    #[param(inline)]
    page: Option<Whole>,
    /// Memories on a page, from 1 to 25; 10 if not given.
    #[param(inline)]
    page_size: Option<Whole>,
}

/// A page of translation memories.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TranslationMemoryList {
    translation_memories: Vec<TranslationMemory>,
    /// How many there are on all pages.
    total_count: u64,
}

/// Lists the account's translation memories, oldest first.
#[utoipa::path(
    get,
    path = "/v3/translation_memories",
    tag = "Translation memories",
    params(PageQuery),
    responses(
        (status = 200, description = "The memories", body = TranslationMemoryList),
        (status = 400, description = "A parameter is not valid", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn list(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(query): Fields<PageQuery>,
) -> Result<Json<TranslationMemoryList>, ApiError> {
    let page = Page::of(query.page, query.page_size)?;
    let found = cases.memories.list(&caller, page.offset, page.size).await?;
    Ok(Json(TranslationMemoryList {
        translation_memories: found.memories.into_iter().map(Into::into).collect(),
        total_count: found.total,
    }))
}

fn memory_id(text: &str) -> Result<MemoryId, ApiError> {
    id("translation_memory_id", text)
}

/// Reads one translation memory.
#[utoipa::path(
    get,
    path = "/v3/translation_memories/{translation_memory_id}",
    tag = "Translation memories",
    params(("translation_memory_id" = String, Path, description = "The memory's id")),
    responses(
        (status = 200, description = "The memory", body = TranslationMemory),
        (status = 400, description = "The id is malformed", body = ErrorBody),
        (status = 404, description = "The account has no such memory", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn get(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Path(memory): Path<String>,
) -> Result<Json<TranslationMemory>, ApiError> {
    let memory = cases.memories.get(&caller, memory_id(&memory)?).await?;
    Ok(Json(memory.into()))
}

/// Deletes a translation memory for good.
#[utoipa::path(
    delete,
    path = "/v3/translation_memories/{translation_memory_id}",
    tag = "Translation memories",
    params(("translation_memory_id" = String, Path, description = "The memory's id")),
    responses(
        (status = 204, description = "The memory is deleted"),
        (status = 400, description = "The id is malformed", body = ErrorBody),
        (status = 404, description = "The account has no such memory", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn delete(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Path(memory): Path<String>,
) -> Result<StatusCode, ApiError> {
    cases.memories.delete(&caller, memory_id(&memory)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which of the segments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SegmentsQuery {
    /// Segments on a page, from 1 to 100; 50 if not given.
    #[param(inline)]
    page_size: Option<Whole>,
    /// The `next_page_cursor` of the page before.
    page_cursor: Option<String>,
    /// Only segments with this text in the source or in a translation: at least 2 characters.
    filter_text: Option<String>,
    /// Whether capitals matter in `filter_text`; they do not if not given.
    #[param(inline)]
    filter_case_sensitive: Option<Flag>,
}

/// A page of segments.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SegmentList {
    segments: Vec<Segment>,
    /// How many segments the memory has, whatever the filter.
    segment_count: u64,
    /// For `page_cursor` of the next page; absent on the last one. With a filter, a page may have
    /// fewer segments than asked for, or none, though another follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_cursor: Option<String>,
}

/// A segment with its translations.
#[derive(Debug, Serialize, ToSchema)]
struct Segment {
    source_segment_id: String,
    source_text: String,
    targets: Vec<Target>,
    #[serde(flatten)]
    times: Times,
}

/// A translation of a segment.
#[derive(Debug, Serialize, ToSchema)]
struct Target {
    target_segment_id: String,
    /// The language or variant in lower case.
    target_language: String,
    target_text: String,
    #[serde(flatten)]
    times: Times,
}

#[derive(Debug, Serialize, ToSchema)]
struct Times {
    #[serde(skip_serializing_if = "Option::is_none")]
    creation_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_time: Option<String>,
    /// When it last served for a translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_time: Option<String>,
}

impl Segment {
    fn new(memory: MemoryId, segment: MemorySegment) -> Self {
        let times = segment.times;
        let created = times.created.map(iso_8601);
        let updated = times.changed.or(times.created).map(iso_8601);
        let target = |(index, target): (usize, MemoryTarget)| Target {
            target_segment_id: segment_id(memory, segment.number, index + 1),
            target_language: target.language.tag().to_ascii_lowercase(),
            target_text: target.text,
            times: Times {
                creation_time: created.clone(),
                updated_time: updated.clone(),
                last_used_time: target.last_used.map(iso_8601),
            },
        };
        Self {
            source_segment_id: segment_id(memory, segment.number, 0),
            source_text: segment.source,
            targets: segment
                .targets
                .into_iter()
                .enumerate()
                .map(target)
                .collect(),
            times: Times {
                creation_time: created.clone(),
                updated_time: updated.clone(),
                last_used_time: times.last_used.map(iso_8601),
            },
        }
    }
}

/// An id in the form of a UUID (version 8, RFC 9562): the beginning of the memory's own, the number
/// of the segment, and which of its texts it is.
fn segment_id(memory: MemoryId, number: u32, text: usize) -> String {
    let mut bytes = *memory.0.as_bytes();
    let number = number.to_be_bytes();
    // There are fewer texts than languages, so two bytes are enough.
    let text = u16::try_from(text).unwrap_or(u16::MAX).to_be_bytes();
    for (place, byte) in bytes.iter_mut().skip(10).zip(number.iter().chain(&text)) {
        *place = *byte;
    }
    uuid::Builder::from_custom_bytes(bytes)
        .into_uuid()
        .to_string()
}

/// Lists segments of a translation memory, in the order of the import.
#[utoipa::path(
    get,
    path = "/v3/translation_memories/{translation_memory_id}/segments",
    tag = "Translation memories",
    params(
        ("translation_memory_id" = String, Path, description = "The memory's id"),
        SegmentsQuery
    ),
    responses(
        (status = 200, description = "The segments", body = SegmentList),
        (status = 400, description = "A parameter is not valid", body = ErrorBody),
        (status = 404, description = "The account has no such memory", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn segments(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Path(memory): Path<String>,
    Fields(query): Fields<SegmentsQuery>,
) -> Result<Json<SegmentList>, ApiError> {
    let id = memory_id(&memory)?;
    let query = SegmentQuery {
        from: query.page_cursor.map_or(Ok(0), |cursor| {
            cursor.parse().map_err(|_| {
                ApiError::invalid(
                    "Value for 'page_cursor' is not valid: send the 'next_page_cursor' of the page before.",
                )
            })
        })?,
        most: whole_in(
            "page_size",
            query.page_size,
            DEFAULT_SEGMENTS,
            MOST_SEGMENTS,
        )?,
        filter: filter(query.filter_text, query.filter_case_sensitive)?,
    };
    let (memory, page) = cases.memories.segments(&caller, id, &query).await?;
    Ok(Json(SegmentList {
        segments: page
            .segments
            .into_iter()
            .map(|segment| Segment::new(id, segment))
            .collect(),
        segment_count: memory.segment_count,
        next_page_cursor: page.next.map(|next| next.to_string()),
    }))
}

fn filter(
    text: Option<String>,
    is_case_sensitive: Option<Flag>,
) -> Result<Option<SegmentFilter>, ApiError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let length = text.chars().count();
    if !(SHORTEST_FILTER..=LONGEST_FILTER).contains(&length) {
        return Err(ApiError::invalid(format!(
            "Value for 'filter_text' is not valid: give {SHORTEST_FILTER} to {LONGEST_FILTER} characters."
        )));
    }
    if text.contains('\0') {
        return Err(ApiError::invalid(
            "Value for 'filter_text' is not valid: it has a null character.",
        ));
    }
    Ok(Some(SegmentFilter {
        text,
        is_case_sensitive: is_case_sensitive.is_some_and(|flag| flag.0),
    }))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_text_of_a_memory_has_an_id_of_its_own() {
        let memory = MemoryId(Uuid::from_bytes([0xab; 16]));
        let mut ids = std::collections::BTreeSet::new();
        for number in [0, 1, 255, 256, 70_000, u32::MAX] {
            for text in [0, 1, 2, 300] {
                let id = segment_id(memory, number, text);
                assert_eq!(Uuid::parse_str(&id).unwrap().get_version_num(), 8);
                assert!(ids.insert(id));
            }
        }
    }
}
