//! Loading models, within memory, and those that cannot be loaded.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{EngineError, Segment, TranslationJob, Translator};
use dragoman_engines::Router;
use dragoman_marian::MarianConfig;
use dragoman_marian::{InstalledModel, ModelState};
use futures_util::future::join_all;

use crate::support::{Gate, Models, TEXTS, config, engine, job, pair, texts_of, translate};

/// The memory that a test model takes once it is loaded, in bytes.
async fn size_of_a_model(models: &Models) -> u64 {
    let engine = engine(&config(), vec![models.make("en", "de")]);
    translate(&engine, "en", "de", TEXTS[0]).await.unwrap();
    engine.memory_bytes()
}

fn remedy(result: Result<String, EngineError>) -> String {
    match result {
        Err(EngineError::UnsupportedPair {
            remedy: Some(remedy),
            ..
        }) => remedy,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_model_is_given_up_for_another_and_loaded_again() {
    let models = Models::new();
    let installed = vec![models.make("en", "de"), models.make("en", "fr")];
    let config = MarianConfig {
        memory_budget_bytes: size_of_a_model(&models).await * 3 / 2,
        cache_bytes: 0,
        ..config()
    };
    let engine = engine(&config, installed);
    let loaded = || {
        let models = engine.report().models;
        let is_loaded = |state: &ModelState| matches!(state, ModelState::Loaded { .. });
        let loaded = models.into_iter().filter(|model| is_loaded(&model.state));
        loaded.map(|model| model.id).collect::<Vec<_>>()
    };
    let first = translate(&engine, "en", "de", TEXTS[0]).await.unwrap();
    assert_eq!(loaded(), ["en-de"]);
    let other = translate(&engine, "en", "fr", TEXTS[0]).await.unwrap();
    assert_ne!(first, other, "both models have the same weights");
    assert_eq!(loaded(), ["en-fr"]);
    assert_eq!(translate(&engine, "en", "de", TEXTS[0]).await, Ok(first));
    assert!(engine.memory_bytes() <= config.memory_budget_bytes);
}

#[tokio::test]
async fn two_models_take_turns_in_memory_for_one() {
    let models = Models::new();
    let installed = vec![models.make("en", "de"), models.make("en", "fr")];
    let config = MarianConfig {
        memory_budget_bytes: size_of_a_model(&models).await * 3 / 2,
        room_timeout: Duration::from_secs(3_600),
        cache_bytes: 0,
        ..config()
    };
    let engine = engine(&config, installed);
    let both = (0..20).map(|index| {
        let target = if index % 2 == 0 { "de" } else { "fr" };
        translate(&engine, "en", target, TEXTS[index % TEXTS.len()])
    });
    for result in join_all(both).await {
        assert!(result.is_ok(), "{result:?}");
    }
}

#[tokio::test]
async fn a_model_larger_than_the_budget_is_refused_and_the_others_go_on() {
    let models = Models::new();
    let size = size_of_a_model(&models).await;
    let small = models.make("en", "fr");
    let large = models.make("en", "de");
    let mut weights = fs::read(&large.paths.weights).unwrap();
    weights.resize(weights.len() * 10, 0);
    fs::write(&large.paths.weights, weights).unwrap();
    let config = MarianConfig {
        memory_budget_bytes: size * 2,
        ..config()
    };
    let engine = Arc::new(engine(&config, vec![small, large]));
    let router = Router::new(vec![Arc::clone(&engine) as Arc<dyn Translator>]);
    // When it is found out, and while the pair is withdrawn.
    for _ in 0..2 {
        let job = job("en", "de", &[TEXTS[0]]);
        let refused = router
            .translate(job)
            .await
            .map(|translations| texts_of(translations).concat());
        let remedy = remedy(refused);
        assert!(
            remedy.starts_with("Raise engines.neural.memory_budget_megabytes to "),
            "{remedy}"
        );
    }
    assert!(translate(&engine, "en", "fr", TEXTS[0]).await.is_ok());
    assert_eq!(engine.offer(pair("en", "de")), None);
}

#[tokio::test]
async fn a_broken_model_is_withdrawn_and_reported_and_the_others_go_on() {
    let models = Models::new();
    let broken = models.make("en", "de");
    break_weights(&broken);
    let engine = engine(&config(), vec![broken, models.make("en", "fr")]);
    let offers = |target| engine.offer(pair("en", target)).is_some();
    assert!(offers("de"));
    let refusals = join_all(TEXTS.map(|text| translate(&engine, "en", "de", text))).await;
    for refusal in refusals {
        let remedy = remedy(refusal);
        assert_eq!(
            remedy,
            "Repair the model en-de: \"dragoman doctor\" says what is wrong with it."
        );
    }
    assert!(!offers("de"));
    engine.check_models().await;
    let states: Vec<ModelState> = engine
        .report()
        .models
        .into_iter()
        .map(|model| model.state)
        .collect();
    assert!(
        matches!(
            &states[..],
            [ModelState::Broken { .. }, ModelState::Loaded { .. }]
        ),
        "{states:?}"
    );
    assert!(translate(&engine, "en", "fr", TEXTS[0]).await.is_ok());
}

/// Cuts a model's weights in half.
fn break_weights(model: &InstalledModel) {
    let weights = fs::read(&model.paths.weights).unwrap();
    fs::write(&model.paths.weights, &weights[..weights.len() / 2]).unwrap();
}

#[tokio::test]
async fn a_broken_model_hides_neither_another_for_its_pair_nor_the_way_through_english() {
    let models = Models::new();
    let by_pivot = vec![models.make("de", "en"), models.make("en", "fr")];
    let alone = engine(&config(), by_pivot.clone());
    let expected = translate(&alone, "de", "fr", TEXTS[0]).await;
    let english = translate(&alone, "de", "en", TEXTS[0]).await;
    assert!(expected.is_ok());
    let direct = models.make("de", "fr");
    let mut preferred = models.make("de", "en-US");
    preferred.pair = pair("de", "en");
    preferred.preference = 1;
    for broken in [&direct, &preferred] {
        break_weights(broken);
    }
    let installed = [by_pivot, vec![direct, preferred]].concat();
    let engine = engine(&config(), installed);
    for _ in 0..2 {
        assert_eq!(translate(&engine, "de", "en", TEXTS[0]).await, english);
        assert_eq!(translate(&engine, "de", "fr", TEXTS[0]).await, expected);
    }
    for target in ["en", "fr"] {
        assert!(engine.offer(pair("de", target)).is_some());
    }
}

#[tokio::test]
async fn a_model_that_finds_no_room_when_it_is_checked_is_not_called_working() {
    let models = Models::new();
    let config = MarianConfig {
        memory_budget_bytes: size_of_a_model(&models).await * 3 / 2,
        room_timeout: Duration::ZERO,
        ..config()
    };
    let installed = vec![models.make("en", "de"), models.make("en", "fr")];
    let engine = Arc::new(engine(&config, installed));
    let gate = Arc::new(Gate::default());
    let held = gate.hold(&engine).await;
    engine.check_models().await;
    let report = || {
        let models = engine.report().models.into_iter();
        models.map(|model| model.state).collect::<Vec<_>>()
    };
    let no_room = ModelState::Broken {
        reason: "no memory is free for the model".to_owned(),
    };
    let states = report();
    assert!(matches!(states[0], ModelState::Loaded { .. }), "{states:?}");
    assert_eq!(states[1], no_room);
    gate.open();
    assert!(held.await.unwrap().is_ok());
}

#[tokio::test]
async fn placeholders_survive_whatever_the_model_writes() {
    let models = Models::new();
    let installed = vec![models.make("en", "de"), models.make("de", "en")];
    let engine = engine(&config(), installed);
    let texts = [
        "Hello {name}, you have {n} new messages.",
        "{a}{b}{c} words",
        "the {1} red {2} house {3}",
        "{x} is {x} again",
        "Click{x}here{y}now",
    ];
    let segment = |text: &str| {
        let placeholders = text
            .match_indices('{')
            .filter_map(|(start, _)| Some(start..start + text[start..].find('}')? + 1))
            .collect();
        Segment::new(text.to_owned(), placeholders)
    };
    let long = format!(
        "{} {{name}} {}",
        "word ".repeat(300),
        "{n} more. ".repeat(200)
    );
    let segments: Vec<Segment> = texts
        .into_iter()
        .chain([long.as_str()])
        .map(segment)
        .collect();
    let job = TranslationJob::new(pair("en", "de"), segments.clone());
    let translations = texts_of(engine.translate(job).await.unwrap());
    for (segment, translation) in segments.iter().zip(translations) {
        for range in segment.placeholders() {
            let placeholder = &segment.text()[range.clone()];
            let count = segment.text().matches(placeholder).count();
            assert_eq!(
                translation.matches(placeholder).count(),
                count,
                "{translation}"
            );
        }
    }
}

#[tokio::test]
async fn what_has_nothing_to_translate_comes_back_as_it_is() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    for text in ["", "  ", "12:30", "…", "\u{0}"] {
        assert_eq!(
            translate(&engine, "en", "de", text).await.as_deref(),
            Ok(text)
        );
    }
}
