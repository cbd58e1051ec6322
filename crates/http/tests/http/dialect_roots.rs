//! The interfaces of other services at the root of an address of their own.

use dragoman_http::{Dialect, RootDialects};
use serde_json::{Value, json};

use crate::{Answer, Settings, TestApi};

async fn at_root(dialects: &[Dialect]) -> TestApi {
    let dialects = dialects.iter().copied().collect();
    TestApi::with(Settings {
        root: Some(RootDialects::of(&dialects).unwrap()),
        ..Settings::default()
    })
    .await
}

async fn answered(api: &TestApi, path: &str, body: Value) -> (u16, Value) {
    let answer = Answer::of(api.post(path).json(&body)).await;
    (answer.status, answer.body)
}

#[tokio::test]
async fn each_is_there_and_nothing_else() {
    for (dialect, method, path, body) in [
        (
            Dialect::LibreTranslate,
            "POST",
            "/translate",
            json!({ "q": "Hello", "source": "en", "target": "de" }),
        ),
        (
            Dialect::DeepLx,
            "POST",
            "/translate",
            json!({ "text": "Hello", "target_lang": "DE" }),
        ),
        (
            Dialect::Apertium,
            "GET",
            "/translate?q=Hello&langpair=en%7Cde",
            json!({}),
        ),
        (
            Dialect::ImmersiveTranslate,
            "POST",
            "/",
            json!({ "text_list": ["Hello"], "target_lang": "de" }),
        ),
        (
            Dialect::KissTranslator,
            "POST",
            "/",
            json!({ "text": "Hello", "to": "de" }),
        ),
    ] {
        let api = at_root(&[dialect]).await;
        let answer = Answer::of(api.request(method, path).json(&body)).await;
        assert_eq!(answer.status, 200, "{dialect:?}: {}", answer.body);
        assert!(answer.body.to_string().contains("de:Hello"), "{dialect:?}");
        assert!(answer.headers.contains_key("x-trace-id"));
        for path in ["/v2/usage", "/docs", "/compat/kiss", "/ui/"] {
            let answer = Answer::of(api.get(path)).await;
            assert_eq!(answer.status, 404, "{dialect:?} {path}");
        }
    }
}

#[tokio::test]
async fn libretranslate_and_deeplx_are_told_apart() {
    let api = at_root(&[Dialect::LibreTranslate, Dialect::DeepLx]).await;
    let libretranslate = json!({ "q": "Hello", "source": "en", "target": "de" });
    assert_eq!(
        answered(&api, "/translate", libretranslate).await,
        (200, json!({ "translatedText": "de:Hello" }))
    );
    let (status, body) = answered(
        &api,
        "/translate/",
        json!({ "text": "Hello", "target_lang": "DE" }),
    )
    .await;
    assert_eq!((status, &body["data"]), (200, &json!("de:Hello")));
    let form = [
        ("text", "Hello"),
        ("source_lang", "EN"),
        ("target_lang", "DE"),
    ];
    let answer = Answer::of(api.post("/translate").form(&form)).await;
    assert_eq!(answer.body["data"], "de:Hello");
    let answer = Answer::of(api.get("/translate?q=Hello&source=en&target=de")).await;
    assert_eq!(answer.body, json!({ "translatedText": "de:Hello" }));
    let languages = api.client.get(format!("{}/languages", api.base));
    assert_eq!(Answer::of(languages).await.status, 200);

    // Each tells its failures, and what is nobody's is LibreTranslate's.
    let (status, body) = answered(
        &api,
        "/translate",
        json!({ "text": "Hello", "target_lang": "XX" }),
    )
    .await;
    assert_eq!((status, &body["code"]), (400, &json!(400)));
    for body in [
        json!({}),
        json!([]),
        json!({ "q": "Hello", "text": "Hello" }),
    ] {
        let (status, body) = answered(&api, "/translate", body).await;
        assert_eq!(status, 400);
        assert!(body["error"].is_string(), "{body}");
    }
    let large = json!({ "text": "a".repeat(200_000), "target_lang": "DE" });
    let (status, body) = answered(&api, "/translate", large).await;
    assert_eq!(status, 400);
    assert!(body["error"].is_string(), "{body}");
    let stranger = api.request_of_stranger(1, "POST", "/translate");
    let text = json!({ "text": "Hello", "target_lang": "DE" });
    let answer = Answer::of(stranger.json(&text)).await;
    assert_eq!((answer.status, &answer.body["code"]), (403, &json!(403)));
}

#[test]
fn those_that_cannot_be_told_apart_are_refused() {
    for dialects in [
        vec![],
        vec![Dialect::LibreTranslate, Dialect::Apertium],
        vec![Dialect::ImmersiveTranslate, Dialect::KissTranslator],
        Dialect::ALL.to_vec(),
    ] {
        let dialects = dialects.into_iter().collect();
        assert!(RootDialects::of(&dialects).is_err(), "{dialects:?}");
    }
}
