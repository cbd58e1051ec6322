//! One caller's work beside another's.

use std::sync::{Arc, Mutex};

use dragoman_domain::{EngineError, Priority, TranslationJob, Translator};
use dragoman_marian::{Marian, MarianConfig};
use futures_util::future::join_all;
use tokio::task::JoinHandle;

use crate::support::{Gate, Models, TEXTS, config, engine, job_of, until};

/// An engine with one thread, which a gate holds.
async fn held(change: impl FnOnce(&mut MarianConfig)) -> (Models, Arc<Marian>, Arc<Gate>) {
    let models = Models::new();
    let mut config = MarianConfig {
        cache_bytes: 0,
        ..config()
    };
    change(&mut config);
    let engine = Arc::new(engine(&config, vec![models.make("en", "de")]));
    let gate = Arc::new(Gate::default());
    gate.hold(&engine).await;
    (models, engine, gate)
}

fn spawn(engine: &Arc<Marian>, job: TranslationJob) -> JoinHandle<Result<(), EngineError>> {
    let engine = Arc::clone(engine);
    tokio::spawn(async move { engine.translate(job).await.map(drop) })
}

/// Begins a job, and waits until it waits for the thread or is refused.
async fn begin(engine: &Arc<Marian>, job: TranslationJob) -> JoinHandle<Result<(), EngineError>> {
    let before = engine.waiting_tokens(job.priority);
    let priority = job.priority;
    let task = spawn(engine, job);
    until(|| engine.waiting_tokens(priority) > before || task.is_finished()).await;
    task
}

#[tokio::test]
async fn a_keys_sentence_is_translated_before_most_of_anothers_many_requests() {
    for priority in [Priority::Interactive, Priority::Bulk] {
        let (_models, engine, gate) = held(|_| ()).await;
        let finished = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        // Requests of a sentence each, and one of many sentences.
        let mut jobs: Vec<TranslationJob> = (0..120)
            .map(|number| job_of(1, &TEXTS[number % TEXTS.len()..][..1]))
            .collect();
        jobs.push(job_of(1, &TEXTS.repeat(40)));
        jobs.push(job_of(2, &["Where is the other station?"]));
        for job in jobs {
            let caller = job.caller;
            let task = begin(&engine, TranslationJob { priority, ..job }).await;
            let finished = Arc::clone(&finished);
            waiting.push(tokio::spawn(async move {
                task.await.unwrap().unwrap();
                finished.lock().unwrap().push(caller);
            }));
        }
        gate.open();
        for outcome in join_all(waiting).await {
            outcome.unwrap();
        }
        let other = job_of(2, &[]).caller;
        let finished = finished.lock().unwrap();
        let place = finished.iter().position(|caller| *caller == other).unwrap();
        // In the order of turns it is one of the first 20, without turns the last. On a busy machine several answers are ready
        // before any is noted, and are then noted in any order.
        assert!(place < 100, "{place} of {} before it", finished.len());
    }
}

#[tokio::test]
async fn a_job_larger_than_what_is_free_counts_whole_until_it_is_gone() {
    let (_models, engine, gate) = held(|config| config.interactive_queue_tokens = 200).await;
    let queued = || engine.waiting_tokens(Priority::Interactive);
    let mut others = Vec::new();
    for key in 2.. {
        if queued() > 150 {
            break;
        }
        others.push(begin(&engine, job_of(key, &TEXTS[..1])).await);
    }
    let before = queued();
    let large = begin(&engine, job_of(1, &TEXTS.repeat(20))).await;
    let size = queued() - before;
    assert!(size > 200, "{size} tokens");
    others.iter().for_each(JoinHandle::abort);
    until(|| queued() == size).await;
    for key in [1, 2] {
        let refused = begin(&engine, job_of(key, &TEXTS[..1])).await;
        assert_eq!(queued(), size, "key {key} gets in");
        match refused.await.unwrap() {
            Err(EngineError::Overloaded { reason, .. }) => assert_eq!(reason, "the queue is full"),
            other => panic!("{other:?}"),
        }
    }
    gate.open();
    assert_eq!(large.await.unwrap(), Ok(()));
    let after = engine.translate(job_of(2, &TEXTS[..1])).await;
    assert!(after.is_ok(), "{after:?}");
}

#[tokio::test]
async fn a_key_that_fills_its_part_of_the_queue_is_refused_and_another_is_not() {
    let (_models, engine, gate) = held(|config| config.interactive_queue_tokens = 400).await;
    let mut waiting = Vec::new();
    // The last of those that are not refused may wait for room in the queue.
    let refused = loop {
        let task = spawn(&engine, job_of(1, &TEXTS[..1]));
        waiting.push(task);
        tokio::task::yield_now().await;
        if let Some(refused) = waiting.iter().position(JoinHandle::is_finished) {
            break waiting.swap_remove(refused).await.unwrap();
        }
    };
    let queued = engine.waiting_tokens(Priority::Interactive);
    assert!(queued <= 200, "{queued} tokens");
    match refused {
        Err(EngineError::Overloaded {
            reason,
            retry_after,
        }) => {
            assert_eq!(reason, "as much work of this key is waiting as is allowed");
            assert!(!retry_after.is_zero());
        }
        other => panic!("{other:?}"),
    }
    let other = begin(&engine, job_of(2, &TEXTS[..1])).await;
    assert!(!other.is_finished());
    gate.open();
    assert_eq!(other.await.unwrap(), Ok(()));
    for outcome in join_all(waiting).await {
        let outcome = outcome.unwrap();
        assert!(
            matches!(outcome, Ok(()) | Err(EngineError::Overloaded { .. })),
            "{outcome:?}"
        );
    }
    assert_eq!(engine.waiting_tokens(Priority::Interactive), 0);
}
