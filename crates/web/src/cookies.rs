//! The cookies of the pages (RFC 6265).

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

/// Who a browser is: the token of its session, or before one a token that only ties its forms to it.
pub(crate) const BROWSER: &str = "dragoman-browser";

/// What a person chose for the pages.
pub(crate) const SETTINGS: &str = "dragoman-settings";

/// An attempt to sign in with an OpenID provider, between the way there and back.
pub(crate) const ATTEMPT: &str = "dragoman-sign-in";

/// How long an attempt may take, in seconds.
pub(crate) const ATTEMPT_SECONDS: i64 = 600;

/// The value of a cookie that came with a request.
pub(crate) fn read<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// How long a cookie stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// Until the browser is closed.
    Session,
    /// A year.
    Year,
}

/// What has a browser keep a cookie that no script reads and no other site sends. It is only sent over TLS if it was
/// set over TLS.
pub(crate) fn set(
    name: &str,
    value: &str,
    lifetime: Lifetime,
    is_secure: bool,
) -> Option<HeaderValue> {
    let age = match lifetime {
        Lifetime::Session => "",
        Lifetime::Year => "; Max-Age=31536000",
    };
    written(
        name,
        value,
        &format!("Path=/; SameSite=Strict{age}"),
        is_secure,
    )
}

/// What has a browser keep an attempt, or forget it if it is empty. It is sent with the way back too, which begins at
/// another site.
pub(crate) fn set_attempt(value: &str, is_secure: bool) -> Option<HeaderValue> {
    let age = if value.is_empty() { 0 } else { ATTEMPT_SECONDS };
    let attributes = format!("Path=/ui/sign-in; SameSite=Lax; Max-Age={age}");
    written(ATTEMPT, value, &attributes, is_secure)
}

fn written(name: &str, value: &str, attributes: &str, is_secure: bool) -> Option<HeaderValue> {
    let secure = if is_secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; {attributes}; HttpOnly{secure}")).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn a_cookie_is_found_among_others_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("xa=1; a=2;b=3"));
        headers.append(COOKIE, HeaderValue::from_static("c=4=5"));
        assert_eq!(read(&headers, "a"), Some("2"));
        assert_eq!(read(&headers, "b"), Some("3"));
        assert_eq!(read(&headers, "c"), Some("4=5"));
        assert_eq!(read(&headers, "d"), None);
    }

    #[test]
    fn no_script_and_no_other_site_gets_a_cookie() {
        let set = |is_secure| set("a", "1", Lifetime::Session, is_secure).unwrap();
        assert_eq!(set(false), "a=1; Path=/; SameSite=Strict; HttpOnly");
        assert_eq!(set(true), "a=1; Path=/; SameSite=Strict; HttpOnly; Secure");
        assert!(super::set("a", "1\r\nb", Lifetime::Year, false).is_none());
    }
}
