#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::sync::Mutex;

use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountId, ApiKey, EmailAddress, KeyId, KeyKind, KeyLimits, Mail, MailError, NoticeId,
    Plan, ScopeSet, UsagePeriod,
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
            limits: KeyLimits {
                characters: Some(100_000),
                speech_milliseconds: None,
            },
            created: CREATED.parse().unwrap(),
            expires: None,
            deactivated: None,
        },
        account: Account {
            id: account,
            name: "Example Ltd".to_owned(),
            plan: Plan::Pro,
            character_limit: None,
            features: BTreeSet::new(),
            billing_start: "2026-01-01".parse().unwrap(),
            contacts: Vec::new(),
            created: CREATED.parse().unwrap(),
        },
        period: UsagePeriod {
            start: "2026-05-15".parse().unwrap(),
            end: "2026-06-15".parse().unwrap(),
        },
        level: NoticeLevel::Near,
        characters: 81_234,
        limit: 100_000,
        created: CREATED.parse().unwrap(),
        recipients: contacts.iter().map(|text| text.parse().unwrap()).collect(),
        attempts: 0,
    }
}

/// A mail server that takes mail, but not for everybody.
#[derive(Default)]
struct FakeMailer {
    refuses: Vec<EmailAddress>,
    delays: Vec<EmailAddress>,
    sent: Mutex<Vec<String>>,
}

impl FakeMailer {
    fn new(refuses: &[&str], delays: &[&str]) -> Arc<Self> {
        let addresses = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Arc::new(Self {
            refuses: addresses(refuses),
            delays: addresses(delays),
            sent: Mutex::default(),
        })
    }

    fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().clone()
    }
}

#[async_trait]
impl Mailer for FakeMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let reason = "a reason".to_owned();
        let [to] = mail.to.as_slice() else {
            panic!("a mail for each");
        };
        if self.delays.contains(to) {
            return Err(MailError::Unavailable { reason });
        }
        if self.refuses.contains(to) {
            return Err(MailError::Refused { reason });
        }
        self.sent.lock().unwrap().push(to.to_string());
        Ok(())
    }
}

