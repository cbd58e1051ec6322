//! Documents that several copies share.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_domain::{
    Clock, KeyDigest, KeyId, Product, Reservation, ReservationId, ReserveError, SettleError,
    UsageLedger, UsageOwner, UsagePeriod, WrappedKey, day_of,
};
use dragoman_postgres_testing::shared;

use super::*;
use crate::postgres::{CopyOptions, LeaseClock, PostgresOptions};

fn now() -> Timestamp {
    "2026-05-05T12:00:00Z".parse().unwrap()
}

struct Standing;

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        now()
    }
}

/// What becomes of the next end of a transaction on its way.
#[derive(Default)]
struct Cut {
    /// The database does not get it.
    before: AtomicBool,
    /// The answer does not arrive.
    after: AtomicBool,
}

/// A way to the database that can be cut: its address.
fn way(url: &str, cut: &Arc<Cut>) -> String {
    let (start, rest) = url.rsplit_once('@').unwrap();
    let (address, database) = rest.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = format!("{start}@{}/{database}", listener.local_addr().unwrap());
    let (address, cut) = (address.to_owned(), Arc::clone(cut));
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (client, server) = (client.unwrap(), TcpStream::connect(&address).unwrap());
            let is_lost = Arc::new(AtomicBool::new(false));
            let back = (
                server.try_clone().unwrap(),
                client.try_clone().unwrap(),
                Arc::clone(&is_lost),
            );
            std::thread::spawn(move || {
                let is_lost = back.2;
                pass(back.0, back.1, |_| !is_lost.load(Ordering::SeqCst));
            });
            let cut = Arc::clone(&cut);
            std::thread::spawn(move || {
                pass(client, server, |bytes| {
                    let is_end = bytes.windows(7).any(|part| part == b"COMMIT\0");
                    if is_end && cut.after.swap(false, Ordering::SeqCst) {
                        is_lost.store(true, Ordering::SeqCst);
                    }
                    !(is_end && cut.before.swap(false, Ordering::SeqCst))
                });
            });
        }
    });
    own
}

fn pass(mut from: TcpStream, mut to: TcpStream, may_pass: impl Fn(&[u8]) -> bool) {
    let mut buffer = [0; 65_536];
    while let Ok(length) = from.read(&mut buffer)
        && length > 0
        && may_pass(&buffer[..length])
        && to.write_all(&buffer[..length]).is_ok()
    {}
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

const OWNER: KeyId = KeyId {
    account: AccountId(Uuid::from_u128(1)),
    key: Uuid::from_u128(2),
};

/// One more copy, whose way to the database can be cut.
async fn copy(url: &str, cut: &Arc<Cut>) -> PostgresStore {
    let options = PostgresOptions {
        url: way(url, cut),
        certificate_authority: None,
        connections: 4,
        clock: LeaseClock::Caller,
    };
    let store = PostgresStore::open(&options).await.unwrap();
    let this = CopyOptions {
        machine: "test".to_owned(),
        configuration: [0; 32],
        answers: true,
        workers: 1,
        clock: Arc::new(Standing),
    };
    store.join(this).await.unwrap();
    store
}

/// A copy, and a key with a limit of 100 characters.
async fn with_key(url: &str, cut: &Arc<Cut>) -> PostgresStore {
    let store = copy(url, cut).await;
    shared().execute(
        url,
        "INSERT INTO accounts (id, name, plan, features, billing_start, contacts, created)
         VALUES ('00000000-0000-0000-0000-000000000001', 'a', 'pro', '', 0, '', 0);
         INSERT INTO keys (id, account, kind, label, mask, character_limit, digest, created)
         VALUES ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000001',
                 'developer', '', '', 100, sha256('k'), 0)",
    );
    store
}

fn document(number: u128) -> StoredDocument {
    StoredDocument {
        id: DocumentId(number),
        owner: OWNER,
        secret: KeyDigest([0; 32]),
        key: WrappedKey(vec![1]),
        request: vec![1],
        bytes: 1,
        status: DocumentStatus::Queued,
        characters: 100,
        attempts: 0,
        warnings: Vec::new(),
        created: now(),
        expires: now() + Duration::from_secs(60),
    }
}

const ROOM: DocumentRoom = DocumentRoom {
    documents_of_key: u32::MAX,
    bytes: u64::MAX,
    unfetched_characters: u64::MAX,
};

