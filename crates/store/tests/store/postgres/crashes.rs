//! What is counted over crashes of the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dragoman_domain::SettleError;
use dragoman_postgres_testing::Cluster;

use super::outages::store_in;
use super::{PAUSE, eventually};
use crate::harness::postgres::open_copy;
use crate::ledger::{consume, owner, reservation};
use crate::{ApiKey, Ports};

/// Characters of each request.
const CHARACTERS: u64 = 3;

/// What became of requests.
#[derive(Default)]
struct Outcomes {
    /// Who was told that they are counted.
    counted: AtomicU64,
    /// Who was told nothing of it.
    unknown: AtomicU64,
    is_over: AtomicBool,
}

impl Outcomes {
    async fn until_counted(&self, count: u64) {
        let counted = async || {
            let counted = self.counted.load(Ordering::SeqCst);
            if counted >= count {
                Ok(())
            } else {
                Err(counted)
            }
        };
        eventually(counted).await;
    }
}

/// Requests, one after another, until it is over.
async fn work(store: Arc<dyn Ports>, key: ApiKey, outcomes: Arc<Outcomes>) {
    while !outcomes.is_over.load(Ordering::SeqCst) {
        let reservation = reservation(&key, CHARACTERS);
        if store.reserve(&reservation).await.is_err() {
            tokio::time::sleep(PAUSE).await;
            continue;
        }
        match store.settle(reservation.id).await {
            Ok(()) => outcomes.counted.fetch_add(1, Ordering::SeqCst),
            Err(SettleError::Store(_)) => outcomes.unknown.fetch_add(1, Ordering::SeqCst),
            Err(error) => panic!("{error}"),
        };
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_to_be_counted_is_counted_once_however_often_the_server_crashes() {
    let mut cluster = Cluster::start();
    let (store, key, _) = store_in(&cluster).await;
    let store: Arc<dyn Ports> = Arc::new(store);
    let other: Arc<dyn Ports> = Arc::new(open_copy(&cluster.url("test_1"), "another").await);
    let outcomes = Arc::new(Outcomes::default());
    let tasks: Vec<_> = (0..24)
        .map(|number| {
            let store = if number % 2 == 0 { &store } else { &other };
            let work = work(Arc::clone(store), key.clone(), Arc::clone(&outcomes));
            tokio::spawn(work)
        })
        .collect();
    for _ in 0..5 {
        let before = outcomes.counted.load(Ordering::SeqCst);
        outcomes.until_counted(before + 200).await;
        let crash = move || {
            cluster.kill();
            cluster.start_again();
            cluster
        };
        cluster = tokio::task::spawn_blocking(crash).await.unwrap();
    }
    let before = outcomes.counted.load(Ordering::SeqCst);
    outcomes.until_counted(before + 50).await;
    outcomes.is_over.store(true, Ordering::SeqCst);
    for task in tasks {
        task.await.unwrap();
    }
    let usage = eventually(async || store.usage(&owner(&key)).await).await;
    let requests = usage.account.total() / CHARACTERS;
    assert_eq!(usage.account.total() % CHARACTERS, 0);
    assert_eq!(usage.account, usage.key);
    let counted = outcomes.counted.load(Ordering::SeqCst);
    let unknown = outcomes.unknown.load(Ordering::SeqCst);
    println!("{requests} are counted: {counted} were told so, {unknown} were told nothing");
    assert!(requests >= counted, "{requests} of {counted}");
    assert!(requests <= counted + unknown, "{requests}");
    // What is set aside of all this is given back.
    let reserved = cluster.execute(
        "test_1",
        "SELECT coalesce(sum(characters), 0) FROM reservations
         JOIN copies ON copies.id = reservations.copy WHERE lease_end > milliseconds_now()",
    );
    assert_eq!(reserved, "0");
    consume(&store, &key, 1).await.unwrap();
}
