//! Documents that several copies share.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{
    AccountStore, CreateDocumentError, DocumentOutcome, DocumentProgress, DocumentStatus,
    DocumentStore, ReservationId, StoredDocument, Timestamp,
};
use dragoman_store::{CopyOptions, LeaseClock, PostgresOptions, PostgresStore};

use super::{MayBeUnavailable, in_time};
use crate::document_counts::{reservation_for, with_limit};
use crate::documents::{ROOM, TEN_MINUTES, document, minute, with_keys};
use crate::harness::postgres::{PostgresDatabase, copy, options};
use crate::{Backend, Ports, TestStore, account, entry, key, time};

#[tokio::test]
async fn a_key_has_its_share_of_the_workers_of_all_copies() {
    let database = PostgresDatabase::create().await;
    let open = async |machine, workers| {
        let store = PostgresStore::open(&options(database.url())).await.unwrap();
        let copy = CopyOptions {
            workers,
            ..copy(machine)
        };
        store.join(copy).await.unwrap();
        store
    };
    let other = open("other", 6).await;
    let store = open("this", 2).await;
    let test = TestStore {
        store: Arc::new(store),
        database: Box::new(database),
    };
    let account = account(1);
    test.add_account(&account).await;
    let keys = [1, 2].map(|number| key(&account, number));
    for (key, digest) in &keys {
        test.add_key(key, digest).await;
    }
    for number in 1..=9 {
        test.send(&document(keys[0].0.id, number)).await;
    }
    // Half of eight, wherever they are.
    let mut claimed = Vec::new();
    while let Some((document, _)) = test.claim_of(2, 0).await {
        claimed.push(document.id.0 >> 64);
    }
    assert_eq!(claimed, [1, 2, 3, 4]);
    test.send(&document(keys[1].0.id, 10)).await;
    let claim = other.claim_document(1, minute(0), TEN_MINUTES, 6);
    let (document, _) = claim.await.unwrap().unwrap();
    assert_eq!(document.id.0 >> 64, 10);
}

#[tokio::test]
async fn keys_have_their_turns_over_all_copies() {
    let (test, [busy, other]) = with_keys(Backend::Postgres).await;
    let copies = [Arc::clone(&test.store), test.database.open().await];
    for (owner, number) in [(busy, 1), (busy, 2), (busy, 3), (other, 4), (other, 5)] {
        test.send(&document(owner, number)).await;
    }
    let mut order = Vec::new();
    for turn in 0..5 {
        let store = &copies[turn % 2];
        let claim = store.claim_document(1, minute(0), TEN_MINUTES, u32::MAX);
        let (document, lease) = claim.await.unwrap().unwrap();
        order.push(document.id.0 >> 64);
        let outcome = DocumentOutcome::Translated(Vec::new());
        // Ended by another copy than the one that has begun.
        let ended = copies[(turn + 1) % 2].finish_document(lease, &outcome, minute(100), 9);
        assert_eq!(ended.await, Ok(true));
    }
    assert_eq!(order, [1, 4, 2, 5, 3]);
}

#[tokio::test]
async fn a_document_of_a_copy_that_was_paused_is_ended_by_who_has_claimed_it_since() {
    let (test, [key]) = with_keys(Backend::Postgres).await;
    let other = test.database.open().await;
    test.send(&document(key, 1)).await;
    let (_, paused) = test.claim(1, 0).await.unwrap();
    let claim = async |now| {
        let claim = other.claim_document(2, minute(now), TEN_MINUTES, 9);
        claim.await.unwrap()
    };
    assert_eq!(claim(9).await, None);
    let (claimed, lease) = claim(10).await.unwrap();
    assert_eq!(claimed.attempts, 2);
    assert!(!test.lengthen(paused, 20, 5).await);
    let outcome = DocumentOutcome::Failed(vec![1]);
    assert!(!test.finish(paused, &outcome).await);
    test.store.give_back_document(paused).await.unwrap();
    // Nor does a copy that starts end what others have begun.
    test.store.end_leases().await.unwrap();
    assert!(matches!(
        test.status(paused.document, 11).await,
        DocumentStatus::Translating { .. }
    ));
    let outcome = DocumentOutcome::Translated(Vec::new());
    let ended = other.finish_document(lease, &outcome, minute(100), 9);
    assert_eq!(ended.await, Ok(true));
    assert!(!test.finish(paused, &outcome).await);
}

