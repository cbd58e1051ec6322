use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use dragoman_domain::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Turns at work that keeps a processor busy: an account has one at a time, and all together have as many as there are
/// processors, but at least two. So one account's work never keeps another's waiting, and of several each waits for one
/// piece of work of each of the others at most.
#[derive(Debug, Clone)]
pub(crate) struct FairTurns {
    all: Arc<Semaphore>,
    /// Of accounts that have a turn or wait for one.
    accounts: Arc<Mutex<HashMap<AccountId, Weak<Semaphore>>>>,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _of_account: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl FairTurns {
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            all: Arc::new(Semaphore::new(processors.max(2))),
            accounts: Arc::default(),
        }
    }

    /// Waits for a turn of this account. Who stops waiting keeps nobody from theirs.
    pub(crate) async fn take(&self, account: AccountId) -> Option<Turn> {
        let own = self.of_account(account);
        // Nobody closes the semaphores. An account is only once among those who wait for the second.
        let of_account = own.acquire_owned().await.ok()?;
        let of_all = Arc::clone(&self.all).acquire_owned().await.ok()?;
        Some(Turn {
            _of_account: of_account,
            _of_all: of_all,
        })
    }

    fn of_account(&self, account: AccountId) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = accounts.get(&account).and_then(Weak::upgrade) {
            return turn;
        }
        accounts.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(Semaphore::new(1));
        accounts.insert(account, Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn an_account_with_much_to_do_takes_one_turn_and_another_finds_one() {
        let turns = FairTurns::new();
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
        turns.of_account(account(4));
        assert_eq!(
            turns.accounts.lock().unwrap().len(),
            1,
            "the idle are forgotten"
        );
    }
}
