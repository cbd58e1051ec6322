//! Threads, queues, and who is told what.

use std::sync::Arc;
use std::time::Instant;

use dragoman_domain::{EngineError, Priority, TranslationJob, Translator};
use dragoman_marian::MarianConfig;
use dragoman_nmt::vocabulary::TokenId;
use dragoman_nmt::{Guide, SearchOptions};
use futures_util::future::try_join_all;

use crate::support::{
    self, Gate, Models, TEXTS, config, engine, job, pair, texts_of, translate, until,
};

#[tokio::test]
async fn a_translation_does_not_depend_on_what_else_is_translated_or_by_how_many_threads() {
    let models = Models::new();
    let installed = vec![models.make("en", "de"), models.make("en", "fr")];
    let start = |threads, rows| {
        let config = MarianConfig {
            threads,
            rows,
            cache_bytes: 0,
            group_tokens: 40,
            ..config()
        };
        engine(&config, installed.clone())
    };
    let alone = start(1, 1);
    for target in ["de", "fr"] {
        let mut expected = Vec::new();
        for text in TEXTS {
            expected.push(translate(&alone, "en", target, text).await.unwrap());
        }
        for (threads, rows) in [(1, 4), (2, 16)] {
            let engine = start(threads, rows);
            let bulk = TranslationJob {
                priority: Priority::Bulk,
                ..job("en", "fr", &TEXTS)
            };
            let (found, other) = tokio::join!(
                engine.translate(job("en", target, &TEXTS)),
                engine.translate(bulk)
            );
            assert_eq!(texts_of(found.unwrap()), expected);
            assert_eq!(other.unwrap().len(), TEXTS.len());
            let each = TEXTS.map(|text| translate(&engine, "en", target, text));
            assert_eq!(try_join_all(each).await.unwrap(), expected);
        }
    }
}

#[tokio::test]
async fn a_long_job_comes_back_whole_and_in_order() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    let mut expected = Vec::new();
    for text in TEXTS {
        expected.push(translate(&engine, "en", "de", text).await.unwrap());
    }
    let texts = TEXTS.repeat(20);
    let found = support::texts_of(engine.translate(job("en", "de", &texts)).await.unwrap());
    assert!(found.iter().eq(expected.iter().cycle().take(found.len())));
    assert_eq!(found.len(), texts.len());
    assert_eq!(engine.translate(job("en", "de", &[])).await, Ok(vec![]));
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_job_that_is_dropped_makes_room() {
    let models = Models::new();
    let config = MarianConfig {
        interactive_queue_tokens: 4,
        ..config()
    };
    let engine = Arc::new(engine(&config, vec![models.make("en", "de")]));
    let gate = Arc::new(Gate::default());
    let held = gate.hold(&engine).await;
    let waiting = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { translate(&engine, "en", "de", TEXTS[0]).await }
    });
    let queued = || engine.waiting_tokens(Priority::Interactive);
    until(|| queued() > 0).await;
    let refused = translate(&engine, "en", "de", TEXTS[0]).await;
    assert!(
        matches!(refused, Err(EngineError::Overloaded { retry_after, .. }) if !retry_after.is_zero()),
        "{refused:?}"
    );
    // The other lane has its own room.
    let bulk = tokio::spawn({
        let engine = Arc::clone(&engine);
        let job = TranslationJob {
            priority: Priority::Bulk,
            ..job("en", "de", &[TEXTS[1]])
        };
        async move { engine.translate(job).await }
    });
    until(|| engine.waiting_tokens(Priority::Bulk) > 0).await;
    waiting.abort();
    until(|| queued() == 0).await;
    let admitted = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { translate(&engine, "en", "de", TEXTS[2]).await }
    });
    until(|| queued() > 0).await;
    gate.open();
    assert!(admitted.await.unwrap().is_ok());
    assert!(bulk.await.unwrap().is_ok());
    assert!(held.await.unwrap().is_ok());
}

