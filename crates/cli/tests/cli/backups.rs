use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::support::{Api, Installation, Outcome, eventually};

/// A memory of so many segments.
fn tmx(segments: usize) -> String {
    let units: String = (0..segments)
        .map(|number| {
            format!(
                "<tu><tuv xml:lang=\"en\"><seg>House {number}</seg></tuv>\
                 <tuv xml:lang=\"es\"><seg>Casa {number}</seg></tuv></tu>"
            )
        })
        .collect();
    format!(
        "<tmx version=\"1.4\"><header srclang=\"en\" datatype=\"plaintext\"/><body>{units}</body></tmx>"
    )
}

async fn backup(installation: &Installation, folder: &Path, options: &[&str]) -> Outcome {
    let mut arguments = vec!["backup", folder.to_str().unwrap()];
    arguments.extend(options);
    installation.run(&arguments).await
}

async fn restore(installation: &Installation, folder: &Path) -> Outcome {
    installation
        .run(&["restore", folder.to_str().unwrap()])
        .await
}

/// How far somebody is who makes glossaries and translation memories in turns, one after the other.
#[derive(Default)]
struct Progress {
    begun: AtomicUsize,
    done: AtomicUsize,
}

/// Makes glossaries and memories until something fails.
fn work(
    installation: Arc<Installation>,
    api: Api,
    key: String,
    progress: Arc<Progress>,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            let number = progress.done.load(Ordering::SeqCst);
            let name = format!("{number:05}");
            progress.begun.store(number + 1, Ordering::SeqCst);
            let is_done = if number.is_multiple_of(2) {
                let glossary = json!({
                    "name": name, "source_lang": "en", "target_lang": "es",
                    "entries": "house\tcasa", "entries_format": "tsv"
                });
                let made = api.try_post("/v2/glossaries", &key, &glossary).await;
                made.is_ok_and(|answer| answer.status == 201)
            } else {
                let import = ["memory", "import", "memory.tmx", "--name", &name];
                installation.run(&import).await.code == Some(0)
            };
            if !is_done {
                return;
            }
            progress.done.store(number + 1, Ordering::SeqCst);
        }
    })
}

