//! U+0000, which PostgreSQL has in none of its texts.

use dragoman_domain::{Act, AuditEntry, AuditFilter, KeyChange, StyleListChange};

use crate::account_deletion::{glossary, glossary_room, style_list};
use crate::documents::minute;
use crate::{Backend, TestStore, account, entry, key};

#[tokio::test]
async fn what_people_write_with_a_zero_in_it_is_kept_with_a_sign_in_its_place() {
    let mut account = account(1);
    account.name = "a\0b".to_owned();
    let (mut key, digest) = key(&account, 1);
    key.label = "\0".to_owned();
    let test = TestStore::with_key(Backend::Postgres, &account, &key, &digest).await;
    let store = &test.store;
    // It is found by either name, and its name is taken.
    for name in ["a\0b", "a\u{FFFD}b"] {
        let found = store.account_by_name(name).await.unwrap().unwrap();
        assert_eq!(found.name, "a\u{FFFD}b");
    }
    let mut same = crate::account(2);
    same.name.clone_from(&account.name);
    let again = store.create_account(&same, &entry(same.id)).await;
    assert!(again.is_err());
    let (found, _) = store.key_by_digest(&digest).await.unwrap().unwrap();
    assert_eq!(found.label, "\u{FFFD}");
    let renamed = test
        .change_key(key.id, KeyChange::Label("x\0".to_owned()))
        .await
        .unwrap();
    assert_eq!(renamed.label, "x\u{FFFD}");
    let found = store.keys(Some(account.id)).await.unwrap();
    assert_eq!(found, [renamed]);

    let (mut glossary, dictionary) = glossary(1);
    glossary.name = "g\0".to_owned();
    store
        .create_glossary(account.id, &glossary, vec![dictionary], glossary_room())
        .await
        .unwrap();
    let [found] = store
        .glossaries(account.id)
        .await
        .unwrap()
        .try_into()
        .unwrap();
    assert_eq!(found.name, "g\u{FFFD}");

    let mut list = style_list(1);
    list.info.name = "l\0".to_owned();
    list.instructions[0].prompt = "Be\0brief.".to_owned();
    store.create_style_list(account.id, &list, 9).await.unwrap();
    let found = store.style_list(account.id, list.info.id).await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.info.name, "l\u{FFFD}");
    assert_eq!(found.instructions[0].prompt, "Be\u{FFFD}brief.");
    let rename = StyleListChange::Rename("m\0".to_owned());
    let changed = store
        .change_style_list(account.id, list.info.id, rename, minute(1))
        .await
        .unwrap();
    assert_eq!(changed.info.name, "m\u{FFFD}");

    let audit = AuditEntry {
        act: Act::DeleteAccount {
            name: account.name.clone(),
        },
        ..entry(account.id)
    };
    store.delete_account(account.id, &audit).await.unwrap();
    let log = store.audit_log(AuditFilter::default()).await.unwrap();
    assert!(!log.last().unwrap().details.contains('\0'));
}
