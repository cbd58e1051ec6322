//! Mail that is not sent: which failures are for good, and what they say.

use std::time::Duration;

use crate::common::{PASSWORD, TEXT, encrypting, mail, mailer, plain, starttls, tls, with_login};
use dragoman_domain::{Mail, MailError, Mailer};
use dragoman_mail::SmtpConfig;
use dragoman_smtp_testing::{ServerEncryption, SmtpOptions, SmtpServer};

/// Sends the mail, which fails without giving anything away.
async fn fails(config: &SmtpConfig, mail: &Mail) -> MailError {
    let error = mailer(config).send(mail).await.unwrap_err();
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(!text.contains(PASSWORD), "{text}");
        assert!(!text.contains(TEXT), "{text}");
    }
    error
}

#[track_caller]
fn assert_refused(error: &MailError, words: &[&str]) {
    assert!(error.is_permanent(), "{error}");
    assert_says(error, words);
}

#[track_caller]
fn assert_unavailable(error: &MailError, words: &[&str]) {
    assert!(!error.is_permanent(), "{error}");
    assert_says(error, words);
}

#[track_caller]
fn assert_says(error: &MailError, words: &[&str]) {
    for word in words {
        assert!(error.to_string().contains(word), "no {word}: {error}");
    }
}

fn answering(recipient: &str, answer: &str) -> SmtpOptions {
    SmtpOptions {
        answers: vec![(recipient.to_owned(), answer.to_owned())],
        ..SmtpOptions::default()
    }
}

#[tokio::test]
async fn a_recipient_who_does_not_exist_is_a_refusal() {
    let server = SmtpServer::start(&answering("ada@example.org", "550 5.1.1 nobody here"));
    let error = fails(&plain(&server), &mail()).await;
    assert_refused(&error, &["ada@example.org", "550", "nobody here"]);
    assert!(server.stop().is_empty());
}

#[tokio::test]
async fn a_recipient_who_cannot_receive_now_is_no_refusal() {
    let server = SmtpServer::start(&answering("ada@example.org", "451 4.2.0 come back later"));
    let error = fails(&plain(&server), &mail()).await;
    assert_unavailable(&error, &["ada@example.org", "451", "come back later"]);
    assert!(server.stop().is_empty());
}

#[tokio::test]
async fn one_refused_recipient_keeps_the_mail_from_all() {
    let server = SmtpServer::start(&answering("bea@example.org", "550 nobody here"));
    let mail = Mail {
        to: ["ada", "bea", "cyd"]
            .map(|name| format!("{name}@example.org").parse().unwrap())
            .to_vec(),
        ..mail()
    };
    let error = fails(&plain(&server), &mail).await;
    assert_refused(&error, &["bea@example.org"]);
    assert!(server.stop().is_empty());
}

#[tokio::test]
async fn a_recipient_whom_policy_refuses_is_for_the_operator_to_mend() {
    let server = SmtpServer::start(&answering("ada@example.org", "554 5.7.1 relaying denied"));
    let error = fails(&plain(&server), &mail()).await;
    assert_unavailable(&error, &["ada@example.org", "554", "relaying denied"]);
}

#[tokio::test]
async fn a_refused_content_is_for_the_operator_to_mend() {
    for answer in [
        "554 5.7.1 looks like spam",
        "552 too big",
        "452 4.3.1 disk full",
        "421 shutting down",
    ] {
        let server = SmtpServer::start(&SmtpOptions {
            content_answer: Some(answer.to_owned()),
            ..SmtpOptions::default()
        });
        let error = fails(&plain(&server), &mail()).await;
        assert_unavailable(&error, &[&answer[..3], &answer[4..]]);
    }
}

#[tokio::test]
async fn a_wrong_password_is_for_the_operator_to_mend() {
    for encryption in [ServerEncryption::StartTls, ServerEncryption::Tls] {
        let server = SmtpServer::start(&SmtpOptions {
            login: Some(("dragoman".to_owned(), "another one".to_owned())),
            ..encrypting(encryption)
        });
        let config = match encryption {
            ServerEncryption::Tls => tls(&server),
            _ => starttls(&server),
        };
        let error = fails(&with_login(config, PASSWORD), &mail()).await;
        assert_unavailable(&error, &["logging in", "535"]);
        assert!(server.stop().is_empty());
    }
}

#[tokio::test]
async fn a_missing_login_is_for_the_operator_to_mend() {
    let server = SmtpServer::start(&SmtpOptions {
        login: Some(("dragoman".to_owned(), PASSWORD.to_owned())),
        ..encrypting(ServerEncryption::Tls)
    });
    let error = fails(&tls(&server), &mail()).await;
    assert_unavailable(&error, &["530"]);
}

