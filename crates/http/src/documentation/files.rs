/// The files of Swagger UI that the page uses, besides its start, and what they are.
pub(crate) const TYPES: [(&str, &str); 7] = [
    ("index.html", "text/html"),
    ("index.css", "text/css"),
    ("swagger-ui.css", "text/css"),
    ("swagger-ui-bundle.js", "text/javascript"),
    ("swagger-ui-standalone-preset.js", "text/javascript"),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
];

/// How the path of such a file ends in the archive of a release.
pub(crate) fn path(name: &str) -> String {
    format!("/dist/{name}")
}
