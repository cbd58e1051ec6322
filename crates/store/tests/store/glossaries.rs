use std::sync::Arc;

use dragoman_domain::{
    AccountId, ChangeGlossaryError, CreateGlossaryError, Dictionary, DictionaryInfo,
    DictionaryRevision, Glossary, GlossaryChange, GlossaryEntries, GlossaryId, GlossaryPair,
    GlossaryRoom, Language, NoStorage, Replaces, StorageRoom, StoreError,
};
use uuid::Uuid;

use crate::{Backend, TestStore, account, time};

tests! {
    glossaries_come_back_as_they_were_kept_in_the_order_in_which_they_were_made,
    the_glossaries_of_another_account_are_as_if_they_did_not_exist,
    an_account_has_no_more_glossaries_than_allowed,
    nothing_of_a_glossary_is_kept_if_a_part_of_it_cannot_be,
    a_change_names_or_adds_or_replaces_and_counts_as_an_edit,
    a_change_that_is_refused_changes_nothing,
    of_changes_to_one_state_that_run_at_the_same_time_one_succeeds,
    what_is_deleted_is_gone_with_all_that_belongs_to_it,
    what_all_glossaries_take_is_limited_and_shared_between_accounts;
    threads:
    glossaries_made_at_the_same_time_do_not_pass_the_limit_together
}

const NO_LIMIT: u64 = u64::MAX;

const fn room(glossaries: u32) -> GlossaryRoom {
    GlossaryRoom {
        glossaries,
        storage: StorageRoom::UNLIMITED,
    }
}

fn pair(source: &str, target: &str) -> GlossaryPair {
    GlossaryPair::new(
        Language::parse(source).unwrap(),
        Language::parse(target).unwrap(),
    )
    .unwrap()
}

fn id(number: u128) -> GlossaryId {
    GlossaryId(Uuid::from_u128(number))
}

fn dictionary(source: &str, target: &str, revision: u128, tsv: &str) -> Dictionary {
    Dictionary {
        pair: pair(source, target),
        revision: DictionaryRevision(Uuid::from_u128(revision)),
        entries: GlossaryEntries::from_tsv(tsv.to_owned()).unwrap(),
    }
}

fn glossary(number: u128, dictionaries: &[Dictionary]) -> Glossary {
    Glossary {
        id: id(number),
        name: format!("glossary {number}"),
        created: time("2026-05-17T08:30:00.123Z"),
        edited: false,
        dictionaries: dictionaries
            .iter()
            .map(|dictionary| DictionaryInfo {
                pair: dictionary.pair,
                entry_count: dictionary.entries.len() as u64,
            })
            .collect(),
    }
}

fn put(dictionary: Dictionary, replaces: Replaces) -> GlossaryChange {
    GlossaryChange {
        name: None,
        dictionary: Some((dictionary, replaces)),
        size_limit: NO_LIMIT,
        storage: StorageRoom::UNLIMITED,
    }
}

/// A store with the account 1 and these glossaries.
async fn with(
    backend: Backend,
    glossaries: &[(Glossary, Vec<Dictionary>)],
) -> (TestStore, AccountId) {
    let test = TestStore::new(backend).await;
    let account = account(1);
    test.add_account(&account).await;
    for (glossary, dictionaries) in glossaries {
        test.store
            .create_glossary(account.id, glossary, dictionaries.clone(), room(10))
            .await
            .unwrap();
    }
    (test, account.id)
}

async fn glossaries_come_back_as_they_were_kept_in_the_order_in_which_they_were_made(
    backend: Backend,
) {
    let first = vec![
        dictionary("pl", "de", 1, "b\t🦊 \"x\"\na\té"),
        dictionary("en", "de", 2, "c\td"),
    ];
    let kept = [
        (glossary(9, &first), first.clone()),
        (glossary(1, &[]), Vec::new()),
        (
            glossary(5, &first[1..]),
            vec![dictionary("en", "de", 3, "e\tf")],
        ),
    ];
    let (test, account) = with(backend, &kept).await;
    let test = test.reopen().await;
    let store = &test.store;

    let found = store.glossaries(account).await.unwrap();
    assert!(found.iter().eq(kept.iter().map(|(glossary, _)| glossary)));
    for (glossary, dictionaries) in kept {
        let found = store.glossary(account, glossary.id).await.unwrap();
        assert_eq!(found.as_ref(), Some(&glossary));
        for dictionary in dictionaries {
            let (id, pair) = (glossary.id, dictionary.pair);
            let revision = store.revision(account, id, pair).await.unwrap();
            assert_eq!(revision, Some(dictionary.revision));
            let found = store.dictionary(account, id, pair).await.unwrap();
            assert_eq!(found, Some(dictionary));
        }
    }
    assert_eq!(store.glossary(account, id(7)).await, Ok(None));
    let other = pair("de", "en");
    assert_eq!(store.dictionary(account, id(9), other).await, Ok(None));
    assert_eq!(store.revision(account, id(9), other).await, Ok(None));
}

