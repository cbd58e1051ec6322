//! The HTTP interface: routes, wire types, error answers, authentication, rate limits, the
//! interface's description, health and metrics.
//!
//! This crate and the pages' are the only ones that name the web framework. Wire types live next to their handler
//! and become domain values there; what goes on behind them is the use cases' matter.

mod address;
mod arrival;
mod assistants;
mod authentication;
mod body;
mod client_address;
mod connections;
mod content_disposition;
mod description;
mod dialects;
mod document_answer;
mod document_upload;
mod documentation;
mod error;
mod failed_authentication;
mod fields;
mod form;
mod header_parameters;
mod improvement_error;
mod large_request;
mod links;
mod monitoring;
mod multipart;
mod origins;
mod patient_stream;
mod people;
mod rate_limit;
mod request;
mod routes;
mod routing;
mod sent_fields;
mod tls;
mod tracing_layer;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, Request};
use axum::http::StatusCode;
use axum::http::header::ALLOW;
use axum::middleware;
use dragoman_domain::RandomSource;
use dragoman_service::{
    Administration, DetectLanguages, Documents, Glossaries, ImproveTexts, Keys, Languages,
    Memories, ReadUsage, ReportUsage, SignIn, StyleLists, SuggestAlternatives, TranslateTexts,
};
use tower::Layer;
use tower::util::option_layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::normalize_path::NormalizePathLayer;

use large_request::LargeBodies;

pub use address::AddressRule;
pub use arrival::drain;
pub use client_address::{ClientAddress, FromTrustedProxy, TrustedProxies};
pub use connections::{Connections, Limits};
pub use content_disposition::attachment;
pub use dialects::{Dialect, DialectOptions, RootDialects, RootDialectsError};
pub use document_answer::document_answer;
pub use error::ApiError;
pub use failed_authentication::{FailedAuthentication, FailedTooOften};
pub use links::base as own_address;
pub use monitoring::{Metrics, Monitoring, monitoring};
pub use multipart::{Multipart, Part};
pub use origins::{AllowedOrigins, NotAnOrigin};
pub use rate_limit::{RateLimit, RateLimited, RateLimiter, RateLimits};
pub use routes::description;
pub use tls::{Tls, TlsError};
pub use tracing_layer::note_caller;

/// The largest request body in bytes, as the contract documents it for requests without the entries
/// of a glossary.
pub const LARGEST_BODY: usize = 128 * 1024;

/// The largest body of a request to improve texts in bytes, as the contract documents it.
pub const LARGEST_IMPROVEMENT_BODY: usize = 10 * 1024;

/// The use cases behind the interface.
#[derive(Clone)]
pub struct UseCases {
    /// Checks keys.
    pub keys: Keys,
    /// Translates texts.
    pub translate: TranslateTexts,
    /// Suggests several translations of a sentence.
    pub alternatives: SuggestAlternatives,
    /// Improves texts.
    pub improve: ImproveTexts,
    /// Detects languages.
    pub detect: DetectLanguages,
    /// Translates documents.
    pub documents: Documents,
    /// Keeps glossaries.
    pub glossaries: Glossaries,
    /// Lists languages.
    pub languages: Languages,
    /// Reads usage.
    pub usage: ReadUsage,
    /// Reports usage to administrators.
    pub reports: ReportUsage,
    /// Keeps translation memories.
    pub memories: Memories,
    /// Keeps style rule lists.
    pub style_lists: StyleLists,
    /// Begins and ends the sessions of persons.
    pub sign_in: SignIn,
    /// Does what admin keys are for.
    pub administration: Administration,
}

