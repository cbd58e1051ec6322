//! Leases, and what several copies count together.

use std::sync::Arc;

use dragoman_domain::{
    AccountChange, Dictionary, DictionaryRevision, GlossaryChange, GlossaryEntries, KeyChange,
    Replaces, ReserveError, SettleError, StorageRoom,
};
use dragoman_store::{CopyOptions, PostgresStore, SecretDigests};
use uuid::Uuid;

use super::{assert_unavailable, eventually, in_time};
use crate::account_deletion::{glossary, glossary_room};
use crate::documents::minute;
use crate::harness::Database;
use crate::harness::postgres::{PostgresDatabase, copy, open_copy, options};
use crate::ledger::{consume, owner, reservation, usage_of, with_limits};
use crate::{Backend, TestStore, account, entry, key};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_on_three_copies_use_up_a_limit_exactly() {
    let (test, key) = with_limits(Backend::Postgres, Some(1_000), Some(998)).await;
    let copies = [
        Arc::clone(&test.store),
        test.database.open().await,
        test.database.open().await,
    ];
    let tasks: Vec<_> = (0..64)
        .map(|number| {
            let (store, key) = (Arc::clone(&copies[number % 3]), key.clone());
            tokio::spawn(async move {
                let mut accepted = 0;
                for _ in 0..30 {
                    match consume(&store, &key, 3).await {
                        Ok(()) => accepted += 3,
                        Err(error) => assert_eq!(error, ReserveError::KeyLimit),
                    }
                }
                accepted
            })
        })
        .collect();
    let mut accepted = 0;
    for task in tasks {
        accepted += task.await.unwrap();
    }
    assert_eq!(accepted, 996);
    for store in &copies {
        let usage = store.usage(&owner(&key)).await;
        assert_eq!(usage, Ok(usage_of(996, 996)));
    }
    // Nothing is left that was set aside.
    consume(&copies[1], &key, 2).await.unwrap();
    assert_eq!(
        consume(&copies[2], &key, 1).await,
        Err(ReserveError::KeyLimit)
    );
}

#[tokio::test]
async fn a_limit_that_is_changed_on_one_copy_holds_on_another_for_the_next_request() {
    let (test, key) = with_limits(Backend::Postgres, None, Some(10)).await;
    let other = test.database.open().await;
    consume(&other, &key, 5).await.unwrap();
    let limit = |characters| KeyChange::Limits {
        characters: Some(characters),
        speech_milliseconds: None,
    };
    test.change_key(key.id, limit(Some(7))).await;
    assert_eq!(consume(&other, &key, 3).await, Err(ReserveError::KeyLimit));
    consume(&other, &key, 2).await.unwrap();
    test.change_key(key.id, limit(None)).await;
    consume(&other, &key, 3).await.unwrap();
    let change = AccountChange {
        character_limit: Some(Some(11)),
        ..AccountChange::default()
    };
    let account = key.id.account;
    let changed = test
        .store
        .change_account(account, &change, &entry(account))
        .await;
    assert!(changed.unwrap().is_some());
    assert_eq!(
        consume(&other, &key, 2).await,
        Err(ReserveError::AccountLimit)
    );
    consume(&other, &key, 1).await.unwrap();
}

#[tokio::test]
async fn a_key_that_is_deactivated_on_one_copy_is_of_no_use_on_another() {
    let account = account(1);
    let (key, digest) = key(&account, 1);
    let test = TestStore::with_key(Backend::Postgres, &account, &key, &digest).await;
    let other = test.database.open().await;
    let waiting = reservation(&key, 5);
    other.reserve(&waiting).await.unwrap();
    let (found, _) = other.key_by_digest(&digest).await.unwrap().unwrap();
    assert_eq!(found.deactivated, None);
    test.change_key(key.id, KeyChange::Deactivate(minute(1)))
        .await;
    let (found, _) = other.key_by_digest(&digest).await.unwrap().unwrap();
    assert_eq!(found.deactivated, Some(minute(1)));
    assert_eq!(
        other.settle(waiting.id).await,
        Err(SettleError::KeyDeactivated)
    );
    assert_eq!(
        consume(&other, &key, 1).await,
        Err(ReserveError::KeyDeactivated)
    );
    assert_eq!(other.usage(&owner(&key)).await, Ok(usage_of(0, 0)));
}

