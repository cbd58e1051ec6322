//! Ports that stop working for good in the middle, as they do for a process that is killed.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, CreateDocumentError, DocumentBytes, DocumentCounts, DocumentFile,
    DocumentFileWriter, DocumentFiles, DocumentId, DocumentLease, DocumentOutcome,
    DocumentProgress, DocumentRoom, DocumentStore, ReadSeek, Reservation, ReservationId,
    ReserveError, SettleError, StoreError, StoredDocument, Timestamp, Usage, UsageLedger,
    UsageOwner, WrappedKey,
};
use tokio::sync::watch;

use crate::stage::Doors;

/// When a process dies: after so many steps, of which each call of a port has one before it and one after it.
pub(crate) struct Death {
    steps_left: watch::Sender<u64>,
}

impl Death {
    pub(crate) fn after(steps: u64) -> Arc<Self> {
        Arc::new(Self {
            steps_left: watch::Sender::new(steps),
        })
    }

    pub(crate) fn has_come(&self) -> bool {
        *self.steps_left.borrow() == 0
    }

    pub(crate) async fn comes(&self) {
        let mut left = self.steps_left.subscribe();
        left.wait_for(|left| *left == 0).await.unwrap();
    }

    pub(crate) fn doors(self: &Arc<Self>, doors: Doors) -> Doors {
        Doors {
            documents: Arc::new(Mortal(doors.documents, Arc::clone(self))),
            files: Arc::new(Mortal(doors.files, Arc::clone(self))),
            ledger: Arc::new(Mortal(doors.ledger, Arc::clone(self))),
        }
    }

    /// Whether the process lives after this step.
    fn lives(&self) -> bool {
        self.steps_left
            .send_modify(|left| *left = left.saturating_sub(1));
        !self.has_come()
    }

    fn check(&self) -> io::Result<()> {
        if self.lives() {
            Ok(())
        } else {
            Err(io::Error::other("the process is dead"))
        }
    }

    async fn step(&self) {
        if !self.lives() {
            std::future::pending::<()>().await;
        }
    }

    async fn around<T>(&self, call: impl Future<Output = T>) -> T {
        self.step().await;
        let result = call.await;
        self.step().await;
        result
    }
}

struct Mortal<Port>(Port, Arc<Death>);

#[async_trait]
impl DocumentStore for Mortal<Arc<dyn DocumentStore>> {
    async fn create_document(
        &self,
        document: &StoredDocument,
        room: DocumentRoom,
    ) -> Result<(), CreateDocumentError> {
        self.1.around(self.0.create_document(document, room)).await
    }

    async fn document_bytes(&self, account: AccountId) -> Result<DocumentBytes, StoreError> {
        self.1.around(self.0.document_bytes(account)).await
    }

    async fn set_unfetched(
        &self,
        id: DocumentId,
        characters: u64,
        most: u64,
    ) -> Result<bool, StoreError> {
        self.1
            .around(self.0.set_unfetched(id, characters, most))
            .await
    }

    async fn document(
        &self,
        id: DocumentId,
        now: Timestamp,
    ) -> Result<Option<StoredDocument>, StoreError> {
        self.1.around(self.0.document(id, now)).await
    }

    async fn claim_document(
        &self,
        token: u64,
        now: Timestamp,
        duration: Duration,
        workers: u32,
    ) -> Result<Option<(StoredDocument, DocumentLease)>, StoreError> {
        self.1
            .around(self.0.claim_document(token, now, duration, workers))
            .await
    }

    async fn lengthen_lease(
        &self,
        lease: DocumentLease,
        now: Timestamp,
        duration: Duration,
        progress: DocumentProgress,
    ) -> Result<bool, StoreError> {
        self.1
            .around(self.0.lengthen_lease(lease, now, duration, progress))
            .await
    }

    async fn finish_document(
        &self,
        lease: DocumentLease,
        outcome: &DocumentOutcome,
        expires: Timestamp,
        most_failed: u32,
    ) -> Result<bool, StoreError> {
        self.1
            .around(self.0.finish_document(lease, outcome, expires, most_failed))
            .await
    }

    async fn give_back_document(&self, lease: DocumentLease) -> Result<(), StoreError> {
        self.1.around(self.0.give_back_document(lease)).await
    }

    async fn end_leases(&self) -> Result<(), StoreError> {
        self.1.around(self.0.end_leases()).await
    }

    async fn remove_document(&self, id: DocumentId) -> Result<bool, StoreError> {
        self.1.around(self.0.remove_document(id)).await
    }

    async fn expired_documents(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<Vec<DocumentId>, StoreError> {
        self.1.around(self.0.expired_documents(now, most)).await
    }

    async fn document_counts(&self, now: Timestamp) -> Result<DocumentCounts, StoreError> {
        self.1.around(self.0.document_counts(now)).await
    }

    async fn until_added(&self) {
        self.1.around(self.0.until_added()).await;
    }
}

#[async_trait]
impl UsageLedger for Mortal<Arc<dyn UsageLedger>> {
    async fn reserve(&self, reservation: &Reservation) -> Result<(), ReserveError> {
        self.1.around(self.0.reserve(reservation)).await
    }

    async fn settle(&self, id: ReservationId) -> Result<(), SettleError> {
        self.1.around(self.0.settle(id)).await
    }

    async fn adjust(&self, document: DocumentId, characters: u64) -> Result<(), ReserveError> {
        self.1.around(self.0.adjust(document, characters)).await
    }

    fn release(&self, id: ReservationId) {
        if self.1.lives() {
            self.0.release(id);
        }
    }

    async fn usage(&self, owner: &UsageOwner) -> Result<Usage, StoreError> {
        self.1.around(self.0.usage(owner)).await
    }
}

impl DocumentFiles for Mortal<Arc<dyn DocumentFiles>> {
    fn new_key(&self) -> io::Result<WrappedKey> {
        self.0.new_key()
    }

    fn seal(&self, id: DocumentId, key: &WrappedKey, plain: &[u8]) -> io::Result<Vec<u8>> {
        self.0.seal(id, key, plain)
    }

    fn unseal(&self, id: DocumentId, key: &WrappedKey, sealed: &[u8]) -> io::Result<Vec<u8>> {
        self.0.unseal(id, key, sealed)
    }

    fn create(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<Box<dyn DocumentFileWriter>> {
        self.1.check()?;
        let writer = self.0.create(id, key, file)?;
        self.1.check()?;
        Ok(Box::new(MortalWriter {
            writer: Some(writer),
            death: Arc::clone(&self.1),
        }))
    }

    fn open(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<(Box<dyn ReadSeek>, u64)> {
        self.1.check()?;
        self.0.open(id, key, file)
    }

    fn remove(&self, id: DocumentId) -> io::Result<()> {
        self.1.check()?;
        self.0.remove(id)?;
        self.1.check()
    }

    fn written_before(&self, time: Timestamp) -> io::Result<Vec<DocumentId>> {
        self.1.check()?;
        self.0.written_before(time)
    }
}

struct MortalWriter {
    writer: Option<Box<dyn DocumentFileWriter>>,
    death: Arc<Death>,
}

impl Write for MortalWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.death.check()?;
        self.writer.as_mut().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().unwrap().flush()
    }
}

impl DocumentFileWriter for MortalWriter {
    fn keep(mut self: Box<Self>) -> io::Result<()> {
        self.death.check()?;
        self.writer.take().unwrap().keep()?;
        self.death.check()
    }
}

impl Drop for MortalWriter {
    fn drop(&mut self) {
        // Who is dead does not clean up.
        if !self.death.lives() {
            std::mem::forget(self.writer.take());
        }
    }
}
