//! Dialects at the root of an address of their own, for clients that know nothing but host and port.

use std::collections::BTreeSet;
use std::fmt;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tower::ServiceExt;

use super::{Dialect, in_words_of};
use crate::ApiState;
use crate::body::read_body;
use crate::error::ApiError;
use crate::request::{sent_fields, take_apart};
use crate::sent_fields::SentFields;

/// What an address of its own speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootDialects {
    /// One of them.
    One(Dialect),
    /// LibreTranslate's and DeepLX's, whose only common path has requests that can be told apart.
    LibreTranslateAndDeepLx,
}

/// Some dialects cannot be at one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only libretranslate and deeplx can be at the same address")]
pub struct RootDialectsError;

impl RootDialects {
    /// # Errors
    /// [`RootDialectsError`] if their requests cannot be told apart, or there are none.
    pub fn of(dialects: &BTreeSet<Dialect>) -> Result<Self, RootDialectsError> {
        let dialects: Vec<Dialect> = dialects.iter().copied().collect();
        match dialects[..] {
            [only] => Ok(Self::One(only)),
            [Dialect::LibreTranslate, Dialect::DeepLx] => Ok(Self::LibreTranslateAndDeepLx),
            _ => Err(RootDialectsError),
        }
    }
}

impl fmt::Display for RootDialects {
    /// Their names, for people.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(dialect) => formatter.write_str(dialect.name()),
            Self::LibreTranslateAndDeepLx => write!(
                formatter,
                "{} and {}",
                Dialect::LibreTranslate.name(),
                Dialect::DeepLx.name()
            ),
        }
    }
}

/// The routes of dialects at the root.
pub(crate) fn routes(dialects: RootDialects, state: &ApiState) -> Router<ApiState> {
    match dialects {
        RootDialects::One(dialect) => super::routes(dialect, state),
        RootDialects::LibreTranslateAndDeepLx => {
            let deeplx = super::routes(Dialect::DeepLx, state).with_state(state.clone());
            let tell_apart = middleware::from_fn(move |request, next| {
                let deeplx = deeplx.clone();
                async move { tell_apart(deeplx, request, next).await }
            });
            super::routes(Dialect::LibreTranslate, state).layer(tell_apart)
        }
    }
}

/// Gives a request to DeepLX's routes if it is theirs, and else to those behind this.
async fn tell_apart(deeplx: Router, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || request.uri().path() != "/translate" {
        return next.run(request).await;
    }
    match is_of_deeplx(request).await {
        Ok((true, request)) => {
            let answer = deeplx.oneshot(request).await;
            answer.unwrap_or_else(|never| match never {})
        }
        Ok((false, request)) => next.run(request).await,
        Err(error) => in_words_of(Dialect::LibreTranslate.definition(), error.into_response()),
    }
}

/// Whether a request has the text of DeepLX's and not that of LibreTranslate's, and the request whole.
async fn is_of_deeplx(request: Request) -> Result<(bool, Request), ApiError> {
    #[derive(Deserialize)]
    struct Texts {
        q: Option<IgnoredAny>,
        text: Option<IgnoredAny>,
    }
    let (parts, body) = take_apart(request)?;
    let bytes = read_body(body).await?;
    // What is wrong with others is told by whose they are.
    let texts = sent_fields(&parts, &bytes).and_then(SentFields::read::<Texts>);
    let is_of_deeplx = texts.is_ok_and(|texts| texts.q.is_none() && texts.text.is_some());
    let request = Request::from_parts(parts, Body::from(bytes));
    Ok((is_of_deeplx, request))
}