async fn the_glossaries_of_another_account_are_as_if_they_did_not_exist(backend: Backend) {
    let kept = [dictionary("en", "de", 1, "a\tb")];
    let (test, owner) = with(backend, &[(glossary(1, &kept), kept.to_vec())]).await;
    let (store, other) = (&test.store, account(2));
    store
        .create_account(&other, &crate::entry(other.id))
        .await
        .unwrap();
    let (other, pair) = (other.id, kept[0].pair);

    assert_eq!(store.glossaries(other).await, Ok(Vec::new()));
    assert_eq!(store.glossary(other, id(1)).await, Ok(None));
    assert_eq!(store.dictionary(other, id(1), pair).await, Ok(None));
    assert_eq!(store.revision(other, id(1), pair).await, Ok(None));
    let change = put(dictionary("en", "de", 2, "x\ty"), Replaces::Anything);
    assert_eq!(
        store.change_glossary(other, id(1), change).await,
        Err(ChangeGlossaryError::NotFound)
    );
    assert_eq!(store.delete_dictionary(other, id(1), pair).await, Ok(false));
    assert_eq!(store.delete_glossary(other, id(1), false).await, Ok(false));
    assert_eq!(
        store.glossary(owner, id(1)).await,
        Ok(Some(glossary(1, &kept)))
    );
    assert_eq!(
        store.dictionary(owner, id(1), pair).await,
        Ok(Some(kept[0].clone()))
    );
}

async fn an_account_has_no_more_glossaries_than_allowed(backend: Backend) {
    let (test, owner) = with(backend, &[]).await;
    let other = account(2);
    test.add_account(&other).await;
    let create = async |account, number| {
        let dictionaries = vec![dictionary("en", "de", number, "a\tb")];
        test.store
            .create_glossary(
                account,
                &glossary(number, &dictionaries),
                dictionaries,
                room(2),
            )
            .await
    };
    assert_eq!(create(owner, 1).await, Ok(()));
    assert_eq!(create(owner, 2).await, Ok(()));
    assert_eq!(create(owner, 3).await, Err(CreateGlossaryError::TooMany));
    assert_eq!(create(other.id, 4).await, Ok(()));
    assert_eq!(test.store.glossaries(owner).await.unwrap().len(), 2);
    assert_eq!(test.store.glossary(owner, id(3)).await, Ok(None));
    assert_eq!(
        test.store.delete_glossary(owner, id(1), true).await,
        Ok(true)
    );
    assert_eq!(create(owner, 3).await, Ok(()));
}

async fn nothing_of_a_glossary_is_kept_if_a_part_of_it_cannot_be(backend: Backend) {
    let (test, account) = with(backend, &[]).await;
    let mut dictionaries = vec![
        dictionary("en", "de", 1, "a\tb"),
        dictionary("de", "en", 2, "b\ta"),
    ];
    // A dictionary without entries is against the schema.
    dictionaries[1].entries = GlossaryEntries::default();
    let outcome = test
        .store
        .create_glossary(account, &glossary(1, &[]), dictionaries, room(10))
        .await;
    assert!(matches!(
        outcome,
        Err(CreateGlossaryError::Store(StoreError::Failed { .. }))
    ));
    assert_eq!(test.store.glossaries(account).await, Ok(Vec::new()));
}

