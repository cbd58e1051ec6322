use std::time::Duration;

use dragoman_domain::{KeyKind, Plan, ScopeSet};
use serde_json::json;

use crate::engine::release_the_stuck;
use crate::{Answer, Settings, TestApi, english_with};

#[tokio::test]
async fn a_full_server_refuses_with_503_and_says_when_to_come_back() {
    let api = TestApi::with(Settings {
        requests_in_progress: 1,
        ..Settings::default()
    })
    .await;
    let waiting = tokio::spawn(
        api.post("/v2/translate")
            .json(&english_with(json!({"text": ["Wait."]})))
            .send(),
    );
    api.engine.wait_until_began(1).await;
    let answer = api.translate(english_with(json!({}))).await;
    answer.expect(
        503,
        "The server has as much work as it takes. Try again later.",
    );
    assert_eq!(answer.header("retry-after"), Some("1"));
    api.engine.let_go(1);
    let waited = Answer::from(waiting.await.unwrap().unwrap()).await;
    assert_eq!(waited.body["translations"][0]["text"], "es:Wait.");
    assert_eq!(api.translate(english_with(json!({}))).await.status, 200);
    assert_eq!(api.counted().await, 11);
}

#[tokio::test]
async fn a_key_with_too_many_requests_is_refused_with_429() {
    let api = TestApi::with(Settings {
        rate_limit: Some(3),
        ..Settings::default()
    })
    .await;
    // The limit is three at once; whichever the fourth is, it comes within the same second only
    // if the machine is quick, so requests are made until one is refused.
    let mut refused = None;
    for _ in 0..1_000 {
        let answer = Answer::of(api.get("/v2/usage")).await;
        if answer.status != 200 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.unwrap();
    refused.expect(
        429,
        "Too many requests with this key. Wait and send the request again.",
    );
    assert_eq!(refused.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn the_keys_of_an_account_share_its_limit_and_other_accounts_have_their_own() {
    let api = TestApi::with(Settings {
        account_rate_limit: Some(3),
        ..Settings::default()
    })
    .await;
    let second = new_key(&api, "pro").await;
    let other = new_key(&api, "other").await;
    let usage = |key: &str| Answer::of(api.request_of(key, "GET", "/v2/usage"));
    let mut refused = None;
    for _ in 0..1_000 {
        let answers = [usage(&api.key).await, usage(&second).await];
        refused = answers.into_iter().find(|answer| answer.status != 200);
        if refused.is_some() {
            break;
        }
    }
    let refused = refused.unwrap();
    refused.expect(
        429,
        "Too many requests with the keys of this account. Wait and send the request again.",
    );
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(usage(&other).await.status, 200);
}

async fn new_key(api: &TestApi, account: &str) -> String {
    api.new_key_of(
        account,
        Plan::Pro,
        KeyKind::Developer,
        ScopeSet::Unrestricted,
    )
    .await
}

#[tokio::test]
async fn a_key_with_as_many_requests_as_it_may_have_gets_429_and_another_key_200() {
    let api = TestApi::with(Settings {
        requests_in_progress: 5,
        ..Settings::default()
    })
    .await;
    let other = new_key(&api, "pro").await;
    let wait = english_with(json!({"text": ["Wait."]}));
    let waiting: Vec<_> = (0..2)
        .map(|_| tokio::spawn(api.post("/v2/translate").json(&wait).send()))
        .collect();
    api.engine.wait_until_began(2).await;
    let message = "This key has as much work in progress as it may have at the moment. Wait until \
                   some of it is done.";
    let refused = api.translate(english_with(json!({}))).await;
    refused.expect(429, message);
    assert_eq!(refused.header("retry-after"), Some("1"));
    let detection = api
        .post("/v3/detect/language")
        .json(&json!({"text": ["Hello."]}));
    let refused = Answer::of(detection).await;
    refused.expect(429, message);
    assert_eq!(refused.header("retry-after"), Some("1"));
    let request = api.request_of(&other, "POST", "/v2/translate");
    let answer = Answer::of(request.json(&english_with(json!({})))).await;
    assert_eq!(answer.status, 200);
    api.engine.let_go(2);
    for waiting in waiting {
        assert_eq!(waiting.await.unwrap().unwrap().status(), 200);
    }
    assert_eq!(api.translate(english_with(json!({}))).await.status, 200);
}

#[tokio::test]
async fn a_limit_of_characters_is_answered_with_456_before_any_work() {
    let api = TestApi::with(Settings {
        character_limit: Some(10),
        ..Settings::default()
    })
    .await;
    assert_eq!(api.translate(english_with(json!({}))).await.status, 200);
    api.translate(english_with(json!({"text": ["Panic"]})))
        .await
        .expect(
            456,
            "Quota exceeded: the character limit of the account for this usage period is reached.",
        );
    assert_eq!(api.counted().await, 6);
}

#[tokio::test]
async fn what_a_client_no_longer_waits_for_is_dropped_and_not_counted() {
    let api = TestApi::with(Settings {
        character_limit: Some(10),
        ..Settings::default()
    })
    .await;
    let request = api
        .post("/v2/translate")
        .json(&english_with(json!({"text": ["Wait a bit"]})));
    let impatient = tokio::spawn(request.send());
    api.engine.wait_until_began(1).await;
    impatient.abort();
    api.engine.wait_until_dropped(1).await;
    assert_eq!(api.counted().await, 0);
    // What was set aside for it is free again.
    assert_eq!(
        api.translate(english_with(json!({"text": ["0123456789"]})))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn work_that_takes_too_long_ends_with_504_and_is_not_counted() {
    let api = TestApi::with(Settings {
        timeout: Duration::from_millis(1),
        ..Settings::default()
    })
    .await;
    api.translate(english_with(json!({"text": ["Wait."]})))
        .await
        .expect(
            504,
            "The translation was not ready in time. Try again later, or with less text.",
        );
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn a_detection_that_takes_too_long_ends_with_504() {
    let api = TestApi::with(Settings {
        timeout: Duration::from_millis(1),
        ..Settings::default()
    })
    .await;
    let request = api
        .post("/v3/detect/language")
        .json(&json!({"text": ["Stuck"]}));
    let answer = Answer::of(request).await;
    release_the_stuck();
    answer.expect(
        504,
        "The languages were not detected in time; try again later, or with less text.",
    );
}

#[tokio::test]
async fn a_failing_engine_is_503_and_not_counted() {
    let api = TestApi::start().await;
    let answer = api
        .translate(english_with(json!({"text": ["Fail."]})))
        .await;
    answer.expect(
        503,
        "The translation engine is unavailable at the moment. Try again later.",
    );
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(api.counted().await, 0);
}

#[tokio::test]
async fn a_panic_ends_one_request_and_not_the_server() {
    let api = TestApi::start().await;
    let answer = api
        .translate(english_with(json!({"text": ["Panic."]})))
        .await;
    answer.expect(
        500,
        "Internal error. The server's log has the reason under the X-Trace-ID of this answer.",
    );
    assert!(answer.header("x-trace-id").is_some());
    assert_eq!(api.translate(english_with(json!({}))).await.status, 200);
    assert_eq!(api.counted().await, 6);
}

#[tokio::test]
async fn requests_in_progress_finish_while_the_server_stops() {
    let api = TestApi::start().await;
    let waiting = tokio::spawn(
        api.post("/v2/translate")
            .json(&english_with(json!({"text": ["Wait."]})))
            .send(),
    );
    api.engine.wait_until_began(1).await;
    api.stop.cancel();
    api.engine.let_go(1);
    let answer = Answer::from(waiting.await.unwrap().unwrap()).await;
    assert_eq!(answer.status, 200);
}
