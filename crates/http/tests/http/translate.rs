use serde_json::json;

use crate::{Answer, TestApi, english_with};

#[tokio::test]
async fn texts_come_back_translated_in_order() {
    let api = TestApi::start().await;
    let answer = api
        .translate(english_with(json!({"text": ["One.", "Two.", ""]})))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.body,
        json!({"translations": [
            {"detected_source_language": "EN", "text": "es:One."},
            {"detected_source_language": "EN", "text": "es:Two."},
            {"detected_source_language": "EN", "text": ""},
        ]})
    );
    assert_eq!(api.counted().await, 8);
}

#[tokio::test]
async fn a_form_means_the_same_as_json() {
    let api = TestApi::start().await;
    let fields = [
        ("text", "Grüße & Küsse."),
        ("text", "Two."),
        ("target_lang", "es"),
        ("source_lang", "En"),
        ("show_billed_characters", "1"),
        ("split_sentences", "nonewlines"),
        ("preserve_formatting", "0"),
        ("unknown", "ignored"),
    ];
    for path in ["/v2/translate", "/v2/translate/", "/v1/translate"] {
        let answer = Answer::of(api.post(path).form(&fields)).await;
        assert_eq!(
            answer.body,
            json!({
                "translations": [
                    {"detected_source_language": "EN", "text": "es:Grüße & Küsse.", "billed_characters": 14},
                    {"detected_source_language": "EN", "text": "es:Two.", "billed_characters": 4},
                ],
                "billed_characters": 18
            }),
            "{path}"
        );
    }
}

#[tokio::test]
async fn fields_may_come_in_the_query_and_one_text_may_be_a_plain_string() {
    let api = TestApi::start().await;
    for request in [
        api.post("/v2/translate?text=Hello.&source_lang=EN&target_lang=ES"),
        api.post("/v2/translate?target_lang=DE")
            .json(&json!({"text": "Hello.", "source_lang": "EN", "target_lang": "ES"})),
        api.post("/v2/translate?target_lang=ES")
            .header("content-type", "application/json; charset=utf-8")
            .body(
                r#"{"text": "Hello.", "source_lang": "EN", "context": null, "glossary_ids": []}"#,
            ),
    ] {
        let answer = Answer::of(request).await;
        assert_eq!(answer.body["translations"][0]["text"], "es:Hello.");
    }
}

#[tokio::test]
async fn the_source_language_is_detected_for_each_text() {
    let api = TestApi::start().await;
    let answer = api
        .translate(json!({"text": ["Guten Tag.", "42", "Good day."], "target_lang": "EN-GB"}))
        .await;
    assert_eq!(
        answer.body["translations"],
        json!([
            {"detected_source_language": "DE", "text": "en-GB:Guten Tag."},
            {"detected_source_language": "EN", "text": "42"},
            {"detected_source_language": "EN", "text": "Good day."},
        ])
    );
}

#[tokio::test]
async fn a_short_text_is_taken_for_what_its_surroundings_say_or_for_english() {
    let api = TestApi::start().await;
    for (texts, target, context, expected) in [
        (json!(["Ok"]), "ES", json!(null), "EN"),
        (json!(["Ok"]), "EN", json!(null), "EN"),
        (json!(["Ok"]), "EN", json!("Guten Tag."), "DE"),
        (json!(["Ok", "Guten Tag."]), "EN", json!(null), "DE"),
        (json!(["Hm"]), "EN", json!(null), "DE"),
        (json!(["Ah"]), "ES", json!(null), "EN"),
    ] {
        let answer = api
            .translate(json!({"text": texts, "target_lang": target, "context": context}))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(
            answer.body["translations"][0]["detected_source_language"], expected,
            "{texts} into {target} with {context}"
        );
    }
}

