//! Documents in the database.

mod leases;
mod removal;
mod room;
mod turns;
mod unfetched;

use std::time::Duration;

use dragoman_domain::{
    CreateDocumentError, DocumentCounts, DocumentId, DocumentLease, DocumentOutcome,
    DocumentProgress, DocumentRoom, DocumentStatus, KeyDigest, KeyId, StoreError, StoredDocument,
    Timestamp, WrappedKey,
};

use crate::{Backend, TestStore, account, key, time};

tests! {
    a_document_comes_back_as_it_was_sent_also_after_a_crash,
    an_id_is_given_once_and_a_key_must_exist,
    the_work_on_a_document_is_seen_from_its_beginning_to_its_end,
    a_document_that_failed_says_why_and_is_not_claimed_again,
    documents_are_counted_by_what_has_become_of_them
}

/// Room for everything.
pub(crate) const ROOM: DocumentRoom = DocumentRoom {
    documents_of_key: u32::MAX,
    bytes: u64::MAX,
    unfetched_characters: u64::MAX,
};

/// Workers for everything.
const WORKERS: u32 = u32::MAX;

/// How long a lease holds.
pub(crate) const TEN_MINUTES: Duration = Duration::from_secs(600);

/// A time so many minutes after a certain moment.
pub(crate) fn minute(number: i64) -> Timestamp {
    let start = time("2026-05-05T12:00:00Z").as_second();
    Timestamp::from_second(start + number * 60).unwrap()
}

/// A document that is sent in minute 0 and expires in minute 60.
pub(crate) fn document(owner: KeyId, number: u128) -> StoredDocument {
    let byte = u8::try_from(number % 251).unwrap();
    StoredDocument {
        id: DocumentId(number << 64 | 0xAB),
        owner,
        secret: KeyDigest([byte; 32]),
        key: WrappedKey(vec![byte; 60]),
        request: format!("request {number}").into_bytes(),
        bytes: 10,
        status: DocumentStatus::Queued,
        characters: 100,
        attempts: 0,
        warnings: Vec::new(),
        created: minute(0),
        expires: minute(60),
    }
}

pub(crate) async fn with_keys<const N: usize>(backend: Backend) -> (TestStore, [KeyId; N]) {
    let test = TestStore::new(backend).await;
    let account = account(1);
    test.add_account(&account).await;
    let keys = std::array::from_fn(|number| key(&account, 1 + number as u128));
    for (key, digest) in &keys {
        test.add_key(key, digest).await;
    }
    (test, keys.map(|(key, _)| key.id))
}

/// Keys of as many accounts.
pub(crate) async fn with_accounts<const N: usize>(backend: Backend) -> (TestStore, [KeyId; N]) {
    let test = TestStore::new(backend).await;
    let keys = std::array::from_fn(|number| {
        let number = 1 + number as u128;
        let account = account(number);
        let (key, digest) = key(&account, number);
        (account, key, digest)
    });
    for (account, key, digest) in &keys {
        test.add_account(account).await;
        test.add_key(key, digest).await;
    }
    (test, keys.map(|(_, key, _)| key.id))
}

impl TestStore {
    pub(crate) async fn send(&self, document: &StoredDocument) {
        self.store.create_document(document, ROOM).await.unwrap();
    }

    /// Claims a document in a minute, for ten.
    pub(crate) async fn claim(
        &self,
        token: u64,
        now: i64,
    ) -> Option<(StoredDocument, DocumentLease)> {
        self.store
            .claim_document(token, minute(now), TEN_MINUTES, WORKERS)
            .await
            .unwrap()
    }

    /// The same for one of so many workers.
    pub(crate) async fn claim_of(
        &self,
        workers: u32,
        now: i64,
    ) -> Option<(StoredDocument, DocumentLease)> {
        self.store
            .claim_document(1, minute(now), TEN_MINUTES, workers)
            .await
            .unwrap()
    }

    pub(crate) async fn claimed_id(&self, token: u64, now: i64) -> Option<DocumentId> {
        Some(self.claim(token, now).await?.0.id)
    }

    pub(crate) async fn finish(&self, lease: DocumentLease, outcome: &DocumentOutcome) -> bool {
        self.store
            .finish_document(lease, outcome, minute(100), u32::MAX)
            .await
            .unwrap()
    }

    pub(crate) async fn lengthen(&self, lease: DocumentLease, until: i64, translated: u64) -> bool {
        let progress = DocumentProgress {
            translated,
            total: 100,
        };
        self.store
            .lengthen_lease(lease, minute(until - 10), TEN_MINUTES, progress)
            .await
            .unwrap()
    }

    pub(crate) async fn found(&self, id: DocumentId, now: i64) -> Option<StoredDocument> {
        self.store.document(id, minute(now)).await.unwrap()
    }

    pub(crate) async fn status(&self, id: DocumentId, now: i64) -> DocumentStatus {
        self.found(id, now).await.unwrap().status
    }

