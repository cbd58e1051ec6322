use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

use crate::routes::description;

/// Where the description is.
const DESCRIPTION: &str = "/openapi.json";

/// What starts the page: Swagger UI with the description, and without the validator, which is on another server.
const START: &str = r##"window.onload = () => {
  window.ui = SwaggerUIBundle({
    dom_id: "#swagger-ui",
    url: "/openapi.json",
    deepLinking: true,
    layout: "StandaloneLayout",
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    validatorUrl: "none",
  });
};
"##;

/// The files that the page uses, besides its start, and what they are.
const TYPES: [(&str, &str); 7] = [
    ("index.html", "text/html"),
    ("index.css", "text/css"),
    ("swagger-ui.css", "text/css"),
    ("swagger-ui-bundle.js", "text/javascript"),
    ("swagger-ui-standalone-preset.js", "text/javascript"),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
];

/// What those files are, and their content: 2 MB, unpacked once, when somebody first looks at the page.
static FILES: LazyLock<HashMap<&str, (&str, Bytes)>> = LazyLock::new(|| {
    let Ok(mut release) = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)) else {
        return HashMap::new();
    };
    let files = TYPES.into_iter().filter_map(|(name, kind)| {
        let content = unpacked(&mut release, name)?;
        Some((name, (kind, content.into())))
    });
    files.collect()
});

/// The description at `/openapi.json` and a page that shows it at `/docs`, with everything it
/// needs in this binary.
pub(crate) fn page() -> Router {
    let described = description();
    Router::new()
        .route(DESCRIPTION, get(async move || Json(described)))
        .route("/docs", get(async || Redirect::to("/docs/")))
        .route("/docs/", get(async || file("index.html")))
        .route(
            "/docs/{file}",
            get(async |Path(name): Path<String>| file(&name)),
        )
}

fn file(name: &str) -> Response {
    if name == "swagger-initializer.js" {
        return ([(CONTENT_TYPE, "text/javascript")], START).into_response();
    }
    match FILES.get(name) {
        Some((kind, content)) => ([(CONTENT_TYPE, *kind)], content.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The content of a file in the folder `dist` of a release.
fn unpacked(release: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Option<Vec<u8>> {
    let ending = format!("/dist/{name}");
    let path = release
        .file_names()
        .flatten()
        .find(|path| path.ends_with(&ending))?
        .into_owned();
    let mut content = Vec::new();
    release
        .by_name(&path)
        .ok()?
        .read_to_end(&mut content)
        .ok()?;
    Some(content)
}
