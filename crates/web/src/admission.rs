//! Who comes to the pages: what is found out about a request before a page sees it, and whom a page is for.

use axum::extract::{FromRequestParts, OptionalFromRequestParts, Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use dragoman_http::{ClientAddress, FromTrustedProxy};
use dragoman_service::{Caller, SessionToken, SignedIn};

use crate::locale::Locale;
use crate::problem::Problem;
use crate::settings::Settings;
use crate::visit::{BrowserToken, Visit, own_page, sign_in_address};
use crate::{Pages, cookies, layout};

/// Asks for a part of a page only, by the modules.
const FRAGMENT: HeaderName = HeaderName::from_static("x-fragment");

/// Where browsers say from which site a request comes.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Where browsers say what they fetch something for.
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// In which scheme a proxy in front of this server was asked. Believed of anybody, since it only decides how the
/// browser that says so keeps its own cookie.
const FORWARDED_SCHEME: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Nothing but the files of this program, no frames but for files that a page has itself, no forms to elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; frame-src blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Finds out who asks, refuses what other sites send, and puts the headers on the answer that keep a page to itself.
pub(crate) async fn admit(
    State(pages): State<Pages>,
    mut request: Request,
    next: Next,
) -> Result<Response, Response> {
    let headers = request.headers();
    let settings = Settings::read(headers);
    let locale = settings.locale.unwrap_or_else(|| {
        let wish = headers.get(ACCEPT_LANGUAGE);
        wish.and_then(|wish| Locale::accepted(wish.to_str().ok()?))
            .unwrap_or_else(Locale::english)
    });
    let sent = cookies::read(headers, cookies::BROWSER).and_then(SessionToken::parse);
    let is_from_proxy = request.extensions().get::<FromTrustedProxy>().is_some();
    let is_from_elsewhere = sent.is_none() && is_from_elsewhere(headers);
    let (asks, trouble) = match who(&pages, headers, sent.as_ref(), is_from_proxy).await {
        Ok(asks) => (asks, None),
        Err(problem) => (Asks::default(), Some(problem)),
    };
    let Asks { signed_in, begun } = asks;
    let is_new = sent.is_none() || begun.is_some();
    let token = begun.or(sent);
    let token = token.unwrap_or_else(|| SessionToken::new(&*pages.options.random));
    let is_secure = pages.options.is_secure
        || headers
            .get(FORWARDED_SCHEME)
            .is_some_and(|scheme| scheme.as_bytes().eq_ignore_ascii_case(b"https"));
    let visit = Visit {
        locale,
        settings,
        signed_in,
        is_fragment: headers.contains_key(FRAGMENT),
        here: request.uri().path_and_query().map_or_else(
            || request.uri().path().to_owned(),
            |address| address.as_str().to_owned(),
        ),
        client: request
            .extensions()
            .get::<ClientAddress>()
            .map(|client| client.0),
        is_named_by_proxy: pages.options.trusted_header.is_some(),
        is_secure,
        token: BrowserToken(token.clone()),
    };
    let comes_from_elsewhere = is_from_elsewhere && is_visit(request.method(), headers);
    let mut response = if let Some(problem) = trouble {
        problem.into_response_for(&visit)
    } else if let Some(here) = own_page(&visit.here).filter(|_| comes_from_elsewhere) {
        layout::lead_to(&visit, here)
    } else if is_foreign(request.method(), headers) {
        Problem::foreign_form().into_response_for(&visit)
    } else {
        let caller = visit.signed_in.as_ref().map(|signed_in| &signed_in.caller);
        match caller.map(|caller| pages.options.rate_limiter.check(&caller.key)) {
            Some(Err(refusal)) => Problem::from(refusal).into_response_for(&visit),
            _ => {
                request.extensions_mut().insert(visit.clone());
                next.run(request).await
            }
        }
    };
    if is_new && !is_from_elsewhere && !sets_token(response.headers()) {
        response = visit.with_token(&token, response);
    }
    protect(response.headers_mut());
    if let Some(signed_in) = &visit.signed_in {
        dragoman_http::note_caller(&mut response, signed_in.caller.key.id);
    }
    Ok(response)
}

/// Who asks.
#[derive(Default)]
struct Asks {
    signed_in: Option<SignedIn>,
    /// The token of a session that has begun with this request.
    begun: Option<SessionToken>,
}

async fn who(
    pages: &Pages,
    headers: &HeaderMap,
    sent: Option<&SessionToken>,
    is_from_proxy: bool,
) -> Result<Asks, Problem> {
    let sign_in = &pages.cases.sign_in;
    if let Some(proxy) = &pages.options.trusted_header {
        // What other sites have a browser send begins no session.
        let is_believed = is_from_proxy && (sent.is_some() || !is_from_elsewhere(headers));
        let Some((person, roles)) = is_believed.then(|| proxy.person(headers)).flatten() else {
            return Ok(Asks::default());
        };
        let kept = sign_in.keep_person(sent, proxy.account(), &person, roles);
        let (signed_in, begun) = kept.await.map_err(Problem::of_person)?;
        return Ok(Asks {
            signed_in: Some(signed_in),
            begun,
        });
    }
    let mut signed_in = None;
    if let Some(token) = sent {
        signed_in = sign_in.resume(token).await?;
    }
    if signed_in.is_none()
        && let Some(key) = pages.options.open
    {
        signed_in = sign_in.open(key).await?;
    }
    Ok(Asks {
        signed_in,
        begun: None,
    })
}

/// Whether a browser comes from another site, and so does not send the cookies of this one. It does when this site leads
/// to the page itself.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    headers
        .get(FETCH_SITE)
        .is_some_and(|site| site == "cross-site")
}

