//! Which document is worked on next.

use std::sync::Arc;

use dragoman_domain::{DocumentId, DocumentOutcome, StoredDocument};

use super::{TEN_MINUTES, WORKERS, document, minute, with_keys};
use crate::Backend;

tests! {
    keys_with_less_at_work_come_first,
    a_key_alone_has_half_of_the_workers_and_one_that_comes_new_finds_one,
    leases_on_which_nobody_works_keep_no_worker_from_a_key_that_has_none,
    a_worker_alone_goes_round_the_keys_even_if_one_fetches_everything_at_once,
    of_a_key_the_oldest_document_comes_first_and_of_equals_the_one_kept_first,
    a_document_that_was_begun_in_vain_waits_for_those_that_were_not;
    threads:
    many_claimants_get_each_document_once
}

async fn keys_with_less_at_work_come_first(backend: Backend) {
    let (test, [busy, other]) = with_keys(backend).await;
    for (owner, number) in [(busy, 1), (busy, 2), (busy, 3), (other, 4), (other, 5)] {
        test.send(&document(owner, number)).await;
    }
    for number in [1, 4, 2, 5, 3] {
        let claimed = test.claimed_id(7, 0).await;
        assert_eq!(claimed, Some(document(busy, number).id), "{number}");
    }
    assert_eq!(test.claimed_id(7, 0).await, None);
}

async fn a_key_alone_has_half_of_the_workers_and_one_that_comes_new_finds_one(backend: Backend) {
    let (test, [long, new, late]) = with_keys(backend).await;
    for number in 1..=9 {
        test.send(&document(long, number)).await;
    }
    // The leases of a round have ended when the next begins.
    for (workers, share, now) in [(1, 1, 0), (2, 1, 10), (3, 1, 20), (4, 2, 30), (8, 4, 40)] {
        let mut claimed = 0;
        while claimed < workers
            && let Some((document, _)) = test.claim_of(workers, now).await
        {
            assert_eq!(document.owner, long);
            claimed += 1;
        }
        assert_eq!(claimed, share, "{workers}");
    }
    // Two have a third each, rounded down, and leave something for another.
    test.send(&document(new, 10)).await;
    test.send(&document(new, 11)).await;
    let mut owners = Vec::new();
    while let Some((document, _)) = test.claim_of(4, 50).await {
        owners.push(document.owner);
    }
    owners.sort_unstable_by_key(|owner| *owner == new);
    assert_eq!(owners, [long, new]);
    test.send(&document(late, 12)).await;
    assert_eq!(test.claim_of(4, 50).await.unwrap().0.owner, late);
}

async fn leases_on_which_nobody_works_keep_no_worker_from_a_key_that_has_none(backend: Backend) {
    let (test, [key, other, new]) = with_keys(backend).await;
    for (owner, number) in [(key, 1), (key, 2), (other, 3), (new, 4)] {
        test.send(&document(owner, number)).await;
    }
    assert!(test.claim_of(2, 0).await.is_some());
    assert!(test.claim_of(2, 0).await.is_some());
    // Both workers have given up without an end of their leases, and one asks again.
    assert_eq!(test.claim_of(2, 0).await.unwrap().0.owner, new);
    assert!(test.claim_of(2, 0).await.is_none());
}

async fn a_worker_alone_goes_round_the_keys_even_if_one_fetches_everything_at_once(
    backend: Backend,
) {
    let (test, [quick, slow, late]) = with_keys(backend).await;
    for (owner, number) in [(quick, 1), (quick, 2), (quick, 3), (slow, 4), (slow, 5)] {
        test.send(&document(owner, number)).await;
    }
    let mut order = Vec::new();
    for minute in 0..6 {
        let (claimed, lease) = test.claim(7, minute).await.unwrap();
        assert!(
            test.finish(lease, &DocumentOutcome::Translated(Vec::new()))
                .await
        );
        if claimed.owner == quick {
            assert!(test.store.remove_document(claimed.id).await.unwrap());
        }
        order.push(claimed.id.0 >> 64);
        if minute == 1 {
            test.send(&document(late, 6)).await;
        }
    }
    assert_eq!(order, [1, 4, 6, 2, 5, 3]);
}

async fn of_a_key_the_oldest_document_comes_first_and_of_equals_the_one_kept_first(
    backend: Backend,
) {
    let (test, [key]) = with_keys(backend).await;
    let older = StoredDocument {
        created: minute(-1),
        ..document(key, 3)
    };
    for sent in [&document(key, 2), &older, &document(key, 1)] {
        test.send(sent).await;
    }
    for number in [3, 2, 1] {
        assert_eq!(test.claimed_id(1, 0).await, Some(document(key, number).id));
    }
}

async fn a_document_that_was_begun_in_vain_waits_for_those_that_were_not(backend: Backend) {
    let (test, [key]) = with_keys(backend).await;
    test.send(&document(key, 1)).await;
    test.send(&document(key, 2)).await;
    assert_eq!(test.claimed_id(1, 0).await, Some(document(key, 1).id));
    for number in [2, 1] {
        assert_eq!(test.claimed_id(2, 10).await, Some(document(key, number).id));
    }
}

async fn many_claimants_get_each_document_once(backend: Backend) {
    let (test, keys) = with_keys::<3>(backend).await;
    for number in 0..60 {
        let owner = keys[usize::try_from(number).unwrap() % 3];
        test.send(&document(owner, number)).await;
    }
    let test = Arc::new(test);
    // Another process may do the same.
    let other = test.database.open().await;
    let tasks: Vec<_> = (0..8_u64)
        .map(|worker| {
            let (test, other) = (Arc::clone(&test), Arc::clone(&other));
            tokio::spawn(async move {
                let store = if worker % 2 == 0 { &test.store } else { &other };
                let mut claimed = Vec::new();
                while let Some((document, lease)) = store
                    .claim_document(worker, minute(0), TEN_MINUTES, WORKERS)
                    .await
                    .unwrap()
                {
                    assert_eq!((document.id, worker), (lease.document, lease.token));
                    claimed.push(document.id);
                }
                claimed
            })
        })
        .collect();
    let mut claimed = Vec::new();
    for task in tasks {
        claimed.extend(task.await.unwrap());
    }
    claimed.sort_unstable();
    let all: Vec<DocumentId> = (0..60).map(|number| document(keys[0], number).id).collect();
    assert_eq!(claimed, all);
}
