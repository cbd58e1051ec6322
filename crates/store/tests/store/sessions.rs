//! Sessions, the codes that begin them, and the keys of persons.

use std::sync::Arc;

use dragoman_domain::{
    Account, Act, ApiKey, AuditEntry, AuditFilter, CreateKeyError, KeyChange, KeyDigest, KeyKind,
    Person, Role, Session, SessionDigest, SignInCode, StoreError,
};

use crate::documents::minute;
use crate::{Backend, TestStore, account, entry, key};

tests! {
    a_session_comes_back_with_its_key_and_account_until_it_is_ended,
    a_session_is_used_later_and_later,
    who_has_as_many_sessions_as_may_be_loses_those_that_were_not_used_for_longest,
    what_has_ended_or_was_not_used_for_long_is_removed,
    a_code_lets_one_sign_in_once,
    a_person_of_an_account_has_one_key_with_limits_of_its_own;
    threads:
    of_all_who_come_with_a_code_one_gets_it,
    who_signs_in_many_times_at_once_has_no_more_sessions_than_may_be
}

fn digest(number: u8) -> SessionDigest {
    SessionDigest([number; 32])
}

fn session(key: &ApiKey, last_used: i64) -> Session {
    Session {
        key: key.id,
        roles: [Role::Translator, Role::Operator].into_iter().collect(),
        created: minute(0),
        last_used: minute(last_used),
        expires: minute(100),
    }
}

fn code(account: &Account, expires: i64) -> SignInCode {
    SignInCode {
        account: account.id,
        person: Person {
            identity: "https://id.example.org 77".to_owned(),
            name: "Zoë 🦊".to_owned(),
        },
        roles: [Role::AccountAdministrator].into_iter().collect(),
        expires: minute(expires),
    }
}

/// A store with an account and the key of a person.
async fn with_person(backend: Backend) -> (TestStore, Account, ApiKey) {
    let account = account(1);
    let (key, digest) = person(&account, 1);
    let test = TestStore::new(backend).await;
    test.add_account(&account).await;
    test.store
        .create_key(&key, &digest, Some("zoe"), 9, &entry(account.id))
        .await
        .unwrap();
    (test, account, key)
}

fn person(account: &Account, number: u128) -> (ApiKey, KeyDigest) {
    let (mut key, digest) = key(account, number);
    key.kind = KeyKind::Person;
    (key, digest)
}

impl TestStore {
    async fn begin(&self, session: &Session, number: u8, most: u32) {
        self.store
            .create_session(session, &digest(number), most)
            .await
            .unwrap();
    }

    async fn touch(&self, number: u8, at: i64) {
        self.store
            .touch_session(&digest(number), minute(at))
            .await
            .unwrap();
    }

    async fn make(&self, code: &SignInCode, number: u8) {
        self.store
            .create_sign_in_code(code, &digest(number), &entry(code.account))
            .await
            .unwrap();
    }

    async fn session(&self, number: u8) -> Option<Session> {
        let found = self.store.session(&digest(number)).await.unwrap();
        found.map(|(session, ..)| session)
    }

    /// Which of the sessions with these numbers are there.
    async fn sessions(&self, numbers: impl Iterator<Item = u8>) -> Vec<u8> {
        let mut there = Vec::new();
        for number in numbers {
            if self.session(number).await.is_some() {
                there.push(number);
            }
        }
        there
    }
}

async fn a_session_comes_back_with_its_key_and_account_until_it_is_ended(backend: Backend) {
    let (test, account, key) = with_person(backend).await;
    test.begin(&session(&key, 1), 1, 9).await;
    test.begin(&session(&key, 2), 2, 9).await;
    let test = test.reopen().await;
    let found = test.store.session(&digest(1)).await.unwrap();
    assert_eq!(found, Some((session(&key, 1), key.clone(), account)));
    assert_eq!(test.session(3).await, None);
    test.store.end_session(&digest(1)).await.unwrap();
    test.store.end_session(&digest(1)).await.unwrap();
    assert_eq!(test.session(1).await, None);
    assert_eq!(test.session(2).await, Some(session(&key, 2)));
    // A token is given once.
    let again = session(&key, 3);
    let refused = test.store.create_session(&again, &digest(2), 9).await;
    assert!(refused.is_err());
    assert_eq!(test.session(2).await, Some(session(&key, 2)));
}

async fn a_session_is_used_later_and_later(backend: Backend) {
    let (test, _, key) = with_person(backend).await;
    test.begin(&session(&key, 1), 1, 9).await;
    for (at, last_used) in [(5, 5), (3, 5), (7, 7)] {
        test.touch(1, at).await;
        let found = test.session(1).await;
        assert_eq!(found, Some(session(&key, last_used)));
    }
    test.touch(2, 1).await;
    assert_eq!(test.session(2).await, None);
}