async fn reserve(store: &PostgresStore, document: &StoredDocument) -> Result<(), ReserveError> {
    let reservation = Reservation {
        id: ReservationId::Document(document.id),
        owner: UsageOwner {
            key: OWNER,
            period: UsagePeriod::containing(day_of(now()), day_of(now())),
        },
        product: Product::DocumentTranslation,
        characters: document.characters,
        at: document.created,
        tag: None,
    };
    store.reserve(&reservation).await
}

#[tokio::test]
async fn a_document_of_which_it_is_not_told_whether_it_was_kept_has_its_characters_once() {
    let url = shared().create_database();
    let cut = Arc::new(Cut::default());
    let store = with_key(&url, &cut).await;
    let (lost, kept, refused) = (document(1), document(2), document(3));
    reserve(&store, &lost).await.unwrap();
    cut.before.store(true, Ordering::SeqCst);
    let error = store.create_document(&lost, ROOM).await.unwrap_err();
    assert!(
        matches!(
            error,
            CreateDocumentError::Store(StoreError::Unavailable { .. })
        ),
        "{error:?}"
    );
    store.release(ReservationId::Document(lost.id));
    // Nothing is set aside for it any more.
    reserve(&store, &kept).await.unwrap();
    cut.after.store(true, Ordering::SeqCst);
    store.create_document(&kept, ROOM).await.unwrap();
    assert!(!cut.before.load(Ordering::SeqCst) && !cut.after.load(Ordering::SeqCst));
    let refusal = reserve(&store, &refused).await;
    assert!(
        matches!(refusal, Err(ReserveError::KeyLimit)),
        "{refusal:?}"
    );
    assert!(store.remove_document(kept.id).await.unwrap());
    reserve(&store, &refused).await.unwrap();
    store.close().await;
    shared().drop_database(&url);
}

/// Does something of everything that changes documents, as the numbers say.
async fn do_something(store: &PostgresStore, worker: u128, step: u128) -> Result<(), StoreError> {
    let one = StoredDocument {
        characters: 0,
        status: if step % 5 == 4 {
            DocumentStatus::Failed { message: vec![1] }
        } else {
            DocumentStatus::Queued
        },
        created: now() + Duration::from_secs(86_400 * u64::try_from(step % 3).unwrap()),
        ..document(worker << 32 | step)
    };
    let room = DocumentRoom {
        documents_of_key: 20,
        ..ROOM
    };
    let created = store.create_document(&one, room).await;
    if let Err(CreateDocumentError::Store(error)) = created {
        return Err(error);
    }
    store
        .set_unfetched(one.id, (step % 7).try_into().unwrap(), 1_000)
        .await?;
    let token = u64::try_from(worker << 32 | step).unwrap();
    let claimed = store.claim_document(token, now(), Duration::from_secs(60), u32::MAX);
    let Some((claimed, lease)) = claimed.await? else {
        return Ok(());
    };
    let outcome = if step.is_multiple_of(3) {
        DocumentOutcome::Failed(vec![1])
    } else {
        DocumentOutcome::Translated(Vec::new())
    };
    let expires = now() + Duration::from_secs(60);
    store.finish_document(lease, &outcome, expires, 2).await?;
    let id = ReservationId::Document(claimed.id);
    let settled = store.settle(id).await;
    if let Err(SettleError::Store(error @ StoreError::Unavailable { .. })) = settled {
        return Err(error);
    }
    store.remove_document(claimed.id).await?;
    // Whether somebody else has removed it already or works on it.
    store
        .remove_document(DocumentId((worker ^ 1) << 32 | step))
        .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_change_documents_at_the_same_time_do_not_wait_for_each_other_forever() {
    let url = shared().create_database();
    let cut = Arc::new(Cut::default());
    let stores = [with_key(&url, &cut).await, copy(&url, &cut).await];
    let workers: Vec<_> = (0..8)
        .map(|worker| {
            let store = stores[worker % 2].clone();
            dragoman_tasks::spawn(async move {
                for step in 0..40 {
                    do_something(&store, worker as u128, step).await.unwrap();
                }
            })
        })
        .collect();
    for worker in workers {
        worker.await.unwrap();
    }
    let failed = shared().execute(
        &url,
        "SELECT count(*) FROM documents WHERE outcome = 'failed'",
    );
    assert!(failed.parse::<u32>().unwrap() <= 20, "{failed}");
    for store in stores {
        store.close().await;
    }
    shared().drop_database(&url);
}
