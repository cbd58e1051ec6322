use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use dragoman_domain::{EngineError, ErrorKind, LanguagePair, StoreError};
use dragoman_service::{
    AdministrationError, AuthenticationError, CustomizationError, DetectionError, DocumentError,
    Forbidden, GlossaryError, KeyError, MemoryError, MeteringError, NoRoom, ReportError,
    StyleListError, TranslateError, TranslationError, sentence,
};
use dragoman_style::RuleChoice;
use serde::Serialize;
use utoipa::openapi::{self, Content, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::rate_limit::RateLimited;

/// After how long a client may try again where nothing better is known.
const DEFAULT_RETRY: Duration = Duration::from_secs(1);

/// The body of every answer that is not a success.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorBody {
    /// What is wrong and what to do, for people.
    message: String,
    /// What is wrong, for programs.
    code: &'static str,
    /// Where in the entries of a glossary it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// The failures that every operation has, for its description.
pub(crate) struct EveryFailure;

impl IntoResponses for EveryFailure {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        describe_failures(&[
            ("403", "The key is missing, wrong or not allowed to do this"),
            (
                "429",
                "Too many requests, or too much work in progress, with this key or account",
            ),
            ("500", "Internal error"),
        ])
    }
}

/// The failures of operations on texts in a body, besides those that every operation has.
pub(crate) struct BodyFailure;

impl IntoResponses for BodyFailure {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        describe_failures(&[
            ("413", "The body is larger than 128 KiB"),
            ("415", "The content type is neither JSON nor a form"),
            ("503", "The server is full or an engine is unavailable"),
            ("504", "The work was not done in time"),
        ])
    }
}

/// The failures of operations on texts in a small body, besides those that every operation has.
pub(crate) struct SmallBodyFailure;

impl IntoResponses for SmallBodyFailure {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        let mut failures = BodyFailure::responses();
        failures.extend(describe_failures(&[(
            "413",
            "The body is larger than 10 KiB",
        )]));
        failures
    }
}

/// The failures of operations that take the entries of dictionaries, besides those that every
/// operation has.
pub(crate) struct EntriesFailure;

impl IntoResponses for EntriesFailure {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        describe_failures(&[
            (
                "400",
                "A field is missing or wrong; of entries `detail` says where",
            ),
            (
                "413",
                "More than 10 MiB of entries, or more than all glossaries of the account may have",
            ),
            ("415", "The content type is neither JSON nor a form"),
            (
                "503",
                "The server is full, has no room for more glossaries, or its disk is almost full",
            ),
        ])
    }
}

/// The failures of operations that take JSON only, besides those that every operation has.
pub(crate) struct JsonFailure;

impl IntoResponses for JsonFailure {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        describe_failures(&[
            ("400", "A field is missing or wrong"),
            ("413", "The body is larger than 128 KiB"),
            ("415", "The content type is not JSON"),
        ])
    }
}

fn describe_failures(failures: &[(&str, &str)]) -> BTreeMap<String, RefOr<openapi::Response>> {
    failures
        .iter()
        .map(|&(status, description)| {
            let content = Content::new(Some(Ref::from_schema_name(ErrorBody::name())));
            let response = ResponseBuilder::new()
                .description(description)
                .content("application/json", content)
                .build();
            (status.to_owned(), response.into())
        })
        .collect()
}

/// An answer that is not a success.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    body: ErrorBody,
    retry_after: Option<Duration>,
}

/// The one place that says which kind of failure has which status and code.
fn status_and_code(kind: ErrorKind) -> (u16, &'static str) {
    match kind {
        ErrorKind::InvalidInput => (400, "invalid_request"),
        ErrorKind::Unsupported => (400, "unsupported"),
        ErrorKind::NotFound => (404, "not_found"),
        ErrorKind::Conflict => (400, "conflict"),
        ErrorKind::Unauthenticated => (403, "authorization_failed"),
        ErrorKind::Forbidden => (403, "forbidden"),
        ErrorKind::QuotaExceeded => (456, "quota_exceeded"),
        ErrorKind::RateLimited => (429, "too_many_requests"),
        ErrorKind::Overloaded => (503, "overloaded"),
        ErrorKind::TooLarge => (413, "request_too_large"),
        ErrorKind::Unavailable => (503, "unavailable"),
        ErrorKind::TimedOut => (504, "timed_out"),
        ErrorKind::Internal => (500, "internal_error"),
    }
}

