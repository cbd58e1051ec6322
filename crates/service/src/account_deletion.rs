use std::io;
use std::sync::Arc;

use dragoman_domain::{
    Account, AccountStore, Act, Actor, AuditEntry, Clock, DeletedAccount, DocumentFiles,
    DocumentId, ErrorKind,
};

use crate::{KeyError, Keys, Memories, MemoryError};

/// Why an account was not deleted, or not with all its files. What is left is deleted by another attempt, but for the files
/// of documents, which nobody can read without the keys in the rows that are gone, and which the server sweeps.
#[derive(Debug, thiserror::Error)]
pub enum AccountDeletionError {
    /// Its keys were not ended, or its rows were not deleted.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Its memories were not deleted.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A file of a document could not be removed.
    #[error("a file of the document {document} could not be removed: {error}")]
    Files {
        /// The document.
        document: DocumentId,
        /// Why.
        error: io::Error,
    },
}

impl AccountDeletionError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Key(error) => error.kind(),
            Self::Memory(error) => error.kind(),
            Self::Files { .. } => ErrorKind::Internal,
        }
    }
}

/// What went with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deletion {
    /// What the accounts' store had of it.
    pub account: DeletedAccount,
    /// How many translation memories it had.
    pub memories: u64,
}

/// Ends accounts. Only the audit log and the counts of characters stay.
pub struct AccountDeletion {
    /// Ends the keys.
    pub keys: Keys,
    /// Keeps the accounts.
    pub store: Arc<dyn AccountStore>,
    /// Deletes translation memories.
    pub memories: Memories,
    /// Has the documents' files.
    pub files: Arc<dyn DocumentFiles>,
    /// Says when it was done.
    pub clock: Arc<dyn Clock>,
}

impl AccountDeletion {
    /// Deletes an account with all that is its own, for good, while a server runs or not.
    ///
    /// # Errors
    /// [`AccountDeletionError`].
    pub async fn delete(
        &self,
        account: &Account,
        actor: Actor,
    ) -> Result<Deletion, AccountDeletionError> {
        // First of all: nothing new comes meanwhile.
        for key in self.keys.list(Some(account.id)).await? {
            if key.deactivated.is_none() {
                self.keys.deactivate(key.id, actor).await?;
            }
        }
        // The account goes last, so that it can be named again if something fails before.
        let memories = self.memories.delete_all_of_account(account.id).await?;
        let act = Act::DeleteAccount {
            name: account.name.clone(),
        };
        let audit = AuditEntry {
            at: self.clock.now_to_millisecond(),
            account: account.id,
            actor,
            act,
        };
        let deleted = self.store.delete_account(account.id, &audit).await;
        let deleted = deleted
            .map_err(KeyError::from)?
            .ok_or_else(|| KeyError::UnknownAccount(account.name.clone()))?;
        for document in &deleted.documents {
            let document = *document;
            self.files
                .remove(document)
                .map_err(|error| AccountDeletionError::Files { document, error })?;
        }
        Ok(Deletion {
            account: deleted,
            memories,
        })
    }
}
