//! Opening a database: which can be used, and what is said of the others.

use std::sync::Arc;

use dragoman_domain::StoreError;
use dragoman_postgres_testing::shared;
use dragoman_store::{PostgresOptions, PostgresStore};

use super::in_time;
use crate::harness::Database;
use crate::harness::postgres::{PostgresDatabase, open_copy, options};
use crate::{TestStore, account};

/// Why a database cannot be opened.
pub(super) async fn refusal(options: &PostgresOptions) -> String {
    match in_time(PostgresStore::open(options)).await {
        Err(StoreError::Failed { reason }) => reason,
        other => panic!("it was opened: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_that_open_an_empty_database_at_the_same_time_all_succeed() {
    let database = PostgresDatabase::empty();
    let tasks: Vec<_> = (0..4)
        .map(|number| {
            let (url, machine) = (database.url().to_owned(), format!("machine {number}"));
            tokio::spawn(async move { open_copy(&url, &machine).await })
        })
        .collect();
    let mut copies = Vec::new();
    for task in tasks {
        copies.push(task.await.unwrap());
    }
    let there = "SELECT (SELECT count(*) FROM installation), (SELECT count(*) FROM copies)";
    assert_eq!(database.numbers(there).await, [[1, 4]]);
    let last = copies.pop().unwrap();
    let test = TestStore {
        store: Arc::new(last),
        database: Box::new(database),
    };
    test.add_account(&account(1)).await;
}

#[tokio::test]
async fn a_schema_that_a_later_version_has_added_to_is_served_until_that_needs_it() {
    let database = PostgresDatabase::create().await;
    database
        .execute(
            "ALTER TABLE accounts ADD COLUMN later bigint;
             INSERT INTO _sqlx_migrations
                 (version, description, success, checksum, execution_time)
             VALUES (9999, 'of a later version', true, '', 1);",
        )
        .await;
    let test = TestStore {
        store: database.open().await,
        database: Box::new(database),
    };
    test.add_account(&account(1)).await;
    assert_eq!(test.store.accounts().await, Ok(vec![account(1)]));

    let database = PostgresDatabase::create().await;
    database
        .execute("UPDATE installation SET oldest_schema = 9999, oldest_version = '9.8.7'")
        .await;
    let reason = refusal(&options(database.url())).await;
    assert!(
        reason.contains("belongs to a newer version of Dragoman: 9.8.7 is the oldest"),
        "{reason}"
    );
}

#[tokio::test]
async fn a_database_that_was_changed_by_somebody_else_is_refused() {
    let database = PostgresDatabase::create().await;
    let change = "UPDATE _sqlx_migrations SET checksum = '' WHERE version = 1";
    database.execute(change).await;
    let reason = refusal(&options(database.url())).await;
    assert!(reason.contains("brought up to date"), "{reason}");
}

#[tokio::test]
async fn a_database_that_only_reads_is_refused() {
    let database = PostgresDatabase::empty();
    let name = database.url().rsplit('/').next().unwrap();
    let only_reads = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    database.execute(&only_reads).await;
    let reason = refusal(&options(database.url())).await;
    assert!(reason.contains("read-only"), "{reason}");
    assert!(reason.contains("name the primary"), "{reason}");
}

#[tokio::test]
async fn whoever_cannot_get_in_learns_why_and_the_password_is_told_to_nobody() {
    let (url, password) = (shared().url("postgres"), shared().password());
    let port = shared().port().to_string();
    for (url, expected) in [
        (
            url.replace(password, "a%20wrong%20Word"),
            "password authentication failed",
        ),
        (
            url.replace("/postgres", "/no_such_database"),
            "\"no_such_database\" does not exist",
        ),
        (
            url.replace(&port, "a-port"),
            "postgres://user:password@host",
        ),
        (
            url.replace("127.0.0.1", "no-such-host.invalid"),
            "cannot be reached",
        ),
        // Nobody listens at the first port.
        (url.replace(&port, "1"), "cannot be reached"),
        (
            format!("{url}?sslmode=sometimes"),
            "postgres://user:password@host",
        ),
        (format!("{url}?sslmode=require"), "TLS"),
        (password.to_owned(), "postgres://user:password@host"),
    ] {
        let options = options(&url);
        let reason = refusal(&options).await;
        assert!(reason.contains(expected), "{reason}");
        for told in [reason, format!("{options:?}")] {
            assert!(!told.contains(password), "{told}");
            assert!(!told.contains("wrong"), "{told}");
        }
    }
}

#[tokio::test]
async fn what_is_logged_of_a_store_has_no_password_in_it() {
    let database = PostgresDatabase::create().await;
    let store = open_copy(database.url(), "machine").await;
    let told = format!("{store:?}");
    assert!(!told.contains(shared().password()), "{told}");
}
