//! Engines that have too much work, fail, or are no longer wanted.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use dragoman_documents::Unit;
use dragoman_domain::{EngineError, ErrorKind};
use dragoman_service::Resources;
use tokio::time::Instant;

use crate::engines::{Rewriter, translator};
use crate::{all_shown, request, translate, unit, units};

fn overloaded(seconds: u64) -> EngineError {
    EngineError::Overloaded {
        reason: "the queue is full".to_owned(),
        retry_after: Duration::from_secs(seconds),
    }
}

fn unavailable() -> EngineError {
    EngineError::Unavailable {
        reason: "it does not answer".to_owned(),
    }
}

/// Units of which each is a batch of its own.
fn batches(number: usize) -> Vec<Unit> {
    let long = "word ".repeat(1_000);
    (0..number)
        .map(|number| unit(&format!("{number} {long}")))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn an_engine_with_too_much_work_is_waited_for_as_long_as_it_says() {
    let refusals = std::iter::repeat_with(|| overloaded(7)).take(80);
    let engine = Rewriter::refusing(str::to_uppercase, refusals);
    let begun = Instant::now();
    let translated = translate(&translator(engine), &request(), &units(&["house"])).await;
    assert_eq!(all_shown(&translated.unwrap()), ["HOUSE"]);
    assert_eq!(begun.elapsed().as_secs(), 560);
}

#[tokio::test(start_paused = true)]
async fn a_wait_is_neither_long_nor_none() {
    for (seconds, expected) in [(0, 100), (100_000, 30_000)] {
        let engine = Rewriter::refusing(str::to_uppercase, [overloaded(seconds)]);
        let begun = Instant::now();
        let translated = translate(&translator(engine), &request(), &units(&["house"])).await;
        assert!(translated.is_ok());
        assert_eq!(begun.elapsed().as_millis(), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn no_engine_makes_a_document_wait_for_hours_or_ask_without_end() {
    let documents = [
        (0, units(&["house"])),
        (7, batches(50)),
        (100_000, batches(50)),
    ];
    for (seconds, units) in documents {
        let refusals = std::iter::repeat_with(|| overloaded(seconds)).take(10_000);
        let engine = Rewriter::refusing(str::to_uppercase, refusals);
        let begun = Instant::now();
        let failed = translate(&translator(engine.clone()), &request(), &units).await;
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Unavailable);
        assert!(engine.segments().is_empty());
        let waited = begun.elapsed().as_secs();
        assert!((590..=600).contains(&waited), "{waited}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_engine_with_too_much_work_is_waited_for_while_the_document_goes_on() {
    let engine = Rewriter::upper_case();
    engine.refuse_before_each(20, &overloaded(20));
    let begun = Instant::now();
    let translated = translate(&translator(engine), &request(), &batches(50)).await;
    assert_eq!(translated.unwrap().translations.len(), 50);
    // Some batches wait at the same time, but never without another one that gets done.
    let waited = begun.elapsed().as_secs();
    assert!(waited > 2 * 600, "{waited}");
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_fails_is_asked_some_more_times() {
    let engine = Rewriter::refusing(str::to_uppercase, [(); 3].map(|()| unavailable()));
    let translated = translate(&translator(engine), &request(), &units(&["house"])).await;
    assert_eq!(all_shown(&translated.unwrap()), ["HOUSE"]);

    let engine = Rewriter::refusing(str::to_uppercase, [(); 4].map(|()| unavailable()));
    let failed = translate(&translator(engine.clone()), &request(), &units(&["house"])).await;
    assert_eq!(failed.unwrap_err().kind(), ErrorKind::Unavailable);
    assert!(engine.segments().is_empty());
}

#[tokio::test]
async fn nothing_goes_on_for_a_document_that_is_dropped() {
    let engine = Rewriter::upper_case();
    engine.hold();
    let translator = translator(engine.clone());
    let working = tokio::spawn(async move {
        let units = batches(50);
        let resources = Resources::default();
        let request = request();
        let translating = translator.translate(None, &request, &units, &resources, &|_| ());
        translating.await
    });
    while engine.at_work.load(Ordering::SeqCst) < 4 {
        tokio::task::yield_now().await;
    }
    working.abort();
    assert!(working.await.unwrap_err().is_cancelled());
    assert_eq!(engine.at_work.load(Ordering::SeqCst), 0);
    assert_eq!(Arc::strong_count(&engine), 1);
}
