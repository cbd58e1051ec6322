use serde_json::json;

use crate::support::{Installation, characters, eventually, sentences};

#[tokio::test]
async fn a_full_server_refuses_with_503_and_says_when_to_come_back() {
    let (installation, gate) = Installation::gated();
    let installation = installation.option("server.max_requests_in_progress", "1");
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    let texts = sentences(50);
    let request = tokio::spawn({
        let (api, key, texts) = (server.api(), key.clone(), texts.clone());
        async move { api.translate(&key.secret, &texts).await }
    });
    server.until_in_progress(1).await;
    let refused = server.translate(&key.secret, &["One."]).await.expect(503);
    assert!(refused.retry_after >= Some(1), "{refused:?}");
    let usage = server.get("/v2/usage", &key.secret).await;
    usage.expect(200);
    let open = gate.open();
    request.await.unwrap().expect(200);
    server.translate(&key.secret, &["One."]).await.expect(200);
    assert_eq!(
        server.characters_used(&key.secret).await,
        characters(&texts) + 4
    );
    server.until_in_progress(0).await;
    drop(open);
}

#[tokio::test]
async fn too_many_characters_at_a_time_are_refused_like_too_many_requests() {
    let (installation, gate) = Installation::gated();
    let installation = installation.option("server.max_characters_in_progress", "20");
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    let request = tokio::spawn({
        let (api, key) = (server.api(), key.clone());
        async move { api.translate(&key.secret, &["The house is big."]).await }
    });
    server.until_in_progress(1).await;
    let refused = server.translate(&key.secret, &["Four"]).await.expect(503);
    assert!(refused.retry_after >= Some(1), "{refused:?}");
    let open = gate.open();
    request.await.unwrap().expect(200);
    server.translate(&key.secret, &["Four"]).await.expect(200);
    drop(open);
}

#[tokio::test]
async fn a_key_with_too_many_requests_gets_429_and_other_keys_go_on() {
    let installation = Installation::without_engine()
        .option("keys.requests_per_second", "1")
        .option("keys.request_burst", "1");
    let busy = installation.create_key(&[]).await;
    let other = installation.create_key(&[]).await;
    let server = installation.start().await;
    // However slow the machine is, at some time two come within a second.
    let refused = eventually("a request is refused", async || {
        let answer = server.get("/v2/usage", &busy.secret).await;
        (answer.status != 200).then_some(answer)
    })
    .await
    .expect(429);
    assert!(refused.retry_after >= Some(1), "{refused:?}");
    server.get("/v2/usage", &other.secret).await.expect(200);
}

#[tokio::test]
async fn a_translation_that_takes_too_long_is_504_and_not_counted() {
    let (installation, gate) = Installation::gated();
    let installation = installation.option("server.request_timeout_seconds", "1");
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    let late = server
        .translate(&key.secret, &sentences(2))
        .await
        .expect(504);
    assert!(late.message().contains("not ready in time"), "{late}");
    assert_eq!(server.characters_used(&key.secret).await, 0);
    server.until_in_progress(0).await;
    drop(gate);
}

#[tokio::test]
async fn a_client_that_leaves_pays_nothing_and_makes_room_for_others() {
    let (installation, gate) = Installation::gated();
    let installation = installation.option("server.max_requests_in_progress", "1");
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    let request = tokio::spawn({
        let (api, key) = (server.api(), key.clone());
        async move { api.translate(&key.secret, &sentences(5)).await }
    });
    server.until_in_progress(1).await;
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    server.until_in_progress(0).await;
    let open = gate.open();
    let texts = sentences(3);
    server.translate(&key.secret, &texts).await.expect(200);
    assert_eq!(
        server.characters_used(&key.secret).await,
        characters(&texts)
    );
    drop(open);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_413() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    let largest = "a".repeat(128 * 1024);
    server.translate(&key.secret, &[largest]).await.expect(413);
    assert_eq!(server.characters_used(&key.secret).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_clients_use_up_the_limit_of_a_key_to_the_last_character() {
    // Texts of four characters: a hundred fit, and two characters are left.
    let installation = Installation::new();
    let key = installation.create_key(&["--character-limit", "402"]).await;
    let server = installation.start().await;
    let clients = (0..64).map(|_| {
        let (api, secret) = (server.api(), key.secret.clone());
        tokio::spawn(async move {
            let mut delivered = 0;
            for _ in 0..3 {
                let answer = api.translate(&secret, &["Hey!"]).await;
                match answer.status {
                    200 => delivered += 4,
                    456 => {}
                    other => panic!("{other}: {answer:?}"),
                }
            }
            delivered
        })
    });
    let mut delivered = 0;
    for client in clients.collect::<Vec<_>>() {
        delivered += client.await.unwrap();
    }
    assert_eq!(delivered, 400);
    assert_eq!(server.characters_used(&key.secret).await, 400);
    server.translate(&key.secret, &["Oh"]).await.expect(200);
    server.translate(&key.secret, &["o"]).await.expect(456);
    assert_eq!(server.characters_used(&key.secret).await, 402);
}

#[tokio::test]
async fn a_disk_with_less_free_than_is_to_stay_so_takes_no_files_while_texts_go_on() {
    // More than any disk has.
    let installation = Installation::new().option(
        "data.free_space_floor_megabytes",
        &(u64::MAX / 2_000_000).to_string(),
    );
    let key = installation.create_key(&[]).await;
    let doctor = installation.run(&["doctor"]).await.expect(1);
    assert!(
        doctor
            .output
            .lines()
            .any(|line| line.starts_with("broken")
                && line.contains("data.free_space_floor_megabytes")),
        "{}",
        doctor.output
    );
    let server = installation.start().await;
    let refused = server
        .try_send_document(&key.secret, "a.txt", "The house is green.")
        .await
        .unwrap()
        .expect(503);
    assert!(refused.message().contains("almost full"), "{refused}");
    let glossary = json!({
        "name": "a", "source_lang": "en", "target_lang": "es", "entries": "a\tb", "entries_format": "tsv",
    });
    server
        .post("/v2/glossaries", &key.secret, &glossary)
        .await
        .expect(503);
    let texts = sentences(3);
    server.translate(&key.secret, &texts).await.expect(200);
    assert_eq!(
        server.characters_used(&key.secret).await,
        characters(&texts)
    );
    let metrics = server.metrics().await;
    assert!(
        metrics.contains("dragoman_free_space_floor_bytes"),
        "{metrics}"
    );
}
