use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

/// The description of this interface in OpenAPI.
const DESCRIPTION: &str = include_str!("description.json");

pub(super) async fn description() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DESCRIPTION)
}