/// Whether somebody goes to this page, rather than another page asking for it.
fn is_visit(method: &Method, headers: &HeaderMap) -> bool {
    method.is_safe()
        && headers
            .get(FETCH_MODE)
            .is_some_and(|mode| mode == "navigate")
}

/// Whether the browser is given a token already.
fn sets_token(headers: &HeaderMap) -> bool {
    let mut cookies = headers.get_all(SET_COOKIE).iter();
    cookies.any(|cookie| {
        let rest = cookie.as_bytes().strip_prefix(cookies::BROWSER.as_bytes());
        rest.is_some_and(|rest| rest.starts_with(b"="))
    })
}

/// Whether another site has a browser send this, as far as the browser says so.
fn is_foreign(method: &Method, headers: &HeaderMap) -> bool {
    if method.is_safe() {
        return false;
    }
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(&FETCH_SITE) {
        return site != "same-origin" && site != "none";
    }
    let Some(origin) = text(&ORIGIN) else {
        return false;
    };
    origin.split_once("://").map(|(_, host)| host) != text(&HOST)
}

fn protect(headers: &mut HeaderMap) {
    let is_page = headers
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_page {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}

impl FromRequestParts<Pages> for Visit {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &Pages) -> Result<Self, Response> {
        let visit = parts.extensions.get::<Self>().cloned();
        visit.ok_or_else(|| axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response())
    }
}

/// A visit of somebody who is signed in. Others are led to where they can be.
pub(crate) struct Member {
    pub(crate) visit: Visit,
    pub(crate) caller: Caller,
}

impl FromRequestParts<Pages> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, Response> {
        let visit = <Visit as FromRequestParts<Pages>>::from_request_parts(parts, pages).await?;
        match &visit.signed_in {
            Some(signed_in) => Ok(Self {
                caller: signed_in.caller.clone(),
                visit,
            }),
            // What was sent cannot be sent again by a redirection; the page says so.
            None if !parts.method.is_safe() || visit.is_fragment => {
                Err(Problem::signed_out().into_response_for(&visit))
            }
            None => Err(Redirect::to(&sign_in_address(&visit.here)).into_response()),
        }
    }
}

impl OptionalFromRequestParts<Pages> for Member {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        pages: &Pages,
    ) -> Result<Option<Self>, Response> {
        let visit = <Visit as FromRequestParts<Pages>>::from_request_parts(parts, pages).await?;
        let caller = visit
            .signed_in
            .as_ref()
            .map(|signed_in| signed_in.caller.clone());
        Ok(caller.map(|caller| Self { visit, caller }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            let name = HeaderName::from_static(name);
            (name, HeaderValue::from_static(value))
        });
        pairs.collect()
    }

    #[test]
    fn what_another_site_sends_is_known_by_what_the_browser_says() {
        let post =
            |pairs: &[(&'static str, &'static str)]| is_foreign(&Method::POST, &headers(pairs));
        assert!(!post(&[("sec-fetch-site", "same-origin")]));
        assert!(!post(&[("sec-fetch-site", "none")]));
        assert!(post(&[("sec-fetch-site", "cross-site")]));
        assert!(post(&[("sec-fetch-site", "same-site")]));
        assert!(!post(&[
            ("origin", "http://a.example:81"),
            ("host", "a.example:81")
        ]));
        assert!(post(&[
            ("origin", "http://b.example"),
            ("host", "a.example")
        ]));
        assert!(post(&[("origin", "null"), ("host", "a.example")]));
        assert!(
            !post(&[]),
            "a browser that says nothing is known by the form's token alone"
        );
        let foreign = headers(&[("sec-fetch-site", "cross-site")]);
        assert!(!is_foreign(&Method::GET, &foreign));
    }

    #[test]
    fn a_link_of_another_site_is_followed_once_more_from_here() {
        let comes = |pairs: &[(&'static str, &'static str)]| {
            let headers = headers(pairs);
            is_from_elsewhere(&headers) && is_visit(&Method::GET, &headers)
        };
        assert!(comes(&[
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate")
        ]));
        assert!(!comes(&[
            ("sec-fetch-site", "same-origin"),
            ("sec-fetch-mode", "navigate")
        ]));
        assert!(!comes(&[
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "cors")
        ]));
        assert!(!comes(&[]));
    }
}
