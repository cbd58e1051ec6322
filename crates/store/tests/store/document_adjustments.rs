//! Documents whose characters are known only when they are translated.

use dragoman_domain::{
    AccountChange, ApiKey, CharacterLimit, DocumentId, DocumentOutcome, DocumentStatus, KeyChange,
    ReserveError,
};

use crate::document_counts::with_limit;
use crate::documents::{document, minute};
use crate::{Backend, TestStore, account, entry};

tests! {
    what_a_document_turns_out_to_have_is_set_aside_and_counted_also_after_a_crash,
    a_limit_can_be_used_up_exactly_and_what_would_pass_it_changes_nothing,
    less_can_be_set_aside_whatever_the_limits_are_by_now,
    nothing_more_is_set_aside_for_a_deactivated_key,
    a_document_that_has_ended_or_is_gone_stays_as_it_is,
    the_row_and_what_is_set_aside_change_together_or_not_at_all,
    a_refusal_to_a_key_with_little_left_brings_the_notice_that_is_due;
    threads:
    documents_that_grow_at_the_same_time_never_pass_the_limit,
    whatever_becomes_of_a_document_while_it_grows_its_row_and_its_count_agree,
    who_does_not_wait_for_the_answer_leaves_row_and_reservation_alike;
    blocking:
    a_process_that_dies_while_a_document_grows_leaves_one_number_or_the_other
}

impl TestStore {
    async fn adjust(&self, id: DocumentId, characters: u64) -> Result<(), ReserveError> {
        self.store.adjust(id, characters).await
    }

    /// The characters that the document's row says.
    async fn characters(&self, id: DocumentId) -> u64 {
        self.found(id, 1).await.unwrap().characters
    }

    async fn limit_key(&self, key: &ApiKey, characters: CharacterLimit) {
        let change = KeyChange::Limits {
            characters: Some(characters),
            speech_milliseconds: None,
        };
        self.change_key(key.id, change).await.unwrap();
    }
}

async fn with_key_limit(backend: Backend, characters: u64) -> (TestStore, ApiKey) {
    let (test, key) = with_limit(backend).await;
    test.limit_key(&key, Some(characters)).await;
    (test, key)
}

async fn what_a_document_turns_out_to_have_is_set_aside_and_counted_also_after_a_crash(
    backend: Backend,
) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.adjust(id, 200).await.unwrap();
    assert_eq!(test.characters(id).await, 200);
    assert_eq!(test.upload(&key, 2).await, Err(ReserveError::KeyLimit));
    let test = test.reopen().await;
    assert_eq!(test.upload(&key, 2).await, Err(ReserveError::KeyLimit));
    test.adjust(id, 150).await.unwrap();
    let second = test.upload(&key, 2).await.unwrap();
    test.store.remove_document(second).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    test.settle(id).await.unwrap();
    assert_eq!(test.counted(&key).await, 150);
    test.upload(&key, 3).await.unwrap();
}

async fn a_limit_can_be_used_up_exactly_and_what_would_pass_it_changes_nothing(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    let other = test.upload(&key, 2).await.unwrap();
    assert_eq!(test.adjust(id, 151).await, Err(ReserveError::KeyLimit));
    assert_eq!(test.characters(id).await, 100);
    test.adjust(id, 150).await.unwrap();
    assert_eq!(test.adjust(other, 101).await, Err(ReserveError::KeyLimit));
    let change = AccountChange {
        character_limit: Some(Some(240)),
        ..AccountChange::default()
    };
    let (account, audit) = (account(1).id, entry(account(1).id));
    let changed = test.store.change_account(account, &change, &audit);
    changed.await.unwrap();
    // Beside 100 of the other there was room for 150, and now it is for 140.
    assert_eq!(test.adjust(id, 151).await, Err(ReserveError::AccountLimit));
    test.adjust(id, 100).await.unwrap();
    assert_eq!(test.adjust(id, 141).await, Err(ReserveError::AccountLimit));
    test.adjust(id, 140).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    test.settle(id).await.unwrap();
    assert_eq!(test.counted(&key).await, 140);
}

