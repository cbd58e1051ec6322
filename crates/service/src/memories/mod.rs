//! Translation memories: what an account has of them, how they come and go, and what is found in
//! them.

mod error;
mod export;
mod import;
mod jobs;
mod lookup;
mod storage;
mod transfers;
mod uses;
mod work;

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{
    AccountId, Clock, Language, Memory, MemoryId, MemoryJobId, MemoryJobStore, MemoryPage,
    MemoryStore, RandomSource, SegmentPage, SegmentQuery, StorageRoom, StoreError,
};
use dragoman_memory::TmxLimits;
use tokio::sync::{Semaphore, watch};

pub use error::MemoryError;
pub use import::ImportedMemory;
pub use jobs::{ExportJob, MemoryJobDetails, NewImport};
pub use lookup::{MemoryHandle, MemoryMatch};
pub use transfers::{Download, LinkToken, Upload};

use crate::transfers::UploadPlaces;
use crate::{Caller, KeyHasher, Permission, SpaceFloor};
use storage::Storage;
use uses::Uses;
use work::Work;

/// Files that are received at the same time; each holds a buffer and a connection.
const MOST_UPLOADS: usize = 8;

/// How many of them may be for the same account, so that one with slow clients leaves places for
/// others.
const MOST_UPLOADS_OF_ACCOUNT: usize = 2;

/// How much translation memories may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryLimits {
    /// Bytes of a file that is imported.
    pub file_bytes: u64,
    /// Memories of one account.
    pub memories: u32,
    /// Bytes of what is in the memories, and as many again of files on their way into them and out of them.
    pub storage: StorageRoom,
    /// Jobs of one account that are at work, and imports that wait for their files: so many of each.
    pub open_jobs: u32,
    /// Jobs of one account that have ended and are remembered.
    pub ended_jobs: u32,
    /// How long the link for a file to import works.
    pub upload_lifetime: Duration,
    /// How long the link to an exported file works.
    pub download_lifetime: Duration,
    /// What is accepted in a file.
    pub tmx: TmxLimits,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 30,
            memories: 1_000,
            storage: StorageRoom {
                of_account: 5_000_000_000,
                in_all: 20_000_000_000,
            },
            open_jobs: 10,
            ended_jobs: 1_000,
            upload_lifetime: Duration::from_secs(3600),
            download_lifetime: Duration::from_secs(24 * 3600),
            tmx: TmxLimits::default(),
        }
    }
}

/// Memories that are read at once to be deleted.
const DELETED_AT_ONCE: u32 = 100;

/// What memories are kept in and made with.
#[derive(Clone)]
pub struct MemoryPorts {
    /// Keeps the memories.
    pub memories: Arc<dyn MemoryStore>,
    /// Keeps the jobs and their files.
    pub jobs: Arc<dyn MemoryJobStore>,
    /// Says when something happened.
    pub clock: Arc<dyn Clock>,
    /// Makes ids.
    pub random: Arc<dyn RandomSource>,
    /// Says whether the disk has room.
    pub space: SpaceFloor,
}

/// Lists, reads, imports, exports and deletes translation memories, and opens them for look-ups.
#[derive(Clone)]
pub struct Memories {
    inner: Arc<Inner>,
}

struct Inner {
    ports: MemoryPorts,
    links: KeyHasher,
    limits: MemoryLimits,
    /// One import or export at a time: it has the disk and a core busy.
    work: Semaphore,
    /// For the files of jobs.
    uploads: UploadPlaces<MemoryJobId>,
    storage: Storage,
    uses: Uses,
    at_work: Work,
    /// Whether no job may go on.
    stopping: watch::Sender<bool>,
}

impl Memories {
    /// Memories behind these ports; the hasher makes the secret part of links.
    #[must_use]
    pub fn new(ports: MemoryPorts, links: KeyHasher, limits: MemoryLimits) -> Self {
        Self {
            inner: Arc::new(Inner {
                storage: Storage::default(),
                uses: Uses::default(),
                ports,
                links,
                limits,
                work: Semaphore::new(1),
                uploads: UploadPlaces::new(MOST_UPLOADS, MOST_UPLOADS_OF_ACCOUNT),
                at_work: Work::default(),
                stopping: watch::Sender::default(),
            }),
        }
    }

    /// What memories may take.
    #[must_use]
    pub fn limits(&self) -> &MemoryLimits {
        &self.inner.limits
    }

