#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::sync::Mutex;

use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountId, ApiKey, EmailAddress, KeyId, KeyKind, KeyLimits, NoticeId, NoticeLevel,
    Plan, ScopeSet, Timestamp,
};
use uuid::Uuid;

use super::*;

const CREATED: &str = "2026-05-17T08:30:00Z";

fn notice(contacts: &[&str]) -> LimitNotice {
    let account = AccountId(Uuid::from_u128(1));
    LimitNotice {
        id: NoticeId(1),
        key: ApiKey {
            id: KeyId {
                account,
                key: Uuid::from_u128(2),
            },
            kind: KeyKind::Developer,
            label: "Web shop".to_owned(),
            mask: "dc88****3a2c".to_owned(),
            scopes: ScopeSet::Unrestricted,
            limits: KeyLimits::default(),
            created: CREATED.parse().unwrap(),
            deactivated: None,
        },
        account: Account {
            id: account,
            name: "Example Ltd".to_owned(),
            plan: Plan::Pro,
            character_limit: None,
            features: BTreeSet::new(),
            billing_start: "2026-01-15".parse().unwrap(),
            contacts: contacts.iter().map(|text| text.parse().unwrap()).collect(),
            created: CREATED.parse().unwrap(),
        },
        period_start: "2026-05-15".parse().unwrap(),
        level: NoticeLevel::Near,
        characters: 81_234,
        limit: 100_000,
        created: CREATED.parse().unwrap(),
        attempts: 0,
    }
}

/// A mail server that refuses some addresses, or everything for the time being.
#[derive(Default)]
struct FakeMailer {
    refused: Vec<EmailAddress>,
    is_down: bool,
    sent: Mutex<Vec<Vec<String>>>,
}

#[async_trait]
impl Mailer for FakeMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let reason = "a reason".to_owned();
        if self.is_down {
            return Err(MailError::Unavailable { reason });
        }
        if mail.to.iter().any(|to| self.refused.contains(to)) {
            return Err(MailError::Refused { reason });
        }
        let to = mail.to.iter().map(ToString::to_string).collect();
        self.sent.lock().unwrap().push(to);
        Ok(())
    }
}

struct At(&'static str);

impl Clock for At {
    fn now(&self) -> Timestamp {
        self.0.parse().unwrap()
    }
}

struct NoOutbox;

#[async_trait]
impl NoticeOutbox for NoOutbox {
    async fn due_notices(&self, _: Timestamp, _: u32) -> Result<Vec<LimitNotice>, StoreError> {
        Ok(Vec::new())
    }

    async fn attempted(&self, _: NoticeId, _: NoticeOutcome) -> Result<(), StoreError> {
        Ok(())
    }

    async fn until_added(&self) {}
}

async fn attempt(
    notice: &LimitNotice,
    mailer: Option<&Arc<FakeMailer>>,
    now: &'static str,
) -> NoticeOutcome {
    let mailer = mailer.map(|mailer| Arc::clone(mailer) as _);
    let notices = Notices::new(Arc::new(NoOutbox), mailer, Arc::new(At(now)));
    notices.attempt(notice).await
}

fn retry_at(time: &str) -> NoticeOutcome {
    NoticeOutcome::RetryAt(time.parse().unwrap())
}

#[test]
fn the_mail_says_which_key_has_used_how_much_and_what_follows() {
    let mail = message::of(&notice(&["a@example.com", "b@example.com"]));
    assert_eq!(
        mail.subject,
        "The API key \"Web shop\" has used 80% of its character limit"
    );
    assert_eq!(
        mail.text,
        "The API key \"Web shop\" (dc88****3a2c) of the account \"Example Ltd\" has used 80% of its \
         character limit.\n\n\
         Used:    81,234 characters since 2026-05-15\n\
         Limit:   100,000 characters\n\
         Key id:  00000000-0000-0000-0000-000000000001:00000000-0000-0000-0000-000000000002\n\n\
         When the limit is reached, requests with this key are refused with status 456 (quota \
         exceeded) until the next usage period begins on 2026-06-15 (UTC).\n\n\
         Whoever has an admin key of the account can change the limit with PUT \
         /v2/admin/developer-keys/limits, and the operator of the server with \"dragoman keys \
         limit\".\n"
    );
    assert!(mail.has_valid_id(), "{}", mail.id);
    assert_eq!(
        mail.id,
        "notice.00000000-0000-0000-0000-000000000002.2026-05-15.80"
    );
}

#[tokio::test]
async fn one_mail_goes_to_everybody() {
    let mailer = Arc::new(FakeMailer::default());
    let notice = notice(&["a@example.com", "b@example.com"]);
    let outcome = attempt(&notice, Some(&mailer), CREATED).await;
    assert_eq!(outcome, NoticeOutcome::Sent(CREATED.parse().unwrap()));
    assert_eq!(
        *mailer.sent.lock().unwrap(),
        [["a@example.com", "b@example.com"]]
    );
}

#[tokio::test]
async fn a_wrong_address_keeps_the_mail_from_nobody_else() {
    let refused = vec!["a@example.com".parse().unwrap()];
    let mailer = Arc::new(FakeMailer {
        refused,
        ..FakeMailer::default()
    });
    let both = notice(&["a@example.com", "b@example.com"]);
    let outcome = attempt(&both, Some(&mailer), CREATED).await;
    assert_eq!(outcome, NoticeOutcome::Sent(CREATED.parse().unwrap()));
    assert_eq!(*mailer.sent.lock().unwrap(), [["b@example.com"]]);
    let outcome = attempt(&notice(&["a@example.com"]), Some(&mailer), CREATED).await;
    assert_eq!(outcome, NoticeOutcome::GivenUp);
}

#[tokio::test]
async fn what_cannot_be_sent_is_tried_again_less_and_less_often_for_five_days() {
    let down = Arc::new(FakeMailer {
        is_down: true,
        ..FakeMailer::default()
    });
    let mut notice = notice(&["a@example.com"]);
    for (attempts, now, outcome) in [
        (0, "2026-05-17T08:30:00Z", retry_at("2026-05-17T08:31:00Z")),
        (1, "2026-05-17T08:31:00Z", retry_at("2026-05-17T08:33:00Z")),
        (5, "2026-05-17T09:00:00Z", retry_at("2026-05-17T09:32:00Z")),
        (6, "2026-05-17T10:00:00Z", retry_at("2026-05-17T11:00:00Z")),
        (
            u32::MAX,
            "2026-05-22T08:30:00Z",
            retry_at("2026-05-22T09:30:00Z"),
        ),
        (9, "2026-05-22T08:30:01Z", NoticeOutcome::GivenUp),
    ] {
        notice.attempts = attempts;
        assert_eq!(attempt(&notice, Some(&down), now).await, outcome);
    }
}

#[tokio::test]
async fn a_notice_waits_for_a_mail_server_and_for_contacts() {
    let outcome = attempt(&notice(&["a@example.com"]), None, CREATED).await;
    assert_eq!(outcome, retry_at("2026-05-17T08:31:00Z"));
    let mailer = Arc::new(FakeMailer::default());
    let outcome = attempt(&notice(&[]), Some(&mailer), CREATED).await;
    assert_eq!(outcome, retry_at("2026-05-17T08:31:00Z"));
    assert!(mailer.sent.lock().unwrap().is_empty());
}
