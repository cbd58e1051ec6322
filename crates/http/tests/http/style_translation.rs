//! What a style rule list and custom instructions do in a translation.

use dragoman_domain::{Abilities, KeyKind, Plan, Scope, ScopeSet};
use serde_json::{Value, json};

use crate::style_lists::{UNKNOWN, create};
use crate::{Answer, Settings, TestApi};

async fn with_language_model() -> TestApi {
    TestApi::with(Settings {
        abilities: Abilities {
            instructions: true,
            ..Abilities::default()
        },
        ..Settings::default()
    })
    .await
}

/// Translates from English into this language with these fields in addition.
async fn translate(api: &TestApi, target: &str, fields: Value) -> Answer {
    let mut body = json!({"text": ["Hello."], "source_lang": "EN", "target_lang": target});
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    api.translate(body).await
}

#[tokio::test]
async fn the_instructions_of_a_list_reach_the_engine_for_their_sources() {
    let api = with_language_model().await;
    let list = create(
        &api,
        json!({"custom_instructions": [
            {"label": "a", "prompt": "Be brief."},
            {"label": "b", "prompt": "Be kind.", "source_language": "en-GB"},
            {"label": "c", "prompt": "Be rude.", "source_language": "fr"},
        ]}),
    )
    .await;
    let fields = json!({"style_id": list["style_id"], "custom_instructions": ["Be last."]});
    let answer = translate(&api, "de", fields).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let guidance = api.engine.guidance();
    assert_eq!(
        *guidance.instructions,
        ["Be brief.", "Be kind.", "Be last."]
    );
}

#[tokio::test]
async fn a_changed_list_counts_at_once() {
    let api = with_language_model().await;
    let list = create(
        &api,
        json!({"custom_instructions": [{"label": "a", "prompt": "One."}]}),
    )
    .await;
    let path = format!("/v3/style_rules/{}", list["style_id"].as_str().unwrap());
    let fields = json!({"style_id": list["style_id"]});
    for (label, expected) in [(None, &["One."][..]), (Some("Two."), &["One.", "Two."])] {
        if let Some(prompt) = label {
            let add = api.post(&format!("{path}/custom_instructions"));
            let body = json!({"label": "b", "prompt": prompt});
            assert_eq!(Answer::of(add.json(&body)).await.status, 201);
        }
        let answer = translate(&api, "de", fields.clone()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(*api.engine.guidance().instructions, *expected);
    }
    let deleted = api.request("DELETE", &path).send().await.unwrap();
    assert_eq!(deleted.status(), 204);
    let id = list["style_id"].as_str().unwrap();
    let missing = format!("There is no style rule list with the id {id}.");
    translate(&api, "de", fields).await.expect(404, &missing);
}

#[tokio::test]
async fn a_list_works_for_its_language_and_the_variants_only() {
    let api = with_language_model().await;
    let english = create(&api, json!({"language": "en"})).await;
    let fields = json!({"style_id": english["style_id"]});
    let mut request = json!({"text": ["Guten Tag."], "source_lang": "DE"});
    request["style_id"] = english["style_id"].clone();
    for target in ["EN", "EN-GB"] {
        request["target_lang"] = json!(target);
        let answer = api.translate(request.clone()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let id = english["style_id"].as_str().unwrap();
    for target in ["es", "pt-BR"] {
        let message = format!(
            "The style rule list {id} is for 'en' and cannot be used for the target language \
             '{target}'."
        );
        translate(&api, target, fields.clone())
            .await
            .expect(400, &message);
    }
    assert_eq!(api.counted().await, 20, "only what was translated");
}

#[tokio::test]
async fn a_list_that_cannot_be_used_is_refused() {
    let mut api = TestApi::start().await;
    let list = create(
        &api,
        json!({"custom_instructions": [{"label": "a", "prompt": "b"}]}),
    )
    .await;
    for (id, status, message) in [
        (
            json!("no-id"),
            400,
            "Value for 'style_id' is not valid: an id is a GUID such as \
             a74d88fb-ed2a-4943-a664-a4512398b994."
                .to_owned(),
        ),
        (
            json!(UNKNOWN),
            404,
            format!("There is no style rule list with the id {UNKNOWN}."),
        ),
        (
            list["style_id"].clone(),
            400,
            "The custom instructions of the list in 'style_id' are not available for 'source_lang' \
             EN and 'target_lang' DE. They need a language model that has both languages, which the \
             operator of this server can configure."
                .to_owned(),
        ),
    ] {
        let answer = translate(&api, "de", json!({"style_id": id})).await;
        answer.expect(status, &message);
    }
    let mine = create(&api, json!({})).await["style_id"].clone();
    let only_to_translate = ScopeSet::of([Scope::TranslateText]);
    api.key = api
        .new_key(Plan::Pro, KeyKind::Developer, only_to_translate)
        .await;
    let answer = translate(&api, "de", json!({"style_id": mine})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    api.key = api
        .new_key(Plan::Free, KeyKind::Developer, ScopeSet::Unrestricted)
        .await;
    translate(&api, "de", json!({"style_id": mine}))
        .await
        .expect(
            403,
            "Style rule lists need the pro plan, and the account of this key has the free plan.",
        );
}

#[tokio::test]
async fn a_request_has_up_to_10_instructions_of_300_characters() {
    let api = with_language_model().await;
    let longest = "好".repeat(300);
    for instructions in [
        json!(vec!["Be brief."; 10]),
        json!([longest]),
        json!(longest),
    ] {
        let answer = translate(&api, "de", json!({"custom_instructions": instructions})).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    assert_eq!(*api.engine.guidance().instructions, [longest.as_str()]);
    for (instructions, message) in [
        (
            json!(vec!["Be brief."; 11]),
            "Value for 'custom_instructions' is not valid: 11 instructions were sent, and 10 is the \
             most.",
        ),
        (
            json!(["Be brief.", format!("{longest}好")]),
            "Value for 'custom_instructions' is not valid: instruction 1 has 301 characters, and 300 \
             is the most.",
        ),
    ] {
        translate(&api, "de", json!({"custom_instructions": instructions}))
            .await
            .expect(400, message);
    }
}

#[tokio::test]
async fn instructions_are_for_eight_languages_and_their_variants() {
    let api = with_language_model().await;
    let fields = json!({"custom_instructions": ["Be brief."]});
    for target in ["pt", "pt-BR"] {
        let message = format!(
            "'custom_instructions' are not supported for 'target_lang' {}; they are for de, en, es, \
             fr, it, ja, ko, zh.",
            target.to_uppercase()
        );
        translate(&api, target, fields.clone())
            .await
            .expect(400, &message);
    }
    let british = json!({
        "text": ["Guten Tag."], "source_lang": "DE", "target_lang": "EN-GB",
        "custom_instructions": ["Be brief."],
    });
    assert_eq!(api.translate(british).await.status, 200);
    let without = TestApi::start().await;
    translate(&without, "de", fields).await.expect(
        400,
        "'custom_instructions' are not available for 'source_lang' EN and 'target_lang' DE. They need \
         a language model that has both languages, which the operator of this server can configure.",
    );
}