async fn a_change_names_or_adds_or_replaces_and_counts_as_an_edit(backend: Backend) {
    let first = dictionary("en", "de", 1, "a\tb");
    let mut expected = glossary(1, std::slice::from_ref(&first));
    let (test, account) = with(backend, &[(expected.clone(), vec![first.clone()])]).await;
    let store = &test.store;
    expected.edited = true;

    expected.name = "another name".to_owned();
    let rename = GlossaryChange {
        name: Some(expected.name.clone()),
        dictionary: None,
        size_limit: 0,
        storage: StorageRoom::UNLIMITED,
    };
    let changed = store.change_glossary(account, id(1), rename).await;
    assert_eq!(changed, Ok(expected.clone()));

    let second = dictionary("de", "en", 2, "b\ta\nc\td");
    expected.dictionaries.push(DictionaryInfo {
        pair: second.pair,
        entry_count: 2,
    });
    let add = put(second.clone(), Replaces::Only(None));
    let changed = store.change_glossary(account, id(1), add).await;
    assert_eq!(changed, Ok(expected.clone()));

    // It keeps its place.
    let replaced = dictionary("en", "de", 3, "x\ty\nz\tz\na\ta");
    expected.dictionaries[0].entry_count = 3;
    let replace = put(replaced.clone(), Replaces::Only(Some(first.revision)));
    let changed = store.change_glossary(account, id(1), replace).await;
    assert_eq!(changed, Ok(expected.clone()));

    assert_eq!(
        store.glossary(account, id(1)).await,
        Ok(Some(expected.clone()))
    );
    for kept in [replaced, second] {
        assert_eq!(
            store.dictionary(account, id(1), kept.pair).await,
            Ok(Some(kept))
        );
    }
}

async fn a_change_that_is_refused_changes_nothing(backend: Backend) {
    let first = dictionary("en", "de", 1, "a\tb");
    let kept = glossary(1, std::slice::from_ref(&first));
    let (test, account) = with(backend, &[(kept.clone(), vec![first.clone()])]).await;
    let other = DictionaryRevision(Uuid::from_u128(9));
    let change = |source, replaces, size_limit| GlossaryChange {
        name: Some("another name".to_owned()),
        dictionary: Some((dictionary(source, "de", 2, "new\tneu"), replaces)),
        size_limit,
        storage: StorageRoom::UNLIMITED,
    };
    for (change, error) in [
        (
            change("en", Replaces::Only(Some(other)), NO_LIMIT),
            ChangeGlossaryError::Outdated,
        ),
        (
            change("en", Replaces::Only(None), NO_LIMIT),
            ChangeGlossaryError::Outdated,
        ),
        (
            change("fr", Replaces::Only(Some(first.revision)), NO_LIMIT),
            ChangeGlossaryError::Outdated,
        ),
        (
            change("en", Replaces::Anything, 6),
            ChangeGlossaryError::TooLarge,
        ),
        (
            change("fr", Replaces::Anything, 9),
            ChangeGlossaryError::TooLarge,
        ),
    ] {
        let outcome = test.store.change_glossary(account, id(1), change).await;
        assert_eq!(outcome, Err(error));
        assert_eq!(
            test.store.glossary(account, id(1)).await,
            Ok(Some(kept.clone()))
        );
        assert_eq!(
            test.store.dictionary(account, id(1), first.pair).await,
            Ok(Some(first.clone()))
        );
    }
    // The limits themselves are allowed: three bytes are there, seven come.
    for (source, size_limit) in [("fr", 10), ("fr", 10), ("en", 14)] {
        let change = change(source, Replaces::Anything, size_limit);
        let outcome = test.store.change_glossary(account, id(1), change).await;
        assert!(outcome.is_ok(), "{source} {size_limit}");
    }
}

async fn of_changes_to_one_state_that_run_at_the_same_time_one_succeeds(backend: Backend) {
    let first = dictionary("en", "de", 1, "a\tb");
    let kept = glossary(1, std::slice::from_ref(&first));
    let (test, account) = with(backend, &[(kept, vec![first.clone()])]).await;
    let processes = [Arc::clone(&test.store), test.database.open().await];
    let changes = (2..10).map(|revision| {
        let store = Arc::clone(&processes[usize::from(revision % 2 == 0)]);
        let tsv = format!("a\t{revision}");
        let change = put(
            dictionary("en", "de", revision, &tsv),
            Replaces::Only(Some(first.revision)),
        );
        tokio::spawn(async move {
            store
                .change_glossary(account, id(1), change)
                .await
                .map(|_| tsv)
        })
    });
    let mut won = Vec::new();
    for change in changes.collect::<Vec<_>>() {
        match change.await.unwrap() {
            Ok(tsv) => won.push(tsv),
            Err(error) => assert_eq!(error, ChangeGlossaryError::Outdated),
        }
    }
    let found = test.store.dictionary(account, id(1), first.pair).await;
    assert_eq!(won, [found.unwrap().unwrap().entries.as_tsv()]);
}

