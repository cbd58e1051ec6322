//! The interfaces of other services, asked as their clients ask.

use dragoman_domain::{KeyKind, Plan, Scope, ScopeSet};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::{Answer, Settings, TestApi};

const TRANSLATE: &str = "/compat/libretranslate/translate";

/// A place of each dialect that translates, with a body that has one text.
fn one_text_each() -> [(&'static str, &'static str, Value); 5] {
    [
        (
            "POST",
            TRANSLATE,
            json!({ "q": "Hello", "source": "en", "target": "de" }),
        ),
        (
            "POST",
            "/compat/deeplx/translate",
            json!({ "text": "Hello", "source_lang": "EN", "target_lang": "DE" }),
        ),
        (
            "GET",
            "/compat/apertium/translate?q=Hello&langpair=en%7Cde",
            Value::Null,
        ),
        (
            "POST",
            "/compat/immersive",
            json!({ "text_list": ["Hello"], "source_lang": "en", "target_lang": "de" }),
        ),
        (
            "POST",
            "/compat/kiss",
            json!({ "text": "Hello", "from": "en", "to": "de" }),
        ),
    ]
}

impl TestApi {
    /// A request without a key.
    fn keyless(&self, method: &str, path: &str) -> RequestBuilder {
        self.client
            .request(method.parse().unwrap(), format!("{}{path}", self.base))
    }
}

fn with(request: RequestBuilder, body: &Value) -> RequestBuilder {
    if body.is_null() {
        request
    } else {
        request.json(body)
    }
}

async fn answered(request: RequestBuilder, body: Value) -> (u16, Value) {
    let answer = Answer::of(request.json(&body)).await;
    (answer.status, answer.body)
}

#[tokio::test]
async fn each_translates_and_counts_like_the_contract() {
    let api = TestApi::start().await;
    let mut answers = Vec::new();
    for (method, path, body) in one_text_each() {
        let answer = Answer::of(with(api.request(method, path), &body)).await;
        assert_eq!(answer.status, 200, "{path}");
        answers.push((path, answer.body));
        assert!(answer.headers.contains_key("x-trace-id"));
    }
    let expected = [
        json!({ "translatedText": "de:Hello" }),
        json!({
            "code": 200, "id": 0, "data": "de:Hello", "alternatives": [],
            "source_lang": "EN", "target_lang": "DE", "method": "Pro",
        }),
        json!({
            "responseData": { "translatedText": "de:Hello" },
            "responseDetails": null, "responseStatus": 200,
        }),
        json!({ "translations": [{ "detected_source_lang": "en", "text": "de:Hello" }] }),
        json!({ "text": "de:Hello", "src": "en" }),
    ];
    for ((path, answer), expected) in answers.into_iter().zip(expected) {
        assert_eq!(answer, expected, "{path}");
    }
    assert_eq!(api.counted().await, 25);
}

#[tokio::test]
async fn keys_come_where_clients_put_them() {
    let api = TestApi::start().await;
    for (method, path, body) in one_text_each() {
        let request = || with(api.keyless(method, path), &body);
        let bearer = request().bearer_auth(&api.key);
        assert_eq!(Answer::of(bearer).await.status, 200, "{path}");
        let wrong = api.request_of_stranger(1, method, path).bearer_auth("none");
        assert_eq!(Answer::of(with(wrong, &body)).await.status, 403, "{path}");
    }
    // In a body of LibreTranslate's, JSON or a form.
    let key = api.key.as_str();
    let body = json!({ "q": "Hello", "source": "en", "target": "de", "api_key": key });
    assert_eq!(answered(api.keyless("POST", TRANSLATE), body).await.0, 200);
    let form = [
        ("q", "Hello"),
        ("source", "en"),
        ("target", "de"),
        ("api_key", key),
    ];
    let answer = Answer::of(api.keyless("POST", TRANSLATE).form(&form)).await;
    assert_eq!(answer.body, json!({ "translatedText": "de:Hello" }));
    let body = json!({ "q": "Hello", "source": "en", "target": "de", "api_key": "none" });
    let answer = answered(api.request_of_stranger(2, "POST", TRANSLATE), body).await;
    assert_eq!(answer.0, 403);
    // The contract's interface knows none of that.
    let body = json!({ "text": "Hello", "target_lang": "DE", "api_key": key });
    let answer = answered(api.request_of_stranger(3, "POST", "/v2/translate"), body).await;
    assert_eq!(answer.0, 403);
    let request = api.request_of_stranger(4, "POST", "/v2/translate");
    let answer = Answer::of(request.bearer_auth(key)).await;
    assert_eq!(answer.status, 403);
}

