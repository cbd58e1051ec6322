use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use dragoman_domain::{StyleOrTone, Tone as DomainTone, WritingStyle as DomainStyle};
use dragoman_service::{
    Caller, ImprovedText, Improvement as Wanted, ImprovementRequest, WantedStyle,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure, SmallBodyFailure};
use crate::fields::{LanguageCode, Strings, or_none};
use crate::request::SmallFields;
use crate::routes::translate::ReportingTagHeader;

/// Texts to improve.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RephraseBody {
    /// The texts, each improved on its own.
    #[schema(inline, min_items = 1)]
    text: Strings,
    /// The language of the texts, or the variant of it in which they are to be written, for example `de` or `en-GB`; the
    /// language of each text if absent.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    target_lang: Option<LanguageCode>,
    /// For whom the texts are. Where styles are not supported, one is refused and one with `prefer_` changes nothing.
    /// Not together with a tone.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    writing_style: Option<WritingStyle>,
    /// How the texts are to sound. Where tones are not supported, one is refused and one with `prefer_` changes nothing.
    /// Not together with a style.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    tone: Option<Tone>,
}

/// Texts in which mistakes are to be mended.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CorrectBody {
    /// The texts, each corrected on its own.
    #[schema(inline, min_items = 1)]
    text: Strings,
    /// The language of the texts, or the variant of it in which they are to be written, for example `de` or `en-GB`; the
    /// language of each text if absent.
    #[serde(default, deserialize_with = "or_none")]
    #[schema(inline)]
    target_lang: Option<LanguageCode>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum WritingStyle {
    Academic,
    Business,
    Casual,
    Default,
    Simple,
    PreferAcademic,
    PreferBusiness,
    PreferCasual,
    PreferSimple,
}

