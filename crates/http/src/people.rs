//! Which requests are for the pages, and which for the interface.

use axum::extract::Request;
use axum::http::Method;
use axum::http::header::ACCEPT;

/// Where the pages are, but for the first.
const PAGES: &str = "/ui";

/// Whether a browser asks for a page. The address of the interface itself is shared: there only who asks for HTML, as
/// browsers do when somebody opens an address, gets a page.
pub(crate) fn is_for_people(request: &Request) -> bool {
    let path = request.uri().path();
    if let Some(rest) = path.strip_prefix(PAGES) {
        return rest.is_empty() || rest.starts_with('/');
    }
    path == "/" && matches!(*request.method(), Method::GET | Method::HEAD) && wants_html(request)
}

fn wants_html(request: &Request) -> bool {
    let values = request.headers().get_all(ACCEPT).iter();
    let mut kinds = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    kinds.any(|kind| {
        let mut parts = kind.split(';').map(str::trim);
        let is_html = parts
            .next()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("text/html"));
        is_html && !parts.any(|parameter| matches!(parameter, "q=0" | "q=0.0"))
    })
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn is_page(method: &str, address: &str, accept: Option<&str>) -> bool {
        let mut request = Request::builder().method(method).uri(address);
        if let Some(accept) = accept {
            request = request.header(ACCEPT, accept);
        }
        is_for_people(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn browsers_get_pages_and_programs_the_interface() {
        const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        assert!(is_page("GET", "/", Some(BROWSER)));
        assert!(is_page("HEAD", "/?text=a", Some("Text/HTML")));
        assert!(!is_page("POST", "/", Some(BROWSER)));
        assert!(!is_page("GET", "/", Some("*/*")));
        assert!(!is_page("GET", "/", Some("application/json")));
        assert!(!is_page("GET", "/", Some("text/html;q=0")));
        assert!(!is_page("GET", "/", None));
        assert!(!is_page("GET", "/v2/usage", Some(BROWSER)));
        assert!(is_page("GET", "/ui", None));
        assert!(is_page("POST", "/ui/translate", None));
        assert!(!is_page("GET", "/uix", Some(BROWSER)));
    }
}
