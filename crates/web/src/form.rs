//! Forms as browsers send them.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use url::form_urlencoded;

use crate::Pages;
use crate::layout::TOKEN;
use crate::problem::Problem;
use crate::visit::Visit;

/// The fields of a form, in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Of fields that were read already.
    pub(crate) const fn of(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// From the encoding of forms and queries.
    pub(crate) fn parse(encoded: &[u8]) -> Self {
        let owned = |(name, value): (Cow<'_, str>, Cow<'_, str>)| {
            // Browsers send line breaks as two characters each.
            let value = value.replace("\r\n", "\n");
            (name.into_owned(), value)
        };
        Self(form_urlencoded::parse(encoded).map(owned).collect())
    }

    /// A field that is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// A field, empty if it is absent.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The fields of that name that are not empty.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(move |(key, value)| key == name && !value.is_empty())
            .map(|(_, value)| &**value)
    }
}

/// # Errors
/// [`Problem`] if the token is not that of a form for this browser.
pub(crate) fn check_token(visit: &Visit, sent: Option<&str>) -> Result<(), Problem> {
    if visit.is_form_token(sent) {
        Ok(())
    } else {
        Err(Problem::foreign_form())
    }
}

/// A form that this browser was given and sends back.
pub(crate) struct Posted(pub(crate) Form);

impl FromRequest<Pages> for Posted {
    type Rejection = Response;

    async fn from_request(mut request: Request, pages: &Pages) -> Result<Self, Response> {
        use axum::RequestExt as _;
        let visit: Visit = request.extract_parts_with_state(pages).await?;
        let refuse = |problem: Problem| problem.into_response_for(&visit);
        let is_form = request.headers().get(CONTENT_TYPE).is_some_and(|kind| {
            kind.as_bytes()
                .starts_with(b"application/x-www-form-urlencoded")
        });
        if !is_form {
            return Err(refuse(Problem::foreign_form()));
        }
        let bytes = Bytes::from_request(request, pages)
            .await
            .map_err(|_| refuse(Problem::too_large()))?;
        let form = Form::parse(&bytes);
        check_token(&visit, form.get(TOKEN)).map_err(refuse)?;
        Ok(Self(form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_are_empty_are_absent_and_line_breaks_are_one_character() {
        let form = Form::parse(b"a=1&b=&a=2&c=x%0D%0Ay+%C3%A9&d=%FF");
        assert_eq!(form.get("a"), Some("1"));
        assert_eq!(form.all("a").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(form.get("b"), None);
        assert_eq!(form.text("c"), "x\ny \u{e9}");
        assert_eq!(form.text("d"), "\u{fffd}");
        assert_eq!(form.text("e"), "");
    }
}
