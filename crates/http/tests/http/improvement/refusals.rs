//! What is not improved, and what is counted.

use std::time::Duration;

use dragoman_domain::{KeyKind, Plan, ScopeSet};
use dragoman_http::LARGEST_IMPROVEMENT_BODY;
use dragoman_service::Improvers;
use serde_json::json;

use super::{BOTH, correct, rephrase, with};
use crate::{Answer, Settings, TestApi};

#[tokio::test]
async fn a_text_in_another_language_is_refused_by_the_names_of_both() {
    let api = TestApi::start().await;
    for (text, target, message) in [
        (
            "Guten Tag",
            "EN-GB",
            "text[1] is in German (de), and 'target_lang' is English (British) (en-GB). Texts are improved in their \
             own language: send one in English, or another 'target_lang'.",
        ),
        (
            "Saluton, kiel vi fartas",
            "de",
            "text[1] is in Esperanto (eo), and 'target_lang' is German (de). Texts are improved in their own \
             language: send one in German, or another 'target_lang'.",
        ),
        (
            "ሰላም",
            "de",
            "text[1] is in a language that is not known here, and 'target_lang' is German (de). Texts are improved in \
             their own language.",
        ),
        (
            "Привет",
            "de",
            "text[1] is in Russian (ru), and 'target_lang' is German (de). Texts are improved in their own language: \
             send one in German, or another 'target_lang'.",
        ),
    ] {
        for path in BOTH {
            let body = json!({"text": ["Ok", text], "target_lang": target});
            Answer::of(api.post(path).json(&body))
                .await
                .expect(400, message);
        }
    }
    // A short text that could be in several languages is in that of the target, and so is one that looks odd.
    for text in ["Hm", "Propio cosi"] {
        for target in ["de", "en"] {
            let answer = correct(&api, json!({"text": [text], "target_lang": target})).await;
            let source = &answer.body["improvements"][0]["detected_source_language"];
            assert_eq!(source, target, "{}", answer.body);
        }
    }
    let long = "Propio cosi e non in altro modo, mai";
    let answer = correct(&api, json!({"text": [long], "target_lang": "de"})).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
    assert_eq!(api.counted().await, 26);
}