async fn what_is_deleted_is_gone_with_all_that_belongs_to_it(backend: Backend) {
    let kept = vec![
        dictionary("en", "de", 1, "a\tb"),
        dictionary("de", "en", 2, "b\ta"),
    ];
    let (test, account) = with(
        backend,
        &[
            (glossary(1, &kept), kept.clone()),
            (
                glossary(2, &kept[..1]),
                vec![dictionary("en", "de", 3, "c\td")],
            ),
        ],
    )
    .await;
    let (store, pair) = (&test.store, kept[0].pair);

    assert_eq!(
        store.delete_dictionary(account, id(1), pair).await,
        Ok(true)
    );
    assert_eq!(
        store.delete_dictionary(account, id(1), pair).await,
        Ok(false)
    );
    let left = store.glossary(account, id(1)).await.unwrap().unwrap();
    assert!(left.edited);
    assert_eq!(left.dictionaries, glossary(1, &kept[1..]).dictionaries);
    // A dictionary that comes back comes last.
    let again = put(dictionary("en", "de", 4, "x\ty"), Replaces::Only(None));
    let again = store.change_glossary(account, id(1), again).await.unwrap();
    assert_eq!(again.dictionaries[1].pair, pair);

    assert_eq!(store.delete_glossary(account, id(1), true).await, Ok(false));
    assert_eq!(store.delete_glossary(account, id(1), false).await, Ok(true));
    assert_eq!(
        store.delete_glossary(account, id(1), false).await,
        Ok(false)
    );
    assert_eq!(store.dictionary(account, id(1), pair).await, Ok(None));
    assert_eq!(store.revision(account, id(1), kept[1].pair).await, Ok(None));
    assert_eq!(store.delete_glossary(account, id(2), true).await, Ok(true));
    assert_eq!(store.glossaries(account).await, Ok(Vec::new()));
}

async fn what_all_glossaries_take_is_limited_and_shared_between_accounts(backend: Backend) {
    let (test, owner) = with(backend, &[]).await;
    let other = account(2);
    test.add_account(&other).await;
    let storage = StorageRoom {
        of_account: 20,
        in_all: 30,
    };
    let create = async |account, number, tsv| {
        let dictionaries = vec![dictionary("en", "de", number, tsv)];
        let glossary = glossary(number, &dictionaries);
        let room = GlossaryRoom {
            storage,
            ..room(10)
        };
        let created = test
            .store
            .create_glossary(account, &glossary, dictionaries, room);
        created.await
    };
    let change = async |source, revision, tsv| {
        let change = GlossaryChange {
            storage,
            ..put(dictionary(source, "de", revision, tsv), Replaces::Anything)
        };
        let changed = test.store.change_glossary(owner, id(1), change).await;
        changed.map(drop)
    };
    let too_much = NoStorage::Account { most: 20 };
    assert_eq!(
        create(owner, 1, "a\t23456789012345678901").await,
        Err(too_much.into())
    );
    assert_eq!(create(owner, 1, "a\t34567890").await, Ok(()));
    assert_eq!(change("fr", 2, "a\t3").await, Ok(()));
    // What takes the place of something takes only what is more than that.
    assert_eq!(change("en", 3, "b\t345678901").await, Ok(()));
    assert_eq!(change("en", 4, "c\t3456789012").await, Ok(()));
    assert_eq!(change("es", 5, "a\t3").await, Err(NoStorage::Share.into()));
    assert_eq!(
        create(other.id, 2, "a\t34567890123456789").await,
        Err(NoStorage::Full.into())
    );
    assert_eq!(create(other.id, 2, "a\t3456789012345").await, Ok(()));
    // However full it is, what is there can become smaller.
    assert_eq!(change("en", 6, "d\t3").await, Ok(()));
    assert_eq!(
        test.store.delete_glossary(owner, id(1), false).await,
        Ok(true)
    );
    assert_eq!(create(owner, 3, "a\t34567890").await, Ok(()));
}

async fn glossaries_made_at_the_same_time_do_not_pass_the_limit_together(backend: Backend) {
    let (test, owner) = with(backend, &[]).await;
    let room = GlossaryRoom {
        glossaries: 100,
        storage: StorageRoom {
            of_account: 35,
            in_all: 1000,
        },
    };
    let processes = [Arc::clone(&test.store), test.database.open().await];
    let tasks: Vec<_> = (1..=20)
        .map(|number| {
            let store = Arc::clone(&processes[usize::from(number % 2 == 0)]);
            tokio::spawn(async move {
                let dictionaries = vec![dictionary("en", "de", number, "a\t34567890")];
                let glossary = glossary(number, &dictionaries);
                let created = store.create_glossary(owner, &glossary, dictionaries, room);
                created.await.is_ok()
            })
        })
        .collect();
    let mut created = 0;
    for task in tasks {
        created += u32::from(task.await.unwrap());
    }
    assert_eq!(created, 3);
}