#[tokio::test]
async fn what_is_being_decoded_is_given_up_when_nobody_waits_for_it() {
    let models = Models::new();
    let engine = Arc::new(engine(&config(), vec![models.make("en", "de")]));
    let gate = Arc::new(Gate::default());
    let held = gate.hold(&engine).await;
    held.abort();
    assert!(held.await.unwrap_err().is_cancelled());
    gate.open();
    assert!(translate(&engine, "en", "de", TEXTS[0]).await.is_ok());
    // Nothing but the engine holds the gate's segment, and it has let go of it.
    until(|| Arc::strong_count(&gate) == 1).await;
}

#[tokio::test]
async fn a_deadline_takes_back_what_has_not_begun() {
    let models = Models::new();
    let engine = Arc::new(engine(&config(), vec![models.make("en", "de")]));
    let gate = Arc::new(Gate::default());
    let held = gate.hold(&engine).await;
    let late = TranslationJob {
        deadline: Some(Instant::now()),
        ..job("en", "de", &TEXTS)
    };
    let refused = engine.translate(late).await;
    assert!(
        matches!(refused, Err(EngineError::Overloaded { .. })),
        "{refused:?}"
    );
    assert_eq!(engine.waiting_tokens(Priority::Interactive), 0);
    gate.open();
    assert!(held.await.unwrap().is_ok());
}

#[derive(Debug)]
struct Panicking;

impl Guide for Panicking {
    fn adjust(&self, _: &[TokenId], _: &[TokenId], _: &mut [f32]) {
        panic!("asked to panic");
    }
}

#[tokio::test]
async fn a_panic_fails_its_segment_and_the_thread_goes_on() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    let options = SearchOptions {
        guide: Some(Arc::new(Panicking)),
        ..SearchOptions::default()
    };
    let failed = engine
        .translate_segment(pair("en", "de"), TEXTS[0], options, Priority::Interactive)
        .await;
    assert!(
        matches!(failed, Err(EngineError::Unavailable { .. })),
        "{failed:?}"
    );
    assert!(translate(&engine, "en", "de", TEXTS[0]).await.is_ok());
}

#[tokio::test]
async fn after_the_end_only_what_is_known_is_answered() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    let known = translate(&engine, "en", "de", TEXTS[0]).await.unwrap();
    engine.shut_down().await;
    assert_eq!(translate(&engine, "en", "de", TEXTS[0]).await, Ok(known));
    let refused = translate(&engine, "en", "de", TEXTS[1]).await;
    assert!(
        matches!(refused, Err(EngineError::Unavailable { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn what_waits_when_the_engine_ends_is_told_so() {
    let models = Models::new();
    let engine = Arc::new(engine(&config(), vec![models.make("en", "de")]));
    let gate = Arc::new(Gate::default());
    let held = gate.hold(&engine).await;
    let waiting = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { translate(&engine, "en", "de", TEXTS[0]).await }
    });
    until(|| engine.waiting_tokens(Priority::Interactive) > 0).await;
    let ending = tokio::spawn({
        let engine = Arc::clone(&engine);
        async move { engine.shut_down().await }
    });
    let refused = waiting.await.unwrap();
    assert!(
        matches!(refused, Err(EngineError::Unavailable { .. })),
        "{refused:?}"
    );
    gate.open();
    ending.await.unwrap();
    let given_up = held.await.unwrap();
    assert!(
        matches!(given_up, Err(EngineError::Unavailable { .. })),
        "{given_up:?}"
    );
}

#[tokio::test]
async fn n_best_scores_and_alignments_come_as_asked() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    let options = SearchOptions {
        beam: Some(4),
        n_best: 3,
        scores: true,
        alignment: true,
        ..SearchOptions::default()
    };
    let translations = engine
        .translate_segment(pair("en", "de"), TEXTS[0], options, Priority::Interactive)
        .await
        .unwrap();
    assert_eq!(translations.len(), 3);
    let scores: Vec<f32> = translations
        .iter()
        .map(|best| best.score.unwrap())
        .collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    for translation in &translations {
        assert_eq!(
            translation.alignment.rows(),
            translation.target_tokens.len()
        );
        assert!(!translation.words.is_empty());
    }
}
