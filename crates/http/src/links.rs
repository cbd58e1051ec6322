use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::uri::Authority;

use crate::error::ApiError;

/// In which scheme a proxy in front of this server was asked.
pub(crate) const FORWARDED_SCHEME: &str = "x-forwarded-proto";

/// The address of this server as its clients know it, for links in answers: without a slash at the
/// end.
///
/// What is configured comes first; else it is put together from what the request says: the scheme
/// that a proxy names, or http, and the host.
///
/// # Errors
/// 400 if the request names no usable host.
pub fn base(configured: Option<&str>, headers: &HeaderMap) -> Result<String, ApiError> {
    if let Some(base) = configured {
        return Ok(base.trim_end_matches('/').to_owned());
    }
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = value(HOST.as_str())
        .filter(|host| {
            // A name before an '@' belongs to an authority, but to no host.
            let parsed = host.parse::<Authority>();
            !host.contains('@') && parsed.is_ok_and(|host| !host.host().is_empty())
        })
        .ok_or_else(|| {
            ApiError::invalid(
                "The header 'Host' is missing or not valid, so no link to this server can be made.",
            )
        })?;
    let scheme = match value(FORWARDED_SCHEME) {
        Some(scheme) if scheme.eq_ignore_ascii_case("https") => "https",
        _ => "http",
    };
    Ok(format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(configured: Option<&str>, headers: &[(&'static str, &str)], expected: Option<&str>) {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap()))
            .collect();
        assert_eq!(base(configured, &headers).ok().as_deref(), expected);
    }

    #[test]
    fn links_lead_to_where_the_client_asked() {
        check(
            None,
            &[("host", "a.example:81")],
            Some("http://a.example:81"),
        );
        check(None, &[("host", "[::1]:8080")], Some("http://[::1]:8080"));
        check(
            None,
            &[("host", "a.example"), ("x-forwarded-proto", "HTTPS")],
            Some("https://a.example"),
        );
        check(
            None,
            &[("host", "a.example"), ("x-forwarded-proto", "javascript")],
            Some("http://a.example"),
        );
        check(
            Some("https://t.example/deep/"),
            &[("host", "a.example")],
            Some("https://t.example/deep"),
        );
        check(None, &[], None);
        check(None, &[("host", "a b")], None);
        check(None, &[("host", "a@b.example")], None);
        check(None, &[("host", "a.example/path")], None);
    }
}
