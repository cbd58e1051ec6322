use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use dragoman_domain::RandomSource;
use dragoman_service::KeyHasher;
use dragoman_store::{Durability, SqliteMemories, SqliteStore};

use crate::configuration::{DataOptions, DurabilityOption};

const DATABASE: &str = "dragoman.db";
const HASHING_KEY: &str = "hashing.key";
const SERVER_LOCK: &str = "server.lock";
const SCHEMA_LOCK: &str = "schema.lock";

/// The folder that holds all that an installation keeps. Only the owner may read what is in it.
pub(crate) struct DataFolder {
    path: PathBuf,
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
        let path = self.path.join(HASHING_KEY);
        let key = match read_key(&path)? {
            Some(key) => key,
            None => make_key(&path, random)?,
        };
        Ok(KeyHasher::new(&key))
    }
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).mode(0o600);
    options
}

fn read_key(path: &Path) -> Result<Option<[u8; 32]>> {
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
            "{} is damaged: it must have 32 bytes. Restore it from a backup; without it no key of this folder works",
            path.display()
        ),
    }
}

/// Makes the key under another name first, so that a crash or another process that does the same
/// cannot leave half a key or two keys.
fn make_key(path: &Path, random: &dyn RandomSource) -> Result<[u8; 32]> {
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
    match linked.and(removed) {
        Ok(()) => Ok(key),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            read_key(path)?.with_context(|| format!("{} has vanished", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("{} cannot be made", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    struct Counting;

    impl RandomSource for Counting {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill(7);
        }
    }

    fn open(folder: &Path) -> DataFolder {
        DataFolder::open(&DataOptions {
            folder: folder.to_owned(),
            durability: DurabilityOption::ProcessCrash,
        })
        .unwrap()
    }

    #[test]
    fn the_folder_and_its_key_are_for_the_owner_only() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("a/b");
        let folder = open(&path);
        folder.hasher(&Counting).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o700);
        assert_eq!(mode(&path.join(HASHING_KEY)), 0o600);
        assert_eq!(fs::read(path.join(HASHING_KEY)).unwrap(), [7; 32]);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1, "no draft is left");
    }

    #[test]
    fn a_damaged_key_is_reported_and_not_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let folder = open(parent.path());
        for damaged in [&[1; 31][..], &[1; 33][..], &[]] {
            fs::write(parent.path().join(HASHING_KEY), damaged).unwrap();
            let error = folder.hasher(&Counting).err().unwrap();
            assert!(error.to_string().contains("is damaged"), "{error}");
            assert_eq!(fs::read(parent.path().join(HASHING_KEY)).unwrap(), damaged);
        }
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