#[tokio::test]
async fn keys_in_addresses_are_read_only_with_older_requests() {
    for (legacy_requests, expected) in [(true, 200), (false, 403)] {
        let api = TestApi::with(Settings {
            legacy_requests,
            ..Settings::default()
        })
        .await;
        let names = ["api_key", "token", "key", "token", "token"];
        for ((method, path, body), name) in one_text_each().into_iter().zip(names) {
            let sign = if path.contains('?') { '&' } else { '?' };
            let path = format!("{path}{sign}{name}={}", api.key);
            let answer = Answer::of(with(api.keyless(method, &path), &body)).await;
            assert_eq!(answer.status, expected, "{path}");
        }
    }
}

#[tokio::test]
async fn who_sends_no_key_is_served_under_the_one_for_them() {
    let api = TestApi::with(Settings {
        keyless: true,
        ..Settings::default()
    })
    .await;
    for (method, path, body) in one_text_each() {
        let answer = Answer::of(with(api.keyless(method, path), &body)).await;
        assert_eq!(answer.status, 200, "{path}");
    }
    assert_eq!(api.counted().await, 25);
    // Who sends a wrong one is not.
    let request = api
        .request_of_stranger(1, "POST", TRANSLATE)
        .bearer_auth("none");
    assert_eq!(Answer::of(request).await.status, 403);
    // Nor is anybody in the contract's interface.
    let request = api.request_of_stranger(2, "POST", "/v2/translate");
    assert_eq!(Answer::of(request).await.status, 403);
    let settings = Answer::of(api.keyless("GET", "/compat/libretranslate/frontend/settings")).await;
    assert_eq!(settings.body["keyRequired"], false);
}

#[tokio::test]
async fn failures_are_told_as_each_tells_them() {
    let api = TestApi::start().await;
    let message = |path: &str, body: &Value| {
        let field = match path.split('/').nth(2) {
            Some("libretranslate") => "error",
            Some(other) if other.starts_with("apertium") => "explanation",
            _ => "message",
        };
        body[field].as_str().unwrap_or_default().to_owned()
    };
    for (number, (method, path, body)) in one_text_each().into_iter().enumerate() {
        // Without a key.
        let answer = Answer::of(with(api.request_of_stranger(number, method, path), &body)).await;
        assert_eq!(answer.status, 403, "{path}");
        assert!(
            message(path, &answer.body).starts_with("Authorization failed"),
            "{path}"
        );
        assert!(!answer.headers.contains_key("allow"), "{path}");
        // With one that may not.
        let scopes = ScopeSet::Only([Scope::ReadUsage].into());
        let other = api.new_key(Plan::Pro, KeyKind::Developer, scopes).await;
        let answer = Answer::of(with(api.request_of(&other, method, path), &body)).await;
        assert_eq!(answer.status, 403, "{path}");
        assert!(message(path, &answer.body).contains("scope"), "{path}");
        // A language that nobody translates.
        let (path, body) = (
            path.replace("%7Cde", "%7Cxx"),
            serde_json::from_str(&body.to_string().to_lowercase().replace("\"de\"", "\"xx\""))
                .unwrap(),
        );
        let answer = Answer::of(with(api.request(method, &path), &body)).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(
            message(&path, &answer.body).contains("supported"),
            "{path}: {}",
            answer.body
        );
        // Nothing at all.
        let answer = Answer::of(api.request(method, path.split('?').next().unwrap())).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(!message(&path, &answer.body).is_empty(), "{path}");
        // A path that is not.
        let root = path
            .split('?')
            .next()
            .unwrap()
            .split("/translate")
            .next()
            .unwrap();
        let path = format!("{root}/nothing");
        let answer = Answer::of(api.request("GET", &path)).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!message(&path, &answer.body).is_empty(), "{path}");
    }
    // The statuses of LibreTranslate.
    for (text, status) in [("Panic", 500), ("Fail", 503)] {
        let body = json!({ "q": text, "source": "en", "target": "de" });
        let (found, body) = answered(api.post(TRANSLATE), body).await;
        assert_eq!(found, status, "{body}");
        assert!(body["error"].is_string());
    }
    let (status, body) = answered(api.post(TRANSLATE), json!({ "q": 1, "target": "de" })).await;
    assert_eq!(
        (status, &body["error"]),
        (
            400,
            &json!(
                "Value for 'q' is not valid: invalid type: integer `1`, expected a string or an array of strings."
            )
        )
    );
    let large = json!({ "q": "a".repeat(200_000), "target": "de" });
    assert_eq!(answered(api.post(TRANSLATE), large).await.0, 400);
    for truncated in ["{\"q\": \"a", "", "[]", "nul"] {
        let request = api
            .post(TRANSLATE)
            .header("content-type", "application/json");
        let answer = Answer::of(request.body(truncated)).await;
        assert_eq!(answer.status, 400, "{truncated}");
        assert!(answer.body["error"].is_string(), "{truncated}");
    }
}

