//! How many documents there may be, and how large.

use std::sync::Arc;

use dragoman_domain::{
    CreateDocumentError, DocumentBytes, DocumentOutcome, DocumentRoom, DocumentStatus, KeptBytes,
    NoStorage, StoredDocument,
};

use super::{ROOM, document, minute, with_accounts, with_keys};
use crate::Backend;

tests! {
    a_key_has_no_more_documents_than_it_may_but_for_those_that_expired,
    the_room_for_bytes_can_be_used_up_exactly_and_is_free_again_with_what_is_removed,
    what_failed_takes_no_room,
    of_the_documents_of_a_key_that_failed_the_newest_are_kept_as_many_as_it_may_have,
    an_account_has_no_more_bytes_than_are_left_for_others;
    threads:
    uploads_at_the_same_time_use_up_the_share_of_their_account_exactly
}

async fn a_key_has_no_more_documents_than_it_may_but_for_those_that_expired(backend: Backend) {
    let (test, [key, other]) = with_keys(backend).await;
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

async fn the_room_for_bytes_can_be_used_up_exactly_and_is_free_again_with_what_is_removed(
    backend: Backend,
) {
    let (test, [key, other, third, fourth]) = with_accounts(backend).await;
    let room = DocumentRoom { bytes: 25, ..ROOM };
    let create = async |document: &StoredDocument| test.store.create_document(document, room).await;
    create(&document(key, 1)).await.unwrap();
    create(&document(other, 2)).await.unwrap();
    let small = StoredDocument {
        bytes: 5,
        ..document(third, 3)
    };
    // What has expired takes room until it is removed.
    let late = StoredDocument {
        created: minute(70),
        expires: minute(130),
        ..document(fourth, 4)
    };
    let full = Err(CreateDocumentError::NoStorage(NoStorage::Full));
    assert_eq!(create(&late).await, full);
    create(&small).await.unwrap();
    let huge = StoredDocument {
        bytes: u64::MAX,
        ..document(key, 5)
    };
    assert_eq!(create(&huge).await, full);
    test.store
        .remove_document(document(key, 1).id)
        .await
        .unwrap();
    create(&late).await.unwrap();
}

async fn what_failed_takes_no_room(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let room = DocumentRoom {
        documents_of_key: 1,
        bytes: document(key, 1).bytes,
        ..ROOM
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

async fn of_the_documents_of_a_key_that_failed_the_newest_are_kept_as_many_as_it_may_have(
    backend: Backend,
) {
    let (test, [key, other]) = with_keys(backend).await;
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
        .finish_document(lease, &outcome, minute(30), 2)
        .await;
    assert_eq!(finished, Ok(true));
    assert_eq!(left().await, [1, 2, 5]);
    create(&document(key, 6)).await.unwrap();
    assert_eq!(left().await, [1, 2, 5, 6]);
}

async fn uploads_at_the_same_time_use_up_the_share_of_their_account_exactly(backend: Backend) {
    let (test, keys) = with_keys::<3>(backend).await;
    let test = Arc::new(test);
    let room = DocumentRoom {
        documents_of_key: 10,
        bytes: 500,
        ..ROOM
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
    let mut accepted = [0; 3];
    for (number, task) in tasks.into_iter().enumerate() {
        accepted[number % 3] += u32::from(task.await.unwrap());
    }
    // Half of the room, since they are of one account.
    assert_eq!(accepted.iter().sum::<u32>(), 25);
    assert!(accepted.iter().all(|of_key| *of_key <= 10), "{accepted:?}");
}

async fn an_account_has_no_more_bytes_than_are_left_for_others(backend: Backend) {
    let (test, [key, other]) = with_accounts(backend).await;
    let room = DocumentRoom { bytes: 60, ..ROOM };
    let create = async |document: &StoredDocument| test.store.create_document(document, room).await;
    for number in 1..=3 {
        create(&document(key, number)).await.unwrap();
    }
    let share = Err(CreateDocumentError::NoStorage(NoStorage::Share));
    assert_eq!(create(&document(key, 4)).await, share);
    // Who comes new finds room.
    create(&document(other, 5)).await.unwrap();
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    let bytes = test.store.document_bytes(key.account).await.unwrap();
    let kept = KeptBytes {
        of_account: 30,
        in_all: 40,
    };
    assert_eq!(
        bytes,
        DocumentBytes {
            kept,
            untranslated: 30
        }
    );
}
