use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{Actor, KeyId, KeyKind, KeyLimits, Plan, ScopeSet};
use dragoman_service::NewKey;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{Answer, HandClock, Settings, TestApi, english_with};

const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// An account of the pro plan with two keys that work and one that administers. The day is 17 May
/// 2026.
struct Office {
    api: TestApi,
    clock: Arc<HandClock>,
    first: Key,
    second: Key,
    admin: String,
}

struct Key {
    id: KeyId,
    secret: String,
    mask: String,
}

impl Office {
    async fn open() -> Self {
        let clock = Arc::<HandClock>::default();
        let settings = Settings {
            clock: Arc::clone(&clock),
            ..Settings::default()
        };
        let api = TestApi::with(settings).await;
        let first = new_key(&api, "Shop").await;
        let second = new_key(&api, "Blog").await;
        let admin = new_admin_key(&api, Plan::Pro).await;
        Self {
            api,
            clock,
            first,
            second,
            admin,
        }
    }

    /// Translates a text of so many characters.
    async fn translate(&self, key: &Key, characters: usize, tag: Option<&str>) {
        let body = english_with(json!({"text": ["x".repeat(characters)]}));
        let mut request = with_key(&self.api, "POST", "/v2/translate", &key.secret).json(&body);
        if let Some(tag) = tag {
            request = request.header("X-DeepL-Reporting-Tag", tag);
        }
        let answer = Answer::of(request).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    async fn try_report(&self, query: &str) -> Answer {
        try_report(&self.api, query, &self.admin).await
    }

    async fn report(&self, query: &str) -> Value {
        let mut answer = self.try_report(query).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        answer.body["usage_report"].take()
    }

    async fn tags(&self, query: &str) -> Value {
        let mut answer = self.try_report(&format!("/custom-tags{query}")).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        answer.body["custom_tag_usage_report"].take()
    }
}

async fn try_report(api: &TestApi, query: &str, secret: &str) -> Answer {
    let path = format!("/v2/admin/analytics{query}");
    Answer::of(with_key(api, "GET", &path, secret)).await
}

fn with_key(api: &TestApi, method: &str, path: &str, secret: &str) -> reqwest::RequestBuilder {
    api.client
        .request(method.parse().unwrap(), format!("{}{path}", api.base))
        .header("authorization", format!("Service-Auth-Key {secret}"))
}

async fn new_key(api: &TestApi, label: &str) -> Key {
    let account = api.keys.account("pro").await.unwrap();
    let new = NewKey {
        kind: KeyKind::Developer,
        label: label.to_owned(),
        scopes: ScopeSet::Unrestricted,
        limits: KeyLimits::default(),
        expires: None,
    };
    let issued = api.keys.create(&account, new, Actor::Operator).await;
    let issued = issued.unwrap();
    Key {
        id: issued.key.id,
        secret: issued.secret.expose().to_owned(),
        mask: issued.key.mask,
    }
}

async fn new_admin_key(api: &TestApi, plan: Plan) -> String {
    api.new_key(plan, KeyKind::Admin, ScopeSet::Unrestricted)
        .await
}

fn texts(characters: u64) -> Value {
    json!({
        "total_characters": characters,
        "text_translation_characters": characters,
        "document_translation_characters": 0,
        "text_improvement_characters": 0,
        "speech_to_text_minutes": 0.0,
    })
}

fn tagged(characters: u64) -> Value {
    json!({
        "total_characters": characters,
        "text_translation_characters": characters,
        "text_improvement_characters": 0,
    })
}

#[tokio::test]
async fn usage_is_reported_in_all_by_key_and_by_key_and_day() {
    let office = Office::open().await;
    let (first, second) = (&office.first, &office.second);
    office.translate(first, 3, None).await;
    office.clock.put_forward(A_DAY);
    office.translate(second, 5, None).await;
    office.translate(first, 7, Some("ignored")).await;
    office.translate(first, 11, None).await;
    office.clock.put_forward(2 * A_DAY);
    office.translate(second, 13, None).await;

    let days = "?start_date=2026-05-17&end_date=2026-05-18";
    let in_all = json!({
        "total_usage": texts(26),
        "start_date": "2026-05-17T00:00:00",
        "end_date": "2026-05-18T00:00:00",
    });
    assert_eq!(office.report(days).await, in_all);
    assert_eq!(office.report(&format!("{days}&group_by=")).await, in_all);

    let of_key = |key: &Key, label: &str, characters| json!({"api_key": key.mask, "api_key_label": label, "usage": texts(characters)});
    let mut by_key = in_all.clone();
    by_key["group_by"] = json!("key");
    by_key["key_usages"] = json!([of_key(first, "Shop", 21), of_key(second, "Blog", 5)]);
    assert_eq!(office.report(&format!("{days}&group_by=key")).await, by_key);

    let on = |day: &str, mut row: Value| {
        row["usage_date"] = json!(format!("{day}T00:00:00Z"));
        row
    };
    let days = "?start_date=2026-05-17&end_date=2026-05-20&group_by=key_and_day";
    assert_eq!(
        office.report(days).await,
        json!({
            "total_usage": texts(39),
            "start_date": "2026-05-17T00:00:00",
            "end_date": "2026-05-20T00:00:00",
            "group_by": "key_and_day",
            "key_and_day_usages": [
                on("2026-05-17", of_key(first, "Shop", 3)),
                on("2026-05-18", of_key(first, "Shop", 18)),
                on("2026-05-18", of_key(second, "Blog", 5)),
                on("2026-05-20", of_key(second, "Blog", 13)),
            ],
        })
    );
}

#[tokio::test]
async fn keys_that_were_deactivated_or_renamed_are_reported_under_their_last_label() {
    let office = Office::open().await;
    office.translate(&office.first, 3, None).await;
    let keys = &office.api.keys;
    let id = office.first.id;
    keys.rename(id, "Old shop".to_owned(), Actor::Operator)
        .await
        .unwrap();
    keys.deactivate(id, Actor::Operator).await.unwrap();
    let report = office
        .report("?start_date=2026-05-17&end_date=2026-05-17&group_by=key")
        .await;
    assert_eq!(
        report["key_usages"],
        json!([{
            "api_key": office.first.mask,
            "api_key_label": "Old shop",
            "usage": texts(3),
        }])
    );
    assert!(office.first.mask.contains("****"), "{}", office.first.mask);
}

#[tokio::test]
async fn days_are_whole_whatever_the_time_of_day() {
    let office = Office::open().await;
    office.translate(&office.first, 3, None).await;
    office.clock.put_forward(A_DAY);
    office.translate(&office.first, 5, None).await;
    for (first, last) in [
        ("2026-05-17T23:59:59", "2026-05-18T00:00:00"),
        ("2026-05-17", "2026-05-18T23:59:59"),
        ("2026-05-17T08:30:00Z", "2026-05-18"),
    ] {
        let report = office
            .report(&format!("?start_date={first}&end_date={last}"))
            .await;
        assert_eq!(report["total_usage"], texts(8), "{first} {last}");
        assert_eq!(report["start_date"], "2026-05-17T00:00:00");
        assert_eq!(report["end_date"], "2026-05-18T00:00:00");
    }
}

#[tokio::test]
async fn a_report_has_up_to_366_days_of_the_calendar() {
    let office = Office::open().await;
    for path in ["", "/custom-tags"] {
        for (first, last) in [
            ("2025-05-17", "2026-05-17"),
            ("2024-01-01", "2024-12-31"),
            ("2023-03-01", "2024-02-29"),
            ("2024-02-29", "2024-02-29"),
            ("0000-01-01", "0000-12-31"),
            // A day that has begun somewhere else, and the rest of a month.
            ("2026-05-17", "2026-05-31"),
            ("2026-05-17", "2027-05-17"),
        ] {
            let query = format!("{path}?start_date={first}&end_date={last}");
            let answer = office.try_report(&query).await;
            assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        }
        for (first, last, message) in [
            (
                "2025-05-16",
                "2026-05-17",
                "A report covers 366 days at most, and this one would cover 367.",
            ),
            (
                "2023-02-28",
                "2024-02-29",
                "A report covers 366 days at most, and this one would cover 367.",
            ),
            (
                "0000-01-01",
                "9999-12-31",
                "A report covers 366 days at most, and this one would cover 3652425.",
            ),
            (
                "2026-05-17",
                "2026-05-16",
                "The report begins on 2026-05-17 and would end before that, on 2026-05-16.",
            ),
            (
                "2026-05-18",
                "2026-05-18",
                "The report would begin on 2026-05-18, and today is 2026-05-17 in UTC.",
            ),
        ] {
            let query = format!("{path}?start_date={first}&end_date={last}");
            office.try_report(&query).await.expect(400, message);
        }
    }
}

#[tokio::test]
async fn a_faulty_parameter_is_refused_by_its_name() {
    let office = Office::open().await;
    const DAYS: &str = "start_date=2026-05-17&end_date=2026-05-17";
    let mut faults = vec![
        ("?end_date=2026-05-17".to_owned(), "start_date"),
        ("?start_date=2026-05-17".to_owned(), "end_date"),
        (format!("?{DAYS}&start_date=2026-05-17"), "start_date"),
        (format!("?{DAYS}&group_by=day"), "group_by"),
        (format!("?{DAYS}&group_by=Key"), "group_by"),
        (format!("?{DAYS}&group_by=key&group_by=key"), "group_by"),
        (
            format!("/custom-tags?{DAYS}&aggregate_by=key"),
            "aggregate_by",
        ),
        ("/custom-tags?end_date=2026-05-17".to_owned(), "start_date"),
        ("/custom-tags?start_date=2026-05-17".to_owned(), "end_date"),
    ];
    for page in ["-1", "x", "1.5", "", "99999999999999999999"] {
        faults.push((format!("/custom-tags?{DAYS}&page={page}"), "page"));
    }
    for day in [
        "",
        "today",
        "2026-5-17",
        "2026-02-29",
        "2026-05-32",
        "17.05.2026",
        "20260517",
        "2026-05-17T",
        "2026-05-17T24:00:00",
        "2026-05-17T08:60:00",
        "2026-05-17T08:30",
        "2026-05-17T08:30:00.5",
        "2026-05-17T08:30:00%2B02:00",
        "2026-05-17T08:30:00:00",
        "2026-05-17%2008:30:00",
        "-2026-05-17",
        "%F0%9F%A6%8A",
    ] {
        faults.push((
            format!("?start_date={day}&end_date=2026-05-17"),
            "start_date",
        ));
        faults.push((format!("?start_date=2026-05-17&end_date={day}"), "end_date"));
    }
    for (query, name) in faults {
        let answer = office.try_report(&query).await;
        assert_eq!(answer.status, 400, "{query}: {}", answer.body);
        assert!(answer.message().contains(name), "{query}: {}", answer.body);
    }
}

#[tokio::test]
async fn only_admin_keys_of_the_pro_plan_read_reports_of_their_own_account() {
    const DAY: &str = "?start_date=2026-05-17&end_date=2026-05-17";
    let office = Office::open().await;
    let api = &office.api;
    office.translate(&office.first, 3, Some("shop")).await;
    let free = new_admin_key(api, Plan::Free).await;
    let (kind, scopes) = (KeyKind::Admin, ScopeSet::Unrestricted);
    let other = api.new_key_of("other", Plan::Pro, kind, scopes).await;
    for path in ["", "/custom-tags"] {
        let query = format!("{path}{DAY}");
        let developer = try_report(api, &query, &office.first.secret).await;
        developer.expect(
            403,
            "This call needs an admin key, and this is a developer key.",
        );
        let of_free = try_report(api, &query, &free).await;
        assert_eq!(of_free.status, 403);
        assert!(of_free.message().contains("pro plan"), "{}", of_free.body);
        assert_eq!(try_report(api, &query, "wrong").await.status, 403);
    }
    let of_other = try_report(api, DAY, &other).await;
    assert_eq!(of_other.body["usage_report"]["total_usage"], texts(0));
    let of_other = try_report(api, &format!("/custom-tags{DAY}"), &other).await;
    let of_other = &of_other.body["custom_tag_usage_report"];
    assert_eq!(of_other["usage"], json!([]));
}

#[tokio::test]
async fn usage_under_tags_is_reported_over_the_period_or_by_day() {
    let office = Office::open().await;
    office.translate(&office.first, 3, Some("shop")).await;
    office.translate(&office.second, 5, Some(" SHOP ")).await;
    office.translate(&office.second, 100, None).await;
    office.clock.put_forward(A_DAY);
    office.translate(&office.second, 7, Some("shop")).await;
    office.translate(&office.first, 11, Some("blog")).await;
    let days = "?start_date=2026-05-17&end_date=2026-05-18";
    let over_period = json!({
        "aggregate_by": "period",
        "start_date": "2026-05-17T00:00:00",
        "end_date": "2026-05-18T00:00:00",
        "next_page": null,
        "usage": [
            {"custom_tag": "blog", "breakdown": tagged(11)},
            {"custom_tag": "shop", "breakdown": tagged(15)},
        ],
    });
    for choice in ["", "&aggregate_by=", "&aggregate_by=period", "&page=0"] {
        let report = office.tags(&format!("{days}{choice}")).await;
        assert_eq!(report, over_period, "{choice}");
    }
    let by_day = office.tags(&format!("{days}&aggregate_by=day")).await;
    assert_eq!(by_day["aggregate_by"], "day");
    assert_eq!(
        by_day["usage"],
        json!([
            {"custom_tag": "shop", "usage_date": "2026-05-17T00:00:00Z", "breakdown": tagged(8)},
            {"custom_tag": "blog", "usage_date": "2026-05-18T00:00:00Z", "breakdown": tagged(11)},
            {"custom_tag": "shop", "usage_date": "2026-05-18T00:00:00Z", "breakdown": tagged(7)},
        ])
    );
}

#[tokio::test]
async fn many_tags_come_in_pages_that_name_the_next_one() {
    let office = Office::open().await;
    let names: Vec<String> = (0..1_001)
        .map(|number| format!("tag-{number:04}"))
        .collect();
    for some in names.chunks(32) {
        let requests = some
            .iter()
            .map(|tag| office.translate(&office.first, 2, Some(tag)));
        join_all(requests).await;
    }
    let days = "?start_date=2026-05-17&end_date=2026-05-17";
    for choice in ["period", "day"] {
        let query = format!("{days}&aggregate_by={choice}");
        let (mut seen, mut page, mut sizes) = (Vec::new(), String::new(), Vec::new());
        loop {
            let report = office.tags(&format!("{query}{page}")).await;
            let rows = report["usage"].as_array().unwrap();
            sizes.push(rows.len());
            seen.extend(
                rows.iter()
                    .map(|row| row["custom_tag"].as_str().unwrap().to_owned()),
            );
            match report["next_page"].as_u64() {
                Some(next) => page = format!("&page={next}"),
                None => break,
            }
        }
        assert_eq!(seen, names, "{choice}");
        assert_eq!(sizes, [1_000, 1]);
        for beyond in ["2", "9223372036854775807"] {
            let report = office.tags(&format!("{query}&page={beyond}")).await;
            assert_eq!(report["usage"], json!([]));
            assert_eq!(report["next_page"], Value::Null);
        }
    }
}

#[tokio::test]
async fn reports_agree_with_the_usage_after_many_requests_at_the_same_time() {
    let office = Office::open().await;
    let keys = [&office.first, &office.second];
    let requests = (0..60_usize).map(|number| {
        let tag = ["shop", "blog", "news"][number % 3];
        office.translate(keys[number % 2], number + 1, Some(tag))
    });
    join_all(requests).await;
    let query = "?start_date=2026-05-17&end_date=2026-05-17";
    let sum = |rows: &Value, part: &str| -> u64 {
        let counts = rows.as_array().unwrap().iter();
        counts
            .map(|row| row[part]["total_characters"].as_u64().unwrap())
            .sum()
    };
    let expected = (1..=60).sum::<u64>();
    let by_key = office.report(&format!("{query}&group_by=key")).await;
    assert_eq!(by_key["total_usage"], texts(expected));
    assert_eq!(sum(&by_key["key_usages"], "usage"), expected);
    let by_day = office
        .report(&format!("{query}&group_by=key_and_day"))
        .await;
    assert_eq!(sum(&by_day["key_and_day_usages"], "usage"), expected);
    let by_tag = office.tags(query).await;
    assert_eq!(sum(&by_tag["usage"], "breakdown"), expected);
    for (key, row) in keys.iter().zip(by_key["key_usages"].as_array().unwrap()) {
        let usage = with_key(&office.api, "GET", "/v2/usage", &key.secret);
        let usage = Answer::of(usage).await.body;
        assert_eq!(usage["character_count"], expected);
        assert_eq!(
            usage["api_key_character_count"],
            row["usage"]["total_characters"]
        );
    }
}
