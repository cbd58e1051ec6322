//! The small interfaces that applications speak besides the contract's. Each is a module over the same use cases, with the
//! same keys, limits, counts and fairness, and with its own words, codes and errors.

mod apertium;
mod deeplx;
mod immersive_translate;
mod keys;
mod kiss_translator;
mod language_codes;
mod libretranslate;
mod root;

use std::collections::BTreeSet;
use std::fmt;

use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, middleware};
use dragoman_domain::{KeyId, Language, ModelType, Priority};
use dragoman_service::{Caller, Customization, Permission, TranslatedText, TranslationRequest};
use dragoman_text::{MarkupOptions, MarkupSyntax, MarkupVersion, SentenceSplitting};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::{Value, json};
use tower_http::catch_panic::CatchPanicLayer;

use crate::error::{self, ApiError, FailureMessage};
use crate::fields::few;
use crate::routes::only_with;
use crate::{ApiState, UseCases};

pub(crate) use root::routes as at_root;
pub use root::{RootDialects, RootDialectsError};

/// An interface that applications speak besides the contract's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// LibreTranslate's.
    LibreTranslate,
    /// DeepLX's, and what applications call a custom service of that kind.
    DeepLx,
    /// Apertium's, as OmegaT asks it.
    Apertium,
    /// That of a custom service of the browser extension Immersive Translate.
    ImmersiveTranslate,
    /// That of a custom service of the browser extension KISS Translator.
    KissTranslator,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::LibreTranslate,
        Self::DeepLx,
        Self::Apertium,
        Self::ImmersiveTranslate,
        Self::KissTranslator,
    ];

    /// Its name in the configuration, and in its path below `/compat/`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LibreTranslate => "libretranslate",
            Self::DeepLx => "deeplx",
            Self::Apertium => "apertium",
            Self::ImmersiveTranslate => "immersive",
            Self::KissTranslator => "kiss",
        }
    }

    const fn definition(self) -> &'static Definition {
        match self {
            Self::LibreTranslate => &libretranslate::DEFINITION,
            Self::DeepLx => &deeplx::DEFINITION,
            Self::Apertium => &apertium::DEFINITION,
            Self::ImmersiveTranslate => &immersive_translate::DEFINITION,
            Self::KissTranslator => &kiss_translator::DEFINITION,
        }
    }
}

/// Which dialects are spoken, and to whom.
#[derive(Debug, Clone, Default)]
pub struct DialectOptions {
    /// Those that are.
    pub spoken: BTreeSet<Dialect>,
    /// The key under which those are served who send none; none if everybody needs one.
    pub keyless: Option<KeyId>,
}

/// What one dialect has of its own.
struct Definition {
    /// What needs a key that may translate texts.
    routes: fn() -> Router<ApiState>,
    /// What needs a key that may translate documents.
    document_routes: Option<fn() -> Router<ApiState>>,
    /// What is told to everybody.
    open_routes: fn() -> Router<ApiState>,
    /// Where its clients put their keys, besides the header `Authorization`.
    keys: keys::KeyPlaces,
    /// The body of an answer that is not a success, with its status there.
    failure: fn(StatusCode, &str) -> (StatusCode, Value),
}

impl Definition {
    /// That of a service of one's own in an extension of browsers.
    const fn of_extension(routes: fn() -> Router<ApiState>) -> Self {
        Self {
            routes,
            document_routes: None,
            open_routes: Router::new,
            keys: keys::KeyPlaces {
                address: "token",
                is_in_body: false,
            },
            failure: |status, message| (status, json!({ "message": message })),
        }
    }
}

/// The routes of dialects, each below a path of its own.
pub(crate) fn router(state: &ApiState) -> Router<ApiState> {
    let spoken = state.options.dialects.spoken.iter();
    spoken.fold(Router::new(), |router, dialect| {
        let path = format!("/compat/{}", dialect.name());
        router.nest(&path, routes(*dialect, state))
    })
}

/// The routes of a dialect at its root.
fn routes(dialect: Dialect, state: &ApiState) -> Router<ApiState> {
    let definition = dialect.definition();
    let authenticated =
        middleware::from_fn_with_state((state.clone(), definition.keys), keys::authenticate);
    let documents = match definition.document_routes {
        Some(routes) => only_with(Permission::TranslateDocuments, routes()),
        None => Router::new(),
    };
    let in_its_words = middleware::map_response(async |response| in_words_of(definition, response));
    only_with(Permission::TranslateTexts, (definition.routes)())
        .merge(documents)
        .route_layer(authenticated)
        .merge((definition.open_routes)())
        .fallback(crate::routes::not_found)
        .method_not_allowed_fallback(crate::routes::method_not_allowed)
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(in_its_words)
}

/// An answer, with what it says of a failure as the dialect says it.
fn in_words_of(definition: &Definition, response: Response) -> Response {
    let Some(FailureMessage(message)) = response.extensions().get().cloned() else {
        return response;
    };
    let (status, body) = (definition.failure)(response.status(), &message);
    let mut failure = (status, Json(body)).into_response();
    let (parts, _) = response.into_parts();
    for (name, value) in &parts.headers {
        if name != CONTENT_TYPE && name != CONTENT_LENGTH {
            failure.headers_mut().insert(name, value.clone());
        }
    }
    *failure.extensions_mut() = parts.extensions;
    failure
}

/// One text, or a list of them: the answer has the same form.
#[derive(Debug)]
struct OneOrMany {
    texts: Vec<String>,
    is_list: bool,
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrManyVisitor;

        impl<'de> Visitor<'de> for OneOrManyVisitor {
            type Value = OneOrMany;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string or an array of strings")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMany, E> {
                Ok(OneOrMany {
                    texts: vec![text.to_owned()],
                    is_list: false,
                })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMany, A::Error> {
                Ok(OneOrMany {
                    texts: few(list)?,
                    is_list: true,
                })
            }
        }

        deserializer.deserialize_any(OneOrManyVisitor)
    }
}

/// What is wanted of texts.
#[derive(Debug, Clone)]
struct Wish {
    texts: Vec<String>,
    /// Detected if absent.
    source: Option<Language>,
    target: Language,
    /// Whether the texts are HTML.
    is_html: bool,
}

impl Wish {
    fn into_request(self) -> TranslationRequest {
        let Self {
            texts,
            source,
            target,
            is_html,
        } = self;
        TranslationRequest {
            texts,
            source,
            target,
            context: None,
            formality: None,
            instructions: Vec::new(),
            model: ModelType::LatencyOptimized,
            splitting: if is_html {
                SentenceSplitting::Punctuation
            } else {
                SentenceSplitting::PunctuationAndNewlines
            },
            markup: is_html.then(|| MarkupOptions::new(MarkupSyntax::Html, MarkupVersion::V2)),
            preserve_formatting: false,
            priority: Priority::Interactive,
        }
    }

    /// The translations, in order.
    async fn translate(
        self,
        cases: &UseCases,
        caller: &Caller,
    ) -> Result<Vec<TranslatedText>, ApiError> {
        if self.texts.is_empty() {
            return Ok(Vec::new());
        }
        let request = self.into_request();
        let nothing_else = Customization::default();
        let translated = (cases.translate)
            .translate(caller, &request, &nothing_else, None)
            .await?;
        Ok(translated)
    }
}

/// The only translation of the only text.
fn only(translated: Vec<TranslatedText>) -> Result<TranslatedText, ApiError> {
    let mut translated = translated.into_iter();
    translated
        .next()
        .ok_or_else(|| ApiError::internal(&"a text has no translation"))
}
