//! The pages for people in the browser.
//!
//! Pages are made on the server and work as such; small modules of this crate's own make them quicker to use. They call
//! the use cases as the interface for programs does, under the same keys, limits and counts, and never that interface
//! itself. Everything that a page shows is escaped by the template language (`maud`).

mod admission;
mod assets;
mod cookies;
mod difference;
mod form;
mod identity;
mod large_form;
mod layout;
mod locale;
mod pages;
mod problem;
mod settings;
mod visit;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};
use dragoman_domain::{Clock, KeyId, RandomSource};
use dragoman_http::{FailedAuthentication, RateLimiter, UseCases};
use dragoman_service::{CheckHealth, ManageModels};

use large_form::LargeForms;

pub use axum::http::HeaderName;
pub use identity::{GroupRoles, OpenId, TrustedHeader};

/// The largest form in bytes: the texts of the interface's largest request, as a form in which each byte may take three.
const LARGEST_FORM: usize = 3 * dragoman_http::LARGEST_BODY;

/// How the pages are served.
#[derive(Clone)]
pub struct PageOptions {
    /// The key under which everybody works who has not signed in; without one, everybody has to.
    pub open: Option<KeyId>,
    /// Whether the server itself speaks TLS, or its configured address is one of TLS.
    pub is_secure: bool,
    /// Requests per key, account and time; shared with the interface.
    pub rate_limiter: RateLimiter,
    /// Where the tokens of browsers come from.
    pub random: Arc<dyn RandomSource>,
    /// Manages models.
    pub models: ManageModels,
    /// Checks the installation.
    pub health: CheckHealth,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The address of the server in links, if it is not where requests say they go.
    pub public_url: Option<String>,
    /// The provider with which people can sign in, if there is one.
    pub open_id: Option<OpenId>,
    /// The proxy that says who people are, if one does. There is no other way to sign in then.
    pub trusted_header: Option<TrustedHeader>,
}

/// What every page works with.
#[derive(Clone)]
struct Pages {
    cases: UseCases,
    options: Arc<PageOptions>,
    failed: Arc<FailedAuthentication>,
    large_forms: LargeForms,
}

/// All pages: what is under `/ui/`, and what `/` has for browsers.
pub fn pages(cases: UseCases, options: PageOptions) -> Router {
    let state = Pages {
        cases,
        options: Arc::new(options),
        failed: Arc::default(),
        large_forms: LargeForms::default(),
    };
    let pages = Router::new()
        .merge(pages::translate::routes())
        .merge(pages::documents::routes())
        .merge(pages::improve::routes())
        .merge(pages::administration::routes())
        .merge(pages::keys::routes())
        .merge(pages::models::routes())
        .merge(pages::health::routes())
        .merge(pages::about::routes())
        .merge(pages::usage::routes())
        .merge(pages::terms::routes())
        .merge(pages::settings::routes())
        .merge(pages::sign_in::routes())
        .merge(pages::open_id::routes());
    pages
        .fallback(pages::not_found)
        .layer(middleware::from_fn_with_state(
            state.clone(),
            admission::admit,
        ))
        .route("/ui/assets/{version}/{name}", get(assets::file))
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .with_state(state)
}
