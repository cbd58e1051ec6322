//! What the ports of the store promise, against each database that keeps them: a real SQLite file and a real PostgreSQL.
//!
//! What is about one of them only is in [`sqlite`] and in [`postgres`].

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

#[macro_use]
mod harness;

mod account_deletion;
mod accounts;
mod audit;
mod document_adjustments;
mod document_counts;
mod documents;
mod glossaries;
mod ledger;
mod notices;
#[cfg(feature = "postgres")]
mod postgres;
mod sessions;
mod sqlite;
mod style_lists;
mod usage_reports;

use std::collections::BTreeSet;

use dragoman_domain::{
    Account, AccountChange, AccountId, Act, Actor, ApiKey, AuditEntry, Date, KeyDigest, KeyId,
    KeyKind, KeyLimits, Plan, ScopeSet, Timestamp,
};
use uuid::Uuid;

use harness::{Backend, Ports, TestStore};

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
