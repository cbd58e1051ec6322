//! Connections that break in the middle of something, so that the answer says nothing of what was done.

use std::sync::Arc;

use dragoman_domain::{CreateDocumentError, DocumentOutcome, ReservationId, ReserveError};
use dragoman_postgres_testing::shared;

use super::way::{Lost, Way};
use super::{MayBeUnavailable, assert_unavailable, eventually, in_time};
use crate::document_counts::reservation_for;
use crate::documents::{ROOM, document, minute};
use crate::harness::postgres::{PostgresDatabase, open_copy};
use crate::ledger::{consume, owner, reservation};
use crate::{ApiKey, Ports, TestStore, account, key};

/// A copy at the end of a way, another one that has its own, and a key with a limit of 250 characters, of which a notice
/// is due from 200.
struct Ends {
    way: Way,
    store: Arc<dyn Ports>,
    test: TestStore,
    key: ApiKey,
}

impl Ends {
    async fn new() -> Self {
        let database = PostgresDatabase::create().await;
        let way = Way::to(shared().port());
        let (direct, port) = (shared().port().to_string(), way.port().to_string());
        let url = database.url().replace(&direct, &port);
        let test = TestStore {
            store: Arc::new(open_copy(database.url(), "direct").await),
            database: Box::new(database),
        };
        let account = account(1);
        let (mut key, digest) = key(&account, 1);
        key.limits.characters = Some(250);
        test.add_account(&account).await;
        test.add_key(&key, &digest).await;
        Self {
            way,
            store: Arc::new(open_copy(&url, "at the end").await),
            test,
            key,
        }
    }

    /// Something new goes on, and there is room for exactly so many characters.
    async fn assert_left(&self, characters: u64) {
        assert!(self.way.has_lost());
        eventually(async || {
            let reservation = reservation(&self.key, 1);
            self.store.reserve(&reservation).await?;
            self.store.release(reservation.id);
            Ok::<_, ReserveError>(())
        })
        .await;
        let too_many = reservation(&self.key, characters + 1);
        let refused = eventually(async || match self.store.reserve(&too_many).await {
            Err(error) if error.is_unavailable() => Err(error),
            other => Ok(other),
        })
        .await;
        assert_eq!(refused, Err(ReserveError::KeyLimit));
        consume(&self.test.store, &self.key, characters)
            .await
            .unwrap();
    }

    async fn counted(&self) -> u64 {
        let usage = self.test.store.usage(&owner(&self.key)).await.unwrap();
        usage.key.total()
    }

    /// Keeps a document, and translates it.
    async fn translate(&self, number: u128) -> ReservationId {
        let id = self.test.upload(&self.key, number).await.unwrap();
        self.test
            .work(&DocumentOutcome::Translated(Vec::new()))
            .await;
        ReservationId::Document(id)
    }
}

#[tokio::test]
async fn what_was_counted_is_told_so_although_the_answer_was_lost() {
    let ends = Ends::new().await;
    let [first, second] = [200, 30].map(|characters| reservation(&ends.key, characters));
    ends.store.reserve(&first).await.unwrap();
    ends.store.reserve(&second).await.unwrap();
    ends.way.lose(Lost::Answer, "settle_1");
    assert_eq!(in_time(ends.store.settle(first.id)).await, Ok(()));
    assert_eq!(ends.counted().await, 200);
    assert!(ends.store.settle(first.id).await.is_err());
    // The lease is gone, and what it was for.
    assert!(ends.store.settle(second.id).await.is_err());
    ends.assert_left(50).await;
    let notices = ends.store.take_due(minute(5), 9).await.unwrap();
    assert_eq!(notices.len(), 1);
}

#[tokio::test]
async fn what_was_not_counted_is_told_so_when_the_question_was_lost() {
    let ends = Ends::new().await;
    let waiting = reservation(&ends.key, 200);
    ends.store.reserve(&waiting).await.unwrap();
    ends.way.lose(Lost::Question, "settle_1");
    assert_unavailable(in_time(ends.store.settle(waiting.id)).await);
    assert_eq!(ends.counted().await, 0);
    ends.assert_left(250).await;
}

