//! The files that the pages need: style sheet, modules and pictures, under an address that changes with them.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

macro_rules! assets {
    ($($name:literal: $kind:literal,)*) => {
        &[$(($name, $kind, include_bytes!(concat!("../assets/", $name)))),*]
    };
}

/// The name of each file, what it is, and its content.
const FILES: &[(&str, &str, &[u8])] = assets![
    "style.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "fragments.js": "text/javascript; charset=utf-8",
    "languages.js": "text/javascript; charset=utf-8",
    "history.js": "text/javascript; charset=utf-8",
    "translate.js": "text/javascript; charset=utf-8",
    "documents.js": "text/javascript; charset=utf-8",
    "improve.js": "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "refresh.js": "text/javascript; charset=utf-8",
    "search.js": "text/javascript; charset=utf-8",
    "memories.js": "text/javascript; charset=utf-8",
    "zip.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
];

/// They never change under their address.
const FOREVER: &str = "public, max-age=31536000, immutable";

struct Assets {
    /// What all files together are known by.
    version: String,
    /// The files as they are sent to who reads gzip.
    compressed: Vec<Bytes>,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let mut digest = Sha256::new();
    for (name, _, content) in FILES {
        digest.update(name);
        digest.update(content);
    }
    let version = digest.finalize();
    Assets {
        version: beginning(&version),
        compressed: FILES
            .iter()
            .map(|(_, _, content)| compressed(content))
            .collect(),
    }
});

/// The first digits of a digest, as many as tell a few things apart.
pub(crate) fn beginning(digest: &[u8]) -> String {
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn compressed(content: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    written.unwrap_or_default().into()
}

/// The address of a file.
pub(crate) fn address(name: &str) -> String {
    format!("/ui/assets/{}/{name}", ASSETS.version)
}

/// Sends a file; those of another version, too, for pages that are open while the program is replaced.
pub(crate) async fn file(
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let mut files = FILES.iter().zip(&ASSETS.compressed);
    let Some(((_, kind, content), compressed)) = files.find(|((known, ..), _)| *known == name)
    else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let caching = if version == ASSETS.version {
        FOREVER
    } else {
        "no-store"
    };
    let fixed = [
        (CONTENT_TYPE, *kind),
        (CACHE_CONTROL, caching),
        (VARY, "accept-encoding"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let reads_gzip = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| coding.split(';').next().unwrap_or_default().trim() == "gzip");
    if reads_gzip && !compressed.is_empty() {
        (fixed, [(CONTENT_ENCODING, "gzip")], compressed.clone()).into_response()
    } else {
        (fixed, Bytes::from_static(content)).into_response()
    }
}
