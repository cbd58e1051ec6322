use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::TestApi;

/// `make openapi` writes the file anew.
#[test]
fn the_description_in_the_repository_is_that_of_the_handlers() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/dragoman.json");
    let mut made = dragoman_http::description().to_pretty_json().unwrap();
    made.push('\n');
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&file, &made).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        made == kept,
        "openapi/dragoman.json is out of date: run make openapi"
    );
}

#[tokio::test]
async fn the_description_and_its_page_need_no_key_and_no_network() {
    let api = TestApi::start().await;
    let get = |path: &str| {
        let request = api.client.get(format!("{}{path}", api.base)).send();
        async move {
            request
                .await
                .unwrap()
                .error_for_status()
                .unwrap()
                .text()
                .await
                .unwrap()
        }
    };
    let description: Value = serde_json::from_str(&get("/openapi.json").await).unwrap();
    assert!(description["paths"]["/v2/translate"]["post"].is_object());
    for path in ["/docs", "/docs/", "/docs/swagger-initializer.js"] {
        let page = get(path).await;
        assert!(
            !page.contains("//cdn") && !page.contains("https://"),
            "{path}: {page}"
        );
    }
    let script = get("/docs/swagger-ui-bundle.js").await;
    assert!(script.len() > 100_000);
}
