//! The folder that holds all that an installation keeps.

mod filling;
mod owner;
mod secrets;
#[cfg(test)]
mod tests;

use std::fs::{self, DirBuilder, File, Permissions, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use dragoman_blobs::{SealedFolder, SealedJobs};
use dragoman_domain::{AccountStore, RandomSource};
use dragoman_service::KeyHasher;
use dragoman_store::{
    Database, Durability, SqliteMemories, SqliteStore, give_to_owner_of_folder, open_private,
};

pub(crate) use secrets::Secret;

use crate::data_options::{DEFAULT_FOLDER, DataOptions, DurabilityOption};
use owner::explained;
pub(crate) use owner::give_all_to_owner;
use secrets::{Secrets, exists};

const DOCUMENTS: &str = "documents";
const MEMORIES: &str = "memories";
const MODELS: &str = "models";
/// Of the contents of translation memories that were fetched, where several machines share them.
pub(crate) const MEMORY_CACHE: &str = "memory-cache";
const SERVER_LOCK: &str = "server.lock";
const SCHEMA_LOCK: &str = "schema.lock";

/// What may be in a folder without data: what others put there, and what can be made or fetched anew.
const NO_DATA: [&str; 5] = [MODELS, MEMORY_CACHE, SERVER_LOCK, SCHEMA_LOCK, "lost+found"];

/// The permissions that are for others than the owner.
const OF_OTHERS: u32 = 0o077;

/// The folder that holds all that an installation keeps. Only the owner may read what is in it.
pub(crate) struct DataFolder {
    path: PathBuf,
    secrets: Secrets,
    durability: Durability,
    may_begin_anew: bool,
}

/// Held by the one server of a data folder, whose reservations are in its memory.
pub(crate) struct ServerLock(#[expect(dead_code, reason = "holds the lock until dropped")] File);

impl DataFolder {
    /// Opens the folder. One without data becomes a data folder if it is empty or the default one, which is made: a
    /// folder that was named by mistake is not to look like one whose data is lost.
    pub(crate) fn open(options: &DataOptions) -> Result<Self> {
        Self::meant(options)?.ready()
    }

    /// Opens the folder if it has data; for commands that only read, which make nothing.
    pub(crate) fn open_if_begun(options: &DataOptions) -> Result<Option<Self>> {
        let folder = Self::meant(options)?;
        folder.check_is_no_file()?;
        if folder.has(Database::Main)? {
            folder.ready().map(Some)
        } else {
            Ok(None)
        }
    }

    /// The folder, unless it looks like one that was named by mistake. Nothing is made.
    fn meant(options: &DataOptions) -> Result<Self> {
        let folder = Self::new(options, false);
        if folder.path.is_file() {
            return Ok(folder);
        }
        folder.check_is_not_being_filled()?;
        let is_default = options.folder == Path::new(DEFAULT_FOLDER);
        if !is_default && !folder.has(Database::Main)? {
            Self::check_is_there(options)?;
            if let Some(entry) = folder.first_of_data()? {
                bail!(
                    "the folder {} has no data of Dragoman, but it has {}. {HOW_TO_NAME}, or make it a data folder \
                     with \"dragoman serve --init\"",
                    folder.path.display(),
                    entry.display()
                );
            }
        }
        Ok(folder)
    }

    /// Fails if the folder is not there, unless it is the default one, which nobody has named by mistake.
    pub(crate) fn check_is_there(options: &DataOptions) -> Result<()> {
        let path = &options.folder;
        if path != Path::new(DEFAULT_FOLDER) && !exists(path)? {
            bail!(
                "there is no data folder {}. {HOW_TO_NAME}, or make it anew with \"dragoman serve --init\"",
                path.display()
            );
        }
        Ok(())
    }

    /// Whether a database was ever made.
    pub(crate) fn has(&self, database: Database) -> Result<bool> {
        exists(&self.path.join(database.file()))
    }

    /// Opens the folder, which becomes a data folder if it is none.
    pub(crate) fn open_or_begin(options: &DataOptions) -> Result<Self> {
        Self::new(options, true).ready()
    }

    fn check_is_no_file(&self) -> Result<()> {
        if self.path.is_file() {
            bail!("{} is a file. {HOW_TO_NAME}", self.path.display());
        }
        Ok(())
    }

    fn ready(self) -> Result<Self> {
        self.check_is_no_file()?;
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.path)
            .map_err(|error| explained(error, &self.path, "cannot be made"))?;
        self.mend_modes();
        Ok(self)
    }

    fn new(options: &DataOptions, may_begin_anew: bool) -> Self {
        Self {
            path: options.folder.clone(),
            secrets: Secrets {
                data: options.folder.clone(),
                folder: options.secrets_folder.clone(),
            },
            durability: match options.durability {
                DurabilityOption::PowerLoss => Durability::PowerLoss,
                DurabilityOption::ProcessCrash => Durability::ProcessCrash,
            },
            may_begin_anew,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Something that is in the folder and is more than a beginning.
    pub(crate) fn first_of_data(&self) -> Result<Option<PathBuf>> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(explained(error, &self.path, "cannot be read")),
        };
        for entry in entries {
            let name = entry
                .with_context(|| format!("{} cannot be read", self.path.display()))?
                .file_name();
            let is_secret = Secret::ALL.iter().any(|secret| name == secret.file);
            if !is_secret && !NO_DATA.iter().any(|known| name == *known) {
                return Ok(Some(name.into()));
            }
        }
        Ok(None)
    }

    /// Takes from others what copying by hand may have given them.
    fn mend_modes(&self) {
        let databases = Database::ALL.iter().flat_map(|database| {
            ["", "-wal", "-shm"].map(|ending| format!("{}{ending}", database.file()))
        });
        let secrets = Secret::ALL.iter().map(|secret| secret.file.to_owned());
        let folders = [MEMORIES, DOCUMENTS].map(str::to_owned);
        for name in databases.chain(secrets).chain(folders) {
            let path = self.path.join(name);
            let Ok(metadata) = fs::metadata(&path) else {
                continue;
            };
            let mode = metadata.permissions().mode();
            if mode & OF_OTHERS == 0 {
                continue;
            }
            let mended = fs::set_permissions(&path, Permissions::from_mode(mode & !OF_OTHERS));
            let path = path.display();
            match mended {
                Ok(()) => tracing::warn!(%path, "others could read this; now only its owner can"),
                Err(error) => tracing::warn!(%path, %error, "others can read this"),
            }
        }
    }

    /// Makes this process the server of the folder.
    pub(crate) fn lock(&self) -> Result<ServerLock> {
        let path = self.path.join(SERVER_LOCK);
        let file = open_private(&path, |options| options.create(true))
            .map_err(|error| explained(error, &path, "cannot be opened"))?;
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
        let path = self.path.join(Database::Main.file());
        // SQLite gives the files beside it the same mode and owner.
        open_private(&path, |options| options.create(true))
            .map_err(|error| explained(error, &path, "cannot be opened"))?;
        let store = SqliteStore::open(&path, self.durability)
            .await
            .with_context(|| format!("the database {} cannot be opened", path.display()))?;
        self.check_hashing_key(&store).await?;
        Ok(store)
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
        open_private(&schema, |options| options.create(true))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| explained(error, &schema, "cannot be locked"))
    }

    /// Fails if there are keys, but not the secret with which they are tested: another one would make all of them void.
    async fn check_hashing_key(&self, store: &SqliteStore) -> Result<()> {
        let secret = Secret::HASHING;
        if self.may_begin_anew
            || self.secrets.read(secret)?.is_some()
            || store.accounts().await?.is_empty()
        {
            return Ok(());
        }
        bail!(
            "{} is missing, and without it {}. Restore it from a backup. If there is none, \
             \"dragoman serve --init\" makes another, and all keys have to be made anew",
            self.secrets.path(secret)?.display(),
            secret.loss
        )
    }

    /// The hasher for keys, with the key that belongs to this folder. Made with the first use.
    pub(crate) fn hasher(&self, random: &dyn RandomSource) -> Result<KeyHasher> {
        let key = self.secrets.read_or_make(Secret::HASHING, random)?;
        Ok(KeyHasher::new(&key))
    }

    /// The files of documents, with the key that belongs to this folder. Made with the first use.
    pub(crate) fn documents(&self, random: Arc<dyn RandomSource>) -> Result<SealedFolder> {
        let folder = self.path.join(DOCUMENTS);
        let key = self.documents_key(random.as_ref())?;
        let documents = SealedFolder::open(folder.clone(), &key, random)
            .with_context(|| format!("the folder {} cannot be opened", folder.display()))?;
        give_to_owner_of_folder(&folder);
        Ok(documents)
    }

    /// Encrypts the files of imports and exports of this store, with the key that documents are encrypted with.
    pub(crate) fn sealed_jobs(
        &self,
        memories: &SqliteMemories,
        random: Arc<dyn RandomSource>,
    ) -> Result<SealedJobs> {
        let key = self.documents_key(random.as_ref())?;
        SealedJobs::new(Arc::new(memories.clone()), &key, random)
            .context("the files of imports and exports cannot be encrypted")
    }

    fn documents_key(&self, random: &dyn RandomSource) -> Result<[u8; 32]> {
        let folder = self.path.join(DOCUMENTS);
        let secret = Secret::DOCUMENTS;
        if self.secrets.read(secret)?.is_none() && has_entries(&folder)? {
            bail!(
                "{} is missing, and without it {}. Restore it from a backup, or remove the folder {}",
                self.secrets.path(secret)?.display(),
                secret.loss,
                folder.display()
            );
        }
        self.secrets.read_or_make(secret, random)
    }

    /// A secret, which is made with the first use.
    pub(crate) fn secret(&self, secret: Secret, random: &dyn RandomSource) -> Result<[u8; 32]> {
        self.secrets.read_or_make(secret, random)
    }

    /// A secret, if it was ever made.
    pub(crate) fn secret_if_made(&self, secret: Secret) -> Result<Option<[u8; 32]>> {
        self.secrets.read(secret)
    }

    /// Where the file of a secret is, or is to be.
    pub(crate) fn secret_path(&self, secret: Secret) -> Result<PathBuf> {
        self.secrets.path(secret)
    }
}

/// What to do about a folder that cannot be used.
const HOW_TO_NAME: &str = "Name the data folder with --data-dir or the option data.folder";

fn has_entries(folder: &Path) -> Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => {
            Err(error).with_context(|| format!("the folder {} cannot be read", folder.display()))
        }
    }
}