#[tokio::test]
async fn a_glossary_that_is_edited_on_one_copy_is_another_one_on_the_others() {
    let (test, key) = with_limits(Backend::Postgres, None, None).await;
    let other = test.database.open().await;
    let account = key.id.account;
    let (glossary, dictionary) = glossary(1);
    let (id, pair) = (glossary.id, dictionary.pair);
    let created = test.store.create_glossary(
        account,
        &glossary,
        vec![dictionary.clone()],
        glossary_room(),
    );
    created.await.unwrap();
    let revision = other.revision(account, id, pair).await;
    assert_eq!(revision, Ok(Some(dictionary.revision)));
    let edited = Dictionary {
        revision: DictionaryRevision(Uuid::from_u128(77)),
        entries: GlossaryEntries::from_tsv("a\tc".to_owned()).unwrap(),
        ..dictionary
    };
    let change = GlossaryChange {
        name: None,
        dictionary: Some((edited.clone(), Replaces::Anything)),
        size_limit: u64::MAX,
        storage: StorageRoom::UNLIMITED,
    };
    test.store
        .change_glossary(account, id, change)
        .await
        .unwrap();
    let revision = other.revision(account, id, pair).await;
    assert_eq!(revision, Ok(Some(edited.revision)));
    let found = other.dictionary(account, id, pair).await;
    assert_eq!(found, Ok(Some(edited)));
}

#[tokio::test]
async fn what_a_dead_copy_had_set_aside_is_free_again() {
    let (test, key) = with_limits(Backend::Postgres, Some(10), None).await;
    let dead = test.database.open().await;
    dead.reserve(&reservation(&key, 8)).await.unwrap();
    let refused = Err(ReserveError::AccountLimit);
    assert_eq!(consume(&test.store, &key, 3).await, refused);
    drop(dead);
    test.end_lease_of("copy 2").await;
    consume(&test.store, &key, 10).await.unwrap();
}

#[tokio::test]
async fn a_copy_that_leaves_gives_back_at_once_what_it_had_set_aside() {
    let (test, key) = with_limits(Backend::Postgres, Some(10), None).await;
    let leaving = test.database.open().await;
    let waiting = reservation(&key, 8);
    leaving.reserve(&waiting).await.unwrap();
    leaving.close().await;
    consume(&test.store, &key, 10).await.unwrap();
    assert!(leaving.settle(waiting.id).await.is_err());
    assert!(leaving.reserve(&waiting).await.is_err());
    assert_eq!(test.store.usage(&owner(&key)).await, Ok(usage_of(10, 10)));
}

#[tokio::test]
async fn a_copy_that_lost_its_lease_counts_nothing_that_it_had_set_aside_and_goes_on_with_new_work()
{
    let (test, key) = with_limits(Backend::Postgres, Some(10), None).await;
    let other = test.database.open().await;
    let [first, second] = [reservation(&key, 4), reservation(&key, 4)];
    test.store.reserve(&first).await.unwrap();
    test.store.reserve(&second).await.unwrap();
    test.end_lease_of("copy 1").await;
    assert_unavailable(test.store.settle(first.id).await);
    // Another may have what was its own.
    consume(&other, &key, 9).await.unwrap();
    // It notices by itself within seconds.
    eventually(async || consume(&test.store, &key, 1).await).await;
    assert_unavailable(test.store.settle(second.id).await);
    assert!(test.store.settle(first.id).await.is_err());
    assert_eq!(other.usage(&owner(&key)).await, Ok(usage_of(10, 10)));
    // What it gives back of before is not given back twice.
    let third = reservation(&key, 4);
    test.store.release(third.id);
    test.store.release(second.id);
    assert_eq!(
        consume(&test.store, &key, 1).await,
        Err(ReserveError::AccountLimit)
    );
}

