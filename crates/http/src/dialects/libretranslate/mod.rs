//! LibreTranslate's interface. Its fields may be in JSON, in a form, or in the address.

mod any_form;
mod description;
mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use dragoman_domain::{Detection, ErrorKind, Language, ModelType};
use dragoman_service::{
    AlternativesError, AlternativesRequest, Caller, Customization, LONGEST_ALTERNATIVE_SOURCE,
    MOST_ALTERNATIVES, SuggestAlternatives,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::keys::KeyPlaces;
use super::language_codes::{Source, Target};
use super::{Definition, OneOrMany, Wish};
use crate::error::ApiError;
use crate::fields::Whole;
use crate::{ApiState, LARGEST_BODY, UseCases};
use any_form::AnyForm;

pub(super) const DEFINITION: Definition = Definition {
    routes: || {
        Router::new()
            .route("/translate", post(translate).get(translate))
            .route("/detect", post(detect).get(detect))
            .route("/suggest", post(suggest))
    },
    document_routes: Some(|| Router::new().route("/translate_file", post(files::translate))),
    open_routes: || {
        Router::new()
            .route("/languages", get(languages))
            .route("/frontend/settings", get(settings))
            .route("/health", get(health))
            .route("/spec", get(description::description))
            .route("/download_file/{name}", get(files::download))
    },
    keys: KeyPlaces {
        address: "api_key",
        is_in_body: true,
    },
    failure,
};

/// Clients know few statuses: what is wrong with a request, a key that is, too much, and what is wrong here.
fn failure(status: StatusCode, message: &str) -> (StatusCode, Value) {
    let status = match status.as_u16() {
        403 | 404 | 405 | 429 | 500 | 503 => status,
        // The characters of the key or the account are used up.
        456 => StatusCode::TOO_MANY_REQUESTS,
        504 => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, json!({ "error": message }))
}

#[derive(Debug, Deserialize)]
struct TranslateBody {
    q: OneOrMany,
    #[serde(default)]
    source: Source,
    target: Target,
    #[serde(default)]
    format: Format,
    alternatives: Option<Whole>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    #[serde(alias = "")]
    Text,
    Html,
}

#[derive(Debug, Serialize)]
struct Translated {
    #[serde(rename = "translatedText")]
    text: Value,
    #[serde(rename = "detectedLanguage", skip_serializing_if = "Option::is_none")]
    detected: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alternatives: Option<Value>,
}

/// A language that was found.
#[derive(Debug, Serialize)]
struct Found {
    /// In per cent: of what the detector is sure of, or not.
    confidence: u8,
    language: &'static str,
}

impl Found {
    fn certainly(language: Language) -> Self {
        Self {
            confidence: 100,
            language: code(language),
        }
    }
}

async fn translate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    AnyForm(body): AnyForm<TranslateBody>,
) -> Result<Json<Translated>, ApiError> {
    let wanted = wanted_alternatives(body.alternatives)?;
    let OneOrMany { texts, is_list } = body.q;
    let wish = Wish {
        texts,
        source: body.source.0,
        target: body.target.0,
        is_html: body.format == Format::Html,
    };
    let is_detected = wish.source.is_none();
    let outcomes = if wanted > 0 {
        with_alternatives(&cases, &caller, wish, wanted).await?
    } else {
        without_alternatives(&cases, &caller, wish).await?
    };
    let in_form = |mut values: Vec<Value>| match is_list {
        true => Value::Array(values),
        false => values.pop().unwrap_or_default(),
    };
    let each = |value: fn(&Outcome) -> Value| in_form(outcomes.iter().map(value).collect());
    Ok(Json(Translated {
        text: each(|outcome| json!(outcome.translation)),
        detected: is_detected.then(|| each(|outcome| json!(Found::certainly(outcome.source)))),
        alternatives: (wanted > 0).then(|| each(|outcome| json!(outcome.alternatives))),
    }))
}

fn wanted_alternatives(wanted: Option<Whole>) -> Result<usize, ApiError> {
    let wanted = wanted.map_or(0, |Whole(wanted)| wanted);
    let wanted = usize::try_from(wanted).map_err(|_| {
        ApiError::invalid("Value for 'alternatives' is not valid: send 0 or a larger number.")
    })?;
    Ok(wanted.min(MOST_ALTERNATIVES))
}

/// What came of a text.
struct Outcome {
    translation: String,
    source: Language,
    alternatives: Vec<String>,
}

async fn without_alternatives(
    cases: &UseCases,
    caller: &Caller,
    wish: Wish,
) -> Result<Vec<Outcome>, ApiError> {
    let translated = wish.translate(cases, caller).await?.into_iter();
    let outcomes = translated.map(|translated| Outcome {
        translation: translated.text,
        source: translated.source,
        alternatives: Vec::new(),
    });
    Ok(outcomes.collect())
}

