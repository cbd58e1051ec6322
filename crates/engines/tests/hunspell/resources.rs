//! What the processes of dictionaries do while nobody asks, and when they are killed.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::EngineError;

use crate::support::{dictionaries, dictionaries_with, kill, until};

#[tokio::test]
async fn processes_start_when_they_are_wanted_and_go_without_work() {
    let dictionaries = dictionaries_with(&["de_DE"], |config| {
        config.idle_timeout = Duration::from_millis(1);
        config.cache_bytes = 0;
    });
    assert_eq!(dictionaries.processes(), Vec::<i32>::new());
    let expected = dictionaries.look_up("de", &["Haus", "Hauss"]).await;
    until(|| dictionaries.processes().is_empty()).await;
    assert_eq!(
        dictionaries.look_up("de", &["Haus", "Hauss"]).await,
        expected
    );
}

#[tokio::test]
async fn what_was_killed_while_idle_is_replaced() {
    let dictionaries = dictionaries_with(&["de_DE"], |config| config.cache_bytes = 0);
    let expected = dictionaries.look_up("de", &["Haus", "Hauss"]).await;
    let processes = dictionaries.processes();
    assert_eq!(processes.len(), 2);
    processes.into_iter().for_each(kill);
    assert_eq!(
        dictionaries.look_up("de", &["Haus", "Hauss"]).await,
        expected
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_processes_under_load_leaves_every_answer_right() {
    let dictionaries = Arc::new(dictionaries_with(&["en_GB"], |config| {
        config.cache_bytes = 0;
    }));
    let words = ["house", "hosue", "garden", "gardne"];
    let expected = dictionaries.look_up("en-GB", &words).await;
    for _ in 0..4 {
        let callers: Vec<_> = (0..4)
            .map(|_| {
                let dictionaries = Arc::clone(&dictionaries);
                tokio::spawn(async move { dictionaries.look_up("en-GB", &words).await })
            })
            .collect();
        tokio::task::yield_now().await;
        dictionaries.processes().into_iter().for_each(kill);
        for caller in callers {
            assert_eq!(caller.await.unwrap(), expected);
        }
    }
}

#[tokio::test]
async fn a_shut_down_leaves_no_process_and_answers_nobody() {
    let dictionaries = dictionaries(&["de_DE"]);
    dictionaries.look_up("de", &["Haus", "Hauss"]).await;
    assert_eq!(dictionaries.processes().len(), 2);
    dictionaries.hunspell.shut_down().await;
    assert_eq!(dictionaries.processes(), Vec::<i32>::new());
    let refused = dictionaries.ask("de", &["neu"]).await;
    assert!(
        matches!(refused, Err(EngineError::Unavailable { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn dropping_the_dictionaries_kills_their_processes() {
    let mut dictionaries = dictionaries(&["de_DE"]);
    dictionaries.look_up("de", &["Haus", "Hauss"]).await;
    assert_eq!(dictionaries.processes().len(), 2);
    let config = dragoman_engines::HunspellConfig::default();
    drop(std::mem::replace(
        &mut dictionaries.hunspell,
        dragoman_engines::Hunspell::start(&config),
    ));
    until(|| dictionaries.processes().is_empty()).await;
}
