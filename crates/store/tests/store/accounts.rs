use dragoman_domain::{AccountChange, AccountStore, KeyDigest, KeyId, Scope, ScopeSet, StoreError};
use uuid::Uuid;

use crate::{TestStore, account, key, time};

#[tokio::test]
async fn an_account_and_its_keys_come_back_as_they_were_kept() {
    let mut account = account(1);
    account.character_limit = Some(0);
    account.detection_enabled = true;
    let (mut first, digest) = key(&account, 1);
    first.scopes = ScopeSet::of([Scope::TranslateText, Scope::ReadUsage]);
    first.character_limit = Some(1_000_000_000_000);
    let test = TestStore::with_key(&account, &first, &digest).await;
    let test = test.reopen().await;

    assert_eq!(test.store.accounts().await.unwrap(), [account.clone()]);
    assert_eq!(
        test.store.account_by_name("account 1").await.unwrap(),
        Some(account.clone())
    );
    assert_eq!(test.store.account_by_name("nobody").await.unwrap(), None);
    assert_eq!(test.store.keys().await.unwrap(), [first.clone()]);
    assert_eq!(
        test.store.key_by_digest(&digest).await.unwrap(),
        Some((first, account))
    );
    assert_eq!(
        test.store.key_by_digest(&KeyDigest([7; 32])).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn two_accounts_cannot_have_the_same_name() {
    let test = TestStore::new().await;
    test.store.create_account(&account(1)).await.unwrap();
    let mut second = account(2);
    second.name = account(1).name;
    assert_eq!(
        test.store.create_account(&second).await,
        Err(StoreError::Duplicate {
            what: "an account named \"account 1\"".to_owned()
        })
    );
}

#[tokio::test]
async fn a_change_touches_only_what_it_names() {
    let test = TestStore::new().await;
    let mut expected = account(1);
    test.store.create_account(&expected).await.unwrap();
    for (change, limit, detection) in [
        (AccountChange::default(), None, false),
        (
            AccountChange {
                detection_enabled: Some(true),
                ..AccountChange::default()
            },
            None,
            true,
        ),
        (
            AccountChange {
                character_limit: Some(Some(5)),
                ..AccountChange::default()
            },
            Some(5),
            true,
        ),
        (
            AccountChange {
                character_limit: Some(None),
                detection_enabled: Some(false),
            },
            None,
            false,
        ),
    ] {
        (expected.character_limit, expected.detection_enabled) = (limit, detection);
        assert_eq!(
            test.store.change_account(expected.id, change).await,
            Ok(Some(expected.clone()))
        );
    }
    assert_eq!(
        test.store
            .change_account(account(9).id, AccountChange::default())
            .await,
        Ok(None)
    );
}

#[tokio::test]
async fn a_key_is_deactivated_once_and_only_by_its_whole_id() {
    let account = account(1);
    let (first, digest) = key(&account, 1);
    let test = TestStore::with_key(&account, &first, &digest).await;
    let at = time("2026-03-01T00:00:00Z");

    let wrong_account = KeyId {
        account: dragoman_domain::AccountId(Uuid::from_u128(9)),
        key: first.id.key,
    };
    assert_eq!(test.store.deactivate_key(wrong_account, at).await, Ok(None));

    let ended = test.store.deactivate_key(first.id, at).await.unwrap();
    assert_eq!(ended.unwrap().deactivated, Some(at));
    let later = time("2026-04-01T00:00:00Z");
    let again = test.store.deactivate_key(first.id, later).await.unwrap();
    assert_eq!(again.unwrap().deactivated, Some(at));
}
