use dragoman_http::LARGEST_BODY;
use reqwest::Body;
use serde_json::{Value, json};

use crate::{Answer, TestApi, english_with};

/// Sends the fields on top of a good request and expects 400 with a message that names the field.
async fn check(api: &TestApi, fields: Value, message: &str) {
    let answer = api.translate(english_with(fields.clone())).await;
    assert_eq!(
        (answer.status, answer.message()),
        (400, message),
        "{fields}"
    );
}

#[tokio::test]
async fn a_wrong_value_is_refused_by_the_name_of_its_field() {
    let api = TestApi::start().await;
    for (fields, message) in [
        (json!({"text": null}), "Bad request: missing field `text`."),
        (
            json!({"target_lang": null}),
            "Bad request: missing field `target_lang`.",
        ),
        (
            json!({"text": []}),
            "Value for 'text' is not valid: at least one text is needed.",
        ),
        (
            json!({"text": vec!["a"; 51]}),
            "Value for 'text' is not valid: 51 texts were sent, and 50 is the most.",
        ),
        (
            json!({"text": 5}),
            "Value for 'text' is not valid: invalid type: integer `5`, expected an array of strings.",
        ),
        (
            json!({"text": {"a": 1}}),
            "Value for 'text' is not valid: invalid type: map, expected an array of strings.",
        ),
        (
            json!({"text": ["a", null]}),
            "Value for 'text[1]' is not valid: invalid type: null, expected a string.",
        ),
        (
            json!({"target_lang": 1}),
            "Value for 'target_lang' is not valid: invalid type: integer `1`, expected a string.",
        ),
        (
            json!({"target_lang": "XX"}),
            "Value for 'target_lang' not supported: \"XX\" is not a known language code.",
        ),
        (
            json!({"target_lang": ""}),
            "Value for 'target_lang' not supported: \"\" is not a known language code.",
        ),
        (
            json!({"source_lang": "english"}),
            "Value for 'source_lang' not supported: \"english\" is not a known language code.",
        ),
        (
            json!({"source_lang": "EN-US"}),
            "Value for 'source_lang' is not valid: EN-US is a variant; as a source, use EN.",
        ),
        (
            json!({"source_lang": "pt-br"}),
            "Value for 'source_lang' is not valid: PT-BR is a variant; as a source, use PT.",
        ),
        (
            json!({"formality": "more"}),
            "Value for 'formality' is not supported for 'target_lang' ES. Use prefer_more or prefer_less to have it applied only where it is supported.",
        ),
        (
            json!({"formality": "less"}),
            "Value for 'formality' is not supported for 'target_lang' ES. Use prefer_more or prefer_less to have it applied only where it is supported.",
        ),
        (
            json!({"translation_memory_threshold": -1}),
            "Value for 'translation_memory_threshold' is not valid: it must be from 0 to 100.",
        ),
        (
            json!({"translation_memory_threshold": 101}),
            "Value for 'translation_memory_threshold' is not valid: it must be from 0 to 100.",
        ),
    ] {
        check(&api, fields, message).await;
    }
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn every_enumerated_parameter_refuses_an_unknown_value() {
    let api = TestApi::start().await;
    let mut messages = String::new();
    for name in [
        "enable_beta_languages",
        "formality",
        "model_type",
        "outline_detection",
        "preserve_formatting",
        "show_billed_characters",
        "split_sentences",
        "tag_handling",
        "tag_handling_version",
        "translation_memory_threshold",
    ] {
        for value in [json!("wrong"), json!(["wrong"]), json!(2.5)] {
            let answer = api.translate(english_with(json!({name: value}))).await;
            assert_eq!(answer.status, 400, "{name} {value}");
            assert!(answer.message().contains(name), "{}", answer.body);
            messages.push_str(&format!("{name} {value}: {}\n", answer.message()));
        }
    }
    insta::assert_snapshot!(messages);
}

#[tokio::test]
async fn a_body_that_is_no_json_object_is_refused() {
    let api = TestApi::start().await;
    let nested = format!(
        r#"{{"target_lang": "ES", "text": {}{}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    let lone_surrogate = r#"{"text": ["\ud800"], "target_lang": "ES"}"#;
    for (body, message) in [
        (
            &b"{"[..],
            "The body is not valid JSON: EOF while parsing an object at line 1 column 1.",
        ),
        (b"[1]", "The body must be a JSON object."),
        (b"\"text\"", "The body must be a JSON object."),
        (b"", "Bad request: missing field `text`."),
        (b"{\"text\": [\"\xff\"]}", "The body is not valid UTF-8."),
        (
            b"{\"text\": [\"a\nb\"]}",
            "The body is not valid JSON: control character (\\u0000-\\u001F) found while parsing a string at line 1 column 12.",
        ),
        (
            nested.as_bytes(),
            "Value for 'text[0]' is not valid: invalid type: sequence, expected a string.",
        ),
        (
            lone_surrogate.as_bytes(),
            "The body is not valid JSON: unexpected end of hex escape at line 1 column 18.",
        ),
    ] {
        let request = api
            .post("/v2/translate")
            .header("content-type", "application/json")
            .body(body.to_vec());
        Answer::of(request).await.expect(400, message);
    }
}

#[tokio::test]
async fn a_form_that_is_no_utf_8_is_refused_by_the_name_of_its_field() {
    let api = TestApi::start().await;
    let request = api
        .post("/v2/translate")
        .header("content-type", "application/x-www-form-urlencoded")
        .body("target_lang=ES&text=%C3%28");
    Answer::of(request)
        .await
        .expect(400, "Value for 'text' is not valid UTF-8.");
}

#[tokio::test]
async fn another_content_type_is_refused() {
    let api = TestApi::start().await;
    for content_type in [
        Some("text/plain"),
        Some("multipart/form-data; boundary=x"),
        Some("application/jsonp"),
        None,
    ] {
        for path in ["/v2/translate", "/v3/detect/language"] {
            let mut request = api.post(path).body("text=a&target_lang=ES");
            if let Some(content_type) = content_type {
                request = request.header("content-type", content_type);
            }
            let answer = Answer::of(request).await;
            answer.expect(
                415,
                "Send the body with the Content-Type application/json or \
                 application/x-www-form-urlencoded.",
            );
            assert_eq!(answer.body["code"], "invalid_content_type");
        }
    }
}

/// A JSON body of exactly that many bytes with one text.
fn body_of(bytes: usize) -> String {
    let empty = r#"{"source_lang": "EN", "target_lang": "EN", "text": [""]}"#;
    empty.replace(
        r#"[""]"#,
        &format!("[\"{}\"]", "a".repeat(bytes - empty.len())),
    )
}

#[tokio::test]
async fn a_body_may_have_128_kib_and_not_a_byte_more() {
    let api = TestApi::start().await;
    for (bytes, expected) in [
        (LARGEST_BODY, 200),
        (LARGEST_BODY + 1, 413),
        (4 * LARGEST_BODY, 413),
    ] {
        let whole = Body::from(body_of(bytes));
        let half = body_of(bytes);
        let (first, second) = half.split_at(1000);
        let chunks: Vec<Result<String, std::io::Error>> =
            vec![Ok(first.to_owned()), Ok(second.to_owned())];
        let chunked = Body::wrap_stream(futures_util::stream::iter(chunks));
        for body in [whole, chunked] {
            let request = api
                .post("/v2/translate")
                .header("content-type", "application/json")
                .body(body);
            let answer = Answer::of(request).await;
            assert_eq!(answer.status, expected, "{bytes}: {}", answer.body);
        }
    }
}

#[tokio::test]
async fn control_characters_and_monstrous_words_survive() {
    let api = TestApi::start().await;
    for text in [
        "a\u{0}b\u{1}c\u{7f}d\u{85}e\u{fffe}f".to_owned(),
        "x".repeat(100_000),
        "[".repeat(5_000),
        "\u{feff}\u{202e}\u{1F469}\u{200D}\u{1F467}".to_owned(),
    ] {
        let answer = api.translate(english_with(json!({"text": [text]}))).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let translated = answer.body["translations"][0]["text"].as_str().unwrap();
        assert_eq!(translated.replace("es:", ""), text);
    }
}

#[tokio::test]
async fn what_is_not_there_is_named_as_such() {
    let api = TestApi::start().await;
    Answer::of(api.get("/v2/nowhere")).await.expect(
        404,
        "There is nothing at this path. /docs describes the interface.",
    );
    Answer::of(api.get("/v2/translate"))
        .await
        .expect(405, "This path exists, but not with this method.");
}

#[tokio::test]
async fn refusals_beside_the_interface_look_like_all_others() {
    let api = TestApi::start().await;
    for (method, path, status) in [
        ("POST", "/docs", 405),
        ("DELETE", "/openapi.json", 405),
        ("GET", "/docs/nothing", 404),
    ] {
        let request = api
            .client
            .request(method.parse().unwrap(), format!("{}{path}", api.base));
        let answer = Answer::of(request).await;
        assert_eq!(answer.status, status, "{method} {path}");
        assert!(!answer.message().is_empty(), "{method} {path}");
        assert!(answer.header("x-trace-id").is_some(), "{method} {path}");
    }
}

#[tokio::test]
async fn a_compressed_body_is_refused_as_such() {
    let api = TestApi::start().await;
    let request = api
        .post("/v2/translate")
        .header("content-encoding", "gzip")
        .json(&english_with(json!({})));
    Answer::of(request)
        .await
        .expect(415, "Send the body without a Content-Encoding.");
}

#[tokio::test]
async fn numbers_and_nothing_are_read_as_what_is_meant() {
    let api = TestApi::start().await;
    for fields in [
        json!({"split_sentences": 1}),
        json!({"split_sentences": 0}),
        json!({"glossary_id": "", "style_id": "", "translation_memory_id": ""}),
    ] {
        let answer = api.translate(english_with(fields.clone())).await;
        assert_eq!(answer.status, 200, "{fields}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_reporting_tag_changes_no_answer_and_a_malformed_one_is_refused() {
    let api = TestApi::start().await;
    let translate = |tags: &[&'static str]| {
        let request = api.post("/v2/translate").json(&english_with(json!({})));
        let request = tags.iter().fold(request, |request, tag| {
            request.header("X-DeepL-Reporting-Tag", *tag)
        });
        Answer::of(request)
    };
    let plain = translate(&[]).await;
    let longest: &'static str = "x".repeat(100).leak();
    for tag in ["Team-A", " shop/42 ", longest] {
        let answer = translate(&[tag]).await;
        assert_eq!((answer.status, &answer.body), (200, &plain.body), "{tag}");
    }
    let too_long: &'static str = "x".repeat(101).leak();
    for tags in [&["two words"][..], &[""], &[too_long], &["a", "b"], &["é"]] {
        let answer = translate(tags).await;
        assert_eq!(answer.status, 400, "{tags:?}");
        assert!(
            answer.message().contains("X-DeepL-Reporting-Tag"),
            "{tags:?}"
        );
    }
}