impl ApiError {
    /// The answer's status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// What is wrong and what to do, for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.body.message
    }

    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let (status, code) = status_and_code(kind);
        Self {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            body: ErrorBody {
                message: message.into(),
                code,
                detail: None,
            },
            retry_after: matches!(kind, ErrorKind::Overloaded | ErrorKind::Unavailable)
                .then_some(DEFAULT_RETRY),
        }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    pub(crate) fn unsupported_media_type(message: &str) -> Self {
        Self {
            status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
            body: ErrorBody {
                message: message.to_owned(),
                code: "invalid_content_type",
                detail: None,
            },
            retry_after: None,
        }
    }

    pub(crate) fn not_found() -> Self {
        Self::new(
            ErrorKind::NotFound,
            "There is nothing at this path. /docs describes the interface.",
        )
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self {
            status: StatusCode::METHOD_NOT_ALLOWED,
            body: ErrorBody {
                message: "This path exists, but not with this method.".to_owned(),
                code: "method_not_allowed",
                detail: None,
            },
            retry_after: None,
        }
    }

    /// Whether the request had no valid key.
    pub(crate) fn is_unauthenticated(&self) -> bool {
        self.body.code == status_and_code(ErrorKind::Unauthenticated).1
    }

    pub(crate) fn retry_after(mut self, duration: Duration) -> Self {
        self.retry_after = Some(duration);
        self
    }

    fn detail(mut self, detail: Option<String>) -> Self {
        self.body.detail = detail;
        self
    }

    /// A fault of this program: the reason is for the log, where the trace id leads to it.
    pub(crate) fn internal(reason: &dyn std::fmt::Display) -> Self {
        tracing::error!(%reason, "a request failed");
        Self::new(
            ErrorKind::Internal,
            "Internal error. The server's log has the reason under the X-Trace-ID of this answer.",
        )
    }
}

/// What an answer that is not a success says, for who says it in other words.
#[derive(Debug, Clone)]
pub(crate) struct FailureMessage(pub(crate) String);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let message = FailureMessage(self.body.message.clone());
        let mut response = (self.status, Json(self.body)).into_response();
        response.extensions_mut().insert(message);
        if let Some(duration) = self.retry_after {
            // The header has whole seconds; a shorter wait would be refused again.
            let seconds = duration.as_secs() + u64::from(duration.subsec_nanos() > 0);
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}

/// The answer when a handler panicked; the process lives on.
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    // What the panic says may quote the request, so it is not logged here; the panic hook has
    // printed where it happened.
    ApiError::internal(&"a handler panicked").into_response()
}

impl From<AuthenticationError> for ApiError {
    fn from(error: AuthenticationError) -> Self {
        match error {
            AuthenticationError::InvalidKey => Self::new(
                ErrorKind::Unauthenticated,
                "Authorization failed: no active key has this secret.",
            ),
            AuthenticationError::Store(error) => error.into(),
        }
    }
}

impl From<Forbidden> for ApiError {
    fn from(error: Forbidden) -> Self {
        Self::new(ErrorKind::Forbidden, sentence(&error))
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error.kind() {
            ErrorKind::Unavailable => Self::new(ErrorKind::Unavailable, sentence(&error)),
            _ => Self::internal(&error),
        }
    }
}

impl From<DetectionError> for ApiError {
    fn from(error: DetectionError) -> Self {
        match error {
            DetectionError::NoRoom(refusal) => refusal.into(),
            DetectionError::Failed => Self::internal(&error),
            error => Self::new(error.kind(), sentence(&error)),
        }
    }
}

impl From<RateLimited> for ApiError {
    fn from(error: RateLimited) -> Self {
        let message = format!("{} Wait and send the request again.", sentence(&error));
        Self::new(ErrorKind::RateLimited, message).retry_after(error.retry_after())
    }
}

