use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dragoman_domain::{
    AccountChange, AccountId, AuditEntry, CreateKeyError, Feature, KeyChange, KeyDigest, KeyId,
    KeyKind, KeyLimits, Plan, Scope, ScopeSet, StoreError,
};
use uuid::Uuid;

use crate::{Backend, TestStore, account, day, entry, key, time};

tests! {
    an_account_and_its_keys_come_back_as_they_were_kept,
    two_accounts_cannot_have_the_same_name,
    a_change_touches_only_what_it_names,
    a_key_is_changed_only_by_its_whole_id_and_deactivated_once,
    only_so_many_developer_keys_are_active_at_a_time,
    a_key_is_found_by_its_whole_id_and_its_scopes_and_its_end_can_be_changed,
    a_key_that_has_expired_makes_room_for_another,
    texts_come_back_as_they_were_written;
    threads:
    keys_that_are_made_at_the_same_time_are_no_more_than_may_be
}

async fn an_account_and_its_keys_come_back_as_they_were_kept(backend: Backend) {
    let mut account = account(1);
    account.character_limit = Some(0);
    account.plan = Plan::Classic;
    account.features = Feature::ALL.into();
    account.billing_start = day("2025-12-31");
    account.contacts = vec!["team@example.com".parse().unwrap()];
    let (mut first, digest) = key(&account, 1);
    first.scopes = ScopeSet::of([Scope::TranslateText, Scope::ReadUsage]);
    first.limits = KeyLimits {
        characters: Some(1_000_000_000_000),
        speech_milliseconds: Some(0),
    };
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    let test = test.reopen().await;

    assert_eq!(test.store.accounts().await.unwrap(), [account.clone()]);
    assert_eq!(
        test.store.account_by_name("account 1").await.unwrap(),
        Some(account.clone())
    );
    assert_eq!(test.store.account_by_name("nobody").await.unwrap(), None);
    assert_eq!(test.store.keys(None).await.unwrap(), [first.clone()]);
    assert_eq!(
        test.store.keys(Some(account.id)).await.unwrap(),
        [first.clone()]
    );
    assert_eq!(
        test.store.keys(Some(crate::account(2).id)).await.unwrap(),
        []
    );
    assert_eq!(
        test.store.key_by_digest(&digest).await.unwrap(),
        Some((first, account))
    );
    assert_eq!(
        test.store.key_by_digest(&KeyDigest([7; 32])).await.unwrap(),
        None
    );
}

async fn two_accounts_cannot_have_the_same_name(backend: Backend) {
    let test = TestStore::new(backend).await;
    test.add_account(&account(1)).await;
    let mut second = account(2);
    second.name = account(1).name;
    assert_eq!(
        test.store.create_account(&second, &entry(second.id)).await,
        Err(StoreError::Duplicate {
            what: "an account named \"account 1\"".to_owned()
        })
    );
}

async fn a_change_touches_only_what_it_names(backend: Backend) {
    let test = TestStore::new(backend).await;
    let mut expected = account(1);
    test.add_account(&expected).await;
    let change = async |change: AccountChange| {
        let audit = entry(expected.id);
        test.store
            .change_account(account(1).id, &change, &audit)
            .await
    };
    assert_eq!(
        change(AccountChange::default()).await,
        Ok(Some(expected.clone()))
    );
    expected.features = BTreeSet::from([Feature::Detection, Feature::StyleRules]);
    let features = expected.features.iter().map(|feature| (*feature, true));
    let switch = AccountChange {
        features: features.collect(),
        ..AccountChange::default()
    };
    assert_eq!(change(switch).await, Ok(Some(expected.clone())));
    expected.character_limit = Some(5);
    let limit = AccountChange {
        character_limit: Some(Some(5)),
        ..AccountChange::default()
    };
    assert_eq!(change(limit).await, Ok(Some(expected.clone())));
    expected.billing_start = day("2026-02-28");
    let billing = AccountChange {
        billing_start: Some(expected.billing_start),
        ..AccountChange::default()
    };
    assert_eq!(change(billing).await, Ok(Some(expected.clone())));
    expected.plan = Plan::Free;
    expected.contacts = vec!["team@example.com".parse().unwrap()];
    let others = AccountChange {
        plan: Some(Plan::Free),
        contacts: Some(expected.contacts.clone()),
        ..AccountChange::default()
    };
    assert_eq!(change(others).await, Ok(Some(expected.clone())));
    expected.character_limit = None;
    expected.features.remove(&Feature::Detection);
    let back = AccountChange {
        character_limit: Some(None),
        features: BTreeMap::from([(Feature::Detection, false), (Feature::Improvement, false)]),
        ..AccountChange::default()
    };
    assert_eq!(change(back).await, Ok(Some(expected.clone())));
    let nobody = account(9).id;
    let audit = entry(expected.id);
    assert_eq!(
        test.store
            .change_account(nobody, &AccountChange::default(), &audit)
            .await,
        Ok(None)
    );
}

