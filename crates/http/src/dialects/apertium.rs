//! Apertium's interface, as OmegaT asks it.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Extension, Json, Router};
use dragoman_service::Caller;
use serde::Deserialize;
use serde_json::{Value, json};

use super::keys::KeyPlaces;
use super::language_codes::parse;
use super::{Definition, Wish, only};
use crate::error::ApiError;
use crate::request::Fields;
use crate::{ApiState, UseCases};

pub(super) const DEFINITION: Definition = Definition {
    routes: || Router::<ApiState>::new().route("/translate", get(translate).post(translate)),
    document_routes: None,
    open_routes: || Router::<ApiState>::new().route("/listPairs", get(list_pairs)),
    keys: KeyPlaces {
        address: "key",
        is_in_body: false,
    },
    failure: |status, message| {
        let body = json!({
            "status": "error",
            "code": status.as_u16(),
            "message": status.canonical_reason().unwrap_or("Error"),
            "explanation": message,
            "responseStatus": status.as_u16(),
            "responseDetails": message,
            "responseData": { "translatedText": Value::Null },
        });
        (status, body)
    },
};

/// What to translate. Unknown words are never marked.
#[derive(Debug, Deserialize)]
struct TranslateQuery {
    q: String,
    /// Two languages with a bar between them.
    langpair: String,
}

async fn translate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(query): Fields<TranslateQuery>,
) -> Result<Json<Value>, ApiError> {
    let pair = query.langpair.split_once('|');
    let pair = pair.map(|(source, target)| (parse(source), parse(target)));
    let Some((Some(source), Some(target))) = pair else {
        return Err(ApiError::invalid(
            "Value for 'langpair' is not valid: send the codes of two languages that are supported, such as en|es.",
        ));
    };
    let wish = Wish {
        texts: vec![query.q],
        source: Some(source.base()),
        target,
        is_html: false,
    };
    let translated = only(wish.translate(&cases, &caller).await?)?;
    Ok(Json(json!({
        "responseData": { "translatedText": translated.text },
        "responseDetails": Value::Null,
        "responseStatus": 200,
    })))
}

async fn list_pairs(State(cases): State<Arc<UseCases>>) -> Json<Value> {
    let pairs = cases.languages.pairs().into_iter().map(|pair| {
        json!({
            "sourceLanguage": pair.source.tag(),
            "targetLanguage": pair.target.tag(),
        })
    });
    Json(json!({
        "responseData": pairs.collect::<Vec<_>>(),
        "responseDetails": Value::Null,
        "responseStatus": 200,
    }))
}
