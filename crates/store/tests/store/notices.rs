use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    ApiKey, KeyChange, LimitNotice, NoticeLevel, NoticeOutbox, NoticeOutcome, Product, Reservation,
    ReservationId, UsageOwner, UsagePeriod,
};

use crate::{Backend, TestStore, account, day, key, time};

tests! {
    there_is_one_notice_for_each_level_and_period,
    a_notice_says_whom_it_is_about_and_what_was_found,
    who_reaches_both_levels_at_once_is_told_of_the_higher_one,
    a_limit_is_reached_when_a_request_is_refused_with_little_left,
    a_key_without_a_limit_or_blocked_on_purpose_has_no_notices,
    a_notice_is_due_until_it_is_sent_or_given_up,
    whoever_waits_learns_of_a_notice,
    who_dies_during_an_attempt_leaves_the_notice_to_the_next_with_whom_is_still_to_be_told,
    the_limit_that_counts_is_that_of_the_time_when_the_work_is_done,
    what_others_in_progress_keep_free_is_no_reason_for_a_notice
}

const LATER: &str = "2027-01-01T00:00:00Z";

pub(crate) async fn with_limit(backend: Backend, limit: u64) -> (TestStore, ApiKey) {
    let mut account = account(1);
    account.contacts = vec!["team@example.com".parse().unwrap()];
    let (mut key, digest) = key(&account, 1);
    key.limits.characters = Some(limit);
    (
        TestStore::with_key(backend, &account, &key, &digest).await,
        key,
    )
}

/// Characters for work at noon of that day.
fn reservation(key: &ApiKey, date: &str, characters: u64) -> Reservation {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Reservation {
        id: ReservationId::Request(NEXT.fetch_add(1, Ordering::Relaxed)),
        owner: UsageOwner {
            key: key.id,
            period: UsagePeriod::containing(day(date), day("2026-01-01")),
        },
        product: Product::TextTranslation,
        characters,
        at: time(&format!("{date}T12:00:00Z")),
        tag: None,
    }
}

/// Consumes characters if the limit allows it.
pub(crate) async fn consume(test: &TestStore, key: &ApiKey, date: &str, characters: u64) -> bool {
    let reservation = reservation(key, date, characters);
    let is_reserved = test.store.reserve(&reservation).await.is_ok();
    if is_reserved {
        test.store.settle(reservation.id).await.unwrap();
    }
    is_reserved
}

/// The notices that are due, which stay so.
async fn notices(test: &TestStore) -> Vec<LimitNotice> {
    let due = test.store.take_due(time(LATER), 100).await.unwrap();
    test.store.take_back().await.unwrap();
    due
}

/// Level, characters and period of each notice.
async fn levels(test: &TestStore) -> Vec<(u8, u64, String)> {
    let notices = notices(test).await;
    let level = |notice: &LimitNotice| {
        let period = notice.period.start.to_string();
        (notice.level.percent(), notice.characters, period)
    };
    notices.iter().map(level).collect()
}

fn may(percent: u8, characters: u64) -> (u8, u64, String) {
    (percent, characters, "2026-05-01".to_owned())
}

async fn there_is_one_notice_for_each_level_and_period(backend: Backend) {
    let (test, key) = with_limit(backend, 10).await;
    assert!(consume(&test, &key, "2026-05-05", 7).await);
    assert_eq!(levels(&test).await, []);
    assert!(consume(&test, &key, "2026-05-06", 1).await);
    assert_eq!(levels(&test).await, [may(80, 8)]);
    assert!(consume(&test, &key, "2026-05-07", 1).await);
    let test = test.reopen().await;
    assert!(consume(&test, &key, "2026-05-08", 1).await);
    assert!(!consume(&test, &key, "2026-05-08", 1).await);
    let test = test.reopen().await;
    assert!(!consume(&test, &key, "2026-05-08", 1).await);
    assert_eq!(levels(&test).await, [may(100, 10)], "in place of the other");

    assert!(consume(&test, &key, "2026-06-01", 9).await);
    let june = (80, 9, "2026-06-01".to_owned());
    assert_eq!(levels(&test).await, [may(100, 10), june]);
}

async fn a_notice_says_whom_it_is_about_and_what_was_found(backend: Backend) {
    let (test, key) = with_limit(backend, 10).await;
    consume(&test, &key, "2026-05-05", 9).await;
    let [notice] = notices(&test).await.try_into().unwrap();
    assert_eq!(notice.key, key);
    assert_eq!(notice.recipients, ["team@example.com".parse().unwrap()]);
    assert_eq!(notice.period.end, day("2026-06-01"));
    assert_eq!(notice.level, NoticeLevel::Near);
    assert_eq!((notice.characters, notice.limit), (9, 10));
    assert_eq!(notice.created, time("2026-05-05T12:00:00Z"));
    assert_eq!(notice.attempts, 0);
}

async fn who_reaches_both_levels_at_once_is_told_of_the_higher_one(backend: Backend) {
    let (test, key) = with_limit(backend, 10).await;
    consume(&test, &key, "2026-05-05", 10).await;
    assert_eq!(levels(&test).await, [may(100, 10)]);
}

