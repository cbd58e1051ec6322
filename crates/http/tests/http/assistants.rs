//! The tools for assistants at `/mcp`, message by message.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dragoman_domain::{DocumentCounts, KeyKind, Plan, Scope, ScopeSet};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::{Answer, Settings, TestApi};

fn message(request: RequestBuilder, method: &str, parameters: &Value) -> RequestBuilder {
    request
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-06-18")
        .json(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters }))
}

impl TestApi {
    async fn asked(&self, method: &str, parameters: Value) -> Answer {
        let request = self.client.post(format!("{}/mcp", self.base));
        let request = request.bearer_auth(&self.key);
        Answer::of(message(request, method, &parameters)).await
    }

    /// Whether a tool did what it was asked for, and its text.
    async fn called(&self, tool: &str, arguments: Value) -> (bool, String) {
        let call = json!({ "name": tool, "arguments": arguments });
        let answer = self.asked("tools/call", call).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let result = &answer.body["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        (result["isError"] != true, text.to_owned())
    }
}

#[tokio::test]
async fn tools_translate_and_count_like_the_contract() {
    let api = TestApi::start().await;
    let hello = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    let answer = api.asked("initialize", hello).await;
    assert_eq!(answer.body["result"]["serverInfo"]["name"], "dragoman");
    assert!(answer.headers.contains_key("x-trace-id"));
    let listed = api.asked("tools/list", json!({})).await;
    let tools = listed.body["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "correct_text",
            "detect_language",
            "list_glossaries",
            "list_languages",
            "rephrase_text",
            "translate_document",
            "translate_text",
        ]
    );

    let texts = json!({ "text": ["Hello", "Yes"], "source_lang": "EN", "target_lang": "DE" });
    let (is_done, text) = api.called("translate_text", texts).await;
    assert!(is_done, "{text}");
    let translated: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(translated["translations"][1]["text"], "de:Yes");
    assert_eq!(api.counted().await, 8);
}

#[tokio::test]
async fn what_is_refused_is_told_in_words() {
    let api = TestApi::with(Settings {
        character_limit: Some(8),
        ..Settings::default()
    })
    .await;
    for (tool, arguments, reason) in [
        (
            "translate_text",
            json!({ "text": ["Hello"], "target_lang": "xx" }),
            "not supported",
        ),
        (
            "translate_text",
            json!({ "text": [], "target_lang": "DE" }),
            "at least one text",
        ),
        (
            "translate_text",
            json!({ "text": ["Fail"], "source_lang": "EN", "target_lang": "DE" }),
            "unavailable",
        ),
        (
            "translate_text",
            json!({ "text": ["Panic"], "source_lang": "EN", "target_lang": "DE" }),
            "Internal error",
        ),
        (
            "translate_text",
            json!({ "text": ["Hello, hello"], "source_lang": "EN", "target_lang": "DE" }),
            "Quota",
        ),
        (
            "rephrase_text",
            json!({ "text": ["Hello"], "tone": "loud" }),
            "tone",
        ),
    ] {
        let (is_done, text) = api.called(tool, arguments).await;
        assert!(!is_done && text.contains(reason), "{tool} {text}");
    }
    assert_eq!(api.counted().await, 0);
    // What is no call of a tool is an error of the protocol.
    for (tool, arguments) in [
        ("translate_text", json!({ "text": 1 })),
        ("nothing", json!({})),
    ] {
        let call = json!({ "name": tool, "arguments": arguments });
        let answer = api.asked("tools/call", call).await;
        let is_error = answer.body["error"].is_object() || answer.body["result"]["isError"] == true;
        assert!(is_error, "{tool} {}", answer.body);
    }
}

