use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    ApiKey, CharacterLimit, Consumption, KeyChange, Product, ReportingTag, Reservation,
    ReservationId, ReserveError, SettleError, Usage, UsageLedger, UsageOwner, UsagePeriod,
};

use crate::{TestStore, account, day, key, time};

fn owner(key: &ApiKey) -> UsageOwner {
    UsageOwner {
        key: key.id,
        period: UsagePeriod::containing(day("2026-05-05"), day("2026-01-01")),
    }
}

fn reservation(key: &ApiKey, characters: u64) -> Reservation {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Reservation {
        id: ReservationId::Request(NEXT.fetch_add(1, Ordering::Relaxed)),
        owner: owner(key),
        product: Product::TextTranslation,
        characters,
        at: time("2026-05-05T12:00:00Z"),
        tag: None,
    }
}

fn usage_of(account: u64, key: u64) -> Usage {
    let consumption = |characters| {
        let mut consumption = Consumption::default();
        consumption.add(Product::TextTranslation, characters);
        consumption
    };
    Usage {
        account: consumption(account),
        key: consumption(key),
    }
}

async fn with_limits(of_account: CharacterLimit, of_key: CharacterLimit) -> (TestStore, ApiKey) {
    let mut account = account(1);
    account.character_limit = of_account;
    let (mut key, digest) = key(&account, 1);
    key.limits.characters = of_key;
    (TestStore::with_key(&account, &key, &digest).await, key)
}

async fn consume(test: &TestStore, key: &ApiKey, characters: u64) -> Result<(), ReserveError> {
    let reservation = reservation(key, characters);
    test.store.reserve(&reservation).await?;
    test.store.settle(reservation.id).await.unwrap();
    Ok(())
}

#[tokio::test]
async fn what_is_settled_is_counted_once_and_survives_a_crash() {
    let (test, key) = with_limits(None, None).await;
    let reservation = reservation(&key, 7);
    test.store.reserve(&reservation).await.unwrap();
    test.store.settle(reservation.id).await.unwrap();
    assert!(test.store.settle(reservation.id).await.is_err());
    test.store.release(reservation.id);
    consume(&test, &key, 5).await.unwrap();
    let test = test.reopen().await;
    assert_eq!(
        test.store.usage(&owner(&key)).await.unwrap(),
        usage_of(12, 12)
    );
}

#[tokio::test]
async fn what_is_only_set_aside_does_not_survive_a_crash() {
    let (test, key) = with_limits(Some(10), None).await;
    test.store.reserve(&reservation(&key, 10)).await.unwrap();
    let test = test.reopen().await;
    assert_eq!(
        test.store.usage(&owner(&key)).await.unwrap(),
        Usage::default()
    );
    consume(&test, &key, 10).await.unwrap();
}

#[tokio::test]
async fn a_limit_can_be_used_up_exactly_and_not_passed() {
    for (of_account, of_key, refusal) in [
        (Some(10), None, ReserveError::AccountLimit),
        (None, Some(10), ReserveError::KeyLimit),
        (Some(10), Some(10), ReserveError::AccountLimit),
        (Some(11), Some(10), ReserveError::KeyLimit),
    ] {
        let (test, key) = with_limits(of_account, of_key).await;
        consume(&test, &key, 9).await.unwrap();
        assert_eq!(consume(&test, &key, 2).await, Err(refusal.clone()));
        consume(&test, &key, 1).await.unwrap();
        assert_eq!(consume(&test, &key, 1).await, Err(refusal));
    }
}

#[tokio::test]
async fn a_limit_of_zero_blocks_all_use() {
    let (test, key) = with_limits(None, Some(0)).await;
    assert_eq!(consume(&test, &key, 1).await, Err(ReserveError::KeyLimit));
}

