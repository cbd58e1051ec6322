//! A language model behind the interface.

use std::fs;

use serde_json::{Value, json};

use crate::chat_server::{ChatServer, MODEL, Question, Reply};
use crate::support::{Installation, Server};

/// An installation with a language model, and its server.
async fn with_model(installation: Installation) -> (Installation, ChatServer) {
    let model = ChatServer::start().await;
    let installation = installation
        .option("engines.language_model.base_url", &model.base_url())
        .option("engines.language_model.model", MODEL);
    (installation, model)
}

/// The question of a test, not those by which the server finds out whether the model answers.
fn only_question(model: &ChatServer) -> Question {
    let mut questions = model.questions();
    assert_eq!(questions.len(), 1);
    questions.remove(0)
}

async fn translate(server: &Server, key: &str, body: Value) -> Value {
    let answer = server.post("/v2/translate", key, &body).await.expect(200);
    answer.body["translations"][0].clone()
}

async fn glossary(server: &Server, key: &str) -> String {
    let body = json!({
        "name": "Words",
        "dictionaries": [{
            "source_lang": "en",
            "target_lang": "de",
            "entries": "button\tSchaltfläche",
            "entries_format": "tsv"
        }]
    });
    let answer = server.post("/v3/glossaries", key, &body).await.expect(201);
    answer.body["glossary_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn everything_that_shapes_a_translation_reaches_the_model() {
    let (installation, model) = with_model(Installation::without_engine()).await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let glossary = glossary(&server, &key).await;
    model.always(|question| {
        assert_eq!(question.texts(), ["Press the ⟦1⟧button⟦/1⟧ now."]);
        let text = "Drücken Sie jetzt die ⟦1⟧Schaltfläche⟦/1⟧.";
        Reply::Translations(vec![text.to_owned()])
    });
    let translation = translate(
        &server,
        &key,
        json!({
            "text": ["<p>Press the <b>button</b> now.</p>"],
            "source_lang": "EN",
            "target_lang": "DE",
            "tag_handling": "html",
            "model_type": "quality_optimized",
            "formality": "more",
            "context": "A manual for a lift.",
            "custom_instructions": ["Be brief."],
            "glossary_id": glossary
        }),
    )
    .await;
    assert_eq!(
        translation["text"],
        "<p>Drücken Sie jetzt die <b>Schaltfläche</b>.</p>"
    );
    assert_eq!(translation["model_type_used"], "quality_optimized");
    let question = only_question(&model);
    let data = question.data();
    assert_eq!(data["context"], "A manual for a lift.");
    assert_eq!(data["wishes"], json!(["Be brief."]));
    assert_eq!(data["segments"][0]["terms"][0]["source"], "button");
    assert!(
        question.system().contains("formally: Sie"),
        "{}",
        question.system()
    );
    assert_eq!(
        server.characters_used(&key).await,
        "Press the button now.".len() as u64,
        "neither tags nor context nor instructions count"
    );
}

#[tokio::test]
async fn tags_stand_where_the_model_puts_their_marks() {
    let (installation, model) = with_model(Installation::without_engine()).await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    for (source, answer, translation) in [
        (
            "<p>We read <i>this</i> book <b>very <u>slowly</u></b> now.</p>",
            "Jetzt lesen wir ⟦2⟧ganz ⟦3⟧besonders langsam⟦/3⟧⟦/2⟧ ⟦1⟧dieses Buch⟦/1⟧ hier.",
            "<p>Jetzt lesen wir <b>ganz <u>besonders langsam</u></b> <i>dieses Buch</i> hier.</p>",
        ),
        (
            "<p>Press the key <img src=\"a.png\"> two times.</p>",
            "Drücken Sie bitte die Taste ⟦1/⟧ nun gleich zweimal.",
            "<p>Drücken Sie bitte die Taste <img src=\"a.png\"> nun gleich zweimal.</p>",
        ),
    ] {
        model.once(Reply::Translations(vec![answer.to_owned()]));
        let body = json!({
            "text": [source],
            "source_lang": "EN",
            "target_lang": "DE",
            "tag_handling": "html"
        });
        assert_eq!(translate(&server, &key, body).await["text"], translation);
    }
    assert_eq!(model.questions().len(), 2, "each is taken as it came");
}

#[tokio::test]
async fn a_term_that_the_model_leaves_out_is_asked_for_again() {
    let (installation, model) = with_model(Installation::without_engine()).await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let glossary = glossary(&server, &key).await;
    model.once(Reply::Translations(vec![
        "Drücken Sie den Knopf.".to_owned(),
    ]));
    model.once(Reply::Translations(vec![
        "Drücken Sie die Schaltfläche.".to_owned(),
    ]));
    let translation = translate(
        &server,
        &key,
        json!({
            "text": ["Press the button."],
            "source_lang": "EN",
            "target_lang": "DE",
            "glossary_id": glossary
        }),
    )
    .await;
    assert_eq!(translation["text"], "Drücken Sie die Schaltfläche.");
    let again = model.questions().pop().unwrap();
    assert!(
        again.system().contains("Use every one of them"),
        "{}",
        again.system()
    );
}

#[tokio::test]
async fn when_the_model_is_gone_other_engines_translate_and_the_answer_says_so() {
    let (installation, mut model) = with_model(Installation::new()).await;
    let mut server = installation.start().await;
    server.until_modes_are_tested().await;
    let key = server.first_keys().await.api;
    let mut request = json!({
        "text": ["The house is green."],
        "source_lang": "EN",
        "target_lang": "ES",
        "model_type": "latency_optimized"
    });
    let local = translate(&server, &key, request.clone()).await;
    assert_eq!(local["text"], "La casa es verde.");
    assert_eq!(local["model_type_used"], "latency_optimized");
    request["model_type"] = json!("quality_optimized");
    let better = translate(&server, &key, request.clone()).await;
    assert_eq!(better["text"], "Thee hoouusee iis greeeen.");
    assert_eq!(better["model_type_used"], "quality_optimized");
    assert_eq!(server.health("ready").await.body["troubles"], Value::Null);

    model.stop().await;
    request["custom_instructions"] = json!(["Be brief."]);
    let fallen_back = translate(&server, &key, request.clone()).await;
    assert_eq!(fallen_back["text"], local["text"]);
    assert_eq!(fallen_back["model_type_used"], "latency_optimized");
    let health = server.health("ready").await.expect(200);
    let trouble = health.body["troubles"][0].as_str().unwrap();
    assert!(
        trouble.contains("the language model cannot be used"),
        "{trouble}"
    );
    let metrics = server.metrics().await;
    assert!(
        metrics.contains("dragoman_language_model_fallbacks_total{reason=\"failed\"} 1"),
        "{metrics}"
    );
    assert!(
        !server.log().contains("green"),
        "the log has no text of a customer"
    );

    // What only the model can do is not done by halves.
    request["formality"] = json!("more");
    let answer = server
        .post("/v2/translate", &key, &request)
        .await
        .expect(503);
    assert!(answer.message().contains("Try again later"), "{answer}");
    request["formality"] = json!("prefer_more");
    translate(&server, &key, request.clone()).await;
    request["target_lang"] = json!("DE");
    server
        .post("/v2/translate", &key, &request)
        .await
        .expect(503);
}

#[tokio::test]
async fn a_model_that_writes_another_language_is_not_believed() {
    let (installation, model) = with_model(Installation::new()).await;
    let mut server = installation.start().await;
    server.until_modes_are_tested().await;
    let key = server.first_keys().await.api;
    model.always(|_| {
        let text = "Der Ausschuss wird am Montag noch einmal über den Haushalt sprechen.";
        Reply::Translations(vec![text.to_owned()])
    });
    let translation = translate(
        &server,
        &key,
        json!({
            "text": ["The committee will speak about the budget again on Monday."],
            "source_lang": "EN",
            "target_lang": "ES",
            "model_type": "quality_optimized"
        }),
    )
    .await;
    assert_eq!(translation["model_type_used"], "latency_optimized");
    let text = translation["text"].as_str().unwrap();
    assert!(text.contains("lunes"), "{text}");
    let metrics = server.metrics().await;
    let refused = "dragoman_language_model_segments_total{outcome=\"language\"} 2";
    assert!(metrics.contains(refused), "{metrics}");
}

#[tokio::test]
async fn the_languages_of_the_model_are_listed_with_what_it_can_do() {
    let (installation, _model) = with_model(Installation::without_engine()).await;
    let installation = installation.option("engines.language_model.languages", "[\"en\", \"de\"]");
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let targets = server
        .get("/v2/languages?type=target", &key)
        .await
        .expect(200)
        .body;
    let targets: Vec<(&str, bool)> = targets
        .as_array()
        .unwrap()
        .iter()
        .map(|target| {
            let tag = target["language"].as_str().unwrap();
            (tag, target["supports_formality"].as_bool().unwrap())
        })
        .collect();
    assert_eq!(targets, [("DE", true), ("EN-GB", false), ("EN-US", false)]);
}

#[tokio::test]
async fn doctor_says_whether_the_model_answers() {
    let (mut installation, mut model) = with_model(Installation::without_engine()).await;
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(
        outcome
            .output
            .contains(&format!("ok       The language model {MODEL} answers.")),
        "{outcome:?}"
    );
    installation.set("engines.language_model.model", "another");
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(
        outcome.output.contains("one that it has: test-model"),
        "{outcome:?}"
    );
    model.stop().await;
    let outcome = installation.run(&["doctor"]).await.expect(1);
    assert!(
        outcome
            .output
            .contains("broken   The language model another does not answer"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn the_key_comes_from_the_configuration_or_a_file_and_is_never_shown() {
    let model = ChatServer::with_key(Some("sk-1234")).await;
    let base = || {
        Installation::without_engine()
            .option("engines.language_model.base_url", &model.base_url())
            .option("engines.language_model.model", MODEL)
    };
    let with_key = base().option("engines.language_model.key", "sk-1234");
    let with_file = base().option("engines.language_model.key_file", "key");
    fs::write(with_file.root().join("key"), "sk-1234\n").unwrap();
    for installation in [&with_key, &with_file] {
        let outcome = installation.run(&["doctor"]).await.expect(0);
        assert!(outcome.output.contains("answers"), "{outcome:?}");
        let shown = installation.run(&["config", "show"]).await.expect(0);
        assert!(!shown.output.contains("sk-1234"), "{shown:?}");
        assert!(shown.output.contains("base_url"), "{shown:?}");
    }
    let outcome = base().run(&["doctor"]).await.expect(1);
    assert!(outcome.output.contains("check the key"), "{outcome:?}");
}

#[tokio::test]
async fn options_that_cannot_work_are_refused_at_the_start() {
    let base = || {
        Installation::without_engine()
            .option("engines.language_model.base_url", "http://127.0.0.1:1/v1")
            .option("engines.language_model.model", MODEL)
    };
    for (option, value, message) in [
        ("base_url", "localhost:1", "engines.language_model.base_url"),
        ("model", "", "engines.language_model.model"),
        ("languages", "[\"xx\"]", "engines.language_model.languages"),
        ("concurrency", "0", "engines.language_model.concurrency"),
        (
            "batch_characters",
            "0",
            "engines.language_model.batch_characters",
        ),
    ] {
        let installation = base().option(&format!("engines.language_model.{option}"), value);
        let outcome = installation.run(&["config", "show"]).await.expect(2);
        assert!(outcome.errors.contains(message), "{outcome:?}");
    }
    let both = base()
        .option("engines.language_model.key", "a")
        .option("engines.language_model.key_file", "b");
    let outcome = both.run(&["config", "show"]).await.expect(2);
    assert!(outcome.errors.contains("set one of the two"), "{outcome:?}");
    let nowhere = base().option("engines.language_model.key_file", "nowhere");
    let outcome = nowhere.run(&["doctor"]).await.expect(2);
    assert!(outcome.errors.contains("nowhere"), "{outcome:?}");
}

#[tokio::test]
async fn texts_are_said_in_other_words_in_a_style_where_a_model_is_configured() {
    const TEXT: &str = "Hey, send me the 12 reports from Rome by Friday, before we all go home.";
    const BUSINESS: &str = "Could you please send me the 12 reports from Rome by Friday?";
    let styled = |languages: &Value| -> Vec<String> {
        let languages = languages.as_array().unwrap().iter();
        languages
            .filter(|language| language["features"]["writing_style"].is_object())
            .map(|language| language["lang"].as_str().unwrap().to_owned())
            .collect()
    };
    let body = json!({ "text": [TEXT], "target_lang": "en-US", "writing_style": "business" });

    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let listed = server.get("/v3/languages?resource=write", &key).await;
    assert_eq!(styled(&listed.expect(200).body), [""; 0]);
    server
        .post("/v2/write/rephrase", &key, &body)
        .await
        .expect(400);
    server.stop().await;

    let (installation, model) = with_model(Installation::without_engine()).await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let listed = server.get("/v3/languages?resource=write", &key).await;
    assert_eq!(
        styled(&listed.expect(200).body),
        ["de", "en-GB", "en-US", "es", "fr", "it", "pt-BR", "pt-PT"]
    );
    model.always(|question| {
        assert_eq!(question.texts(), [TEXT]);
        assert!(question.system().contains("business style"));
        Reply::Texts(vec![BUSINESS.to_owned()])
    });
    let answer = server.post("/v2/write/rephrase", &key, &body).await;
    let improvement = &answer.expect(200).body["improvements"][0];
    assert_eq!(improvement["text"], BUSINESS);
    assert_eq!(improvement["target_language"], "en-US");
    server.stop().await;
    let arguments = [
        "improve",
        "--lang",
        "en-US",
        "--rephrase",
        "--style",
        "business",
        TEXT,
    ];
    let outcome = installation.run(&arguments).await.expect(0);
    assert_eq!(outcome.output, format!("{BUSINESS}\n"));
}
