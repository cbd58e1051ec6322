//! Which of the engines translates.

use std::sync::Arc;

use dragoman_domain::{
    Abilities, EngineError, EngineQuality, ErrorKind, Guidance, ModelType, Register,
    TranslationJob, Translator,
};

use crate::chat_server::{ChatServer, Reply};
use crate::support::{Local, Setup, is_by_model, pair, texts, written};

fn plain() -> TranslationJob {
    TranslationJob {
        model: ModelType::LatencyOptimized,
        ..texts(&["It is late."])
    }
}

fn with(guidance: Guidance) -> TranslationJob {
    TranslationJob {
        guidance,
        ..plain()
    }
}

fn register() -> Guidance {
    Guidance {
        register: Some(Register::Formal),
        ..Guidance::default()
    }
}

fn instructed() -> Guidance {
    Guidance {
        instructions: ["Be brief.".to_owned()].into(),
        ..Guidance::default()
    }
}

/// Who translates: an engine with these abilities, or the model.
async fn goes_to_model(abilities: Abilities, job: TranslationJob) -> bool {
    let server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    setup.local = Local::with(abilities);
    let translations = setup.engine().translate(job).await.unwrap();
    let is_by_model = is_by_model(&translations) == [true];
    assert_eq!(server.questions().len(), usize::from(is_by_model));
    is_by_model
}

#[tokio::test]
async fn the_model_translates_what_asks_for_it() {
    let none = Abilities::default();
    let with_register = Abilities {
        register: true,
        ..none
    };
    let quality = texts(&["It is late."]);
    for (job, abilities, expected) in [
        (plain(), none, false),
        (quality.clone(), none, true),
        (quality, with_register, true),
        (with(instructed()), with_register, true),
        (with(register()), none, true),
        (with(register()), with_register, false),
    ] {
        let asked = format!("{job:?} with {abilities:?}");
        assert_eq!(goes_to_model(abilities, job).await, expected, "{asked}");
    }
}

#[tokio::test]
async fn a_pair_that_only_the_model_serves_is_its() {
    let job = TranslationJob {
        pair: pair("en", "fr"),
        ..plain()
    };
    assert!(goes_to_model(Abilities::default(), job).await);
}

#[tokio::test]
async fn a_pair_that_the_model_does_not_serve_is_not_its() {
    let server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    setup.config.languages = vec![pair("fr", "es").source, pair("fr", "es").target];
    let engine = setup.engine();
    let translations = engine.translate(texts(&["It is late."])).await.unwrap();
    assert_eq!(is_by_model(&translations), [false]);
    assert_eq!(
        engine.offer(pair("fr", "es")).unwrap().quality,
        EngineQuality::LanguageModel
    );
    assert_eq!(
        engine.offer(pair("en", "de")).unwrap().quality,
        EngineQuality::Neural
    );
    assert_eq!(engine.offer(pair("fr", "de")), None);
}

#[tokio::test]
async fn the_offers_are_those_of_both() {
    let server = ChatServer::start().await;
    let engine = Setup::new(&server).engine();
    let offer = engine.offer(pair("en", "de")).unwrap();
    assert_eq!(offer.quality, EngineQuality::LanguageModel);
    assert!(offer.abilities.register && offer.abilities.instructions);
    let all = engine.offers();
    assert!(all.contains(&offer));
    for other in [
        pair("de", "en-GB"),
        pair("en", "pt-BR"),
        pair("ja", "zh-Hant"),
    ] {
        let offer = engine.offer(other).unwrap();
        assert!(all.contains(&offer), "{other}");
    }
    let pairs: std::collections::HashSet<_> = all.iter().map(|offer| offer.pair).collect();
    assert_eq!(pairs.len(), all.len(), "each once");
}

#[tokio::test]
async fn what_falls_back_is_translated_with_everything_that_the_others_can_do() {
    let server = ChatServer::start().await;
    server.always(|_| Reply::Text("no".to_owned()));
    let setup = Setup::new(&server);
    let mut job = with(instructed());
    job.guidance.register = Some(Register::Informal);
    job.guidance.context = Some("A letter.".into());
    let translations = setup.engine().translate(job.clone()).await.unwrap();
    assert_eq!(is_by_model(&translations), [false]);
    assert_eq!(*setup.local.jobs.lock().unwrap(), [job]);
}

#[tokio::test]
async fn a_register_that_is_required_is_not_given_up() {
    let server = ChatServer::start().await;
    server.always(|_| Reply::Text("no".to_owned()));
    let mut setup = Setup::new(&server);
    let required = Guidance {
        needs_register: true,
        ..register()
    };
    let error = setup
        .engine()
        .translate(with(required.clone()))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.to_string().contains("no translation"), "{error}");
    let preferred = setup.engine().translate(with(register())).await.unwrap();
    assert_eq!(is_by_model(&preferred), [false]);

    setup.local = Local::with(Abilities {
        register: true,
        ..Abilities::default()
    });
    let job = TranslationJob {
        model: ModelType::QualityOptimized,
        ..with(required)
    };
    let translations = setup.engine().translate(job).await.unwrap();
    assert_eq!(is_by_model(&translations), [false]);
}

#[tokio::test]
async fn without_falling_back_or_anything_to_fall_back_to_the_job_fails() {
    let mut server = ChatServer::start().await;
    let mut setup = Setup::new(&server);
    let to_french = TranslationJob {
        pair: pair("en", "fr"),
        ..plain()
    };
    server.stop().await;
    let error = setup.engine().translate(to_french).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    setup.falls_back = false;
    let error = setup
        .engine()
        .translate(texts(&["It is late."]))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert_eq!(Arc::clone(&setup.local).jobs.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a_job_that_is_for_the_model_has_no_alternatives() {
    let server = ChatServer::start().await;
    let setup = Setup::new(&server);
    for job in [texts(&["It is late."]), with(register())] {
        let asked = setup.engine().alternatives(job, 4).await;
        assert_eq!(asked, Err(EngineError::NoAlternatives));
    }
    let found = setup.engine().alternatives(plain(), 4).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(written(&found[0]), ["local: It is late.", "local again"]);
    assert!(server.questions().is_empty());
}