/// As without, and with other translations of a text that is plain, short enough and alone: each text is a search of its own,
/// and of several all count or none.
async fn with_alternatives(
    cases: &UseCases,
    caller: &Caller,
    wish: Wish,
    wanted: usize,
) -> Result<Vec<Outcome>, ApiError> {
    let [text] = wish.texts.as_slice() else {
        return without_alternatives(cases, caller, wish).await;
    };
    let is_short = text.chars().count() <= LONGEST_ALTERNATIVE_SOURCE;
    if wish.is_html || !is_short || text.trim().is_empty() {
        return without_alternatives(cases, caller, wish).await;
    }
    let source = match wish.source {
        Some(source) => source,
        None => {
            let request = wish.clone().into_request();
            cases.translate.detect(caller, &request).await?
        }
    };
    let pair = (source, wish.target);
    let mut suggested = suggestions(&cases.alternatives, caller, text, pair)
        .await?
        .into_iter();
    match suggested.next() {
        Some(translation) => Ok(vec![Outcome {
            translation,
            source,
            alternatives: suggested.take(wanted).collect(),
        }]),
        None => without_alternatives(cases, caller, wish).await,
    }
}

/// Translations of a text, best first; none if what translates gives one only.
async fn suggestions(
    alternatives: &SuggestAlternatives,
    caller: &Caller,
    text: &str,
    (source, target): (Language, Language),
) -> Result<Vec<String>, ApiError> {
    let request = AlternativesRequest {
        text: text.to_owned(),
        source,
        target,
        context: None,
        formality: None,
        model: ModelType::LatencyOptimized,
    };
    match alternatives
        .suggest(caller, &request, &Customization::default())
        .await
    {
        Ok(suggested) => Ok(suggested),
        Err(AlternativesError::Translate(error)) if error.kind() != ErrorKind::Unsupported => {
            Err(error.into())
        }
        // The ordinary translation says what else is wrong.
        Err(_) => Ok(Vec::new()),
    }
}

#[derive(Debug, Deserialize)]
struct DetectBody {
    q: String,
}

async fn detect(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    AnyForm(body): AnyForm<DetectBody>,
) -> Result<Json<Vec<Found>>, ApiError> {
    let detections = cases.detect.detect(&caller, vec![body.q]).await?;
    let found = detections
        .into_iter()
        .flat_map(|detection| match detection {
            Detection::Detected(language) => vec![Found::certainly(language)],
            Detection::Unsure(languages) => languages
                .into_iter()
                .map(|language| Found {
                    confidence: 0,
                    ..Found::certainly(language)
                })
                .collect(),
            Detection::Unsupported(_) | Detection::NoLanguage => Vec::new(),
        });
    Ok(Json(found.collect()))
}

/// What this interface calls a language: its tag, but for the one language whose scripts it tells apart.
fn code(language: Language) -> &'static str {
    match language.tag() {
        "zh" => "zh-Hans",
        tag => tag,
    }
}

#[derive(Debug, Serialize)]
struct ListedLanguage {
    code: &'static str,
    name: &'static str,
    targets: BTreeSet<&'static str>,
}

/// The languages, each with those that it can be translated into. A variant is read as its language.
async fn languages(State(cases): State<Arc<UseCases>>) -> Json<Vec<ListedLanguage>> {
    let pairs = cases.languages.pairs();
    let mut targets: BTreeMap<Language, BTreeSet<&str>> = BTreeMap::new();
    for pair in &pairs {
        let targets = targets.entry(pair.source).or_default();
        targets.insert(code(pair.target));
    }
    let all = pairs.iter().flat_map(|pair| [pair.source, pair.target]);
    let all: BTreeMap<&str, Language> = all.map(|language| (code(language), language)).collect();
    let listed = all.into_iter().map(|(code, language)| ListedLanguage {
        code,
        name: language.name(),
        targets: targets.get(&language.base()).cloned().unwrap_or_default(),
    });
    Json(listed.collect())
}

/// What a page in front of this interface wants to know.
async fn settings(State(state): State<ApiState>) -> Json<Value> {
    let needs_key = state.options.dialects.keyless.is_none();
    let formats = state.cases.documents.formats();
    let endings = formats.flat_map(|format| format.extensions());
    let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    Json(json!({
        "apiKeys": true,
        "keyRequired": needs_key,
        "charLimit": LARGEST_BODY,
        "frontendTimeout": 500,
        "suggestions": false,
        "filesTranslation": true,
        "supportedFilesFormat": endings,
        "language": {
            "source": { "code": "auto", "name": "Auto Detect" },
            "target": { "code": "en", "name": "English" },
        },
    }))
}

async fn health() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

/// Better translations are not collected.
async fn suggest() -> ApiError {
    ApiError::new(
        ErrorKind::Forbidden,
        "This server does not collect suggestions. Use a glossary or a translation memory.",
    )
}
