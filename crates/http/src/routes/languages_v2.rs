use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use dragoman_domain::Language;
use dragoman_service::SupportedLanguage;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure};
use crate::request::Fields;

/// Which languages to list.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub(crate) struct LanguagesQuery {
    /// The side of the translation; source if absent.
    #[serde(rename = "type")]
    #[param(inline)]
    #[schema(inline)]
    side: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Side {
    Source,
    Target,
}

/// A language of the older list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LanguageV2 {
    /// The code in upper case.
    language: String,
    /// The name in English.
    name: &'static str,
    /// Only in the list of targets.
    #[serde(skip_serializing_if = "Option::is_none")]
    supports_formality: Option<bool>,
}

/// Targets that the older list names by their variants only. They are accepted all the same.
const LISTED_BY_VARIANT: [&str; 2] = ["en", "pt"];

fn is_listed(supported: &SupportedLanguage, side: Side) -> bool {
    match side {
        Side::Source => supported.usable_as_source,
        Side::Target => {
            supported.usable_as_target && !LISTED_BY_VARIANT.contains(&supported.language.tag())
        }
    }
}

/// The older list calls both codes of simplified Chinese by one name.
fn name(language: Language) -> &'static str {
    match language.tag() {
        "zh" => "Chinese (simplified)",
        _ => language.name(),
    }
}

fn list(cases: &UseCases, query: &LanguagesQuery) -> Result<Json<Vec<LanguageV2>>, ApiError> {
    let side = query.side.unwrap_or(Side::Source);
    Ok(Json(
        cases
            .languages
            .for_text_translation()
            .iter()
            .filter(|supported| is_listed(supported, side))
            .map(|supported| LanguageV2 {
                language: supported.language.upper_case_tag(),
                name: name(supported.language),
                supports_formality: (side == Side::Target).then_some(supported.formality),
            })
            .collect(),
    ))
}

/// Lists languages in the older form. Deprecated in favour of `/v3/languages`.
#[utoipa::path(
    get,
    path = "/v2/languages",
    tag = "Languages",
    params(LanguagesQuery),
    responses(
        (status = 200, description = "The languages", body = Vec<LanguageV2>),
        (status = 400, description = "`type` is neither source nor target", body = ErrorBody),
        EveryFailure,
    )
)]
#[deprecated]
pub(crate) async fn get_languages(
    State(cases): State<Arc<UseCases>>,
    Fields(query): Fields<LanguagesQuery>,
) -> Result<Json<Vec<LanguageV2>>, ApiError> {
    list(&cases, &query)
}

/// The same for clients that send a body. Deprecated in favour of `/v3/languages`.
#[utoipa::path(
    post,
    path = "/v2/languages",
    tag = "Languages",
    request_body(content(
        (LanguagesQuery = "application/json"),
        (LanguagesQuery = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The languages", body = Vec<LanguageV2>),
        (status = 400, description = "`type` is neither source nor target", body = ErrorBody),
        EveryFailure,
    )
)]
#[deprecated]
pub(crate) async fn post_languages(
    State(cases): State<Arc<UseCases>>,
    Fields(query): Fields<LanguagesQuery>,
) -> Result<Json<Vec<LanguageV2>>, ApiError> {
    list(&cases, &query)
}