async fn less_can_be_set_aside_whatever_the_limits_are_by_now(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.limit_key(&key, Some(10)).await;
    test.adjust(id, 50).await.unwrap();
    assert_eq!(test.characters(id).await, 50);
    assert_eq!(test.adjust(id, 51).await, Err(ReserveError::KeyLimit));
}

async fn nothing_more_is_set_aside_for_a_deactivated_key(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.change_key(key.id, KeyChange::Deactivate(minute(2)))
        .await;
    let refused = test.adjust(id, 101).await;
    assert_eq!(refused, Err(ReserveError::KeyDeactivated));
    assert_eq!(test.characters(id).await, 100);
}

async fn a_document_that_has_ended_or_is_gone_stays_as_it_is(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let done = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    test.adjust(done, 50).await.unwrap();
    assert_eq!(test.characters(done).await, 100);
    let failed = test.upload(&key, 2).await.unwrap();
    test.work(&DocumentOutcome::Failed(vec![1])).await;
    test.adjust(failed, 50).await.unwrap();
    assert_eq!(test.characters(failed).await, 100);
    test.settle(done).await.unwrap();
    test.adjust(done, 50).await.unwrap();
    assert_eq!(test.counted(&key).await, 100);
    let removed = test.upload(&key, 3).await.unwrap();
    test.store.remove_document(removed).await.unwrap();
    test.adjust(removed, 50).await.unwrap();
    // One of 100 characters is counted, and nothing is set aside.
    let last = test.upload(&key, 4).await.unwrap();
    assert_eq!(test.adjust(last, 151).await, Err(ReserveError::KeyLimit));
    test.adjust(last, 150).await.unwrap();
}

async fn the_row_and_what_is_set_aside_change_together_or_not_at_all(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    let (event, table) = ("UPDATE OF characters", "documents");
    test.database.fail_after(event, table).await;
    for characters in [50, 250] {
        let failed = test.adjust(id, characters).await;
        assert!(matches!(failed, Err(ReserveError::Store(_))), "{failed:?}");
        assert_eq!(test.characters(id).await, 100);
    }
    test.database.fail_no_more(table).await;
    let other = test.upload(&key, 2).await.unwrap();
    assert_eq!(test.upload(&key, 3).await, Err(ReserveError::KeyLimit));
    assert_eq!(test.adjust(other, 151).await, Err(ReserveError::KeyLimit));
    test.adjust(other, 150).await.unwrap();
}

async fn documents_that_grow_at_the_same_time_never_pass_the_limit(backend: Backend) {
    let (test, key) = with_key_limit(backend, 1_000).await;
    let mut ids = Vec::new();
    for number in 1..=5 {
        ids.push(test.upload(&key, number).await.unwrap());
    }
    let growing: Vec<_> = ids
        .iter()
        .map(|id| {
            let (store, id) = (test.store.clone(), *id);
            tokio::spawn(async move { store.adjust(id, 300).await })
        })
        .collect();
    let mut grown = 0;
    for growing in growing {
        match growing.await.unwrap() {
            Ok(()) => grown += 1,
            Err(error) => assert_eq!(error, ReserveError::KeyLimit),
        }
    }
    assert_eq!(grown, 2);
    let test = test.reopen().await;
    let mut sum = 0;
    for id in &ids {
        sum += test.characters(*id).await;
    }
    assert_eq!(sum, 900);
    let last = test.upload(&key, 6).await.unwrap();
    assert_eq!(test.adjust(last, 101).await, Err(ReserveError::KeyLimit));
}

