//! What went wrong, in words of the person's language: what happened, and what to do.

mod terms;

use std::time::Duration;

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use dragoman_domain::{
    EngineError, ErrorKind, Language, LanguagePair, ModelManagerError, PullStage, Role, StoreError,
};
use dragoman_http::{ApiError, FailedTooOften, RateLimited};
use dragoman_service::{
    AdministrationError, AlternativesError, CustomizationError, DocumentError, Forbidden,
    HealthError, ImproveError, ImprovementError, KeyError, MOST_PULLS, MeteringError, ModelsError,
    NoRoom, ReportError, SignInError, TranslateError, TranslationError, sentence,
};
use maud::{Markup, html};

use crate::locale::{Locale, Value};
use crate::visit::Visit;
use crate::{layout, visit};

/// A value of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Argument {
    Text(String),
    Number(u64),
    /// Named in the language of the page.
    Pair(LanguagePair),
    /// Named in the language of the page.
    Language(Language),
    Message(&'static str),
}

/// Something that was not done, and why.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    status: StatusCode,
    message: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    retry_after: Option<Duration>,
    leads_to_sign_in: bool,
    /// Whether it passes by itself, so that a module tries again.
    passes: bool,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: &'static str) -> Self {
        Self {
            status,
            message,
            arguments: Vec::new(),
            retry_after: None,
            leads_to_sign_in: false,
            passes: false,
        }
    }

    fn with(mut self, name: &'static str, value: Argument) -> Self {
        self.arguments.push((name, value));
        self
    }

    /// A field has no usable value.
    pub(crate) fn invalid(message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// A fault of this program.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        Self::of_kind(ErrorKind::Internal, error)
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "problem-not-found")
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-too-large")
    }

    pub(crate) fn text_too_long(most: u64) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-text-too-long")
            .with("most", Argument::Number(most))
    }

    /// Nobody could be signed in too often.
    pub(crate) fn too_many_failures(failed: FailedTooOften) -> Self {
        Self {
            retry_after: Some(failed.retry_after),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "problem-too-many-failures")
        }
    }

    /// A form that this browser was not given.
    pub(crate) fn foreign_form() -> Self {
        Self::new(StatusCode::FORBIDDEN, "problem-foreign-form")
    }

    pub(crate) fn signed_out() -> Self {
        Self {
            leads_to_sign_in: true,
            ..Self::new(StatusCode::UNAUTHORIZED, "problem-signed-out")
        }
    }

    /// Nobody was signed in whom somebody else has made sure of.
    pub(crate) fn of_person(error: SignInError) -> Self {
        match error {
            SignInError::NoRole => Self::new(StatusCode::FORBIDDEN, "problem-no-role"),
            SignInError::Key(error @ KeyError::UnknownAccount(_)) => {
                tracing::error!(reason = %error, "the account of those who sign in is missing");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "problem-no-account")
            }
            error => error.into(),
        }
    }

    /// The model of a pair is being fetched, and so far if that is known.
    pub(crate) fn on_its_way(pair: LanguagePair, stage: Option<&PullStage>) -> Self {
        let percent = stage.map(|stage| match stage {
            PullStage::Beginning => 0,
            PullStage::Receiving {
                received, total, ..
            } => total.map_or(0, |total| 100 * received / total.max(1)),
            PullStage::Checking => 100,
        });
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let problem = match percent {
            Some(percent) => {
                Self::new(status, "problem-pair-coming").with("percent", Argument::Number(percent))
            }
            None => Self::new(status, "problem-pair-awaited"),
        };
        Self {
            passes: true,
            ..problem.with("pair", Argument::Pair(pair))
        }
    }

    /// The person lacks a role.
    pub(crate) fn missing_role(role: Role) -> Self {
        Self::new(StatusCode::FORBIDDEN, "problem-missing-role")
            .with("role", Argument::Message(layout::role_message(role)))
    }

    /// A failure of which only its kind is known to the pages, with the sentence that programs get.
    fn of_kind(kind: ErrorKind, error: &dyn std::fmt::Display) -> Self {
        let (status, message) = match kind {
            ErrorKind::InvalidInput => (400, "problem-invalid"),
            ErrorKind::Unsupported => (400, "problem-unsupported"),
            ErrorKind::NotFound => (404, "problem-gone"),
            ErrorKind::Conflict => (409, "problem-conflict"),
            ErrorKind::Unauthenticated => (401, "problem-signed-out"),
            ErrorKind::Forbidden => (403, "problem-forbidden"),
            ErrorKind::QuotaExceeded => (456, "problem-limit"),
            ErrorKind::RateLimited => (429, "problem-busy-key"),
            ErrorKind::Overloaded => (503, "problem-busy"),
            ErrorKind::TooLarge => (413, "problem-too-large"),
            ErrorKind::Unavailable => (503, "problem-unavailable"),
            ErrorKind::TimedOut => (504, "problem-timed-out"),
            ErrorKind::Internal => {
                tracing::error!(reason = %error, "a page could not be made");
                (500, "problem-internal")
            }
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::new(status, message).with("detail", Argument::Text(sentence(error)))
    }

    /// The words for people.
    pub(crate) fn words(&self, locale: &Locale) -> String {
        let texts: Vec<(&str, String)> = self
            .arguments
            .iter()
            .map(|(name, argument)| {
                let text = match argument {
                    Argument::Text(text) => text.clone(),
                    Argument::Number(_) => String::new(),
                    Argument::Pair(pair) => locale.pair(*pair),
                    Argument::Language(language) => locale.language(*language).to_owned(),
                    Argument::Message(id) => locale.text(id),
                };
                (*name, text)
            })
            .collect();
        let values = self.arguments.iter().zip(&texts);
        let values = values.map(|((name, argument), (_, text))| match argument {
            Argument::Number(number) => (*name, Value::Number(*number)),
            _ => (*name, Value::Text(text)),
        });
        locale.text_with(self.message, values)
    }

    /// The problem where it came up, within a page.
    pub(crate) fn notice(&self, visit: &Visit) -> Markup {
        html! {
            div.problem role="alert" data-again[self.passes] {
                p { (self.words(visit.locale)) }
                @if self.leads_to_sign_in {
                    p { a href=(visit::sign_in_address("/")) { (visit.text("sign-in")) } }
                }
            }
        }
    }

    /// A page that says only this, or the part of one.
    pub(crate) fn into_response_for(self, visit: &Visit) -> Response {
        let notice = self.notice(visit);
        self.respond(visit, notice)
    }

    /// Puts status and headers on a page, or on the part of one, that has this problem in it.
    pub(crate) fn respond(&self, visit: &Visit, content: Markup) -> Response {
        let mut response = if visit.is_fragment {
            layout::fragment(content)
        } else {
            let title = visit.text("problem");
            let content = html! {
                h1 { (title) }
                (content)
            };
            layout::page(visit, None, &title, content)
        };
        self.mark(&mut response);
        response
    }

    /// Puts status and headers on an answer.
    pub(crate) fn mark(&self, response: &mut Response) {
        *response.status_mut() = self.status;
        if let Some(duration) = self.retry_after {
            let seconds = duration.as_secs().saturating_add(1);
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::of_kind(error.kind(), &error)
    }
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        Self::new(error.status(), "problem-invalid")
            .with("detail", Argument::Text(error.message().to_owned()))
    }
}

