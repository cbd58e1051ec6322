use dragoman_service::Improvers;
use serde_json::{Value, json};

use crate::improvers::{FakeProofreader, FakeRewriter};
use crate::{Answer, Settings, TestApi};

#[tokio::test]
async fn version_3_lists_what_can_be_used_and_its_features() {
    let api = TestApi::start().await;
    let answer =
        Answer::of(api.get("/v3/languages?resource=translate_text&include=beta&include=external"))
            .await;
    assert_eq!(answer.status, 200);
    insta::assert_json_snapshot!(answer.body);
    let documents = Answer::of(api.get("/v3/languages?resource=translate_document")).await;
    assert_eq!((documents.status, &documents.body), (200, &answer.body));
    let mut expected = answer.body;
    for language in expected.as_array_mut().unwrap() {
        language["features"] = json!({});
    }
    let answer = Answer::of(api.get("/v3/languages?resource=translation_memory")).await;
    assert_eq!((answer.status, answer.body), (200, expected));
    let answer = Answer::of(api.get("/v3/languages?resource=voice")).await;
    assert_eq!((answer.status, answer.body), (200, json!([])));
}

#[tokio::test]
async fn the_languages_of_improvement_are_those_that_somebody_reads_or_writes() {
    let listed = async |improvers| {
        let settings = Settings {
            improvers,
            ..Settings::default()
        };
        let api = TestApi::with(settings).await;
        let answer = Answer::of(api.get("/v3/languages?resource=write")).await;
        assert_eq!(answer.status, 200);
        answer.body
    };
    let features = |names: &[&str]| -> Value {
        let features = names
            .iter()
            .map(|name| (*name, json!({"status": "stable"})));
        features.collect()
    };
    let lines = |list: &Value| -> Vec<(String, Value, Value)> {
        let list = list.as_array().unwrap().iter();
        list.map(|language| {
            assert_eq!(language["usable_as_target"], true);
            assert_eq!(language["status"], "stable");
            let tag = language["lang"].as_str().unwrap().to_owned();
            (
                tag,
                language["usable_as_source"].clone(),
                language["features"].clone(),
            )
        })
        .collect()
    };
    let line = |tag: &str, is_source: bool, names: &[&str]| {
        (tag.to_owned(), json!(is_source), features(names))
    };
    assert_eq!(listed(Improvers::default()).await, json!([]));
    let improvers = Improvers {
        proofreaders: vec![FakeProofreader::new(&["en", "fr-CA", "ja", "nl", "pt-BR"])],
        rewriters: vec![
            FakeRewriter::new(&["de", "en-US", "zh"], true),
            FakeRewriter::new(&["ja", "pt"], false),
        ],
    };
    let list = listed(improvers).await;
    assert_eq!(
        lines(&list),
        [
            line("de", true, &["auto_detection", "tone", "writing_style"]),
            line("en", true, &["auto_detection"]),
            line("en-GB", false, &[]),
            line("en-US", false, &["tone", "writing_style"]),
            line("ja", true, &[]),
            line("pt", true, &[]),
            line("pt-BR", false, &[]),
            line("pt-PT", false, &[]),
            line("zh", true, &[]),
            line("zh-Hans", false, &[]),
        ]
    );
    assert_eq!(list[2]["name"], "English (British)");
}

#[tokio::test]
async fn the_languages_of_glossaries_are_listed_and_any_two_of_them_are_a_pair() {
    let api = TestApi::start().await;
    let answer = Answer::of(api.get("/v3/languages?resource=glossary")).await;
    let languages = answer.body.as_array().unwrap();
    assert_eq!(languages.len(), 33);
    assert_eq!(
        languages[6],
        json!({
            "lang": "en", "name": "English", "usable_as_source": true, "usable_as_target": true,
            "status": "stable", "features": {},
        })
    );
    for path in ["/v2/glossary-language-pairs", "/v1/glossary-language-pairs"] {
        let answer = Answer::of(api.get(path)).await;
        let pairs = answer.body["supported_languages"].as_array().unwrap();
        assert_eq!(pairs.len(), 33 * 32);
        for source in languages {
            for target in languages {
                let pair = json!({"source_lang": source["lang"], "target_lang": target["lang"]});
                assert_eq!(pairs.contains(&pair), source != target, "{pair}");
            }
        }
    }
}