#[tokio::test]
async fn a_document_comes_and_goes_with_the_call() {
    let api = TestApi::start().await;
    let call = json!({
        "name": "translate_document",
        "arguments": {
            "file_name": "a.txt",
            "content_base64": STANDARD.encode("Hello\n"),
            "source_lang": "EN",
            "target_lang": "DE",
        },
    });
    let answer = api.asked("tools/call", call).await;
    let content = &answer.body["result"]["content"];
    let about: Value = serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(
        about,
        json!({ "file_name": "a.txt", "billed_characters": 5, "warnings": [] })
    );
    let blob = content[1]["resource"]["blob"].as_str().unwrap();
    assert_eq!(STANDARD.decode(blob).unwrap(), b"de:Hello\n");
    assert_eq!(api.counted().await, 5);
    let failing = json!({ "file_name": "a.json", "content_base64": STANDARD.encode("{"), "target_lang": "DE" });
    let (is_done, text) = api.called("translate_document", failing).await;
    assert!(!is_done && !text.is_empty());
}

#[tokio::test]
async fn tools_are_for_who_has_a_key_that_may() {
    let api = TestApi::with(Settings {
        keyless: true,
        ..Settings::default()
    })
    .await;
    let list = |request| message(request, "tools/list", &json!({}));
    let stranger = api.request_of_stranger(1, "POST", "/mcp");
    assert_eq!(Answer::of(list(stranger)).await.status, 403);
    let stranger = api
        .request_of_stranger(2, "POST", "/mcp")
        .bearer_auth("none");
    assert_eq!(Answer::of(list(stranger)).await.status, 403);
    assert_eq!(Answer::of(list(api.post("/mcp"))).await.status, 200);
    assert_eq!(Answer::of(api.get("/mcp")).await.status, 405);

    let scopes = ScopeSet::Only([Scope::ReadUsage].into());
    let other = api.new_key(Plan::Pro, KeyKind::Developer, scopes).await;
    let call = json!({ "name": "translate_text", "arguments": { "text": ["Hello"], "target_lang": "DE" } });
    let request = api.request_of(&other, "POST", "/mcp");
    let answer = Answer::of(message(request, "tools/call", &call)).await;
    assert_eq!(answer.body["result"]["isError"], true);
    let text = answer.body["result"]["content"][0]["text"].to_string();
    assert!(text.contains("scope"), "{text}");
}

#[tokio::test]
async fn messages_are_bounded_and_limited() {
    let api = TestApi::with(Settings {
        rate_limit: Some(3),
        ..Settings::default()
    })
    .await;
    let large =
        json!({ "name": "translate_text", "arguments": { "text": ["a".repeat(1_600_000)] } });
    let answer = api.asked("tools/call", large).await;
    assert_eq!(answer.status, 413);
    let request = api.post("/mcp").header("content-type", "application/json");
    let answer = Answer::of(
        request
            .header("accept", "application/json, text/event-stream")
            .body("{"),
    )
    .await;
    assert!((400..500).contains(&answer.status), "{}", answer.status);
    // The contract's limit of a text holds inside.
    let long = json!({ "text": ["a".repeat(200_000)], "target_lang": "DE" });
    let (is_done, text) = api.called("translate_text", long).await;
    assert!(!is_done && text.contains("larger"), "{text}");
    assert_eq!(api.asked("tools/list", json!({})).await.status, 429);
}

#[tokio::test]
async fn nobody_works_on_what_an_assistant_does_not_wait_for() {
    let api = TestApi::start().await;
    let call = json!({
        "name": "translate_text",
        "arguments": { "text": ["Wait"], "source_lang": "EN", "target_lang": "DE" },
    });
    let request = message(api.post("/mcp"), "tools/call", &call);
    let waiting = tokio::spawn(request.send());
    api.engine.wait_until_began(1).await;
    waiting.abort();
    api.engine.wait_until_dropped(1).await;
}

#[tokio::test]
async fn a_document_that_an_assistant_does_not_wait_for_is_removed() {
    let api = TestApi::start().await;
    let call = json!({
        "name": "translate_document",
        "arguments": {
            "file_name": "a.txt",
            "content_base64": STANDARD.encode("Wait"),
            "source_lang": "EN",
            "target_lang": "DE",
        },
    });
    let request = message(api.post("/mcp"), "tools/call", &call);
    let waiting = tokio::spawn(request.send());
    api.engine.wait_until_began(1).await;
    waiting.abort();
    api.engine.wait_until_dropped(1).await;
    let counts = api.documents.counts().await.unwrap();
    assert_eq!(counts, DocumentCounts::default());
}
