use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use dragoman_domain::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A semaphore for each account, with the same number of permits; those that nobody uses are forgotten.
#[derive(Debug, Clone)]
pub(crate) struct OfAccounts {
    permits: usize,
    used: Arc<Mutex<HashMap<AccountId, Weak<Semaphore>>>>,
}

impl OfAccounts {
    pub(crate) fn new(permits: usize) -> Self {
        Self {
            permits,
            used: Arc::default(),
        }
    }

    pub(crate) fn of(&self, account: AccountId) -> Arc<Semaphore> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(semaphore) = used.get(&account).and_then(Weak::upgrade) {
            return semaphore;
        }
        used.retain(|_, semaphore| semaphore.strong_count() > 0);
        let semaphore = Arc::new(Semaphore::new(self.permits));
        used.insert(account, Arc::downgrade(&semaphore));
        semaphore
    }
}

/// Turns at work that takes much of a processor or of memory, of which an account has only some at a time. So one account's work never
/// keeps another's waiting, and of several each waits for few pieces of work of each of the others.
#[derive(Debug, Clone)]
pub struct FairSemaphore {
    all: Arc<Semaphore>,
    /// Of accounts that have a turn or wait for one.
    accounts: OfAccounts,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    _of_account: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Default for FairSemaphore {
    fn default() -> Self {
        Self::new()
    }
}

impl FairSemaphore {
    /// As many as there are processors, but at least two, and one for each account.
    #[must_use]
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::of(processors.max(2), 1)
    }

    /// So many in all, and so many for each account.
    #[must_use]
    pub fn of(all: usize, of_account: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            accounts: OfAccounts::new(of_account),
        }
    }

    /// Waits for a turn of this account. Who stops waiting keeps nobody from theirs. There is always one to wait for: none is
    /// given only if the process ends.
    pub async fn take(&self, account: AccountId) -> Option<Turn> {
        let own = self.accounts.of(account);
        // Nobody closes the semaphores. An account is among those who wait for the second only so often.
        let of_account = own.acquire_owned().await.ok()?;
        let of_all = Arc::clone(&self.all).acquire_owned().await.ok()?;
        Some(Turn {
            _of_account: of_account,
            _of_all: of_all,
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn an_account_with_much_to_do_takes_one_turn_and_another_finds_one() {
        let turns = FairSemaphore::new();
        let account = |number| AccountId(Uuid::from_u128(number));
        let first = turns.take(account(1)).await.unwrap();
        let mut more: Vec<_> = (0..10).map(|_| Box::pin(turns.take(account(1)))).collect();
        for waiting in &mut more {
            assert!(waiting.now_or_never().is_none());
        }
        let other = turns.take(account(2)).now_or_never();
        assert!(other.flatten().is_some(), "nobody is before it");
        drop(more.remove(0));
        drop(first);
        let next = more.remove(0).now_or_never();
        assert!(next.flatten().is_some(), "who has given up is passed over");
        drop(more);
        let fresh = turns.take(account(3)).await;
        drop(fresh);
        turns.accounts.of(account(4));
        assert_eq!(
            turns.accounts.used.lock().unwrap().len(),
            1,
            "the idle are forgotten"
        );
    }

    #[tokio::test]
    async fn an_account_with_all_its_turns_leaves_those_of_others() {
        let turns = FairSemaphore::of(4, 2);
        let take = |number| {
            let turn = turns.take(AccountId(Uuid::from_u128(number)));
            turn.now_or_never().flatten()
        };
        let mut own: Vec<Turn> = (0..2).filter_map(|_| take(1)).collect();
        assert_eq!(own.len(), 2);
        assert!(take(1).is_none());
        let others = (take(2), take(3));
        assert!(others.0.is_some() && others.1.is_some());
        assert!(take(4).is_none(), "there are no more");
        own.pop();
        assert!(take(4).is_some());
        assert!(take(1).is_some());
    }
}
