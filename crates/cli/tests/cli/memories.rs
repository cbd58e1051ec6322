use std::fs;

use serde_json::{Value, json};

use crate::support::{Installation, Server, eventually};

const TMX: &str = r#"<tmx version="1.4"><header srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Good morning</seg></tuv><tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Not translated</seg></tuv></tu>
</body></tmx>"#;

fn with_file(name: &str, content: &str) -> Installation {
    let installation = Installation::without_engine();
    fs::write(installation.root().join(name), content).unwrap();
    installation
}

#[tokio::test]
async fn a_memory_is_imported_listed_exported_and_deleted_while_the_server_runs() {
    let installation = with_file("morning.tmx", TMX);
    let server = installation.start().await;
    let key = installation.create_key(&[]).await.secret;
    let imported = installation
        .run(&["memory", "import", "morning.tmx"])
        .await
        .expect(0);
    assert!(imported.output.contains("\"morning\""), "{imported:?}");
    assert!(imported.output.contains("1 segments"), "{imported:?}");
    assert!(
        imported.errors.contains("1 units were left out"),
        "{imported:?}"
    );
    let path = "/v3/translation_memories";
    let seen = server.get(path, &key).await.expect(200);
    let memory = &seen.body["translation_memories"][0];
    assert_eq!(memory["name"], "morning");
    assert_eq!(memory["target_languages"], json!(["es"]));
    let listed = installation
        .run(&["memory", "list", "--json"])
        .await
        .expect(0)
        .json();
    let id = memory["translation_memory_id"].as_str().unwrap();
    assert_eq!(listed[0]["translation_memory_id"], id);
    let table = installation.run(&["memory", "list"]).await.expect(0);
    assert!(table.output.contains(id) && table.output.contains("morning"));
    let exported = installation
        .run(&["memory", "export", "morning"])
        .await
        .expect(0);
    assert!(exported.output.contains("<seg>Buenos días</seg>"));
    let to_file = ["memory", "export", id, "-o", "copy.tmx"];
    installation.run(&to_file).await.expect(0);
    let copy = installation.root().join("copy.tmx");
    assert!(fs::read_to_string(&copy).unwrap().ends_with("</tmx>\n"));
    let again = installation.run(&to_file).await.expect(1);
    let exists = "copy.tmx exists already: remove it, or name another file with --output";
    assert!(again.errors.contains(exists), "{again:?}");
    installation
        .run(&["memory", "import", "copy.tmx", "--name", "morning"])
        .await
        .expect(0);
    let ambiguous = installation
        .run(&["memory", "delete", "morning"])
        .await
        .expect(1);
    assert!(ambiguous.errors.contains(id), "{ambiguous:?}");
    installation.run(&["memory", "delete", id]).await.expect(0);
    server.get(&format!("{path}/{id}"), &key).await.expect(404);
    let left = server.get(path, &key).await.expect(200);
    assert_eq!(left.body["total_count"], 1);
}

/// The result of a job that is at work no longer.
async fn result(server: &Server, key: &str, job: &Value) -> Value {
    let path = format!(
        "/v3/translation_memories/jobs/{}",
        job["job_id"].as_str().unwrap()
    );
    eventually("a job is done", async || {
        let job = server.get(&path, key).await.expect(200).body;
        let result = job["results"][0].clone();
        (result["status"] != "processing").then_some(result)
    })
    .await
}

#[tokio::test]
async fn the_files_of_imports_and_exports_are_on_the_disk_encrypted_only() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation.create_key(&[]).await.secret;
    let import = json!({
        "source_file": {
            "file_name": "morning.tmx", "content_length": TMX.len(), "content_type": "application/xml",
        },
    });
    let path = "/v3/translation_memories/import";
    let job = server.post(path, &key, &import).await.expect(201).body;
    let upload = job["upload_url"].as_str().unwrap();
    let sent = server.put_file(upload, "application/xml", TMX).await;
    assert!(sent.status < 300, "{sent}");
    let imported = result(&server, &key, &job).await;
    assert_eq!(imported["status"], "completed", "{imported}");
    let memory = imported["translation_memory_id"].as_str().unwrap();

    let path = format!("/v3/translation_memories/{memory}/export");
    let job = server.post(&path, &key, &json!({})).await.expect(202).body;
    let exported = result(&server, &key, &job).await;
    let url = exported["download_url"].as_str().unwrap();
    let path = url.splitn(4, '/').last().unwrap();
    let files: Vec<Vec<u8>> = fs::read_dir(installation.data().join("memories"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "file")
        })
        .map(|path| fs::read(path).unwrap())
        .collect();
    assert_eq!(files.len(), 1);
    for word in ["tmx", "seg", "Good morning", "Buenos"] {
        let word = word.as_bytes();
        assert!(!files[0].windows(word.len()).any(|bytes| bytes == word));
    }
    // Another process reads it with the secret of the data folder.
    server.stop().await;
    let server = installation.start().await;
    let file = server
        .get_without_key(&format!("/{path}"))
        .await
        .expect(200);
    let file = file.body.as_str().unwrap();
    assert!(file.contains("<seg>Good morning</seg>") && file.ends_with("</tmx>\n"));
}

#[tokio::test]
async fn what_cannot_be_imported_is_refused_with_the_reason() {
    let installation = with_file("broken.tmx", &TMX[..TMX.len() - 10]);
    let import = ["memory", "import", "broken.tmx"];
    let no_account = installation.run(&import).await.expect(1);
    assert!(no_account.errors.contains("keys create"), "{no_account:?}");
    installation.create_key(&["--account", "one"]).await;
    let broken = installation.run(&import).await.expect(1);
    assert_eq!(broken.errors.matches("line ").count(), 1, "{broken:?}");
    let folder = installation.run(&["memory", "import", "."]).await.expect(1);
    assert!(folder.errors.contains("directory"), "{folder:?}");
    let missing = installation
        .run(&["memory", "import", "missing.tmx"])
        .await
        .expect(1);
    assert!(missing.errors.contains("missing.tmx"), "{missing:?}");
    installation.create_key(&["--account", "two"]).await;
    let several = installation.run(&import).await.expect(1);
    assert!(several.errors.contains("one, two"), "{several:?}");
    for command in ["export", "delete"] {
        let unknown = installation
            .run(&["memory", command, "nothing"])
            .await
            .expect(1);
        assert!(unknown.errors.contains("memory list"), "{unknown:?}");
    }
    let none = installation.run(&["memory", "list"]).await.expect(0);
    assert!(none.output.contains("memory import"), "{none:?}");
}