#[tokio::test]
async fn a_language_that_cannot_be_served_is_named() {
    let api = TestApi::start().await;
    for (body, message) in [
        (
            json!({"text": ["Hello."], "source_lang": "EN", "target_lang": "FR"}),
            "The language pair 'source_lang' EN and 'target_lang' FR is not available on this server. \
             Whoever runs the server can add it; its log says how.",
        ),
        (
            json!({"text": ["Hello."], "target_lang": "JA"}),
            "The language pair 'source_lang' EN and 'target_lang' JA is not available on this server. \
             No engine that this version knows provides it.",
        ),
    ] {
        api.translate(body).await.expect(400, message);
    }
    api.translate(json!({"text": ["Hello.", "ሰላም ልዑል"], "target_lang": "ES"}))
        .await
        .expect(
            400,
            "The language of text[1] is not one that can be detected. Set 'source_lang'.",
        );
    let answer = api
        .translate(json!({"text": ["Saluton mondo"], "target_lang": "ES"}))
        .await;
    assert!(
        answer.message().contains("'source_lang' EO"),
        "{}",
        answer.body
    );
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn the_same_language_on_both_sides_changes_nothing_and_is_billed() {
    let api = TestApi::start().await;
    let text = "  One.\r\n\r\nTwo \u{0} {x}.\t";
    for (source, target) in [
        ("EN", "EN"),
        ("EN", "EN-GB"),
        ("JA", "JA"),
        ("ZH", "ZH-HANT"),
    ] {
        let answer = api
            .translate(json!({"text": [text], "source_lang": source, "target_lang": target}))
            .await;
        assert_eq!(answer.body["translations"][0]["text"], text);
    }
    assert_eq!(api.counted().await, 4 * text.chars().count() as u64);
}

#[tokio::test]
async fn the_model_type_is_reported_honestly_and_only_if_asked_for() {
    let api = TestApi::start().await;
    for model_type in [
        "latency_optimized",
        "quality_optimized",
        "prefer_quality_optimized",
    ] {
        let answer = api
            .translate(english_with(json!({"model_type": model_type})))
            .await;
        assert_eq!(
            answer.body["translations"][0]["model_type_used"],
            "latency_optimized"
        );
    }
}

#[tokio::test]
async fn parameters_that_change_nothing_are_accepted() {
    let api = TestApi::start().await;
    for fields in [
        json!({"formality": "default"}),
        json!({"formality": "prefer_more"}),
        json!({"formality": "prefer_less"}),
        json!({"enable_beta_languages": true}),
        json!({"custom_instructions": []}),
        json!({"glossary_ids": [], "ignore_tags": [], "outline_detection": true}),
        json!({"glossary_id": null, "style_id": null, "tag_handling": null}),
        json!({"source_lang": null, "text": ["Hello."]}),
        json!({"source_lang": ""}),
    ] {
        let answer = api.translate(english_with(fields.clone())).await;
        assert_eq!(answer.status, 200, "{fields}: {}", answer.body);
    }
}

#[tokio::test]
async fn formality_reaches_the_engine_where_it_can_follow_it_and_is_else_refused_or_left_out() {
    let api = TestApi::start().await;
    for (formality, into_german, into_spanish) in [
        ("default", "de:Hello.", Some("es:Hello.")),
        ("more", "de+Sie:Hello.", None),
        ("less", "de+du:Hello.", None),
        ("prefer_more", "de+Sie:Hello.", Some("es:Hello.")),
        ("prefer_less", "de+du:Hello.", Some("es:Hello.")),
    ] {
        let body = |target: &str| {
            json!({
                "text": ["Hello."], "source_lang": "EN", "target_lang": target,
                "formality": formality,
            })
        };
        let answer = api.translate(body("DE")).await;
        assert_eq!(
            answer.body["translations"][0]["text"], into_german,
            "{formality}"
        );
        let answer = api.translate(body("ES")).await;
        match into_spanish {
            Some(text) => {
                assert_eq!(answer.body["translations"][0]["text"], text, "{formality}");
            }
            None => {
                answer.expect(
                    400,
                    "Value for 'formality' is not supported for 'target_lang' ES. Use \
                     prefer_more or prefer_less to have it applied only where it is supported.",
                );
            }
        }
    }
}

#[tokio::test]
async fn a_translation_that_repeats_itself_without_end_is_cut() {
    let api = TestApi::start().await;
    for (text, expected) in [
        ("Repeat.", "again and "),
        // A cut that loses a placeholder cannot be trusted at all.
        ("Repeat {name}.", "Repeat {name}."),
    ] {
        let answer = api.translate(english_with(json!({"text": [text]}))).await;
        assert_eq!(answer.body["translations"][0]["text"], expected);
    }
}

#[tokio::test]
async fn split_sentences_and_preserve_formatting_do_what_they_say() {
    let api = TestApi::start().await;
    let text = "one. Two\nthree.\r\n\r\n  Four";
    for (fields, expected) in [
        (json!({}), "es:one. es:Two\nes:three.\r\n\r\n  es:Four"),
        (
            json!({"split_sentences": "1"}),
            "es:one. es:Two\nes:three.\r\n\r\n  es:Four",
        ),
        (
            json!({"split_sentences": "nonewlines"}),
            "es:one. es:Two\nthree.\r\n\r\n  es:Four",
        ),
        (
            json!({"split_sentences": "0"}),
            "es:one. Two\nthree.\r\n\r\n  es:Four",
        ),
        (
            json!({"preserve_formatting": true}),
            "es:one. Es:Two\nes:three.\r\n\r\n  Es:Four",
        ),
    ] {
        let mut body = english_with(fields.clone());
        body["text"] = json!([text]);
        let answer = api.translate(body).await;
        assert_eq!(answer.body["translations"][0]["text"], expected, "{fields}");
    }
}
