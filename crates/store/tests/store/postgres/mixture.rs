//! Everything at the same time on several copies: nobody stands in another's way for good, and the sums are right.

use std::collections::VecDeque;
use std::fmt::{Debug, Display};
use std::sync::{Arc, Mutex};

use dragoman_domain::{
    AccountChange, DocumentId, DocumentOutcome, DocumentProgress, DocumentRoom, KeyChange,
    NoticeOutcome, Product, ReportingTag, Reservation, ReservationId, RoleSet, Session,
    SessionDigest,
};

use crate::document_counts::reservation_for;
use crate::documents::{TEN_MINUTES, document, minute};
use crate::ledger::{owner, reservation};
use crate::{Account, ApiKey, Backend, Ports, TestStore, account, entry, key};

const ROOM: DocumentRoom = DocumentRoom {
    documents_of_key: 20,
    bytes: u64::MAX,
    unfetched_characters: 20_000,
};

/// What a refusal may be, whatever the others do at the time; nothing that sounds like a failure of the database.
fn is_refusal(error: &(impl Display + Debug)) -> bool {
    let (said, inside) = (error.to_string(), format!("{error:?}"));
    let refused = [
        "limit for this period is reached",
        "the key is deactivated",
        "in progress or not fetched",
        "that are not fetched",
        "the document is gone, not translated, or counted already",
    ];
    refused
        .iter()
        .any(|part| said.contains(part) || inside.contains(part))
}

/// What comes of a call; none if it was refused.
fn outcome<T, E: Display + Debug>(result: Result<T, E>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) if is_refusal(&error) => None,
        Err(error) => panic!("{error:?}"),
    }
}

/// What one of those who work at the same time knows.
struct Worker {
    store: Arc<dyn Ports>,
    keys: Vec<ApiKey>,
    number: u64,
    state: u64,
    /// Documents of all of them.
    documents: Arc<Mutex<VecDeque<DocumentId>>>,
    counted: u64,
}

impl Worker {
    /// A number below another.
    fn pick(&mut self, below: usize) -> usize {
        // Numerical Recipes' generator, whose high bits are good enough.
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).unwrap() % below
    }

    fn key(&mut self) -> ApiKey {
        let picked = self.pick(self.keys.len());
        self.keys[picked].clone()
    }

    async fn run(mut self) -> u64 {
        for step in 0..60 {
            match self.pick(10) {
                0..=2 => self.request().await,
                3 => self.upload(step).await,
                4 | 5 => self.translate().await,
                6 => self.fetch().await,
                7 => self.change().await,
                8 => self.notify().await,
                _ => self.sign_in(step).await,
            }
        }
        self.counted
    }

    async fn request(&mut self) {
        let key = self.key();
        let tag = ReportingTag::parse(["a", "b", "c"][self.pick(3)]).unwrap();
        let reservation = Reservation {
            tag: Some(tag),
            ..reservation(&key, 1 + self.pick(9) as u64)
        };
        if outcome(self.store.reserve(&reservation).await).is_none() {
            return;
        }
        if self.pick(3) == 0 {
            self.store.release(reservation.id);
        } else if outcome(self.store.settle(reservation.id).await).is_some() {
            self.counted += reservation.characters;
        }
    }

    async fn upload(&mut self, step: u64) {
        let key = self.key();
        let sent = document(key.id, u128::from(self.number * 1_000 + step));
        let reservation = reservation_for(key.id, &sent);
        if outcome(self.store.reserve(&reservation).await).is_none() {
            return;
        }
        if outcome(self.store.create_document(&sent, ROOM).await).is_none() {
            self.store.release(reservation.id);
            return;
        }
        self.documents.lock().unwrap().push_back(sent.id);
    }

    async fn translate(&mut self) {
        let claim = self
            .store
            .claim_document(self.number, minute(1), TEN_MINUTES, 8);
        let Some((document, lease)) = outcome(claim.await).flatten() else {
            return;
        };
        let characters = 50 + self.pick(100) as u64;
        outcome(self.store.adjust(document.id, characters).await);
        outcome(
            self.store
                .set_unfetched(document.id, characters, 20_000)
                .await,
        );
        let progress = DocumentProgress {
            translated: 1,
            total: 2,
        };
        let store = &self.store;
        outcome(
            store
                .lengthen_lease(lease, minute(1), TEN_MINUTES, progress)
                .await,
        );
        let ended = match self.pick(4) {
            0 => return outcome(self.store.give_back_document(lease).await).unwrap(),
            1 => DocumentOutcome::Failed(vec![1]),
            _ => DocumentOutcome::Translated(Vec::new()),
        };
        let finish = self.store.finish_document(lease, &ended, minute(100), 2);
        outcome(finish.await);
    }

    async fn fetch(&mut self) {
        let oldest = self.documents.lock().unwrap().pop_front();
        let Some(id) = oldest else {
            return;
        };
        let settled = self.store.settle(ReservationId::Document(id)).await;
        if outcome(settled).is_some() {
            let found = self.store.document(id, minute(2)).await;
            self.counted += outcome(found).flatten().unwrap().characters;
        }
        if self.pick(2) == 0 {
            outcome(self.store.remove_document(id).await);
        }
    }

    async fn change(&mut self) {
        let key = self.key();
        let (account, limit) = (key.id.account, 4_000 + self.pick(3_000) as u64);
        let entry = entry(account);
        if self.pick(2) == 0 {
            let change = AccountChange {
                character_limit: Some(Some(limit * 2)),
                ..AccountChange::default()
            };
            outcome(self.store.change_account(account, &change, &entry).await);
        } else {
            let change = KeyChange::Limits {
                characters: Some(Some(limit)),
                speech_milliseconds: None,
            };
            outcome(self.store.change_key(key.id, &change, &entry).await);
        }
        outcome(self.store.document_bytes(account).await);
    }

    async fn notify(&mut self) {
        let taken = outcome(self.store.take_due(minute(5), 2).await).unwrap();
        for notice in taken {
            let sent = NoticeOutcome::Sent(minute(5));
            outcome(self.store.finish(notice.id, sent).await);
        }
        outcome(self.store.expired_documents(minute(0), 5).await);
    }

    async fn sign_in(&mut self, step: u64) {
        let session = Session {
            key: self.key().id,
            roles: RoleSet::all(),
            created: minute(0),
            last_used: minute(0),
            expires: minute(3),
        };
        let mut digest = SessionDigest([0; 32]);
        digest.0[..8].copy_from_slice(&(self.number * 1_000 + step).to_be_bytes());
        outcome(self.store.create_session(&session, &digest, 3).await);
        outcome(self.store.touch_session(&digest, minute(1)).await);
        let removed = self.store.remove_ended_sessions(minute(3), minute(0));
        outcome(removed.await);
    }
}

