//! The life of a key over two usage periods, as the holder of an admin key, the key's user and the
//! contacts of the account see it.

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{AccountChange, Actor, AuditFilter, KeyKind, Plan, ScopeSet};
use dragoman_mail::{Encryption, SmtpConfig, SmtpMailer};
use dragoman_service::Notices;
use dragoman_smtp_testing::{SmtpOptions, SmtpServer};
use serde_json::{Value, json};

use crate::{Answer, HandClock, Settings, TestApi, english_with};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

struct Stage {
    api: TestApi,
    admin: String,
    clock: Arc<HandClock>,
    smtp: SmtpServer,
    notices: Notices,
}

impl Stage {
    async fn new() -> Self {
        let clock = Arc::new(HandClock::default());
        let api = TestApi::with(Settings {
            clock: Arc::clone(&clock),
            ..Settings::default()
        })
        .await;
        let admin = api
            .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
            .await;
        let change = AccountChange {
            contacts: Some(vec!["team@example.com".parse().unwrap()]),
            ..AccountChange::default()
        };
        let changed = api
            .keys
            .change_account("pro", change, Actor::Operator)
            .await;
        changed.unwrap();
        let smtp = SmtpServer::start(&SmtpOptions::default());
        let mailer = SmtpMailer::new(&SmtpConfig {
            port: Some(smtp.port()),
            encryption: Encryption::None,
            ..SmtpConfig::new(smtp.host(), "dragoman@example.com".parse().unwrap())
        });
        let notices = Notices::new(
            Arc::new(api.store.clone()),
            Some(Arc::new(mailer.unwrap())),
            Arc::clone(&clock) as _,
        );
        Self {
            api,
            admin,
            clock,
            smtp,
            notices,
        }
    }

