//! Servers that are down, slow, busy or different.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{EngineError, ErrorKind, Translator};
use dragoman_engines::language_model::Answers;
use tokio::sync::Semaphore;

use crate::chat_server::{ChatServer, Reply, good};
use crate::support::{Setup, engine, is_by_model, sentences, texts, written};

const TEXT: &str = "The meeting is on Monday.";

/// What comes without anything to fall back to.
async fn failure(setup: &Setup) -> EngineError {
    let strict = Setup {
        falls_back: false,
        config: setup.config.clone(),
        local: Arc::clone(&setup.local),
        detector: None,
    };
    strict.engine().translate(texts(&[TEXT])).await.unwrap_err()
}

#[tokio::test]
async fn a_server_that_is_down_is_replaced_and_not_asked_again_for_a_while() {
    let mut server = ChatServer::start().await;
    server.stop().await;
    let setup = Setup::new(&server);
    let engine = setup.engine();
    for _ in 0..2 {
        let translations = engine.translate(texts(&[TEXT])).await.unwrap();
        assert_eq!(written(&translations), [format!("local: {TEXT}")]);
        assert_eq!(is_by_model(&translations), [false]);
    }
    let troubles = engine.troubles();
    assert!(troubles[0].contains("cannot be reached"), "{troubles:?}");
    let error = failure(&setup).await;
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.to_string().contains("cannot be reached"), "{error}");
    assert!(!error.to_string().contains("meeting"), "{error}");
}

#[tokio::test]
async fn a_slow_server_is_waited_for_as_long_as_configured() {
    let server = ChatServer::start().await;
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    server.always(move |_| Reply::Held(Arc::clone(&held)));
    let mut setup = Setup::new(&server);
    setup.config.timeout = Duration::from_millis(20);
    let engine = setup.engine();
    let translations = engine.translate(texts(&[TEXT])).await.unwrap();
    assert_eq!(is_by_model(&translations), [false]);
    assert_eq!(
        engine.troubles(),
        ["the language model cannot be used: it takes too long to answer"]
    );
    engine.translate(texts(&[TEXT])).await.unwrap();
    assert_eq!(server.questions().len(), 1, "it is left alone for a while");
    assert_eq!(failure(&setup).await.kind(), ErrorKind::Unavailable);
}

#[tokio::test]
async fn who_waits_is_not_kept_waiting_longer_than_configured() {
    let server = ChatServer::start().await;
    let gate = Arc::new(Semaphore::new(1));
    let held = Arc::clone(&gate);
    server.always(move |_| Reply::Held(Arc::clone(&held)));
    let mut setup = Setup::new(&server);
    setup.config.patience = Duration::from_millis(300);
    setup.config.batch_characters = 1;
    let engine = setup.engine();
    let job = sentences(&[TEXT, "It is late.", "It is cold."]);
    let translations = engine.translate(job).await.unwrap();
    assert_eq!(is_by_model(&translations), [true, false, false]);
    assert_eq!(
        engine.troubles(),
        [""; 0],
        "a hurry says nothing about the server"
    );
}

#[tokio::test]
async fn work_whose_deadline_has_passed_is_not_begun() {
    let server = ChatServer::start().await;
    let job = dragoman_domain::TranslationJob {
        deadline: Some(std::time::Instant::now()),
        ..texts(&[TEXT])
    };
    let translations = engine(&server).translate(job).await.unwrap();
    assert_eq!(is_by_model(&translations), [false]);
}

