//! Documents that have expired or are removed.

use dragoman_domain::{DocumentOutcome, StoredDocument};

use super::{document, minute, translating, with_keys};
use crate::Backend;

tests! {
    what_has_expired_is_neither_seen_nor_claimed,
    a_document_does_not_expire_while_it_is_at_work,
    a_removed_document_is_gone_also_for_who_works_on_it
}

async fn what_has_expired_is_neither_seen_nor_claimed(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    for (number, expires) in [(1, 30), (2, 20), (3, 40)] {
        let sent = StoredDocument {
            expires: minute(expires),
            ..document(key, number)
        };
        test.send(&sent).await;
    }
    let id = |number| document(key, number).id;
    assert_eq!(test.expired(19, 9).await, []);
    assert!(test.found(id(2), 19).await.is_some());
    assert!(test.found(id(2), 20).await.is_none());
    assert_eq!(test.expired(30, 9).await, [id(2), id(1)]);
    assert_eq!(test.expired(30, 1).await, [id(2)]);
    assert_eq!(test.claimed_id(1, 30).await, Some(id(3)));
    assert_eq!(test.claimed_id(1, 30).await, None);
}

async fn a_document_does_not_expire_while_it_is_at_work(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let sent = document(key, 1);
    test.send(&sent).await;
    let (_, lease) = test.claim(1, 55).await.unwrap();
    assert_eq!(test.status(sent.id, 62).await, translating(55, 0, 0));
    assert_eq!(test.expired(62, 9).await, []);
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    assert!(test.found(sent.id, 99).await.is_some());
    assert_eq!(test.expired(100, 9).await, [sent.id]);

    test.send(&document(key, 2)).await;
    assert!(test.claim(1, 55).await.is_some());
    // Nobody has lengthened the lease.
    assert_eq!(test.found(document(key, 2).id, 65).await, None);
    assert_eq!(test.claimed_id(2, 65).await, None);
    assert_eq!(test.expired(65, 9).await, [document(key, 2).id]);
}

async fn a_removed_document_is_gone_also_for_who_works_on_it(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    test.send(&document(key, 1)).await;
    let (claimed, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.store.remove_document(claimed.id).await.unwrap());
    assert!(!test.store.remove_document(claimed.id).await.unwrap());
    assert_eq!(test.found(claimed.id, 0).await, None);
    assert!(!test.lengthen(lease, 20, 1).await);
    assert!(
        !test
            .finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
}
