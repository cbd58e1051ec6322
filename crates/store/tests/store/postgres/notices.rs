//! Notices that several copies send.

use std::sync::Arc;

use dragoman_domain::{LimitNotice, NoticeOutbox, NoticeOutcome};

use super::in_time;
use crate::documents::minute;
use crate::ledger::consume;
use crate::notices::with_limit;
use crate::{Backend, Ports, TestStore, account, key};

async fn take(store: &Arc<dyn Ports>, now: i64) -> Vec<LimitNotice> {
    store.take_due(minute(now), 3).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_that_send_at_the_same_time_take_each_notice_once() {
    let test = TestStore::new(Backend::Postgres).await;
    let account = account(1);
    test.add_account(&account).await;
    for number in 1..=20 {
        let (mut key, digest) = key(&account, number);
        key.limits.characters = Some(10);
        test.add_key(&key, &digest).await;
        consume(&test.store, &key, 9).await.unwrap();
    }
    let copies = [
        Arc::clone(&test.store),
        test.database.open().await,
        test.database.open().await,
    ];
    let tasks: Vec<_> = (0..6)
        .map(|task| {
            let store = Arc::clone(&copies[task % 3]);
            tokio::spawn(async move {
                let mut sent = Vec::new();
                loop {
                    let taken = take(&store, 5).await;
                    if taken.is_empty() {
                        return sent;
                    }
                    for notice in taken {
                        let outcome = NoticeOutcome::Sent(minute(5));
                        store.finish(notice.id, outcome).await.unwrap();
                        sent.push(notice.key.id.key.as_u128());
                    }
                }
            })
        })
        .collect();
    let mut sent = Vec::new();
    for task in tasks {
        sent.extend(task.await.unwrap());
    }
    sent.sort_unstable();
    assert_eq!(sent, (1..=20).collect::<Vec<_>>());
}

#[tokio::test]
async fn nobody_takes_what_a_living_copy_has_and_what_a_dead_one_had_goes_to_another() {
    let (test, key) = with_limit(Backend::Postgres, 10).await;
    let other = test.database.open().await;
    consume(&test.store, &key, 9).await.unwrap();
    let [taken] = take(&test.store, 5).await.try_into().unwrap();
    other.take_back().await.unwrap();
    assert_eq!(take(&other, 5).await, []);

    test.end_lease_of("copy 1").await;
    let [again] = take(&other, 5).await.try_into().unwrap();
    assert_eq!(again, taken);
    // Who had it before was only paused, and comes too late.
    test.store
        .finish(taken.id, NoticeOutcome::GivenUp)
        .await
        .unwrap();
    test.store.keep_recipients(taken.id, &[]).await.unwrap();
    let retry = NoticeOutcome::RetryAt(minute(6));
    other.finish(again.id, retry).await.unwrap();
    let [last] = take(&other, 6).await.try_into().unwrap();
    assert_eq!((last.id, last.attempts), (taken.id, 1));
    assert_eq!(last.recipients, taken.recipients);
}

#[tokio::test]
async fn whoever_waits_on_another_copy_learns_of_a_notice() {
    let (test, key) = with_limit(Backend::Postgres, 10).await;
    let other = test.database.open().await;
    let until_added = async || in_time(NoticeOutbox::until_added(&*other)).await;
    // It is told of once more when it begins to listen.
    until_added().await;
    consume(&test.store, &key, 9).await.unwrap();
    until_added().await;
    assert_eq!(take(&other, 5).await.len(), 1);
}
