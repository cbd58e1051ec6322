//! Mail that a real SMTP server takes, and what it received.

use crate::common::{PASSWORD, TEXT, encrypting, mail, mailer, plain, starttls, tls, with_login};
use dragoman_domain::{Mail, Mailer, Timestamp};
use dragoman_smtp_testing::{ReceivedMail, ServerEncryption, SmtpOptions, SmtpServer};

/// What a server that takes every mail receives of this one.
async fn delivered(mail: &Mail) -> ReceivedMail {
    let mut server = SmtpServer::start(&SmtpOptions::default());
    mailer(&plain(&server)).send(mail).await.unwrap();
    server.next_mail().await
}

#[tokio::test]
async fn a_mail_arrives_with_its_headers() {
    let received = delivered(&mail()).await;
    assert_eq!(received.from, "dragoman@example.com");
    assert_eq!(received.to, ["ada@example.org"]);
    assert_eq!(received.client, "example.com");
    assert!(!received.encrypted);
    assert_eq!(received.user, None);
    assert_eq!(received.text.trim_end(), TEXT);
    for (name, value) in [
        ("From", "dragoman@example.com"),
        ("To", "ada@example.org"),
        ("Subject", "Limit nearly reached"),
        ("Message-ID", "<limit-80.a74d88fb@example.com>"),
        ("Date", "Sun, 01 Mar 2026 12:30:00 +0000"),
        ("Auto-Submitted", "auto-generated"),
        ("MIME-Version", "1.0"),
    ] {
        assert_eq!(received.header(name), value, "{name}");
    }
    assert!(
        received
            .header("Content-Type")
            .starts_with("text/plain; charset=\"utf-8\"")
    );
}

#[tokio::test]
async fn a_mail_arrives_over_tls() {
    let mut server = SmtpServer::start(&encrypting(ServerEncryption::Tls));
    mailer(&tls(&server)).send(&mail()).await.unwrap();
    let received = server.next_mail().await;
    assert!(received.encrypted);
    assert_eq!(received.text.trim_end(), TEXT);
}

#[tokio::test]
async fn a_mail_arrives_over_starttls() {
    let mut server = SmtpServer::start(&encrypting(ServerEncryption::StartTls));
    mailer(&starttls(&server)).send(&mail()).await.unwrap();
    let received = server.next_mail().await;
    assert!(received.encrypted);
    assert_eq!(received.text.trim_end(), TEXT);
}

#[tokio::test]
async fn the_right_password_opens_a_server_however_it_encrypts() {
    for encryption in [
        ServerEncryption::None,
        ServerEncryption::StartTls,
        ServerEncryption::Tls,
    ] {
        let mut server = SmtpServer::start(&SmtpOptions {
            login: Some(("dragoman".to_owned(), PASSWORD.to_owned())),
            ..encrypting(encryption)
        });
        let config = match encryption {
            ServerEncryption::None => plain(&server),
            ServerEncryption::StartTls => starttls(&server),
            ServerEncryption::Tls => tls(&server),
        };
        let config = with_login(config, PASSWORD);
        mailer(&config).send(&mail()).await.unwrap();
        let received = server.next_mail().await;
        assert_eq!(received.user.as_deref(), Some("dragoman"), "{encryption:?}");
    }
}

#[tokio::test]
async fn a_password_is_taken_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("smtp.password");
    std::fs::write(&file, format!("{PASSWORD}\n")).unwrap();
    let mut server = SmtpServer::start(&SmtpOptions {
        login: Some(("dragoman".to_owned(), PASSWORD.to_owned())),
        ..encrypting(ServerEncryption::Tls)
    });
    let config = dragoman_mail::SmtpConfig {
        password: None,
        password_file: Some(file),
        ..with_login(tls(&server), "")
    };
    mailer(&config).send(&mail()).await.unwrap();
    assert_eq!(server.next_mail().await.user.as_deref(), Some("dragoman"));
}

#[tokio::test]
async fn subject_and_text_arrive_in_any_script() {
    for subject in [
        "Zeichenlimit für „Übersetzungen“ erreicht 🎉",
        "文字数の上限",
        &"Größe ".repeat(60),
    ] {
        let text = "Grüße 👋\nzweite Zeile, 100 %\n.\n..Punkt\n\nEnde";
        let received = delivered(&Mail {
            subject: subject.to_owned(),
            text: text.to_owned(),
            ..mail()
        })
        .await;
        assert_eq!(received.header("Subject"), subject.trim_end());
        assert_eq!(received.text.trim_end(), text);
        assert!(received.source.is_ascii());
        assert!(received.source.lines().all(|line| line.len() <= 998));
    }
}

#[tokio::test]
async fn a_long_line_of_text_arrives_whole() {
    let text = "0123456789 ".repeat(500);
    let received = delivered(&Mail {
        text: text.clone(),
        ..mail()
    })
    .await;
    assert_eq!(received.text.trim_end(), text.trim_end());
}

#[tokio::test]
async fn a_subject_cannot_add_headers_or_end_them() {
    for line_break in ["\r\n", "\n", "\r", "\r\n\r\n", "\0", "\u{85}", "\u{2028}"] {
        let received = delivered(&Mail {
            subject: format!("Limit{line_break}Bcc: eve@example.net{line_break}{line_break}<b>"),
            ..mail()
        })
        .await;
        let names: Vec<_> = received.headers.iter().map(|(name, _)| name).collect();
        assert!(!names.iter().any(|name| *name == "Bcc"), "{names:?}");
        assert_eq!(received.to, ["ada@example.org"]);
        assert_eq!(received.text.trim_end(), TEXT);
        assert!(received.header("Subject").ends_with("<b>"));
        assert!(!received.header("Subject").contains(['\r', '\n']));
    }
}

#[tokio::test]
async fn several_recipients_share_one_transaction() {
    let server = SmtpServer::start(&SmtpOptions::default());
    let to = ["ada@example.org", "bea@example.net", "cyd@localhost"];
    let mail = Mail {
        to: to.iter().map(|address| address.parse().unwrap()).collect(),
        ..mail()
    };
    mailer(&plain(&server)).send(&mail).await.unwrap();
    let received = server.stop();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].to, to);
    assert_eq!(received[0].header("To"), to.join(", "));
}

#[tokio::test]
async fn one_mailer_sends_one_mail_after_another() {
    let server = SmtpServer::start(&SmtpOptions::default());
    let mailer = mailer(&plain(&server));
    for id in ["first", "second"] {
        let id = id.to_owned();
        mailer.send(&Mail { id, ..mail() }).await.unwrap();
    }
    let ids: Vec<_> = server
        .stop()
        .iter()
        .map(|mail| mail.header("Message-ID").to_owned())
        .collect();
    assert_eq!(ids, ["<first@example.com>", "<second@example.com>"]);
}

#[tokio::test]
async fn the_earliest_and_the_latest_date_can_be_sent() {
    for (date, sent) in [
        (Timestamp::MIN, "Thu, 01 Jan 1970 00:00:00 +0000"),
        (Timestamp::MAX, "Thu, 30 Dec 9999 22:00:00 +0000"),
    ] {
        let received = delivered(&Mail { date, ..mail() }).await;
        assert_eq!(received.header("Date"), sent);
    }
}