#[tokio::test]
async fn a_login_at_a_server_without_any_says_so() {
    let server = SmtpServer::start(&encrypting(ServerEncryption::Tls));
    let error = fails(&with_login(tls(&server), PASSWORD), &mail()).await;
    assert_unavailable(&error, &["logging in"]);
    assert!(server.stop().is_empty());
}

#[tokio::test]
async fn a_certificate_that_nobody_trusted_vouches_for_is_not_believed() {
    let other = SmtpServer::start(&encrypting(ServerEncryption::Tls));
    for encryption in [ServerEncryption::StartTls, ServerEncryption::Tls] {
        let server = SmtpServer::start(&encrypting(encryption));
        for ca_file in [None, Some(other.ca_file())] {
            let config = match encryption {
                ServerEncryption::Tls => tls(&server),
                _ => starttls(&server),
            };
            let config = SmtpConfig { ca_file, ..config };
            let error = fails(&config, &mail()).await;
            assert_unavailable(&error, &["certificate"]);
        }
        assert!(server.stop().is_empty());
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_is_not_believed() {
    for encryption in [ServerEncryption::StartTls, ServerEncryption::Tls] {
        let server = SmtpServer::start(&SmtpOptions {
            certified_names: vec!["mail.example.com".to_owned()],
            ..encrypting(encryption)
        });
        let config = match encryption {
            ServerEncryption::Tls => tls(&server),
            _ => starttls(&server),
        };
        let error = fails(&config, &mail()).await;
        assert_unavailable(&error, &["certificate", "mail.example.com"]);
        assert!(server.stop().is_empty());
    }
}

#[tokio::test]
async fn a_server_without_starttls_gets_no_mail_that_was_to_be_encrypted() {
    let encrypting = SmtpServer::start(&encrypting(ServerEncryption::StartTls));
    let server = SmtpServer::start(&SmtpOptions::default());
    let config = SmtpConfig {
        port: Some(server.port()),
        ..with_login(starttls(&encrypting), PASSWORD)
    };
    let error = fails(&config, &mail()).await;
    assert_unavailable(&error, &["STARTTLS"]);
    assert!(server.stop().is_empty());
}

#[tokio::test]
async fn an_answer_from_before_the_encryption_does_not_count_after_it() {
    let server = SmtpServer::start(&SmtpOptions {
        inject_after_starttls: true,
        ..encrypting(ServerEncryption::StartTls)
    });
    let error = fails(&starttls(&server), &mail()).await;
    assert_unavailable(&error, &["encrypting"]);
    assert!(server.stop().is_empty());
}

#[tokio::test]
async fn a_connection_that_breaks_at_the_end_is_tried_again_with_the_same_id() {
    let server = SmtpServer::start(&SmtpOptions {
        close_after_data: true,
        ..SmtpOptions::default()
    });
    let config = plain(&server);
    for _ in 0..2 {
        assert_unavailable(&fails(&config, &mail()).await, &["sending the content"]);
    }
    // The server has it nevertheless, and recognises it.
    let received = server.stop();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].source, received[1].source);
}

#[tokio::test]
async fn a_server_that_says_nothing_is_given_up() {
    let server = SmtpServer::start(&SmtpOptions {
        silent: true,
        ..SmtpOptions::default()
    });
    let certified = SmtpServer::start(&encrypting(ServerEncryption::Tls));
    for config in [
        plain(&server),
        SmtpConfig {
            port: Some(server.port()),
            ..tls(&certified)
        },
    ] {
        let config = SmtpConfig {
            timeout: Duration::from_millis(50),
            ..config
        };
        let error = fails(&config, &mail()).await;
        assert_unavailable(&error, &["did not answer within 0.05 s"]);
    }
}

#[tokio::test]
async fn a_server_that_never_stops_talking_is_given_up() {
    let server = SmtpServer::start(&SmtpOptions {
        long_line: true,
        ..SmtpOptions::default()
    });
    let error = fails(&plain(&server), &mail()).await;
    assert_unavailable(&error, &["says too much"]);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let server = SmtpServer::start(&SmtpOptions::default());
    let config = plain(&server);
    let port = server.port().to_string();
    drop(server);
    let error = fails(&config, &mail()).await;
    assert_unavailable(&error, &["127.0.0.1", &port]);
}

#[tokio::test]
async fn a_mail_without_recipients_or_with_an_id_that_is_none_is_refused() {
    let server = SmtpServer::start(&SmtpOptions::default());
    let config = plain(&server);
    let nobody = Mail {
        to: Vec::new(),
        ..mail()
    };
    assert_refused(&fails(&config, &nobody).await, &["recipients"]);
    for id in ["", "a\r\nBcc: eve@example.net", "a>", "a b"] {
        let id = id.to_owned();
        assert_refused(&fails(&config, &Mail { id, ..mail() }).await, &["id"]);
    }
    assert!(server.stop().is_empty());
}
