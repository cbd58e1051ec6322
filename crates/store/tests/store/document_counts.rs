//! What is set aside and counted for documents, over the life of several processes.

use dragoman_domain::{
    ApiKey, DayRange, DocumentId, DocumentLease, DocumentOutcome, DocumentStatus, KeyChange, KeyId,
    Product, Reservation, ReservationId, ReserveError, SettleError, StoredDocument, UsageOwner,
    UsagePeriod,
};

use crate::documents::{document, minute};
use crate::{Backend, TestStore, account, day, key};

tests! {
    what_is_set_aside_for_a_document_stays_so_after_a_crash_and_holds_the_limit,
    a_document_is_counted_once_over_all_processes,
    of_two_who_fetch_at_the_same_time_one_is_counted,
    characters_count_to_the_day_on_which_the_document_was_sent,
    nothing_stays_set_aside_for_what_failed_or_is_removed_or_was_not_kept,
    a_document_that_is_gone_or_not_translated_counts_nothing,
    the_count_and_its_mark_are_written_together_or_not_at_all,
    a_request_that_is_counted_at_the_same_time_as_a_document_that_is_gone_is_counted,
    a_document_of_a_deactivated_key_is_not_counted,
    a_document_that_is_counted_after_a_start_brings_the_notice_that_is_due;
    blocking:
    a_process_that_dies_while_it_counts_has_counted_and_marked_or_neither
}

fn owner(key: KeyId) -> UsageOwner {
    UsageOwner {
        key,
        period: UsagePeriod::containing(day("2026-05-05"), day("2026-01-01")),
    }
}

pub(crate) fn reservation_for(key: KeyId, document: &StoredDocument) -> Reservation {
    Reservation {
        id: ReservationId::Document(document.id),
        owner: owner(key),
        product: Product::DocumentTranslation,
        characters: document.characters,
        at: document.created,
        tag: None,
    }
}

/// A key with a limit of 250 characters, which is enough for two documents.
pub(crate) async fn with_limit(backend: Backend) -> (TestStore, ApiKey) {
    let account = account(1);
    let (mut key, digest) = key(&account, 1);
    key.limits.characters = Some(250);
    (
        TestStore::with_key(backend, &account, &key, &digest).await,
        key,
    )
}

impl TestStore {
    /// Sets the characters of a document aside and keeps it.
    pub(crate) async fn upload(
        &self,
        key: &ApiKey,
        number: u128,
    ) -> Result<DocumentId, ReserveError> {
        let document = document(key.id, number);
        self.store
            .reserve(&reservation_for(key.id, &document))
            .await?;
        self.send(&document).await;
        Ok(document.id)
    }

    pub(crate) async fn work(&self, outcome: &DocumentOutcome) -> DocumentLease {
        let (_, lease) = self.claim(1, 1).await.unwrap();
        assert!(self.finish(lease, outcome).await);
        lease
    }

    pub(crate) async fn settle(&self, id: DocumentId) -> Result<(), SettleError> {
        self.store.settle(ReservationId::Document(id)).await
    }

    pub(crate) async fn counted(&self, key: &ApiKey) -> u64 {
        let usage = self.store.usage(&owner(key.id)).await.unwrap();
        usage.key.of(Product::DocumentTranslation)
    }

    pub(crate) async fn is_billed(&self, id: DocumentId) -> bool {
        self.status(id, 1).await == DocumentStatus::Done { is_billed: true }
    }
}

async fn what_is_set_aside_for_a_document_stays_so_after_a_crash_and_holds_the_limit(
    backend: Backend,
) {
    let (test, key) = with_limit(backend).await;
    test.upload(&key, 1).await.unwrap();
    let test = test.reopen().await;
    test.upload(&key, 2).await.unwrap();
    let test = test.reopen().await;
    assert_eq!(test.counted(&key).await, 0);
    assert_eq!(test.upload(&key, 3).await, Err(ReserveError::KeyLimit));
    let id = test
        .work(&DocumentOutcome::Translated(Vec::new()))
        .await
        .document;
    let test = test.reopen().await;
    assert_eq!(test.upload(&key, 3).await, Err(ReserveError::KeyLimit));
    test.settle(id).await.unwrap();
    assert_eq!(test.upload(&key, 3).await, Err(ReserveError::KeyLimit));
    assert_eq!(test.counted(&key).await, 100);
}

async fn a_document_is_counted_once_over_all_processes(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    assert!(!test.is_billed(id).await);
    let test = test.reopen().await;
    test.settle(id).await.unwrap();
    assert!(test.is_billed(id).await);
    assert!(test.settle(id).await.is_err());
    let test = test.reopen().await;
    assert!(test.is_billed(id).await);
    assert!(test.settle(id).await.is_err());
    assert_eq!(test.counted(&key).await, 100);
}

async fn of_two_who_fetch_at_the_same_time_one_is_counted(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    let (first, second) = tokio::join!(test.settle(id), test.settle(id));
    assert!(first.is_ok() != second.is_ok());
    assert_eq!(test.counted(&key).await, 100);
}

async fn characters_count_to_the_day_on_which_the_document_was_sent(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    let test = test.reopen().await;
    test.settle(id).await.unwrap();
    let today = DayRange {
        first: day("2026-05-05"),
        last: day("2026-05-05"),
    };
    let usages = test.store.usage_by_key(key.id.account, today, true).await;
    let [usage] = usages.unwrap().try_into().unwrap();
    assert_eq!(usage.day, Some(today.first));
    assert_eq!(usage.consumption.of(Product::DocumentTranslation), 100);
}

