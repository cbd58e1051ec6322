//! How long the usage ledger waits while glossaries of the largest size are written:
//! `cargo run --release -p dragoman-store --example glossary_writes`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for whoever measures"
)]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, Act, Actor, ApiKey, AuditEntry, Date,
    Dictionary, DictionaryRevision, Glossary, GlossaryChange, GlossaryEntries, GlossaryEntry,
    GlossaryId, GlossaryPair, GlossaryRoom, GlossaryStore, KeyDigest, KeyId, KeyKind, KeyLimits,
    Language, Plan, Product, Replaces, Reservation, ReservationId, ScopeSet, StorageRoom,
    Timestamp, UsageLedger, UsageOwner, UsagePeriod, day_of,
};
use dragoman_store::{Durability, SqliteStore};
use uuid::Uuid;

const LARGEST: usize = 10 * 1024 * 1024;
const WRITES: u128 = 20;

fn largest() -> GlossaryEntries {
    let mut entries = GlossaryEntries::default();
    for number in 0.. {
        let (source, target) = (
            format!("source term {number}"),
            format!("Zielbegriff {number}"),
        );
        if entries.as_tsv().len() + source.len() + target.len() + 2 > LARGEST {
            break;
        }
        let _ = entries.push(GlossaryEntry {
            source: &source,
            target: &target,
        });
    }
    entries
}

async fn account(store: &SqliteStore) -> UsageOwner {
    let created = Timestamp::UNIX_EPOCH;
    let account = Account {
        id: AccountId(Uuid::from_u128(1)),
        name: "measured".to_owned(),
        plan: Plan::Pro,
        character_limit: None,
        features: BTreeSet::new(),
        billing_start: Date::ZERO,
        contacts: Vec::new(),
        created,
    };
    let key = ApiKey {
        id: KeyId {
            account: account.id,
            key: Uuid::from_u128(2),
        },
        kind: KeyKind::Developer,
        label: String::new(),
        mask: String::new(),
        scopes: ScopeSet::Unrestricted,
        limits: KeyLimits::default(),
        created,
        expires: None,
        deactivated: None,
    };
    let change = AuditEntry {
        at: created,
        account: account.id,
        actor: Actor::Operator,
        act: Act::ChangeAccount(AccountChange::default()),
    };
    store.create_account(&account, &change).await.unwrap();
    store
        .create_key(&key, &KeyDigest([0; 32]), None, 1, &change)
        .await
        .unwrap();
    UsageOwner {
        key: key.id,
        period: UsagePeriod::containing(day_of(created), day_of(created)),
    }
}

/// Counts characters one request after the other until told to stop. How long each took, sorted.
async fn count(store: SqliteStore, owner: UsageOwner, stop: Arc<AtomicBool>) -> Vec<Duration> {
    let mut times = Vec::new();
    for number in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let start = Instant::now();
        let id = ReservationId::Request(number);
        let reservation = Reservation {
            id,
            owner,
            product: Product::TextTranslation,
            characters: 1,
            at: Timestamp::UNIX_EPOCH,
            tag: None,
        };
        store.reserve(&reservation).await.unwrap();
        store.settle(id).await.unwrap();
        times.push(start.elapsed());
    }
    times.sort();
    times
}

fn report(what: &str, times: &[Duration]) {
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{what}: {} counts, median {:.1?}, 99th percentile {:.1?}, longest {:.1?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("measured.db"), Durability::PowerLoss)
        .await
        .unwrap();
    let owner = account(&store).await;
    let stop = Arc::new(AtomicBool::new(false));
    let counting = tokio::spawn(count(store.clone(), owner, Arc::clone(&stop)));
    tokio::time::sleep(Duration::from_secs(3)).await;
    stop.store(true, Ordering::Relaxed);
    report("alone", &counting.await.unwrap());

    let language = |tag| Language::parse(tag).unwrap();
    let pair = GlossaryPair::new(language("en"), language("de")).unwrap();
    let id = GlossaryId(Uuid::from_u128(3));
    let glossary = Glossary {
        id,
        name: "measured".to_owned(),
        created: Timestamp::UNIX_EPOCH,
        edited: false,
        dictionaries: Vec::new(),
    };
    let account = owner.account();
    let room = GlossaryRoom {
        glossaries: 1,
        storage: StorageRoom::UNLIMITED,
    };
    store
        .create_glossary(account, &glossary, Vec::new(), room)
        .await
        .unwrap();
    let entries = largest();
    println!("a dictionary of {} entries", entries.len());
    let stop = Arc::new(AtomicBool::new(false));
    let counting = tokio::spawn(count(store.clone(), owner, Arc::clone(&stop)));
    let mut writes = Vec::new();
    for revision in 0..WRITES {
        let dictionary = Dictionary {
            pair,
            revision: DictionaryRevision(Uuid::from_u128(revision)),
            entries: entries.clone(),
        };
        let change = GlossaryChange {
            name: None,
            dictionary: Some((dictionary, Replaces::Anything)),
            size_limit: u64::MAX,
            storage: StorageRoom::UNLIMITED,
        };
        let start = Instant::now();
        store.change_glossary(account, id, change).await.unwrap();
        writes.push(start.elapsed());
    }
    stop.store(true, Ordering::Relaxed);
    report("beside writes", &counting.await.unwrap());
    writes.sort();
    report("writes", &writes);
    let start = Instant::now();
    let read = store.dictionary(account, id, pair).await.unwrap().unwrap();
    println!(
        "reading {} entries: {:.1?}",
        read.entries.len(),
        start.elapsed()
    );
    store.close().await;
}
