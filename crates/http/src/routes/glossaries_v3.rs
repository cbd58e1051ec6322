use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use dragoman_domain::{Dictionary, DictionaryInfo, Glossary};
use dragoman_service::{Caller, NewDictionary};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::glossaries::{FormatWord, GlossaryCode, GlossaryPath, format, pair};
use crate::UseCases;
use crate::error::{ApiError, EntriesFailure, ErrorBody, EveryFailure};
use crate::fields::{iso_8601, short_list};
use crate::large_request::LargeFields;
use crate::request::Fields;

/// A dictionary to make or to merge.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewDictionaryBody {
    /// The language of the source terms, for example `en`.
    #[schema(inline)]
    source_lang: GlossaryCode,
    /// The language of the target terms, for example `de`.
    #[schema(inline)]
    target_lang: GlossaryCode,
    /// The entries.
    entries: String,
    /// How they are written; `tsv` if absent.
    #[schema(inline)]
    entries_format: Option<FormatWord>,
}

impl TryFrom<NewDictionaryBody> for NewDictionary {
    type Error = ApiError;

    fn try_from(body: NewDictionaryBody) -> Result<Self, ApiError> {
        Ok(Self {
            pair: pair(body.source_lang, body.target_lang)?,
            entries: body.entries,
            format: format(body.entries_format),
        })
    }
}

/// A glossary to make. In a form the fields of its dictionaries are called
/// `dictionaries[0].source_lang` and so on.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewGlossary {
    /// A name for people, 1 to 1024 bytes.
    name: String,
    /// The dictionaries, each for another language pair, at most 10 MiB of entries together. There
    /// may be none.
    #[serde(default, deserialize_with = "short_list")]
    dictionaries: Vec<NewDictionaryBody>,
}

/// What to change in a glossary.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GlossaryEdit {
    /// The new name.
    name: Option<String>,
    /// Entries to merge into the dictionary for their language pair, which is made if there is
    /// none.
    #[serde(default, deserialize_with = "short_list")]
    #[schema(max_items = 1)]
    dictionaries: Vec<NewDictionaryBody>,
}

/// The language pair of a dictionary.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PairQuery {
    /// The language of the source terms, for example `en`.
    #[param(inline)]
    source_lang: GlossaryCode,
    /// The language of the target terms, for example `de`.
    #[param(inline)]
    target_lang: GlossaryCode,
}

/// A glossary without entries.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Glossary)]
pub(crate) struct GlossaryBody {
    glossary_id: String,
    name: String,
    /// In the order in which they were added.
    dictionaries: Vec<DictionaryBody>,
    /// ISO 8601 with milliseconds.
    creation_time: String,
}

/// A dictionary without entries.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Dictionary)]
pub(crate) struct DictionaryBody {
    source_lang: &'static str,
    target_lang: &'static str,
    entry_count: u64,
}

/// Every glossary of the account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryList {
    glossaries: Vec<GlossaryBody>,
}

/// The dictionary that was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryList {
    /// One.
    dictionaries: Vec<DictionaryEntries>,
}

/// A dictionary with its entries.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DictionaryEntries {
    source_lang: &'static str,
    target_lang: &'static str,
    /// A line for each entry with a tab between its terms, in the order in which they were added.
    entries: String,
    /// Always `tsv`.
    #[schema(inline)]
    entries_format: FormatWord,
}

impl From<DictionaryInfo> for DictionaryBody {
    fn from(info: DictionaryInfo) -> Self {
        Self {
            source_lang: info.pair.source().tag(),
            target_lang: info.pair.target().tag(),
            entry_count: info.entry_count,
        }
    }
}

impl From<Glossary> for GlossaryBody {
    fn from(glossary: Glossary) -> Self {
        Self {
            glossary_id: glossary.id.to_string(),
            name: glossary.name,
            dictionaries: glossary
                .dictionaries
                .into_iter()
                .map(DictionaryBody::from)
                .collect(),
            creation_time: iso_8601(glossary.created),
        }
    }
}

impl From<Dictionary> for DictionaryEntries {
    fn from(dictionary: Dictionary) -> Self {
        Self {
            source_lang: dictionary.pair.source().tag(),
            target_lang: dictionary.pair.target().tag(),
            entries: dictionary.entries.into_tsv(),
            entries_format: FormatWord::Tsv,
        }
    }
}

/// Makes a glossary with dictionaries for any number of language pairs.
#[utoipa::path(
    post,
    path = "/v3/glossaries",
    operation_id = "create_glossary_v3",
    tag = "Glossaries",
    request_body(content(
        (NewGlossary = "application/json"),
        (NewGlossary = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 201, description = "The glossary", body = GlossaryBody),
        EveryFailure,
        EntriesFailure,
    )
)]
pub(crate) async fn create(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    LargeFields { fields, room }: LargeFields<NewGlossary>,
) -> Result<(StatusCode, Json<GlossaryBody>), ApiError> {
    let _room = room;
    let dictionaries = fields
        .dictionaries
        .into_iter()
        .map(NewDictionary::try_from)
        .collect::<Result<_, _>>()?;
    let glossary = cases
        .glossaries
        .create(&caller, fields.name, dictionaries)
        .await?;
    Ok((StatusCode::CREATED, Json(glossary.into())))
}

