//! How much of the model may be used at a time, and what is configured.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{EngineError, Translator};
use dragoman_engines::language_model::LanguageModelConfigError;
use dragoman_engines::{LanguageModel, LanguageModelConfig};
use tokio::sync::Semaphore;

use crate::chat_server::{ChatServer, Reply};
use crate::support::{Setup, is_by_model, texts};

/// An engine that asks one question at a time, and its server, which holds every answer until the
/// gate has a permit.
async fn one_at_a_time(queue: usize) -> (ChatServer, Setup, Arc<Semaphore>) {
    let server = ChatServer::start().await;
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    server.always(move |_| Reply::Held(Arc::clone(&held)));
    let mut setup = Setup::new(&server);
    setup.config.concurrency = 1;
    setup.config.queue = queue;
    (server, setup, gate)
}

#[tokio::test]
async fn who_finds_the_queue_full_is_refused_at_once() {
    let (server, mut setup, gate) = one_at_a_time(0).await;
    setup.falls_back = false;
    let engine = Arc::new(setup.engine());
    let first = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { engine.translate(texts(&["One."])).await }
    });
    server.until_asked(1).await;
    match engine.translate(texts(&["Two."])).await.unwrap_err() {
        EngineError::Overloaded { reason, .. } => {
            assert!(reason.contains("too much to do"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    gate.add_permits(1);
    assert_eq!(is_by_model(&first.await.unwrap().unwrap()), [true]);
    assert_eq!(server.questions().len(), 1);
}

#[tokio::test]
async fn who_goes_away_makes_room() {
    let (server, setup, gate) = one_at_a_time(1).await;
    let engine = Arc::new(setup.engine());
    let first = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { engine.translate(texts(&["One."])).await }
    });
    server.until_asked(1).await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    // What is held for nobody takes no permit any more, or the first of these.
    gate.add_permits(2);
    let translations = engine.translate(texts(&["Two."])).await.unwrap();
    assert_eq!(is_by_model(&translations), [true]);
}

#[tokio::test]
async fn who_waits_for_a_server_that_fails_meanwhile_does_not_ask_it() {
    let (server, mut setup, _gate) = one_at_a_time(1).await;
    setup.config.timeout = Duration::from_millis(20);
    let engine = setup.engine();
    let (first, second) = tokio::join!(
        engine.translate(texts(&["One."])),
        engine.translate(texts(&["Two."]))
    );
    assert_eq!(is_by_model(&first.unwrap()), [false]);
    assert_eq!(is_by_model(&second.unwrap()), [false]);
    assert_eq!(server.questions().len(), 1);
}

#[tokio::test]
async fn the_texts_of_one_job_share_the_slots() {
    let (server, setup, gate) = one_at_a_time(1).await;
    gate.add_permits(20);
    let many: Vec<String> = (0..20).map(|number| format!("Text {number}.")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let translations = setup.engine().translate(texts(&many)).await.unwrap();
    assert_eq!(is_by_model(&translations), [true; 20]);
    assert_eq!(
        server.questions().len(),
        20,
        "each text is a question of its own"
    );
}

#[tokio::test]
async fn the_key_is_sent_and_never_shown() {
    let server = ChatServer::with_key(Some("sk-1234")).await;
    let mut setup = Setup::new(&server);
    setup.config.key = Some("sk-1234".to_owned().into());
    let translations = setup.engine().translate(texts(&["One."])).await.unwrap();
    assert_eq!(is_by_model(&translations), [true]);
    let question = server.questions().remove(0);
    assert_eq!(question.authorization.as_deref(), Some("Bearer sk-1234"));
    assert!(!question.body.to_string().contains("sk-1234"));
    let shown = format!("{:?} {:?}", setup.engine(), setup.model());
    assert!(!shown.contains("sk-1234"), "{shown}");
}

#[test]
fn what_cannot_work_is_refused_before_anything_is_sent() {
    let build = |change: fn(&mut LanguageModelConfig)| {
        let mut config = LanguageModelConfig::new("http://127.0.0.1:8080/v1", "model");
        change(&mut config);
        LanguageModel::new(config, None).map(|_| ()).unwrap_err()
    };
    for address in [
        "",
        "127.0.0.1:8080",
        "ftp://host/v1",
        "http://user:key@host/v1",
        "http://host/v1?x=y",
    ] {
        let mut config = LanguageModelConfig::new(address, "model");
        config.key = None;
        let error = LanguageModel::new(config, None).map(|_| ()).unwrap_err();
        assert!(
            matches!(error, LanguageModelConfigError::Address { .. }),
            "{address}: {error:?}"
        );
    }
    assert_eq!(
        build(|config| config.model = " ".to_owned()),
        LanguageModelConfigError::NoModel
    );
    assert_eq!(
        build(|config| config.concurrency = 0),
        LanguageModelConfigError::Zero("concurrency")
    );
    assert_eq!(
        build(|config| config.batch_characters = 0),
        LanguageModelConfigError::Zero("batch_characters")
    );
    assert_eq!(
        build(|config| config.key = Some("a\nb".to_owned().into())),
        LanguageModelConfigError::Key
    );
}
