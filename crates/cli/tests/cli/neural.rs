//! The neural engine behind the interface, with the models of `testdata/nmt`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::Installation;

fn fixture(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/nmt")
        .join(folder)
}

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

async fn import(installation: &Installation, folder: &str, from: &str, to: &str) {
    let folder = fixture(folder);
    let folder = folder.to_str().unwrap();
    let arguments = ["models", "import", folder, "--from", from, "--to", to];
    installation.run(&arguments).await.expect(0);
}

fn request(texts: &[String], target: &str) -> Value {
    json!({ "text": texts, "source_lang": "EN", "target_lang": target })
}

fn translations(body: &Value) -> Vec<&str> {
    let texts = body["translations"].as_array().unwrap().iter();
    texts.map(|text| text["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_imported_model_serves_its_pair_over_http() {
    let installation = Installation::without_engine();
    import(&installation, "ende", "en", "de").await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let sources = lines(&fixture("ende/test.en"));
    let expected = lines(&fixture("ende/test.de"));
    for (sources, expected) in sources.chunks(50).zip(expected.chunks(50)) {
        let request = request(sources, "DE");
        let answer = server
            .post("/v2/translate", &key, &request)
            .await
            .expect(200);
        assert_eq!(translations(&answer.body), expected);
    }
    let characters: usize = sources.iter().map(|line| line.chars().count()).sum();
    assert_eq!(server.characters_used(&key).await, characters as u64);

    let targets = server
        .get("/v2/languages?type=target", &key)
        .await
        .expect(200);
    let targets = targets.body.as_array().unwrap().clone();
    assert!(
        targets.iter().any(|target| target["language"] == "DE"),
        "{targets:?}"
    );
}

#[tokio::test]
async fn a_model_that_is_imported_while_the_server_runs_is_used() {
    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let sources = [lines(&fixture("ende/test.en")).remove(1)];
    let refused = server
        .post("/v2/translate", &key, &request(&sources, "DE"))
        .await
        .expect(400);
    assert!(refused.message().contains("Whoever runs"), "{refused}");
    assert!(server.log().contains("dragoman models"), "{}", server.log());
    import(&installation, "ende", "en", "de").await;
    let answer = loop {
        let answer = server
            .post("/v2/translate", &key, &request(&sources, "DE"))
            .await;
        if answer.status == 200 {
            break answer;
        }
        answer.expect(400);
    };
    assert_eq!(
        translations(&answer.body),
        ["Der Lehrer hat in Wien die Katze vergessen."]
    );
}

#[tokio::test]
async fn placeholders_come_back_from_a_model_as_they_were() {
    let installation = Installation::without_engine();
    import(&installation, "ende", "en", "de").await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let texts = ["The teacher forgot {name} in Vienna.".to_owned()];
    let answer = server
        .post("/v2/translate", &key, &request(&texts, "DE"))
        .await
        .expect(200);
    let translations = translations(&answer.body);
    assert_eq!(
        translations[0].matches("{name}").count(),
        1,
        "{translations:?}"
    );
}

#[tokio::test]
async fn doctor_tells_a_damaged_model_from_the_others() {
    let installation = Installation::without_engine();
    import(&installation, "ende", "en", "de").await;
    import(&installation, "ende", "en", "fr").await;
    let folder = installation.data().join("models/en-fr/imported");
    let model = folder.join("model.ende.intgemm.alphas.bin");
    let mut bytes = fs::read(&model).unwrap();
    bytes[8] ^= 0x55;
    fs::write(&model, bytes).unwrap();
    let outcome = installation.run(&["doctor"]).await;
    assert!(
        outcome.output.contains("broken   The model en-fr/imported"),
        "{outcome:?}"
    );
    assert!(
        outcome.output.contains("directly: en to de."),
        "{outcome:?}"
    );
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let sources = [lines(&fixture("ende/test.en")).remove(1)];
    server
        .post("/v2/translate", &key, &request(&sources, "FR"))
        .await
        .expect(400);
    server
        .post("/v2/translate", &key, &request(&sources, "DE"))
        .await
        .expect(200);
}

#[tokio::test]
async fn the_formality_of_a_translation_is_chosen_at_the_command_line() {
    let installation = Installation::without_engine();
    import(&installation, "address-ende", "en", "de").await;
    import(&installation, "deen", "de", "en").await;
    let text = "You can open your book.";
    for (formality, expected) in [
        ("more", "Sie können Ihr Buch öffnen.\n"),
        ("prefer_less", "Du kannst dein Buch öffnen.\n"),
    ] {
        let arguments = ["translate", "--to", "de", "--from", "en", "--formality"];
        let arguments = [&arguments[..], &[formality, text]].concat();
        let output = installation.run(&arguments).await.expect(0);
        assert_eq!(output.output, expected);
    }
    let arguments = [
        "translate",
        "--to",
        "en",
        "--from",
        "de",
        "--formality",
        "less",
    ];
    let arguments = [&arguments[..], &["Der Hund kostet 7 Euro."]].concat();
    let output = installation.run(&arguments).await.expect(1);
    assert!(output.errors.contains("prefer_less"), "{}", output.errors);
}

#[tokio::test]
async fn models_that_lead_there_and_back_rephrase_and_others_leave_it_at_correcting() {
    let clumsy = "Der Lehrer hat vergessen in Wien die Katze.";
    let fluent = "Der Lehrer hat in Wien die Katze vergessen.";
    let installation = Installation::without_engine();
    import(&installation, "deen", "de", "en").await;
    let rephrase = ["improve", "--rephrase", "--lang", "de", clumsy];
    let refused_or_same = installation.run(&rephrase).await;
    assert!(
        !refused_or_same.output.contains(fluent),
        "{refused_or_same:?}"
    );
    import(&installation, "ende", "en", "de").await;
    let outcome = installation.run(&rephrase).await.expect(0);
    assert_eq!(outcome.output, format!("{fluent}\n"));
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let request = |texts: &[&str]| json!({ "text": texts, "target_lang": "de" });
    let answer = server
        .post("/v2/write/rephrase", &key, &request(&[clumsy, fluent]))
        .await
        .expect(200);
    for improved in answer.body["improvements"].as_array().unwrap() {
        assert_eq!(improved["text"], fluent);
    }
    // Styles and tones are not its business.
    let mut styled = request(&[clumsy]);
    styled["writing_style"] = json!("business");
    server
        .post("/v2/write/rephrase", &key, &styled)
        .await
        .expect(400);
    styled["writing_style"] = json!("prefer_business");
    let answer = server
        .post("/v2/write/rephrase", &key, &styled)
        .await
        .expect(200);
    assert_eq!(answer.body["improvements"][0]["text"], fluent);
}

#[tokio::test]
async fn clients_of_libretranslate_get_other_translations_as_well() {
    let installation = Installation::without_engine();
    import(&installation, "ende", "en", "de").await;
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    let source = lines(&fixture("ende/test.en")).remove(1);
    let expected = lines(&fixture("ende/test.de")).remove(1);
    let wanted = json!({ "q": source, "source": "en", "target": "de", "alternatives": 3 });
    let answer = server
        .post("/compat/libretranslate/translate", &key, &wanted)
        .await
        .expect(200);
    assert_eq!(answer.body["translatedText"], expected);
    let others = answer.body["alternatives"].as_array().unwrap();
    assert!((1..=3).contains(&others.len()), "{others:?}");
    assert!(
        others
            .iter()
            .all(|other| other.is_string() && *other != expected),
        "{others:?}"
    );
    // It is one translation, however many there are of it.
    let characters = source.chars().count() as u64;
    assert_eq!(server.characters_used(&key).await, characters);
}
