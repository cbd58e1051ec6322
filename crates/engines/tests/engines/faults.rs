//! Stages of the real Apertium that are killed from outside.

use std::sync::Arc;

use crate::support::{Engine, engine, kill, plain};

const DIRECTION: (&str, &str) = ("en", "es");
const CALLERS: usize = 6;

fn texts(caller: usize) -> Vec<String> {
    (0..8)
        .map(|index| format!("The red house number {caller} has {index} doors."))
        .collect()
}

async fn translate(engine: &Engine, caller: usize) -> Vec<String> {
    let segments = texts(caller).iter().map(|text| plain(text)).collect();
    engine.translate(DIRECTION, segments).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_any_stage_under_load_leaves_every_answer_right() {
    let engine = Arc::new(engine(&["eng-spa"]).await);
    let mut expected = Vec::new();
    for caller in 0..CALLERS {
        expected.push(translate(&engine, caller).await);
    }
    let stages = engine.pipelines()[0].len();
    assert!(stages > 10, "a pipeline has only {stages} stages");
    for stage in 0..stages {
        let callers: Vec<_> = (0..CALLERS)
            .map(|caller| {
                let engine = Arc::clone(&engine);
                tokio::spawn(async move { translate(&engine, caller).await })
            })
            .collect();
        tokio::task::yield_now().await;
        for pipeline in engine.pipelines() {
            if let Some(process) = pipeline.get(stage) {
                kill(*process);
            }
        }
        for (caller, answers) in callers.into_iter().enumerate() {
            assert_eq!(
                answers.await.unwrap(),
                expected[caller],
                "stage {stage} was killed"
            );
        }
    }
}

#[tokio::test]
async fn a_pipeline_that_was_killed_while_idle_is_replaced() {
    let engine = engine(&["eng-spa"]).await;
    let expected = translate(&engine, 0).await;
    for pipeline in engine.pipelines() {
        pipeline.into_iter().for_each(kill);
    }
    assert_eq!(translate(&engine, 0).await, expected);
}