/// The names of the glossaries and memories of a server.
async fn names(api: &Api, key: &str) -> Vec<String> {
    let glossaries = api.get("/v2/glossaries", key).await.expect(200).body;
    let memories = api
        .get("/v3/translation_memories?page_size=25", key)
        .await
        .expect(200)
        .body;
    let name = |item: &Value| item["name"].as_str().unwrap().to_owned();
    let mut names: Vec<String> = glossaries["glossaries"]
        .as_array()
        .unwrap()
        .iter()
        .chain(memories["translation_memories"].as_array().unwrap())
        .map(name)
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_taken_under_load_is_what_there_was_at_a_moment_and_nothing_is_missing() {
    let installation = Arc::new(Installation::without_engine());
    fs::write(installation.root().join("memory.tmx"), tmx(40)).unwrap();
    let key = installation.create_key(&[]).await.secret;
    let mut server = installation.start().await;
    let progress = Arc::new(Progress::default());
    let worker = work(
        Arc::clone(&installation),
        server.api(),
        key.clone(),
        Arc::clone(&progress),
    );
    let mut backups = Vec::new();
    for round in 0..4 {
        eventually("more was made", async || {
            (progress.done.load(Ordering::SeqCst) >= 4 * round + 3).then_some(())
        })
        .await;
        let folder = installation.root().join(format!("backup-{round}"));
        let before = progress.done.load(Ordering::SeqCst);
        let taking = backup(&installation, &folder, &["--with-secrets"]);
        let taken = if round < 3 {
            taking.await
        } else {
            // The server dies meanwhile.
            tokio::join!(taking, server.kill()).0
        };
        taken.expect(0);
        backups.push((folder, before, progress.begun.load(Ordering::SeqCst)));
    }
    worker.await.unwrap();

    for (folder, before, after) in backups {
        let restored = Installation::without_engine();
        restore(&restored, &folder).await.expect(0);
        let server = restored.start().await;
        let names = names(&server, &key).await;
        assert!(
            (before..=after).contains(&names.len()),
            "{before} {after} {names:?}"
        );
        let expected: Vec<String> = (0..names.len())
            .map(|number| format!("{number:05}"))
            .collect();
        assert_eq!(names, expected, "what came first is there");
        for name in names.iter().skip(1).step_by(2) {
            let exported = restored.run(&["memory", "export", name]).await.expect(0);
            assert!(exported.output.contains("<seg>Casa 39</seg>"));
        }
        server.stop().await;
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files
}

#[tokio::test]
async fn documents_and_their_secrets_come_back_and_only_the_owner_may_read_anything() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await.secret;
    let server = installation.start().await;
    let text = "The house is green.";
    let sent = server.try_send_document(&key, "house.txt", text).await;
    let handle = sent.unwrap().expect(200).body;
    eventually("the document is translated", async || {
        let status = server.try_document_status(&key, &handle).await.unwrap();
        (status.body["status"] == "done").then_some(())
    })
    .await;
    let folder = installation.root().join("backup");
    let taken = backup(&installation, &folder, &["--with-secrets"])
        .await
        .expect(0);
    assert!(taken.output.contains("1 documents"), "{taken:?}");
    server.stop().await;

    let restored = Installation::new();
    for file in files(&folder) {
        // As many ways of copying leave it.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    }
    restore(&restored, &folder).await.expect(0);
    for file in files(&restored.data()) {
        let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.display());
    }
    let server = restored.start().await;
    let result = server.try_document_result(&key, &handle).await.unwrap();
    assert!(result.expect(200).body.as_str().unwrap().contains("casa"));
}

#[tokio::test]
async fn what_is_no_whole_backup_is_not_restored_and_nothing_is_overwritten() {
    let installation = Installation::without_engine();
    fs::write(installation.root().join("memory.tmx"), tmx(3)).unwrap();
    installation.create_key(&[]).await;
    installation
        .run(&["memory", "import", "memory.tmx"])
        .await
        .expect(0);
    let folder = installation.root().join("backup");
    let taken = backup(&installation, &folder, &[]).await.expect(0);
    assert!(taken.errors.contains("--with-secrets"), "{taken:?}");
    assert!(!folder.join("hashing.key").exists());
    let again = backup(&installation, &folder, &[]).await.expect(1);
    assert!(again.errors.contains("is not empty"), "{again:?}");
    let used = restore(&installation, &folder).await.expect(1);
    assert!(used.errors.contains("dragoman.db"), "{used:?}");

    let other = Installation::without_engine();
    let none = restore(&other, &other.root().join("modes")).await.expect(1);
    assert!(none.errors.contains("backup.json"), "{none:?}");
    let memory = files(&folder.join("memories")).remove(0);
    let content = fs::read(&memory).unwrap();
    let mut damaged = content.clone();
    damaged[100] ^= 1;
    fs::write(&memory, damaged).unwrap();
    let refused = restore(&other, &folder).await.expect(1);
    assert!(refused.errors.contains("is damaged"), "{refused:?}");
    fs::write(&memory, content).unwrap();

    let restored = restore(&other, &folder).await.expect(0);
    assert!(restored.errors.contains("hashing.key"), "{restored:?}");
    let refused = other
        .run(&["serve", "--listen", "127.0.0.1:0"])
        .await
        .expect(1);
    assert!(
        refused.errors.contains("hashing.key is missing"),
        "{refused:?}"
    );
    fs::copy(
        installation.data().join("hashing.key"),
        other.data().join("hashing.key"),
    )
    .unwrap();
    let listed = other.run(&["memory", "list"]).await.expect(0);
    assert!(listed.output.contains("memory"), "{listed:?}");
}

#[tokio::test]
async fn two_backups_are_not_taken_at_the_same_time_and_what_a_dead_one_left_is_no_matter() {
    let installation = Installation::without_engine();
    installation.create_key(&[]).await;
    installation.run(&["memory", "list"]).await.expect(0);
    let (first, second) = (
        installation.root().join("first"),
        installation.root().join("second"),
    );
    let lock = fs::File::create(installation.data().join("backup.lock")).unwrap();
    lock.lock().unwrap();
    let refused = backup(&installation, &first, &[]).await.expect(1);
    assert!(refused.errors.contains("another backup"), "{refused:?}");
    assert!(!first.exists());
    drop(lock);
    let left = installation.data().join("backup.held/memories");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("old"), "").unwrap();
    backup(&installation, &second, &[]).await.expect(0);
    assert!(!files(&second).iter().any(|file| file.ends_with("old")));
    assert!(!installation.data().join("backup.held").exists());
}

#[tokio::test]
async fn a_memory_that_the_database_lacks_is_set_aside_at_the_start_and_not_removed() {
    let installation = Installation::without_engine();
    fs::write(installation.root().join("memory.tmx"), tmx(3)).unwrap();
    installation.create_key(&[]).await;
    installation.run(&["memory", "list"]).await.expect(0);
    let old = fs::read(installation.data().join("memories.db")).unwrap();
    installation
        .run(&["memory", "import", "memory.tmx"])
        .await
        .expect(0);
    let memory = files(&installation.data().join("memories")).remove(0);
    for ending in ["-wal", "-shm"] {
        let beside = installation.data().join(format!("memories.db{ending}"));
        let _ = fs::remove_file(beside);
    }
    fs::write(installation.data().join("memories.db"), old).unwrap();
    let server = installation.start().await;
    let aside = installation
        .data()
        .join("memories/unnamed")
        .join(memory.file_name().unwrap());
    assert!(aside.exists() && !memory.exists());
    assert!(server.log().contains("set aside"), "{}", server.log());
    server.stop().await;

    let file = fs::File::options().write(true).open(&aside).unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(25 * 3600);
    file.set_modified(long_ago).unwrap();
    installation.start().await.stop().await;
    assert!(!aside.exists());
}

#[tokio::test]
async fn a_folder_is_backed_up_before_any_server_was_started_and_one_without_data_is_not() {
    let installation = Installation::without_engine();
    fs::create_dir(installation.data()).unwrap();
    let folder = installation.root().join("backup");
    let refused = backup(&installation, &folder, &[]).await.expect(1);
    assert!(refused.errors.contains("no data that could"), "{refused:?}");
    assert!(!installation.data().join("dragoman.db").exists());
    let key = installation.create_key(&[]).await.secret;
    backup(&installation, &folder, &["--with-secrets"])
        .await
        .expect(0);
    let restored = Installation::without_engine();
    restore(&restored, &folder).await.expect(0);
    let server = restored.start().await;
    server.get("/v2/usage", &key).await.expect(200);
}
