use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::task::JoinSet;

use crate::support::{Installation, characters, children_of, eventually, sentences};

#[tokio::test]
async fn after_a_kill_the_count_has_every_answer_and_nothing_that_was_not_sent() {
    const CLIENTS: usize = 4;
    let installation = Installation::new();
    let key = installation.create_key(&[]).await;
    let mut server = installation.start().await;
    let (sent, answered, answers) = (
        Arc::new(AtomicU64::new(0)),
        Arc::new(AtomicU64::new(0)),
        Arc::new(AtomicU64::new(0)),
    );
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let (api, secret) = (server.api(), key.secret.clone());
        let (sent, answered, answers) = (sent.clone(), answered.clone(), answers.clone());
        clients.spawn(async move {
            for length in (1..=10).cycle() {
                let texts = sentences(length + client);
                let count = characters(&texts);
                sent.fetch_add(count, Ordering::SeqCst);
                match api.try_translate(&secret, &texts).await {
                    Ok(answer) => {
                        answer.expect(200);
                        answered.fetch_add(count, Ordering::SeqCst);
                        answers.fetch_add(1, Ordering::SeqCst);
                    }
                    Err(_) => return,
                }
            }
        });
    }
    eventually("some requests are answered", async || {
        (answers.load(Ordering::SeqCst) >= 20).then_some(())
    })
    .await;
    server.kill().await;
    // Each client stops at its first request without an answer.
    while let Some(client) = clients.join_next().await {
        client.unwrap();
    }
    installation.until_no_process_is_left().await;

    let server = installation.start().await;
    let counted = server.characters_used(&key.secret).await;
    let (answered, sent) = (answered.load(Ordering::SeqCst), sent.load(Ordering::SeqCst));
    assert!(
        (answered..=sent).contains(&counted),
        "{answered} characters answered, {counted} counted, {sent} sent"
    );
    let texts = sentences(2);
    server.translate(&key.secret, &texts).await.expect(200);
    assert_eq!(
        server.characters_used(&key.secret).await,
        counted + characters(&texts)
    );
}

#[tokio::test]
async fn killed_stages_of_apertium_are_replaced_and_no_request_notices() {
    const CLIENTS: usize = 4;
    let installation = Installation::new();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    server.until_modes_are_tested().await;
    let texts = sentences(30);
    let expected = server.translate(&key.secret, &texts).await.expect(200);
    let mut requests = 1;
    // Of a request that loses its pipeline twice nothing else could be expected than a failure,
    // so there is one kill for each round of requests.
    for round in 0..8 {
        let before = server.engine_requests().await;
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            let (api, secret, texts) = (server.api(), key.secret.clone(), texts.clone());
            clients.spawn(async move { api.translate(&secret, &texts).await });
            requests += 1;
        }
        eventually("the round is under way", async || {
            (server.engine_requests().await > before + 4).then_some(())
        })
        .await;
        let mut stages = children_of(server.id());
        stages.retain(|stage| !stage.is_zombie);
        assert!(!stages.is_empty(), "Apertium runs");
        let stage = &stages[round * 3 % stages.len()];
        stage.kill();
        while let Some(answer) = clients.join_next().await {
            assert_eq!(answer.unwrap(), expected);
        }
        // A kill that comes late must not count for the next round.
        stage.ended().await;
    }
    assert_eq!(
        server.characters_used(&key.secret).await,
        requests * characters(&texts)
    );
    eventually("what was killed is reaped", async || {
        let children = children_of(server.id());
        children.iter().all(|child| !child.is_zombie).then_some(())
    })
    .await;
}

#[tokio::test]
async fn all_stages_killed_while_idle_are_started_again() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    server.until_modes_are_tested().await;
    let texts = sentences(5);
    let expected = server.translate(&key.secret, &texts).await.expect(200);
    for _ in 0..3 {
        for stage in children_of(server.id()) {
            stage.kill();
        }
        assert_eq!(server.translate(&key.secret, &texts).await, expected);
    }
    assert_eq!(
        server.characters_used(&key.secret).await,
        4 * characters(&texts)
    );
}