#[tokio::test]
async fn what_is_set_aside_counts_against_the_limit_until_it_is_released() {
    let (test, key) = with_limits(Some(10), None).await;
    let first = reservation(&key, 6);
    test.store.reserve(&first).await.unwrap();
    assert_eq!(
        consume(&test, &key, 5).await,
        Err(ReserveError::AccountLimit)
    );
    test.store.release(first.id);
    consume(&test, &key, 5).await.unwrap();
}

#[tokio::test]
async fn the_account_counts_all_its_keys_and_each_key_only_itself() {
    let account = account(1);
    let (first, first_digest) = key(&account, 1);
    let (second, second_digest) = key(&account, 2);
    let test = TestStore::with_key(&account, &first, &first_digest).await;
    test.add_key(&second, &second_digest).await;
    consume(&test, &first, 3).await.unwrap();
    consume(&test, &second, 4).await.unwrap();
    assert_eq!(
        test.store.usage(&owner(&second)).await.unwrap(),
        usage_of(7, 4)
    );
}

#[tokio::test]
async fn a_new_period_begins_at_zero() {
    let (test, key) = with_limits(Some(10), None).await;
    consume(&test, &key, 10).await.unwrap();
    let mut next = reservation(&key, 10);
    next.at = time("2026-06-01T00:00:00Z");
    next.owner.period = UsagePeriod::containing(day("2026-06-01"), day("2026-01-01"));
    test.store.reserve(&next).await.unwrap();
    test.store.settle(next.id).await.unwrap();
    assert_eq!(
        test.store.usage(&next.owner).await.unwrap().account.total(),
        10
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_at_the_same_time_use_up_a_limit_exactly() {
    let (test, key) = with_limits(Some(1_000), None).await;
    let test = Arc::new(test);
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let (test, key) = (Arc::clone(&test), key.clone());
            tokio::spawn(async move {
                let mut accepted = 0;
                for _ in 0..30 {
                    match consume(&test, &key, 3).await {
                        Ok(()) => accepted += 3,
                        Err(error) => assert_eq!(error, ReserveError::AccountLimit),
                    }
                }
                accepted
            })
        })
        .collect();
    let mut accepted = 0;
    for task in tasks {
        accepted += task.await.unwrap();
    }
    assert_eq!(accepted, 999);
    assert_eq!(
        test.store
            .usage(&owner(&key))
            .await
            .unwrap()
            .account
            .total(),
        999
    );
}

#[tokio::test]
async fn closing_waits_for_what_was_sent_and_refuses_what_comes_later() {
    let (test, key) = with_limits(None, None).await;
    let reservation = reservation(&key, 7);
    test.store.reserve(&reservation).await.unwrap();
    let settle = test.store.settle(reservation.id);
    let (settled, ()) = tokio::join!(settle, test.store.close());
    settled.unwrap();
    assert!(consume(&test, &key, 1).await.is_err());
    let test = test.reopen().await;
    assert_eq!(
        test.store
            .usage(&owner(&key))
            .await
            .unwrap()
            .account
            .total(),
        7
    );
}

#[tokio::test]
async fn characters_are_counted_under_the_tag_and_day_of_their_request() {
    let (test, key) = with_limits(None, None).await;
    let tagged = |tag: &str, at: &str, characters| Reservation {
        at: time(at),
        tag: Some(ReportingTag::parse(tag).unwrap()),
        ..reservation(&key, characters)
    };
    let reservations = [
        tagged("shop", "2026-05-05T00:00:00Z", 3),
        tagged("Shop", "2026-05-05T23:59:59Z", 4),
        tagged("shop", "2026-05-06T00:00:00Z", 5),
        tagged("blog", "2026-05-05T10:00:00Z", 6),
        reservation(&key, 100),
    ];
    for reservation in &reservations {
        test.store.reserve(reservation).await.unwrap();
    }
    let settle = |reservation: &Reservation| {
        let id = reservation.id;
        let store = test.store.clone();
        async move { store.settle(id).await }
    };
    futures_util::future::try_join_all(reservations.iter().map(settle))
        .await
        .unwrap();
    let counted = test.store.usage(&owner(&key)).await.unwrap();
    assert_eq!(counted.key.total(), 118);
    let tags: Vec<(i64, String, i64)> =
        sqlx::query_as("SELECT day, tag, characters FROM tagged_usage ORDER BY day, tag")
            .fetch_all(&mut test.file().await)
            .await
            .unwrap();
    let row = |day, tag: &str, characters| (day, tag.to_owned(), characters);
    let first = time("2026-05-05T00:00:00Z").as_second() / 86_400;
    assert_eq!(
        tags,
        [
            row(first, "blog", 6),
            row(first, "shop", 7),
            row(first + 1, "shop", 5)
        ]
    );
}