#[tokio::test]
async fn what_was_set_aside_for_a_document_ends_with_the_lease_before_it_is_kept_and_not_after() {
    let (test, key) = with_limit(Backend::Postgres).await;
    let other = test.database.open().await;
    let reserve = async |store: &Arc<dyn Ports>, number| {
        let reservation = reservation_for(key.id, &document(key.id, number));
        store.reserve(&reservation).await
    };
    let lost = document(key.id, 1);
    reserve(&test.store, 1).await.unwrap();
    test.upload(&key, 2).await.unwrap();
    test.end_lease_of("copy 1").await;
    // Of 250 characters 100 are still set aside.
    reserve(&other, 3).await.unwrap();
    other
        .create_document(&document(key.id, 3), ROOM)
        .await
        .unwrap();
    let refused = test.store.create_document(&lost, ROOM).await;
    let Err(CreateDocumentError::Store(error)) = refused else {
        panic!("{refused:?}");
    };
    assert!(error.is_unavailable(), "{error:?}");
    assert_eq!(test.found(lost.id, 0).await, None);
    assert!(reserve(&other, 4).await.is_err());
    for number in [2, 3] {
        let (claimed, lease) = test.claim(1, 0).await.unwrap();
        assert_eq!(claimed.id, document(key.id, number).id);
        let outcome = DocumentOutcome::Translated(Vec::new());
        assert!(test.finish(lease, &outcome).await);
        let settled = ReservationId::Document(claimed.id);
        other.settle(settled).await.unwrap();
    }
    assert_eq!(test.counted(&key).await, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_copies_that_count_a_document_at_the_same_time_one_does() {
    let (test, key) = with_limit(Backend::Postgres).await;
    let copies = [
        Arc::clone(&test.store),
        test.database.open().await,
        test.database.open().await,
    ];
    for number in 1..=2 {
        let id = test.upload(&key, number).await.unwrap();
        test.work(&DocumentOutcome::Translated(Vec::new())).await;
        let tasks: Vec<_> = (0..12)
            .map(|task| {
                let store = Arc::clone(&copies[task % 3]);
                let id = ReservationId::Document(id);
                tokio::spawn(async move { store.settle(id).await.is_ok() })
            })
            .collect();
        let mut counted = 0;
        for task in tasks {
            counted += u32::from(task.await.unwrap());
        }
        assert_eq!(counted, 1);
        assert!(test.is_billed(id).await);
    }
    assert_eq!(test.counted(&key).await, 200);
}

#[tokio::test]
async fn whoever_waits_on_another_copy_learns_of_a_document_that_is_added_or_given_back() {
    let (test, [key]) = with_keys(Backend::Postgres).await;
    let other = test.database.open().await;
    let until_added = async || in_time(DocumentStore::until_added(&*other)).await;
    // It is told of once more when it begins to listen.
    until_added().await;
    test.send(&document(key, 1)).await;
    until_added().await;
    let (_, lease) = test.claim(1, 0).await.unwrap();
    let waiting = {
        let other = Arc::clone(&other);
        tokio::spawn(async move { in_time(DocumentStore::until_added(&*other)).await })
    };
    test.store.give_back_document(lease).await.unwrap();
    waiting.await.unwrap();
    let claim = other.claim_document(2, minute(0), Duration::from_secs(1), 9);
    assert!(claim.await.unwrap().is_some());
}

#[tokio::test]
async fn leases_and_documents_end_by_the_clock_of_the_database_whatever_a_machine_believes() {
    let database = PostgresDatabase::create().await;
    let options = PostgresOptions {
        clock: LeaseClock::Database,
        ..options(database.url())
    };
    let store = PostgresStore::open(&options).await.unwrap();
    let account = account(1);
    let (key, digest) = key(&account, 1);
    let entry = entry(account.id);
    store.create_account(&account, &entry).await.unwrap();
    store
        .create_key(&key, &digest, None, 9, &entry)
        .await
        .unwrap();
    let key = key.id;
    let [early, late] = ["1980-01-01T00:00:00Z", "9001-01-01T00:00:00Z"].map(time);
    let sent = StoredDocument {
        expires: time("9000-01-01T00:00:00Z"),
        ..document(key, 1)
    };
    store.create_document(&sent, ROOM).await.unwrap();
    assert!(store.document(sent.id, late).await.unwrap().is_some());
    let claim = async |now, duration| {
        let claimed = store.claim_document(1, now, duration, 9).await;
        claimed.unwrap().map(|(_, lease)| lease)
    };
    let lease = claim(early, TEN_MINUTES).await.unwrap();
    assert_eq!(claim(late, TEN_MINUTES).await, None);
    let progress = DocumentProgress {
        translated: 1,
        total: 2,
    };
    let lengthened = store.lengthen_lease(lease, late, Duration::ZERO, progress);
    assert_eq!(lengthened.await, Ok(true));
    assert!(claim(early, TEN_MINUTES).await.is_some());

    let expired = StoredDocument {
        expires: time("1990-01-01T00:00:00Z"),
        ..document(key, 2)
    };
    store.create_document(&expired, ROOM).await.unwrap();
    assert_eq!(store.document(expired.id, early).await, Ok(None));
    let ids = store.expired_documents(early, 9).await;
    assert_eq!(ids, Ok(vec![expired.id]));
    // Who asks with the earliest time asks for what has expired, too.
    let found = store.document(expired.id, Timestamp::MIN).await;
    assert_eq!(found, Ok(Some(expired)));
}
