//! Web pages of other origins that use the interface.

use serde_json::json;

use crate::{Answer, Settings, TestApi};

const ORIGIN: &str = "https://app.example.com";
const OTHER: &str = "https://other.example.com";

async fn with(allowed_origins: &'static [&'static str]) -> TestApi {
    TestApi::with(Settings {
        allowed_origins,
        ..Settings::default()
    })
    .await
}

/// What a browser asks before it sends a request of a page.
async fn may_send(api: &TestApi, path: &str, origin: &str) -> Option<String> {
    let request = api.request_of_stranger(1, "OPTIONS", path);
    let request = request
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "authorization,content-type",
        );
    let answer = Answer::of(request).await;
    let header = |name: &str| {
        let value = answer.headers.get(name);
        value.map(|value| value.to_str().unwrap().to_owned())
    };
    // A session's cookie is never of use to another origin.
    assert_eq!(header("access-control-allow-credentials"), None);
    let allowed = header("access-control-allow-origin");
    if allowed.is_some() {
        assert_eq!(answer.status, 200);
        assert!(
            header("access-control-allow-methods")
                .unwrap()
                .contains("POST")
        );
        let headers = header("access-control-allow-headers").unwrap();
        assert!(headers.contains("authorization") && headers.contains("content-type"));
    }
    allowed
}

#[tokio::test]
async fn pages_of_named_origins_may_use_the_interface() {
    let api = with(&[ORIGIN]).await;
    for path in [
        "/v2/translate",
        "/compat/libretranslate/translate",
        "/compat/kiss",
    ] {
        assert_eq!(
            may_send(&api, path, ORIGIN).await.as_deref(),
            Some(ORIGIN),
            "{path}"
        );
        assert_eq!(may_send(&api, path, OTHER).await, None, "{path}");
    }
    let body = json!({ "text": "Hello", "target_lang": "DE" });
    let answer = Answer::of(
        api.post("/v2/translate")
            .header("origin", ORIGIN)
            .json(&body),
    )
    .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["access-control-allow-origin"], ORIGIN);
    // Failures can be read as well.
    let request = api.request_of_stranger(2, "POST", "/v2/translate");
    let answer = Answer::of(request.header("origin", ORIGIN).json(&body)).await;
    assert_eq!(answer.status, 403);
    assert_eq!(answer.headers["access-control-allow-origin"], ORIGIN);
    // The pages for people are nobody else's.
    assert_eq!(may_send(&api, "/ui/translate", ORIGIN).await, None);
}

#[tokio::test]
async fn all_origins_may_be_named() {
    let api = with(&["*"]).await;
    assert_eq!(
        may_send(&api, "/v2/translate", OTHER).await.as_deref(),
        Some("*")
    );
    assert_eq!(may_send(&api, "/ui/translate", OTHER).await, None);
}

#[tokio::test]
async fn without_names_nobody_may() {
    let api = with(&[]).await;
    assert_eq!(may_send(&api, "/v2/translate", ORIGIN).await, None);
    let body = json!({ "text": "Hello", "target_lang": "DE" });
    let answer = Answer::of(
        api.post("/v2/translate")
            .header("origin", ORIGIN)
            .json(&body),
    )
    .await;
    assert_eq!(answer.status, 200);
    assert!(!answer.headers.contains_key("access-control-allow-origin"));
}