#[tokio::test]
async fn a_day_has_only_so_many_tags_and_what_has_others_is_counted_without() {
    let (test, key) = with_limits(None, None).await;
    let count = async |tag: &str, at: &str| {
        let reservation = Reservation {
            at: time(at),
            tag: Some(ReportingTag::parse(tag).unwrap()),
            ..reservation(&key, 1)
        };
        test.store.reserve(&reservation).await.unwrap();
        test.store.settle(reservation.id).await.unwrap();
    };
    let (today, tomorrow) = ("2026-05-05T12:00:00Z", "2026-05-06T12:00:00Z");
    let tags: Vec<String> = (0..ReportingTag::MOST_OF_DAY + 5)
        .map(|number| format!("tag-{number}"))
        .collect();
    futures_util::future::join_all(tags.iter().map(|tag| count(tag, today))).await;
    // Those that are known go on, and so does another day.
    count("tag-0", today).await;
    count("one-more", today).await;
    count("one-more", tomorrow).await;
    let total = u64::from(ReportingTag::MOST_OF_DAY) + 8;
    let counted = test.store.usage(&owner(&key)).await.unwrap();
    assert_eq!(counted.key.total(), total);
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT count(*), sum(characters) FROM tagged_usage GROUP BY day ORDER BY day",
    )
    .fetch_all(&mut test.file().await)
    .await
    .unwrap();
    let most = i64::from(ReportingTag::MOST_OF_DAY);
    assert_eq!(rows, [(most, most + 1), (1, 1)]);
}

#[tokio::test]
async fn counts_are_kept_by_product_and_day_and_a_period_is_the_sum_of_its_days() {
    let (test, key) = with_limits(Some(100), None).await;
    for (product, at, characters) in [
        (Product::TextTranslation, "2026-05-01T00:00:00Z", 1),
        (Product::TextTranslation, "2026-05-31T23:59:59.999Z", 20),
        (Product::DocumentTranslation, "2026-05-31T12:00:00Z", 30),
        (Product::TextImprovement, "2026-05-31T12:00:00Z", 40),
    ] {
        let reservation = Reservation {
            product,
            at: time(at),
            ..reservation(&key, characters)
        };
        test.store.reserve(&reservation).await.unwrap();
        test.store.settle(reservation.id).await.unwrap();
    }
    assert_eq!(
        consume(&test, &key, 10).await,
        Err(ReserveError::AccountLimit)
    );
    let test = test.reopen().await;
    let usage = test.store.usage(&owner(&key)).await.unwrap();
    assert_eq!(usage.key.of(Product::TextTranslation), 21);
    assert_eq!(usage.key.of(Product::DocumentTranslation), 30);
    assert_eq!(usage.account.of(Product::TextImprovement), 40);
    assert_eq!(
        consume(&test, &key, 10).await,
        Err(ReserveError::AccountLimit)
    );
    consume(&test, &key, 9).await.unwrap();
    let days: Vec<(i64, String, i64)> =
        sqlx::query_as("SELECT day, product, characters FROM daily_usage ORDER BY day, product")
            .fetch_all(&mut test.file().await)
            .await
            .unwrap();
    let row = |day, product: &str, characters| (day, product.to_owned(), characters);
    let first = time("2026-05-01T00:00:00Z").as_second() / 86_400;
    assert_eq!(
        days,
        [
            row(first, "text_translation", 1),
            row(first + 4, "text_translation", 9),
            row(first + 30, "document_translation", 30),
            row(first + 30, "text_improvement", 40),
            row(first + 30, "text_translation", 20),
        ]
    );
}

