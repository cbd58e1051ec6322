//! The memory that documents may take, and what is lent of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dragoman_documents::Overseer;
use dragoman_domain::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::failure::Failure;
use crate::fair_semaphore::OfAccounts;

/// What is counted in, in bytes.
const UNIT: u64 = 1 << 10;

/// A budget of memory for all documents that are read, translated or written. Those of an account have half of it at
/// most, so that another account's find the other half. Who waits for memory gets it in the order of coming.
pub(super) struct DocumentMemory {
    all: Arc<Semaphore>,
    accounts: OfAccounts,
    /// The most of an account, in units.
    most: u32,
}

impl DocumentMemory {
    /// A budget of so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        // So that all of it has a number of 32 bits, of which one request for permits can ask.
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX).max(2);
        let most = units / 2;
        Self {
            all: Arc::new(Semaphore::new(units as usize)),
            accounts: OfAccounts::new(most as usize),
            most,
        }
    }

    /// The work on a document of this account, to which nothing is lent yet.
    pub(super) fn work(&self, account: AccountId) -> DocumentWork {
        DocumentWork(Arc::new(Supervision {
            all: Arc::clone(&self.all),
            of_account: self.accounts.of(account),
            most: self.most,
            is_given_up: AtomicBool::new(false),
            loan: Mutex::default(),
        }))
    }
}

/// The work on a document, for as long as somebody wants it: when this is dropped, whoever reads or writes the document
/// ends soon, and what was lent is given back then.
pub(super) struct DocumentWork(Arc<Supervision>);

/// Looks on while a document is read or written.
struct Supervision {
    all: Arc<Semaphore>,
    of_account: Arc<Semaphore>,
    most: u32,
    is_given_up: AtomicBool,
    loan: Mutex<Loan>,
}

/// What is lent to a document, in units.
#[derive(Default)]
struct Loan {
    /// From the account's share, and from all.
    permits: Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)>,
    used: u32,
    /// What it would have had with what was refused last.
    wanted: u32,
}

impl Loan {
    /// How much is lent, used or not.
    fn lent(&self) -> u32 {
        let permits = self.permits.as_ref();
        let lent = permits.map_or(0, |(of_account, _)| of_account.num_permits());
        u32::try_from(lent).unwrap_or(u32::MAX)
    }
}

impl DocumentWork {
    /// Who looks on while the document is read or written.
    pub(super) fn overseer(&self) -> Arc<dyn Overseer> {
        Arc::clone(&self.0) as _
    }

    /// Gives back what is lent and waits until there is twice as much, and at least what was asked for. For who has let
    /// the document go.
    ///
    /// # Errors
    /// [`Failure::TooMuchMemory`] if an account never gets as much.
    pub(super) async fn wait_for_more(&self) -> Result<(), Failure> {
        let Supervision {
            all,
            of_account,
            most,
            ..
        } = &*self.0;
        let wanted = {
            let mut loan = self.0.loan();
            let wanted = loan.wanted.max(loan.lent().saturating_mul(2).min(*most));
            *loan = Loan::default();
            wanted
        };
        if wanted > *most {
            return Err(Failure::TooMuchMemory);
        }
        // Nobody closes the semaphores.
        let stopped = |_| Failure::Stopped;
        let of_account = Arc::clone(of_account);
        let own = of_account.acquire_many_owned(wanted).await;
        let own = own.map_err(stopped)?;
        let of_all = Arc::clone(all).acquire_many_owned(wanted).await;
        let permits = Some((own, of_all.map_err(stopped)?));
        *self.0.loan() = Loan {
            permits,
            used: 0,
            wanted,
        };
        Ok(())
    }
}

impl Drop for DocumentWork {
    fn drop(&mut self) {
        self.0.is_given_up.store(true, Ordering::Relaxed);
    }
}