#[tokio::test]
async fn who_has_not_joined_changes_and_reads_and_sets_nothing_aside() {
    let database = PostgresDatabase::create().await;
    let store = PostgresStore::open(&options(database.url())).await.unwrap();
    assert!(!store.copy_state().borrow().is_alive);
    let test = TestStore {
        store: Arc::new(store.clone()),
        database: Box::new(database),
    };
    let account = account(1);
    let (key, digest) = key(&account, 1);
    test.add_account(&account).await;
    test.add_key(&key, &digest).await;
    let found = test.store.key_by_digest(&digest).await.unwrap();
    assert_eq!(found, Some((key.clone(), account)));
    let wanted = reservation(&key, 1);
    assert_unavailable(test.store.reserve(&wanted).await);
    assert_unavailable(test.store.take_due(minute(0), 1).await);
    store.join(copy("late")).await.unwrap();
    consume(&test.store, &key, 1).await.unwrap();
}

#[tokio::test]
async fn copies_know_of_each_other() {
    let database = PostgresDatabase::create().await;
    let url = database.url();
    let first = open_copy(url, "first").await;
    let joining = PostgresStore::open(&options(url)).await.unwrap();
    let second = CopyOptions {
        configuration: [1; 32],
        workers: 3,
        ..copy("second")
    };
    joining.join(second).await.unwrap();
    let silent = PostgresStore::open(&options(url)).await.unwrap();
    let third = CopyOptions {
        answers: false,
        workers: 2,
        ..copy("third")
    };
    silent.join(third).await.unwrap();
    let state = *silent.copy_state().borrow();
    assert!(state.is_alive);
    assert_eq!((state.answering, state.workers, state.differing), (2, 5, 1));
    let now = database.numbers("SELECT milliseconds_now()").await[0][0];
    let ahead = now - minute(0).as_millisecond();
    assert!((0..60_000).contains(&(ahead - state.clock_ahead)));

    silent.close().await;
    // With the next beat.
    let mut states = first.copy_state();
    let seen = states.wait_for(|state| state.workers == 3);
    let state = *in_time(seen).await.unwrap();
    assert_eq!((state.answering, state.differing), (2, 1));
}

#[tokio::test]
async fn of_copies_that_start_at_once_one_makes_the_first_keys() {
    let database = PostgresDatabase::create().await;
    let url = database.url();
    let copies = [
        open_copy(url, "first").await,
        open_copy(url, "second").await,
        open_copy(url, "third").await,
    ];
    let taken = futures_util::future::join_all(copies.iter().map(PostgresStore::take_first_keys));
    let taken: Vec<bool> = taken.await.into_iter().map(Result::unwrap).collect();
    assert_eq!(taken.iter().filter(|one| **one).count(), 1, "{taken:?}");
    let [first, second, _] = &copies;
    assert_eq!(first.installation().await, second.installation().await);
}

#[tokio::test]
async fn the_first_copy_says_which_secrets_all_others_have() {
    let database = PostgresDatabase::create().await;
    let url = database.url();
    let (first, second) = (
        open_copy(url, "first").await,
        open_copy(url, "second").await,
    );
    assert_eq!(second.has_secrets().await, Ok(false));
    let digests = SecretDigests {
        hashing: Some([1; 32]),
        documents: None,
    };
    assert_eq!(first.differing_secrets(&digests).await, Ok(Vec::new()));
    assert_eq!(second.has_secrets().await, Ok(true));
    let others = SecretDigests {
        hashing: Some([2; 32]),
        documents: Some([3; 32]),
    };
    assert_eq!(second.differing_secrets(&others).await, Ok(vec!["hashing"]));
    let both = SecretDigests {
        hashing: Some([1; 32]),
        documents: Some([4; 32]),
    };
    assert_eq!(first.differing_secrets(&both).await, Ok(vec!["documents"]));
    let none = SecretDigests::default();
    assert_eq!(first.differing_secrets(&none).await, Ok(Vec::new()));
}
