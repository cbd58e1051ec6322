use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    ApiKey, KeyChange, LimitNotice, NoticeLevel, NoticeOutbox, NoticeOutcome, Product, Reservation,
    ReservationId, UsageLedger, UsageOwner, UsagePeriod,
};

use crate::{TestStore, account, day, key, time};

const LATER: &str = "2027-01-01T00:00:00Z";

async fn with_limit(limit: u64) -> (TestStore, ApiKey) {
    let mut account = account(1);
    account.contacts = vec!["team@example.com".parse().unwrap()];
    let (mut key, digest) = key(&account, 1);
    key.limits.characters = Some(limit);
    (TestStore::with_key(&account, &key, &digest).await, key)
}

/// Consumes characters if the limit allows it, at noon of that day.
async fn consume(test: &TestStore, key: &ApiKey, date: &str, characters: u64) -> bool {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let reservation = Reservation {
        id: ReservationId(NEXT.fetch_add(1, Ordering::Relaxed)),
        owner: UsageOwner {
            key: key.id,
            period: UsagePeriod::containing(day(date), day("2026-01-01")),
        },
        product: Product::TextTranslation,
        characters,
        at: time(&format!("{date}T12:00:00Z")),
        tag: None,
    };
    let is_reserved = test.store.reserve(&reservation).await.is_ok();
    if is_reserved {
        test.store.settle(reservation.id).await.unwrap();
    }
    is_reserved
}

async fn notices(test: &TestStore) -> Vec<LimitNotice> {
    test.store.due_notices(time(LATER), 100).await.unwrap()
}

/// Level, characters and period of each notice.
async fn levels(test: &TestStore) -> Vec<(u8, u64, String)> {
    let notices = notices(test).await;
    let level = |notice: &LimitNotice| {
        let period = notice.period_start.to_string();
        (notice.level.percent(), notice.characters, period)
    };
    notices.iter().map(level).collect()
}

fn may(percent: u8, characters: u64) -> (u8, u64, String) {
    (percent, characters, "2026-05-01".to_owned())
}

#[tokio::test]
async fn there_is_one_notice_for_each_level_and_period() {
    let (test, key) = with_limit(10).await;
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
    assert_eq!(levels(&test).await, [may(80, 8), may(100, 10)]);

    assert!(consume(&test, &key, "2026-06-01", 9).await);
    let june = (80, 9, "2026-06-01".to_owned());
    assert_eq!(levels(&test).await, [may(80, 8), may(100, 10), june]);
}

#[tokio::test]
async fn a_notice_says_whom_it_is_about_and_what_was_found() {
    let (test, key) = with_limit(10).await;
    consume(&test, &key, "2026-05-05", 9).await;
    let [notice] = notices(&test).await.try_into().unwrap();
    assert_eq!(notice.key, key);
    assert_eq!(
        notice.account.contacts,
        ["team@example.com".parse().unwrap()]
    );
    assert_eq!(notice.level, NoticeLevel::Near);
    assert_eq!((notice.characters, notice.limit), (9, 10));
    assert_eq!(notice.created, time("2026-05-05T12:00:00Z"));
    assert_eq!(notice.attempts, 0);
}

#[tokio::test]
async fn who_reaches_both_levels_at_once_is_told_of_the_higher_one() {
    let (test, key) = with_limit(10).await;
    consume(&test, &key, "2026-05-05", 10).await;
    assert_eq!(levels(&test).await, [may(100, 10)]);
}

#[tokio::test]
async fn a_limit_is_reached_when_a_request_is_refused_with_little_left() {
    let (test, key) = with_limit(10).await;
    assert!(!consume(&test, &key, "2026-05-05", 11).await);
    assert_eq!(levels(&test).await, [], "it was the request that was large");
    assert!(consume(&test, &key, "2026-05-05", 9).await);
    assert!(!consume(&test, &key, "2026-05-05", 2).await);
    assert!(!consume(&test, &key, "2026-05-05", 2).await);
    assert_eq!(levels(&test).await, [may(80, 9), may(100, 9)]);
}

#[tokio::test]
async fn a_key_without_a_limit_or_blocked_on_purpose_has_no_notices() {
    let (test, key) = with_limit(0).await;
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

#[tokio::test]
async fn a_notice_is_due_until_it_is_sent_or_given_up() {
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
        let (test, key) = with_limit(10).await;
        consume(&test, &key, "2026-05-05", 8).await;
        let before = time("2026-05-05T11:59:59Z");
        assert_eq!(test.store.due_notices(before, 1).await, Ok(Vec::new()));
        let [notice] = notices(&test).await.try_into().unwrap();
        test.store.attempted(notice.id, outcome).await.unwrap();
        let test = test.reopen().await;
        for (now, is_due) in [
            ("2026-05-05T12:59:59Z", is_due_before),
            ("2026-05-05T13:00:00Z", is_due_later),
        ] {
            let due = test.store.due_notices(time(now), 1).await.unwrap();
            assert_eq!(due.len(), usize::from(is_due), "{outcome:?} at {now}");
            assert!(due.iter().all(|notice| notice.attempts == 1));
        }
    }
}

#[tokio::test]
async fn whoever_waits_learns_of_a_notice() {
    let (test, key) = with_limit(10).await;
    let store = test.store.clone();
    let waiting = tokio::spawn(async move { store.until_added().await });
    consume(&test, &key, "2026-05-05", 8).await;
    waiting.await.unwrap();
    assert_eq!(levels(&test).await, [may(80, 8)]);
}
