use std::os::unix::fs::PermissionsExt;

use dragoman_domain::{DocumentFile, DocumentFiles, DocumentId};

use super::*;

struct Counting;

impl RandomSource for Counting {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(7);
    }
}

fn open(folder: &Path) -> DataFolder {
    open_with(folder, None)
}

fn open_with(folder: &Path, secrets: Option<&Path>) -> DataFolder {
    DataFolder::open_or_begin(&options(folder, secrets)).unwrap()
}

fn options(folder: &Path, secrets: Option<&Path>) -> DataOptions {
    DataOptions {
        secrets_folder: secrets.map(Path::to_owned),
        ..DataOptions::in_folder(folder)
    }
}

#[tokio::test]
async fn a_folder_that_may_have_been_named_by_mistake_does_not_become_a_data_folder() {
    let parent = tempfile::tempdir().unwrap();
    let refused = |folder: &Path| {
        let error = DataFolder::open(&options(folder, None)).err();
        error.map(|error| format!("{error:#}")).unwrap_or_default()
    };
    let (missing, file) = (parent.path().join("missing"), parent.path().join("file"));
    assert!(refused(&missing).contains("there is no data folder"));
    assert!(!missing.exists());
    fs::write(&file, "").unwrap();
    assert!(refused(&file).contains("is a file"));
    assert!(refused(parent.path()).contains("but it has file"));

    let empty = parent.path().join("empty");
    fs::create_dir_all(empty.join("models")).unwrap();
    fs::write(empty.join("hashing.key"), [1; 32]).unwrap();
    let folder = DataFolder::open(&options(&empty, None)).unwrap();
    folder.store().await.unwrap().close().await;
    fs::write(empty.join("something"), "").unwrap();
    DataFolder::open(&options(&empty, None)).unwrap();
    DataFolder::open_or_begin(&options(parent.path(), None)).unwrap();
}

#[tokio::test]
async fn what_others_could_read_is_for_the_owner_only_again() {
    let parent = tempfile::tempdir().unwrap();
    let folder = open(parent.path());
    folder.hasher(&Counting).unwrap();
    folder.store().await.unwrap().close().await;
    folder.memories().await.unwrap().close().await;
    let paths = ["dragoman.db", "memories.db", "hashing.key"].map(|name| parent.path().join(name));
    for path in &paths {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    open(parent.path());
    for path in &paths {
        let mode = fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", path.display());
    }
}

#[test]
fn the_folder_and_its_secrets_are_for_the_owner_only() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("a/b");
    let folder = open(&path);
    folder.hasher(&Counting).unwrap();
    folder.documents(Arc::new(Counting)).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o700);
    assert_eq!(mode(&path.join("documents")), 0o700);
    for name in ["hashing.key", "documents.key"] {
        assert_eq!(mode(&path.join(name)), 0o600);
        assert_eq!(fs::read(path.join(name)).unwrap(), [7; 32]);
    }
    assert_eq!(fs::read_dir(&path).unwrap().count(), 3, "no draft is left");
}

/// Uses both secrets, and says what is wrong with each.
fn use_secrets(folder: &DataFolder) -> [Option<String>; 2] {
    let hasher = folder.hasher(&Counting).err();
    let documents = folder.documents(Arc::new(Counting)).err();
    [hasher, documents].map(|error| error.map(|error| format!("{error:#}")))
}

#[test]
fn a_damaged_secret_is_reported_and_not_replaced() {
    let parent = tempfile::tempdir().unwrap();
    let folder = open(parent.path());
    let files = ["hashing.key", "documents.key"].map(|name| parent.path().join(name));
    for damaged in [&[1; 31][..], &[1; 33][..], &[]] {
        for file in &files {
            fs::write(file, damaged).unwrap();
        }
        for error in use_secrets(&folder) {
            let error = error.unwrap();
            assert!(error.contains("is damaged"), "{error}");
        }
        for file in &files {
            assert_eq!(fs::read(file).unwrap(), damaged);
        }
    }
}

