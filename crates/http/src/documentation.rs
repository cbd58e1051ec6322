use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use zip::ZipArchive;

mod files;

/// The description, which `make openapi` writes and a test compares with the handlers.
const DESCRIPTION: &str = include_str!("../../../openapi/dragoman.json");

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

/// The archive of those files, which the build script makes.
const ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.zip"));

/// What those files are, and their content: 2 MB, unpacked once, when somebody first looks at the page.
static FILES: LazyLock<HashMap<&str, (&str, Bytes)>> = LazyLock::new(|| {
    let Ok(mut release) = ZipArchive::new(Cursor::new(ARCHIVE)) else {
        return HashMap::new();
    };
    let files = files::TYPES.into_iter().filter_map(|(name, kind)| {
        let content = unpacked(&mut release, name)?;
        Some((name, (kind, content.into())))
    });
    files.collect()
});

/// The description at `/openapi.json` and a page that shows it at `/docs`, with everything it
/// needs in this binary.
pub(crate) fn page() -> Router {
    Router::new()
        .route(
            "/openapi.json",
            get(async || ([(CONTENT_TYPE, "application/json")], DESCRIPTION)),
        )
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
    let ending = files::path(name);
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
