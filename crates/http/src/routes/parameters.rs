//! Parameters that several resources have.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::fields::Whole;

const DEFAULT_PAGE_SIZE: u32 = 10;
const LARGEST_PAGE_SIZE: u32 = 25;

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Page {
    /// How many are left out at the beginning.
    pub(super) offset: u64,
    /// The most that are wanted.
    pub(super) size: u32,
}

impl Page {
    /// The page of this number, counted from 0, where pages have this size.
    ///
    /// # Errors
    /// 400 for a negative number and for a size that pages cannot have.
    pub(super) fn of(page: Option<Whole>, size: Option<Whole>) -> Result<Self, ApiError> {
        let page = page_number(page)?;
        let size = whole_in("page_size", size, DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE)?;
        Ok(Self {
            offset: page.saturating_mul(u64::from(size)),
            size,
        })
    }
}

/// The number of a page, counted from 0; the first if none is given.
///
/// # Errors
/// 400 for a negative number.
pub(super) fn page_number(page: Option<Whole>) -> Result<u64, ApiError> {
    page.map_or(Ok(0), |page| {
        u64::try_from(page.0).map_err(|_| {
            ApiError::invalid("Value for 'page' is not valid: pages are counted from 0.")
        })
    })
}

/// A number from 1 to `most`, or the default.
pub(super) fn whole_in(
    name: &str,
    value: Option<Whole>,
    default: u32,
    most: u32,
) -> Result<u32, ApiError> {
    let Some(Whole(value)) = value else {
        return Ok(default);
    };
    match u32::try_from(value) {
        Ok(value) if (1..=most).contains(&value) => Ok(value),
        _ => Err(ApiError::invalid(format!(
            "Value for '{name}' is not valid: give a whole number from 1 to {most}."
        ))),
    }
}

/// What stands in the path for its parameters, as text.
pub(crate) struct PathTexts<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathTexts<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(texts)| Self(texts))
            .map_err(|_| ApiError::invalid("The path is not valid UTF-8."))
    }
}

/// An id in the path or in a field.
pub(super) fn id<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T, ApiError> {
    text.parse()
        .map_err(|error| ApiError::invalid(format!("Value for '{name}' is not valid: {error}.")))
}