#[test]
fn secrets_can_be_in_another_folder_and_nothing_can_be_read_without_it() {
    let parent = tempfile::tempdir().unwrap();
    let (data, secrets) = (parent.path().join("data"), parent.path().join("secrets"));
    fs::create_dir(&secrets).unwrap();
    let id = DocumentId(1);
    let key = {
        let folder = open_with(&data, Some(&secrets));
        assert_eq!(use_secrets(&folder), [None, None]);
        let files = folder.documents(Arc::new(Counting)).unwrap();
        let key = files.new_key().unwrap();
        let mut writer = files.create(id, &key, DocumentFile::Source).unwrap();
        writer.write_all(b"text").unwrap();
        writer.keep().unwrap();
        key
    };
    assert!(!data.join("hashing.key").exists() && !data.join("documents.key").exists());
    let reopened = open_with(&data, Some(&secrets));
    let files = reopened.documents(Arc::new(Counting)).unwrap();
    let (mut reader, _) = files.open(id, &key, DocumentFile::Source).unwrap();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert_eq!(text, "text");

    // The data alone, with a secret that somebody has put there.
    fs::write(data.join("documents.key"), [8; 32]).unwrap();
    let stolen = open(&data).documents(Arc::new(Counting)).unwrap();
    let error = stolen.open(id, &key, DocumentFile::Source).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
}

#[test]
fn secrets_that_are_still_in_the_data_folder_are_to_be_moved() {
    let parent = tempfile::tempdir().unwrap();
    let (data, secrets) = (parent.path().join("data"), parent.path().join("secrets"));
    fs::create_dir(&secrets).unwrap();
    assert_eq!(use_secrets(&open(&data)), [None, None]);

    let folder = open_with(&data, Some(&secrets));
    for error in use_secrets(&folder) {
        let error = error.unwrap();
        assert!(error.contains("Move it to"), "{error}");
    }
    assert_eq!(fs::read_dir(&secrets).unwrap().count(), 0);

    let names = ["hashing.key", "documents.key"];
    for name in names {
        fs::copy(data.join(name), secrets.join(name)).unwrap();
    }
    for error in use_secrets(&folder) {
        let error = error.unwrap();
        assert!(error.contains("are both there"), "{error}");
    }
    for name in names {
        fs::remove_file(data.join(name)).unwrap();
    }
    assert_eq!(use_secrets(&folder), [None, None]);
}

#[test]
fn a_folder_for_secrets_that_is_missing_is_reported_and_not_made() {
    let parent = tempfile::tempdir().unwrap();
    let secrets = parent.path().join("not mounted");
    let folder = open_with(&parent.path().join("data"), Some(&secrets));
    for error in use_secrets(&folder) {
        let error = error.unwrap();
        assert!(error.contains("data.secrets_folder"), "{error}");
    }
    assert!(!secrets.exists());
}

#[test]
fn the_data_folder_can_be_named_as_the_one_for_secrets() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    assert_eq!(use_secrets(&open(&data)), [None, None]);
    let same = parent.path().join("data/../data");
    assert_eq!(use_secrets(&open_with(&data, Some(&same))), [None, None]);
}

#[test]
fn no_new_secret_is_made_for_documents_that_were_encrypted_with_another() {
    let parent = tempfile::tempdir().unwrap();
    let folder = open(parent.path());
    let files = folder.documents(Arc::new(Counting)).unwrap();
    let key = files.new_key().unwrap();
    let writer = files.create(DocumentId(1), &key, DocumentFile::Source);
    writer.unwrap().keep().unwrap();

    fs::remove_file(parent.path().join("documents.key")).unwrap();
    let [_, error] = use_secrets(&folder);
    let error = error.unwrap();
    assert!(error.contains("Restore it from a backup"), "{error}");
    assert!(!parent.path().join("documents.key").exists());

    fs::remove_dir_all(parent.path().join("documents")).unwrap();
    assert_eq!(use_secrets(&folder), [None, None]);
}

#[tokio::test]
async fn the_database_is_for_the_owner_only_even_in_a_folder_that_others_may_read() {
    let parent = tempfile::tempdir().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let store = open(parent.path()).store().await.unwrap();
    for entry in fs::read_dir(parent.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
    }
    store.close().await;
}

#[tokio::test]
async fn many_can_make_the_database_at_the_same_time() {
    let parent = tempfile::tempdir().unwrap();
    let makers: Vec<_> = (0..8)
        .map(|_| {
            let folder = open(parent.path());
            std::thread::spawn(move || {
                tokio::runtime::Runtime::new()
                    .unwrap()
                    .block_on(folder.store())
                    .map(drop)
            })
        })
        .collect();
    for maker in makers {
        maker.join().unwrap().unwrap();
    }
}

#[test]
fn a_folder_has_one_server_at_a_time() {
    let parent = tempfile::tempdir().unwrap();
    let folder = open(parent.path());
    let lock = folder.lock().unwrap();
    assert!(folder.lock().is_err());
    drop(lock);
    folder.lock().unwrap();
}