impl From<RateLimited> for Problem {
    fn from(error: RateLimited) -> Self {
        Self {
            retry_after: Some(error.retry_after()),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "problem-too-many-requests")
        }
    }
}

impl From<Forbidden> for Problem {
    fn from(error: Forbidden) -> Self {
        match error {
            Forbidden::MissingRole(role) => Self::missing_role(role),
            Forbidden::MissingScope(scope) => {
                Self::new(StatusCode::FORBIDDEN, "problem-missing-scope")
                    .with("scope", Argument::Text(scope.as_str().to_owned()))
            }
            error => Self::of_kind(ErrorKind::Forbidden, &error),
        }
    }
}

impl From<NoRoom> for Problem {
    fn from(error: NoRoom) -> Self {
        Self {
            retry_after: Some(error.retry_after()),
            ..Self::of_kind(error.kind(), &error)
        }
    }
}

impl From<MeteringError> for Problem {
    fn from(error: MeteringError) -> Self {
        match error {
            MeteringError::AccountLimit => Self::new(limit_status(), "problem-account-limit"),
            MeteringError::KeyLimit => Self::new(limit_status(), "problem-key-limit"),
            MeteringError::KeyDeactivated => Self::signed_out(),
            MeteringError::Store(error) => error.into(),
        }
    }
}

