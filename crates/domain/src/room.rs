use std::io;

use crate::is_within_share;

/// What is kept of something, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KeptBytes {
    /// Of one account.
    pub of_account: u64,
    /// Of all accounts, that one included.
    pub in_all: u64,
}

/// How many bytes may be kept of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageRoom {
    /// Of one account. It has less where others have so much that no more than that is left for them.
    pub of_account: u64,
    /// Of all accounts together.
    pub in_all: u64,
}

/// Why no more is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoStorage {
    /// All accounts together would have more than they may.
    #[error("there is no room for more")]
    Full,
    /// The account would have more than any may.
    #[error("the account would have more than {most} bytes")]
    Account {
        /// How many it may have.
        most: u64,
    },
    /// The account would have more than is left for others.
    #[error("the account would have more than is left for others")]
    Share,
}

impl StorageRoom {
    /// Room for everything.
    pub const UNLIMITED: Self = Self {
        of_account: u64::MAX,
        in_all: u64::MAX,
    };

    /// Room for so many bytes in all, of which an account may have no more than is [left](is_within_share) for others.
    #[must_use]
    pub const fn shared(bytes: u64) -> Self {
        Self {
            of_account: bytes,
            in_all: bytes,
        }
    }

    /// Whether so many bytes fit beside those that are kept; no bytes always do.
    ///
    /// # Errors
    /// [`NoStorage`] says which limit they would pass.
    pub const fn check(self, kept: KeptBytes, wanted: u64) -> Result<(), NoStorage> {
        let free = self.in_all.saturating_sub(kept.in_all);
        if wanted == 0 {
            Ok(())
        } else if wanted > free {
            Err(NoStorage::Full)
        } else if kept.of_account.saturating_add(wanted) > self.of_account {
            Err(NoStorage::Account {
                most: self.of_account,
            })
        } else if is_within_share(kept.of_account, wanted, free) {
            Ok(())
        } else {
            Err(NoStorage::Share)
        }
    }
}

/// How much can still be written where data is kept.
pub trait FreeSpace: Send + Sync {
    /// The bytes that this process may still write there. It is asked often, and so must be cheap.
    ///
    /// # Errors
    /// As file systems have them.
    fn free_bytes(&self) -> io::Result<u64>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_has_neither_more_than_it_may_nor_than_is_left_for_others() {
        let room = StorageRoom {
            of_account: 50,
            in_all: 100,
        };
        for (of_account, in_all, wanted, expected) in [
            (0, 0, 50, Ok(())),
            (0, 0, 51, Err(NoStorage::Account { most: 50 })),
            (49, 49, 1, Ok(())),
            (50, 50, 1, Err(NoStorage::Account { most: 50 })),
            (50, 50, 0, Ok(())),
            (20, 60, 10, Ok(())),
            (20, 60, 11, Err(NoStorage::Share)),
            // Who comes new finds what is left.
            (0, 60, 40, Ok(())),
            (0, 60, 41, Err(NoStorage::Full)),
            (0, 200, 1, Err(NoStorage::Full)),
            (60, 60, u64::MAX, Err(NoStorage::Full)),
        ] {
            let kept = KeptBytes { of_account, in_all };
            assert_eq!(room.check(kept, wanted), expected, "{kept:?} {wanted}");
        }
        let kept = KeptBytes {
            of_account: 1 << 60,
            in_all: 1 << 61,
        };
        assert_eq!(StorageRoom::UNLIMITED.check(kept, 1 << 60), Ok(()));
    }
}
