//! What the pages of administration share.

use axum::Router;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use dragoman_domain::Role;

use crate::Pages;
use crate::admission::Member;
use crate::layout;
use crate::problem::Problem;
use crate::visit::Visit;

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/ui/administration", get(show))
}

/// Leads to the first page that the person may see.
pub(crate) async fn show(Member { visit, .. }: Member) -> Response {
    match layout::first_of_administration(&visit) {
        Some(address) => Redirect::to(address).into_response(),
        None => Problem::missing_role(Role::AccountAdministrator).into_response_for(&visit),
    }
}

/// A limit of characters, or that there is none.
pub(crate) fn limit(visit: &Visit, limit: Option<u64>) -> String {
    limit.map_or_else(
        || visit.text("no-limit"),
        |limit| visit.locale.number(limit),
    )
}
