//! Copies of the files of memories on this machine, as many as there is room for.
//!
//! A file comes under its name when it is whole, and never changes. Who reads one holds a lock of it together with others;
//! who removes one to make room needs its lock alone, so that what is read stays, also by another process. Deleted
//! memories are removed at once: whoever has one open can read it to the end.

use std::collections::{HashMap, HashSet};
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use dragoman_domain::{MemoryId, StoreError};
use tokio::sync::{OnceCell, Semaphore};
use uuid::Uuid;

use super::failure;
use crate::memories::files::{CONTENT, blocking, remove, sync};
use crate::owner::{give_to_owner_of_folder, open_private};

/// Files that are fetched at the same time.
const MOST_FETCHES: usize = 4;

/// Keeps a file from being removed to make room.
pub(super) type Pin = Arc<File>;

type Fetch = Arc<OnceCell<Result<Pin, StoreError>>>;

/// Makes the folder if there is none.
pub(super) fn prepare(folder: PathBuf) -> io::Result<PathBuf> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&folder)?;
    give_to_owner_of_folder(&folder);
    Ok(folder)
}

pub(super) struct Cache {
    folder: PathBuf,
    most_bytes: u64,
    uses: Mutex<Uses>,
    fetches: Mutex<HashMap<MemoryId, Fetch>>,
    places: Semaphore,
}

/// In which order this process has used the files.
#[derive(Default)]
struct Uses {
    last: u64,
    by_memory: HashMap<MemoryId, u64>,
}

/// A file in the folder.
struct Cached {
    id: MemoryId,
    path: PathBuf,
    bytes: u64,
    /// What this process has not used counts as used before, in the order in which the files came.
    used: (u64, Option<SystemTime>),
}

impl Cache {
    pub(super) fn new(folder: PathBuf, most_bytes: u64) -> Self {
        Self {
            folder,
            most_bytes,
            uses: Mutex::default(),
            fetches: Mutex::default(),
            places: Semaphore::new(MOST_FETCHES),
        }
    }

    pub(super) fn path(&self, id: MemoryId) -> PathBuf {
        self.folder.join(format!("{}.{CONTENT}", id.0))
    }

    pub(super) fn note_use(&self, id: MemoryId) {
        let mut uses = self.uses();
        uses.last += 1;
        let now = uses.last;
        uses.by_memory.insert(id, now);
    }

    fn uses(&self) -> MutexGuard<'_, Uses> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fetches(&self) -> MutexGuard<'_, HashMap<MemoryId, Fetch>> {
        self.fetches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pins a file; none if it is not here.
    pub(super) async fn pin(&self, id: MemoryId) -> Result<Option<Pin>, StoreError> {
        let path = self.path(id);
        blocking(move || pin(&path)).await
    }

    /// Has a file fetched, or waits for whoever has it fetched already; all get the same answer.
    pub(super) async fn once(
        &self,
        id: MemoryId,
        fetch: impl Future<Output = Result<Pin, StoreError>>,
    ) -> Result<Pin, StoreError> {
        let cell = Arc::clone(self.fetches().entry(id).or_default());
        let fetched = cell
            .get_or_init(|| async move {
                match self.places.acquire().await {
                    Ok(_place) => fetch.await,
                    Err(error) => Err(failure(error.to_string())),
                }
            })
            .await
            .clone();
        let mut fetches = self.fetches();
        // Whoever asks from now on begins anew.
        if fetches
            .get(&id)
            .is_some_and(|known| Arc::ptr_eq(known, &cell))
        {
            fetches.remove(&id);
        }
        fetched
    }

    /// Removes what was used longest ago until there is room for so many bytes, as far as that is possible.
    pub(super) async fn make_room(&self, bytes: u64) -> Result<(), StoreError> {
        let most = self.most_bytes.saturating_sub(bytes);
        let (folder, uses) = (self.folder.clone(), self.uses().by_memory.clone());
        let left = blocking(move || trim(list(&folder, &uses)?, most)).await?;
        // What is used after this is noted anew.
        self.uses().by_memory.retain(|id, _| left.contains(id));
        Ok(())
    }

    /// Takes a file in that is whole, and makes room for it if it is larger than was thought.
    pub(super) async fn take_in(&self, id: MemoryId, part: PathBuf) -> Result<Pin, StoreError> {
        let path = self.path(id);
        let pin = blocking(move || {
            // Another process may have been faster, and somebody may read its file.
            if let Some(pin) = pin(&path)? {
                return Ok(pin);
            }
            // A name must not outlast a crash of the machine without what it names.
            sync(&part)?;
            let file = File::open(&part)?;
            file.lock_shared()?;
            fs::rename(&part, &path)?;
            Ok(Arc::new(file))
        })
        .await?;
        if let Err(error) = self.make_room(0).await {
            tracing::warn!(%error, "the copies of memories take more room than they should");
        }
        self.note_use(id);
        Ok(pin)
    }

    /// The memories of which there are copies.
    pub(super) async fn ids(&self) -> Result<Vec<MemoryId>, StoreError> {
        let folder = self.folder.clone();
        blocking(move || Ok(entries(&folder)?.into_iter().map(|(id, _)| id).collect())).await
    }

    /// Removes a copy, if there is one.
    pub(super) async fn remove(&self, id: MemoryId) -> Result<(), StoreError> {
        self.uses().by_memory.remove(&id);
        let path = self.path(id);
        blocking(move || remove(&path)).await
    }
}

/// The files in the folder, each with how large it is and when it was used last.
fn list(folder: &Path, uses: &HashMap<MemoryId, u64>) -> io::Result<Vec<Cached>> {
    let files = entries(folder)?.into_iter().filter_map(|(id, path)| {
        // Another process may have removed it.
        let metadata = fs::metadata(&path).ok()?;
        let used = uses.get(&id).copied().unwrap_or(0);
        Some(Cached {
            id,
            path,
            bytes: metadata.len(),
            used: (used, metadata.modified().ok()),
        })
    });
    Ok(files.collect())
}

fn entries(folder: &Path) -> io::Result<Vec<(MemoryId, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_content = path
            .extension()
            .is_some_and(|extension| extension == CONTENT);
        let id = path.file_stem().and_then(|stem| stem.to_str());
        let id = id.and_then(|id| Uuid::try_parse(id).ok());
        if let Some(id) = id.filter(|_| is_content) {
            found.push((MemoryId(id), path));
        }
    }
    Ok(found)
}

fn pin(path: &Path) -> io::Result<Option<Pin>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    file.lock_shared()?;
    // It may have been removed before it was locked.
    let is_there = match fs::metadata(path) {
        Ok(there) => {
            let opened = file.metadata()?;
            (there.dev(), there.ino()) == (opened.dev(), opened.ino())
        }
        Err(_) => false,
    };
    Ok(is_there.then(|| Arc::new(file)))
}

/// Removes files that nobody reads, those used longest ago first, until no more than so many bytes are left: what is left.
fn trim(mut files: Vec<Cached>, most_bytes: u64) -> io::Result<HashSet<MemoryId>> {
    let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
    files.sort_by_key(|file| file.used);
    let mut left = HashSet::new();
    for file in files {
        if bytes > most_bytes && remove_unread(&file.path)? {
            bytes = bytes.saturating_sub(file.bytes);
        } else {
            left.insert(file.id);
        }
    }
    Ok(left)
}

fn remove_unread(path: &Path) -> io::Result<bool> {
    let file = match open_private(path, |options| options) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        file => file?,
    };
    match file.try_lock() {
        Ok(()) => remove(path).map(|()| true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