impl Supervision {
    fn loan(&self) -> MutexGuard<'_, Loan> {
        self.loan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many more units, if they are free.
    fn take(&self, units: u32) -> Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)> {
        let own = Arc::clone(&self.of_account).try_acquire_many_owned(units);
        let all = Arc::clone(&self.all).try_acquire_many_owned(units);
        Some((own.ok()?, all.ok()?))
    }
}

impl Overseer for Supervision {
    fn has_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }

    fn lend(&self, bytes: u64) -> bool {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let mut loan = self.loan();
        let used = loan.used.saturating_add(units);
        if let Some(missing) = used.checked_sub(loan.lent()).filter(|missing| *missing > 0) {
            loan.wanted = used;
            let Some((own, all)) = self.take(missing) else {
                return false;
            };
            match &mut loan.permits {
                Some((of_account, of_all)) => {
                    of_account.merge(own);
                    of_all.merge(all);
                }
                none => *none = Some((own, all)),
            }
        }
        loan.used = used;
        true
    }

    /// What is taken back stays with the document: it may want it again when it is written.
    fn take_back(&self, bytes: u64) {
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX);
        let mut loan = self.loan();
        loan.used = loan.used.saturating_sub(units);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    const MEBIBYTE: u64 = 1 << 20;

    fn account(number: u128) -> AccountId {
        AccountId(Uuid::from_u128(number))
    }

    #[test]
    fn an_account_has_half_and_another_finds_the_other_half() {
        let memory = DocumentMemory::new(100 * MEBIBYTE);
        let first = memory.work(account(1));
        assert!(first.0.lend(30 * MEBIBYTE));
        let second = memory.work(account(1));
        assert!(!second.0.lend(21 * MEBIBYTE));
        assert!(second.0.lend(20 * MEBIBYTE));
        assert!(!first.0.lend(1));
        let others = memory.work(account(2));
        assert!(others.0.lend(50 * MEBIBYTE));
        assert!(!memory.work(account(3)).0.lend(1));
        drop(others);
        assert!(memory.work(account(3)).0.lend(1));
    }

    #[tokio::test]
    async fn who_waits_gets_what_was_asked_for_in_the_order_of_coming() {
        let memory = DocumentMemory::new(100 * MEBIBYTE);
        let first = memory.work(account(1));
        assert!(first.0.lend(40 * MEBIBYTE));
        let second = memory.work(account(1));
        assert!(second.0.lend(8 * MEBIBYTE) && !second.0.lend(30 * MEBIBYTE));
        let mut waiting = Box::pin(second.wait_for_more());
        assert!((&mut waiting).now_or_never().is_none());
        let third = memory.work(account(1));
        assert!(!third.0.lend(1), "another waits for what is left");
        drop(first);
        assert!(!third.0.lend(20 * MEBIBYTE), "another has waited for that");
        assert!(waiting.await.is_ok());
        assert!(second.0.lend(38 * MEBIBYTE) && second.0.lend(12 * MEBIBYTE));
        assert!(!second.0.lend(1));
        let refused = second.wait_for_more().await;
        assert!(matches!(refused, Err(Failure::TooMuchMemory)));
    }

    #[test]
    fn what_is_not_used_any_more_is_lent_to_the_same_document_again() {
        let memory = DocumentMemory::new(100 * MEBIBYTE);
        let work = memory.work(account(1));
        assert!(work.0.lend(50 * MEBIBYTE) && !work.0.lend(1));
        work.0.take_back(20 * MEBIBYTE);
        assert!(work.0.lend(20 * MEBIBYTE) && !work.0.lend(1));
        assert!(!memory.work(account(1)).0.lend(1));
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_nothing_behind() {
        let memory = DocumentMemory::new(100 * MEBIBYTE);
        let first = memory.work(account(1));
        assert!(first.0.lend(50 * MEBIBYTE));
        let second = memory.work(account(1));
        assert!(!second.0.lend(MEBIBYTE));
        assert!(second.wait_for_more().now_or_never().is_none());
        drop((first, second));
        assert!(memory.work(account(1)).0.lend(50 * MEBIBYTE));
    }
}