/// The status of the interface where a limit is reached.
fn limit_status() -> StatusCode {
    StatusCode::from_u16(456).unwrap_or(StatusCode::FORBIDDEN)
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::UnsupportedPair { pair, remedy } => {
                if let Some(remedy) = &remedy {
                    tracing::info!(%pair, %remedy, "a pair that is not available was asked for");
                }
                let message = match remedy {
                    Some(_) => "problem-pair-missing",
                    None => "problem-pair",
                };
                Self::new(StatusCode::BAD_REQUEST, message).with("pair", Argument::Pair(pair))
            }
            EngineError::ModelOnItsWay { pair, .. } => Self::on_its_way(pair, None),
            EngineError::NoAlternatives => {
                Self::new(StatusCode::BAD_REQUEST, "problem-no-alternatives")
            }
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl From<TranslationError> for Problem {
    fn from(error: TranslationError) -> Self {
        match error {
            TranslationError::UnknownSourceLanguage { .. } => {
                Self::new(StatusCode::BAD_REQUEST, "problem-unknown-language")
            }
            TranslationError::NoRegisters(pair) => {
                Self::new(StatusCode::BAD_REQUEST, "problem-no-registers")
                    .with("pair", Argument::Pair(pair))
            }
            TranslationError::Engine(error) => error.into(),
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl From<CustomizationError> for Problem {
    fn from(error: CustomizationError) -> Self {
        match error {
            CustomizationError::GlossaryWithoutSource => {
                Self::new(StatusCode::BAD_REQUEST, "problem-glossary-without-source")
            }
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl From<TranslateError> for Problem {
    fn from(error: TranslateError) -> Self {
        match error {
            TranslateError::Forbidden(error) => error.into(),
            TranslateError::NoRoom(error) => error.into(),
            TranslateError::Metering(error) => error.into(),
            TranslateError::Customization(error) => error.into(),
            TranslateError::Translation(error) => error.into(),
            TranslateError::TimedOut => Self::of_kind(ErrorKind::TimedOut, &error),
        }
    }
}

impl From<AlternativesError> for Problem {
    fn from(error: AlternativesError) -> Self {
        match error {
            AlternativesError::TooLong { .. } => {
                Self::new(StatusCode::BAD_REQUEST, "problem-sentence-too-long")
            }
            AlternativesError::Translate(error) => error.into(),
        }
    }
}

impl From<ImproveError> for Problem {
    fn from(error: ImproveError) -> Self {
        match error {
            ImproveError::Forbidden(error) => error.into(),
            ImproveError::NoRoom(error) => error.into(),
            ImproveError::Metering(error) => error.into(),
            ImproveError::Improvement(ImprovementError::UnknownLanguage { .. }) => {
                Self::new(StatusCode::BAD_REQUEST, "problem-unknown-language")
            }
            ImproveError::Improvement(ImprovementError::OtherLanguage { target, .. }) => {
                Self::new(StatusCode::BAD_REQUEST, "problem-other-language")
                    .with("language", Argument::Language(target))
            }
            ImproveError::Improvement(
                ImprovementError::UnsupportedText { .. }
                | ImprovementError::UnsupportedTarget { .. },
            ) => Self::new(StatusCode::BAD_REQUEST, "problem-improvement-language"),
            ImproveError::Improvement(ImprovementError::NoStyleOrTone { .. }) => {
                Self::new(StatusCode::BAD_REQUEST, "problem-no-style")
            }
            ImproveError::Improvement(ImprovementError::Engine(error)) => error.into(),
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl From<DocumentError> for Problem {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Forbidden(error) => error.into(),
            DocumentError::Customization(error) => error.into(),
            DocumentError::Translation(error) => error.into(),
            DocumentError::Metering(error) => error.into(),
            DocumentError::Store(error) => error.into(),
            DocumentError::UnknownDocument => {
                Self::new(StatusCode::NOT_FOUND, "problem-document-gone")
            }
            DocumentError::UnknownFormat { known } => {
                Self::new(StatusCode::BAD_REQUEST, "problem-document-format")
                    .with("known", Argument::Text(known))
            }
            DocumentError::FileTooLarge { most } => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-file-too-large")
                    .with("most", Argument::Number(most / 1_000_000))
            }
            DocumentError::TooManyCharacters { characters, most } => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-document-too-long")
                    .with("characters", Argument::Number(characters))
                    .with("most", Argument::Number(most))
            }
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl From<ModelManagerError> for Problem {
    fn from(error: ModelManagerError) -> Self {
        match error {
            ModelManagerError::Catalogue { reason } => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "problem-catalogue")
                    .with("detail", Argument::Text(sentence(&reason)))
            }
            ModelManagerError::Unknown => Self::new(StatusCode::NOT_FOUND, "problem-no-model"),
            ModelManagerError::Failed { reason } => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "problem-model")
                    .with("detail", Argument::Text(sentence(&reason)))
            }
        }
    }
}

impl From<ModelsError> for Problem {
    fn from(error: ModelsError) -> Self {
        match error {
            ModelsError::Forbidden(error) => error.into(),
            ModelsError::Manager(error) => error.into(),
            ModelsError::TooManyPulls => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "problem-too-many-pulls")
                    .with("most", Argument::Number(MOST_PULLS as u64))
            }
        }
    }
}

impl From<HealthError> for Problem {
    fn from(error: HealthError) -> Self {
        match error {
            HealthError::TimedOut { limit } => {
                Self::new(StatusCode::GATEWAY_TIMEOUT, "problem-check-timed-out")
                    .with("seconds", Argument::Number(limit.as_secs()))
            }
            HealthError::Failed { reason } => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "problem-check")
                    .with("detail", Argument::Text(sentence(&reason)))
            }
        }
    }
}

macro_rules! by_kind {
    ($($error:ty),*) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Self::of_kind(error.kind(), &error)
            }
        })*
    };
}

by_kind!(AdministrationError, ReportError);

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::InvalidKey => Self::new(StatusCode::FORBIDDEN, "problem-wrong-key"),
            SignInError::InvalidCode => Self::new(StatusCode::FORBIDDEN, "problem-wrong-code"),
            error => Self::of_kind(error.kind(), &error),
        }
    }
}
