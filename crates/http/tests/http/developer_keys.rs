//! What an admin key does with the developer keys of its account.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{Actor, AuditFilter, KeyKind, Plan, ScopeSet};
use dragoman_http::AddressRule;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::{Answer, HandClock, Settings, TestApi, english_with};

const KEYS: &str = "/v2/admin/developer-keys";
const DEACTIVATE: &str = "/v2/admin/developer-keys/deactivate";
const LABEL: &str = "/v2/admin/developer-keys/label";
const LIMITS: &str = "/v2/admin/developer-keys/limits";
const MADE: &str = "2026-05-17T08:30:00.250Z";
const GUID: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

/// The interface, with the admin key of the account in place of the first developer key.
async fn administered() -> TestApi {
    let mut api = TestApi::start().await;
    api.key = admin_key(&api, Plan::Pro).await;
    api
}

async fn admin_key(api: &TestApi, plan: Plan) -> String {
    api.new_key(plan, KeyKind::Admin, ScopeSet::Unrestricted)
        .await
}

/// Makes a key and gives the answer's body.
async fn create(api: &TestApi) -> Value {
    done(api.post(KEYS).json(&json!({"label": "made"}))).await
}

async fn done(request: RequestBuilder) -> Value {
    let answer = Answer::of(request).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

async fn put(api: &TestApi, path: &str, body: Value) -> Answer {
    Answer::of(api.request("PUT", path).json(&body)).await
}

/// A translation of this text with the key of this creation.
fn translation(api: &TestApi, key: &Value, text: &str) -> RequestBuilder {
    let url = format!("{}/v2/translate", api.base);
    api.client
        .post(url)
        .header(
            "authorization",
            format!("Service-Auth-Key {}", key["key"].as_str().unwrap()),
        )
        .json(&english_with(json!({"text": [text]})))
}

#[tokio::test]
async fn a_key_is_made_with_a_secret_that_works_and_is_never_shown_again() {
    let api = administered().await;
    let answer = Answer::of(api.post(KEYS).json(&json!({"label": "Büro 🦊"}))).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let made = answer.body;
    let secret = made["key"].as_str().unwrap();
    let id = made["key_id"].as_str().unwrap();
    let mut expected = json!({
        "key_id": id,
        "label": "Büro 🦊",
        "masked_key": format!("{}****{}", &secret[..4], &secret[secret.len() - 4..]),
        "creation_time": MADE,
        "deactivated_time": null,
        "is_deactivated": false,
        "usage_limits": {"characters": null, "speech_to_text_milliseconds": null},
        "key": secret,
    });
    assert_eq!(made, expected);
    assert!(secret.len() == 64 && !secret.ends_with(":fx"), "{secret}");
    let guids: Vec<_> = id.split(':').map(str::len).collect();
    assert_eq!(guids, [36, 36]);
    assert_eq!(
        Answer::of(translation(&api, &made, "Hello.")).await.status,
        200
    );

    let listed = done(api.get(KEYS)).await;
    assert!(!listed.to_string().contains(secret));
    let listed = listed.as_array().unwrap();
    // The key that every account of these tests has, and this one; no admin key.
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["label"], "test");
    expected.as_object_mut().unwrap().remove("key");
    assert_eq!(listed[1], expected);
}

#[tokio::test]
async fn a_key_without_a_label_gets_the_usual_one() {
    let api = administered().await;
    for request in [
        api.post(KEYS),
        api.post(KEYS).header("content-type", "application/json"),
        api.post(KEYS)
            .header("content-type", "application/x-www-form-urlencoded"),
        api.post(KEYS).json(&json!(null)),
        api.post(KEYS).json(&json!({})),
        api.post(KEYS)
            .json(&json!({"label": null, "colour": "red"})),
    ] {
        assert_eq!(done(request).await["label"], "DeepL API Key");
    }
}