async fn a_limit_is_reached_when_a_request_is_refused_with_little_left(backend: Backend) {
    let (test, key) = with_limit(backend, 10).await;
    assert!(!consume(&test, &key, "2026-05-05", 11).await);
    assert_eq!(levels(&test).await, [], "it was the request that was large");
    assert!(consume(&test, &key, "2026-05-05", 9).await);
    assert!(!consume(&test, &key, "2026-05-05", 2).await);
    assert!(!consume(&test, &key, "2026-05-05", 2).await);
    assert_eq!(levels(&test).await, [may(100, 9)]);
}

async fn a_key_without_a_limit_or_blocked_on_purpose_has_no_notices(backend: Backend) {
    let (test, key) = with_limit(backend, 0).await;
    assert!(!consume(&test, &key, "2026-05-05", 1).await);
    let limit = |characters| KeyChange::Limits {
        characters: Some(characters),
        speech_milliseconds: None,
    };
    test.change_key(key.id, limit(None)).await;
    assert!(consume(&test, &key, "2026-05-05", 90).await);
    assert_eq!(levels(&test).await, []);
    test.change_key(key.id, limit(Some(100))).await;
    assert!(consume(&test, &key, "2026-05-05", 1).await);
    assert_eq!(levels(&test).await, [may(80, 91)]);
}

async fn a_notice_is_due_until_it_is_sent_or_given_up(backend: Backend) {
    for (outcome, is_due_before, is_due_later) in [
        (
            NoticeOutcome::Sent(time("2026-05-05T13:00:00Z")),
            false,
            false,
        ),
        (NoticeOutcome::GivenUp, false, false),
        (
            NoticeOutcome::RetryAt(time("2026-05-05T13:00:00Z")),
            false,
            true,
        ),
    ] {
        let (test, key) = with_limit(backend, 10).await;
        consume(&test, &key, "2026-05-05", 8).await;
        let before = time("2026-05-05T11:59:59Z");
        assert_eq!(test.store.take_due(before, 1).await, Ok(Vec::new()));
        let taken = test.store.take_due(time(LATER), 1).await.unwrap();
        assert_eq!(test.store.take_due(time(LATER), 1).await, Ok(Vec::new()));
        test.store.finish(taken[0].id, outcome).await.unwrap();
        let test = test.reopen().await;
        for (now, is_due) in [
            ("2026-05-05T12:59:59Z", is_due_before),
            ("2026-05-05T13:00:00Z", is_due_later),
        ] {
            let due = test.store.take_due(time(now), 1).await.unwrap();
            assert_eq!(due.len(), usize::from(is_due), "{outcome:?} at {now}");
            assert!(due.iter().all(|notice| notice.attempts == 1));
        }
    }
}

async fn whoever_waits_learns_of_a_notice(backend: Backend) {
    let (test, key) = with_limit(backend, 10).await;
    let store = test.store.clone();
    let waiting = tokio::spawn(async move { NoticeOutbox::until_added(&*store).await });
    consume(&test, &key, "2026-05-05", 8).await;
    waiting.await.unwrap();
    assert_eq!(levels(&test).await, [may(80, 8)]);
}

async fn who_dies_during_an_attempt_leaves_the_notice_to_the_next_with_whom_is_still_to_be_told(
    backend: Backend,
) {
    let (test, key) = with_limit(backend, 10).await;
    consume(&test, &key, "2026-05-05", 8).await;
    let [taken] = test
        .store
        .take_due(time(LATER), 1)
        .await
        .unwrap()
        .try_into()
        .unwrap();
    let remaining = ["other@example.com".parse().unwrap()];
    test.store
        .keep_recipients(taken.id, &remaining)
        .await
        .unwrap();
    let test = test.reopen().await;
    test.store.take_back().await.unwrap();
    let [again] = notices(&test).await.try_into().unwrap();
    assert_eq!(again.id, taken.id);
    assert_eq!(again.recipients, remaining);
}

async fn the_limit_that_counts_is_that_of_the_time_when_the_work_is_done(backend: Backend) {
    for (limit, expected) in [
        (Some(100), None),
        (None, None),
        (Some(9), Some(may(100, 9))),
    ] {
        let (test, key) = with_limit(backend, 10).await;
        let reservation = reservation(&key, "2026-05-05", 9);
        test.store.reserve(&reservation).await.unwrap();
        let change = KeyChange::Limits {
            characters: Some(limit),
            speech_milliseconds: None,
        };
        test.change_key(key.id, change).await;
        test.store.settle(reservation.id).await.unwrap();
        assert_eq!(levels(&test).await, Vec::from_iter(expected), "{limit:?}");
    }
}

async fn what_others_in_progress_keep_free_is_no_reason_for_a_notice(backend: Backend) {
    let (test, key) = with_limit(backend, 10).await;
    assert!(consume(&test, &key, "2026-05-05", 8).await);
    let waiting = reservation(&key, "2026-05-05", 2);
    test.store.reserve(&waiting).await.unwrap();
    assert!(!consume(&test, &key, "2026-05-05", 1).await);
    test.store.release(waiting.id);
    assert_eq!(levels(&test).await, [may(80, 8)]);
}
