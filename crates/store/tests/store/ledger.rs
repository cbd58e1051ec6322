use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dragoman_domain::{
    ApiKey, CharacterLimit, Consumption, Date, DayRange, KeyChange, KeyUsage, Product,
    ReportingTag, Reservation, ReservationId, ReserveError, SettleError, TagUsage, Usage,
    UsageOwner, UsagePeriod,
};

use crate::{Backend, Ports, TestStore, account, day, key, time};

tests! {
    what_is_settled_is_counted_once_and_survives_a_crash,
    what_is_only_set_aside_does_not_survive_a_crash,
    a_limit_can_be_used_up_exactly_and_not_passed,
    a_limit_of_zero_blocks_all_use,
    what_is_set_aside_counts_against_the_limit_until_it_is_released,
    the_account_counts_all_its_keys_and_each_key_only_itself,
    a_new_period_begins_at_zero,
    closing_waits_for_what_was_sent_and_refuses_what_comes_later,
    characters_are_counted_under_the_tag_and_day_of_their_request,
    a_day_has_only_so_many_tags_and_what_has_others_is_counted_without,
    counts_are_kept_by_product_and_day_and_a_period_is_the_sum_of_its_days,
    a_new_limit_counts_at_once_for_what_was_consumed_before,
    a_deactivated_key_sets_nothing_aside_and_what_it_had_set_aside_is_not_counted,
    a_changed_day_of_billing_neither_forgets_nor_repeats_work_in_progress;
    threads:
    requests_at_the_same_time_use_up_a_limit_exactly
}

const YEAR: DayRange = DayRange {
    first: Date::constant(2026, 1, 1),
    last: Date::constant(2026, 12, 31),
};

pub(crate) fn owner(key: &ApiKey) -> UsageOwner {
    UsageOwner {
        key: key.id,
        period: UsagePeriod::containing(day("2026-05-05"), day("2026-01-01")),
    }
}

