//! What it costs to count the characters of a request: to set them aside and to count them, over what
//! one commit of the same row costs without anything around it.
//!
//! `cargo bench --package dragoman-store --bench metering` prints times of a request and ratios.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on has failed, and its result is printed"
)]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, Act, Actor, ApiKey, AuditEntry, DocumentId,
    KeyDigest, KeyId, KeyKind, KeyLimits, Plan, Product, ReportingTag, Reservation, ReservationId,
    ScopeSet, Timestamp, UsageLedger, UsageOwner, UsagePeriod, day_of,
};
use dragoman_store::{Durability, SqliteStore};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor};
use uuid::Uuid;

/// How long each case is measured.
const TIME: Duration = Duration::from_secs(3);

/// Documents that wait to be fetched while requests are counted.
const DOCUMENTS: u128 = 10_000;

fn key(account: AccountId) -> ApiKey {
    ApiKey {
        id: KeyId {
            account,
            key: Uuid::from_u128(2),
        },
        kind: KeyKind::Developer,
        label: "measured".to_owned(),
        mask: "0000****0000".to_owned(),
        scopes: ScopeSet::Unrestricted,
        limits: KeyLimits {
            characters: Some(u64::from(u32::MAX)),
            speech_milliseconds: None,
        },
        created: Timestamp::UNIX_EPOCH,
        expires: None,
        deactivated: None,
    }
}

/// An account with a key that has a limit.
async fn owner(store: &SqliteStore) -> UsageOwner {
    let created = Timestamp::UNIX_EPOCH;
    let day = day_of(created);
    let account = Account {
        id: AccountId(Uuid::from_u128(1)),
        name: "measured".to_owned(),
        plan: Plan::Pro,
        character_limit: Some(u64::from(u32::MAX)),
        features: BTreeSet::new(),
        billing_start: day,
        contacts: Vec::new(),
        created,
    };
    let audit = AuditEntry {
        at: created,
        account: account.id,
        actor: Actor::Operator,
        act: Act::ChangeAccount(AccountChange::default()),
    };
    let key = key(account.id);
    store.create_account(&account, &audit).await.unwrap();
    let kept = store.create_key(&key, &KeyDigest([0; 32]), None, 1, &audit);
    kept.await.unwrap();
    UsageOwner {
        key: key.id,
        period: UsagePeriod::containing(day, day),
    }
}

/// The times of requests that are counted by so many clients, each one after the other, sorted, and
/// how many were counted in a second.
async fn metered(
    store: &SqliteStore,
    owner: UsageOwner,
    clients: usize,
    tag: Option<&ReportingTag>,
) -> (Vec<Duration>, f64) {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let end = Instant::now() + TIME;
    let tasks: Vec<_> = (0..clients)
        .map(|_| {
            let (store, tag) = (store.clone(), tag.cloned());
            tokio::spawn(async move {
                let mut times = Vec::new();
                while Instant::now() < end {
                    let start = Instant::now();
                    let reservation = Reservation {
                        id: ReservationId::Request(NEXT.fetch_add(1, Ordering::Relaxed)),
                        owner,
                        product: Product::TextTranslation,
                        characters: 1,
                        at: Timestamp::UNIX_EPOCH,
                        tag: tag.clone(),
                    };
                    store.reserve(&reservation).await.unwrap();
                    store.settle(reservation.id).await.unwrap();
                    times.push(start.elapsed());
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    times.sort();
    let rate = times.len() as f64 / TIME.as_secs_f64();
    (times, rate)
}

/// Sets characters aside for documents that wait to be fetched.
async fn set_aside_for_documents(store: &SqliteStore, owner: UsageOwner) {
    for number in 0..DOCUMENTS {
        let reservation = Reservation {
            id: ReservationId::Document(DocumentId(number)),
            owner,
            product: Product::DocumentTranslation,
            characters: 1,
            at: Timestamp::UNIX_EPOCH,
            tag: None,
        };
        store.reserve(&reservation).await.unwrap();
    }
}

/// The times of the same upsert by itself, sorted.
async fn bare(folder: &std::path::Path, synchronous: SqliteSynchronous) -> Vec<Duration> {
    let mut connection = SqliteConnectOptions::new()
        .filename(folder.join("bare.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .connect()
        .await
        .unwrap();
    let create = "CREATE TABLE counts (key TEXT NOT NULL PRIMARY KEY, characters INTEGER NOT NULL)";
    connection.execute(create).await.unwrap();
    let mut times = Vec::new();
    let end = Instant::now() + TIME;
    while Instant::now() < end {
        let start = Instant::now();
        let upsert = "INSERT INTO counts VALUES ('00000000-0000-0000-0000-000000000002', 1)
             ON CONFLICT DO UPDATE SET characters = characters + excluded.characters";
        connection.execute(upsert).await.unwrap();
        times.push(start.elapsed());
    }
    connection.close().await.unwrap();
    times.sort();
    times
}

fn at(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() - 1) * percent / 100]
}

#[tokio::main]
async fn main() {
    let tag = Arc::new(ReportingTag::parse("measured").unwrap());
    for (name, durability, synchronous) in [
        ("power-loss", Durability::PowerLoss, SqliteSynchronous::Full),
        (
            "process-crash",
            Durability::ProcessCrash,
            SqliteSynchronous::Normal,
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let bare = bare(folder.path(), synchronous).await;
        let commit = at(&bare, 50);
        println!("{name}: one commit of one row {commit:.0?} (p50)");
        let file = folder.path().join("metered.db");
        let store = SqliteStore::open(&file, durability).await.unwrap();
        let owner = owner(&store).await;
        for (clients, tag) in [(1, None), (1, Some(&*tag)), (64, None), (64, Some(&*tag))] {
            let (times, rate) = metered(&store, owner, clients, tag).await;
            println!(
                "  {clients:2} clients{}: p50 {:.0?}, p99 {:.0?}; {rate:.0} requests/s, {:.2} of the \
                 rate of single commits",
                if tag.is_some() { " with a tag" } else { "" },
                at(&times, 50),
                at(&times, 99),
                rate * commit.as_secs_f64()
            );
        }
        set_aside_for_documents(&store, owner).await;
        for clients in [1, 64] {
            let (times, rate) = metered(&store, owner, clients, None).await;
            println!(
                "  {clients:2} clients with {DOCUMENTS} documents: p50 {:.0?}, p99 {:.0?}; {rate:.0} requests/s",
                at(&times, 50),
                at(&times, 99),
            );
        }
        store.close().await;
    }
}
