//! Glossaries and translation memories in translations.

use serde_json::{Value, json};

use crate::{Answer, TestApi, english_with};

const UNKNOWN: &str = "b2c3f7a0-0000-4000-8000-000000000000";

pub(crate) async fn glossary(api: &TestApi, target: &str, entries: &str) -> String {
    let glossary = json!({
        "name": "a glossary",
        "dictionaries": [{"source_lang": "en", "target_lang": target, "entries": entries}],
    });
    let answer = Answer::of(api.post("/v3/glossaries").json(&glossary)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body["glossary_id"].as_str().unwrap().to_owned()
}

const GREETINGS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="test" creationtoolversion="1" segtype="sentence" o-tmf="test" adminlang="en"
    srclang="en" datatype="plaintext"/>
  <body>
    <tu><tuv xml:lang="en"><seg>Hello world!</seg></tuv><tuv xml:lang="es"><seg>¡Hola!</seg></tuv></tu>
    <tu>
      <tuv xml:lang="en"><seg>Page 3 of 7 is here.</seg></tuv>
      <tuv xml:lang="es"><seg>Aquí está la página 3 de 7.</seg></tuv>
    </tu>
    <tu>
      <tuv xml:lang="en"><seg>It rains. It pours.</seg></tuv>
      <tuv xml:lang="es"><seg>Llueve a cántaros.</seg></tuv>
    </tu>
  </body>
</tmx>"#;

/// Imports a memory from English into Spanish and gives its id.
pub(crate) async fn memory(api: &TestApi) -> String {
    let import = json!({
        "source_file": {"file_name": "greetings.tmx", "content_length": GREETINGS.len()},
        "parameters": {"display_name": "greetings"},
    });
    let created = Answer::of(api.post("/v3/translation_memories/import").json(&import)).await;
    let upload = created.body["upload_url"].as_str().unwrap();
    let upload = reqwest::Client::new()
        .put(upload)
        .header("content-type", "application/xml")
        .body(GREETINGS);
    assert!(upload.send().await.unwrap().status().is_success());
    let job = created.body["job_id"].as_str().unwrap();
    loop {
        let job = api.get(&format!("/v3/translation_memories/jobs/{job}"));
        let job = Answer::of(job).await.body;
        let result = &job["results"][0];
        match result["status"].as_str() {
            Some("completed") => {
                return result["translation_memory_id"].as_str().unwrap().to_owned();
            }
            Some("awaiting_input" | "processing") => tokio::task::yield_now().await,
            _ => panic!("{job}"),
        }
    }
}

async fn translation(api: &TestApi, fields: Value) -> String {
    let answer = api.translate(english_with(fields.clone())).await;
    assert_eq!(answer.status, 200, "{fields}: {}", answer.body);
    answer.body["translations"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn the_terms_of_a_glossary_are_in_the_translation() {
    let api = TestApi::start().await;
    let glossary = glossary(&api, "es", "printer\timpresora\ncar\tcoche").await;
    for (text, expected) in [
        ("The printer works.", "es:The impresora works."),
        ("A car and a printer.", "es:A coche and a impresora."),
        ("Nothing of it.", "es:Nothing of it."),
        ("A {printer} works.", "es:A {printer} works."),
    ] {
        let fields = json!({"text": text, "glossary_id": glossary});
        assert_eq!(translation(&api, fields).await, expected);
    }
    let fields = json!({"text": "<p>The <b>printer</b> works.</p>", "glossary_id": glossary, "tag_handling": "xml"});
    assert_eq!(
        translation(&api, fields).await,
        "<p>es:The <b>impresora</b> works.</p>"
    );
}

#[tokio::test]
async fn a_term_of_several_words_leaves_no_tag_empty() {
    let api = TestApi::start().await;
    let glossary = glossary(&api, "es", "big dog\tmastín").await;
    for (text, expected) in [
        ("A <b>big</b> dog.", "es:A <b>mastín</b>."),
        ("A big <b>dog</b>.", "es:A <b>mastín</b>."),
        ("A <b>big dog</b>.", "es:A <b>mastín</b>."),
    ] {
        let fields = json!({"text": text, "glossary_id": glossary, "tag_handling": "html"});
        assert_eq!(translation(&api, fields).await, expected);
    }
}

#[tokio::test]
async fn preserved_formatting_leaves_terms_as_their_entries_have_them() {
    let api = TestApi::start().await;
    let glossary = glossary(&api, "es", "size\ttam.").await;
    for (text, expected) in [("size", "tam."), ("Its size?", "Es:Its tam.?")] {
        let fields = json!({"text": text, "glossary_id": glossary, "preserve_formatting": true});
        assert_eq!(translation(&api, fields).await, expected);
    }
}

#[tokio::test]
async fn a_change_of_a_glossary_shows_in_the_next_translation() {
    let api = TestApi::start().await;
    let id = glossary(&api, "es", "printer\timpresora").await;
    let fields = json!({"text": "The printer works.", "glossary_id": id});
    assert_eq!(
        translation(&api, fields.clone()).await,
        "es:The impresora works."
    );
    let dictionary =
        json!({"source_lang": "en", "target_lang": "es", "entries": "printer\tprensa"});
    let change = api
        .client
        .put(format!("{}/v3/glossaries/{id}/dictionaries", api.base))
        .header("authorization", format!("Service-Auth-Key {}", api.key))
        .json(&dictionary);
    assert_eq!(Answer::of(change).await.status, 200);
    assert_eq!(translation(&api, fields).await, "es:The prensa works.");
}

#[tokio::test]
async fn of_several_glossaries_the_earlier_counts() {
    let api = TestApi::start().await;
    let first = glossary(&api, "es", "printer\timpresora").await;
    let second = glossary(&api, "es", "printer\tprensa\ncar\tcoche").await;
    let text = "A car and a printer.";
    for (ids, expected) in [
        (json!([first, second]), "es:A coche and a impresora."),
        (json!([second, first]), "es:A coche and a prensa."),
        (
            json!(format!("{first},{second}")),
            "es:A coche and a impresora.",
        ),
    ] {
        let fields = json!({"text": text, "glossary_ids": ids});
        assert_eq!(translation(&api, fields).await, expected);
    }
    let form = [
        ("text", text),
        ("source_lang", "EN"),
        ("target_lang", "ES"),
        ("glossary_ids", &first),
        ("glossary_ids", &second),
    ];
    let answer = Answer::of(api.post("/v2/translate").form(&form)).await;
    assert_eq!(
        answer.body["translations"][0]["text"],
        "es:A coche and a impresora."
    );
}

#[tokio::test]
async fn five_glossaries_are_taken_and_six_refused() {
    let api = TestApi::start().await;
    let mut ids = Vec::new();
    for number in 0..6 {
        ids.push(glossary(&api, "es", &format!("word{number}\tpalabra{number}")).await);
    }
    let fields = json!({"text": "A word4 word0", "glossary_ids": ids[..5]});
    assert_eq!(translation(&api, fields).await, "es:A palabra4 palabra0");
    let answer = api
        .translate(english_with(json!({"glossary_ids": ids})))
        .await;
    assert_eq!(
        (answer.status, answer.message()),
        (
            400,
            "Value for 'glossary_ids' is not valid: 6 glossaries were sent, and 5 is the most."
        )
    );
}

#[tokio::test]
async fn a_glossary_that_cannot_be_used_is_refused() {
    let api = TestApi::start().await;
    let id = glossary(&api, "de", "printer\tDrucker").await;
    for (fields, status, message) in [
        (
            json!({"glossary_id": UNKNOWN}),
            404,
            "There is no glossary with the id",
        ),
        (
            json!({"glossary_id": "x"}),
            400,
            "Value for 'glossary_id' is not valid: ",
        ),
        (
            json!({"glossary_ids": [id, "x"]}),
            400,
            "Value for 'glossary_ids' is not valid: ",
        ),
        (
            json!({"glossary_id": id}),
            400,
            "No dictionary found for language pair EN to ES",
        ),
        (
            json!({"glossary_id": id, "source_lang": null}),
            400,
            "Glossaries need 'source_lang'",
        ),
        (
            json!({"glossary_id": id, "glossary_ids": [id]}),
            400,
            "Values for 'glossary_id' and",
        ),
    ] {
        let answer = api.translate(english_with(fields.clone())).await;
        assert_eq!(answer.status, status, "{fields}: {}", answer.body);
        assert!(
            answer.message().starts_with(message),
            "{}",
            answer.message()
        );
    }
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn a_memory_takes_the_place_of_similar_texts() {
    let api = TestApi::start().await;
    let id = memory(&api).await;
    for (text, threshold, expected) in [
        ("Hello world!", json!(100), "¡Hola!"),
        ("Helloo world!", json!(75), "¡Hola!"),
        ("Helloo world!", Value::Null, "¡Hola!"),
        ("Helloo world!", json!(""), "¡Hola!"),
        ("Helloo world!", json!(100), "es:Helloo world!"),
        // The numbers of the text, and the sentences that the memory has not.
        (
            "Page 4 of 9 is here.",
            json!(90),
            "Aquí está la página 4 de 9.",
        ),
        ("Hello world! New text.", json!(100), "¡Hola! es:New text."),
        // A unit of the memory may be several sentences.
        (
            "\n It rains. It pours. ",
            json!(100),
            "\n Llueve a cántaros. ",
        ),
    ] {
        let fields = json!({"text": text, "translation_memory_id": id, "translation_memory_threshold": threshold});
        assert_eq!(
            translation(&api, fields).await,
            expected,
            "{text:?} {threshold}"
        );
    }
}

#[tokio::test]
async fn a_sentence_with_tags_between_its_words_is_not_taken_from_a_memory() {
    let api = TestApi::start().await;
    let id = memory(&api).await;
    for (text, expected) in [
        (
            r#"<a href="x">Hello</a> world!"#,
            r#"es:<a href="x">Hello</a> world!"#,
        ),
        ("<p>Hello world!</p>", "<p>¡Hola!</p>"),
    ] {
        let fields = json!({"text": text, "tag_handling": "html", "translation_memory_id": id});
        assert_eq!(translation(&api, fields).await, expected);
    }
}

#[tokio::test]
async fn a_memory_is_asked_in_the_language_that_was_detected() {
    let api = TestApi::start().await;
    let id = memory(&api).await;
    let fields = json!({
        "text": ["Hello world!", "Guten Tag."],
        "source_lang": null,
        "target_lang": "ES",
        "translation_memory_id": id,
    });
    let answer = api.translate(english_with(fields)).await;
    // There is no engine from German into Spanish, which is seen before the memory is asked.
    assert_eq!(answer.status, 400);
    let fields = json!({"text": "Hello world!", "source_lang": null, "translation_memory_id": id});
    assert_eq!(translation(&api, fields).await, "¡Hola!");
}

#[tokio::test]
async fn a_memory_that_cannot_be_used_is_refused() {
    let api = TestApi::start().await;
    let id = memory(&api).await;
    let limits = "Value for 'translation_memory_threshold' is not valid: it must be from 0 to 100.";
    for (fields, status, message) in [
        (
            json!({"translation_memory_id": UNKNOWN}),
            404,
            "There is no translation memory",
        ),
        (
            json!({"translation_memory_id": "x"}),
            400,
            "Value for 'translation_memory_id' is not",
        ),
        (
            json!({"translation_memory_id": id, "target_lang": "DE"}),
            400,
            "The translation memory is",
        ),
        (
            json!({"translation_memory_id": id, "translation_memory_threshold": -1}),
            400,
            limits,
        ),
        (
            json!({"translation_memory_id": id, "translation_memory_threshold": 101}),
            400,
            limits,
        ),
        (json!({"translation_memory_threshold": 101}), 400, limits),
    ] {
        let answer = api.translate(english_with(fields.clone())).await;
        assert_eq!(answer.status, status, "{fields}: {}", answer.body);
        assert!(
            answer.message().starts_with(message),
            "{}",
            answer.message()
        );
    }
    for threshold in [0, 100] {
        let fields =
            json!({"translation_memory_id": id, "translation_memory_threshold": threshold});
        assert_eq!(api.translate(english_with(fields)).await.status, 200);
    }
}
