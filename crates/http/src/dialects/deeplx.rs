//! DeepLX's interface, which applications also call a custom service of that kind.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Extension, Json, Router};
use dragoman_service::Caller;
use serde::Deserialize;
use serde_json::{Value, json};

use super::keys::KeyPlaces;
use super::language_codes::{Source, Target};
use super::{Definition, Wish, only};
use crate::error::ApiError;
use crate::request::Fields;
use crate::{ApiState, UseCases};

pub(super) const DEFINITION: Definition = Definition {
    routes: || Router::<ApiState>::new().route("/translate", post(translate)),
    document_routes: None,
    open_routes: Router::new,
    keys: KeyPlaces {
        address: "token",
        is_in_body: false,
    },
    failure: |status, message| {
        let body = json!({ "code": status.as_u16(), "message": message });
        (status, body)
    },
};

#[derive(Debug, Deserialize)]
struct TranslateBody {
    text: String,
    #[serde(default)]
    source_lang: Source,
    target_lang: Target,
    tag_handling: Option<TagHandling>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TagHandling {
    #[serde(alias = "")]
    None,
    Html,
    Xml,
}

async fn translate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(body): Fields<TranslateBody>,
) -> Result<Json<Value>, ApiError> {
    let target = body.target_lang.0;
    let wish = Wish {
        texts: vec![body.text],
        source: body.source_lang.0,
        target,
        is_html: matches!(
            body.tag_handling,
            Some(TagHandling::Html | TagHandling::Xml)
        ),
    };
    let translated = only(wish.translate(&cases, &caller).await?)?;
    Ok(Json(json!({
        "code": StatusCode::OK.as_u16(),
        // Clients expect a number and do nothing with it.
        "id": 0,
        "data": translated.text,
        "alternatives": [],
        "source_lang": translated.source.upper_case_tag(),
        "target_lang": target.upper_case_tag(),
        "method": "Pro",
    })))
}
