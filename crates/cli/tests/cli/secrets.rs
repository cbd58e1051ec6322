use serde_json::json;

use crate::support::Installation;

/// A word that no other text has.
const MARKER: &str = "Xylophonequarry";

#[tokio::test]
async fn neither_keys_nor_texts_reach_the_log_the_metrics_or_the_disk() {
    // With everything that can be logged.
    let installation = Installation::new().option("log.level", "trace");
    let mut server = installation.start().await;
    let first = server.first_keys().await;
    let limited = installation.create_key(&["--character-limit", "10"]).await;
    let ended = installation.create_key(&["--plan", "free"]).await;
    installation
        .run(&["keys", "deactivate", &ended.id])
        .await
        .expect(0);
    let wrong = "7f3c0b5e-wrong-key";

    let text = format!("{MARKER} bought the old house.");
    let texts = [text.as_str()];
    let translated = server.translate(&first.api, &texts).await.expect(200);
    assert!(translated.texts()[0].contains(MARKER), "{translated}");
    server.translate(&limited.secret, &texts).await.expect(456);
    server.translate(&first.admin, &texts).await.expect(403);
    server.translate(&ended.secret, &texts).await.expect(403);
    server.translate(wrong, &texts).await.expect(403);
    server
        .get(
            &format!("/v2/translate?text={MARKER}&auth_key={}", first.api),
            "",
        )
        .await
        .expect(403);
    server
        .get(&format!("/v2/{MARKER}"), &first.api)
        .await
        .expect(404);
    for body in [
        json!({ "text": texts, "source_lang": "EN", "target_lang": MARKER }),
        json!({ "text": texts, "source_lang": "EN", "target_lang": "JA" }),
        json!({ "text": texts, "source_lang": "EN", "target_lang": "ES", "tag_handling": "xml" }),
        json!({ "text": texts }),
    ] {
        server
            .post("/v2/translate", &first.api, &body)
            .await
            .expect(400);
    }
    let log_and_metrics = |log: String, metrics: String| [("log", log), ("metrics", metrics)];
    let seen = log_and_metrics(server.log(), server.metrics().await);
    assert!(seen[0].1.contains("answered"), "the log has the requests");

    let secrets = [
        MARKER,
        &first.api,
        &first.admin,
        &limited.secret,
        &ended.secret,
        wrong,
    ];
    let check_disk = || {
        for secret in secrets {
            let files = installation.data_files_with(secret);
            assert!(files.is_empty(), "{secret} is in {files:?}");
        }
    };
    check_disk();
    for (what, text) in seen {
        for secret in secrets {
            let line = text.lines().find(|line| line.contains(secret));
            assert_eq!(line, None, "the {what} has {secret}");
        }
    }
    server.stop().await;
    check_disk();
}