/// How the interface is served.
#[derive(Clone)]
pub struct ApiOptions {
    /// The words accepted before the key in the `Authorization` header.
    pub authorization_schemes: Vec<String>,
    /// Which plan's keys are accepted at which address.
    pub address: AddressRule,
    /// Requests per key, account and time; shared by all listeners.
    pub rate_limiter: RateLimiter,
    /// Whether the key may come as the parameter `auth_key` and texts may be translated with
    /// GET, as very old clients do.
    pub legacy_requests: bool,
    /// Which interfaces of other services are there.
    pub dialects: DialectOptions,
    /// Whether assistants find their tools at `/mcp`.
    pub assistants: bool,
    /// The web pages that may use the interface, if any may. The pages for people are not concerned.
    pub allowed_origins: Option<AllowedOrigins>,
    /// The address of the interface in links, if it is not where requests say they go.
    pub public_url: Option<String>,
    /// Where trace ids come from.
    pub random: Arc<dyn RandomSource>,
    /// The pages for people, if there are any: what is under `/ui/`, and what `/` has for browsers.
    pub pages: Option<Router>,
}

#[derive(Clone)]
struct ApiState {
    cases: Arc<UseCases>,
    options: Arc<ApiOptions>,
    large_bodies: LargeBodies,
    failed: Arc<FailedAuthentication>,
}

impl ApiState {
    fn new(cases: UseCases, options: ApiOptions) -> Self {
        Self {
            cases: Arc::new(cases),
            options: Arc::new(options),
            large_bodies: LargeBodies::default(),
            failed: Arc::default(),
        }
    }
}

impl FromRef<ApiState> for Arc<UseCases> {
    fn from_ref(state: &ApiState) -> Self {
        Self::clone(&state.cases)
    }
}

/// The whole interface at one address.
pub fn api(cases: UseCases, mut options: ApiOptions) -> Router {
    let random = Arc::clone(&options.random);
    let trace = middleware::from_fn_with_state(random, tracing_layer::trace);
    let pages = options.pages.take().map(|pages| {
        pages
            .layer(CatchPanicLayer::custom(error::panicked))
            .layer(trace.clone())
    });
    let state = ApiState::new(cases, options);
    let routes = routes::router::<Router<ApiState>>(state.options.legacy_requests)
        .fallback(routes::not_found)
        .method_not_allowed_fallback(routes::method_not_allowed)
        .layer(middleware::from_fn_with_state(
            state.clone(),
            authentication::authenticate,
        ))
        .merge(routes::links::<Router<ApiState>>())
        .merge(dialects::router(&state));
    let routes = match state.options.assistants {
        true => routes.merge(assistants::router(&state)),
        false => routes,
    };
    let routes = served(routes, state);
    documentation::page()
        .layer(trace)
        .fallback_service(tower::service_fn(move |request: Request| {
            let (mut routes, pages) = (routes.clone(), pages.clone());
            async move {
                match pages {
                    Some(mut pages) if people::is_for_people(&request) => {
                        tower::Service::call(&mut pages, request).await
                    }
                    _ => tower::Service::call(&mut routes, request).await,
                }
            }
        }))
}

/// Interfaces of other services, at the root of an address that has nothing else.
pub fn dialects_api(cases: UseCases, options: ApiOptions, dialects: RootDialects) -> Router {
    let state = ApiState::new(cases, options);
    served(dialects::at_root(dialects, &state), state)
}

/// Routes with what all requests go through.
fn served(routes: Router<ApiState>, state: ApiState) -> Router {
    let random = Arc::clone(&state.options.random);
    let trace = middleware::from_fn_with_state(random, tracing_layer::trace);
    let origins = state.options.allowed_origins.as_ref();
    let origins = origins.map(AllowedOrigins::layer);
    let routes = routes
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(option_layer(origins))
        .layer(trace)
        .with_state(state);
    // A trailing slash equals none. The documentation page needs the difference, so it is outside.
    let routes = NormalizePathLayer::trim_trailing_slash().layer(routes);
    Router::new().fallback_service(tower::service_fn(move |request: Request| {
        let mut routes = routes.clone();
        async move {
            let mut response = tower::Service::call(&mut routes, request).await?;
            if response.status() == StatusCode::FORBIDDEN {
                // The router adds the methods of a path even for who may not know of it.
                response.headers_mut().remove(ALLOW);
            }
            Ok(response)
        }
    }))
}