    /// Some of the caller's memories, oldest first.
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`].
    pub async fn list(
        &self,
        caller: &Caller,
        offset: u64,
        most: u32,
    ) -> Result<MemoryPage, MemoryError> {
        caller.may(Permission::ReadMemories)?;
        let memories = &self.inner.ports.memories;
        Ok(memories.memories(caller.account.id, offset, most).await?)
    }

    /// One of the caller's memories.
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`], [`MemoryError::UnknownMemory`].
    pub async fn get(&self, caller: &Caller, id: MemoryId) -> Result<Memory, MemoryError> {
        caller.may(Permission::ReadMemories)?;
        self.of_account(caller.account.id, id).await
    }

    /// Some segments of one of the caller's memories.
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`], [`MemoryError::UnknownMemory`].
    pub async fn segments(
        &self,
        caller: &Caller,
        id: MemoryId,
        query: &SegmentQuery,
    ) -> Result<(Memory, SegmentPage), MemoryError> {
        let memory = self.get(caller, id).await?;
        match self.inner.ports.memories.segments(id, query).await {
            Ok(page) => Ok((memory, page)),
            Err(error) => Err(self.unread(memory.account, id, error).await),
        }
    }

    /// Deletes one of the caller's memories for good, with what was exported of it.
    ///
    /// # Errors
    /// [`MemoryError::Forbidden`], [`MemoryError::UnknownMemory`].
    pub async fn delete(&self, caller: &Caller, id: MemoryId) -> Result<(), MemoryError> {
        caller.may(Permission::WriteMemories)?;
        self.delete_of_account(caller.account.id, id).await
    }

    /// An account's memory.
    ///
    /// # Errors
    /// [`MemoryError::UnknownMemory`].
    pub async fn of_account(
        &self,
        account: AccountId,
        id: MemoryId,
    ) -> Result<Memory, MemoryError> {
        let memory = self.inner.ports.memories.memory(account, id).await?;
        memory.ok_or(MemoryError::UnknownMemory(id))
    }

    /// Some of an account's memories, oldest first.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn list_of_account(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<MemoryPage, MemoryError> {
        let memories = &self.inner.ports.memories;
        Ok(memories.memories(account, offset, most).await?)
    }

    /// Deletes an account's memory for good, with what was exported of it.
    ///
    /// # Errors
    /// [`MemoryError::UnknownMemory`].
    pub async fn delete_of_account(
        &self,
        account: AccountId,
        id: MemoryId,
    ) -> Result<(), MemoryError> {
        let memories = &self.inner.ports.memories;
        if memories.delete_memory(account, id).await? {
            self.withdraw_exports(id).await
        } else {
            Err(MemoryError::UnknownMemory(id))
        }
    }

    /// Deletes all memories of an account for good, with its imports and exports, and says how many memories there were.
    ///
    /// # Errors
    /// [`MemoryError::Store`].
    pub async fn delete_all_of_account(&self, account: AccountId) -> Result<u64, MemoryError> {
        // Before the memories: an import that has been ended makes none.
        self.end_jobs_of(account).await?;
        let mut deleted: u64 = 0;
        loop {
            let page = self.list_of_account(account, 0, DELETED_AT_ONCE).await?;
            if page.memories.is_empty() {
                return Ok(deleted);
            }
            for memory in page.memories {
                match self.delete_of_account(account, memory.id).await {
                    Ok(()) => deleted = deleted.saturating_add(1),
                    // Somebody else has just deleted it.
                    Err(MemoryError::UnknownMemory(_)) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// Why a memory could not be read: it may have been deleted after it was found.
    async fn unread(&self, account: AccountId, id: MemoryId, error: StoreError) -> MemoryError {
        match self.of_account(account, id).await {
            Err(unknown @ MemoryError::UnknownMemory(_)) => unknown,
            _ => error.into(),
        }
    }

    fn new_guid(&self) -> uuid::Uuid {
        self.inner.ports.random.guid()
    }

    fn now(&self) -> dragoman_domain::Timestamp {
        self.inner.ports.clock.now_to_millisecond()
    }
}

/// The languages of a memory's translations that serve for a target, the best first: the target
/// itself, its base language, and for a base language its variants.
fn usable_targets(targets: &[Language], wanted: Language) -> Vec<Language> {
    let mut usable: Vec<Language> = targets
        .iter()
        .copied()
        .filter(|target| {
            *target == wanted
                || *target == wanted.base()
                || (target.base() == wanted && !wanted.is_variant())
        })
        .collect();
    usable.sort_by_key(|target| (*target != wanted, target.is_variant(), *target));
    usable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_code_is_used_before_the_base_and_the_variants() {
        let languages = |tags: &[&str]| -> Vec<Language> {
            tags.iter()
                .map(|tag| Language::parse(tag).unwrap())
                .collect()
        };
        for (targets, wanted, expected) in [
            (&["en", "en-GB", "en-US"][..], "en-GB", &["en-GB", "en"][..]),
            (&["en", "en-GB", "en-US"], "en", &["en", "en-GB", "en-US"]),
            (&["en-GB"], "en-US", &[]),
            (&["de", "pt"], "pt-BR", &["pt"]),
            (&["de"], "fr", &[]),
        ] {
            assert_eq!(
                usable_targets(&languages(targets), Language::parse(wanted).unwrap()),
                languages(expected),
                "{wanted}"
            );
        }
    }
}
