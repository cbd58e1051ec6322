//! Pairs that go through English.

use dragoman_domain::{EngineQuality, Priority, Translator};
use dragoman_nmt::SearchOptions;

use crate::support::{Models, TEXTS, config, engine, pair, translate};

#[tokio::test]
async fn a_pivoted_translation_is_that_of_the_second_model_of_that_of_the_first() {
    let models = Models::new();
    let installed = vec![models.make("de", "en"), models.make("en", "fr")];
    let engine = engine(&config(), installed);
    for text in TEXTS {
        let english = translate(&engine, "de", "en", text).await.unwrap();
        let options = SearchOptions::default();
        let french = engine
            .translate_segment(pair("en", "fr"), &english, options, Priority::Interactive)
            .await
            .unwrap();
        let pivoted = translate(&engine, "de", "fr", text).await.unwrap();
        assert_eq!(french[0].text, pivoted);
    }
}

#[tokio::test]
async fn alignments_lead_from_the_source_to_the_target() {
    let models = Models::new();
    let installed = vec![models.make("de", "en"), models.make("en", "fr")];
    let engine = engine(&config(), installed);
    let options = SearchOptions {
        alignment: true,
        beam: Some(2),
        n_best: 2,
        ..SearchOptions::default()
    };
    let translations = engine
        .translate_segment(pair("de", "fr"), TEXTS[0], options, Priority::Bulk)
        .await
        .unwrap();
    assert_eq!(translations.len(), 2);
    for translation in translations {
        let alignment = &translation.alignment;
        assert_eq!(alignment.rows(), translation.target_tokens.len());
        assert_eq!(alignment.columns(), translation.source_tokens.len());
        let last = translation
            .source_tokens
            .iter()
            .map(|range| range.end)
            .max();
        assert_eq!(last, Some(TEXTS[0].len()));
        // Mass is lost where the first translation was cut, as those of random weights are.
        let sum = |row| -> f32 { alignment.row(row).iter().map(|link| link.weight).sum() };
        let sums = (0..alignment.rows()).map(sum);
        let largest = sums.fold(0.0, f32::max);
        assert!((0.5..1.01).contains(&largest), "a row sums to {largest}");
    }
}

#[tokio::test]
async fn direct_and_pivoted_pairs_and_variants_are_offered_as_neural() {
    let models = Models::new();
    let installed = vec![models.make("de", "en"), models.make("en", "pt")];
    let engine = engine(&config(), installed);
    let mut offers = engine.offers();
    offers.sort_by_key(|offer| offer.pair);
    assert!(
        offers
            .iter()
            .all(|offer| offer.quality == EngineQuality::Neural)
    );
    let pairs: Vec<String> = offers.iter().map(|offer| offer.pair.to_string()).collect();
    assert_eq!(
        pairs,
        [
            "de to en",
            "de to en-GB",
            "de to en-US",
            "de to pt",
            "de to pt-BR",
            "de to pt-PT",
            "en to pt",
            "en to pt-BR",
            "en to pt-PT",
        ]
    );
    assert_eq!(engine.report().pivoted_pairs, 3);
}
