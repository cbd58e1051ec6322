//! The store's ports against a real SQLite file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod audit;
mod document_adjustments;
mod document_counts;
mod documents;
mod glossaries;
mod ledger;
mod migration;
mod notices;
mod style_lists;
mod usage_reports;

use std::collections::BTreeSet;

use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, Act, Actor, ApiKey, AuditEntry, Date,
    KeyChange, KeyDigest, KeyId, KeyKind, KeyLimits, Plan, ScopeSet, Timestamp,
};
use dragoman_store::{Durability, SqliteStore};
use sqlx::ConnectOptions;
use tempfile::TempDir;
use uuid::Uuid;

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// An entry of the audit log, for tests of something else.
fn entry(account: AccountId) -> AuditEntry {
    AuditEntry {
        at: time("2026-01-03T00:00:00Z"),
        account,
        actor: Actor::Operator,
        act: Act::ChangeAccount(AccountChange::default()),
    }
}

fn account(number: u128) -> Account {
    Account {
        id: AccountId(Uuid::from_u128(number)),
        name: format!("account {number}"),
        plan: Plan::Pro,
        character_limit: None,
        features: BTreeSet::new(),
        billing_start: day("2026-01-01"),
        contacts: Vec::new(),
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
        mask: format!("0000****{number:04}"),
        scopes: ScopeSet::Unrestricted,
        limits: KeyLimits::default(),
        created: time("2026-01-02T00:00:00Z"),
        expires: None,
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
        test.add_account(account).await;
        test.add_key(key, digest).await;
        test
    }

    async fn add_account(&self, account: &Account) {
        self.store
            .create_account(account, &entry(account.id))
            .await
            .unwrap();
    }

    async fn add_key(&self, key: &ApiKey, digest: &KeyDigest) {
        self.store
            .create_key(key, digest, None, u32::MAX, &entry(key.id.account))
            .await
            .unwrap();
    }

    async fn change_key(&self, id: KeyId, change: KeyChange) -> Option<ApiKey> {
        self.store
            .change_key(id, &change, &entry(id.account))
            .await
            .unwrap()
    }
}