impl From<NoRoom> for ApiError {
    fn from(refusal: NoRoom) -> Self {
        let message = match refusal {
            NoRoom::Overloaded { .. } => {
                "The server has as much work as it takes. Try again later."
            }
            NoRoom::KeyShare { .. } => {
                "This key has as much work in progress as it may have at the moment. Wait until some \
                 of it is done."
            }
        };
        Self::new(refusal.kind(), message).retry_after(refusal.retry_after())
    }
}

impl From<GlossaryError> for ApiError {
    fn from(error: GlossaryError) -> Self {
        match (error.kind(), &error) {
            (ErrorKind::Internal, _) => Self::internal(&error),
            (kind, GlossaryError::InvalidEntries { error: place, .. }) => {
                Self::new(kind, sentence(&error)).detail(place.detail())
            }
            (kind, _) => Self::new(kind, sentence(&error)),
        }
    }
}

impl From<MemoryError> for ApiError {
    fn from(error: MemoryError) -> Self {
        match error {
            MemoryError::Forbidden(error) => error.into(),
            MemoryError::Store(error) => error.into(),
            error => Self::new(error.kind(), sentence(&error)),
        }
    }
}

impl From<StyleListError> for ApiError {
    fn from(error: StyleListError) -> Self {
        match error.kind() {
            ErrorKind::Internal => Self::internal(&error),
            kind => Self::new(kind, sentence(&error)),
        }
    }
}

impl From<AdministrationError> for ApiError {
    fn from(error: AdministrationError) -> Self {
        match (error.kind(), &error) {
            (ErrorKind::Internal, _) => Self::internal(&error),
            (kind, AdministrationError::Key(KeyError::InvalidLabel)) => {
                Self::new(kind, format!("Value for 'label' is not valid: {error}."))
            }
            (kind, _) => Self::new(kind, sentence(&error)),
        }
    }
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Forbidden(error) => error.into(),
            ReportError::Store(error) => error.into(),
            error => Self::new(error.kind(), sentence(&error)),
        }
    }
}

impl From<MeteringError> for ApiError {
    fn from(error: MeteringError) -> Self {
        let kind = error.kind();
        match error {
            MeteringError::Store(error) => error.into(),
            MeteringError::KeyDeactivated => {
                Self::new(kind, format!("Authorization failed: {error}."))
            }
            MeteringError::AccountLimit | MeteringError::KeyLimit => {
                Self::new(kind, format!("Quota exceeded: {error}."))
            }
        }
    }
}

impl From<TranslateError> for ApiError {
    fn from(error: TranslateError) -> Self {
        let kind = error.kind();
        match error {
            TranslateError::Forbidden(error) => error.into(),
            TranslateError::NoRoom(refusal) => refusal.into(),
            TranslateError::Metering(error) => error.into(),
            TranslateError::Customization(error) => error.into(),
            TranslateError::Translation(error) => error.into(),
            TranslateError::TimedOut => Self::new(
                kind,
                "The translation was not ready in time. Try again later, or with less text.",
            ),
        }
    }
}

impl From<DocumentError> for ApiError {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Forbidden(error) => error.into(),
            DocumentError::Customization(error) => error.into(),
            DocumentError::Translation(error) => error.into(),
            DocumentError::Metering(error) => error.into(),
            DocumentError::Store(error) => error.into(),
            DocumentError::Files { .. } => Self::internal(&error),
            DocumentError::OtherOutputFormat(_) => Self::new(
                error.kind(),
                format!("Value for 'output_format' is not supported: {error}."),
            ),
            DocumentError::NotBilingual(_) => Self::new(
                error.kind(),
                format!("Value for 'bilingual' is not supported: {error}."),
            ),
            DocumentError::TooManyUploadsOfAccount(_) => {
                Self::new(error.kind(), sentence(&error)).retry_after(DEFAULT_RETRY)
            }
            error => Self::new(error.kind(), sentence(&error)),
        }
    }
}

