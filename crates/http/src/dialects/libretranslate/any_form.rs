use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::multipart::{Multipart, is_form_with_files};
use crate::request::{Fields, take_apart};
use crate::sent_fields::{Content, MOST_PAIRS, SentFields, too_many_pairs};

/// As [`Fields`], and also those of a form of the kind in which browsers send files.
pub(super) struct AnyForm<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for AnyForm<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_form_with_files(request.headers()) {
            let Fields(fields) = Fields::from_request(request, state).await?;
            return Ok(Self(fields));
        }
        let (parts, mut body) = take_apart(request)?;
        let mut form = Multipart::begin(&parts.headers, &mut body)?;
        let mut pairs = Vec::new();
        while let Some(part) = form.next_part().await? {
            if pairs.len() == MOST_PAIRS {
                return Err(too_many_pairs());
            }
            let text = form.text(&part).await?;
            pairs.push((part.name, text));
        }
        form.finish().await?;
        let sent = SentFields {
            query: parts.uri.query().unwrap_or_default().as_bytes(),
            body: Content::Pairs(&pairs),
            ..SentFields::NOTHING
        };
        sent.read().map(Self)
    }
}
