//! The store's ports against a real SQLite file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod glossaries;
mod ledger;
mod style_lists;

use dragoman_domain::{
    Account, AccountId, AccountStore, ApiKey, KeyDigest, KeyId, KeyKind, Plan, ScopeSet, Timestamp,
};
use dragoman_store::{Durability, SqliteStore};
use sqlx::ConnectOptions;
use tempfile::TempDir;
use uuid::Uuid;

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn account(number: u128) -> Account {
    Account {
        id: AccountId(Uuid::from_u128(number)),
        name: format!("account {number}"),
        plan: Plan::Pro,
        character_limit: None,
        detection_enabled: false,
        created: time("2026-01-01T00:00:00Z"),
    }
}

fn key(account: &Account, number: u128) -> (ApiKey, KeyDigest) {
    let key = ApiKey {
        id: KeyId {
            account: account.id,
            key: Uuid::from_u128(number),
        },
        kind: KeyKind::Developer,
        label: "a label".to_owned(),
        scopes: ScopeSet::Unrestricted,
        character_limit: None,
        created: time("2026-01-02T00:00:00Z"),
        deactivated: None,
    };
    let mut digest = [0; 32];
    digest[..16].copy_from_slice(&number.to_be_bytes());
    (key, KeyDigest(digest))
}

struct TestStore {
    store: SqliteStore,
    folder: TempDir,
}

impl TestStore {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Self::open(&folder).await;
        Self { store, folder }
    }

    async fn open(folder: &TempDir) -> SqliteStore {
        SqliteStore::open(&folder.path().join("test.db"), Durability::ProcessCrash)
            .await
            .unwrap()
    }

    /// Opens the file anew without closing it first, as after a crash.
    async fn reopen(self) -> Self {
        Self {
            store: Self::open(&self.folder).await,
            folder: self.folder,
        }
    }

    /// A connection of its own to the file.
    async fn file(&self) -> sqlx::SqliteConnection {
        let file = self.folder.path().join("test.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
        options.connect().await.unwrap()
    }

    async fn with_key(account: &Account, key: &ApiKey, digest: &KeyDigest) -> Self {
        let test = Self::new().await;
        test.store.create_account(account).await.unwrap();
        test.store.create_key(key, digest).await.unwrap();
        test
    }
}
