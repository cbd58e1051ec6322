use std::collections::BTreeSet;

use serde_json::json;

use crate::{Answer, Settings, TestApi};

#[tokio::test]
async fn each_text_has_its_status_and_only_success_names_a_language() {
    let api = TestApi::start().await;
    let texts = json!({"text": ["Guten Tag", "Ok", "Saluton", "ሰላም", " "]});
    let answer = Answer::of(api.post("/v3/detect/language").json(&texts)).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.body,
        json!({"results": [
            {"detection_status": "success", "detected_language": "de"},
            {"detection_status": "insufficient_confidence"},
            {"detection_status": "unsupported_language"},
            {"detection_status": "unsupported_language"},
            {"detection_status": "no_language_detected"},
        ]})
    );
    let form = [("text", "Guten Tag")];
    let answer = Answer::of(api.post("/v3/detect/language").form(&form)).await;
    assert_eq!(answer.body["results"][0]["detected_language"], "de");
    assert_eq!(api.counted().await, 0, "detection is not billed");
}

#[tokio::test]
async fn an_account_that_has_not_opted_in_is_refused() {
    let api = TestApi::with(Settings {
        features: BTreeSet::new(),
        ..Settings::default()
    })
    .await;
    Answer::of(
        api.post("/v3/detect/language")
            .json(&json!({"text": ["a"]})),
    )
    .await
    .expect(
        403,
        "Language detection is not enabled for this account; an operator enables it with \
             \"dragoman account set NAME --detection on\".",
    );
}

#[tokio::test]
async fn texts_are_needed_and_50_are_the_most() {
    let api = TestApi::start().await;
    for (body, status) in [
        (json!({}), 400),
        (json!({"text": []}), 400),
        (json!({"text": vec!["a"; 51]}), 400),
        (json!({"text": vec!["a"; 50]}), 200),
        (json!({"text": "a"}), 200),
    ] {
        let answer = Answer::of(api.post("/v3/detect/language").json(&body)).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
}