    async fn expired(&self, now: i64, most: u32) -> Vec<DocumentId> {
        self.store
            .expired_documents(minute(now), most)
            .await
            .unwrap()
    }
}

fn translating(since: i64, translated: u64, total: u64) -> DocumentStatus {
    DocumentStatus::Translating {
        since: minute(since),
        progress: DocumentProgress { translated, total },
    }
}

async fn a_document_comes_back_as_it_was_sent_also_after_a_crash(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let queued = document(key, 1);
    let failed = StoredDocument {
        status: DocumentStatus::Failed {
            message: vec![0, 255, 7],
        },
        id: DocumentId(u128::MAX),
        ..document(key, 2)
    };
    test.send(&queued).await;
    test.send(&failed).await;
    let test = test.reopen().await;
    assert_eq!(test.found(queued.id, 0).await, Some(queued));
    assert_eq!(test.found(failed.id, 0).await, Some(failed));
    assert_eq!(test.found(DocumentId(1), 0).await, None);
}

async fn an_id_is_given_once_and_a_key_must_exist(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let sent = document(key, 1);
    test.send(&sent).await;
    let again = test.store.create_document(&sent, ROOM).await;
    assert!(matches!(
        again,
        Err(CreateDocumentError::Store(StoreError::Duplicate { .. }))
    ));
    let (unknown, _) = crate::key(&account(1), 9);
    let of_nobody = document(unknown.id, 2);
    let refused = test.store.create_document(&of_nobody, ROOM).await;
    assert!(matches!(refused, Err(CreateDocumentError::Store(_))));
}

async fn the_work_on_a_document_is_seen_from_its_beginning_to_its_end(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let sent = document(key, 1);
    test.send(&sent).await;
    let (claimed, lease) = test.claim(u64::MAX, 1).await.unwrap();
    let at_work = StoredDocument {
        status: translating(1, 0, 0),
        attempts: 1,
        ..sent.clone()
    };
    assert_eq!(claimed, at_work);
    assert_eq!(test.found(sent.id, 10).await, Some(at_work));
    assert!(test.lengthen(lease, 20, 40).await);
    assert_eq!(test.status(sent.id, 19).await, translating(1, 40, 100));
    let warnings = b"sealed".to_vec();
    let translated = DocumentOutcome::Translated(warnings.clone());
    assert!(test.finish(lease, &translated).await);
    let done = StoredDocument {
        status: DocumentStatus::Done { is_billed: false },
        attempts: 1,
        warnings,
        expires: minute(100),
        ..sent.clone()
    };
    assert_eq!(test.found(sent.id, 19).await, Some(done));
    assert_eq!(test.claimed_id(2, 19).await, None);
    assert!(!test.lengthen(lease, 30, 50).await);
    assert!(!test.finish(lease, &DocumentOutcome::Failed(vec![1])).await);
}

async fn a_document_that_failed_says_why_and_is_not_claimed_again(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    test.send(&document(key, 1)).await;
    let (claimed, lease) = test.claim(1, 0).await.unwrap();
    let failed = DocumentOutcome::Failed(b"sealed".to_vec());
    assert!(test.finish(lease, &failed).await);
    let message = b"sealed".to_vec();
    let status = test.status(claimed.id, 1).await;
    assert_eq!(status, DocumentStatus::Failed { message });
    assert_eq!(test.claimed_id(2, 30).await, None);
}

async fn documents_are_counted_by_what_has_become_of_them(backend: Backend) {
    let (test, [key, other]) = with_keys(backend).await;
    let counts = async |now| test.store.document_counts(minute(now)).await.unwrap();
    assert_eq!(counts(0).await, DocumentCounts::default());
    for (owner, number) in [(key, 1), (key, 2), (key, 3), (other, 4), (other, 5)] {
        test.send(&document(owner, number)).await;
    }
    let failed_at_once = StoredDocument {
        status: DocumentStatus::Failed { message: vec![1] },
        ..document(key, 6)
    };
    test.send(&failed_at_once).await;
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.finish(lease, &DocumentOutcome::Failed(vec![1])).await);
    assert!(test.claim(1, 55).await.is_some());
    let at_first = DocumentCounts {
        queued: 2,
        translating: 1,
        translated: 1,
        failed: 2,
        // What failed has no files.
        bytes: 40,
    };
    assert_eq!(counts(55).await, at_first);
    // Others have expired, whose files are there until they are removed.
    let expired = DocumentCounts {
        queued: 0,
        failed: 1,
        ..at_first
    };
    assert_eq!(counts(60).await, expired);
    for id in test.expired(60, 9).await {
        assert!(test.store.remove_document(id).await.unwrap());
    }
    let removed = DocumentCounts {
        bytes: 20,
        ..expired
    };
    assert_eq!(counts(60).await, removed);
    // Nobody has lengthened the lease.
    let without_lease = DocumentCounts {
        translating: 0,
        ..removed
    };
    assert_eq!(counts(65).await, without_lease);
}
