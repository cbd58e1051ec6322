//! Several translations of a sentence.

use std::collections::HashSet;
use std::time::Instant;

use dragoman_domain::{
    EngineError, Guidance, Priority, Register, Segment, TranslationJob, Translator,
};
use dragoman_marian::Marian;
use dragoman_nmt::SearchOptions;
use dragoman_text::register::Markers;

use crate::formality::trained as addressing;
use crate::support::{Models, TEXTS, config, engine, job, pair, texts_of, translate};
use crate::trained::trained;

async fn alternatives(engine: &Marian, job: TranslationJob, most: usize) -> Vec<Vec<String>> {
    let found = engine.alternatives(job, most).await.unwrap();
    found.into_iter().map(texts_of).collect()
}

#[tokio::test]
async fn each_segment_gets_different_translations_the_most_likely_first() {
    let engine = trained(1);
    let texts = ["The old dog sleeps in the garden.", "Two lamps are new."];
    let found = alternatives(&engine, job("en", "de", &texts), 4).await;
    assert_eq!(found.len(), 2);
    for (text, found) in texts.iter().zip(&found) {
        assert!((2..=4).contains(&found.len()), "{found:?}");
        let different: HashSet<&String> = found.iter().collect();
        assert_eq!(different.len(), found.len(), "{found:?}");
        let options = SearchOptions {
            beam: Some(4),
            scores: true,
            ..SearchOptions::default()
        };
        let best = engine
            .translate_segment(pair("en", "de"), text, options, Priority::Interactive)
            .await
            .unwrap();
        assert_eq!(found[0], best[0].text);
    }
}

#[tokio::test]
async fn one_at_most_is_the_ordinary_translation() {
    let engine = trained(1);
    for text in ["The old dog sleeps in the garden.", "Two lamps are new."] {
        let usual = translate(&engine, "en", "de", text).await.unwrap();
        for most in [0, 1] {
            let found = alternatives(&engine, job("en", "de", &[text]), most).await;
            assert_eq!(found, [[usual.clone()]]);
        }
    }
}

#[tokio::test]
async fn there_are_never_more_than_the_search_has_room_for() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    let found = alternatives(&engine, job("en", "de", &[TEXTS[0]]), usize::MAX).await;
    assert!((5..=8).contains(&found[0].len()), "{}", found[0].len());
}

#[tokio::test]
async fn placeholders_are_whole_in_each_of_them() {
    let text = "{name} forgot the cat in %1$s.";
    let segment = Segment::new(text.to_owned(), vec![0..6, 25..29]);
    for (engine, alignment) in [(trained(1), false), (trained(1), true)] {
        let job = TranslationJob {
            alignment,
            ..TranslationJob::new(pair("en", "de"), vec![segment.clone()])
        };
        let found = engine.alternatives(job, 4).await.unwrap().remove(0);
        assert!(found.len() > 1);
        for one in &found {
            for kept in ["{name}", "%1$s"] {
                assert_eq!(one.text().matches(kept).count(), 1, "{}", one.text());
            }
            assert_eq!(one.alignment().is_some(), alignment);
        }
    }
}

#[tokio::test]
async fn behind_a_pivot_they_are_all_of_its_best_translation() {
    let models = Models::new();
    let installed = vec![models.make("de", "en"), models.make("en", "fr")];
    let engine = engine(&config(), installed);
    for text in &TEXTS[..4] {
        let english = translate(&engine, "de", "en", text).await.unwrap();
        let options = SearchOptions {
            n_best: 4,
            ..SearchOptions::default()
        };
        let of_english = engine
            .translate_segment(pair("en", "fr"), &english, options, Priority::Interactive)
            .await
            .unwrap();
        let mut of_english: Vec<String> = of_english.into_iter().map(|one| one.text).collect();
        of_english.dedup();
        let found = alternatives(&engine, job("de", "fr", &[text]), 4).await;
        assert_eq!(found, [of_english]);
    }
}

#[tokio::test]
async fn a_long_segment_has_alternatives_too() {
    let models = Models::new();
    let engine = engine(&config(), vec![models.make("en", "de")]);
    let long = TEXTS.join(" ").repeat(4);
    let found = alternatives(&engine, job("en", "de", &[&long]), 3).await;
    assert_eq!(found[0].len(), 3);
}

#[tokio::test]
async fn none_addresses_the_reader_in_the_other_register() {
    let engine = addressing("de");
    let german = pair("en", "de").target;
    let markers = Markers::of(german).unwrap();
    let text = "You can open your book.";
    let contradict = |found: &[String], register| {
        let contradicts = |one: &String| markers.evidence(one).contradicts(register, true);
        found.iter().any(contradicts)
    };
    let either = alternatives(&engine, job("en", "de", &[text]), 4).await;
    for register in [Register::Formal, Register::Informal] {
        let job = TranslationJob {
            guidance: Guidance {
                register: Some(register),
                ..Guidance::default()
            },
            ..job("en", "de", &[text])
        };
        let found = alternatives(&engine, job, 4).await.remove(0);
        assert!(!found.is_empty());
        assert!(!contradict(&found, register), "{register:?}: {found:?}");
        assert!(contradict(&either[0], register), "{either:?}");
    }
}

#[tokio::test]
async fn a_deadline_holds_for_them() {
    let late = TranslationJob {
        deadline: Some(Instant::now()),
        ..job("en", "de", &["The old dog sleeps."])
    };
    let refused = trained(1).alternatives(late, 4).await;
    assert!(
        matches!(refused, Err(EngineError::Overloaded { .. })),
        "{refused:?}"
    );
}