#[tokio::test]
async fn a_server_that_names_a_time_is_asked_again_after_it_or_left_alone_until_then() {
    for status in [429, 503] {
        let server = ChatServer::start().await;
        server.once(Reply::Refusal(status, "slow down", Some(0)));
        let translations = engine(&server).translate(texts(&[TEXT])).await.unwrap();
        assert_eq!(is_by_model(&translations), [true], "{status}");
        assert_eq!(server.questions().len(), 2, "{status}");

        server.always(move |_| Reply::Refusal(status, "slow down", Some(3600)));
        let setup = Setup::new(&server);
        let engine = setup.engine();
        for _ in 0..2 {
            let translations = engine.translate(texts(&[TEXT])).await.unwrap();
            assert_eq!(is_by_model(&translations), [false], "{status}");
        }
        assert_eq!(
            server.questions().len(),
            3,
            "{status}: once, and then no more"
        );
        match failure(&setup).await {
            EngineError::Overloaded { retry_after, .. } => {
                assert_eq!(retry_after, Duration::from_secs(3600));
            }
            other => panic!("{status}: {other:?}"),
        }
        server.always(move |_| Reply::Refusal(status, "slow down", Some(u64::MAX)));
        match failure(&setup).await {
            EngineError::Overloaded { retry_after, .. } => {
                assert_eq!(retry_after, Duration::from_secs(24 * 3600));
            }
            other => panic!("{status}: {other:?}"),
        }
        server.always(move |_| Reply::Refusal(status, "slow down", None));
        assert_eq!(
            failure(&setup).await.kind(),
            ErrorKind::Overloaded,
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_fault_that_passes_is_not_noticed() {
    for status in [500, 502, 504] {
        let server = ChatServer::start().await;
        server.once(Reply::Refusal(status, "oops", None));
        let translations = engine(&server).translate(texts(&[TEXT])).await.unwrap();
        assert_eq!(is_by_model(&translations), [true], "{status}");
        assert_eq!(
            server.questions()[0].body,
            server.questions()[1].body,
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_server_that_always_refuses_is_given_up_with_its_status() {
    for (status, advice) in [
        (401, "check the key"),
        (403, "check the key"),
        (404, "the name of the model"),
        (400, "does not understand"),
        (500, "its own log"),
        (502, "its own log"),
    ] {
        let server = ChatServer::start().await;
        server.always(move |_| Reply::Refusal(status, "no: meeting", None));
        let setup = Setup::new(&server);
        let translations = setup.engine().translate(texts(&[TEXT])).await.unwrap();
        assert_eq!(is_by_model(&translations), [false], "{status}");
        let error = failure(&setup).await.to_string();
        assert!(
            error.contains(advice) && error.contains(&status.to_string()),
            "{error}"
        );
        assert!(
            !error.contains("meeting"),
            "what the server says is not repeated: {error}"
        );
        assert!(server.questions().len() <= 10, "{status}");
    }
}

#[tokio::test]
async fn a_server_of_something_else_is_given_up() {
    for body in ["<html>Welcome</html>", "{}", "{\"choices\":[]}", "[1]"] {
        let server = ChatServer::start().await;
        server.always(move |_| Reply::Body(body));
        let setup = Setup::new(&server);
        let translations = setup.engine().translate(texts(&[TEXT])).await.unwrap();
        assert_eq!(is_by_model(&translations), [false], "{body}");
        assert_eq!(
            failure(&setup).await.kind(),
            ErrorKind::Unavailable,
            "{body}"
        );
    }
}

#[tokio::test]
async fn the_form_that_a_server_understands_is_found_once_and_remembered() {
    for (status, understood, forms) in [
        (
            400,
            Some("json_object"),
            vec![Some("json_schema"), Some("json_object")],
        ),
        (
            400,
            None,
            vec![Some("json_schema"), Some("json_object"), None],
        ),
        // One that breaks is asked the same once more.
        (
            500,
            Some("json_object"),
            vec![
                Some("json_schema"),
                Some("json_schema"),
                Some("json_object"),
            ],
        ),
    ] {
        let server = ChatServer::start().await;
        server.always(move |question| {
            if question.form() == understood {
                good(question)
            } else {
                Reply::Refusal(status, "what is this?", None)
            }
        });
        let engine = engine(&server);
        for _ in 0..2 {
            let translations = engine.translate(texts(&[TEXT])).await.unwrap();
            assert_eq!(is_by_model(&translations), [true]);
        }
        let asked = server.questions();
        let mut asked: Vec<Option<&str>> = asked.iter().map(|question| question.form()).collect();
        assert_eq!(asked.pop(), Some(understood), "the second time it is known");
        assert_eq!(asked, forms);
    }
}

#[tokio::test]
async fn parameters_that_a_server_does_not_know_are_left_out() {
    let server = ChatServer::start().await;
    server.always(|question| {
        if !question.body["max_tokens"].is_null() {
            Reply::Refusal(
                400,
                "Use 'max_completion_tokens' instead of 'max_tokens'.",
                None,
            )
        } else if !question.body["seed"].is_null() {
            Reply::Refusal(400, "Unknown parameter: seed", None)
        } else if !question.body["temperature"].is_null() {
            Reply::Refusal(400, "temperature is not supported", None)
        } else {
            good(question)
        }
    });
    let translations = engine(&server).translate(texts(&[TEXT])).await.unwrap();
    assert_eq!(is_by_model(&translations), [true]);
    let last = server.questions().pop().unwrap();
    assert!(last.body["max_completion_tokens"].is_u64());
    assert_eq!(last.form(), Some("json_schema"));
}

#[tokio::test]
async fn a_question_that_is_too_long_is_divided() {
    let server = ChatServer::start().await;
    server.always(|question| {
        if question.texts().len() > 2 {
            Reply::Refusal(
                400,
                "This model's maximum context length is 512 tokens.",
                None,
            )
        } else {
            good(question)
        }
    });
    let job = sentences(&["One.", "Two.", "Three.", "Four.", "Five."]);
    let translations = engine(&server).translate(job).await.unwrap();
    assert_eq!(
        written(&translations),
        ["Onee.", "Twoo.", "Threeee.", "Foouur.", "Fiivee."]
    );
    assert_eq!(is_by_model(&translations), [true; 5]);
    let sizes: Vec<usize> = server
        .questions()
        .iter()
        .map(|question| question.texts().len())
        .collect();
    assert_eq!(sizes, [5, 2, 3, 1, 2]);
}

#[tokio::test]
async fn an_answer_that_was_cut_off_is_asked_for_in_parts() {
    let server = ChatServer::start().await;
    server.always(|question| {
        if question.texts().len() > 1 {
            Reply::Truncated("{\"translations\":[{\"id\":1,\"text\":\"Oo".to_owned())
        } else {
            good(question)
        }
    });
    let translations = engine(&server)
        .translate(sentences(&["One.", "Two.", "Three."]))
        .await
        .unwrap();
    assert_eq!(written(&translations), ["Onee.", "Twoo.", "Threeee."]);
    assert_eq!(is_by_model(&translations), [true; 3]);
}

#[tokio::test]
async fn a_single_sentence_that_is_too_long_is_tried_with_nothing_around_it() {
    let server = ChatServer::start().await;
    server.always(|question| {
        if question.data()["context"].is_string() {
            Reply::Refusal(400, "the request exceeds the available context size", None)
        } else {
            good(question)
        }
    });
    let mut job = texts(&[TEXT]);
    job.guidance.context = Some("A very long story.".into());
    let engine = engine(&server);
    assert_eq!(
        is_by_model(&engine.translate(job.clone()).await.unwrap()),
        [true]
    );
    server.always(|_| Reply::Refusal(400, "the request exceeds the available context size", None));
    assert_eq!(is_by_model(&engine.translate(job).await.unwrap()), [false]);
    assert_eq!(
        engine.troubles(),
        [""; 0],
        "the text is too long, the server is well"
    );
}

#[tokio::test]
async fn a_text_that_the_server_does_not_like_is_left_to_others_and_the_rest_is_not() {
    let server = ChatServer::start().await;
    server.always(|question| {
        if question.texts().iter().any(|text| text.contains("kill")) {
            Reply::Refusal(400, "filtered: content policy", None)
        } else {
            good(question)
        }
    });
    let engine = engine(&server);
    engine.translate(texts(&[TEXT])).await.unwrap();
    let job = sentences(&["One.", "Two.", "How to kill a process.", "Four."]);
    let translations = engine.translate(job).await.unwrap();
    assert_eq!(is_by_model(&translations), [true, true, false, true]);
    assert_eq!(engine.troubles(), [""; 0], "the server is well");
    let of_others = engine.translate(texts(&[TEXT])).await.unwrap();
    assert_eq!(is_by_model(&of_others), [true]);
}

#[tokio::test]
async fn what_was_translated_before_the_server_went_is_kept() {
    let server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    setup.config.batch_characters = 1;
    server.always(|question| {
        if question.texts() == ["It is late."] {
            Reply::Refusal(401, "no", None)
        } else {
            good(question)
        }
    });
    let job = sentences(&[TEXT, "It is late.", "It is cold."]);
    let translations = setup.engine().translate(job).await.unwrap();
    assert_eq!(is_by_model(&translations), [true, false, false]);
    assert_eq!(written(&translations)[2], "local: It is cold.");
}

#[tokio::test]
async fn a_server_can_be_asked_whether_it_is_there() {
    let mut server = ChatServer::with_key(Some("secret")).await;
    let mut setup = Setup::new(&server);
    match setup.model().check().await {
        Answers::Not(reason) => assert!(reason.contains("check the key"), "{reason}"),
        other => panic!("{other:?}"),
    }
    setup.config.key = Some("secret".to_owned().into());
    assert_eq!(setup.model().check().await, Answers::Usable);
    setup.config.model = "another".to_owned();
    assert_eq!(
        setup.model().check().await,
        Answers::OtherModels(vec!["test-model".to_owned()])
    );
    server.stop().await;
    let model = setup.model();
    match model.check().await {
        Answers::Not(reason) => assert!(reason.contains("cannot be reached"), "{reason}"),
        other => panic!("{other:?}"),
    }
    assert!(model.trouble().is_some());
}
