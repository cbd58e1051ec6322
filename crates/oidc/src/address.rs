//! The addresses of a provider.

use reqwest::Url;

/// An address that nothing secret is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is none.
    #[error("it must be an address such as https://login.example.com")]
    Form,
    /// It is neither one of TLS nor one of this machine.
    #[error("it must begin with https://; http:// is for this machine only")]
    Insecure,
    /// There is more in it than server and path.
    #[error("it must have neither a user nor a query nor a fragment")]
    Parts,
}

/// The address, if what goes there can be read by nobody else.
pub(crate) fn secure(text: &str) -> Result<Url, AddressError> {
    let url = Url::parse(text).map_err(|_| AddressError::Form)?;
    if url.host_str().is_none() {
        return Err(AddressError::Form);
    }
    if !(url.scheme() == "https" || url.scheme() == "http" && is_here(&url)) {
        return Err(AddressError::Insecure);
    }
    if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
        return Err(AddressError::Parts);
    }
    Ok(url)
}

/// An address as [`secure`], with nothing behind its path.
pub(crate) fn base(text: &str) -> Result<Url, AddressError> {
    let url = secure(text)?;
    match url.query() {
        None => Ok(url),
        Some(_) => Err(AddressError::Parts),
    }
}

/// Whether an address is one of this machine.
pub(crate) fn is_here(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_go_over_tls_or_stay_on_this_machine() {
        for good in [
            "https://a.example/x/",
            "http://127.0.0.1:80",
            "http://localhost/a",
        ] {
            assert!(base(good).is_ok(), "{good}");
        }
        for (bad, error) in [
            ("a.example", AddressError::Form),
            ("http://a.example", AddressError::Insecure),
            ("http://localhost.example", AddressError::Insecure),
            ("ftp://localhost", AddressError::Insecure),
            ("https://u@a.example", AddressError::Parts),
            ("https://a.example/?x=1", AddressError::Parts),
            ("https://a.example/#x", AddressError::Parts),
        ] {
            assert_eq!(base(bad), Err(error), "{bad}");
        }
        assert!(secure("https://a.example/?x=1").is_ok());
    }
}
