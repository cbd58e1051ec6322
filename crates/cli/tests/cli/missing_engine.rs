use serde_json::json;

use crate::support::Installation;

#[tokio::test]
async fn without_apertium_the_server_works_and_says_what_to_install() {
    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    let key = server.first_keys().await.api;
    for path in [
        "/v2/languages?type=source",
        "/v2/languages?type=target",
        "/v3/languages?resource=translate_text",
    ] {
        let answer = server.get(path, &key).await.expect(200);
        assert_eq!(answer.body, json!([]), "{path}");
    }
    let refused = server.translate(&key, &["The house."]).await.expect(400);
    for named in ["EN", "ES", "Whoever runs the server"] {
        assert!(refused.message().contains(named), "{refused}");
    }
    let log = server.log();
    assert!(log.contains("Debian package apertium-eng-spa"), "{log}");
    let body = json!({ "text": ["The house."], "source_lang": "EN", "target_lang": "FR" });
    let refused = server.post("/v2/translate", &key, &body).await.expect(400);
    assert!(refused.message().contains("FR"), "{refused}");
    let log = server.log();
    assert!(
        log.contains("apertium-eng-cat and apertium-fra-cat"),
        "{log}"
    );
    assert_eq!(server.characters_used(&key).await, 0);
    server.health("ready").await.expect(200);
}

#[tokio::test]
async fn without_apertium_no_language_is_listed_and_doctor_is_named() {
    for installation in [
        Installation::without_engine(),
        Installation::new().option("engines.apertium.enabled", "false"),
        Installation::new().option("engines.apertium.modes_folder", "/nowhere"),
    ] {
        let list = installation.run(&["languages"]).await.expect(0).output;
        assert!(list.contains("dragoman doctor"), "{list}");
        let list = installation.run(&["languages", "--json"]).await.expect(0);
        assert_eq!(list.json(), json!([]));
    }
}

#[tokio::test]
async fn a_package_installed_later_is_found_by_the_next_start() {
    let installation = Installation::without_engine();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    server
        .translate(&key.secret, &["The house."])
        .await
        .expect(400);
    server.stop().await;
    std::fs::copy(
        "/usr/share/apertium/modes/eng-spa.mode",
        installation.modes().join("eng-spa.mode"),
    )
    .unwrap();
    let server = installation.start().await;
    server
        .translate(&key.secret, &["The house."])
        .await
        .expect(200);
}