#[tokio::test]
async fn a_language_that_is_not_improved_is_refused_with_those_that_are() {
    let api = TestApi::start().await;
    let these = "de, en, en-GB, en-US, pt, pt-BR, pt-PT, zh, zh-Hans";
    for target in ["fr", "nl", "de-CH", "zh-Hant"] {
        let message = format!(
            "Value for 'target_lang' not supported: texts in {target} cannot be improved on this server. Use one of \
             {these}."
        );
        for path in BOTH {
            let body = json!({"text": ["Hello."], "target_lang": target});
            let answer = Answer::of(api.post(path).json(&body)).await;
            answer.expect(400, &message);
            assert_eq!(answer.body["code"], "unsupported");
        }
    }
    for (text, message) in [
        (
            "Hola amigos.",
            format!("text[0] is in Spanish (es). This server improves texts in {these}."),
        ),
        (
            "ሰላም",
            format!("The language of text[0] is not known. This server improves texts in {these}."),
        ),
        (
            "我們看書。",
            format!(
                "text[0] is in Chinese (traditional) (zh-Hant). This server improves texts in {these}. With \
                 'target_lang' zh-Hans it is converted."
            ),
        ),
        (
            "Ah",
            "The language of text[0] could not be recognised. Set 'target_lang'.".to_owned(),
        ),
    ] {
        correct(&api, json!({"text": [text]}))
            .await
            .expect(400, &message);
    }
    let empty = with(Improvers::default()).await;
    correct(&empty, json!({"text": ["Hello."], "target_lang": "EN"}))
        .await
        .expect(
            400,
            "This server improves no texts: nothing that could is installed.",
        );
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn wrong_values_are_refused_by_the_name_of_their_field() {
    let api = TestApi::start().await;
    for (body, message) in [
        (json!({}), "Bad request: missing field `text`."),
        (
            json!({"text": []}),
            "Value for 'text' is not valid: at least one text is needed.",
        ),
        (
            json!({"text": ["a", 1]}),
            "Value for 'text[1]' is not valid: invalid type: integer `1`, expected a string.",
        ),
        (
            json!({"text": ["a"], "target_lang": "XX"}),
            "Value for 'target_lang' not supported: \"XX\" is not a known language code.",
        ),
        (
            json!({"text": ["a"], "writing_style": "simple", "tone": "prefer_friendly"}),
            "Both writing_style and tone defined: send one of them, or default for one.",
        ),
        (
            json!({"text": ["a"], "writing_style": "funny"}),
            "Value for 'writing_style' is not valid: unknown variant `funny`, expected one of `academic`, `business`, \
             `casual`, `default`, `simple`, `prefer_academic`, `prefer_business`, `prefer_casual`, `prefer_simple`.",
        ),
        (
            json!({"text": ["a"], "tone": "prefer_default"}),
            "Value for 'tone' is not valid: unknown variant `prefer_default`, expected one of `confident`, `default`, \
             `diplomatic`, `enthusiastic`, `friendly`, `prefer_confident`, `prefer_diplomatic`, `prefer_enthusiastic`, \
             `prefer_friendly`.",
        ),
    ] {
        rephrase(&api, body).await.expect(400, message);
    }
    for path in BOTH {
        let request = api.post(path).header("content-type", "text/plain");
        let answer = Answer::of(request.body("text=a")).await;
        assert_eq!(answer.status, 415, "{}", answer.body);
    }
    // More texts than a translation may have.
    let answer = correct(
        &api,
        json!({"text": vec!["a teh b"; 51], "target_lang": "en"}),
    )
    .await;
    assert_eq!(answer.body["improvements"].as_array().unwrap().len(), 51);
}

#[tokio::test]
async fn a_body_may_have_10_kib_and_not_a_byte_more() {
    let api = TestApi::start().await;
    for path in BOTH {
        for (content_type, start, end) in [
            (
                "application/json",
                r#"{"target_lang": "en", "text": [""#,
                r#""]}"#,
            ),
            (
                "application/x-www-form-urlencoded",
                "target_lang=en&text=",
                "",
            ),
        ] {
            for (bytes, expected) in [
                (LARGEST_IMPROVEMENT_BODY, 200),
                (LARGEST_IMPROVEMENT_BODY + 1, 413),
                (128 * 1024, 413),
            ] {
                let text = "a".repeat(bytes - start.len() - end.len());
                let request = api.post(path).header("content-type", content_type);
                let answer = Answer::of(request.body(format!("{start}{text}{end}"))).await;
                assert_eq!(answer.status, expected, "{content_type} {bytes}");
                if expected == 413 {
                    assert_eq!(
                        answer.message(),
                        "The body is larger than 10240 bytes. Send what is in it with several requests."
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn who_may_not_improve_texts_is_told_why() {
    let mut api = TestApi::start().await;
    let secret = api.key.clone();
    api.key = api
        .new_key(Plan::Free, KeyKind::Developer, ScopeSet::Unrestricted)
        .await;
    let body = json!({"text": ["Hello."], "target_lang": "en"});
    correct(&api, body.clone()).await.expect(
        403,
        "Text improvement needs the pro plan, and the account of this key has the free plan.",
    );
    api.key = secret;
    let api = TestApi::with(Settings {
        features: [].into(),
        ..Settings::default()
    })
    .await;
    rephrase(&api, body).await.expect(
        403,
        "Text improvement is not enabled for this account; an operator enables it with \"dragoman account set NAME \
         --improvement on\".",
    );
}

#[tokio::test]
async fn improvement_and_translation_share_one_limit() {
    let api = TestApi::with(Settings {
        character_limit: Some(20),
        ..Settings::default()
    })
    .await;
    let translated = api
        .translate(json!({"text": ["0123456789"], "source_lang": "EN", "target_lang": "ES"}))
        .await;
    assert_eq!(translated.status, 200);
    let answer = correct(&api, json!({"text": ["Teh house is"], "target_lang": "en"})).await;
    assert_eq!(answer.status, 456, "{}", answer.body);
    let answer = correct(&api, json!({"text": ["Teh house"], "target_lang": "en"})).await;
    assert_eq!(answer.status, 200);
    assert_eq!(api.counted().await, 19);
}

#[tokio::test]
async fn what_takes_too_long_or_finds_no_room_is_not_counted() {
    let api = TestApi::with(Settings {
        timeout: Duration::from_millis(1),
        ..Settings::default()
    })
    .await;
    let body = json!({"text": ["Wait for it."], "target_lang": "en"});
    correct(&api, body.clone()).await.expect(
        504,
        "The texts were not improved in time. Try again later, or with less text.",
    );
    assert_eq!(api.counted().await, 0);
    let api = TestApi::with(Settings {
        requests_in_progress: 0,
        ..Settings::default()
    })
    .await;
    correct(&api, body).await.expect(
        503,
        "The server has as much work as it takes. Try again later.",
    );
}

#[tokio::test]
async fn characters_count_under_the_tag_of_the_request() {
    let api = TestApi::start().await;
    let body = json!({"text": ["Hello."], "target_lang": "en"});
    let tagged = |tag: &str| {
        let request = api.post("/v2/write/rephrase").json(&body);
        Answer::of(request.header("X-DeepL-Reporting-Tag", tag))
    };
    assert_eq!(tagged("shop").await.status, 200);
    assert_eq!(tagged("two words").await.status, 400);
    let admin = api
        .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
        .await;
    let path = "/v2/admin/analytics/custom-tags?start_date=2026-05-17&end_date=2026-05-17";
    let report = Answer::of(api.request_of(&admin, "GET", path)).await;
    assert_eq!(
        report.body["custom_tag_usage_report"]["usage"],
        json!([{
            "custom_tag": "shop",
            "breakdown": {
                "total_characters": 6,
                "text_translation_characters": 0,
                "text_improvement_characters": 6,
            },
        }]),
        "{}",
        report.body
    );
}
