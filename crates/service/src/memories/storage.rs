//! How many bytes memories and the files of their jobs take.

use dragoman_domain::{AccountId, MemoryStorage};

use super::{Memories, MemoryError};
use crate::storage::{Claim, Underway};
use crate::{Kept, NoRoomToKeep};

/// What is being written.
#[derive(Default)]
pub(super) struct Storage {
    contents: Underway,
    files: Underway,
}

/// Something that becomes larger while it is written, and how large it may become.
pub(super) struct Growth<'a> {
    memories: &'a Memories,
    account: AccountId,
    kept: Kept,
    claim: Claim,
}

impl Memories {
    /// The file of a job that is to be written for an account.
    pub(super) fn growing_file(&self, account: AccountId) -> Growth<'_> {
        Growth {
            memories: self,
            account,
            kept: Kept::MemoryFiles,
            claim: self.inner.storage.files.claim(account),
        }
    }

    /// A memory that is to be put together for an account.
    pub(super) fn growing_memory(&self, account: AccountId) -> Growth<'_> {
        Growth {
            memories: self,
            account,
            kept: Kept::Memories,
            claim: self.inner.storage.contents.claim(account),
        }
    }

    /// Room for the file of an import, which is to become a memory about as large.
    ///
    /// # Errors
    /// [`MemoryError::NoRoom`].
    pub(super) async fn room_for_import(
        &self,
        account: AccountId,
        length: u64,
    ) -> Result<Claim, MemoryError> {
        let mut file = self.growing_file(account);
        file.grow(length).await?;
        // Given back here and looked for again as the memory grows: it has to wait for its turn.
        self.growing_memory(account).grow(length).await?;
        let space = &self.inner.ports.space;
        space.check(Kept::Memories, length.saturating_mul(2))?;
        Ok(file.claim)
    }
}

impl Growth<'_> {
    /// Goes on to so many bytes.
    ///
    /// # Errors
    /// [`MemoryError::NoRoom`].
    pub(super) async fn grow(&mut self, bytes: u64) -> Result<(), MemoryError> {
        let inner = &self.memories.inner;
        let (kept, account) = (self.kept, self.account);
        inner.ports.space.check(kept, 0)?;
        let of = |storage: MemoryStorage| match kept {
            Kept::MemoryFiles => storage.files,
            _ => storage.contents,
        };
        let storage = async { Ok(of(inner.ports.jobs.memory_storage(account).await?)) };
        let grown = self
            .claim
            .grow(bytes, inner.limits.storage, storage)
            .await?;
        Ok(grown.map_err(|reason| NoRoomToKeep::of(kept, reason))?)
    }
}
