use std::sync::Arc;

use dragoman_domain::{
    CreateDocumentError, DocumentId, DocumentLease, DocumentOutcome, DocumentProgress,
    DocumentRoom, DocumentStatus, DocumentStore, KeyDigest, KeyId, StoreError, StoredDocument,
    Timestamp, WrappedKey,
};
use sqlx::Executor;

use crate::{TestStore, account, key, time};

/// Room for everything.
pub(crate) const ROOM: DocumentRoom = DocumentRoom {
    documents_of_key: u32::MAX,
    bytes: u64::MAX,
};

/// Workers for everything.
const WORKERS: u32 = u32::MAX;

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
        created: minute(0),
        expires: minute(60),
    }
}

async fn with_keys<const N: usize>() -> (TestStore, [KeyId; N]) {
    let test = TestStore::new().await;
    let account = account(1);
    test.add_account(&account).await;
    let keys = std::array::from_fn(|number| key(&account, 1 + number as u128));
    for (key, digest) in &keys {
        test.add_key(key, digest).await;
    }
    (test, keys.map(|(key, _)| key.id))
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
            .claim_document(token, minute(now), minute(now + 10), WORKERS)
            .await
            .unwrap()
    }

    /// The same for one of so many workers.
    async fn claim_of(&self, workers: u32, now: i64) -> Option<(StoredDocument, DocumentLease)> {
        self.store
            .claim_document(1, minute(now), minute(now + 10), workers)
            .await
            .unwrap()
    }

    async fn claimed_id(&self, token: u64, now: i64) -> Option<DocumentId> {
        Some(self.claim(token, now).await?.0.id)
    }

    pub(crate) async fn finish(&self, lease: DocumentLease, outcome: &DocumentOutcome) -> bool {
        self.store
            .finish_document(lease, outcome, minute(100), ROOM)
            .await
            .unwrap()
    }

    async fn lengthen(&self, lease: DocumentLease, until: i64, translated: u64) -> bool {
        let progress = DocumentProgress {
            translated,
            total: 100,
        };
        self.store
            .lengthen_lease(lease, minute(until), progress)
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

#[tokio::test]
async fn a_document_comes_back_as_it_was_sent_also_after_a_crash() {
    let (test, [key]) = with_keys().await;
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

#[tokio::test]
async fn an_id_is_given_once_and_a_key_must_exist() {
    let (test, [key]) = with_keys().await;
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

#[tokio::test]
async fn a_key_has_no_more_documents_than_it_may_but_for_those_that_expired() {
    let (test, [key, other]) = with_keys().await;
    let room = DocumentRoom {
        documents_of_key: 2,
        ..ROOM
    };
    let create = async |document: &StoredDocument| test.store.create_document(document, room).await;
    create(&document(key, 1)).await.unwrap();
    create(&document(key, 2)).await.unwrap();
    let refused = Err(CreateDocumentError::TooMany { most: 2 });
    assert_eq!(create(&document(key, 3)).await, refused);
    create(&document(other, 4)).await.unwrap();

    let first = document(key, 1).id;
    test.store.remove_document(first).await.unwrap();
    create(&document(key, 5)).await.unwrap();
    assert_eq!(create(&document(key, 6)).await, refused);
    let later = StoredDocument {
        created: minute(60),
        expires: minute(120),
        ..document(key, 7)
    };
    create(&later).await.unwrap();
}

#[tokio::test]
async fn the_room_for_bytes_can_be_used_up_exactly_and_is_free_again_with_what_is_removed() {
    let (test, [key, other]) = with_keys().await;
    let room = DocumentRoom { bytes: 25, ..ROOM };
    let create = async |document: &StoredDocument| test.store.create_document(document, room).await;
    create(&document(key, 1)).await.unwrap();
    create(&document(other, 2)).await.unwrap();
    let small = StoredDocument {
        bytes: 5,
        ..document(key, 3)
    };
    // What has expired takes room until it is removed.
    let late = StoredDocument {
        created: minute(70),
        expires: minute(130),
        ..document(key, 4)
    };
    assert_eq!(create(&late).await, Err(CreateDocumentError::Full));
    create(&small).await.unwrap();
    let huge = StoredDocument {
        bytes: u64::MAX,
        ..document(key, 5)
    };
    assert_eq!(create(&huge).await, Err(CreateDocumentError::Full));
    test.store
        .remove_document(document(key, 1).id)
        .await
        .unwrap();
    create(&late).await.unwrap();
}

#[tokio::test]
async fn what_failed_takes_no_room() {
    let (test, [key]) = with_keys().await;
    let room = DocumentRoom {
        documents_of_key: 1,
        bytes: document(key, 1).bytes,
    };
    let create = async |document: &StoredDocument| test.store.create_document(document, room).await;
    let failed_at_once = StoredDocument {
        status: DocumentStatus::Failed { message: vec![1] },
        ..document(key, 1)
    };
    create(&failed_at_once).await.unwrap();
    create(&document(key, 2)).await.unwrap();
    let refused = Err(CreateDocumentError::TooMany { most: 1 });
    assert_eq!(create(&document(key, 3)).await, refused);
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.finish(lease, &DocumentOutcome::Failed(vec![1])).await);
    create(&document(key, 3)).await.unwrap();
}

#[tokio::test]
async fn of_the_documents_of_a_key_that_failed_the_newest_are_kept_as_many_as_it_may_have() {
    let (test, [key, other]) = with_keys().await;
    let room = DocumentRoom {
        documents_of_key: 2,
        ..ROOM
    };
    let create = async |document: &StoredDocument| test.store.create_document(document, room).await;
    let failed_at_once = |owner, number: u128| StoredDocument {
        status: DocumentStatus::Failed { message: vec![1] },
        expires: minute(60 + i64::try_from(number).unwrap()),
        ..document(owner, number)
    };
    create(&document(key, 1)).await.unwrap();
    create(&failed_at_once(other, 2)).await.unwrap();
    for number in 3..6 {
        create(&failed_at_once(key, number)).await.unwrap();
    }
    let left = async || {
        let mut left = Vec::new();
        for number in 1..=6 {
            let id = document(key, number).id;
            if test.found(id, 0).await.is_some() {
                left.push(number);
            }
        }
        left
    };
    assert_eq!(left().await, [1, 2, 4, 5]);
    // It came before them, and the time for which it is kept may have been longer then.
    let (_, lease) = test.claim(1, 0).await.unwrap();
    let outcome = DocumentOutcome::Failed(vec![1]);
    let finished = test
        .store
        .finish_document(lease, &outcome, minute(30), room)
        .await;
    assert_eq!(finished, Ok(true));
    assert_eq!(left().await, [1, 2, 5]);
    create(&document(key, 6)).await.unwrap();
    assert_eq!(left().await, [1, 2, 5, 6]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploads_at_the_same_time_use_up_the_room_exactly() {
    let (test, keys) = with_keys::<3>().await;
    let test = Arc::new(test);
    let room = DocumentRoom {
        documents_of_key: 10,
        bytes: 250,
    };
    let tasks: Vec<_> = (0..60)
        .map(|number| {
            let test = Arc::clone(&test);
            let owner = keys[usize::try_from(number).unwrap() % 3];
            tokio::spawn(async move {
                let document = document(owner, number);
                test.store.create_document(&document, room).await.is_ok()
            })
        })
        .collect();
    let mut accepted = 0;
    for task in tasks {
        accepted += u32::from(task.await.unwrap());
    }
    assert_eq!(accepted, 25);
    let most: i64 = sqlx::query_scalar(
        "SELECT max(count) FROM (SELECT count(*) AS count FROM documents GROUP BY key)",
    )
    .fetch_one(&mut test.file().await)
    .await
    .unwrap();
    assert!(most <= 10, "{most}");
}

#[tokio::test]
async fn the_work_on_a_document_is_seen_from_its_beginning_to_its_end() {
    let (test, [key]) = with_keys().await;
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
    assert!(test.finish(lease, &DocumentOutcome::Translated).await);
    let done = StoredDocument {
        status: DocumentStatus::Done { is_billed: false },
        attempts: 1,
        expires: minute(100),
        ..sent.clone()
    };
    assert_eq!(test.found(sent.id, 19).await, Some(done));
    assert_eq!(test.claimed_id(2, 19).await, None);
    assert!(!test.lengthen(lease, 30, 50).await);
    assert!(!test.finish(lease, &DocumentOutcome::Failed(vec![1])).await);
}

#[tokio::test]
async fn a_document_that_failed_says_why_and_is_not_claimed_again() {
    let (test, [key]) = with_keys().await;
    test.send(&document(key, 1)).await;
    let (claimed, lease) = test.claim(1, 0).await.unwrap();
    let failed = DocumentOutcome::Failed(b"sealed".to_vec());
    assert!(test.finish(lease, &failed).await);
    let message = b"sealed".to_vec();
    let status = test.status(claimed.id, 1).await;
    assert_eq!(status, DocumentStatus::Failed { message });
    assert_eq!(test.claimed_id(2, 30).await, None);
}

#[tokio::test]
async fn keys_with_less_at_work_come_first() {
    let (test, [busy, other]) = with_keys().await;
    for (owner, number) in [(busy, 1), (busy, 2), (busy, 3), (other, 4), (other, 5)] {
        test.send(&document(owner, number)).await;
    }
    for number in [1, 4, 2, 5, 3] {
        let claimed = test.claimed_id(7, 0).await;
        assert_eq!(claimed, Some(document(busy, number).id), "{number}");
    }
    assert_eq!(test.claimed_id(7, 0).await, None);
}

#[tokio::test]
async fn a_key_alone_has_half_of_the_workers_and_one_that_comes_new_finds_one() {
    let (test, [long, new, late]) = with_keys().await;
    for number in 1..=9 {
        test.send(&document(long, number)).await;
    }
    for (workers, share) in [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4)] {
        let mut claimed = 0;
        while claimed < workers
            && let Some((document, _)) = test.claim_of(workers, 0).await
        {
            assert_eq!(document.owner, long);
            claimed += 1;
        }
        assert_eq!(claimed, share, "{workers}");
        test.store.end_leases().await.unwrap();
    }
    // Two have a third each, rounded down, and leave something for another.
    test.send(&document(new, 10)).await;
    test.send(&document(new, 11)).await;
    let mut owners = Vec::new();
    while let Some((document, _)) = test.claim_of(4, 1).await {
        owners.push(document.owner);
    }
    owners.sort_unstable_by_key(|owner| *owner == new);
    assert_eq!(owners, [long, new]);
    test.send(&document(late, 12)).await;
    assert_eq!(test.claim_of(4, 1).await.unwrap().0.owner, late);
}

#[tokio::test]
async fn leases_on_which_nobody_works_keep_no_worker_from_a_key_that_has_none() {
    let (test, [key, other, new]) = with_keys().await;
    for (owner, number) in [(key, 1), (key, 2), (other, 3), (new, 4)] {
        test.send(&document(owner, number)).await;
    }
    assert!(test.claim_of(2, 0).await.is_some());
    assert!(test.claim_of(2, 0).await.is_some());
    // Both workers have given up without an end of their leases, and one asks again.
    assert_eq!(test.claim_of(2, 0).await.unwrap().0.owner, new);
    assert!(test.claim_of(2, 0).await.is_none());
}

#[tokio::test]
async fn a_worker_alone_goes_round_the_keys_even_if_one_fetches_everything_at_once() {
    let (test, [quick, slow, late]) = with_keys().await;
    for (owner, number) in [(quick, 1), (quick, 2), (quick, 3), (slow, 4), (slow, 5)] {
        test.send(&document(owner, number)).await;
    }
    let mut order = Vec::new();
    for minute in 0..6 {
        let (claimed, lease) = test.claim(7, minute).await.unwrap();
        assert!(test.finish(lease, &DocumentOutcome::Translated).await);
        if claimed.owner == quick {
            assert!(test.store.remove_document(claimed.id).await.unwrap());
        }
        order.push(claimed.id.0 >> 64);
        if minute == 1 {
            test.send(&document(late, 6)).await;
        }
    }
    assert_eq!(order, [1, 4, 6, 2, 5, 3]);
}

#[tokio::test]
async fn of_a_key_the_oldest_document_comes_first_and_of_equals_the_one_kept_first() {
    let (test, [key]) = with_keys().await;
    let older = StoredDocument {
        created: minute(-1),
        ..document(key, 3)
    };
    for sent in [&document(key, 2), &older, &document(key, 1)] {
        test.send(sent).await;
    }
    for number in [3, 2, 1] {
        assert_eq!(test.claimed_id(1, 0).await, Some(document(key, number).id));
    }
}

#[tokio::test]
async fn a_document_that_was_begun_in_vain_waits_for_those_that_were_not() {
    let (test, [key]) = with_keys().await;
    test.send(&document(key, 1)).await;
    test.send(&document(key, 2)).await;
    assert_eq!(test.claimed_id(1, 0).await, Some(document(key, 1).id));
    test.store.end_leases().await.unwrap();
    for number in [2, 1] {
        assert_eq!(test.claimed_id(2, 1).await, Some(document(key, number).id));
    }
}

#[tokio::test]
async fn a_lease_that_ended_is_claimed_by_others_and_of_no_use_to_who_had_it() {
    let (test, [key]) = with_keys().await;
    let id = document(key, 1).id;
    test.send(&document(key, 1)).await;
    let (_, lost) = test.claim(1, 0).await.unwrap();
    assert_eq!(test.claimed_id(2, 9).await, None);
    assert_eq!(test.status(id, 10).await, DocumentStatus::Queued);
    let (claimed, lease) = test.claim(2, 10).await.unwrap();
    assert_eq!((claimed.id, claimed.attempts), (id, 2));
    assert!(!test.lengthen(lost, 50, 99).await);
    assert!(!test.finish(lost, &DocumentOutcome::Translated).await);
    test.store.give_back_document(lost).await.unwrap();
    assert_eq!(test.status(id, 19).await, translating(10, 0, 0));
    assert!(test.lengthen(lease, 30, 5).await);
    assert!(test.finish(lease, &DocumentOutcome::Translated).await);
}

#[tokio::test]
async fn work_whose_lease_ended_does_not_count_as_work_of_its_key() {
    let (test, [key, other]) = with_keys().await;
    for number in 1..=3 {
        test.send(&document(key, number)).await;
    }
    assert!(test.claim(1, 0).await.is_some());
    assert!(test.claim(2, 0).await.is_some());
    test.send(&document(other, 4)).await;
    assert_eq!(test.claimed_id(3, 5).await, Some(document(other, 4).id));
    // From here on only the other key has something at work.
    assert_eq!(test.claimed_id(4, 12).await, Some(document(key, 3).id));
}

#[tokio::test]
async fn who_is_late_keeps_a_document_that_nobody_else_has_claimed() {
    let (test, [key]) = with_keys().await;
    test.send(&document(key, 1)).await;
    let (claimed, lease) = test.claim(1, 0).await.unwrap();
    assert_eq!(test.status(claimed.id, 15).await, DocumentStatus::Queued);
    assert!(test.lengthen(lease, 30, 5).await);
    assert_eq!(test.claimed_id(2, 15).await, None);
    assert!(test.finish(lease, &DocumentOutcome::Translated).await);
}

#[tokio::test]
async fn what_is_given_back_counts_no_attempt_and_can_be_claimed_at_once() {
    let (test, [key]) = with_keys().await;
    test.send(&document(key, 1)).await;
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.lengthen(lease, 10, 50).await);
    test.store.give_back_document(lease).await.unwrap();
    test.store.give_back_document(lease).await.unwrap();
    assert_eq!(test.found(lease.document, 1).await, Some(document(key, 1)));
    assert!(!test.lengthen(lease, 20, 60).await);
    let (claimed, _) = test.claim(2, 1).await.unwrap();
    assert_eq!(claimed.attempts, 1);
    assert_eq!(claimed.status, translating(1, 0, 0));
}

#[tokio::test]
async fn what_a_dead_process_had_claimed_is_free_when_all_leases_are_ended() {
    let (test, [key]) = with_keys().await;
    for number in 1..=2 {
        test.send(&document(key, number)).await;
    }
    let (_, finished) = test.claim(1, 0).await.unwrap();
    assert!(test.finish(finished, &DocumentOutcome::Translated).await);
    let (claimed, lost) = test.claim(1, 0).await.unwrap();
    let test = test.reopen().await;
    test.store.end_leases().await.unwrap();
    assert!(!test.lengthen(lost, 20, 1).await);
    let (again, _) = test.claim(1, 0).await.unwrap();
    assert_eq!((again.id, again.attempts), (claimed.id, 2));
    let done = DocumentStatus::Done { is_billed: false };
    assert_eq!(test.status(finished.document, 0).await, done);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_claimants_get_each_document_once() {
    let (test, keys) = with_keys::<3>().await;
    for number in 0..60 {
        let owner = keys[usize::try_from(number).unwrap() % 3];
        test.send(&document(owner, number)).await;
    }
    let test = Arc::new(test);
    // Another process may do the same.
    let other = Arc::new(TestStore::open(&test.folder).await);
    let tasks: Vec<_> = (0..8_u64)
        .map(|worker| {
            let (test, other) = (Arc::clone(&test), Arc::clone(&other));
            tokio::spawn(async move {
                let store = if worker % 2 == 0 {
                    &test.store
                } else {
                    &*other
                };
                let mut claimed = Vec::new();
                while let Some((document, lease)) = store
                    .claim_document(worker, minute(0), minute(10), WORKERS)
                    .await
                    .unwrap()
                {
                    assert_eq!((document.id, worker), (lease.document, lease.token));
                    claimed.push(document.id);
                }
                claimed
            })
        })
        .collect();
    let mut claimed = Vec::new();
    for task in tasks {
        claimed.extend(task.await.unwrap());
    }
    claimed.sort_unstable();
    let all: Vec<DocumentId> = (0..60).map(|number| document(keys[0], number).id).collect();
    assert_eq!(claimed, all);
}

#[tokio::test]
async fn what_has_expired_is_neither_seen_nor_claimed() {
    let (test, [key]) = with_keys().await;
    for (number, expires) in [(1, 30), (2, 20), (3, 40)] {
        let sent = StoredDocument {
            expires: minute(expires),
            ..document(key, number)
        };
        test.send(&sent).await;
    }
    let id = |number| document(key, number).id;
    assert_eq!(test.expired(19, 9).await, []);
    assert!(test.found(id(2), 19).await.is_some());
    assert!(test.found(id(2), 20).await.is_none());
    assert_eq!(test.expired(30, 9).await, [id(2), id(1)]);
    assert_eq!(test.expired(30, 1).await, [id(2)]);
    assert_eq!(test.claimed_id(1, 30).await, Some(id(3)));
    assert_eq!(test.claimed_id(1, 30).await, None);
}

#[tokio::test]
async fn a_document_does_not_expire_while_it_is_at_work() {
    let (test, [key]) = with_keys().await;
    let sent = document(key, 1);
    test.send(&sent).await;
    let (_, lease) = test.claim(1, 55).await.unwrap();
    assert_eq!(test.status(sent.id, 62).await, translating(55, 0, 0));
    assert_eq!(test.expired(62, 9).await, []);
    assert!(test.finish(lease, &DocumentOutcome::Translated).await);
    assert!(test.found(sent.id, 99).await.is_some());
    assert_eq!(test.expired(100, 9).await, [sent.id]);

    test.send(&document(key, 2)).await;
    assert!(test.claim(1, 55).await.is_some());
    // Nobody has lengthened the lease.
    assert_eq!(test.found(document(key, 2).id, 65).await, None);
    assert_eq!(test.claimed_id(2, 65).await, None);
    assert_eq!(test.expired(65, 9).await, [document(key, 2).id]);
}

#[tokio::test]
async fn a_removed_document_is_gone_also_for_who_works_on_it() {
    let (test, [key]) = with_keys().await;
    test.send(&document(key, 1)).await;
    let (claimed, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.store.remove_document(claimed.id).await.unwrap());
    assert!(!test.store.remove_document(claimed.id).await.unwrap());
    assert_eq!(test.found(claimed.id, 0).await, None);
    assert!(!test.lengthen(lease, 20, 1).await);
    assert!(!test.finish(lease, &DocumentOutcome::Translated).await);
}

#[tokio::test]
async fn the_key_of_a_removed_document_is_nowhere_in_the_file() {
    let (test, [key]) = with_keys().await;
    let secret = |number: u128| format!("the key of document {number:09} is secret");
    // Enough for pages that have nothing left, whose content SQLite would keep otherwise.
    let documents: Vec<StoredDocument> = (0..60)
        .map(|number| StoredDocument {
            key: WrappedKey(secret(number).into_bytes()),
            request: vec![1; 700],
            ..document(key, number)
        })
        .collect();
    for document in &documents {
        test.send(document).await;
    }
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.finish(lease, &DocumentOutcome::Translated).await);
    for document in &documents[..59] {
        test.store.remove_document(document.id).await.unwrap();
    }
    // Moves what was written to the log into the file, and removes the log.
    let mut file = test.file().await;
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        .await
        .unwrap();
    let bytes = std::fs::read(test.folder.path().join("test.db")).unwrap();
    let has = |number| {
        let secret = secret(number);
        bytes
            .windows(secret.len())
            .any(|window| window == secret.as_bytes())
    };
    assert!(has(59));
    let left: Vec<u128> = (0..59).filter(|number| has(*number)).collect();
    assert_eq!(left, [] as [u128; 0]);
}
