use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    ApiKey, DayRange, Product, ReportingTag, Reservation, ReservationId, UsageOwner, UsagePeriod,
    day_of,
};

use crate::{Backend, TestStore, account, day, key, time};

tests! {
    what_keys_consumed_is_summed_over_days_or_told_for_each_day,
    what_tags_consumed_comes_in_pages
}

async fn consume(
    test: &TestStore,
    key: &ApiKey,
    at: &str,
    tag: &str,
    product: Product,
    characters: u64,
) {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let at = time(at);
    let reservation = Reservation {
        id: ReservationId::Request(NEXT.fetch_add(1, Ordering::Relaxed)),
        owner: UsageOwner {
            key: key.id,
            period: UsagePeriod::containing(day_of(at), day("2026-01-01")),
        },
        product,
        characters,
        at,
        tag: Some(ReportingTag::parse(tag).unwrap()),
    };
    test.store.reserve(&reservation).await.unwrap();
    test.store.settle(reservation.id).await.unwrap();
}

/// Two keys of an account with a few days of use, and a key of another account.
async fn used(backend: Backend) -> (TestStore, ApiKey, ApiKey) {
    use Product::{DocumentTranslation, TextImprovement, TextTranslation};
    let (account, other) = (account(1), account(2));
    let (first, first_digest) = key(&account, 1);
    let (second, second_digest) = key(&account, 2);
    let (foreign, foreign_digest) = key(&other, 3);
    let test = TestStore::with_key(backend, &account, &first, &first_digest).await;
    test.add_key(&second, &second_digest).await;
    test.add_account(&other).await;
    test.add_key(&foreign, &foreign_digest).await;
    consume(
        &test,
        &first,
        "2026-05-01T00:00:00Z",
        "shop",
        TextTranslation,
        1,
    )
    .await;
    consume(
        &test,
        &first,
        "2026-05-02T00:00:00Z",
        "shop",
        TextTranslation,
        2,
    )
    .await;
    consume(
        &test,
        &second,
        "2026-05-02T23:59:59Z",
        "blog",
        DocumentTranslation,
        4,
    )
    .await;
    consume(
        &test,
        &second,
        "2026-05-02T23:59:59Z",
        "shop",
        TextImprovement,
        8,
    )
    .await;
    consume(
        &test,
        &first,
        "2026-05-03T00:00:00Z",
        "blog",
        TextTranslation,
        16,
    )
    .await;
    consume(
        &test,
        &foreign,
        "2026-05-02T00:00:00Z",
        "shop",
        TextTranslation,
        1_000,
    )
    .await;
    (test, first, second)
}

fn range(first: &str, last: &str) -> DayRange {
    DayRange {
        first: day(first),
        last: day(last),
    }
}

async fn what_keys_consumed_is_summed_over_days_or_told_for_each_day(backend: Backend) {
    let (test, first, second) = used(backend).await;
    let report = async |days, by_day| {
        let usages = test
            .store
            .usage_by_key(first.id.account, days, by_day)
            .await
            .unwrap();
        let row = |usage: &dragoman_domain::KeyUsage| {
            let key = if usage.key == first.id {
                "first"
            } else {
                "second"
            };
            let day = usage.day.map(|day| day.to_string()).unwrap_or_default();
            let counts = Product::ALL.map(|product| usage.consumption.of(product));
            format!("{key} {day} {counts:?}")
        };
        usages.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(
        report(range("2026-05-01", "2026-05-02"), false).await,
        ["first  [3, 0, 0]", "second  [0, 4, 8]"]
    );
    assert_eq!(
        report(range("2026-05-02", "2026-05-03"), true).await,
        [
            "first 2026-05-02 [2, 0, 0]",
            "second 2026-05-02 [0, 4, 8]",
            "first 2026-05-03 [16, 0, 0]",
        ]
    );
    assert!(
        report(range("2026-05-04", "2026-06-04"), true)
            .await
            .is_empty()
    );
    assert_eq!(second.id.account, first.id.account);
}

async fn what_tags_consumed_comes_in_pages(backend: Backend) {
    let (test, first, _) = used(backend).await;
    let days = range("2026-05-01", "2026-05-03");
    let report = async |by_day, offset, most| {
        let account = first.id.account;
        let usages = test
            .store
            .usage_by_tag(account, days, by_day, offset, most)
            .await
            .unwrap();
        let row = |usage: &dragoman_domain::TagUsage| {
            let day = usage.day.map(|day| day.to_string()).unwrap_or_default();
            format!("{} {day} {}", usage.tag.as_str(), usage.consumption.total())
        };
        usages.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(report(false, 0, 10).await, ["blog  20", "shop  11"]);
    assert_eq!(report(false, 1, 10).await, ["shop  11"]);
    assert_eq!(
        report(true, 0, 3).await,
        [
            "shop 2026-05-01 1",
            "blog 2026-05-02 4",
            "shop 2026-05-02 10"
        ]
    );
    assert_eq!(report(true, 3, 3).await, ["blog 2026-05-03 16"]);
    assert!(report(true, u64::MAX, 3).await.is_empty());
}