#[tokio::test]
async fn a_new_limit_counts_at_once_for_what_was_consumed_before() {
    let (test, key) = with_limits(None, None).await;
    consume(&test, &key, 8).await.unwrap();
    let limit = |characters| KeyChange::Limits {
        characters: Some(characters),
        speech_milliseconds: None,
    };
    test.change_key(key.id, limit(Some(10))).await.unwrap();
    assert_eq!(consume(&test, &key, 3).await, Err(ReserveError::KeyLimit));
    test.change_key(key.id, limit(Some(0))).await.unwrap();
    assert_eq!(consume(&test, &key, 1).await, Err(ReserveError::KeyLimit));
    test.change_key(key.id, limit(None)).await.unwrap();
    consume(&test, &key, 3).await.unwrap();
}

#[tokio::test]
async fn a_deactivated_key_sets_nothing_aside_and_what_it_had_set_aside_is_not_counted() {
    let account = account(1);
    let (ended, ended_digest) = key(&account, 1);
    let (other, other_digest) = key(&account, 2);
    let test = TestStore::with_key(&account, &ended, &ended_digest).await;
    test.add_key(&other, &other_digest).await;
    let tag = Some(ReportingTag::parse("shop").unwrap());
    let waiting = [(&ended, 5), (&other, 7)].map(|(key, characters)| Reservation {
        tag: tag.clone(),
        ..reservation(key, characters)
    });
    for reservation in &waiting {
        test.store.reserve(reservation).await.unwrap();
    }
    let at = time("2026-05-05T12:00:01Z");
    test.change_key(ended.id, KeyChange::Deactivate(at)).await;

    assert_eq!(
        consume(&test, &ended, 1).await,
        Err(ReserveError::KeyDeactivated)
    );
    let settle = |reservation: &Reservation| {
        let (store, id) = (test.store.clone(), reservation.id);
        async move { store.settle(id).await }
    };
    let (refused, counted) = tokio::join!(settle(&waiting[0]), settle(&waiting[1]));
    assert_eq!(refused, Err(SettleError::KeyDeactivated));
    assert_eq!(counted, Ok(()));
    assert_eq!(
        test.store.usage(&owner(&other)).await.unwrap(),
        usage_of(7, 7)
    );
    let tagged: i64 = sqlx::query_scalar("SELECT sum(characters) FROM tagged_usage")
        .fetch_one(&mut test.file().await)
        .await
        .unwrap();
    assert_eq!(tagged, 7);
}

#[tokio::test]
async fn a_changed_day_of_billing_neither_forgets_nor_repeats_work_in_progress() {
    let (test, key) = with_limits(Some(10), None).await;
    consume(&test, &key, 2).await.unwrap();
    let before = reservation(&key, 5);
    test.store.reserve(&before).await.unwrap();
    // From now on periods begin on the third, and that of today is another one.
    let with_new_period = |characters| {
        let mut reservation = reservation(&key, characters);
        reservation.owner.period = UsagePeriod::containing(day("2026-05-05"), day("2026-01-03"));
        reservation
    };
    let too_much = with_new_period(4);
    assert_eq!(
        test.store.reserve(&too_much).await,
        Err(ReserveError::AccountLimit)
    );
    let fits = with_new_period(3);
    test.store.reserve(&fits).await.unwrap();
    test.store.settle(before.id).await.unwrap();
    test.store.settle(fits.id).await.unwrap();
    let one_more = with_new_period(1);
    assert_eq!(
        test.store.reserve(&one_more).await,
        Err(ReserveError::AccountLimit)
    );
    let usage = test.store.usage(&one_more.owner).await.unwrap();
    assert_eq!(usage, usage_of(10, 10));
}