#[tokio::test]
async fn a_key_gets_another_label() {
    let api = administered().await;
    let mut expected = create(&api).await;
    expected.as_object_mut().unwrap().remove("key");
    // Joiners are a part of words in Persian, and of emoji.
    let joined = ["خانه\u{200c}ها", "👩\u{200d}🔧"].map(str::to_owned);
    for label in ["x".to_owned(), "ä".repeat(256)].into_iter().chain(joined) {
        let body = json!({"key_id": expected["key_id"], "label": label});
        let answer = put(&api, LABEL, body).await;
        assert_eq!(answer.status, 200);
        expected["label"] = json!(label);
        assert_eq!(answer.body, expected);
        assert_eq!(done(api.get(KEYS)).await[1], expected);
    }
}

#[tokio::test]
async fn a_label_is_short_visible_text() {
    const MESSAGE: &str = "Value for 'label' is not valid: a label has 1 to 256 characters, none of \
                           them a line break or another character that cannot be seen.";
    let api = administered().await;
    let made = create(&api).await;
    for label in [
        String::new(),
        "  ".to_owned(),
        "a\nb".to_owned(),
        "\u{0}".to_owned(),
        "a\u{202e}b".to_owned(),
        "a".repeat(257),
        "ä".repeat(5_000),
    ] {
        let new = api.post(KEYS).json(&json!({"label": label}));
        Answer::of(new).await.expect(400, MESSAGE);
        let body = json!({"key_id": made["key_id"], "label": label});
        put(&api, LABEL, body).await.expect(400, MESSAGE);
    }
    for (body, message) in [
        (json!({}), "Bad request: missing field `label`."),
        (
            json!({"label": null}),
            "Bad request: missing field `label`.",
        ),
        (
            json!({"label": 7}),
            "Value for 'label' is not valid: invalid type: integer `7`, expected a string.",
        ),
    ] {
        let mut body = body;
        body["key_id"] = made["key_id"].clone();
        put(&api, LABEL, body).await.expect(400, message);
    }
    let keys = done(api.get(KEYS)).await;
    assert_eq!(keys.as_array().unwrap().len(), 2);
    assert_eq!(keys[1]["label"], "made");
}

#[tokio::test]
async fn limits_are_set_kept_and_taken_away_one_by_one() {
    let api = administered().await;
    let mut expected = create(&api).await;
    let id = expected["key_id"].clone();
    expected.as_object_mut().unwrap().remove("key");
    for (mut change, characters, speech) in [
        (json!({"characters": 5_000}), json!(5_000), json!(null)),
        (
            json!({"speech_to_text_milliseconds": 3_600_000}),
            json!(5_000),
            json!(3_600_000),
        ),
        (json!({"characters": null}), json!(null), json!(3_600_000)),
        (
            json!({"characters": i64::MAX, "speech_to_text_milliseconds": null}),
            json!(i64::MAX),
            json!(null),
        ),
        (json!({"characters": "12"}), json!(12), json!(null)),
        (
            json!({"characters": 0, "speech_to_text_milliseconds": 0}),
            json!(0),
            json!(0),
        ),
    ] {
        change["key_id"] = id.clone();
        let answer = put(&api, LIMITS, change.clone()).await;
        assert_eq!(answer.status, 200, "{change}: {}", answer.body);
        expected["usage_limits"] =
            json!({"characters": characters, "speech_to_text_milliseconds": speech});
        assert_eq!(answer.body, expected, "{change}");
        assert_eq!(done(api.get(KEYS)).await[1], expected, "{change}");
    }
}

