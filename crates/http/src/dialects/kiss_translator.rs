//! The interface of a custom service of KISS Translator, an extension of browsers: for one text, or for several.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Extension, Json, Router};
use dragoman_service::{Caller, TranslatedText};
use serde::Deserialize;
use serde_json::{Value, json};

use super::language_codes::{Source, Target};
use super::{Definition, Wish, only};
use crate::error::ApiError;
use crate::fields::Strings;
use crate::request::JsonFields;
use crate::{ApiState, UseCases};

pub(super) const DEFINITION: Definition =
    Definition::of_extension(|| Router::<ApiState>::new().route("/", post(translate)));

#[derive(Debug, Deserialize)]
struct Body {
    text: Option<String>,
    texts: Option<Strings>,
    #[serde(default)]
    from: Source,
    to: Target,
}

async fn translate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    JsonFields(body): JsonFields<Body>,
) -> Result<Json<Value>, ApiError> {
    let (texts, is_list) = match (body.text, body.texts) {
        (Some(text), None) => (vec![text], false),
        (None, Some(Strings(texts))) => (texts, true),
        _ => {
            return Err(ApiError::invalid(
                "Bad request: send one text as 'text', or a list of them as 'texts'.",
            ));
        }
    };
    let wish = Wish {
        texts,
        source: body.from.0,
        target: body.to.0,
        is_html: false,
    };
    let translated = wish.translate(&cases, &caller).await?;
    let described = |translated: TranslatedText| json!({ "text": translated.text, "src": translated.source.tag() });
    Ok(Json(if is_list {
        let translations: Vec<Value> = translated.into_iter().map(described).collect();
        json!({ "translations": translations })
    } else {
        described(only(translated)?)
    }))
}
