//! What a key has translated and does not fetch.

use dragoman_domain::{
    CreateDocumentError, DocumentOutcome, DocumentRoom, DocumentStatus, Product, Reservation,
    ReservationId, StoredDocument, UsageOwner, UsagePeriod, day_of,
};

use super::{ROOM, document, minute, with_keys};
use crate::{Backend, TestStore, day};

tests! {
    what_is_not_fetched_stays_until_the_next_day_whatever_becomes_of_it,
    what_is_counted_and_what_nobody_has_begun_makes_room,
    what_is_counted_later_takes_what_it_has_or_nothing
}

/// Room for two and a half of the documents of these tests.
const UNFETCHED: DocumentRoom = DocumentRoom {
    unfetched_characters: 250,
    ..ROOM
};

const REFUSED: Result<(), CreateDocumentError> =
    Err(CreateDocumentError::TooManyUnfetched { most: 250 });

impl TestStore {
    async fn create(&self, document: &StoredDocument) -> Result<(), CreateDocumentError> {
        self.store.create_document(document, UNFETCHED).await
    }

    /// Sets aside what a document costs.
    async fn reserve(&self, document: &StoredDocument) {
        let reservation = Reservation {
            id: ReservationId::Document(document.id),
            owner: UsageOwner {
                key: document.owner,
                period: UsagePeriod::containing(day_of(document.created), day("2026-01-01")),
            },
            product: Product::DocumentTranslation,
            characters: document.characters,
            at: document.created,
            tag: None,
        };
        self.store.reserve(&reservation).await.unwrap();
    }

    async fn end(&self, outcome: DocumentOutcome) {
        let (_, lease) = self.claim(1, 0).await.unwrap();
        assert!(self.finish(lease, &outcome).await);
    }
}

async fn what_is_not_fetched_stays_until_the_next_day_whatever_becomes_of_it(backend: Backend) {
    let (test, [key, other]) = with_keys(backend).await;
    let failed_at_once = StoredDocument {
        status: DocumentStatus::Failed { message: vec![1] },
        ..document(key, 1)
    };
    // Nothing is translated of this one.
    assert_eq!(test.create(&failed_at_once).await, Ok(()));
    assert_eq!(test.create(&document(key, 2)).await, Ok(()));
    assert_eq!(test.create(&document(key, 3)).await, Ok(()));
    assert_eq!(test.create(&document(key, 4)).await, REFUSED);
    assert_eq!(test.create(&document(other, 5)).await, Ok(()));
    let test = test.reopen().await;
    test.end(DocumentOutcome::Failed(vec![1])).await;
    assert_eq!(test.create(&document(key, 4)).await, REFUSED);
    // Whichever key it was of, the other is done with, too.
    test.end(DocumentOutcome::Translated(Vec::new())).await;
    test.end(DocumentOutcome::Translated(Vec::new())).await;
    for number in 1..=5 {
        let id = document(key, number).id;
        test.store.remove_document(id).await.unwrap();
    }
    assert_eq!(test.create(&document(key, 4)).await, REFUSED);
    let tomorrow = StoredDocument {
        created: minute(12 * 60),
        expires: minute(13 * 60),
        ..document(key, 6)
    };
    assert_eq!(test.create(&tomorrow).await, Ok(()));
    let days = format!(
        "SELECT count(*) FROM unfetched_characters WHERE key = '{}'",
        key.key
    );
    assert_eq!(test.database.numbers(&days).await, [[1]]);
}

async fn what_is_counted_and_what_nobody_has_begun_makes_room(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let first = document(key, 1);
    test.reserve(&first).await;
    test.create(&first).await.unwrap();
    test.create(&document(key, 2)).await.unwrap();
    test.end(DocumentOutcome::Translated(Vec::new())).await;
    assert_eq!(test.create(&document(key, 3)).await, REFUSED);
    let settled = ReservationId::Document(first.id);
    test.store.settle(settled).await.unwrap();
    assert_eq!(test.create(&document(key, 3)).await, Ok(()));
    assert_eq!(test.create(&document(key, 4)).await, REFUSED);
    // Counted once; that it is removed gives nothing back any more.
    test.store.remove_document(first.id).await.unwrap();
    assert_eq!(test.create(&document(key, 4)).await, REFUSED);
    let second = document(key, 2).id;
    test.store.remove_document(second).await.unwrap();
    assert_eq!(test.create(&document(key, 4)).await, Ok(()));
}

async fn what_is_counted_later_takes_what_it_has_or_nothing(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let (first, second) = (document(key, 1), document(key, 2));
    test.create(&first).await.unwrap();
    test.create(&second).await.unwrap();
    let set = async |id, characters| {
        let set = test.store.set_unfetched(id, characters, 250);
        set.await.unwrap()
    };
    assert!(!set(first.id, 151).await);
    assert!(set(first.id, 150).await);
    assert!(set(first.id, 150).await);
    let small = StoredDocument {
        characters: 1,
        ..document(key, 3)
    };
    assert_eq!(test.create(&small).await, REFUSED);
    assert!(set(second.id, 99).await);
    assert_eq!(test.create(&small).await, Ok(()));
    assert_eq!(
        test.create(&StoredDocument {
            characters: 1,
            ..document(key, 4)
        })
        .await,
        REFUSED
    );
    // There is none, or it has ended.
    assert!(set(document(key, 9).id, 1000).await);
    test.end(DocumentOutcome::Failed(vec![1])).await;
    assert!(set(first.id, 1000).await);
}
