//! Who looks at a page, and how they want it.

use axum::http::header::SET_COOKIE;
use axum::response::Response;
use dragoman_domain::Role;
use dragoman_service::{SessionToken, SignedIn};
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

use crate::cookies::{self, Lifetime};
use crate::locale::{Locale, Value};
use crate::settings::Settings;

/// What a browser is known by: of a session, or of somebody who has not signed in.
#[derive(Clone)]
pub(crate) struct BrowserToken(pub(crate) SessionToken);

impl BrowserToken {
    /// What the forms of this browser carry. Only who has the token can make it, and no script can read the token.
    fn form_token(&self) -> String {
        let digest = Sha256::digest([b"form:", self.0.expose().as_bytes()].concat());
        digest.iter().fold(String::new(), |mut text, byte| {
            text.push_str(&format!("{byte:02x}"));
            text
        })
    }
}

/// A request for a page: who asks, in which language, and how.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) locale: &'static Locale,
    pub(crate) settings: Settings,
    pub(crate) signed_in: Option<SignedIn>,
    /// Whether only the changed part of the page is wanted.
    pub(crate) is_fragment: bool,
    /// Where this page is: path and query.
    pub(crate) here: String,
    pub(crate) client: Option<std::net::IpAddr>,
    /// Whether a proxy in front says who asks, and nobody signs in here.
    pub(crate) is_named_by_proxy: bool,
    /// Whether the browser is to send its cookies over TLS only.
    pub(crate) is_secure: bool,
    pub(crate) token: BrowserToken,
}

impl Visit {
    pub(crate) fn text(&self, id: &str) -> String {
        self.locale.text(id)
    }

    pub(crate) fn text_with<'a, const N: usize>(
        &self,
        id: &str,
        values: [(&'a str, Value<'a>); N],
    ) -> String {
        self.locale.text_with(id, values)
    }

    /// What each form has in its field `token`, so that no other site can send it.
    pub(crate) fn form_token(&self) -> String {
        self.token.form_token()
    }

    /// Whether this is the token of a form for this browser.
    pub(crate) fn is_form_token(&self, sent: Option<&str>) -> bool {
        // Both are digests of what the other side cannot know, so how long the comparison takes tells nothing.
        sent == Some(&*self.form_token())
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        self.signed_in
            .as_ref()
            .is_some_and(|signed_in| signed_in.roles.contains(role))
    }

    /// Whether somebody has signed in, and does not only use pages that are open to everybody.
    pub(crate) fn has_session(&self) -> bool {
        self.signed_in
            .as_ref()
            .is_some_and(|signed_in| signed_in.session.is_some())
    }

    /// The token of the session of this browser, if it has one.
    pub(crate) fn session_token(&self) -> &SessionToken {
        &self.token.0
    }

    /// Has the browser be known by another token from now on.
    pub(crate) fn with_token(&self, token: &SessionToken, mut response: Response) -> Response {
        set_cookie(
            &mut response,
            cookies::BROWSER,
            token.expose(),
            Lifetime::Session,
            self.is_secure,
        );
        response
    }

    /// Has the browser keep an attempt to sign in with a provider, or forget it.
    pub(crate) fn with_attempt(&self, attempt: Option<&str>, mut response: Response) -> Response {
        let cookie = cookies::set_attempt(attempt.unwrap_or_default(), self.is_secure);
        response
            .headers_mut()
            .extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
        response
    }

    /// Has the browser keep what the person chose.
    pub(crate) fn with_settings(&self, settings: &Settings, mut response: Response) -> Response {
        set_cookie(
            &mut response,
            cookies::SETTINGS,
            &settings.write(),
            Lifetime::Year,
            self.is_secure,
        );
        response
    }
}

fn set_cookie(
    response: &mut Response,
    name: &str,
    value: &str,
    lifetime: Lifetime,
    is_secure: bool,
) {
    if let Some(cookie) = cookies::set(name, value, lifetime, is_secure) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

/// Where one signs in to come to a page.
pub(crate) fn sign_in_address(page: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("next", page)
        .finish();
    format!("/ui/sign-in?{query}")
}

/// A page of this program that an address names; nothing that leads elsewhere, whatever a browser makes of it.
pub(crate) fn own_page(address: &str) -> Option<&str> {
    let is_page = address == "/" || address.starts_with("/?") || address.starts_with("/ui/");
    // Browsers leave out tabs, and take some characters for others and ".." for a way up; what stays as it is leads where
    // it says.
    let base = Url::parse("http://own.invalid/").ok()?;
    let meant = base.join(address).ok()?;
    let is_meant = meant.as_str().strip_prefix("http://own.invalid") == Some(address);
    (is_page && is_meant).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_program_are_its_own() {
        for own in [
            "/",
            "/?text=a%20b&to=es",
            "/ui/improve",
            "/ui/documents?a=..//b",
        ] {
            assert_eq!(own_page(own), Some(own));
        }
        for other in [
            "",
            "//evil.example",
            "https://evil.example/",
            "/ui/..//evil.example",
            "/ui/%2e%2e//evil.example",
            "/ui/../\\evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/ui/\r\nLocation: /",
            "/v2/usage",
            "evil.example",
        ] {
            assert_eq!(own_page(other), None, "{other}");
        }
    }
}
