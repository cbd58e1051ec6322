use std::collections::BTreeMap;

use dragoman_domain::{
    AccountChange, Act, Actor, AuditEntry, AuditFilter, ChangeAccountError, CreateKeyError,
    Feature, KeyChange, Plan,
};

use crate::{Backend, TestStore, account, day, entry, key, time};

tests! {
    every_change_leaves_an_entry,
    the_log_can_be_narrowed_to_a_key_an_actor_and_the_newest_entries,
    what_is_refused_or_changes_nothing_leaves_no_entry
}

/// The log as a person reads it.
async fn log(test: &TestStore, filter: AuditFilter) -> Vec<String> {
    let records = test.store.audit_log(filter).await.unwrap();
    let line = |record: &dragoman_domain::AuditRecord| {
        let key = record.key.map(|id| id.key.as_u128()).unwrap_or_default();
        format!(
            "{} {} {} {} key {key} {}",
            record.at, record.account, record.actor, record.act, record.details
        )
    };
    records.iter().map(line).collect()
}

async fn every_change_leaves_an_entry(backend: Backend) {
    let (account, other) = (account(1), account(2));
    let (first, digest) = key(&account, 7);
    let (admin, _) = key(&account, 8);
    let test = TestStore::new(backend).await;
    let at = |actor, act| AuditEntry {
        actor,
        act,
        ..entry(account.id)
    };
    let create = Act::CreateAccount {
        name: "account 1".to_owned(),
        plan: Plan::Pro,
        character_limit: Some(5),
    };
    test.store
        .create_account(&account, &at(Actor::Server, create))
        .await
        .unwrap();
    test.add_account(&other).await;
    let create = at(Actor::Operator, Act::CreateKey(first.clone()));
    test.store
        .create_key(&first, &digest, None, 25, &create)
        .await
        .unwrap();
    let changes = [
        KeyChange::Label("two\nlines".to_owned()),
        KeyChange::Limits {
            characters: Some(Some(1)),
            speech_milliseconds: Some(None),
        },
        KeyChange::Limits {
            characters: Some(Some(2)),
            speech_milliseconds: Some(Some(3)),
        },
        KeyChange::Deactivate(time("2026-03-01T00:00:00Z")),
        KeyChange::Deactivate(time("2026-03-02T00:00:00Z")),
    ];
    for change in changes {
        let audit = at(
            Actor::Key(admin.id),
            Act::ChangeKey(first.id, change.clone()),
        );
        test.store
            .change_key(first.id, &change, &audit)
            .await
            .unwrap();
    }
    let change = AccountChange {
        plan: Some(Plan::Classic),
        character_limit: Some(None),
        features: BTreeMap::from([(Feature::Detection, true), (Feature::StyleRules, false)]),
        billing_start: Some(day("2026-01-15")),
        contacts: Some(vec![
            "a@example.com".parse().unwrap(),
            "b@example.com".parse().unwrap(),
        ]),
    };
    let audit = at(Actor::Operator, Act::ChangeAccount(change.clone()));
    test.store
        .change_account(account.id, &change, &audit)
        .await
        .unwrap();

    let of_account = AuditFilter {
        account: Some(account.id),
        ..AuditFilter::default()
    };
    let lines = log(&test.reopen().await, of_account).await;
    let id = admin.id;
    assert_eq!(
        lines,
        [
            "server create_account key 0 name: \"account 1\", plan: pro, characters: 5".to_owned(),
            "operator create_key key 7 kind: developer, label: \"a label\", scopes: all, characters: no limit".to_owned(),
            format!("{id} rename_key key 7 label: \"two\\nlines\""),
            format!("{id} limit_key key 7 characters: 1, speech_milliseconds: no limit"),
            format!("{id} limit_key key 7 characters: 2, speech_milliseconds: 3"),
            format!("{id} deactivate_key key 7 "),
            "operator change_account key 0 plan: classic, characters: no limit, detection: on, \
             style_rules: off, billing_start: 2026-01-15, contacts: a@example.com b@example.com"
                .to_owned(),
        ]
        .map(|line| format!("2026-01-03T00:00:00Z account 1 {line}"))
    );
}

async fn the_log_can_be_narrowed_to_a_key_an_actor_and_the_newest_entries(backend: Backend) {
    let account = account(1);
    let (first, digest) = key(&account, 1);
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    for label in ["a", "b", "c"] {
        let change = KeyChange::Label(label.to_owned());
        let audit = AuditEntry {
            act: Act::ChangeKey(first.id, change.clone()),
            ..entry(account.id)
        };
        test.store
            .change_key(first.id, &change, &audit)
            .await
            .unwrap();
    }
    assert_eq!(log(&test, AuditFilter::default()).await.len(), 5);
    let by_nobody = AuditFilter {
        actor: Some(Actor::Key(first.id)),
        ..AuditFilter::default()
    };
    assert_eq!(log(&test, by_nobody).await.len(), 0);
    let of_key = AuditFilter {
        key: Some(first.id),
        actor: Some(Actor::Operator),
        most: Some(2),
        ..AuditFilter::default()
    };
    let records = test.store.audit_log(of_key).await.unwrap();
    let details: Vec<&str> = records.iter().map(|record| &*record.details).collect();
    assert_eq!(details, ["label: \"b\"", "label: \"c\""]);
}

async fn what_is_refused_or_changes_nothing_leaves_no_entry(backend: Backend) {
    let account = account(1);
    let (first, digest) = key(&account, 1);
    let (second, second_digest) = key(&account, 2);
    let test = TestStore::with_key(backend, &account, &first, &digest).await;
    let before = log(&test, AuditFilter::default()).await;
    let entry = entry(account.id);
    assert_eq!(
        test.store
            .create_key(&second, &second_digest, None, 1, &entry)
            .await,
        Err(CreateKeyError::TooMany { most: 1 })
    );
    let to_free = AccountChange {
        plan: Some(Plan::Free),
        ..AccountChange::default()
    };
    assert_eq!(
        test.store
            .change_account(account.id, &to_free, &entry)
            .await,
        Err(ChangeAccountError::ActiveKeys)
    );
    assert_eq!(
        test.store
            .change_key(second.id, &KeyChange::Label("x".to_owned()), &entry)
            .await,
        Ok(None)
    );
    assert!(test.store.create_account(&account, &entry).await.is_err());
    let nothing = AccountChange {
        plan: Some(account.plan),
        ..AccountChange::default()
    };
    let unchanged = test
        .store
        .change_account(account.id, &nothing, &entry)
        .await;
    assert_eq!(unchanged, Ok(Some(account)));
    assert_eq!(log(&test, AuditFilter::default()).await, before);
}