pub(crate) fn reservation(key: &ApiKey, characters: u64) -> Reservation {
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

pub(crate) fn usage_of(account: u64, key: u64) -> Usage {
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

pub(crate) async fn with_limits(
    backend: Backend,
    of_account: CharacterLimit,
    of_key: CharacterLimit,
) -> (TestStore, ApiKey) {
    let mut account = account(1);
    account.character_limit = of_account;
    let (mut key, digest) = key(&account, 1);
    key.limits.characters = of_key;
    (
        TestStore::with_key(backend, &account, &key, &digest).await,
        key,
    )
}

/// What is counted under tags, day by day.
async fn tagged_by_day(test: &TestStore, key: &ApiKey) -> Vec<String> {
    let usages = test
        .store
        .usage_by_tag(key.id.account, YEAR, true, 0, u32::MAX)
        .await
        .unwrap();
    let line = |usage: &TagUsage| {
        let (day, tag) = (usage.day.unwrap(), usage.tag.as_str());
        format!("{day} {tag} {}", usage.consumption.total())
    };
    usages.iter().map(line).collect()
}

/// Sets characters aside and counts them.
pub(crate) async fn consume(
    store: &Arc<dyn Ports>,
    key: &ApiKey,
    characters: u64,
) -> Result<(), ReserveError> {
    let reservation = reservation(key, characters);
    store.reserve(&reservation).await?;
    store.settle(reservation.id).await.unwrap();
    Ok(())
}

async fn what_is_settled_is_counted_once_and_survives_a_crash(backend: Backend) {
    let (test, key) = with_limits(backend, None, None).await;
    let reservation = reservation(&key, 7);
    test.store.reserve(&reservation).await.unwrap();
    test.store.settle(reservation.id).await.unwrap();
    assert!(test.store.settle(reservation.id).await.is_err());
    test.store.release(reservation.id);
    consume(&test.store, &key, 5).await.unwrap();
    let test = test.reopen().await;
    assert_eq!(
        test.store.usage(&owner(&key)).await.unwrap(),
        usage_of(12, 12)
    );
}

async fn what_is_only_set_aside_does_not_survive_a_crash(backend: Backend) {
    let (test, key) = with_limits(backend, Some(10), None).await;
    test.store.reserve(&reservation(&key, 10)).await.unwrap();
    let test = test.reopen().await;
    assert_eq!(
        test.store.usage(&owner(&key)).await.unwrap(),
        Usage::default()
    );
    consume(&test.store, &key, 10).await.unwrap();
}

async fn a_limit_can_be_used_up_exactly_and_not_passed(backend: Backend) {
    for (of_account, of_key, refusal) in [
        (Some(10), None, ReserveError::AccountLimit),
        (None, Some(10), ReserveError::KeyLimit),
        (Some(10), Some(10), ReserveError::AccountLimit),
        (Some(11), Some(10), ReserveError::KeyLimit),
    ] {
        let (test, key) = with_limits(backend, of_account, of_key).await;
        consume(&test.store, &key, 9).await.unwrap();
        assert_eq!(consume(&test.store, &key, 2).await, Err(refusal.clone()));
        consume(&test.store, &key, 1).await.unwrap();
        assert_eq!(consume(&test.store, &key, 1).await, Err(refusal));
    }
}

async fn a_limit_of_zero_blocks_all_use(backend: Backend) {
    let (test, key) = with_limits(backend, None, Some(0)).await;
    assert_eq!(
        consume(&test.store, &key, 1).await,
        Err(ReserveError::KeyLimit)
    );
}

async fn what_is_set_aside_counts_against_the_limit_until_it_is_released(backend: Backend) {
    let (test, key) = with_limits(backend, Some(10), None).await;
    // Whoever gives something back asks for it again at once, and finds it.
    for _ in 0..50 {
        let first = reservation(&key, 6);
        test.store.reserve(&first).await.unwrap();
        let second = reservation(&key, 5);
        let refused = test.store.reserve(&second).await;
        assert_eq!(refused, Err(ReserveError::AccountLimit));
        test.store.release(first.id);
        test.store.reserve(&second).await.unwrap();
        test.store.release(second.id);
    }
    consume(&test.store, &key, 10).await.unwrap();
}

async fn the_account_counts_all_its_keys_and_each_key_only_itself(backend: Backend) {
    let account = account(1);
    let (first, first_digest) = key(&account, 1);
    let (second, second_digest) = key(&account, 2);
    let test = TestStore::with_key(backend, &account, &first, &first_digest).await;
    test.add_key(&second, &second_digest).await;
    consume(&test.store, &first, 3).await.unwrap();
    consume(&test.store, &second, 4).await.unwrap();
    assert_eq!(
        test.store.usage(&owner(&second)).await.unwrap(),
        usage_of(7, 4)
    );
}

async fn a_new_period_begins_at_zero(backend: Backend) {
    let (test, key) = with_limits(backend, Some(10), None).await;
    consume(&test.store, &key, 10).await.unwrap();
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

async fn requests_at_the_same_time_use_up_a_limit_exactly(backend: Backend) {
    let (test, key) = with_limits(backend, Some(1_000), None).await;
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let (store, key) = (Arc::clone(&test.store), key.clone());
            tokio::spawn(async move {
                let mut accepted = 0;
                for _ in 0..30 {
                    match consume(&store, &key, 3).await {
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

async fn closing_waits_for_what_was_sent_and_refuses_what_comes_later(backend: Backend) {
    let (test, key) = with_limits(backend, None, None).await;
    let reservation = reservation(&key, 7);
    test.store.reserve(&reservation).await.unwrap();
    let settle = test.store.settle(reservation.id);
    let (settled, ()) = tokio::join!(settle, test.store.close());
    settled.unwrap();
    assert!(consume(&test.store, &key, 1).await.is_err());
    let test = test.reopen().await;
    assert_eq!(
        test.store.usage(&owner(&key)).await.unwrap(),
        usage_of(7, 7)
    );
}

async fn characters_are_counted_under_the_tag_and_day_of_their_request(backend: Backend) {
    let (test, key) = with_limits(backend, None, None).await;
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
    assert_eq!(
        tagged_by_day(&test, &key).await,
        [
            "2026-05-05 blog 6",
            "2026-05-05 shop 7",
            "2026-05-06 shop 5"
        ]
    );
}

async fn a_day_has_only_so_many_tags_and_what_has_others_is_counted_without(backend: Backend) {
    let (test, key) = with_limits(backend, None, None).await;
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
    let most = usize::try_from(ReportingTag::MOST_OF_DAY).unwrap();
    let tagged = tagged_by_day(&test, &key).await;
    assert_eq!(tagged.len(), most + 1);
    assert_eq!(tagged.last().unwrap(), "2026-05-06 one-more 1");
    let is_once = |line: &&String| line.starts_with("2026-05-05 tag-") && line.ends_with(" 1");
    assert_eq!(tagged.iter().filter(is_once).count(), most - 1);
    assert!(tagged.contains(&"2026-05-05 tag-0 2".to_owned()));
}

async fn counts_are_kept_by_product_and_day_and_a_period_is_the_sum_of_its_days(backend: Backend) {
    let (test, key) = with_limits(backend, Some(100), None).await;
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
        consume(&test.store, &key, 10).await,
        Err(ReserveError::AccountLimit)
    );
    let test = test.reopen().await;
    let usage = test.store.usage(&owner(&key)).await.unwrap();
    assert_eq!(usage.key.of(Product::TextTranslation), 21);
    assert_eq!(usage.key.of(Product::DocumentTranslation), 30);
    assert_eq!(usage.account.of(Product::TextImprovement), 40);
    assert_eq!(
        consume(&test.store, &key, 10).await,
        Err(ReserveError::AccountLimit)
    );
    consume(&test.store, &key, 9).await.unwrap();
    let days = test
        .store
        .usage_by_key(key.id.account, YEAR, true)
        .await
        .unwrap();
    let line = |usage: &KeyUsage| {
        let counts = Product::ALL.map(|product| usage.consumption.of(product));
        format!("{} {counts:?}", usage.day.unwrap())
    };
    assert_eq!(
        days.iter().map(line).collect::<Vec<_>>(),
        [
            "2026-05-01 [1, 0, 0]",
            "2026-05-05 [9, 0, 0]",
            "2026-05-31 [20, 30, 40]",
        ]
    );
}

async fn a_new_limit_counts_at_once_for_what_was_consumed_before(backend: Backend) {
    let (test, key) = with_limits(backend, None, None).await;
    consume(&test.store, &key, 8).await.unwrap();
    let limit = |characters| KeyChange::Limits {
        characters: Some(characters),
        speech_milliseconds: None,
    };
    test.change_key(key.id, limit(Some(10))).await.unwrap();
    assert_eq!(
        consume(&test.store, &key, 3).await,
        Err(ReserveError::KeyLimit)
    );
    test.change_key(key.id, limit(Some(0))).await.unwrap();
    assert_eq!(
        consume(&test.store, &key, 1).await,
        Err(ReserveError::KeyLimit)
    );
    test.change_key(key.id, limit(None)).await.unwrap();
    consume(&test.store, &key, 3).await.unwrap();
}

async fn a_deactivated_key_sets_nothing_aside_and_what_it_had_set_aside_is_not_counted(
    backend: Backend,
) {
    let account = account(1);
    let (ended, ended_digest) = key(&account, 1);
    let (other, other_digest) = key(&account, 2);
    let test = TestStore::with_key(backend, &account, &ended, &ended_digest).await;
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
        consume(&test.store, &ended, 1).await,
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
    assert_eq!(tagged_by_day(&test, &other).await, ["2026-05-05 shop 7"]);
}

async fn a_changed_day_of_billing_neither_forgets_nor_repeats_work_in_progress(backend: Backend) {
    let (test, key) = with_limits(backend, Some(10), None).await;
    consume(&test.store, &key, 2).await.unwrap();
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
