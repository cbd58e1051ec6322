//! One module per resource: its wire types, their conversion to domain values, and its handlers.

mod analytics;
mod customizing;
mod detect;
mod developer_keys;
mod documents;
mod glossaries;
mod glossaries_v2;
mod glossaries_v3;
mod glossary_pairs;
mod languages;
mod languages_v2;
mod parameters;
mod style_rule_instructions;
mod style_rules;
mod translate;
mod translation_memories;
mod translation_memory_files;
mod translation_memory_jobs;
mod usage;
mod write;

use axum::middleware;
use axum::routing::{get, post};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ApiState;
use crate::authentication::only_administrators;
use crate::error::ApiError;

/// The most texts in one request, for translation as for detection.
const MOST_TEXTS: usize = 50;

/// Every route with its description. Those of older clients have none of their own: `/v1` is
/// another name for `/v2`, and some clients POST where the contract has GET.
#[expect(
    deprecated,
    reason = "the attribute marks operations as deprecated in the description"
)]
pub(crate) fn router(legacy_requests: bool) -> OpenApiRouter<ApiState> {
    let router = OpenApiRouter::with_openapi(crate::description::base())
        .routes(routes!(translate::translate))
        .routes(routes!(documents::upload))
        .routes(routes!(documents::status))
        .routes(routes!(documents::result))
        .routes(routes!(usage::usage))
        .routes(routes!(languages::languages))
        .routes(routes!(languages::resources))
        .routes(routes!(
            languages_v2::get_languages,
            languages_v2::post_languages
        ))
        .routes(routes!(glossary_pairs::glossary_pairs))
        .routes(routes!(glossaries_v3::create, glossaries_v3::list))
        .routes(routes!(
            glossaries_v3::get,
            glossaries_v3::edit,
            glossaries_v3::delete
        ))
        .routes(routes!(glossaries_v3::entries))
        .routes(routes!(
            glossaries_v3::replace_dictionary,
            glossaries_v3::delete_dictionary
        ))
        .routes(routes!(glossaries_v2::create, glossaries_v2::list))
        .routes(routes!(glossaries_v2::get, glossaries_v2::delete))
        .routes(routes!(glossaries_v2::entries))
        .routes(routes!(detect::detect))
        .routes(routes!(write::rephrase))
        .routes(routes!(write::correct))
        .routes(routes!(style_rules::create, style_rules::list))
        .routes(routes!(
            style_rules::get,
            style_rules::rename,
            style_rules::delete
        ))
        .routes(routes!(style_rules::replace_rules))
        .routes(routes!(style_rule_instructions::add))
        .routes(routes!(
            style_rule_instructions::get,
            style_rule_instructions::replace,
            style_rule_instructions::delete
        ))
        .routes(routes!(translation_memories::list))
        .routes(routes!(
            translation_memories::get,
            translation_memories::delete
        ))
        .routes(routes!(translation_memories::segments))
        .routes(routes!(translation_memory_jobs::import))
        .routes(routes!(translation_memory_jobs::export))
        .routes(routes!(translation_memory_jobs::job))
        .merge(administration())
        .route("/v2/document/{document_id}", get(documents::status))
        .route("/v2/document/{document_id}/result", get(documents::result))
        .route("/v1/document", post(documents::upload))
        .route(
            "/v1/document/{document_id}",
            get(documents::status).post(documents::status),
        )
        .route(
            "/v1/document/{document_id}/result",
            get(documents::result).post(documents::result),
        )
        .route("/v2/usage", post(usage::usage))
        .route("/v1/translate", post(translate::translate))
        .route("/v1/write/rephrase", post(write::rephrase))
        .route("/v1/write/correct", post(write::correct))
        .route("/v1/usage", get(usage::usage).post(usage::usage))
        .route(
            "/v1/glossary-language-pairs",
            get(glossary_pairs::glossary_pairs),
        )
        .route(
            "/v1/glossaries",
            get(glossaries_v2::list).post(glossaries_v2::create),
        )
        .route(
            "/v1/glossaries/{glossary_id}",
            get(glossaries_v2::get).delete(glossaries_v2::delete),
        )
        .route(
            "/v1/glossaries/{glossary_id}/entries",
            get(glossaries_v2::entries),
        )
        .route(
            "/v1/languages",
            get(languages_v2::get_languages).post(languages_v2::post_languages),
        );
    if legacy_requests {
        router
            .route("/v2/translate", get(translate::translate))
            .route("/v1/translate", get(translate::translate))
    } else {
        router
    }
}

/// The routes for admin keys.
fn administration() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(analytics::analytics))
        .routes(routes!(analytics::custom_tags))
        .routes(routes!(developer_keys::create, developer_keys::list))
        .routes(routes!(developer_keys::deactivate))
        .routes(routes!(developer_keys::label))
        .routes(routes!(developer_keys::limits))
        .route_layer(middleware::from_fn(only_administrators))
}

/// The routes that links lead to. They need no key.
pub(crate) fn links() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(translation_memory_files::upload))
        .routes(routes!(translation_memory_files::download))
}

pub(crate) async fn not_found() -> ApiError {
    ApiError::not_found()
}

pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::method_not_allowed()
}

/// # Errors
/// 400 unless there is at least one text and no more than the contract allows.
fn check_texts(texts: &[String]) -> Result<(), ApiError> {
    match texts.len() {
        0 => Err(ApiError::invalid(
            "Value for 'text' is not valid: at least one text is needed.",
        )),
        1..=MOST_TEXTS => Ok(()),
        many => Err(ApiError::invalid(format!(
            "Value for 'text' is not valid: {many} texts were sent, and {MOST_TEXTS} is the most."
        ))),
    }
}
