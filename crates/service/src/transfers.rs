//! Files on their way in and out: how many at a time, and how much of one at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use dragoman_domain::AccountId;

/// Bytes that are written or read at once.
pub(crate) const CHUNK: usize = 256 * 1024;

/// Why a file cannot be received now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// The same file is being received already.
    SameFile,
    /// As many files of the account are being received as may be.
    Account,
    /// As many files are being received as may be.
    Server,
}

/// Places for files that are being received; each holds a buffer and a connection. An account with slow
/// clients leaves some for others.
pub(crate) struct UploadPlaces<Id> {
    most: usize,
    most_of_account: usize,
    taken: Taken<Id>,
}

type Taken<Id> = Arc<Mutex<HashMap<Id, AccountId>>>;

/// A place; given back when dropped.
pub(crate) struct UploadPlace<Id: Copy + Eq + Hash> {
    taken: Taken<Id>,
    id: Id,
}

impl<Id: Copy + Eq + Hash> UploadPlaces<Id> {
    pub(crate) fn new(most: usize, most_of_account: usize) -> Self {
        Self {
            most,
            most_of_account,
            taken: Arc::default(),
        }
    }

    /// Takes a place for a file.
    pub(crate) fn take(&self, id: Id, account: AccountId) -> Result<UploadPlace<Id>, NoPlace> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.contains_key(&id) {
            return Err(NoPlace::SameFile);
        }
        let of_account = taken.values().filter(|&&one| one == account);
        if of_account.count() >= self.most_of_account {
            return Err(NoPlace::Account);
        }
        if taken.len() >= self.most {
            return Err(NoPlace::Server);
        }
        taken.insert(id, account);
        Ok(UploadPlace {
            taken: Arc::clone(&self.taken),
            id,
        })
    }

    /// Whether a file is being received.
    pub(crate) fn is_taken(&self, id: Id) -> bool {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.contains_key(&id)
    }
}

impl<Id: Copy + Eq + Hash> Drop for UploadPlace<Id> {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.remove(&self.id);
    }
}

/// The next bytes of a file; none at its end.
pub(crate) fn read_chunk(file: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(CHUNK);
    file.take(CHUNK as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
