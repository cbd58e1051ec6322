//! What both versions of the glossary routes share.

use std::borrow::Cow;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use dragoman_domain::{GlossaryId, GlossaryPair, Language};
use dragoman_service::EntriesFormat;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::error::ApiError;
use crate::fields::beginning_of;
use crate::sent_fields::NOT_SUPPORTED;

/// The id of a glossary in the path.
pub(crate) struct GlossaryPath(pub(crate) GlossaryId);

impl<S: Send + Sync> FromRequestParts<S> for GlossaryPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::<String>::from_request_parts(parts, state)
            .await
            .ok()
            .and_then(|Path(id)| id.parse().ok())
            .map(Self)
            .ok_or_else(|| {
                ApiError::invalid(
                    "The glossary id in the path is not valid. It is a GUID, for example \
                     3fa85f64-5717-4562-b3fc-2c963f66afa6.",
                )
            })
    }
}

/// A language of a dictionary: a base language in any case. Of a variant, also of one that is not
/// in the list of languages, the base language counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GlossaryCode(Language);

impl<'de> Deserialize<'de> for GlossaryCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        let base = beginning_of(tag.trim())
            .split('-')
            .next()
            .unwrap_or_default();
        Language::parse(base).map(Self).map_err(|mut error| {
            error.tag = beginning_of(&tag).to_owned();
            serde::de::Error::custom(format_args!("{NOT_SUPPORTED}{error}"))
        })
    }
}

impl PartialSchema for GlossaryCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .examples(["en"])
            .into()
    }
}

impl ToSchema for GlossaryCode {
    fn name() -> Cow<'static, str> {
        "GlossaryCode".into()
    }
}

/// # Errors
/// 400 if there cannot be a dictionary for these languages.
pub(crate) fn pair(source: GlossaryCode, target: GlossaryCode) -> Result<GlossaryPair, ApiError> {
    GlossaryPair::new(source.0, target.0).map_err(|error| {
        ApiError::invalid(format!(
            "Values for 'source_lang' and 'target_lang' are not valid: {error}."
        ))
    })
}

/// How entries are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FormatWord {
    /// A line for each entry with a tab between its terms.
    Tsv,
    /// Fields separated by commas, as in RFC 4180.
    Csv,
}

/// The format, of which TSV is the default.
pub(crate) fn format(word: Option<FormatWord>) -> EntriesFormat {
    match word {
        None | Some(FormatWord::Tsv) => EntriesFormat::Tsv,
        Some(FormatWord::Csv) => EntriesFormat::Csv,
    }
}