async fn whatever_becomes_of_a_document_while_it_grows_its_row_and_its_count_agree(
    backend: Backend,
) {
    let (test, key) = with_key_limit(backend, 10_000).await;
    let mut expected = 0;
    for number in 1..=30 {
        let id = test.upload(&key, number).await.unwrap();
        let (_, lease) = test.claim(1, 1).await.unwrap();
        let store = test.store.clone();
        let growing = tokio::spawn(async move { store.adjust(id, 150).await });
        if number % 3 == 0 {
            test.store.remove_document(id).await.unwrap();
            growing.await.unwrap().unwrap();
            continue;
        }
        let outcome = match number % 3 {
            1 => DocumentOutcome::Translated(Vec::new()),
            _ => DocumentOutcome::Failed(vec![1]),
        };
        assert!(test.finish(lease, &outcome).await);
        if outcome == DocumentOutcome::Translated(Vec::new()) {
            // Before or after the other number, but with the one that the row has.
            test.settle(id).await.unwrap();
            growing.await.unwrap().unwrap();
            expected += test.characters(id).await;
        } else {
            growing.await.unwrap().unwrap();
        }
        assert_eq!(test.counted(&key).await, expected);
    }
    // Nothing is set aside any more.
    let last = test.upload(&key, 31).await.unwrap();
    let left = 10_000 - expected;
    assert_eq!(
        test.adjust(last, left + 1).await,
        Err(ReserveError::KeyLimit)
    );
    test.adjust(last, left).await.unwrap();
}

async fn who_does_not_wait_for_the_answer_leaves_row_and_reservation_alike(backend: Backend) {
    let (test, key) = with_key_limit(backend, 10_000).await;
    for number in 1..=20 {
        let id = test.upload(&key, number).await.unwrap();
        let store = test.store.clone();
        let growing = tokio::spawn(async move { store.adjust(id, 150).await });
        for _ in 0..number {
            tokio::task::yield_now().await;
        }
        growing.abort();
        let _ = growing.await;
    }
    let ids: Vec<DocumentId> = (1..=20).map(|number| document(key.id, number).id).collect();
    // What is still on its way comes before this.
    let last = test.upload(&key, 21).await.unwrap();
    let mut sum = 0;
    for id in ids {
        sum += test.characters(id).await;
    }
    let refused = test.adjust(last, 10_001 - sum).await;
    assert_eq!(refused, Err(ReserveError::KeyLimit));
    test.adjust(last, 10_000 - sum).await.unwrap();
}

fn a_process_that_dies_while_a_document_grows_leaves_one_number_or_the_other(backend: Backend) {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
    };
    let mut had_grown = [0, 0];
    for moment in (0..20).map(|power| 1_u64 << power).chain([u64::MAX]) {
        let (test, key, id) = runtime().block_on(async {
            let (test, key) = with_limit(backend).await;
            let id = test.upload(&key, 1).await.unwrap();
            (test, key, id)
        });
        let test = runtime().block_on(async {
            let test = test.reopen().await;
            let pass = async {
                for _ in 1..moment {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                biased;
                adjusted = test.adjust(id, 200) => adjusted.unwrap(),
                () = pass => {}
            }
            test
        });
        runtime().block_on(async {
            let test = test.reopen().await;
            let characters = test.characters(id).await;
            assert!([100, 200].contains(&characters), "{characters}");
            had_grown[usize::from(characters == 200)] += 1;
            // Who takes it up counts it again.
            test.adjust(id, 200).await.unwrap();
            assert_eq!(test.upload(&key, 2).await, Err(ReserveError::KeyLimit));
            test.work(&DocumentOutcome::Translated(Vec::new())).await;
            test.settle(id).await.unwrap();
            assert_eq!(test.counted(&key).await, 200);
            assert_eq!(
                test.status(id, 1).await,
                DocumentStatus::Done { is_billed: true }
            );
        });
    }
    assert!(had_grown.iter().all(|times| *times > 0), "{had_grown:?}");
}

async fn a_refusal_to_a_key_with_little_left_brings_the_notice_that_is_due(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    for number in [1, 2] {
        let id = test.upload(&key, number).await.unwrap();
        test.work(&DocumentOutcome::Translated(Vec::new())).await;
        test.settle(id).await.unwrap();
    }
    test.store.take_due(minute(5), 9).await.unwrap();
    test.limit_key(&key, Some(300)).await;
    let id = test.upload(&key, 3).await.unwrap();
    test.limit_key(&key, Some(210)).await;
    assert_eq!(test.adjust(id, 101).await, Err(ReserveError::KeyLimit));
    let notices = test.store.take_due(minute(5), 9).await.unwrap();
    let [notice] = notices.try_into().unwrap();
    assert_eq!((notice.characters, notice.limit), (200, 210));
}
