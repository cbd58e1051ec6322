use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::{Installation, Key, Server};

/// Gives an account something of everything: a key, a glossary, a style rule list, a memory and a document that waits.
async fn furnish(installation: &Installation, server: &Server, account: &str) -> Key {
    let key = installation.create_key(&["--account", account]).await;
    let glossary = json!({
        "name": "Words",
        "dictionaries": [{
            "source_lang": "en", "target_lang": "es", "entries": "house\tcasa", "entries_format": "tsv",
        }],
    });
    let created = server.post("/v3/glossaries", &key.secret, &glossary).await;
    created.expect(201);
    let list = json!({ "name": "Style", "language": "en" });
    let created = server.post("/v3/style_rules", &key.secret, &list).await;
    created.expect(201);
    let tmx = r#"<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Good morning</seg></tuv>
        <tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu></body></tmx>"#;
    fs::write(installation.root().join("memory.tmx"), tmx).unwrap();
    installation
        .run(&["memory", "import", "memory.tmx", "--account", account])
        .await
        .expect(0);
    server
        .try_send_document(&key.secret, "letter.txt", "The house is big.")
        .await
        .unwrap()
        .expect(200);
    key
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[tokio::test]
async fn a_deleted_account_takes_all_that_is_its_own_along_and_leaves_the_log() {
    let (installation, gate) = Installation::gated();
    let server = installation.start().await;
    let other = furnish(&installation, &server, "bakery").await;
    let key = furnish(&installation, &server, "shop").await;
    let (memories, documents) = (
        installation.data().join("memories"),
        installation.data().join("documents"),
    );
    let contents = |folder: &Path| files(folder).len();
    let before = (contents(&memories), contents(&documents));

    let delete = ["account", "delete", "shop"];
    for answer in ["", "\n", "bakery\n"] {
        let refused = installation.run_with_input(&delete, answer).await.expect(1);
        assert!(
            refused.errors.contains("nothing was deleted"),
            "{refused:?}"
        );
    }
    server.get("/v2/usage", &key.secret).await.expect(200);
    let deleted = installation
        .run_with_input(&delete, "shop\n")
        .await
        .expect(0);
    assert!(
        deleted.output.contains(
            "1 keys, 1 glossaries, 1 style rule lists, 1 translation memories and 1 documents"
        ),
        "{deleted:?}"
    );
    server.get("/v2/usage", &key.secret).await.expect(403);
    let left = (contents(&memories), contents(&documents));
    assert_eq!(left, (before.0 - 1, before.1 - 1));
    // What is the other's stays.
    let glossaries = server.get("/v3/glossaries", &other.secret).await;
    assert_eq!(glossaries.body["glossaries"].as_array().unwrap().len(), 1);

    let listed = installation
        .run(&["account", "list"])
        .await
        .expect(0)
        .output;
    assert!(
        listed.contains("bakery") && !listed.contains("shop"),
        "{listed}"
    );
    let again = installation
        .run(&["account", "delete", "shop", "--yes"])
        .await;
    let again = again.expect(1);
    assert!(
        again.errors.contains("no account has the name \"shop\""),
        "{again:?}"
    );
    let log = installation
        .run(&["account", "log", "--json"])
        .await
        .expect(0)
        .json();
    let acts: Vec<&str> = log
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| {
            entry["account"]
                .as_str()
                .unwrap()
                .starts_with("shop (deleted ")
        })
        .map(|entry| entry["act"].as_str().unwrap())
        .collect();
    assert_eq!(
        acts,
        [
            "create_account",
            "create_key",
            "deactivate_key",
            "delete_account"
        ]
    );

    // The name is free, and the server goes on with what the others have sent.
    let new = installation.create_key(&["--account", "shop"]).await.secret;
    let glossaries = server.get("/v3/glossaries", &new).await.expect(200);
    assert_eq!(glossaries.body["glossaries"], json!([]));
    let opened = gate.open();
    server
        .translate(&other.secret, &["The house is big."])
        .await
        .expect(200);
    server.stop().await;
    drop(opened);
}
