//! Whether there is room for what is to be kept: on the disk, and beside what is kept and written already.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_domain::{
    AccountId, ErrorKind, FreeSpace, KeptBytes, NoStorage, StorageRoom, StoreError,
};

/// What is kept in large amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Documents.
    Documents,
    /// Translation memories.
    Memories,
    /// Files on their way into translation memories or out of them.
    MemoryFiles,
    /// Glossaries.
    Glossaries,
    /// Style rule lists.
    StyleLists,
}

impl Kept {
    const fn name(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Memories => "translation memories",
            Self::MemoryFiles => "files of imports and exports",
            Self::Glossaries => "glossaries",
            Self::StyleLists => "style rule lists",
        }
    }

    /// How much is to stay free for it, of what is to stay so for files: what people write by hand goes on for longer, so
    /// that nobody keeps them from it by sending files.
    const fn floor(self, of_files: u64) -> u64 {
        match self {
            Self::Documents | Self::Memories | Self::MemoryFiles => of_files,
            Self::Glossaries | Self::StyleLists => of_files / 2,
        }
    }

    /// How to make room.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Documents => "download one first",
            Self::Memories => "delete one first",
            Self::MemoryFiles => "wait until imports are done and exports have expired",
            Self::Glossaries | Self::StyleLists => "delete one first, or some of its entries",
        }
    }
}

/// Why nothing more of something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoomToKeep {
    /// The disk is almost full.
    #[error(
        "the disk of the server is almost full, so it keeps no more {}; texts are translated all the same; try again \
         later, and tell its operator",
        .0.name()
    )]
    LowSpace(Kept),
    /// There is no room for anybody's.
    #[error("the server has no room for more {}; try again later", .0.name())]
    Full(Kept),
    /// The account would have more than it may.
    #[error("the {} of the account would have more than {most} bytes, which are the most; {}", kept.name(), kept.remedy())]
    Account {
        /// What of it.
        kept: Kept,
        /// The most bytes.
        most: u64,
    },
    /// The account would have more than is left for others.
    #[error("the {} of the account take as much room as is left for others; {}", .0.name(), .0.remedy())]
    Share(Kept),
}

impl NoRoomToKeep {
    pub(crate) const fn of(kept: Kept, reason: NoStorage) -> Self {
        match reason {
            NoStorage::Full => Self::Full(kept),
            NoStorage::Account { most } => Self::Account { kept, most },
            NoStorage::Share => Self::Share(kept),
        }
    }

    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::LowSpace(_) | Self::Full(_) => ErrorKind::Overloaded,
            Self::Account { .. } => ErrorKind::TooLarge,
            Self::Share(_) => ErrorKind::RateLimited,
        }
    }
}

/// The free space below which no files are kept that somebody sends, and below half of it nothing else, so that texts can
/// still be counted.
#[derive(Clone)]
pub struct SpaceFloor {
    space: Arc<dyn FreeSpace>,
    bytes: u64,
}

impl SpaceFloor {
    /// So many bytes of this space.
    #[must_use]
    pub fn new(space: Arc<dyn FreeSpace>, bytes: u64) -> Self {
        Self { space, bytes }
    }

    /// The floor in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The bytes that are free.
    ///
    /// # Errors
    /// As file systems have them.
    pub fn free_bytes(&self) -> io::Result<u64> {
        self.space.free_bytes()
    }

    /// Fails if the floor is reached, or would be if so many bytes were written. Where nobody knows what is free, all is
    /// taken.
    pub(crate) fn check(&self, kept: Kept, wanted: u64) -> Result<(), NoRoomToKeep> {
        match self.free_bytes() {
            Ok(free) if free < kept.floor(self.bytes).saturating_add(wanted) => {
                Err(NoRoomToKeep::LowSpace(kept))
            }
            _ => Ok(()),
        }
    }
}

/// What is being written and is in no row of the store yet.
#[derive(Clone, Default)]
pub(crate) struct Underway {
    /// Held while room is looked for, so that two do not find the same.
    turn: Arc<tokio::sync::Mutex<()>>,
    bytes: Arc<Mutex<HashMap<AccountId, u64>>>,
}

/// Room that somebody has for what they are writing; given back when dropped. To be kept until the store knows of it.
pub(crate) struct Claim {
    underway: Underway,
    account: AccountId,
    bytes: u64,
}