async fn a_key_is_changed_only_by_its_whole_id_and_deactivated_once(backend: Backend) {
    let account = account(1);
    let (first, digest) = key(&account, 1);
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    let at = time("2026-03-01T00:00:00Z");
    let wrong_account = KeyId {
        account: AccountId(Uuid::from_u128(9)),
        key: first.id.key,
    };
    assert_eq!(
        test.change_key(wrong_account, KeyChange::Deactivate(at))
            .await,
        None
    );

    let ended = test.change_key(first.id, KeyChange::Deactivate(at)).await;
    assert_eq!(ended.unwrap().deactivated, Some(at));
    let later = KeyChange::Deactivate(time("2026-04-01T00:00:00Z"));
    let again = test.change_key(first.id, later).await;
    assert_eq!(again.unwrap().deactivated, Some(at));
    let renamed = test
        .change_key(first.id, KeyChange::Label("new".to_owned()))
        .await
        .unwrap();
    assert_eq!((renamed.deactivated, &*renamed.label), (Some(at), "new"));
    assert_eq!(test.store.keys(None).await.unwrap(), [renamed]);
}

async fn only_so_many_developer_keys_are_active_at_a_time(backend: Backend) {
    let account = account(1);
    let (first, digest) = key(&account, 1);
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    let create = async |number, kind| {
        let (mut key, digest) = key(&account, number);
        key.kind = kind;
        let audit = entry(account.id);
        test.store.create_key(&key, &digest, None, 2, &audit).await
    };
    let too_many = Err(CreateKeyError::TooMany { most: 2 });
    assert_eq!(create(2, KeyKind::Admin).await, Ok(()));
    assert_eq!(create(3, KeyKind::Developer).await, Ok(()));
    assert_eq!(create(4, KeyKind::Developer).await, too_many);
    assert_eq!(create(5, KeyKind::Admin).await, Ok(()));
    let at = time("2026-03-01T00:00:00Z");
    test.change_key(first.id, KeyChange::Deactivate(at)).await;
    assert_eq!(create(6, KeyKind::Developer).await, Ok(()));
    assert_eq!(create(7, KeyKind::Developer).await, too_many);
}

async fn a_key_is_found_by_its_whole_id_and_its_scopes_and_its_end_can_be_changed(
    backend: Backend,
) {
    let account = account(1);
    let (mut first, digest) = key(&account, 1);
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    let found = async |id| test.store.key(id).await.unwrap();
    assert_eq!(
        found(first.id).await,
        Some((first.clone(), account.clone()))
    );
    let wrong_account = KeyId {
        account: AccountId(Uuid::from_u128(9)),
        key: first.id.key,
    };
    assert_eq!(found(wrong_account).await, None);
    first.scopes = ScopeSet::of([Scope::ReadUsage]);
    let change = KeyChange::Scopes(first.scopes.clone());
    assert_eq!(test.change_key(first.id, change).await, Some(first.clone()));
    for expires in [Some(time("2026-02-01T00:00:00.001Z")), None] {
        first.expires = expires;
        let change = KeyChange::Expiry(expires);
        assert_eq!(test.change_key(first.id, change).await, Some(first.clone()));
        assert_eq!(found(first.id).await.unwrap().0, first);
    }
}

async fn a_key_that_has_expired_makes_room_for_another(backend: Backend) {
    let account = account(1);
    let (mut first, digest) = key(&account, 1);
    first.expires = Some(time("2026-02-01T00:00:00Z"));
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    let (second, second_digest) = key(&account, 2);
    let create = async |at| {
        let audit = AuditEntry {
            at: time(at),
            ..entry(account.id)
        };
        let created = test
            .store
            .create_key(&second, &second_digest, None, 1, &audit);
        created.await
    };
    let too_many = Err(CreateKeyError::TooMany { most: 1 });
    assert_eq!(create("2026-01-31T23:59:59.999Z").await, too_many);
    assert_eq!(create("2026-02-01T00:00:00Z").await, Ok(()));
}

async fn texts_come_back_as_they_were_written(backend: Backend) {
    let test = TestStore::new(backend).await;
    for (number, name) in [
        "é 🦊 \u{1}\u{7f}\u{FFFD}\u{10FFFF}",
        "'; DROP TABLE accounts; --",
        "\\x00 %s $1 ?1 \"quoted\" \\",
        " spaces\tand\r\nlines ",
        "e\u{301} is not \u{e9}",
    ]
    .into_iter()
    .enumerate()
    {
        let number = u128::try_from(number).unwrap() + 1;
        let mut account = account(number);
        account.name = name.to_owned();
        let (mut key, digest) = key(&account, number);
        key.label = name.to_owned();
        test.add_account(&account).await;
        test.add_key(&key, &digest).await;
        let found = test.store.account_by_name(name).await.unwrap();
        assert_eq!(found.as_ref(), Some(&account));
        let found = test.store.key_by_digest(&digest).await.unwrap();
        assert_eq!(found, Some((key, account)));
    }
}

async fn keys_that_are_made_at_the_same_time_are_no_more_than_may_be(backend: Backend) {
    let test = TestStore::new(backend).await;
    let account = account(1);
    test.add_account(&account).await;
    let processes = [Arc::clone(&test.store), test.database.open().await];
    let tasks: Vec<_> = (1..=16)
        .map(|number| {
            let (key, digest) = key(&account, number);
            let store = Arc::clone(&processes[usize::from(number % 2 == 0)]);
            let audit = entry(account.id);
            tokio::spawn(async move { store.create_key(&key, &digest, None, 3, &audit).await })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => made += 1,
            Err(error) => assert_eq!(error, CreateKeyError::TooMany { most: 3 }),
        }
    }
    assert_eq!(made, 3);
    let keys = test.store.keys(Some(account.id)).await.unwrap();
    assert_eq!(keys.len(), 3);
}
