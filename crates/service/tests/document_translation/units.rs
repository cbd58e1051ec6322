//! What is translated, how often, and what is not.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use dragoman_domain::Priority;
use dragoman_marian::{FixedSupply, InstalledModel};
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use dragoman_service::{DocumentTranslationError, document_characters};

use crate::engines::{Rewriter, pair, translator};
use crate::{all_shown, request, shown, translate, unit, units, with_progress};

#[tokio::test]
async fn equal_units_are_translated_once_and_keep_their_own_codes() {
    let engine = Rewriter::upper_case();
    let units = units(&[
        "A house.",
        "a [1red]1 house{2}",
        "A house.",
        "a [5red]5 house{7}",
        "a [1red]1 house[2]2",
    ]);
    let translated = translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    assert_eq!(
        all_shown(&translated),
        [
            "A HOUSE.",
            "A [1RED]1 HOUSE{2}",
            "A HOUSE.",
            "A [5RED]5 HOUSE{7}",
            "A [1RED]1 HOUSE[2]2"
        ]
    );
    assert_eq!(
        engine.segments(),
        ["A house.", "a red house", "a red house"]
    );
}

#[tokio::test]
async fn what_has_nothing_to_translate_is_not_sent() {
    let engine = Rewriter::upper_case();
    let units = units(&["12.5 %", "–", "", "{1}", "https://example.org/a", "House"]);
    let translated = translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    assert_eq!(
        all_shown(&translated),
        ["-", "-", "-", "-", "https://example.org/a", "HOUSE"]
    );
    assert_eq!(engine.segments(), ["House"]);
}

#[tokio::test]
async fn units_without_codes_need_no_alignment_and_all_work_is_bulk() {
    let engine = Rewriter::upper_case();
    let units = units(&["a house", "a [1red]1 house"]);
    translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    let jobs = engine.jobs.lock().unwrap();
    let alignments: Vec<_> = jobs.iter().map(|job| job.alignment).collect();
    assert_eq!(alignments, [false, true]);
    assert!(jobs.iter().all(|job| job.priority == Priority::Bulk));
}

#[tokio::test]
async fn lines_and_sentences_of_a_unit_are_translated_apart() {
    let engine = Rewriter::upper_case();
    let units = units(&["First line\nsecond line. Third", "one [1two\nthree]1"]);
    let translated = translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    assert_eq!(
        all_shown(&translated),
        ["FIRST LINE\nSECOND LINE. THIRD", "ONE [1TWO\nTHREE]1"]
    );
    assert_eq!(
        engine.segments(),
        ["First line", "second line.", "Third", "one two", "three"]
    );
}

#[tokio::test]
async fn a_document_of_which_nothing_is_translated_is_an_error() {
    let engine = translator(Rewriter::new(str::to_owned));
    let without_letters = units(&["1", "{1}"]);
    let names = units(&["Berlin", "Paris"]);
    assert_eq!(
        translate(&engine, &request(), &without_letters).await,
        Err(DocumentTranslationError::NothingToTranslate)
    );
    assert_eq!(
        translate(&engine, &request(), &names).await,
        Err(DocumentTranslationError::NothingTranslated)
    );
    assert_eq!(
        translate(&engine, &request(), &[]).await,
        Err(DocumentTranslationError::NothingToTranslate)
    );
}

#[tokio::test]
async fn a_unit_of_which_nothing_comes_back_stays() {
    let engine = Rewriter::new(|word| word.replace("gone", ""));
    let other = Rewriter::new(|word| word.replace("gone", "").to_uppercase());
    let units = units(&["gone", "here [1gone]1"]);
    let translated = translate(&translator(other), &request(), &units)
        .await
        .unwrap();
    assert_eq!(all_shown(&translated)[0], "gone");
    assert_eq!(shown(&units[0].content), "gone");
    let translated = translate(&translator(engine), &request(), &units)
        .await
        .unwrap();
    assert!(all_shown(&translated)[1].contains("here"));
}