    /// A call with the admin key.
    async fn administer(&self, method: &str, path: &str, body: Value) -> Value {
        let path = format!("/v2/admin/{path}");
        let request = self.api.request_of(&self.admin, method, &path);
        let request = if body.is_null() {
            request
        } else {
            request.json(&body)
        };
        let answer = Answer::of(request).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// What is answered to a text of so many characters, sent with a key.
    async fn translate(&self, key: &str, characters: usize) -> Answer {
        let text = "x".repeat(characters);
        let request = self.api.request_of(key, "POST", "/v2/translate");
        Answer::of(request.json(&english_with(json!({"text": [text]})))).await
    }

    /// The characters that the key has consumed in this period, and its limit.
    async fn usage(&self, key: &str) -> (u64, u64) {
        let usage = Answer::of(self.api.request_of(key, "GET", "/v2/usage"))
            .await
            .body;
        let number = |name: &str| usage[name].as_u64().unwrap();
        (
            number("api_key_character_count"),
            number("api_key_character_limit"),
        )
    }

    /// The subject of the one mail that is due.
    async fn mail(&mut self) -> String {
        self.notices.send_due().await.unwrap();
        let mail = self.smtp.next_mail().await;
        assert_eq!(mail.to, ["team@example.com"]);
        mail.header("subject").to_owned()
    }
}

#[tokio::test]
async fn a_key_is_made_limited_reported_and_taken_back() {
    let mut stage = Stage::new().await;

    // Its holder gets the secret, which nobody can read again.
    let made = stage
        .administer("POST", "developer-keys", json!({"label": "Web shop"}))
        .await;
    let secret = made["key"].as_str().unwrap().to_owned();
    let id = made["key_id"].as_str().unwrap().to_owned();
    let listed = stage.administer("GET", "developer-keys", Value::Null).await;
    assert!(!listed.to_string().contains(&secret), "{listed}");
    assert_eq!(stage.translate(&secret, 10).await.status, 200);

    // With a limit its contacts are told at 80 per cent, once, and when it is reached.
    let limit = json!({"key_id": id, "characters": 100});
    let limited = stage
        .administer("PUT", "developer-keys/limits", limit)
        .await;
    assert_eq!(limited["usage_limits"]["characters"], 100);
    assert_eq!(stage.translate(&secret, 69).await.status, 200);
    stage.notices.send_due().await.unwrap();
    stage.clock.put_forward(DAY);
    assert_eq!(stage.translate(&secret, 1).await.status, 200);
    assert_eq!(
        stage.mail().await,
        "The API key \"Web shop\" has used 80% of its character limit"
    );
    assert_eq!(stage.translate(&secret, 15).await.status, 200);
    stage.translate(&secret, 6).await.expect(
        456,
        "Quota exceeded: the character limit of this key for this usage period is reached.",
    );
    assert_eq!(
        stage.mail().await,
        "The API key \"Web shop\" had a request refused because of its character limit"
    );
    assert_eq!(stage.translate(&secret, 5).await.status, 200);
    assert_eq!(stage.translate(&secret, 1).await.status, 456);
    assert_eq!(stage.usage(&secret).await, (100, 100));

    // In the next period it begins at zero, under another name, and they are told again.
    let renamed = json!({"key_id": id, "label": "Shop of Berlin"});
    stage
        .administer("PUT", "developer-keys/label", renamed)
        .await;
    stage.clock.put_forward(30 * DAY);
    assert_eq!(stage.usage(&secret).await, (0, 100));
    assert_eq!(stage.translate(&secret, 100).await.status, 200);
    assert_eq!(
        stage.mail().await,
        "The API key \"Shop of Berlin\" has reached its character limit"
    );

    // Without a limit it goes on, and with zero it is blocked.
    let unlimited = json!({"key_id": id, "characters": null});
    stage
        .administer("PUT", "developer-keys/limits", unlimited)
        .await;
    assert_eq!(stage.translate(&secret, 20).await.status, 200);
    let blocked = json!({"key_id": id, "characters": 0});
    stage
        .administer("PUT", "developer-keys/limits", blocked)
        .await;
    assert_eq!(stage.translate(&secret, 1).await.status, 456);
    assert_eq!(stage.usage(&secret).await, (120, 0));

    // Taken back, it does nothing any more, for ever.
    let ended = stage
        .administer("PUT", "developer-keys/deactivate", json!({"key_id": id}))
        .await;
    assert_eq!(ended["is_deactivated"], true);
    assert_eq!(ended["deactivated_time"], "2026-06-17T08:30:00.250Z");
    assert_eq!(stage.translate(&secret, 1).await.status, 403);
    let listed = stage.administer("GET", "developer-keys", Value::Null).await;
    let keys = listed.as_array().unwrap();
    assert_eq!(keys.iter().find(|key| key["key_id"] == id).unwrap(), &ended);

    stage.notices.send_due().await.unwrap();
    let mask = format!("{}****{}", &secret[..4], &secret[secret.len() - 4..]);
    check_report(&stage, &mask).await;
    check_log(&stage, &id).await;
    assert_eq!(stage.smtp.stop(), [], "no more mails than were read");
}

/// What the key consumed on which day.
async fn check_report(stage: &Stage, mask: &str) {
    let range = "start_date=2026-05-17&end_date=2026-06-17";
    let path = format!("analytics?{range}&group_by=key_and_day");
    let report = &stage.administer("GET", &path, Value::Null).await["usage_report"];
    assert_eq!(report["total_usage"]["total_characters"], 220);
    let usages = report["key_and_day_usages"].as_array().unwrap();
    let days: Vec<Value> = usages
        .iter()
        .map(|usage| {
            json!([
                usage["usage_date"],
                usage["api_key"],
                usage["api_key_label"],
                usage["usage"]["text_translation_characters"]
            ])
        })
        .collect();
    assert_eq!(
        days,
        [
            json!(["2026-05-17T00:00:00Z", mask, "Shop of Berlin", 79]),
            json!(["2026-05-18T00:00:00Z", mask, "Shop of Berlin", 21]),
            json!(["2026-06-17T00:00:00Z", mask, "Shop of Berlin", 120]),
        ]
    );
}

/// What was done to the key, by whom.
async fn check_log(stage: &Stage, id: &str) {
    let filter = AuditFilter {
        key: Some(id.parse().unwrap()),
        ..AuditFilter::default()
    };
    let records = stage.api.keys.audit_log(filter).await.unwrap();
    let acts: Vec<(&str, &str)> = records
        .iter()
        .map(|record| (record.act.as_str(), record.details.as_str()))
        .collect();
    assert_eq!(
        acts,
        [
            (
                "create_key",
                "kind: developer, label: \"Web shop\", scopes: all, characters: no limit"
            ),
            ("limit_key", "characters: 100"),
            ("rename_key", "label: \"Shop of Berlin\""),
            ("limit_key", "characters: no limit"),
            ("limit_key", "characters: 0"),
            ("deactivate_key", ""),
        ]
    );
    let admins = stage.api.keys.list(None).await.unwrap();
    let admin = admins
        .iter()
        .find(|key| key.kind == KeyKind::Admin)
        .unwrap();
    assert!(
        records
            .iter()
            .all(|record| record.actor == admin.id.to_string())
    );
}
