use dragoman_smtp_testing::{SmtpOptions, SmtpServer};

use crate::support::{Installation, Key, eventually};

/// A server's options for mail through this one.
fn mail_through(installation: &mut Installation, server: &SmtpServer) {
    installation.set("mail.host", server.host());
    installation.set("mail.port", &server.port().to_string());
    installation.set("mail.encryption", "none");
    installation.set("mail.from", "dragoman@example.com");
}

/// A key with a limit of ten characters, of an account with a contact.
async fn limited_key(installation: &Installation) -> Key {
    let key = installation
        .create_key(&[
            "--account",
            "shop",
            "--label",
            "Web shop",
            "--character-limit",
            "10",
        ])
        .await;
    installation
        .run(&["account", "set", "shop", "--contact", "team@example.com"])
        .await
        .expect(0);
    key
}

#[tokio::test]
async fn the_contacts_of_an_account_are_told_when_a_key_comes_near_its_limit() {
    let mut smtp = SmtpServer::start(&SmtpOptions::default());
    let mut installation = Installation::new();
    mail_through(&mut installation, &smtp);
    let key = limited_key(&installation).await;
    let server = installation.start().await;
    server.translate(&key.secret, &["House."]).await.expect(200);
    server.translate(&key.secret, &["a b"]).await.expect(200);
    let mail = smtp.next_mail().await;
    assert_eq!(
        mail.header("subject"),
        "The API key \"Web shop\" has used 90% of its character limit"
    );
    assert_eq!(mail.to, ["team@example.com"]);
    server.translate(&key.secret, &["ab"]).await.expect(456);
    let mail = smtp.next_mail().await;
    assert_eq!(
        mail.header("subject"),
        "The API key \"Web shop\" had a request refused because of its character limit"
    );
    assert!(!mail.text.contains(&key.secret), "{}", mail.text);
    server.stop().await;
    assert_eq!(smtp.stop(), []);
}

#[tokio::test]
async fn a_server_that_dies_before_a_mail_is_taken_sends_it_later_and_once() {
    let silent = SmtpServer::start(&SmtpOptions {
        silent: true,
        ..SmtpOptions::default()
    });
    let mut installation = Installation::new();
    mail_through(&mut installation, &silent);
    let key = limited_key(&installation).await;
    let mut server = installation.start().await;
    server
        .translate(&key.secret, &["12345678"])
        .await
        .expect(200);
    server.kill().await;
    assert_eq!(silent.stop(), []);

    let mut smtp = SmtpServer::start(&SmtpOptions::default());
    mail_through(&mut installation, &smtp);
    let mut server = installation.start().await;
    let first = smtp.next_mail().await;
    assert!(first.header("subject").contains("80%"), "{first:?}");
    eventually("the notice has left the outbox", async || {
        let metrics = server.metrics().await;
        metrics
            .contains("dragoman_limit_notices_total{outcome=\"sent\"} 1")
            .then_some(())
    })
    .await;
    server.kill().await;

    let server = installation.start().await;
    server.translate(&key.secret, &["90"]).await.expect(200);
    let second = smtp.next_mail().await;
    assert!(second.header("subject").contains("reached"), "{second:?}");
    assert_ne!(second.header("message-id"), first.header("message-id"));
    server.stop().await;
    assert_eq!(smtp.stop(), []);
}

#[tokio::test]
async fn a_mail_server_that_cannot_be_used_is_an_error_at_the_start() {
    let installation = Installation::without_engine()
        .option("mail.host", "mail.example.com")
        .option("mail.from", "no address");
    let refused = installation.run(&["serve"]).await.expect(2);
    assert!(refused.errors.contains("mail.from"), "{}", refused.errors);
    for (options, message) in [
        (&[][..], "needs mail.from too"),
        (
            &[("mail.from", "dragoman@example.com"), ("mail.port", "0")],
            "mail.port",
        ),
    ] {
        let mut installation =
            Installation::without_engine().option("mail.host", "mail.example.com");
        for (name, value) in options {
            installation.set(name, value);
        }
        let refused = installation.run(&["config", "show"]).await.expect(2);
        assert!(refused.errors.contains(message), "{}", refused.errors);
    }
    let installation = Installation::without_engine()
        .option("mail.host", "mail.example.com")
        .option("mail.from", "dragoman@example.com")
        .option("mail.password", "a secret that nobody may see");
    let refused = installation
        .run(&["serve", "--listen", "127.0.0.1:0"])
        .await
        .expect(2);
    assert!(
        refused
            .errors
            .contains("a login needs a user and a password"),
        "{}",
        refused.errors
    );
    assert!(!refused.errors.contains("a secret"), "{}", refused.errors);
}

#[tokio::test]
async fn a_test_mail_is_sent_and_the_mail_server_has_taken_it() {
    let mut smtp = SmtpServer::start(&SmtpOptions::default());
    let mut installation = Installation::without_engine();
    mail_through(&mut installation, &smtp);
    let sent = installation
        .run(&["mail-test", "ada@example.com"])
        .await
        .expect(0);
    assert!(
        sent.output.contains("ada@example.com") && sent.output.contains(smtp.host()),
        "{}",
        sent.output
    );
    let mail = smtp.next_mail().await;
    assert_eq!(mail.to, ["ada@example.com"]);
    assert_eq!(mail.from, "dragoman@example.com");
    assert_eq!(mail.header("subject"), "Test mail from Dragoman");
    assert_eq!(smtp.stop(), []);
}

#[tokio::test]
async fn a_test_mail_that_is_not_taken_is_a_failure_that_says_why() {
    let installation = Installation::without_engine();
    let test = ["mail-test", "nobody@example.com"];
    let unconfigured = installation.run(&test).await.expect(1);
    assert!(
        unconfigured.errors.contains("mail.host"),
        "{}",
        unconfigured.errors
    );
    let wrong = installation.run(&["mail-test", "nobody"]).await.expect(2);
    assert!(wrong.errors.contains("nobody"), "{}", wrong.errors);

    let smtp = SmtpServer::start(&SmtpOptions {
        answers: vec![(
            "nobody@example.com".to_owned(),
            "550 no such person".to_owned(),
        )],
        ..SmtpOptions::default()
    });
    let mut installation = Installation::without_engine();
    mail_through(&mut installation, &smtp);
    let refused = installation.run(&test).await.expect(1);
    assert!(
        refused.errors.contains("no such person"),
        "{}",
        refused.errors
    );
    assert_eq!(smtp.stop(), []);
    let unreachable = installation.run(&test).await.expect(1);
    assert!(
        unreachable.errors.contains("could not be sent"),
        "{}",
        unreachable.errors
    );
}