#[tokio::test]
async fn nothing_stays_set_aside_of_which_nobody_was_told() {
    for lost in [Lost::Answer, Lost::Question] {
        let ends = Ends::new().await;
        ends.way.lose(lost, "reserve_1");
        let waiting = reservation(&ends.key, 200);
        assert_unavailable(in_time(ends.store.reserve(&waiting)).await);
        assert!(ends.store.settle(waiting.id).await.is_err());
        ends.assert_left(250).await;
        assert_eq!(ends.counted().await, 250);
    }
}

#[tokio::test]
async fn a_document_is_counted_once_and_told_so_whatever_was_lost() {
    for lost in [Lost::Answer, Lost::Question] {
        let ends = Ends::new().await;
        let id = ends.translate(1).await;
        ends.way.lose(lost, "settle_document_1");
        assert_eq!(in_time(ends.store.settle(id)).await, Ok(()), "{lost:?}");
        assert_eq!(ends.counted().await, 100);
        assert!(ends.store.settle(id).await.is_err());
        assert!(ends.test.store.settle(id).await.is_err());
        ends.assert_left(150).await;
    }
}

#[tokio::test]
async fn a_document_is_kept_and_its_characters_set_aside_once_although_the_answer_was_lost() {
    let ends = Ends::new().await;
    let sent = document(ends.key.id, 1);
    let reservation = reservation_for(ends.key.id, &sent);
    ends.store.reserve(&reservation).await.unwrap();
    ends.way.lose(Lost::Answer, "COMMIT");
    let created = in_time(ends.store.create_document(&sent, ROOM)).await;
    assert_eq!(created, Ok(()));
    assert_eq!(ends.test.found(sent.id, 0).await, Some(sent.clone()));
    ends.assert_left(150).await;
    ends.test
        .work(&DocumentOutcome::Translated(Vec::new()))
        .await;
    ends.test.settle(sent.id).await.unwrap();
    assert_eq!(ends.counted().await, 250);
}

#[tokio::test]
async fn a_document_whose_question_was_lost_is_not_kept_and_nothing_is_set_aside() {
    let ends = Ends::new().await;
    let sent = document(ends.key.id, 1);
    let reservation = reservation_for(ends.key.id, &sent);
    ends.store.reserve(&reservation).await.unwrap();
    ends.way.lose(Lost::Question, "COMMIT");
    let created = in_time(ends.store.create_document(&sent, ROOM)).await;
    let Err(CreateDocumentError::Store(error)) = created else {
        panic!("{created:?}");
    };
    assert!(error.is_unavailable(), "{error:?}");
    assert_eq!(ends.test.found(sent.id, 0).await, None);
    ends.store.release(reservation.id);
    ends.assert_left(250).await;
}

#[tokio::test]
async fn notices_whose_taking_nobody_was_told_of_are_taken_again() {
    for lost in [Lost::Answer, Lost::Question] {
        let ends = Ends::new().await;
        consume(&ends.test.store, &ends.key, 200).await.unwrap();
        ends.way.lose(lost, "taken_by");
        let taken = in_time(ends.store.take_due(minute(5), 9)).await;
        assert_unavailable(taken);
        assert!(ends.way.has_lost());
        let taken = in_time(ends.store.take_due(minute(5), 9)).await.unwrap();
        assert_eq!(taken.len(), 1, "{lost:?}");
        let others = ends.test.store.take_due(minute(5), 9).await;
        assert_eq!(others, Ok(Vec::new()));
    }
}

#[tokio::test]
async fn what_an_adjustment_has_become_is_in_the_documents_row_and_can_be_asked_for_again() {
    for (lost, characters) in [(Lost::Answer, 200), (Lost::Question, 100)] {
        let ends = Ends::new().await;
        let id = ends.test.upload(&ends.key, 1).await.unwrap();
        ends.way.lose(lost, "adjust_document_1");
        assert_unavailable(in_time(ends.store.adjust(id, 200)).await);
        let found = ends.test.found(id, 0).await.unwrap();
        assert_eq!(found.characters, characters, "{lost:?}");
        eventually(async || ends.store.adjust(id, 200).await).await;
        ends.assert_left(50).await;
    }
}
