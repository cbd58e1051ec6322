//! Who works on a document, and until when.

use dragoman_domain::{DocumentOutcome, DocumentStatus};

use super::{document, translating, with_keys};
use crate::Backend;

tests! {
    a_lease_that_ended_is_claimed_by_others_and_of_no_use_to_who_had_it,
    work_whose_lease_ended_does_not_count_as_work_of_its_key,
    who_is_late_keeps_a_document_that_nobody_else_has_claimed,
    what_is_given_back_counts_no_attempt_and_can_be_claimed_at_once
}

async fn a_lease_that_ended_is_claimed_by_others_and_of_no_use_to_who_had_it(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    let id = document(key, 1).id;
    test.send(&document(key, 1)).await;
    let (_, lost) = test.claim(1, 0).await.unwrap();
    assert_eq!(test.claimed_id(2, 9).await, None);
    assert_eq!(test.status(id, 10).await, DocumentStatus::Queued);
    let (claimed, lease) = test.claim(2, 10).await.unwrap();
    assert_eq!((claimed.id, claimed.attempts), (id, 2));
    assert!(!test.lengthen(lost, 50, 99).await);
    assert!(
        !test
            .finish(lost, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
    test.store.give_back_document(lost).await.unwrap();
    assert_eq!(test.status(id, 19).await, translating(10, 0, 0));
    assert!(test.lengthen(lease, 30, 5).await);
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
}

async fn work_whose_lease_ended_does_not_count_as_work_of_its_key(backend: Backend) {
    let (test, [key, other]) = with_keys(backend).await;
    for number in 1..=3 {
        test.send(&document(key, number)).await;
    }
    assert!(test.claim(1, 0).await.is_some());
    assert!(test.claim(2, 0).await.is_some());
    test.send(&document(other, 4)).await;
    assert_eq!(test.claimed_id(3, 5).await, Some(document(other, 4).id));
    // From here on only the other key has something at work.
    assert_eq!(test.claimed_id(4, 12).await, Some(document(key, 3).id));
}

async fn who_is_late_keeps_a_document_that_nobody_else_has_claimed(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    test.send(&document(key, 1)).await;
    let (claimed, lease) = test.claim(1, 0).await.unwrap();
    assert_eq!(test.status(claimed.id, 15).await, DocumentStatus::Queued);
    assert!(test.lengthen(lease, 30, 5).await);
    assert_eq!(test.claimed_id(2, 15).await, None);
    assert!(
        test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
            .await
    );
}

async fn what_is_given_back_counts_no_attempt_and_can_be_claimed_at_once(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    test.send(&document(key, 1)).await;
    let (_, lease) = test.claim(1, 0).await.unwrap();
    assert!(test.lengthen(lease, 10, 50).await);
    test.store.give_back_document(lease).await.unwrap();
    test.store.give_back_document(lease).await.unwrap();
    assert_eq!(test.found(lease.document, 1).await, Some(document(key, 1)));
    assert!(!test.lengthen(lease, 20, 60).await);
    let (claimed, _) = test.claim(2, 1).await.unwrap();
    assert_eq!(claimed.attempts, 1);
    assert_eq!(claimed.status, translating(1, 0, 0));
}