async fn who_has_as_many_sessions_as_may_be_loses_those_that_were_not_used_for_longest(
    backend: Backend,
) {
    let (test, account, one) = with_person(backend).await;
    let (other, other_digest) = key(&account, 2);
    test.add_key(&other, &other_digest).await;
    test.begin(&session(&other, 0), 9, 3).await;
    for (number, last_used) in [(1, 30), (2, 10), (3, 20), (4, 40)] {
        test.begin(&session(&one, last_used), number, 3).await;
    }
    assert_eq!(test.sessions(1..=9).await, [1, 3, 4, 9]);
    test.touch(3, 50).await;
    test.begin(&session(&one, 0), 5, 3).await;
    assert_eq!(test.sessions(1..=9).await, [3, 4, 5, 9]);
    test.begin(&session(&one, 0), 6, 1).await;
    assert_eq!(test.sessions(1..=9).await, [6, 9]);
}

async fn what_has_ended_or_was_not_used_for_long_is_removed(backend: Backend) {
    let (test, account, key) = with_person(backend).await;
    for (number, last_used, expires) in [(1, 50, 80), (2, 50, 81), (3, 39, 100), (4, 40, 100)] {
        let session = Session {
            expires: minute(expires),
            ..session(&key, last_used)
        };
        test.begin(&session, number, 9).await;
    }
    for (number, expires) in [(1, 80), (2, 81)] {
        let code = code(&account, expires);
        test.make(&code, number).await;
    }
    let removed = test.store.remove_ended_sessions(minute(80), minute(40));
    removed.await.unwrap();
    assert_eq!(test.sessions(1..=4).await, [2, 4]);
    let taken = async |number| test.store.take_sign_in_code(&digest(number)).await;
    assert_eq!(taken(1).await, Ok(None));
    assert_eq!(taken(2).await, Ok(Some(code(&account, 81))));
}

async fn a_code_lets_one_sign_in_once(backend: Backend) {
    let (test, account, _) = with_person(backend).await;
    let code = code(&account, 10);
    let audit = AuditEntry {
        act: Act::CreateSignInCode {
            name: code.person.name.clone(),
            roles: code.roles.clone(),
        },
        ..entry(account.id)
    };
    test.store
        .create_sign_in_code(&code, &digest(1), &audit)
        .await
        .unwrap();
    let test = test.reopen().await;
    let taken = async |number| test.store.take_sign_in_code(&digest(number)).await;
    assert_eq!(taken(2).await, Ok(None));
    assert_eq!(taken(1).await, Ok(Some(code)));
    assert_eq!(taken(1).await, Ok(None));
    let log = test.store.audit_log(AuditFilter::default()).await.unwrap();
    let last = log.last().unwrap();
    assert_eq!(&*last.act, audit.act.name());
    assert!(last.details.contains("Zoë 🦊"), "{}", last.details);
}

async fn of_all_who_come_with_a_code_one_gets_it(backend: Backend) {
    let (test, account, _) = with_person(backend).await;
    let code = code(&account, 10);
    test.make(&code, 1).await;
    let other = test.database.open().await;
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = if number % 2 == 0 { &test.store } else { &other };
            let store = Arc::clone(store);
            tokio::spawn(async move { store.take_sign_in_code(&digest(1)).await.unwrap() })
        })
        .collect();
    let mut taken = Vec::new();
    for task in tasks {
        taken.extend(task.await.unwrap());
    }
    assert_eq!(taken, [code]);
}

async fn who_signs_in_many_times_at_once_has_no_more_sessions_than_may_be(backend: Backend) {
    let (test, _, key) = with_person(backend).await;
    let other = test.database.open().await;
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = if number % 2 == 0 { &test.store } else { &other };
            let (store, session) = (Arc::clone(store), session(&key, 1));
            tokio::spawn(async move {
                store
                    .create_session(&session, &digest(number), 3)
                    .await
                    .unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(test.sessions(0..20).await.len(), 3);
}

async fn a_person_of_an_account_has_one_key_with_limits_of_its_own(backend: Backend) {
    let (test, account, first) = with_person(backend).await;
    let of_person = async |identity| {
        let found = test.store.key_of_person(account.id, identity).await;
        found.unwrap()
    };
    assert_eq!(of_person("zoe").await, Some(first.clone()));
    assert_eq!(of_person("Zoe").await, None);
    let other = crate::account(2);
    test.add_account(&other).await;
    let elsewhere = test.store.key_of_person(other.id, "zoe").await;
    assert_eq!(elsewhere, Ok(None));

    let create = async |account: &Account, number, identity| {
        let (key, digest) = person(account, number);
        let audit = entry(account.id);
        let created = test
            .store
            .create_key(&key, &digest, Some(identity), 2, &audit);
        created.await
    };
    let again = create(&account, 2, "zoe").await;
    assert!(
        matches!(
            again,
            Err(CreateKeyError::Store(StoreError::Duplicate { .. }))
        ),
        "{again:?}"
    );
    assert_eq!(create(&account, 2, "yves").await, Ok(()));
    let too_many = Err(CreateKeyError::TooMany { most: 2 });
    assert_eq!(create(&account, 3, "xenia").await, too_many);
    assert_eq!(create(&other, 3, "zoe").await, Ok(()));
    // It works no more, and is still the person's.
    let ended = test.change_key(first.id, KeyChange::Deactivate(minute(1)));
    let ended = ended.await;
    assert_eq!(of_person("zoe").await, ended);
    assert_eq!(create(&account, 4, "xenia").await, Ok(()));
}
