use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::Installation;

/// A word that no other text has.
const MARKER: &str = "Xylophonequarry";

/// A word of a glossary, which is kept on the disk.
const TERM: &str = "Quagmiretoucan";

#[tokio::test]
async fn neither_keys_nor_texts_reach_the_log_the_metrics_or_the_disk() {
    // With everything that can be logged.
    let installation = Installation::new().option("log.level", "trace");
    let mut server = installation.start().await;
    let first = server.first_keys().await;
    // As the log says.
    fs::remove_file(installation.data().join("first-keys.txt")).unwrap();
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
        json!({
            "text": [format!("<{MARKER}>{text}")],
            "source_lang": "EN",
            "target_lang": "ES",
            "tag_handling": "xml",
            "tag_handling_version": "v2",
        }),
        json!({ "text": texts }),
    ] {
        server
            .post("/v2/translate", &first.api, &body)
            .await
            .expect(400);
    }
    let glossary = json!({
        "name": TERM,
        "dictionaries": [{"source_lang": "en", "target_lang": "es", "entries": format!("house\t{TERM}")}],
    });
    let glossary = server
        .post("/v3/glossaries", &first.api, &glossary)
        .await
        .expect(201);
    let with_glossary = json!({
        "text": [format!("{MARKER} bought <b>the old house</b>.")],
        "source_lang": "EN",
        "target_lang": "ES",
        "tag_handling": "html",
        "glossary_id": glossary.body["glossary_id"],
    });
    let translated = server
        .post("/v2/translate", &first.api, &with_glossary)
        .await
        .expect(200);
    assert!(translated.texts()[0].contains(TERM), "{translated}");
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
        for secret in secrets.iter().copied().chain([TERM]) {
            let line = text.lines().find(|line| line.contains(secret));
            assert_eq!(line, None, "the {what} has {secret}");
        }
    }
    server.stop().await;
    check_disk();
}

#[tokio::test]
async fn every_file_of_a_data_folder_is_in_the_list_of_what_is_in_clear() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<String>>()
    };
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../SECURITY.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, list) = page.split_once("\n## What lies on the disk\n").unwrap();
    let found = names(&installation.data());
    assert!(found.len() > 5, "{found:?}");
    for name in found {
        let name = name.trim_end_matches("-wal").trim_end_matches("-shm");
        let is_listed = list.lines().any(|row| {
            row.starts_with('|')
                && (row.contains(&format!("`{name}`")) || row.contains(&format!("`{name}/")))
        });
        assert!(is_listed, "{name}");
    }
    server.stop().await;
}