struct At(&'static str);

impl Clock for At {
    fn now(&self) -> Timestamp {
        self.0.parse().unwrap()
    }
}

/// Keeps who is still to be told, and nothing else.
#[derive(Default)]
struct Remaining(Mutex<Option<String>>);

#[async_trait]
impl NoticeOutbox for Remaining {
    async fn take_due(&self, _: Timestamp, _: u32) -> Result<Vec<LimitNotice>, StoreError> {
        Ok(Vec::new())
    }

    async fn keep_recipients(
        &self,
        _: NoticeId,
        remaining: &[EmailAddress],
    ) -> Result<(), StoreError> {
        let names: Vec<&str> = remaining.iter().map(EmailAddress::as_str).collect();
        *self.0.lock().unwrap() = Some(names.join(" "));
        Ok(())
    }

    async fn finish(&self, _: NoticeId, _: NoticeOutcome) -> Result<(), StoreError> {
        Ok(())
    }

    async fn take_back(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn until_added(&self) {}
}

/// What comes of an attempt, and who is still to be told if that was kept.
async fn attempt(
    notice: &LimitNotice,
    mailer: Option<&Arc<FakeMailer>>,
    now: &'static str,
) -> (NoticeOutcome, Option<String>) {
    let mailer = mailer.map(|mailer| Arc::clone(mailer) as _);
    let outbox = Arc::new(Remaining::default());
    let notices = Notices::new(Arc::clone(&outbox) as _, mailer, Arc::new(At(now)));
    let outcome = notices.attempt(notice).await;
    let remaining = outbox.0.lock().unwrap().clone();
    (outcome, remaining)
}

fn retry_at(time: &str) -> NoticeOutcome {
    NoticeOutcome::RetryAt(time.parse().unwrap())
}

fn sent() -> NoticeOutcome {
    NoticeOutcome::Sent(CREATED.parse().unwrap())
}

#[test]
fn the_mail_says_which_key_has_used_how_much_and_what_follows() {
    let mail = message::of(&notice(&[]), &"a@example.com".parse().unwrap());
    assert_eq!(
        mail.subject,
        "The API key \"Web shop\" has used 81% of its character limit"
    );
    assert_eq!(
        mail.text,
        "The API key \"Web shop\" (dc88****3a2c) of the account \"Example Ltd\" has used 81% of its \
         character limit.\n\n\
         Used:    81,234 characters since 2026-05-15\n\
         Limit:   100,000 characters\n\
         Key id:  00000000-0000-0000-0000-000000000001:00000000-0000-0000-0000-000000000002\n\n\
         Requests with this key that would exceed the limit are refused with status 456 (quota \
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

#[test]
fn the_mail_tells_a_used_up_limit_from_one_that_a_request_would_have_exceeded() {
    let mut notice = notice(&[]);
    notice.level = NoticeLevel::Reached;
    let subject =
        |notice: &LimitNotice| message::of(notice, &"a@example.com".parse().unwrap()).subject;
    assert_eq!(
        subject(&notice),
        "The API key \"Web shop\" had a request refused because of its character limit"
    );
    notice.characters = notice.limit;
    assert_eq!(
        subject(&notice),
        "The API key \"Web shop\" has reached its character limit"
    );
}

#[tokio::test]
async fn everybody_has_a_mail_of_their_own() {
    let mailer = FakeMailer::new(&[], &[]);
    let notice = notice(&["a@example.com", "b@example.com"]);
    let (outcome, remaining) = attempt(&notice, Some(&mailer), CREATED).await;
    assert_eq!((outcome, remaining.as_deref()), (sent(), Some("")));
    assert_eq!(mailer.sent(), ["a@example.com", "b@example.com"]);
}

#[tokio::test]
async fn an_address_without_a_mailbox_keeps_the_mail_from_nobody_else() {
    let mailer = FakeMailer::new(&["a@example.com"], &[]);
    let both = notice(&["a@example.com", "b@example.com"]);
    let (outcome, _) = attempt(&both, Some(&mailer), CREATED).await;
    assert_eq!(outcome, sent());
    assert_eq!(mailer.sent(), ["b@example.com"]);
    let (outcome, _) = attempt(&notice(&["a@example.com"]), Some(&mailer), CREATED).await;
    assert_eq!(outcome, NoticeOutcome::GivenUp);
}

#[tokio::test]
async fn only_who_cannot_be_reached_now_is_tried_again() {
    let mailer = FakeMailer::new(&["a@example.com"], &["b@example.com"]);
    let all = notice(&["a@example.com", "b@example.com", "c@example.com"]);
    let (outcome, remaining) = attempt(&all, Some(&mailer), CREATED).await;
    assert_eq!(outcome, retry_at("2026-05-17T08:31:00Z"));
    assert_eq!(remaining.as_deref(), Some("b@example.com"));
    assert_eq!(mailer.sent(), ["c@example.com"]);
}

#[tokio::test]
async fn what_cannot_be_sent_is_tried_again_less_and_less_often_for_five_days() {
    let mailer = FakeMailer::new(&[], &["a@example.com"]);
    let mut notice = notice(&["a@example.com"]);
    for (attempts, now, expected) in [
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
        let (outcome, remaining) = attempt(&notice, Some(&mailer), now).await;
        assert_eq!((outcome, remaining), (expected, None));
    }
}

#[tokio::test]
async fn a_notice_waits_for_a_mail_server_and_for_contacts() {
    let expected = (retry_at("2026-05-17T08:31:00Z"), None);
    let outcome = attempt(&notice(&["a@example.com"]), None, CREATED).await;
    assert_eq!(outcome, expected);
    let mailer = FakeMailer::new(&[], &[]);
    let outcome = attempt(&notice(&[]), Some(&mailer), CREATED).await;
    assert_eq!(outcome, expected);
    assert!(mailer.sent().is_empty());
}

#[tokio::test]
async fn what_is_no_longer_true_is_not_sent() {
    let mailer = FakeMailer::new(&[], &[]);
    let usual = notice(&["a@example.com"]);
    let mut deactivated = usual.clone();
    deactivated.key.deactivated = Some(CREATED.parse().unwrap());
    let mut unlimited = usual.clone();
    unlimited.key.limits.characters = None;
    let mut raised = usual.clone();
    raised.key.limits.characters = Some(200_000);
    for (notice, now) in [
        (&deactivated, CREATED),
        (&unlimited, CREATED),
        (&raised, CREATED),
        (&usual, "2026-06-15T00:00:00Z"),
    ] {
        let (outcome, _) = attempt(notice, Some(&mailer), now).await;
        assert_eq!(outcome, NoticeOutcome::GivenUp);
    }
    assert!(mailer.sent().is_empty());
    let (outcome, _) = attempt(&usual, Some(&mailer), "2026-05-17T08:30:00Z").await;
    assert_eq!(outcome, sent());
}
