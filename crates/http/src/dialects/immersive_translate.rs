//! The interface of a custom service of Immersive Translate, an extension of browsers.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Extension, Json, Router};
use dragoman_service::Caller;
use serde::Deserialize;
use serde_json::{Value, json};

use super::language_codes::{Source, Target};
use super::{Definition, Wish};
use crate::error::ApiError;
use crate::fields::Strings;
use crate::request::JsonFields;
use crate::{ApiState, UseCases};

pub(super) const DEFINITION: Definition =
    Definition::of_extension(|| Router::<ApiState>::new().route("/", post(translate)));

#[derive(Debug, Deserialize)]
struct Body {
    text_list: Strings,
    #[serde(default)]
    source_lang: Source,
    target_lang: Target,
}

async fn translate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    JsonFields(body): JsonFields<Body>,
) -> Result<Json<Value>, ApiError> {
    let wish = Wish {
        texts: body.text_list.0,
        source: body.source_lang.0,
        target: body.target_lang.0,
        is_html: false,
    };
    let translated = wish.translate(&cases, &caller).await?.into_iter();
    let translations = translated.map(|translated| {
        json!({
            "detected_source_lang": translated.source.tag(),
            "text": translated.text,
        })
    });
    Ok(Json(
        json!({ "translations": translations.collect::<Vec<_>>() }),
    ))
}
