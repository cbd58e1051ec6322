use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use dragoman_domain::Detection;
use dragoman_service::Caller;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::UseCases;
use crate::error::{ApiError, BodyFailure, ErrorBody, EveryFailure};
use crate::fields::Strings;
use crate::request::Fields;
use crate::routes::check_texts;

/// Texts whose languages are wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DetectBody {
    /// The texts, at most 50.
    #[schema(inline, min_items = 1, max_items = 50)]
    text: Strings,
}

/// What was found, in the order of the texts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Detections {
    results: Vec<DetectedText>,
}

#[derive(Debug, Serialize, ToSchema)]
struct DetectedText {
    #[schema(inline)]
    detection_status: DetectionStatus,
    /// Only if the status is `success`.
    #[serde(skip_serializing_if = "Option::is_none")]
    detected_language: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DetectionStatus {
    Success,
    InsufficientConfidence,
    UnsupportedLanguage,
    NoLanguageDetected,
}

impl From<Detection> for DetectedText {
    fn from(detection: Detection) -> Self {
        let (detection_status, detected_language) = match detection {
            Detection::Detected(language) => (DetectionStatus::Success, Some(language.tag())),
            Detection::Unsure(_) => (DetectionStatus::InsufficientConfidence, None),
            Detection::Unsupported(_) => (DetectionStatus::UnsupportedLanguage, None),
            Detection::NoLanguage => (DetectionStatus::NoLanguageDetected, None),
        };
        Self {
            detection_status,
            detected_language,
        }
    }
}

/// Detects the languages of texts, for accounts that have opted in.
#[utoipa::path(
    post,
    path = "/v3/detect/language",
    tag = "Detection",
    request_body(content(
        (DetectBody = "application/json"),
        (DetectBody = "application/x-www-form-urlencoded"),
    )),
    responses(
        (status = 200, description = "What was found", body = Detections),
        (status = 400, description = "`text` is missing or wrong", body = ErrorBody),
        EveryFailure,
        BodyFailure,
    )
)]
pub(crate) async fn detect(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(body): Fields<DetectBody>,
) -> Result<Json<Detections>, ApiError> {
    check_texts(&body.text.0)?;
    let detections = cases.detect.detect(&caller, body.text.0).await?;
    Ok(Json(Detections {
        results: detections.into_iter().map(DetectedText::from).collect(),
    }))
}
