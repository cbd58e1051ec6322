use std::fs;

use serde_json::Value;
use tokio::process::Command;

use crate::support::Installation;

#[tokio::test]
async fn the_printed_example_translates_as_it_is() {
    let installation = Installation::new();
    let mut server = installation.start().await;
    let example = server.first_keys().await.example;
    // Makes curl print the status after the answer; the command itself stays as it is.
    fs::write(
        installation.root().join(".curlrc"),
        "silent\nshow-error\nwrite-out = \"\\n%{http_code}\"\n",
    )
    .unwrap();
    let output = Command::new("sh")
        .args(["-c", &example])
        .env("CURL_HOME", installation.root())
        .env("no_proxy", "*")
        .output()
        .await
        .unwrap();
    assert!(
        output.status.success(),
        "this test needs curl: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = String::from_utf8(output.stdout).unwrap();
    let (answer, status) = output.rsplit_once('\n').unwrap();
    assert_eq!(status, "200", "{answer}");
    let answer: Value = serde_json::from_str(answer).unwrap();
    let translation = answer["translations"][0]["text"].as_str().unwrap();
    assert_eq!(translation, "La casa es verde y el jardín es grande.");
}

#[tokio::test]
async fn a_second_start_with_the_same_folder_prints_no_keys_and_the_old_key_works() {
    let installation = Installation::new();
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    assert_eq!(server.stop().await, "\n", "the keys are the last it prints");

    let server = installation.start().await;
    server
        .translate(&keys.api, &["The house is big."])
        .await
        .expect(200);
    assert_eq!(server.stop().await, "");
}

#[tokio::test]
async fn keys_made_before_the_first_start_are_the_only_ones() {
    let installation = Installation::without_engine();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    server.get("/v2/usage", &key.secret).await.expect(200);
    assert_eq!(server.stop().await, "");
}

#[tokio::test]
async fn a_data_folder_has_only_one_server_at_a_time() {
    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    let second = installation
        .run(&["serve", "--listen", "127.0.0.1:0"])
        .await
        .expect(1);
    assert_eq!(second.output, "");
    assert!(
        second
            .errors
            .contains("another server uses the data folder")
            && second.errors.contains("--data-dir"),
        "{}",
        second.errors
    );
    server.get("/v2/usage", &keys.api).await.expect(200);
}

#[tokio::test]
async fn an_address_that_is_taken_is_named() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let outcome = installation
        .run(&["serve", "--listen", &server.address, "--data-dir", "other"])
        .await
        .expect(1);
    let expected = format!("cannot listen on {}", server.address);
    assert!(outcome.errors.contains(&expected), "{}", outcome.errors);
}

#[tokio::test]
async fn health_and_metrics_need_no_key() {
    let installation = Installation::new();
    let server = installation.start().await;
    assert_eq!(
        server.health("live").await.expect(200).body["status"],
        "live"
    );
    let ready = server.health("ready").await.expect(200);
    assert_eq!(ready.body["status"], "ready");
    assert!(ready.body["language_pairs"].as_u64() > Some(0), "{ready}");
    assert!(
        server
            .metrics()
            .await
            .contains("process_resident_memory_bytes")
    );
}

#[tokio::test]
async fn the_interface_is_not_opened_to_others_in_clear_unless_a_proxy_is_in_front() {
    let installation = Installation::without_engine();
    let refused = installation
        .run(&["serve", "--listen", "0.0.0.0:0"])
        .await
        .expect(2);
    assert_eq!(refused.output, "");
    for way in [
        "server.listen",
        "server.tls.certificate",
        "server.trusted_proxies",
        "--behind-proxy",
    ] {
        assert!(refused.errors.contains(way), "{}", refused.errors);
    }
    for (option, value, named) in [
        ("server.tls.certificate", "\"c.pem\"", "server.tls.key"),
        (
            "server.trusted_proxies",
            "[\"proxy\"]",
            "\"proxy\" is neither an address",
        ),
        ("server.max_connections_per_address", "0", "at least 1"),
    ] {
        let installation = Installation::without_engine().option(option, value);
        let refused = installation
            .run(&["serve", "--listen", "127.0.0.1:0"])
            .await;
        let refused = refused.expect(2);
        assert!(refused.errors.contains(named), "{}", refused.errors);
    }
}
