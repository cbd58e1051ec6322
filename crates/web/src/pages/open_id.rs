//! Signing in with an OpenID provider: the way there, and the way back.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use dragoman_oidc::{Attempt, Callback, ProviderError, SignInError};
use dragoman_service::{NewSession, SessionToken};
use url::form_urlencoded;

use crate::cookies::{self, ATTEMPT_SECONDS};
use crate::form::Form;
use crate::identity::OpenId;
use crate::pages::sign_in;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::{Pages, layout};

/// Where the provider sends browsers back to.
const CALLBACK: &str = "/ui/sign-in/callback";

/// The longest address of a page that is remembered meanwhile.
const LONGEST_NEXT: usize = 1000;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route(sign_in::PROVIDER, get(begin))
        .route(CALLBACK, get(finish))
}

/// An attempt as the browser keeps it.
struct Kept {
    secret: String,
    /// Seconds since 1970.
    began: i64,
    /// Where it leads to.
    next: String,
}

impl Kept {
    fn read(headers: &HeaderMap) -> Option<Self> {
        let value = cookies::read(headers, cookies::ATTEMPT)?;
        let mut parts = value.splitn(3, '.');
        let secret = SessionToken::parse(parts.next()?)?.expose().to_owned();
        let began = parts.next()?.parse().ok()?;
        let next = Form::parse(parts.next()?.as_bytes());
        Some(Self {
            secret,
            began,
            next: sign_in::next_page(&next).to_owned(),
        })
    }

    fn write(&self) -> String {
        let next = form_urlencoded::Serializer::new(String::new())
            .append_pair("next", &self.next)
            .finish();
        format!("{}.{}.{next}", self.secret, self.began)
    }

    fn is_current(&self, now: i64) -> bool {
        (0..=ATTEMPT_SECONDS).contains(&now.saturating_sub(self.began))
    }

    /// Nothing that the browser keeps can be changed without its becoming another attempt.
    fn attempt(&self) -> Attempt {
        Attempt::new(self.secret.clone(), format!("{} {}", self.began, self.next))
    }
}

/// The address that the provider sends browsers back to.
fn back(pages: &Pages, headers: &HeaderMap) -> Result<String, Box<Problem>> {
    let own = dragoman_http::own_address(pages.options.public_url.as_deref(), headers);
    own.map(|own| format!("{own}{CALLBACK}"))
        .map_err(|error| Box::new(error.into()))
}

async fn begin(
    State(pages): State<Pages>,
    visit: Visit,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Response> {
    let Some(OpenId { provider, .. }) = &pages.options.open_id else {
        return Err(Problem::not_found().into_response_for(&visit));
    };
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let next = sign_in::next_page(&query);
    let next = if next.len() > LONGEST_NEXT {
        sign_in::FIRST_PAGE
    } else {
        next
    };
    let kept = Kept {
        secret: SessionToken::new(&*pages.options.random)
            .expose()
            .to_owned(),
        began: pages.options.clock.now().as_second(),
        next: next.to_owned(),
    };
    let back = back(&pages, &headers).map_err(|problem| problem.into_response_for(&visit))?;
    match provider.begin(&kept.attempt(), &back).await {
        Ok(address) => {
            let response = Redirect::to(&address).into_response();
            Ok(visit.with_attempt(Some(&kept.write()), response))
        }
        Err(error) => {
            let problem = problem(&error.into());
            Ok(sign_in::page(&pages, &visit, next, None, Some(&problem)))
        }
    }
}

async fn finish(
    State(pages): State<Pages>,
    visit: Visit,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Response> {
    let Some(open_id) = &pages.options.open_id else {
        return Err(Problem::not_found().into_response_for(&visit));
    };
    let back = back(&pages, &headers).map_err(|problem| problem.into_response_for(&visit))?;
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let field = |name| query.get(name).map(str::to_owned);
    let callback = Callback {
        state: field("state"),
        code: field("code"),
        error: field("error"),
        issuer: field("iss"),
    };
    let now = pages.options.clock.now().as_second();
    let kept = Kept::read(&headers).filter(|kept| kept.is_current(now));
    let claims = match &kept {
        Some(kept) => {
            let provider = &open_id.provider;
            provider
                .finish(&kept.attempt(), &callback, &back, now)
                .await
        }
        None => Err(SignInError::State),
    };
    let next = kept
        .as_ref()
        .map_or(sign_in::FIRST_PAGE, |kept| &*kept.next);
    let refuse = |problem: Problem| {
        let page = sign_in::page(&pages, &visit, next, None, Some(&problem));
        visit.with_attempt(None, page)
    };
    let claims = match claims {
        Ok(claims) => claims,
        Err(error) => {
            let problem = problem(&error);
            let wait = pages.failed.wait(visit.client).await;
            return Err(refuse(
                wait.map_or_else(Problem::too_many_failures, |()| problem),
            ));
        }
    };
    if !open_id.lets_in(&claims) {
        tracing::warn!(
            "a person was refused whose e-mail address has no allowed domain, or is not verified"
        );
        return Err(refuse(Problem::new(
            StatusCode::FORBIDDEN,
            "problem-open-id-domain",
        )));
    }
    let (person, roles) = open_id.person(&claims);
    let sign_in = &pages.cases.sign_in;
    let begun = sign_in.as_person(&open_id.account, &person, roles).await;
    let NewSession { token, .. } = begun.map_err(|error| refuse(Problem::of_person(error)))?;
    let ended = sign_in.end(visit.session_token()).await;
    ended.map_err(|error| refuse(error.into()))?;
    let response = visit.with_token(&token, layout::lead_to(&visit, next));
    Ok(visit.with_attempt(None, response))
}

/// What the person is told. The log has the reason.
fn problem(error: &SignInError) -> Problem {
    let (status, message) = match error {
        SignInError::Refused(word) if word == "access_denied" => {
            (StatusCode::FORBIDDEN, "problem-open-id-denied")
        }
        SignInError::Provider(ProviderError::Away(_)) => {
            (StatusCode::SERVICE_UNAVAILABLE, "problem-open-id-away")
        }
        SignInError::State => (StatusCode::FORBIDDEN, "problem-open-id-old"),
        SignInError::Refused(_)
        | SignInError::NoToken(_)
        | SignInError::Token(_)
        | SignInError::Provider(ProviderError::Answer(_)) => {
            (StatusCode::BAD_GATEWAY, "problem-open-id")
        }
    };
    tracing::warn!(reason = %error, "nobody was signed in with the OpenID provider");
    Problem::new(status, message)
}