#[tokio::test]
async fn translations_longer_than_wanted_are_kept_and_counted() {
    let engine = Rewriter::new(|word| format!("{word}{word}"));
    let mut units = units(&["abc", "abcdef", "abc"]);
    units[0].longest = Some(6);
    units[1].longest = Some(11);
    let translated = translate(&translator(engine), &request(), &units)
        .await
        .unwrap();
    assert_eq!(all_shown(&translated), ["abcabc", "abcdefabcdef", "abcabc"]);
    assert_eq!(translated.too_long, 1);
}

#[tokio::test]
async fn a_long_document_is_translated_in_batches_of_which_some_are_in_flight() {
    let engine = Rewriter::upper_case();
    let texts: Vec<String> = (0..3_000)
        .map(|number| format!("This is the paragraph with the number {number}."))
        .collect();
    let units: Vec<_> = texts.iter().map(|text| unit(text)).collect();
    let translator = translator(engine.clone());
    let (translated, told) = with_progress(&translator, &units).await;
    let expected: Vec<String> = texts.iter().map(|text| text.to_uppercase()).collect();
    assert_eq!(all_shown(&translated), expected);
    for job in engine.jobs.lock().unwrap().iter() {
        let segments = job.segments.iter();
        let size: usize = segments.map(|segment| segment.text().len()).sum();
        assert!(size < 5_000, "{size}");
    }
    let most = engine.most_at_work.load(Ordering::SeqCst);
    assert!((2..=16).contains(&most), "{most}");
    let total = document_characters(&units);
    assert_eq!(told.first().unwrap().translated, 0);
    assert_eq!(told.last().unwrap().translated, total);
    assert!(told.iter().all(|progress| progress.total == total));
    assert!(told.is_sorted_by_key(|progress| progress.translated));
}

#[tokio::test]
async fn what_stands_before_a_batch_is_its_context() {
    let engine = Rewriter::upper_case();
    let texts = (0..400).map(|number| format!("Paragraph {number} of some words."));
    let units: Vec<_> = texts.map(|text| unit(&text)).collect();
    translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    let jobs = engine.jobs.lock().unwrap();
    assert!(jobs.len() > 1);
    for job in jobs.iter() {
        let first = job.segments[0].text();
        let number: usize = first.split(' ').nth(1).unwrap().parse().unwrap();
        let context = job.guidance.context.as_deref().unwrap_or_default();
        let last = context.lines().last();
        match number.checked_sub(1) {
            None => assert_eq!(last, None),
            Some(before) => {
                let before = format!("Paragraph {before} of some words.");
                assert_eq!(last, Some(before.as_str()));
            }
        }
    }
}

#[tokio::test]
async fn what_stands_too_far_away_or_is_too_long_is_no_context() {
    let engine = Rewriter::upper_case();
    let long = "word ".repeat(1_000);
    let units = units(&["The title", long.trim(), "The end"]);
    translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    let jobs = engine.jobs.lock().unwrap();
    let contexts: Vec<_> = jobs
        .iter()
        .map(|job| job.guidance.context.clone())
        .collect();
    assert_eq!(contexts, [None, None]);
}

#[tokio::test]
async fn formatting_stands_around_the_words_that_a_model_aligns() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nmt/ende");
    let model = InstalledModel {
        id: "ende".to_owned(),
        pair: pair(),
        paths: ModelPaths {
            weights: folder.join("model.ende.intgemm.alphas.bin"),
            shortlist: Some(folder.join("lex.50.50.ende.s2t.bin")),
            vocabulary: VocabularyPaths::Shared(folder.join("vocab.ende.spm")),
            decoder_settings: None,
        },
        architecture: "tiny".to_owned(),
        preference: 0,
    };
    let supply = Arc::new(FixedSupply(vec![model]));
    let engine = Arc::new(Marian::start(&MarianConfig::default(), supply).unwrap());
    let units = units(&[
        "The teacher forgot the [1cat]1 in Vienna.",
        "[1The teacher]1 forgot the cat{2} in Vienna.",
    ]);
    let translated = translate(&translator(engine.clone()), &request(), &units)
        .await
        .unwrap();
    engine.shut_down().await;
    assert_eq!(
        all_shown(&translated),
        [
            "Der Lehrer hat in Wien die [1Katze]1 vergessen.",
            "[1Der Lehrer]1 hat in Wien die Katze{2} vergessen.",
        ]
    );
}