impl WritingStyle {
    /// What is wished; nothing by default.
    const fn wanted(self) -> Option<WantedStyle> {
        let (style, is_required) = match self {
            Self::Default => return None,
            Self::Academic => (DomainStyle::Academic, true),
            Self::Business => (DomainStyle::Business, true),
            Self::Casual => (DomainStyle::Casual, true),
            Self::Simple => (DomainStyle::Simple, true),
            Self::PreferAcademic => (DomainStyle::Academic, false),
            Self::PreferBusiness => (DomainStyle::Business, false),
            Self::PreferCasual => (DomainStyle::Casual, false),
            Self::PreferSimple => (DomainStyle::Simple, false),
        };
        Some(WantedStyle {
            style_or_tone: StyleOrTone::Style(style),
            is_required,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Tone {
    Confident,
    Default,
    Diplomatic,
    Enthusiastic,
    Friendly,
    PreferConfident,
    PreferDiplomatic,
    PreferEnthusiastic,
    PreferFriendly,
}

impl Tone {
    /// What is wished; nothing by default.
    const fn wanted(self) -> Option<WantedStyle> {
        let (tone, is_required) = match self {
            Self::Default => return None,
            Self::Confident => (DomainTone::Confident, true),
            Self::Diplomatic => (DomainTone::Diplomatic, true),
            Self::Enthusiastic => (DomainTone::Enthusiastic, true),
            Self::Friendly => (DomainTone::Friendly, true),
            Self::PreferConfident => (DomainTone::Confident, false),
            Self::PreferDiplomatic => (DomainTone::Diplomatic, false),
            Self::PreferEnthusiastic => (DomainTone::Enthusiastic, false),
            Self::PreferFriendly => (DomainTone::Friendly, false),
        };
        Some(WantedStyle {
            style_or_tone: StyleOrTone::Tone(tone),
            is_required,
        })
    }
}

impl TryFrom<RephraseBody> for ImprovementRequest {
    type Error = ApiError;

    fn try_from(body: RephraseBody) -> Result<Self, ApiError> {
        let style = body.writing_style.and_then(WritingStyle::wanted);
        let tone = body.tone.and_then(Tone::wanted);
        if style.is_some() && tone.is_some() {
            return Err(ApiError::invalid(
                "Both writing_style and tone defined: send one of them, or default for one.",
            ));
        }
        request(
            body.text,
            body.target_lang,
            Wanted::Rephrasing(style.or(tone)),
        )
    }
}

impl TryFrom<CorrectBody> for ImprovementRequest {
    type Error = ApiError;

    fn try_from(body: CorrectBody) -> Result<Self, ApiError> {
        request(body.text, body.target_lang, Wanted::Correction)
    }
}

/// # Errors
/// 400 unless there is at least one text. How many there may be is limited by the size of the body alone.
fn request(
    texts: Strings,
    target: Option<LanguageCode>,
    improvement: Wanted,
) -> Result<ImprovementRequest, ApiError> {
    if texts.0.is_empty() {
        return Err(ApiError::invalid(
            "Value for 'text' is not valid: at least one text is needed.",
        ));
    }
    Ok(ImprovementRequest {
        texts: texts.0,
        target: target.map(|code| code.0),
        improvement,
    })
}

/// The improved texts, in the order of the texts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Improvements {
    improvements: Vec<Improvement>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Improvement {
    /// The improved text.
    text: String,
    /// The language or variant that applied: for `en`, `pt` and `zh` the variant that they stand for.
    target_language: &'static str,
    /// The language of the text, without a variant.
    detected_source_language: &'static str,
}

impl From<Vec<ImprovedText>> for Improvements {
    fn from(improved: Vec<ImprovedText>) -> Self {
        let improvements = improved.into_iter().map(|improved| Improvement {
            text: improved.text,
            target_language: improved.target.tag(),
            detected_source_language: improved.source.tag(),
        });
        Self {
            improvements: improvements.collect(),
        }
    }
}

/// Says texts better in the same language: mends mistakes, and finds other words where a model can.
#[utoipa::path(
    post,
    path = "/v2/write/rephrase",
    tag = "Improvement",
    request_body(content(
        (RephraseBody = "application/json"),
        (RephraseBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The improved texts", body = Improvements),
        (status = 400, description = "A parameter is missing, wrong or not available, or a text is in another language", body = ErrorBody),
        EveryFailure,
        SmallBodyFailure,
        (status = 456, description = "The character limit of the account or the key is reached", body = ErrorBody),
    )
)]
pub(crate) async fn rephrase(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    tag: ReportingTagHeader,
    SmallFields(body): SmallFields<RephraseBody>,
) -> Result<Json<Improvements>, ApiError> {
    improve(&cases, &caller, tag, body.try_into()?).await
}

/// Mends mistakes of spelling, grammar and punctuation, and changes nothing else.
#[utoipa::path(
    post,
    path = "/v2/write/correct",
    tag = "Improvement",
    request_body(content(
        (CorrectBody = "application/json"),
        (CorrectBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "The corrected texts", body = Improvements),
        (status = 400, description = "A parameter is missing, wrong or not available, or a text is in another language", body = ErrorBody),
        EveryFailure,
        SmallBodyFailure,
        (status = 456, description = "The character limit of the account or the key is reached", body = ErrorBody),
    )
)]
pub(crate) async fn correct(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    tag: ReportingTagHeader,
    SmallFields(body): SmallFields<CorrectBody>,
) -> Result<Json<Improvements>, ApiError> {
    improve(&cases, &caller, tag, body.try_into()?).await
}

async fn improve(
    cases: &UseCases,
    caller: &Caller,
    tag: ReportingTagHeader,
    request: ImprovementRequest,
) -> Result<Json<Improvements>, ApiError> {
    let named = match request.improvement {
        Wanted::Rephrasing(Some(WantedStyle {
            style_or_tone: StyleOrTone::Tone(_),
            ..
        })) => "tone",
        _ => "writing_style",
    };
    let improved = cases.improve.improve(caller, &request, tag.0).await;
    improved
        .map(|improved| Json(improved.into()))
        .map_err(|error| ApiError::of_improvement(error, named))
}
