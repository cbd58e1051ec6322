use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Installation, characters, children_of, sentences};

#[tokio::test]
async fn a_request_in_progress_gets_its_answer_after_sigterm() {
    let (installation, gate) = Installation::gated();
    let key = installation.create_key(&[]).await;
    let mut server = installation.start().await;
    let texts = sentences(50);
    let request = tokio::spawn({
        let (api, key, texts) = (server.api(), key.clone(), texts.clone());
        async move { api.try_translate(&key.secret, &texts).await }
    });
    server.until_in_progress(1).await;
    server.terminate();
    server.until_draining().await;
    assert!(!request.is_finished());
    let open = gate.open();
    let answer = request.await.unwrap().unwrap().expect(200);
    assert_eq!(answer.texts().len(), texts.len());
    assert_eq!(server.ended().await.code(), Some(0));
    installation.until_no_process_is_left().await;

    let server = installation.start().await;
    assert_eq!(
        server.characters_used(&key.secret).await,
        characters(&texts)
    );
    drop(open);
}

#[tokio::test]
async fn a_second_sigterm_ends_the_server_without_waiting_for_requests() {
    let (installation, gate) = Installation::gated();
    let key = installation.create_key(&[]).await;
    let mut server = installation.start().await;
    let request = tokio::spawn({
        let (api, key) = (server.api(), key.clone());
        async move { api.try_translate(&key.secret, &sentences(1)).await }
    });
    server.until_in_progress(1).await;
    server.terminate();
    server.until_draining().await;
    server.terminate();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
    assert!(request.await.unwrap().is_err(), "no answer was possible");
    let log = server.log();
    assert!(log.contains("stopping at once"), "{log}");
    assert!(
        !log.contains("failed"),
        "it waited until the engine gave up: {log}"
    );
    installation.until_no_process_is_left().await;

    let open = gate.open();
    let server = installation.start().await;
    assert_eq!(server.characters_used(&key.secret).await, 0);
    drop(open);
}

#[tokio::test]
async fn the_drain_timeout_ends_requests_that_take_longer() {
    let (installation, _gate) = Installation::gated();
    let installation = installation.option("server.drain_timeout_seconds", "1");
    let key = installation.create_key(&[]).await;
    let mut server = installation.start().await;
    let request = tokio::spawn({
        let api = server.api();
        async move { api.try_translate(&key.secret, &sentences(1)).await }
    });
    server.until_in_progress(1).await;
    server.terminate();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
    assert!(request.await.unwrap().is_err(), "no answer was possible");
    let log = server.log();
    assert!(
        !log.contains("failed"),
        "it waited until the engine gave up: {log}"
    );
    installation.until_no_process_is_left().await;
}

#[tokio::test]
async fn a_signal_right_after_the_first_line_is_obeyed() {
    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    server.terminate();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
}

#[tokio::test]
async fn an_idle_server_ends_on_sigint_and_leaves_no_process() {
    let installation = Installation::new();
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    server.translate(&keys.api, &sentences(3)).await.expect(200);
    assert!(!children_of(server.id()).is_empty(), "Apertium runs");
    server.interrupt();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
    installation.until_no_process_is_left().await;
}

#[tokio::test]
async fn idle_connections_do_not_keep_the_server_from_ending() {
    let installation = Installation::without_engine();
    let key = installation.create_key(&[]).await;
    let mut server = installation.start().await;
    let silent = TcpStream::connect(&server.address).await.unwrap();
    let mut kept = TcpStream::connect(&server.address).await.unwrap();
    let request = format!(
        "GET /v2/usage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Service-Auth-Key {}\r\n\r\n",
        key.secret
    );
    kept.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    kept.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    server.terminate();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
    let log = server.log();
    assert!(!log.contains("stopping before"), "{log}");
    drop((silent, kept));
}

#[tokio::test]
async fn for_a_while_before_it_stops_a_server_is_not_ready_but_serves() {
    let installation = Installation::without_engine().option("server.drain_delay_seconds", "3600");
    let key = installation.create_key(&[]).await.secret;
    let mut server = installation.start().await;
    server.terminate();
    server.until_not_ready().await;
    server.get("/v2/usage", &key).await.expect(200);
    server.terminate();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
    assert!(server.log().contains("requests in progress may finish"));
}