async fn nothing_stays_set_aside_for_what_failed_or_is_removed_or_was_not_kept(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    for number in [1, 2] {
        test.upload(&key, number).await.unwrap();
    }
    let failed = test.work(&DocumentOutcome::Failed(vec![1])).await.document;
    let id = test.upload(&key, 3).await.unwrap();
    assert_eq!(test.upload(&key, 4).await, Err(ReserveError::KeyLimit));
    assert!(test.settle(failed).await.is_err());
    test.store.remove_document(id).await.unwrap();
    let not_kept = reservation_for(key.id, &document(key.id, 4));
    test.store.reserve(&not_kept).await.unwrap();
    assert_eq!(test.upload(&key, 5).await, Err(ReserveError::KeyLimit));
    test.store.release(not_kept.id);
    test.upload(&key, 5).await.unwrap();
    assert_eq!(test.upload(&key, 6).await, Err(ReserveError::KeyLimit));
    let test = test.reopen().await;
    assert_eq!(test.upload(&key, 6).await, Err(ReserveError::KeyLimit));
    assert_eq!(test.counted(&key).await, 0);
}

async fn a_document_that_is_gone_or_not_translated_counts_nothing(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let gone = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    let queued = test.upload(&key, 2).await.unwrap();
    let delete = format!("DELETE FROM documents WHERE id = '{gone}'");
    test.database.execute(&delete).await;
    assert!(matches!(
        test.settle(gone).await,
        Err(SettleError::Store(_))
    ));
    assert!(matches!(
        test.settle(queued).await,
        Err(SettleError::Store(_))
    ));
    assert_eq!(test.counted(&key).await, 0);
    // It is still set aside, and counts when it is translated.
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    test.settle(queued).await.unwrap();
    assert_eq!(test.counted(&key).await, 100);
}

async fn the_count_and_its_mark_are_written_together_or_not_at_all(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    for (event, table) in [("UPDATE OF billed", "documents"), ("INSERT", "daily_usage")] {
        test.database.fail_after(event, table).await;
        assert!(matches!(test.settle(id).await, Err(SettleError::Store(_))));
        test.database.fail_no_more(table).await;
        assert_eq!(test.counted(&key).await, 0, "{event}");
        assert!(!test.is_billed(id).await, "{event}");
    }
    test.settle(id).await.unwrap();
    assert_eq!(test.counted(&key).await, 100);
}

async fn a_request_that_is_counted_at_the_same_time_as_a_document_that_is_gone_is_counted(
    backend: Backend,
) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.database.execute("DELETE FROM documents").await;
    let request = Reservation {
        id: ReservationId::Request(1),
        product: Product::TextTranslation,
        ..reservation_for(key.id, &document(key.id, 1))
    };
    test.store.reserve(&request).await.unwrap();
    let (of_document, of_request) = tokio::join!(test.settle(id), test.store.settle(request.id));
    assert!(of_document.is_err());
    of_request.unwrap();
    let usage = test.store.usage(&owner(key.id)).await.unwrap();
    assert_eq!(usage.key.total(), 100);
}

async fn a_document_of_a_deactivated_key_is_not_counted(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    let id = test.upload(&key, 1).await.unwrap();
    test.work(&DocumentOutcome::Translated(Vec::new())).await;
    test.change_key(key.id, KeyChange::Deactivate(minute(2)))
        .await;
    assert_eq!(test.settle(id).await, Err(SettleError::KeyDeactivated));
    assert_eq!(test.counted(&key).await, 0);
    assert!(!test.is_billed(id).await);
}

async fn a_document_that_is_counted_after_a_start_brings_the_notice_that_is_due(backend: Backend) {
    let (test, key) = with_limit(backend).await;
    for number in [1, 2] {
        test.upload(&key, number).await.unwrap();
        test.work(&DocumentOutcome::Translated(Vec::new())).await;
    }
    let test = test.reopen().await;
    for number in [1, 2] {
        test.settle(document(key.id, number).id).await.unwrap();
    }
    let notices = test.store.take_due(minute(5), 9).await.unwrap();
    let [notice] = notices.try_into().unwrap();
    assert_eq!((notice.characters, notice.limit), (200, 250));
}

/// The server stops at one moment after another while a document is counted, each time in a runtime of its own that
/// is dropped with all its tasks.
fn a_process_that_dies_while_it_counts_has_counted_and_marked_or_neither(backend: Backend) {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
    };
    let mut were_counted = [0, 0];
    // Until it is counted, the last time.
    for moment in (0..20).map(|power| 1_u64 << power).chain([u64::MAX]) {
        let (test, key, id) = runtime().block_on(async {
            let (test, key) = with_limit(backend).await;
            let id = test.upload(&key, 1).await.unwrap();
            test.work(&DocumentOutcome::Translated(Vec::new())).await;
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
                settled = test.settle(id) => settled.unwrap(),
                () = pass => {}
            }
            test
        });
        runtime().block_on(async {
            let test = test.reopen().await;
            // What the dead process had sent to the database may still arrive, so both are of one moment.
            let state = test.database.numbers(
                "SELECT coalesce((SELECT CAST(sum(characters) AS BIGINT) FROM daily_usage), 0),
                        CASE WHEN billed THEN 1 ELSE 0 END
                 FROM documents",
            );
            let state = state.await;
            assert!([[0, 0], [100, 1]].contains(&state[0][..].try_into().unwrap()));
            were_counted[usize::from(state[0][1] == 1)] += 1;
            if test.settle(id).await.is_err() {
                assert!(test.is_billed(id).await);
            }
            assert_eq!(test.counted(&key).await, 100);
        });
    }
    assert!(
        were_counted.iter().all(|times| *times > 0),
        "{were_counted:?}"
    );
}
