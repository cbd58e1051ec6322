use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use dragoman_blobs::SealedFolder;
use dragoman_domain::RandomSource;
use dragoman_service::KeyHasher;
use dragoman_store::{Durability, SqliteMemories, SqliteStore};

use crate::configuration::{DataOptions, DurabilityOption};

const DATABASE: &str = "dragoman.db";
const DOCUMENTS: &str = "documents";
const SERVER_LOCK: &str = "server.lock";
const SCHEMA_LOCK: &str = "schema.lock";

const HASHING_KEY: SecretFile = SecretFile {
    name: "hashing.key",
    loss: "no key of this folder works",
};
const DOCUMENTS_KEY: SecretFile = SecretFile {
    name: "documents.key",
    loss: "no document that is kept can be read",
};

/// A file of 32 random bytes, made with the first use.
struct SecretFile {
    name: &'static str,
    /// What is so without it.
    loss: &'static str,
}

/// The folder that holds all that an installation keeps. Only the owner may read what is in it.
pub(crate) struct DataFolder {
    path: PathBuf,
    /// Where the files of secrets are, if not here.
    secrets: Option<PathBuf>,
    durability: Durability,
}

/// Held by the one server of a data folder, whose reservations are in its memory.
pub(crate) struct ServerLock(#[expect(dead_code, reason = "holds the lock until dropped")] File);

impl DataFolder {
    /// Opens the folder, making it if there is none.
    pub(crate) fn open(options: &DataOptions) -> Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&options.folder)
            .with_context(|| {
                format!(
                    "the data folder {} cannot be made",
                    options.folder.display()
                )
            })?;
        Ok(Self {
            path: options.folder.clone(),
            secrets: options.secrets_folder.clone(),
            durability: match options.durability {
                DurabilityOption::PowerLoss => Durability::PowerLoss,
                DurabilityOption::ProcessCrash => Durability::ProcessCrash,
            },
        })
    }

    /// Makes this process the server of the folder.
    pub(crate) fn lock(&self) -> Result<ServerLock> {
        let path = self.path.join(SERVER_LOCK);
        let file = private_file()
            .create(true)
            .open(&path)
            .with_context(|| format!("{} cannot be opened", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(ServerLock(file)),
            Err(TryLockError::WouldBlock) => bail!(
                "another server uses the data folder {}; stop it, or name another folder with --data-dir",
                self.path.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("{} cannot be locked", path.display()))
            }
        }
    }

    /// Opens the database, making it if there is none.
    pub(crate) async fn store(&self) -> Result<SqliteStore> {
        let _lock = self.lock_schema()?;
        let path = self.path.join(DATABASE);
        // SQLite gives the files beside it the same mode.
        private_file()
            .create(true)
            .open(&path)
            .with_context(|| format!("the database {} cannot be opened", path.display()))?;
        SqliteStore::open(&path, self.durability)
            .await
            .with_context(|| format!("the database {} cannot be opened", path.display()))
    }

    /// Opens the translation memories, making what is missing.
    pub(crate) async fn memories(&self) -> Result<SqliteMemories> {
        let _lock = self.lock_schema()?;
        SqliteMemories::open(&self.path, self.durability)
            .await
            .with_context(|| {
                format!(
                    "the translation memories in {} cannot be opened",
                    self.path.display()
                )
            })
    }

    /// Processes that make a schema at the same time would get into each other's way.
    fn lock_schema(&self) -> Result<File> {
        let schema = self.path.join(SCHEMA_LOCK);
        private_file()
            .create(true)
            .open(&schema)
            .and_then(|file| file.lock().map(|()| file))
            .with_context(|| format!("{} cannot be locked", schema.display()))
    }

    /// The hasher for keys, with the key that belongs to this folder. Made with the first use.
    pub(crate) fn hasher(&self, random: &dyn RandomSource) -> Result<KeyHasher> {
        let path = self.secret_path(&HASHING_KEY)?;
        let key = match read_key(&path, &HASHING_KEY)? {
            Some(key) => key,
            None => make_key(&path, &HASHING_KEY, random)?,
        };
        Ok(KeyHasher::new(&key))
    }

    /// The files of documents, with the key that belongs to this folder. Made with the first use.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "no command translates documents yet")
    )]
    pub(crate) fn documents(&self, random: Arc<dyn RandomSource>) -> Result<SealedFolder> {
        let folder = self.path.join(DOCUMENTS);
        let path = self.secret_path(&DOCUMENTS_KEY)?;
        let key = match read_key(&path, &DOCUMENTS_KEY)? {
            Some(key) => key,
            None if has_entries(&folder)? => bail!(
                "{} is missing, and without it {}. Restore it from a backup, or remove the folder {}",
                path.display(),
                DOCUMENTS_KEY.loss,
                folder.display()
            ),
            None => make_key(&path, &DOCUMENTS_KEY, random.as_ref())?,
        };
        SealedFolder::open(folder.clone(), &key, random)
            .with_context(|| format!("the folder {} cannot be opened", folder.display()))
    }

    /// Where the file of a secret is, or is to be made. A folder for secrets is never made here: if it is missing,
    /// its disk may only not be mounted, and another secret would take the place of the one on it.
    fn secret_path(&self, secret: &SecretFile) -> Result<PathBuf> {
        let here = self.path.join(secret.name);
        let Some(folder) = &self.secrets else {
            return Ok(here);
        };
        let is_here = fs::canonicalize(folder)
            .and_then(|folder| Ok(folder == fs::canonicalize(&self.path)?))
            .with_context(|| {
                format!(
                    "the folder {} of data.secrets_folder cannot be used",
                    folder.display()
                )
            })?;
        let there = folder.join(secret.name);
        if !is_here && exists(&here)? {
            if exists(&there)? {
                bail!(
                    "{} and {} are both there. Remove the first if they are equal, else the one that was not in use",
                    here.display(),
                    there.display()
                );
            }
            bail!(
                "{} is in the data folder, but data.secrets_folder is set. Move it to {}",
                here.display(),
                there.display()
            );
        }
        Ok(there)
    }
}

