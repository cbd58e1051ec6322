//! Tag handling on the wire. What becomes of the tags is the matter of the text crate.

use serde_json::{Value, json};

use crate::{Answer, TestApi, english_with};

/// Sends the fields on top of a good request and gives the only translation.
async fn translation(api: &TestApi, fields: Value) -> Value {
    let answer = api.translate(english_with(fields.clone())).await;
    assert_eq!(answer.status, 200, "{fields}: {}", answer.body);
    answer.body["translations"][0].clone()
}

#[tokio::test]
async fn tags_come_back_and_do_not_count() {
    let api = TestApi::start().await;
    for (tag_handling, text, expected, characters) in [
        ("html", "<p>Hi <br>you</p>", "<p>es:Hi <br>es:you</p>", 6),
        (
            "xml",
            "<p id='1'>Hi</p><p>you</p>",
            "<p id='1'>es:Hi</p><p>es:you</p>",
            5,
        ),
    ] {
        let fields =
            json!({"text": text, "tag_handling": tag_handling, "show_billed_characters": true});
        let translation = translation(&api, fields).await;
        assert_eq!(translation["text"], expected);
        assert_eq!(translation["billed_characters"], characters, "{text}");
    }
    assert_eq!(api.counted().await, 11);
}

#[tokio::test]
async fn the_version_that_was_applied_is_told_with_tag_handling_only() {
    let api = TestApi::start().await;
    for (fields, version) in [
        (json!({"tag_handling": "xml"}), json!("v1")),
        (
            json!({"tag_handling": "html", "tag_handling_version": "v1"}),
            json!("v1"),
        ),
        (
            json!({"tag_handling": "xml", "tag_handling_version": "v2"}),
            json!("v2"),
        ),
        (
            json!({"tag_handling": "xml", "tag_handling_version": ""}),
            json!("v1"),
        ),
        (json!({"tag_handling_version": "v2"}), Value::Null),
        (
            json!({"tag_handling": "", "tag_handling_version": ""}),
            Value::Null,
        ),
        (json!({}), Value::Null),
    ] {
        let translation = translation(&api, fields.clone()).await;
        assert_eq!(translation["tag_handling_version"], version, "{fields}");
    }
}

#[tokio::test]
async fn markup_is_text_without_tag_handling() {
    let api = TestApi::start().await;
    let fields =
        json!({"text": "<p>This is not closed", "ignore_tags": "p", "splitting_tags": ["x"]});
    assert_eq!(
        translation(&api, fields).await["text"],
        "es:<p>This is not closed"
    );
}

#[tokio::test]
async fn xml_that_is_not_well_formed_is_refused_by_version_2_alone() {
    let api = TestApi::start().await;
    let fields = |version: &str, text: &str| {
        english_with(json!({
            "text": ["<p>Fine.</p>", text],
            "tag_handling": "xml",
            "tag_handling_version": version,
        }))
    };
    for text in [
        "<p>This tag is not closed properly</a>",
        "<p>Open",
        "a < b",
        "<p>&nbsp;</p>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>",
    ] {
        let answer = api.translate(fields("v2", text)).await;
        assert_eq!(answer.status, 400, "{text}");
        let message = answer.message();
        assert!(
            message
                .starts_with("Tag handling parsing failed, please check text[1]: line 1, column "),
            "{message}"
        );
        assert_eq!(
            api.translate(fields("v1", text)).await.status,
            200,
            "{text}"
        );
    }
}

#[tokio::test]
async fn lists_of_tags_may_be_arrays_or_strings_with_commas() {
    let api = TestApi::start().await;
    let text = "<a>One</a><b>two</b><c>three</c>";
    for names in [
        json!(["b", "c"]),
        json!("b,c"),
        json!(" b , c "),
        json!(["b,c"]),
    ] {
        let fields = json!({"text": text, "tag_handling": "xml", "ignore_tags": names});
        let expected = "<a>es:One</a><b>two</b><c>three</c>";
        assert_eq!(translation(&api, fields).await["text"], expected, "{names}");
    }
    let form = [
        ("text", text),
        ("source_lang", "EN"),
        ("target_lang", "ES"),
        ("tag_handling", "xml"),
        ("ignore_tags", "b"),
        ("ignore_tags", "c"),
    ];
    let answer = Answer::of(api.post("/v2/translate").form(&form)).await;
    assert_eq!(
        answer.body["translations"][0]["text"],
        "<a>es:One</a><b>two</b><c>three</c>"
    );
}
