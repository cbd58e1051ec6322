use axum::Json;
use dragoman_domain::glossary_languages;
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

/// Lists the language pairs for glossaries: any two different languages. Deprecated in favour of
/// `/v3/languages`.
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
pub(crate) async fn glossary_pairs() -> Result<Json<GlossaryPairs>, ApiError> {
    let languages = glossary_languages();
    let pairs = languages.iter().flat_map(|source| {
        let targets = languages.iter().filter(move |target| *target != source);
        targets.map(|target| GlossaryPair {
            source_lang: source.tag(),
            target_lang: target.tag(),
        })
    });
    Ok(Json(GlossaryPairs {
        supported_languages: pairs.collect(),
    }))
}
