//! A later version that adds to the schema while this one runs.

use dragoman_domain::{ApiKey, AuditFilter, DocumentOutcome, KeyDigest};

use crate::account_deletion::{glossary, glossary_room, style_list};
use crate::documents::{document, minute};
use crate::ledger::{consume, with_limits};
use crate::{Backend, TestStore, key};

/// A column more in every table.
const LATER: &str = "
    DO $$ DECLARE one text; BEGIN
        FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations' LOOP
            EXECUTE format('ALTER TABLE %I ADD COLUMN of_a_later_version bigint NOT NULL DEFAULT 7', one);
        END LOOP;
    END $$";

/// Reads and writes what there is of everything, with documents of this number.
async fn use_everything(test: &TestStore, key: &ApiKey, digest: &KeyDigest, number: u128) {
    let (store, account) = (&test.store, key.id.account);
    assert!(store.key_by_digest(digest).await.unwrap().is_some());
    assert!(store.key(key.id).await.unwrap().is_some());
    assert_eq!(store.keys(None).await.unwrap().len(), 1);
    assert_eq!(store.keys(Some(account)).await.unwrap().len(), 1);
    assert_eq!(store.accounts().await.unwrap().len(), 1);
    assert!(
        !store
            .audit_log(AuditFilter::default())
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(store.key_of_person(account, "nobody").await.unwrap(), None);
    consume(store, key, 1).await.unwrap();
    let (new, dictionary) = glossary(number);
    let pair = dictionary.pair;
    store
        .create_glossary(account, &new, vec![dictionary], glossary_room())
        .await
        .unwrap();
    assert!(!store.glossaries(account).await.unwrap().is_empty());
    assert!(
        store
            .dictionary(account, new.id, pair)
            .await
            .unwrap()
            .is_some()
    );
    let list = style_list(number);
    store.create_style_list(account, &list, 100).await.unwrap();
    assert!(!store.style_lists(account, 0, 9).await.unwrap().is_empty());
    let lists = store.style_lists_with_content(account, 0, 9).await.unwrap();
    assert!(lists.contains(&list));
    let sent = document(key.id, number);
    test.send(&sent).await;
    assert!(test.found(sent.id, 1).await.is_some());
    let (claimed, lease) = test.claim(1, 1).await.unwrap();
    assert_eq!(claimed.id, sent.id);
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    store.document_counts(minute(1)).await.unwrap();
    store.take_due(minute(1), 9).await.unwrap();
}

#[tokio::test]
async fn a_copy_goes_on_while_a_later_version_adds_columns() {
    let (test, key_of_test) = with_limits(Backend::Postgres, Some(1_000), Some(1_000)).await;
    let account = &test.store.accounts().await.unwrap()[0];
    let (_, digest) = key(account, 1);
    // Often enough that every connection has prepared every statement, and the database has its plans.
    for number in 1..=4 {
        use_everything(&test, &key_of_test, &digest, number).await;
    }
    test.database.execute(LATER).await;
    for number in 5..=8 {
        use_everything(&test, &key_of_test, &digest, number).await;
    }
}
