//! What works of the installation, what is missing and what is broken, for who runs the server.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use dragoman_domain::{Finding, Timestamp};
use dragoman_service::{CheckedHealth, HealthCheck};
use maud::{Markup, html};

use crate::Pages;
use crate::admission::Member;
use crate::form::Posted;
use crate::layout::{self, Place};
use crate::problem::Problem;
use crate::visit::Visit;

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/ui/health", get(show).post(begin))
}

/// What the last check found.
pub(crate) async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    let check = match pages.options.health.last(&caller) {
        Ok(check) => check,
        Err(error) => return Problem::from(error).into_response_for(&visit),
    };
    if visit.is_fragment {
        return layout::fragment(state(&visit, &check));
    }
    let title = visit.text("tab-health");
    let content = html! {
        h1.hidden { (title) }
        (layout::administration_tabs(&visit, Place::Health))
        section.card.stack {
            p { (visit.text("health-about")) }
            form method="post" action="/ui/health" {
                (layout::token(&visit))
                button.primary disabled[check.is_running] { (visit.text("health-check")) }
            }
        }
        div id="live" { (state(&visit, &check)) }
        (layout::module("refresh.js"))
    };
    layout::page(&visit, Some(Place::Health), &title, content)
}

/// Begins a check.
pub(crate) async fn begin(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    Posted(_): Posted,
) -> Response {
    match pages.options.health.begin(&caller) {
        Ok(()) => Redirect::to("/ui/health").into_response(),
        Err(error) => Problem::from(error).into_response_for(&visit),
    }
}

fn state(visit: &Visit, check: &HealthCheck) -> Markup {
    html! {
        @if check.is_running {
            p.card role="status" data-running {
                (visit.text("health-running")) " "
                a.unscripted href="/ui/health" { (visit.text("look-again")) }
            }
        } @else if let Some(CheckedHealth { at, findings }) = &check.last {
            @match findings {
                Ok(findings) => (found(visit, *at, findings)),
                Err(error) => (Problem::from(error.clone()).notice(visit)),
            }
        }
    }
}

/// What was found, the worst first.
fn found(visit: &Visit, at: Timestamp, findings: &[Finding]) -> Markup {
    let mut findings: Vec<&Finding> = findings.iter().collect();
    findings.sort_by_key(|finding| match finding {
        Finding::Broken(_) => 0,
        Finding::Missing(_) => 1,
        Finding::Good(_) => 2,
    });
    let at = at.strftime("%Y-%m-%d %H:%M").to_string();
    html! {
        section.card {
            h2 { (visit.text_with("health-checked", [("time", (&at).into())])) }
            ul.findings {
                @for finding in findings {
                    @let (state, message, words) = match finding {
                        Finding::Broken(words) => ("broken", "finding-broken", words),
                        Finding::Missing(words) => ("missing", "finding-missing", words),
                        Finding::Good(words) => ("good", "finding-good", words),
                    };
                    li {
                        b data-state=(state) { (visit.text(message)) }
                        span lang="en" dir="ltr" { (words) }
                    }
                }
            }
        }
    }
}
