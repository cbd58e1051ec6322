//! Which web pages of other origins may read answers of the interface (CORS).

use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

/// How long a browser remembers what it may send.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// The origins whose pages may use the interface. A page sends its key itself: cookies are of no use to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigins(Allowed);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Allowed {
    All,
    Only(Vec<HeaderValue>),
}

/// What is no origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no origin: it is a scheme and a host, and a port unless it is the usual one, such as https://app.example.com; or \"*\" alone for all"
)]
pub struct NotAnOrigin(String);

impl AllowedOrigins {
    /// Those that are named; `*` alone are all. `None` if there are none.
    ///
    /// # Errors
    /// [`NotAnOrigin`] for the first that is none.
    pub fn parse(names: &[String]) -> Result<Option<Self>, NotAnOrigin> {
        match names {
            [] => Ok(None),
            [all] if all == "*" => Ok(Some(Self(Allowed::All))),
            names => {
                let origins = names.iter().map(|name| origin(name));
                let origins: Result<_, _> = origins.collect();
                Ok(Some(Self(Allowed::Only(origins?))))
            }
        }
    }

    /// What answers the questions of browsers.
    pub(crate) fn layer(&self) -> CorsLayer {
        let origins: AllowOrigin = match &self.0 {
            Allowed::All => Any.into(),
            Allowed::Only(origins) => AllowOrigin::list(origins.iter().cloned()),
        };
        CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([
                Method::GET,
                Method::POST,
                Method::PUT,
                Method::PATCH,
                Method::DELETE,
            ])
            .allow_headers([
                AUTHORIZATION,
                CONTENT_TYPE,
                HeaderName::from_static("x-deepl-reporting-tag"),
            ])
            .expose_headers([RETRY_AFTER, HeaderName::from_static("x-trace-id")])
            .max_age(REMEMBERED)
    }
}

/// An origin as browsers write it.
fn origin(name: &str) -> Result<HeaderValue, NotAnOrigin> {
    let refuse = || NotAnOrigin(name.to_owned());
    let uri: Uri = name.parse().map_err(|_| refuse())?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err(refuse());
    };
    // An address that is parsed has a path even where none was written.
    let written = format!("{scheme}://{authority}");
    if written != name || authority.as_str().contains(['@', '*']) {
        return Err(refuse());
    }
    // Browsers write hosts in lower case.
    HeaderValue::from_str(&written.to_ascii_lowercase()).map_err(|_| refuse())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(names: &[&str]) -> Result<Option<AllowedOrigins>, NotAnOrigin> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        AllowedOrigins::parse(&names)
    }

    #[test]
    fn origins_are_told_from_what_is_none() {
        assert_eq!(parse(&[]), Ok(None));
        assert_eq!(parse(&["*"]), Ok(Some(AllowedOrigins(Allowed::All))));
        let origins = [
            "https://App.example.com",
            "http://[::1]:8080",
            "chrome-extension://abc",
        ];
        let written = [
            "https://app.example.com",
            "http://[::1]:8080",
            "chrome-extension://abc",
        ];
        let written = written.map(HeaderValue::from_static).to_vec();
        assert_eq!(
            parse(&origins),
            Ok(Some(AllowedOrigins(Allowed::Only(written))))
        );
        for wrong in [
            "",
            "example.com",
            "https://example.com/",
            "https://example.com/path",
            "https://me@example.com",
            "https://*.example.com",
            "null",
        ] {
            assert!(parse(&["https://example.com", wrong]).is_err(), "{wrong}");
        }
        assert!(parse(&["https://example.com", "*"]).is_err());
    }
}