fn exists(path: &Path) -> Result<bool> {
    path.try_exists()
        .with_context(|| format!("{} cannot be read", path.display()))
}

fn has_entries(folder: &Path) -> Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => {
            Err(error).with_context(|| format!("the folder {} cannot be read", folder.display()))
        }
    }
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    options
}

fn read_key(path: &Path, secret: &SecretFile) -> Result<Option<[u8; 32]>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(33).read_to_end(&mut bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => Err(error),
    }
    .with_context(|| format!("{} cannot be read", path.display()))?;
    match bytes.try_into() {
        Ok(key) => Ok(Some(key)),
        Err(_) => bail!(
            "{} is damaged: it must have 32 bytes. Restore it from a backup; without it {}",
            path.display(),
            secret.loss
        ),
    }
}

/// Makes the key under another name first, so that a crash or another process that does the same
/// cannot leave half a key or two keys.
fn make_key(path: &Path, secret: &SecretFile, random: &dyn RandomSource) -> Result<[u8; 32]> {
    let mut key = [0; 32];
    random.fill(&mut key);
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    let written = private_file()
        .create(true)
        .truncate(true)
        .open(&draft)
        .and_then(|mut file| {
            file.write_all(&key)?;
            file.sync_all()
        });
    // A link fails if the name is taken, which a rename would not.
    let linked = written.and_then(|()| fs::hard_link(&draft, path));
    let removed = fs::remove_file(&draft);
    // What is made with the key must not outlive it in a crash.
    let synced = path
        .parent()
        .map_or(Ok(()), |folder| File::open(folder)?.sync_all());
    match linked.and(removed).and(synced) {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            read_key(path, secret)?.with_context(|| format!("{} has vanished", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("{} cannot be made", path.display())),
    }
}

#[cfg(test)]
mod tests {
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
        DataFolder::open(&DataOptions {
            folder: folder.to_owned(),
            secrets_folder: secrets.map(Path::to_owned),
            durability: DurabilityOption::ProcessCrash,
        })
        .unwrap()
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
}
