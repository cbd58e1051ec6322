//! A database that cannot be reached for a while: calls end in time and say so, and all goes on without a new store.

use std::sync::Arc;

use dragoman_domain::{AccountStore, ApiKey, KeyDigest, NoticeOutbox, StoreError};
use dragoman_postgres_testing::Cluster;
use dragoman_store::PostgresStore;
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Error};

use super::{assert_unavailable, eventually, in_time};
use crate::documents::minute;
use crate::harness::Database;
use crate::harness::postgres::open_copy;
use crate::ledger::{consume, owner, reservation, usage_of, with_limits};
use crate::notices;
use crate::{Backend, Ports, TestStore, account, entry, key};

/// A store on a database of a server, with an account and a key.
pub(super) async fn store_in(cluster: &Cluster) -> (PostgresStore, ApiKey, KeyDigest) {
    let url = cluster.create_database();
    let store = open_copy(&url, "machine").await;
    let account = account(1);
    let (key, digest) = key(&account, 1);
    let entry = entry(account.id);
    store.create_account(&account, &entry).await.unwrap();
    store
        .create_key(&key, &digest, None, 9, &entry)
        .await
        .unwrap();
    (store, key, digest)
}

/// Has each way to the database used, and expects that none leads there.
async fn assert_cut_off(store: &Arc<dyn Ports>, key: &ApiKey, digest: &KeyDigest) {
    let waiting = reservation(key, 1);
    let entry = entry(key.id.account);
    let account = account(9);
    in_time(async {
        tokio::join!(
            async { assert_unavailable(store.key_by_digest(digest).await) },
            async { assert_unavailable(store.reserve(&waiting).await) },
            async { assert_unavailable(store.usage(&owner(key)).await) },
            async { assert_unavailable(store.glossaries(key.id.account).await) },
            async { assert_unavailable(store.create_account(&account, &entry).await) },
        )
    })
    .await;
}

/// Sets a character aside and counts it.
async fn try_to_consume(store: &Arc<dyn Ports>, key: &ApiKey) -> Result<(), String> {
    let reservation = reservation(key, 1);
    let reserved = store.reserve(&reservation).await;
    reserved.map_err(|error| format!("{error:?}"))?;
    let settled = store.settle(reservation.id).await;
    settled.map_err(|error| format!("{error:?}"))
}

/// Everything goes on: it counts one character.
async fn assert_reached_again(store: &Arc<dyn Ports>, key: &ApiKey, digest: &KeyDigest) {
    eventually(async || try_to_consume(store, key).await).await;
    let found = eventually(async || store.key_by_digest(digest).await).await;
    assert_eq!(found.unwrap().0, *key);
    eventually(async || store.usage(&owner(key)).await).await;
    eventually(async || store.glossaries(key.id.account).await).await;
}

#[tokio::test]
async fn while_the_server_is_away_calls_end_in_time_and_go_on_when_it_is_back() {
    let mut cluster = Cluster::start();
    let (store, key, digest) = store_in(&cluster).await;
    let mut state = store.copy_state();
    let store: Arc<dyn Ports> = Arc::new(store);
    consume(&store, &key, 5).await.unwrap();
    let lost = reservation(&key, 3);
    store.reserve(&lost).await.unwrap();
    cluster.stop();
    assert_cut_off(&store, &key, &digest).await;
    assert_unavailable(in_time(store.settle(lost.id)).await);
    let noticed = in_time(state.wait_for(|state| !state.is_alive)).await;
    drop(noticed.unwrap());
    cluster.start_again();
    assert_reached_again(&store, &key, &digest).await;
    assert!(state.borrow().is_alive);
    assert!(store.settle(lost.id).await.is_err());
    assert_eq!(store.usage(&owner(&key)).await, Ok(usage_of(6, 6)));
}

#[tokio::test]
async fn without_a_free_connection_calls_end_in_time_and_go_on_when_there_is_one() {
    let cluster = Cluster::start_with(&[("max_connections", "12")]);
    let (_, key, digest) = store_in(&cluster).await;
    let url = cluster.url("test_1");
    // It has used none of its ways to the database yet.
    let store: Arc<dyn Ports> = Arc::new(open_copy(&url, "another").await);
    let mut taken = Vec::new();
    loop {
        match PgConnection::connect(&url).await {
            Ok(connection) => taken.push(connection),
            Err(Error::Database(error)) => {
                assert_eq!(error.code().as_deref(), Some("53300"));
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_cut_off(&store, &key, &digest).await;
    for connection in taken {
        connection.close().await.unwrap();
    }
    assert_reached_again(&store, &key, &digest).await;
}

#[tokio::test]
async fn connections_that_were_cut_are_made_anew() {
    let account = account(1);
    let (key, digest) = key(&account, 1);
    let test = TestStore::with_key(Backend::Postgres, &account, &key, &digest).await;
    assert_reached_again(&test.store, &key, &digest).await;
    for _ in 0..3 {
        cut_all(&*test.database).await;
        assert_reached_again(&test.store, &key, &digest).await;
    }
    assert_eq!(test.store.usage(&owner(&key)).await, Ok(usage_of(4, 4)));
}

#[tokio::test]
async fn whoever_waits_for_notices_goes_on_to_learn_of_them_after_the_connection_was_cut() {
    let (test, key) = notices::with_limit(Backend::Postgres, 10).await;
    let until_added = async || in_time(NoticeOutbox::until_added(&*test.store)).await;
    until_added().await;
    cut_all(&*test.database).await;
    // It listens anew, and there may have been something meanwhile.
    until_added().await;
    for _ in 0..9 {
        eventually(async || try_to_consume(&test.store, &key).await).await;
    }
    until_added().await;
    let due = test.store.take_due(minute(5), 9).await.unwrap();
    assert_eq!(due.len(), 1);
}

#[tokio::test]
async fn a_database_that_only_reads_for_a_while_is_unavailable_to_changes() {
    let (test, key) = with_limits(Backend::Postgres, None, None).await;
    let entry = entry(key.id.account);
    let only_reads = async |word| {
        let alter = format!(
            "SET default_transaction_read_only = off;
             DO $$ BEGIN
                 EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = {word}',
                                current_database());
             END $$"
        );
        test.database.execute(&alter).await;
        cut_all(&*test.database).await;
    };
    only_reads("on").await;
    let accounts = eventually(async || test.store.accounts().await).await;
    assert_eq!(accounts, [account(1)]);
    let refused = in_time(test.store.create_account(&account(2), &entry)).await;
    let is_about_that =
        matches!(&refused, Err(StoreError::Unavailable { reason }) if reason.contains("read-only"));
    assert!(is_about_that, "{refused:?}");
    only_reads("off").await;
    eventually(async || test.store.create_account(&account(2), &entry).await).await;
}

/// Cuts all connections to a database but the one that does it.
async fn cut_all(database: &dyn Database) {
    database
        .execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .await;
}