#[tokio::test]
async fn one_bad_text_of_several_and_a_limit_count_nothing() {
    let api = TestApi::with(Settings {
        character_limit: Some(12),
        ..Settings::default()
    })
    .await;
    let many = |texts: &[&str]| json!({ "q": texts, "source": "en", "target": "de" });
    assert_eq!(
        answered(api.post(TRANSLATE), many(&["Hello", "Fail"]))
            .await
            .0,
        503
    );
    assert_eq!(api.counted().await, 0);
    let answer = answered(api.post(TRANSLATE), many(&["Hello", "Hello"])).await;
    assert_eq!(
        answer,
        (200, json!({ "translatedText": ["de:Hello", "de:Hello"] }))
    );
    let (status, body) = answered(api.post(TRANSLATE), many(&["Hi", "Yes"])).await;
    assert_eq!(status, 429, "{body}");
    assert_eq!(api.counted().await, 10);
    let text = json!({ "text": "Hello", "target_lang": "DE" });
    let (status, body) = answered(api.post("/compat/deeplx/translate"), text).await;
    assert_eq!((status, &body["code"]), (456, &json!(456)));
}

#[tokio::test]
async fn requests_are_limited_as_those_of_the_contract() {
    let api = TestApi::with(Settings {
        rate_limit: Some(1),
        ..Settings::default()
    })
    .await;
    assert_eq!(Answer::of(api.get("/v2/usage")).await.status, 200);
    let body = json!({ "q": "Hello", "source": "en", "target": "de" });
    let answer = Answer::of(api.post(TRANSLATE).json(&body)).await;
    assert_eq!(answer.status, 429);
    assert!(answer.body["error"].is_string());
    assert!(answer.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn libretranslate_detects_and_keeps_the_form_of_what_was_sent() {
    let api = TestApi::start().await;
    let body = json!({ "q": "Guten Tag", "source": "auto", "target": "en" });
    let found = json!({ "confidence": 100, "language": "de" });
    assert_eq!(
        answered(api.post(TRANSLATE), body).await,
        (
            200,
            json!({ "translatedText": "en:Guten Tag", "detectedLanguage": found })
        )
    );
    let body = json!({ "q": ["Guten Tag", "Guten Morgen"], "source": "", "target": "en", "alternatives": 2 });
    assert_eq!(
        answered(api.post(TRANSLATE), body).await,
        (
            200,
            json!({
                "translatedText": ["en:Guten Tag", "en:Guten Morgen"],
                "detectedLanguage": [found, found],
                "alternatives": [[], []],
            })
        )
    );
    let body = json!({ "q": [], "source": "en", "target": "de" });
    assert_eq!(
        answered(api.post(TRANSLATE), body).await,
        (200, json!({ "translatedText": [] }))
    );
    let body = json!({ "q": "<b>Hello</b> &amp; <i>you</i>", "source": "en", "target": "de", "format": "html" });
    let (status, body) = answered(api.post(TRANSLATE), body).await;
    assert_eq!(status, 200);
    let text = body["translatedText"].as_str().unwrap();
    assert!(text.contains("<b>Hello</b> &amp; <i>you</i>"), "{text}");
    let path = format!("{TRANSLATE}?q=Hello&source=en&target=pt-BR");
    let answer = Answer::of(api.get(&path)).await;
    assert_eq!(answer.body, json!({ "translatedText": "pt-BR:Hello" }));

    let detect = "/compat/libretranslate/detect";
    for (text, expected) in [
        ("Guten Tag", json!([found])),
        (
            "Привет",
            json!([
                { "confidence": 0, "language": "ru" },
                { "confidence": 0, "language": "bg" },
            ]),
        ),
        (
            "我们",
            json!([{ "confidence": 100, "language": "zh-Hans" }]),
        ),
        ("ሰላም", json!([])),
    ] {
        let body = json!({ "q": text });
        assert_eq!(
            answered(api.post(detect), body).await,
            (200, expected),
            "{text}"
        );
    }
}

#[tokio::test]
async fn languages_are_told_to_everybody() {
    let api = TestApi::start().await;
    let listed = Answer::of(api.keyless("GET", "/compat/libretranslate/languages")).await;
    assert_eq!(
        listed.body,
        json!([
            { "code": "de", "name": "German", "targets": ["en", "en-GB"] },
            { "code": "en", "name": "English", "targets": ["de", "es", "pt", "pt-BR"] },
            { "code": "en-GB", "name": "English (British)", "targets": ["de", "es", "pt", "pt-BR"] },
            { "code": "es", "name": "Spanish", "targets": [] },
            { "code": "pt", "name": "Portuguese", "targets": [] },
            { "code": "pt-BR", "name": "Portuguese (Brazilian)", "targets": [] },
        ])
    );
    // What is listed is understood, variants as what they are variants of.
    let body = json!({ "q": "Hello", "source": "en-GB", "target": "pt-BR" });
    assert_eq!(
        answered(api.post(TRANSLATE), body).await,
        (200, json!({ "translatedText": "pt-BR:Hello" }))
    );
    let pairs = Answer::of(api.keyless("GET", "/compat/apertium/listPairs")).await;
    let first = json!({ "sourceLanguage": "de", "targetLanguage": "en" });
    assert_eq!(pairs.body["responseData"][0], first);
    assert_eq!(pairs.body["responseStatus"], 200);
    let settings = Answer::of(api.keyless("GET", "/compat/libretranslate/frontend/settings")).await;
    assert_eq!(settings.body["keyRequired"], true);
    let health = Answer::of(api.keyless("GET", "/compat/libretranslate/health")).await;
    assert_eq!(
        (health.status, health.body),
        (200, json!({ "status": "ok" }))
    );
}

#[tokio::test]
async fn extensions_send_several_texts() {
    let api = TestApi::start().await;
    let body = json!({ "text_list": ["Guten Tag", "Guten Morgen"], "source_lang": "auto", "target_lang": "en" });
    let expected = |text: &str| json!({ "detected_source_lang": "de", "text": text });
    assert_eq!(
        answered(api.post("/compat/immersive/"), body).await,
        (
            200,
            json!({ "translations": [expected("en:Guten Tag"), expected("en:Guten Morgen")] })
        )
    );
    let body = json!({ "texts": ["Hello", "Yes"], "from": "en", "to": "de" });
    assert_eq!(
        answered(api.post("/compat/kiss"), body).await,
        (
            200,
            json!({ "translations": [
                { "text": "de:Hello", "src": "en" },
                { "text": "de:Yes", "src": "en" },
            ] })
        )
    );
    let both = json!({ "text": "Hello", "texts": ["Yes"], "to": "de" });
    assert_eq!(answered(api.post("/compat/kiss"), both).await.0, 400);
}