/// Lists the glossaries of the account, oldest first.
#[utoipa::path(
    get,
    path = "/v3/glossaries",
    operation_id = "list_glossaries_v3",
    tag = "Glossaries",
    responses(
        (status = 200, description = "The glossaries", body = GlossaryList),
        EveryFailure,
    )
)]
pub(crate) async fn list(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<GlossaryList>, ApiError> {
    let glossaries = cases.glossaries.list(&caller).await?;
    Ok(Json(GlossaryList {
        glossaries: glossaries.into_iter().map(GlossaryBody::from).collect(),
    }))
}

/// Tells about a glossary.
#[utoipa::path(
    get,
    path = "/v3/glossaries/{glossary_id}",
    operation_id = "get_glossary_v3",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid")),
    responses(
        (status = 200, description = "The glossary", body = GlossaryBody),
        (status = 400, description = "The id is not a GUID", body = ErrorBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn get(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
) -> Result<Json<GlossaryBody>, ApiError> {
    Ok(Json(cases.glossaries.get(&caller, id).await?.into()))
}

/// Renames a glossary, or merges entries into one of its dictionaries, or both: source terms that
/// are in the dictionary get their new target, the others are added.
#[utoipa::path(
    patch,
    path = "/v3/glossaries/{glossary_id}",
    operation_id = "edit_glossary_v3",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid")),
    request_body(content(
        (GlossaryEdit = "application/json"),
        (GlossaryEdit = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The glossary as it is now", body = GlossaryBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        EveryFailure,
        EntriesFailure,
    )
)]
pub(crate) async fn edit(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
    LargeFields { fields, room }: LargeFields<GlossaryEdit>,
) -> Result<Json<GlossaryBody>, ApiError> {
    let _room = room;
    let mut dictionaries = fields.dictionaries.into_iter();
    let dictionary = dictionaries
        .next()
        .map(NewDictionary::try_from)
        .transpose()?;
    if dictionaries.next().is_some() {
        return Err(ApiError::invalid(
            "Value for 'dictionaries' is not valid: one dictionary can be changed in a request.",
        ));
    }
    let glossary = cases
        .glossaries
        .merge(&caller, id, fields.name, dictionary)
        .await?;
    Ok(Json(glossary.into()))
}

/// Deletes a glossary with its dictionaries.
#[utoipa::path(
    delete,
    path = "/v3/glossaries/{glossary_id}",
    operation_id = "delete_glossary_v3",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid")),
    responses(
        (status = 204, description = "It is deleted"),
        (status = 400, description = "The id is not a GUID", body = ErrorBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn delete(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
) -> Result<StatusCode, ApiError> {
    cases.glossaries.delete(&caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives the entries of one dictionary.
#[utoipa::path(
    get,
    path = "/v3/glossaries/{glossary_id}/entries",
    operation_id = "get_glossary_entries_v3",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid"), PairQuery),
    responses(
        (status = 200, description = "The dictionary", body = DictionaryList),
        (status = 400, description = "The id or the language pair is missing or wrong", body = ErrorBody),
        (status = 404, description = "There is no such glossary or dictionary", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn entries(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
    Fields(query): Fields<PairQuery>,
) -> Result<Json<DictionaryList>, ApiError> {
    let pair = pair(query.source_lang, query.target_lang)?;
    let dictionary = cases.glossaries.dictionary(&caller, id, pair).await?;
    Ok(Json(DictionaryList {
        dictionaries: vec![dictionary.into()],
    }))
}

/// Puts a dictionary in the place of the one for the same language pair, or adds it.
#[utoipa::path(
    put,
    path = "/v3/glossaries/{glossary_id}/dictionaries",
    operation_id = "replace_dictionary_v3",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid")),
    request_body(content(
        (NewDictionaryBody = "application/json"),
        (NewDictionaryBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The dictionary", body = DictionaryBody),
        (status = 404, description = "There is no such glossary", body = ErrorBody),
        EveryFailure,
        EntriesFailure,
    )
)]
pub(crate) async fn replace_dictionary(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
    LargeFields { fields, room }: LargeFields<NewDictionaryBody>,
) -> Result<Json<DictionaryBody>, ApiError> {
    let _room = room;
    let dictionary = NewDictionary::try_from(fields)?;
    let info = cases
        .glossaries
        .replace_dictionary(&caller, id, dictionary)
        .await?;
    Ok(Json(info.into()))
}

/// Deletes one dictionary. The glossary stays, even without any.
#[utoipa::path(
    delete,
    path = "/v3/glossaries/{glossary_id}/dictionaries",
    operation_id = "delete_dictionary_v3",
    tag = "Glossaries",
    params(("glossary_id" = String, Path, format = "uuid"), PairQuery),
    responses(
        (status = 204, description = "It is deleted"),
        (status = 400, description = "The id or the language pair is missing or wrong", body = ErrorBody),
        (status = 404, description = "There is no such glossary or dictionary", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn delete_dictionary(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    GlossaryPath(id): GlossaryPath,
    Fields(query): Fields<PairQuery>,
) -> Result<StatusCode, ApiError> {
    let pair = pair(query.source_lang, query.target_lang)?;
    cases
        .glossaries
        .delete_dictionary(&caller, id, pair)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