impl From<CustomizationError> for ApiError {
    fn from(error: CustomizationError) -> Self {
        let kind = error.kind();
        match error {
            CustomizationError::Glossary(error) => error.into(),
            CustomizationError::Memory(error) => error.into(),
            CustomizationError::Style(error) => error.into(),
            CustomizationError::GlossaryWithoutSource => Self::new(
                kind,
                "Glossaries need 'source_lang': set it to the source language of the glossary.",
            ),
        }
    }
}

/// What an operator can do about parameters that take a language model.
const NEEDS_LANGUAGE_MODEL: &str = "They need a language model that has both languages, which the operator of this server can configure.";

fn unavailable_style(pair: LanguagePair, rules: &[RuleChoice]) -> String {
    let rules: Vec<String> = rules
        .iter()
        .map(|choice| format!("{}.{}", choice.category, choice.rule))
        .collect();
    let what = if rules.is_empty() {
        "The custom instructions of the list in 'style_id' are not available".to_owned()
    } else {
        format!(
            "The custom instructions, if it has any, and the rules {} of the list in 'style_id' are \
             not available",
            rules.join(", ")
        )
    };
    needs_language_model(&what, pair)
}

/// Says that something is not available for a pair, and what could be done about it.
fn needs_language_model(what: &str, pair: LanguagePair) -> String {
    format!(
        "{what} for 'source_lang' {} and 'target_lang' {}. {NEEDS_LANGUAGE_MODEL}",
        pair.source.upper_case_tag(),
        pair.target.upper_case_tag()
    )
}

impl From<TranslationError> for ApiError {
    fn from(error: TranslationError) -> Self {
        let kind = error.kind();
        match error {
            TranslationError::UnknownSourceLanguage { index } => Self::new(
                kind,
                format!(
                    "The language of text[{index}] is not one that can be detected. Set 'source_lang'."
                ),
            ),
            TranslationError::NoRegisters(pair) => Self::new(
                kind,
                format!(
                    "Value for 'formality' is not supported for 'target_lang' {}. Use prefer_more or \
                     prefer_less to have it applied only where it is supported.",
                    pair.target.upper_case_tag()
                ),
            ),
            TranslationError::NoInstructions(pair) => Self::new(
                kind,
                needs_language_model("'custom_instructions' are not available", pair),
            ),
            TranslationError::NoStyle { pair, rules } => {
                Self::new(kind, unavailable_style(pair, &rules))
            }
            TranslationError::Markup { index, error } => Self::new(
                kind,
                format!("Tag handling parsing failed, please check text[{index}]: {error}."),
            ),
            TranslationError::Engine(error) => error.into(),
            TranslationError::UnknownMemory(_) => Self::new(kind, sentence(&error)),
            TranslationError::MemoryFailed { .. }
            | TranslationError::StyleFailed
            | TranslationError::DetectorFailed => Self::internal(&error),
        }
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        let kind = error.kind();
        match error {
            EngineError::UnsupportedPair { pair, remedy } => {
                if let Some(remedy) = &remedy {
                    tracing::info!(%pair, %remedy, "a pair that is not available was asked for");
                }
                let (source, target) = (pair.source.upper_case_tag(), pair.target.upper_case_tag());
                Self::new(
                    kind,
                    format!(
                        "The language pair 'source_lang' {source} and 'target_lang' {target} is not available on \
                         this server. {}",
                        if remedy.is_some() {
                            "Whoever runs the server can add it; its log says how."
                        } else {
                            "No engine that this version knows provides it."
                        }
                    ),
                )
            }
            EngineError::Overloaded {
                reason,
                retry_after,
            } => Self::new(
                kind,
                format!("The engine cannot take more work: {reason}. Try again later."),
            )
            .retry_after(retry_after),
            EngineError::ModelOnItsWay { retry_after, .. } => {
                Self::new(kind, format!("{} Try again later.", sentence(&error)))
                    .retry_after(retry_after)
            }
            EngineError::Unavailable { reason } => {
                tracing::error!(%reason, "an engine is unavailable");
                Self::new(
                    kind,
                    "The translation engine is unavailable at the moment. Try again later.",
                )
            }
            EngineError::NoAlternatives => Self::new(kind, sentence(&error)),
        }
    }
}
