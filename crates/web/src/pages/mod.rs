//! The pages, one file each.

pub(crate) mod about;
pub(crate) mod administration;
pub(crate) mod choices;
pub(crate) mod documents;
pub(crate) mod health;
pub(crate) mod history;
pub(crate) mod improve;
pub(crate) mod keys;
pub(crate) mod models;
pub(crate) mod open_id;
pub(crate) mod settings;
pub(crate) mod sign_in;
pub(crate) mod terms;
pub(crate) mod translate;
pub(crate) mod usage;

use axum::response::Response;

use crate::problem::Problem;
use crate::visit::Visit;

/// There is no page at this address.
pub(crate) async fn not_found(visit: Visit) -> Response {
    Problem::not_found().into_response_for(&visit)
}
