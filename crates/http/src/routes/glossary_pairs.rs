use axum::{Extension, Json};
use dragoman_domain::Scope;
use dragoman_service::Caller;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, EveryFailure};

/// Between which languages glossaries can be made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryPairs {
    supported_languages: Vec<GlossaryPair>,
}

#[derive(Debug, Serialize, ToSchema)]
struct GlossaryPair {
    source_lang: &'static str,
    target_lang: &'static str,
}

/// Lists the language pairs for glossaries. This server has no glossaries yet, so there are none.
#[utoipa::path(
    get,
    path = "/v2/glossary-language-pairs",
    tag = "Languages",
    responses(
        (status = 200, description = "The pairs", body = GlossaryPairs),
        EveryFailure,
    )
)]
#[deprecated]
pub(crate) async fn glossary_pairs(
    Extension(caller): Extension<Caller>,
) -> Result<Json<GlossaryPairs>, ApiError> {
    caller.require(Scope::ReadGlossaries)?;
    Ok(Json(GlossaryPairs {
        supported_languages: Vec::new(),
    }))
}