async fn with_two_keys(test: &TestStore, number: u128) -> (Account, Vec<ApiKey>) {
    let account = account(number);
    test.add_account(&account).await;
    let mut keys = Vec::new();
    for key_number in [number * 10, number * 10 + 1] {
        let (key, digest) = key(&account, key_number);
        test.add_key(&key, &digest).await;
        keys.push(key);
    }
    (account, keys)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_work_at_the_same_time_goes_on_and_is_counted_once() {
    let test = TestStore::new(Backend::Postgres).await;
    let (_, mut keys) = with_two_keys(&test, 1).await;
    keys.extend(with_two_keys(&test, 2).await.1);
    let copies = [
        Arc::clone(&test.store),
        test.database.open().await,
        test.database.open().await,
    ];
    let documents = Arc::default();
    let tasks: Vec<_> = (0..18)
        .map(|number| {
            let worker = Worker {
                store: Arc::clone(&copies[number % 3]),
                keys: keys.clone(),
                number: number as u64,
                state: number as u64,
                documents: Arc::clone(&documents),
                counted: 0,
            };
            tokio::spawn(worker.run())
        })
        .collect();
    let mut counted = 0;
    for task in tasks {
        counted += task.await.unwrap();
    }
    let (mut of_keys, mut of_documents) = (0, 0);
    for key in &keys {
        let usage = test.store.usage(&owner(key)).await.unwrap();
        of_keys += usage.key.total();
        of_documents += usage.key.of(Product::DocumentTranslation);
    }
    assert_eq!(of_keys, counted);
    assert!((1..of_keys).contains(&of_documents), "{of_documents}");
    let sums = test.database.numbers(
        "SELECT (SELECT sum(characters) FROM daily_usage),
                (SELECT sum(characters) FROM daily_account_usage),
                (SELECT sum(characters) FROM tagged_usage)",
    );
    let sums = sums.await.remove(0);
    let counted = i64::try_from(counted).unwrap();
    let of_requests = counted - i64::try_from(of_documents).unwrap();
    assert_eq!(sums, [counted, counted, of_requests]);
    // What is set aside is so for documents, by their rows.
    for store in &copies {
        store.close().await;
    }
    let left = "SELECT count(*) FROM reservations WHERE characters > 0";
    assert_eq!(test.database.numbers(left).await, [[0]]);
}