impl Underway {
    /// A claim of nothing yet.
    pub(crate) fn claim(&self, account: AccountId) -> Claim {
        Claim {
            underway: self.clone(),
            account,
            bytes: 0,
        }
    }

    /// The bytes of all accounts.
    pub(crate) fn in_all(&self) -> u64 {
        self.lock()
            .values()
            .fold(0, |sum, bytes| sum.saturating_add(*bytes))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, u64>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Claim {
    /// Makes the claim so large, beside what the store says is kept, if it is not yet.
    pub(crate) async fn grow(
        &mut self,
        bytes: u64,
        room: StorageRoom,
        kept: impl Future<Output = Result<KeptBytes, StoreError>>,
    ) -> Result<Result<(), NoStorage>, StoreError> {
        let Some(wanted) = bytes.checked_sub(self.bytes).filter(|wanted| *wanted > 0) else {
            return Ok(Ok(()));
        };
        let _turn = self.underway.turn.lock().await;
        // In this order what gets into the store meanwhile counts twice, and never not at all.
        let of_account = self
            .underway
            .lock()
            .get(&self.account)
            .copied()
            .unwrap_or_default();
        let in_all = self.underway.in_all();
        let kept = kept.await?;
        let kept = KeptBytes {
            of_account: kept.of_account.saturating_add(of_account),
            in_all: kept.in_all.saturating_add(in_all),
        };
        let checked = room.check(kept, wanted);
        if checked.is_ok() {
            *self.underway.lock().entry(self.account).or_default() += wanted;
            self.bytes = bytes;
        }
        Ok(checked)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut underway = self.underway.lock();
        if let Some(bytes) = underway.get_mut(&self.account) {
            *bytes = bytes.saturating_sub(self.bytes);
            if *bytes == 0 {
                underway.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use uuid::Uuid;

    use super::*;

    struct Free(u64);

    impl FreeSpace for Free {
        fn free_bytes(&self) -> io::Result<u64> {
            if self.0 == u64::MAX {
                return Err(io::ErrorKind::NotFound.into());
            }
            Ok(self.0)
        }
    }

    #[test]
    fn nothing_is_kept_that_would_leave_less_than_the_floor() {
        let check = |free, floor, wanted| {
            let floor = SpaceFloor::new(Arc::new(Free(free)), floor);
            floor.check(Kept::Documents, wanted).is_ok()
        };
        assert!(check(100, 100, 0));
        assert!(!check(99, 100, 0));
        assert!(check(100, 60, 40));
        assert!(!check(100, 60, 41));
        assert!(!check(100, 60, u64::MAX));
        assert!(check(u64::MAX, 60, 41));
        let floor = SpaceFloor::new(Arc::new(Free(50)), 100);
        assert!(floor.check(Kept::Glossaries, 0).is_ok());
        assert!(floor.check(Kept::StyleLists, 1).is_err());
    }

    #[tokio::test]
    async fn what_is_written_takes_room_until_the_claim_ends() {
        let underway = Underway::default();
        let account = |number| AccountId(Uuid::from_u128(number));
        let room = StorageRoom {
            of_account: 40,
            in_all: 100,
        };
        let kept = KeptBytes {
            of_account: 10,
            in_all: 20,
        };
        let grow = async |claim: &mut Claim, bytes| {
            let grown = claim.grow(bytes, room, ready(Ok(kept)));
            grown.await.unwrap()
        };
        let mut first = underway.claim(account(1));
        assert_eq!(grow(&mut first, 20).await, Ok(()));
        let mut second = underway.claim(account(1));
        let too_much = Err(NoStorage::Account { most: 40 });
        assert_eq!(grow(&mut second, 11).await, too_much);
        assert_eq!(grow(&mut second, 10).await, Ok(()));
        assert_eq!(grow(&mut first, 21).await, too_much);
        // No more is wanted than there is.
        assert_eq!(grow(&mut first, 20).await, Ok(()));
        let mut other = underway.claim(account(2));
        assert_eq!(grow(&mut other, 20).await, Ok(()));
        assert_eq!(grow(&mut other, 21).await, Err(NoStorage::Share));
        assert_eq!(underway.in_all(), 50);
        drop((first, other));
        assert_eq!(grow(&mut second, 30).await, Ok(()));
        drop(second);
        assert_eq!(underway.in_all(), 0);
        assert!(underway.lock().is_empty());
    }
}
