//! Signing in with a key or a one-time code, and out.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use dragoman_domain::KeySecret;
use dragoman_service::{NewSession, SignInError};
use maud::{Markup, html};
use url::form_urlencoded;

use crate::Pages;
use crate::form::{Form, Posted};
use crate::identity::OpenId;
use crate::layout;
use crate::locale::Value;
use crate::problem::Problem;
use crate::visit::{Visit, own_page};

/// Where one comes after signing in, if nowhere else was wanted.
pub(crate) const FIRST_PAGE: &str = "/";

/// Where the way to the OpenID provider begins.
pub(crate) const PROVIDER: &str = "/ui/sign-in/provider";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/sign-in", get(show).post(sign_in))
        .route("/ui/sign-out", post(sign_out))
}

/// The form to sign in, or the way on for who is signed in already.
pub(crate) async fn show(
    State(pages): State<Pages>,
    visit: Visit,
    RawQuery(query): RawQuery,
) -> Response {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let next = next_page(&query).to_owned();
    let code = query.get("code").map(str::to_owned);
    page(&pages, &visit, &next, code.as_deref(), None)
}

/// The page for who comes to a page without being signed in.
pub(crate) fn page(
    pages: &Pages,
    visit: &Visit,
    next: &str,
    code: Option<&str>,
    problem: Option<&Problem>,
) -> Response {
    let content = html! {
        div.narrow {
            h1 { (visit.text("sign-in-title")) }
            p.note { (visit.text("sign-in-about")) }
            @if let Some(problem) = problem { (problem.notice(visit)) }
            @match (code, &pages.options.open_id) {
                _ if visit.is_named_by_proxy => p { (visit.text("sign-in-by-proxy")) },
                (Some(code), _) => (with_code(visit, next, code)),
                (None, None) => (with_key(visit, next)),
                (None, Some(open_id)) => {
                    (with_open_id(visit, next, open_id))
                    details.card open[problem.is_some()] {
                        summary { (visit.text("sign-in-with-key")) }
                        (with_key(visit, next))
                    }
                }
            }
        }
    };
    let mut response = layout::page(visit, None, &visit.text("sign-in"), content);
    if let Some(problem) = problem {
        problem.mark(&mut response);
    }
    response
}

/// A link and no form: pages may not send forms to elsewhere, not even by way of this server.
fn with_open_id(visit: &Visit, next: &str, open_id: &OpenId) -> Markup {
    let name = [("name", Value::Text(&open_id.name))];
    html! {
        p {
            a.button.primary href=(provider_address(next)) {
                (visit.text_with("sign-in-open-id", name))
            }
        }
    }
}

/// The address that leads to the provider, and from there to a page.
fn provider_address(next: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("next", next)
        .finish();
    format!("{PROVIDER}?{query}")
}

fn with_key(visit: &Visit, next: &str) -> Markup {
    html! {
        form.card.stack method="post" action="/ui/sign-in" {
            (layout::token(visit))
            input type="hidden" name="next" value=(next);
            label for="key" { (visit.text("sign-in-key")) }
            input id="key" name="key" type="password" autocomplete="current-password" required
                spellcheck="false" autocapitalize="off" aria-describedby="key-note";
            p.note id="key-note" { (visit.text("sign-in-key-note")) }
            button.primary { (visit.text("sign-in")) }
        }
    }
}

/// A code is used by a button and not by the address alone, so that what only looks at the address does not use it up.
fn with_code(visit: &Visit, next: &str, code: &str) -> Markup {
    html! {
        form.card.stack method="post" action="/ui/sign-in" {
            (layout::token(visit))
            input type="hidden" name="next" value=(next);
            input type="hidden" name="code" value=(code);
            p { (visit.text("sign-in-code-about")) }
            button.primary autofocus { (visit.text("sign-in")) }
        }
        p.note { a href="/ui/sign-in" { (visit.text("sign-in-with-key")) } }
    }
}

/// Where the form leads to.
pub(crate) fn next_page(form: &Form) -> &str {
    form.get("next").and_then(own_page).unwrap_or(FIRST_PAGE)
}

/// Begins a session under a new token, so that none that somebody else knew is used.
pub(crate) async fn sign_in(
    State(pages): State<Pages>,
    visit: Visit,
    Posted(form): Posted,
) -> Response {
    let next = next_page(&form);
    if visit.is_named_by_proxy {
        return page(&pages, &visit, next, None, None);
    }
    let secret = |name| {
        form.get(name)
            .map(|text| KeySecret::new(text.trim().to_owned()))
    };
    let sign_in = &pages.cases.sign_in;
    let begun = match (secret("code"), secret("key")) {
        (Some(code), _) => sign_in.with_code(&code).await,
        (None, Some(key)) => sign_in.with_key(&key).await,
        (None, None) => Err(SignInError::InvalidKey),
    };
    match begun {
        Ok(NewSession { token, .. }) => {
            if let Err(error) = sign_in.end(visit.session_token()).await {
                return Problem::from(error).into_response_for(&visit);
            }
            visit.with_token(&token, Redirect::to(next).into_response())
        }
        Err(error) => {
            if matches!(error, SignInError::InvalidKey | SignInError::InvalidCode)
                && let Err(failed) = pages.failed.wait(visit.client).await
            {
                return Problem::too_many_failures(failed).into_response_for(&visit);
            }
            page(&pages, &visit, next, None, Some(&error.into()))
        }
    }
}

/// Ends the session.
pub(crate) async fn sign_out(
    State(pages): State<Pages>,
    visit: Visit,
    Posted(_): Posted,
) -> Result<Response, Response> {
    match pages.cases.sign_in.end(visit.session_token()).await {
        Ok(()) => Ok(Redirect::to("/ui/sign-in").into_response()),
        Err(error) => Err(Problem::from(error).into_response_for(&visit)),
    }
}