#[tokio::test]
async fn the_languages_of_style_rules_are_those_that_can_be_written_into() {
    let api = TestApi::start().await;
    let answer = Answer::of(api.get("/v3/languages?resource=style_rules")).await;
    let languages = answer.body.as_array().unwrap();
    let tags: Vec<_> = languages.iter().map(|language| &language["lang"]).collect();
    assert_eq!(tags, ["de", "en", "es", "fr", "it", "ja", "ko", "zh"]);
    assert_eq!(
        languages[0],
        json!({
            "lang": "de", "name": "German", "usable_as_source": false, "usable_as_target": true,
            "status": "stable", "features": {},
        })
    );
}

#[tokio::test]
async fn version_3_refuses_what_it_does_not_know() {
    let api = TestApi::start().await;
    for (query, message) in [
        (
            "",
            "'resource' is missing. Send, for example, resource=translate_text.",
        ),
        (
            "?resource=x",
            "Value for 'resource' is not valid: unknown variant `x`, expected one of `translate_text`, \
             `translate_document`, `glossary`, `voice`, `write`, `style_rules`, `translation_memory`.",
        ),
        (
            "?resource=voice&include=all",
            "Value for 'include' is not valid: \"all\" is neither beta nor external.",
        ),
        (
            "?product=translate_text",
            "'product' is not a parameter. Use 'resource', for example resource=translate_text.",
        ),
    ] {
        Answer::of(api.get(&format!("/v3/languages{query}")))
            .await
            .expect(400, message);
    }
}

#[tokio::test]
async fn resources_name_only_what_is_served() {
    let api = TestApi::start().await;
    let features = json!([
        {"name": "auto_detection", "needs_source_support": true, "needs_target_support": false},
        {"name": "formality", "needs_source_support": false, "needs_target_support": true},
        {"name": "style_rules", "needs_source_support": false, "needs_target_support": true},
        {"name": "tag_handling", "needs_source_support": true, "needs_target_support": true},
        {"name": "glossary", "needs_source_support": true, "needs_target_support": true},
        {"name": "translation_memory", "needs_source_support": true, "needs_target_support": true},
    ]);
    assert_eq!(
        Answer::of(api.get("/v3/languages/resources")).await.body,
        json!([
            {"name": "translate_text", "features": features},
            {"name": "translate_document", "features": features},
            {"name": "write", "features": [
                {"name": "auto_detection", "needs_source_support": true, "needs_target_support": false},
                {"name": "writing_style", "needs_source_support": false, "needs_target_support": true},
                {"name": "tone", "needs_source_support": false, "needs_target_support": true},
            ]},
            {"name": "glossary", "features": []},
            {"name": "style_rules", "features": []},
            {"name": "translation_memory", "features": []},
        ])
    );
}

#[tokio::test]
async fn version_2_lists_sources_and_targets_however_the_side_is_sent() {
    let api = TestApi::start().await;
    let sources = json!([
        {"language": "DE", "name": "German"},
        {"language": "EN", "name": "English"},
    ]);
    let targets = json!([
        {"language": "DE", "name": "German", "supports_formality": true},
        {"language": "EN-GB", "name": "English (British)", "supports_formality": false},
        {"language": "ES", "name": "Spanish", "supports_formality": false},
        {"language": "PT-BR", "name": "Portuguese (Brazilian)", "supports_formality": false},
    ]);
    let target = json!({"type": "target"});
    for (request, expected) in [
        (api.get("/v2/languages"), &sources),
        (api.get("/v2/languages/"), &sources),
        (api.get("/v2/languages?type=source"), &sources),
        (api.get("/v2/languages").json(&json!({})), &sources),
        (api.post("/v2/languages"), &sources),
        (api.get("/v2/languages?type=target"), &targets),
        (api.get("/v1/languages?type=target"), &targets),
        (api.get("/v2/languages").form(&target), &targets),
        (api.get("/v2/languages").json(&target), &targets),
        (api.post("/v2/languages").form(&target), &targets),
        (api.post("/v1/languages").json(&target), &targets),
    ] {
        let answer = Answer::of(request).await;
        assert_eq!((answer.status, &answer.body), (200, expected));
    }
    Answer::of(api.get("/v2/languages?type=both")).await.expect(
        400,
        "Value for 'type' is not valid: unknown variant `both`, expected `source` or `target`.",
    );
}