#[tokio::test]
async fn a_limit_that_is_none_is_refused_and_changes_nothing() {
    let api = administered().await;
    let id = create(&api).await["key_id"].clone();
    for field in ["characters", "speech_to_text_milliseconds"] {
        let expected = format!(
            "Value for '{field}' is not valid: give a whole number from 0 to 9223372036854775807, \
             or null for no limit."
        );
        for value in [
            "-1",
            "-9223372036854775809",
            "1.5",
            "9223372036854775808",
            "18446744073709551616",
            "1e400",
            "\"many\"",
            "\"-1\"",
            "\"\"",
            "true",
            "[1]",
            "{}",
        ] {
            let body = format!(r#"{{"key_id": {id}, "{field}": {value}}}"#);
            let request = (api.request("PUT", LIMITS))
                .header("content-type", "application/json")
                .body(body);
            let answer = Answer::of(request).await;
            assert_eq!(answer.status, 400, "{field} {value}: {}", answer.body);
            let message = answer.message();
            if value == "1e400" {
                assert!(
                    message.starts_with("The body is not valid JSON"),
                    "{message}"
                );
            } else {
                assert_eq!(message, expected, "{value}");
            }
        }
    }
    put(&api, LIMITS, json!({"key_id": id})).await.expect(
        400,
        "There is nothing to change: give 'characters', a whole number from 0 or null for no \
         limit, or 'speech_to_text_milliseconds'.",
    );
    assert_eq!(
        done(api.get(KEYS)).await[1]["usage_limits"],
        json!({"characters": null, "speech_to_text_milliseconds": null})
    );
}

#[tokio::test]
async fn a_key_is_stopped_at_its_limit_and_goes_on_without_one() {
    const REACHED: &str =
        "Quota exceeded: the character limit of this key for this usage period is reached.";
    let api = administered().await;
    let (made, other) = (create(&api).await, create(&api).await);
    let limit = async |characters: Value| {
        let body = json!({"key_id": made["key_id"], "characters": characters});
        assert_eq!(put(&api, LIMITS, body).await.status, 200);
    };
    limit(json!(0)).await;
    Answer::of(translation(&api, &made, "Hello."))
        .await
        .expect(456, REACHED);
    limit(json!(6)).await;
    done(translation(&api, &made, "Hello.")).await;
    Answer::of(translation(&api, &made, "H"))
        .await
        .expect(456, REACHED);
    // It is the limit of this key alone.
    done(translation(&api, &other, "Hello.")).await;
    limit(json!(null)).await;
    done(translation(&api, &made, "Hello.")).await;
    assert_eq!(api.counted().await, 18);
}

#[tokio::test]
async fn a_deactivated_key_is_refused_from_then_on_and_stays_in_the_list() {
    let api = administered().await;
    let made = create(&api).await;
    let mut expected = made.clone();
    expected.as_object_mut().unwrap().remove("key");
    expected["is_deactivated"] = json!(true);
    expected["deactivated_time"] = json!(MADE);
    for _ in 0..2 {
        let answer = put(&api, DEACTIVATE, json!({"key_id": made["key_id"]})).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body, expected);
    }
    assert_eq!(done(api.get(KEYS)).await[1], expected);
    Answer::of(translation(&api, &made, "Hello."))
        .await
        .expect(403, "Authorization failed: no active key has this secret.");
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn a_request_in_progress_ends_with_its_key_and_is_not_counted() {
    let api = administered().await;
    let (made, other) = (create(&api).await, create(&api).await);
    let waiting = [
        tokio::spawn(translation(&api, &made, "Wait.").send()),
        tokio::spawn(translation(&api, &other, "Wait.").send()),
    ];
    api.engine.wait_until_began(2).await;
    let answer = put(&api, DEACTIVATE, json!({"key_id": made["key_id"]})).await;
    assert_eq!(answer.status, 200);
    api.engine.let_go(2);
    let [ended, goes_on] = waiting;
    Answer::from(ended.await.unwrap().unwrap())
        .await
        .expect(403, "Authorization failed: the key was deactivated.");
    let goes_on = Answer::from(goes_on.await.unwrap().unwrap()).await;
    assert_eq!(goes_on.status, 200);
    assert_eq!(api.counted().await, 5);
}

#[tokio::test]
async fn only_developer_keys_of_the_account_can_be_changed() {
    let api = administered().await;
    let all_keys = async || api.keys.list(None).await.unwrap();
    let admin = all_keys().await.pop().unwrap();
    assert_eq!(admin.kind, KeyKind::Admin);
    api.new_key_of(
        "another",
        Plan::Pro,
        KeyKind::Developer,
        ScopeSet::Unrestricted,
    )
    .await;
    let before = all_keys().await;
    let foreign = before.last().unwrap();
    let mixed = format!("{}:{}", admin.id.account, foreign.id.key);
    let mut ids = vec![admin.id.to_string(), foreign.id.to_string()];
    ids.extend([mixed, format!("{GUID}:{GUID}")]);
    for id in &ids {
        for (path, body) in changes(&json!(id)) {
            put(&api, path, body)
                .await
                .expect(404, &format!("No key has the id {id}."));
        }
    }
    for id in ["", "no-id", GUID, &format!("{}:", admin.id), "\u{0}"] {
        for (path, body) in changes(&json!(id)) {
            put(&api, path, body).await.expect(
                400,
                "Value for 'key_id' is not valid: a key id is two GUIDs joined by a colon.",
            );
        }
    }
    for id in [json!(null), json!(7), json!(["a"])] {
        for (path, body) in changes(&id) {
            let answer = put(&api, path, body).await;
            assert_eq!(answer.status, 400);
            assert!(answer.message().contains("key_id"), "{}", answer.message());
        }
    }
    assert_eq!(all_keys().await, before);
}

/// Every change of a key.
fn changes(id: &Value) -> [(&'static str, Value); 3] {
    [
        (DEACTIVATE, json!({"key_id": id})),
        (LABEL, json!({"key_id": id, "label": "x"})),
        (LIMITS, json!({"key_id": id, "characters": 1})),
    ]
}

#[tokio::test]
async fn an_account_has_25_active_keys_at_most() {
    let api = administered().await;
    // One is there already.
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..30 {
        requests.spawn(api.post(KEYS).send());
    }
    let (mut made, mut refused) = (Vec::new(), 0);
    while let Some(response) = requests.join_next().await {
        let answer = Answer::from(response.unwrap().unwrap()).await;
        if answer.status == 200 {
            made.push(answer.body);
            continue;
        }
        refused += 1;
        assert_eq!(answer.body["code"], "conflict");
        answer.expect(
            400,
            "The account has 25 active developer keys, which is the most; deactivate one to make \
             another.",
        );
    }
    assert_eq!((made.len(), refused), (24, 6));
    let one = json!({"key_id": made[0]["key_id"]});
    assert_eq!(put(&api, DEACTIVATE, one).await.status, 200);
    create(&api).await;
    assert_eq!(Answer::of(api.post(KEYS)).await.status, 400);
    assert_eq!(done(api.get(KEYS)).await.as_array().unwrap().len(), 26);
}

/// Expects the answer to every request of the administration.
async fn expect_of_all(api: &TestApi, status: u16, message: &str) {
    Answer::of(api.get(KEYS)).await.expect(status, message);
    Answer::of(api.post(KEYS)).await.expect(status, message);
    for (path, body) in changes(&json!(format!("{GUID}:{GUID}"))) {
        put(api, path, body).await.expect(status, message);
    }
}

#[tokio::test]
async fn an_admin_key_of_a_pro_plan_with_the_feature_is_needed() {
    let mut api = TestApi::start().await;
    expect_of_all(
        &api,
        403,
        "This call needs an admin key, and this is a developer key.",
    )
    .await;
    api.key = admin_key(&api, Plan::Free).await;
    expect_of_all(
        &api,
        403,
        "Administration needs the pro plan, and the account of this key has the free plan.",
    )
    .await;
    for plan in [Plan::Pro, Plan::Classic] {
        api.key = admin_key(&api, plan).await;
        create(&api).await;
    }
    let mut api = TestApi::with(Settings {
        features: BTreeSet::new(),
        ..Settings::default()
    })
    .await;
    api.key = admin_key(&api, Plan::Pro).await;
    expect_of_all(
        &api,
        403,
        "Administration is not enabled for this account; an operator enables it with \"dragoman \
         account set NAME --administration on\".",
    )
    .await;
}

#[tokio::test]
async fn there_is_no_administration_at_the_address_of_the_free_plan() {
    let mut api = TestApi::with(Settings {
        address: AddressRule::Only(Plan::Free),
        ..Settings::default()
    })
    .await;
    for (plan, message) in [
        (
            Plan::Pro,
            "This is the base address of the free plan, and the key belongs to the pro plan. Use \
             the base address of the pro plan.",
        ),
        (
            Plan::Free,
            "Administration needs the pro plan, and the account of this key has the free plan.",
        ),
    ] {
        api.key = admin_key(&api, plan).await;
        expect_of_all(&api, 403, message).await;
    }
}

#[tokio::test]
async fn bodies_are_json_objects() {
    let api = administered().await;
    let calls = [
        ("POST", KEYS),
        ("PUT", DEACTIVATE),
        ("PUT", LABEL),
        ("PUT", LIMITS),
    ];
    for (method, path) in calls {
        let form = api.request(method, path).form(&[("label", "x")]);
        Answer::of(form)
            .await
            .expect(415, "Send the body with the Content-Type application/json.");
        for body in ["[]", "7", "{", "\u{feff}{}"] {
            let request = (api.request(method, path))
                .header("content-type", "application/json")
                .body(body);
            assert_eq!(Answer::of(request).await.status, 400, "{path} {body}");
        }
        let large = json!({"label": "a".repeat(200_000)});
        let large = Answer::of(api.request(method, path).json(&large)).await;
        assert_eq!(large.status, 413, "{path}");
        if method == "PUT" {
            Answer::of(api.request(method, path))
                .await
                .expect(400, "The body is missing: send a JSON object.");
        }
    }
    assert_eq!(done(api.get(KEYS)).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_log_has_what_was_done_under_the_admin_key() {
    let api = administered().await;
    let admin = api.keys.list(None).await.unwrap().pop().unwrap();
    let made = create(&api).await;
    for (path, body) in changes(&made["key_id"]) {
        // What changes nothing and what is refused is no act.
        for _ in 0..2 {
            assert_eq!(put(&api, path, body.clone()).await.status, 200);
        }
    }
    let refused = put(&api, LABEL, json!({"key_id": made["key_id"], "label": ""})).await;
    assert_eq!(refused.status, 400);
    let log = api.keys.audit_log(AuditFilter::default()).await.unwrap();
    let actor = Actor::Key(admin.id).to_string();
    let acts: Vec<_> = (log.iter())
        .filter(|record| record.actor == actor)
        .map(|record| record.act.as_str())
        .collect();
    assert_eq!(
        acts,
        ["create_key", "deactivate_key", "rename_key", "limit_key"]
    );
    let secret = made["key"].as_str().unwrap();
    assert!(!format!("{log:?}").contains(secret));
}

#[tokio::test]
async fn a_key_may_be_made_with_scopes_and_an_expiry_and_does_nothing_beyond_them() {
    let clock = Arc::new(HandClock::default());
    let mut api = TestApi::with(Settings {
        clock: Arc::clone(&clock),
        ..Settings::default()
    })
    .await;
    api.key = admin_key(&api, Plan::Pro).await;
    let body = json!({
        "label": "narrow", "scopes": ["translate:text"], "expires_at": "2026-05-17T09:30:00+00:00"
    });
    let made = done(api.post(KEYS).json(&body)).await;
    assert_eq!(made["scopes"], json!(["translate:text"]));
    assert_eq!(made["expires_at"], "2026-05-17T09:30:00.000Z");
    let status = async |path: &str| {
        let key = made["key"].as_str().unwrap();
        Answer::of(api.request_of(key, "GET", path)).await.status
    };
    let translated = async || Answer::of(translation(&api, &made, "One.")).await.status;
    assert_eq!(status("/v2/usage").await, 403, "it has no such scope");
    assert_eq!(translated().await, 200);
    clock.put_forward(Duration::from_secs(3600));
    assert_eq!(translated().await, 403, "its time is over");
    assert_eq!(status("/v2/usage").await, 403);
    let listed = done(api.get(KEYS)).await;
    assert_eq!(listed[1]["label"], "narrow");
    assert_eq!(listed[1]["is_deactivated"], false);
    assert_eq!(listed[0].get("expires_at"), None, "as clients know it");

    for (field, value) in [
        ("scopes", json!([])),
        ("scopes", json!(["everything"])),
        ("scopes", json!("translate:text")),
        ("scopes", json!(vec!["translate:text"; 2000])),
        ("expires_at", json!("tomorrow")),
        ("expires_at", json!("2026-05-17T09:29:59Z")),
    ] {
        let answer = Answer::of(api.post(KEYS).json(&json!({field: value}))).await;
        assert_eq!(answer.status, 400, "{value}: {}", answer.body);
    }
}
