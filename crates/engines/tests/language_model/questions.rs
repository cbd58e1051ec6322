//! What the model is told.

use dragoman_domain::{ModelType, Register, Segment, Term, Translator};
use serde_json::json;

use crate::chat_server::{ChatServer, Question};
use crate::support::{Setup, engine, job, pair, segment, sentences, texts};

/// The only question for a job.
async fn question(job: dragoman_domain::TranslationJob) -> Question {
    let server = ChatServer::start().await;
    engine(&server).translate(job).await.unwrap();
    let mut questions = server.questions();
    assert_eq!(questions.len(), 1);
    questions.remove(0)
}

#[tokio::test]
async fn a_question_asks_for_one_answer_that_is_always_the_same() {
    let question = question(texts(&["It is late."])).await;
    assert_eq!(question.body["temperature"], 0.0);
    assert_eq!(question.body["seed"], 0);
    assert_eq!(question.body["stream"], false);
    assert!(question.body["max_tokens"].as_u64().unwrap() > 64);
    assert_eq!(
        question.body["response_format"]["json_schema"]["strict"],
        true
    );
    assert!(question.system().contains("from English into German"));
    assert_eq!(
        question.data(),
        json!({ "segments": [{ "id": 1, "text": "It is late." }] })
    );
}

#[tokio::test]
async fn guidance_is_passed_on() {
    let mut job = texts(&["It is late."]);
    job.guidance.register = Some(Register::Informal);
    job.guidance.context = Some("A letter to a friend.".into());
    job.guidance.instructions = ["Be brief.".to_owned(), "No slang.".to_owned()].into();
    let question = question(job).await;
    assert!(
        question.system().contains("informally: du, ihr"),
        "{}",
        question.system()
    );
    assert_eq!(question.data()["context"], "A letter to a friend.");
    assert_eq!(question.data()["wishes"], json!(["Be brief.", "No slang."]));
    for parameter in ["Be brief", "letter to a friend"] {
        assert!(
            !question.system().contains(parameter),
            "only the operator commands"
        );
    }
}

#[tokio::test]
async fn what_the_operator_wants_is_an_instruction() {
    let server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    setup.config.instructions = "Write short sentences.".to_owned();
    setup
        .engine()
        .translate(texts(&["It is late."]))
        .await
        .unwrap();
    assert!(
        server.questions()[0]
            .system()
            .contains("Write short sentences.")
    );
}

#[tokio::test]
async fn terms_and_placeholders_stand_beside_their_segment() {
    let segment =
        Segment::new("Open the {x} file.".to_owned(), vec![9..12]).with_terms(vec![Term {
            source: 13..17,
            targets: vec!["Datei".to_owned(), "Dateien".to_owned()],
        }]);
    let asked = question(job(vec![segment.clone()])).await;
    assert_eq!(
        asked.data()["segments"][0],
        json!({
            "id": 1,
            "text": "Open the {x} file.",
            "keep": ["{x}"],
            "terms": [{ "source": "file", "target": ["Datei", "Dateien"] }]
        })
    );
    assert!(!asked.system().contains("every one of them"));
    let again = dragoman_domain::TranslationJob {
        seeks_terms: true,
        ..job(vec![segment])
    };
    assert!(question(again).await.system().contains("every one of them"));
}

#[tokio::test]
async fn a_long_context_is_shown_in_part() {
    let server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    for (characters, shown) in [
        (5, json!("Über ")),
        (100, json!("Über uns.")),
        (0, json!(null)),
    ] {
        setup.config.context_characters = characters;
        let mut job = sentences(&["One."]);
        job.guidance.context = Some("Über uns.".into());
        setup.engine().translate(job).await.unwrap();
        let question = server.questions().pop().unwrap();
        assert_eq!(question.data()["context"], shown);
    }
}

#[tokio::test]
async fn sentences_come_with_those_before_them_in_their_passage_only() {
    let server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    setup.config.batch_characters = 1;
    setup.config.previous_segments = 2;
    setup.config.concurrency = 1;
    let mut job = sentences(&["One.", "Two.", "Three.", "Four."]);
    let fifth = segment("Five.").in_passage(1);
    job.segments = job.segments.iter().cloned().chain([fifth]).collect();
    setup.engine().translate(job).await.unwrap();
    let questions = server.questions();
    let previous: Vec<_> = questions
        .iter()
        .map(|question| question.data()["previous"].clone())
        .collect();
    assert_eq!(previous[0], json!(null));
    assert_eq!(
        previous[1],
        json!([{ "source": "One.", "translation": "Onee." }])
    );
    assert_eq!(
        previous[3],
        json!([
            { "source": "Two.", "translation": "Twoo." },
            { "source": "Three.", "translation": "Threeee." }
        ])
    );
    assert_eq!(previous[4], json!(null), "another passage");
}

#[tokio::test]
async fn marks_are_explained_where_there_are_some_and_never_look_like_the_text() {
    let plain = question(texts(&["Press Continue now."])).await;
    assert!(!plain.system().contains("Marks such as"));
    let segment = segment("Press Continue ⟦now⟧.").with_spans(vec![6..14]);
    let marked = question(job(vec![segment])).await;
    assert_eq!(marked.texts(), ["Press ⟪1⟫Continue⟪/1⟫ ⟦now⟧."]);
    assert!(marked.system().contains("⟪1⟫words⟪/1⟫"));
}

#[tokio::test]
async fn variants_are_asked_for_by_name_and_written_by_rule() {
    let server = ChatServer::start().await;
    server.always(|_| {
        crate::chat_server::Reply::Translations(vec!["The color of the harbor.".to_owned()])
    });
    let job = dragoman_domain::TranslationJob {
        pair: pair("de", "en-GB"),
        model: ModelType::LatencyOptimized,
        ..texts(&["Die Farbe des Hafens."])
    };
    let translations = engine(&server).translate(job).await.unwrap();
    assert_eq!(translations[0].text(), "The colour of the harbour.");
    assert!(
        server.questions()[0]
            .system()
            .contains("into English (British)")
    );
}
