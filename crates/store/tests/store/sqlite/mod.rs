//! What is so on SQLite only, where one process serves from a file of its own.

mod migration;

use dragoman_domain::{
    DocumentOutcome, DocumentStatus, ReservationId, ReserveError, StoredDocument, WrappedKey,
};

use crate::document_counts::with_limit;
use crate::documents::{document, minute, with_keys};
use crate::harness::Database;
use crate::harness::sqlite::SqliteFile;
use crate::{Backend, TestStore, account, key, notices};

#[tokio::test]
async fn the_key_of_a_removed_document_is_nowhere_in_the_file() {
    let file = SqliteFile::create();
    let path = file.path();
    let test = TestStore {
        store: file.open().await,
        database: Box::new(file),
    };
    let account = account(1);
    let (key, digest) = key(&account, 1);
    test.add_account(&account).await;
    test.add_key(&key, &digest).await;
    let secret = |number: u128| format!("the key of document {number:09} is secret");
    // Enough for pages that have nothing left, whose content SQLite would keep otherwise.
    let documents: Vec<StoredDocument> = (0..60)
        .map(|number| StoredDocument {
            key: WrappedKey(secret(number).into_bytes()),
            request: vec![1; 700],
            ..document(key.id, number)
        })
        .collect();
    for document in &documents {
        test.send(document).await;
    }
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    for document in &documents[..59] {
        test.store.remove_document(document.id).await.unwrap();
    }
    // Moves what was written to the log into the file, and removes the log.
    test.database
        .execute("PRAGMA wal_checkpoint(TRUNCATE)")
        .await;
    let bytes = std::fs::read(path).unwrap();
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

#[tokio::test]
async fn what_a_dead_process_had_claimed_is_free_when_all_leases_are_ended() {
    let (test, [key]) = with_keys(Backend::Sqlite).await;
    for number in 1..=2 {
        test.send(&document(key, number)).await;
    }
    let (_, finished) = test.claim(1, 0).await.unwrap();
    assert!(
        test.finish(finished, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    let (claimed, lost) = test.claim(1, 0).await.unwrap();
    let test = test.reopen().await;
    test.store.end_leases().await.unwrap();
    assert!(!test.lengthen(lost, 20, 1).await);
    let (again, _) = test.claim(1, 0).await.unwrap();
    assert_eq!((again.id, again.attempts), (claimed.id, 2));
    let done = DocumentStatus::Done { is_billed: false };
    assert_eq!(test.status(finished.document, 0).await, done);
}

#[tokio::test]
async fn nobody_gets_a_notice_that_a_dead_process_had_taken_before_it_is_taken_back() {
    let (test, key) = notices::with_limit(Backend::Sqlite, 10).await;
    notices::consume(&test, &key, "2026-05-05", 8).await;
    let taken = test.store.take_due(minute(5), 1).await.unwrap();
    assert_eq!(taken.len(), 1);
    let test = test.reopen().await;
    assert_eq!(test.store.take_due(minute(5), 1).await, Ok(Vec::new()));
    test.store.take_back().await.unwrap();
    assert_eq!(test.store.take_due(minute(5), 1).await, Ok(taken));
}

#[tokio::test]
async fn what_was_released_for_a_document_that_is_kept_is_set_aside_again_after_a_start() {
    let (test, key) = with_limit(Backend::Sqlite).await;
    let first = test.upload(&key, 1).await.unwrap();
    test.upload(&key, 2).await.unwrap();
    assert_eq!(test.upload(&key, 3).await, Err(ReserveError::KeyLimit));
    test.store.release(ReservationId::Document(first));
    let third = test.upload(&key, 3).await.unwrap();
    // It is still a document that can be fetched.
    let test = test.reopen().await;
    test.store.remove_document(third).await.unwrap();
    assert_eq!(test.upload(&key, 4).await, Err(ReserveError::KeyLimit));
    assert_eq!(test.counted(&key).await, 0);
}

/// What is set aside is in the memory of the process, which hears of what it removes itself.
#[tokio::test]
async fn what_is_set_aside_for_a_document_stays_so_until_the_process_hears_that_it_is_gone() {
    let (test, key) = with_limit(Backend::Sqlite).await;
    test.upload(&key, 1).await.unwrap();
    let going = test.upload(&key, 2).await.unwrap();
    let delete = format!("DELETE FROM documents WHERE id = '{going}'");
    test.database.execute(&delete).await;
    test.store.adjust(going, 50).await.unwrap();
    assert_eq!(test.upload(&key, 3).await, Err(ReserveError::KeyLimit));
    test.store.remove_document(going).await.unwrap();
    test.upload(&key, 3).await.unwrap();
}
