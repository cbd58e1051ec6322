//! What keeps the programs of Apertium, Hunspell, LibreOffice and Tesseract to what they need.

use std::fs;

use crate::support::{Installation, children_of, contains};

/// The protections that doctor says hold here, and those that it says do not.
async fn protections() -> (String, String) {
    let installation = Installation::without_engine();
    let output = installation.run(&["doctor"]).await.expect(0).output;
    let line = |beginning: &str| {
        let line = output.lines().find(|line| line.starts_with(beginning));
        line.unwrap_or_default().to_owned()
    };
    (
        line(
            "ok       The programs of Apertium, Hunspell, LibreOffice and Tesseract are kept from",
        ),
        line("missing  For the programs of Apertium, Hunspell, LibreOffice and Tesseract"),
    )
}

#[tokio::test]
async fn doctor_says_of_every_protection_whether_it_holds() {
    let (held, lacking) = protections().await;
    for protection in [
        "having or gaining privileges",
        "using up memory and files",
        "opening files of others",
        "networks and other processes",
    ] {
        assert_ne!(
            held.contains(protection),
            lacking.contains(protection),
            "{protection}: {held:?} {lacking:?}"
        );
    }
    // Every system has these.
    assert!(held.contains("privileges; using up memory"), "{held}");
}

#[tokio::test]
async fn what_is_required_and_lacking_keeps_the_server_from_starting() {
    let (_, lacking) = protections().await;
    let installation = Installation::without_engine().option("engines.sandbox", "required");
    let outcome = installation.run(&["languages"]).await;
    if lacking.is_empty() {
        outcome.expect(0);
    } else {
        let outcome = outcome.expect(2);
        let message = "the option engines.sandbox is not valid: required, but on this system";
        assert!(outcome.errors.contains(message), "{}", outcome.errors);
    }
}

#[tokio::test]
async fn programs_know_nothing_of_the_environment_and_have_no_privileges() {
    let installation = Installation::new()
        .option("mail.host", "127.0.0.1")
        .option("mail.from", "dragoman@example.com")
        .option("mail.encryption", "none")
        .option("mail.user", "dragoman")
        .option("mail.password", "planted-password");
    let key = installation.create_key(&[]).await;
    let (held, _) = protections().await;
    let server = installation.start().await;
    server
        .translate(&key.secret, &["The house."])
        .await
        .expect(200);
    let own = fs::read(format!("/proc/{}/environ", server.id())).unwrap();
    assert!(contains(&own, "planted-password"));

    let mut looked_at = 0;
    for program in &children_of(server.id()) {
        let read = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", program.id));
        // Some only say what they can do, and end meanwhile.
        let (Ok(environment), Ok(status), Ok(limits)) =
            (read("environ"), read("status"), read("limits"))
        else {
            continue;
        };
        if status.contains("State:\tZ") {
            continue;
        }
        looked_at += 1;
        assert_eq!(
            environment.split_terminator('\0').collect::<Vec<_>>(),
            ["LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"]
        );
        for line in ["NoNewPrivs:\t1", "CapEff:\t0000000000000000"] {
            assert!(status.contains(line), "{status}");
        }
        if held.contains("seccomp") {
            assert!(status.contains("Seccomp:\t2"), "{status}");
        }
        let files = limits
            .lines()
            .find(|line| line.starts_with("Max open files"));
        assert_eq!(files.unwrap().split_whitespace().nth(3), Some("64"));
    }
    assert!(looked_at > 0);
}

#[tokio::test]
async fn without_a_sandbox_programs_still_know_nothing_of_the_environment() {
    let installation = Installation::new().option("engines.sandbox", "off");
    let key = installation.create_key(&[]).await;
    let mut server = installation.start().await;
    server
        .translate(&key.secret, &["The house."])
        .await
        .expect(200);
    let programs = children_of(server.id());
    assert!(!programs.is_empty());
    for program in programs {
        let environment = fs::read(format!("/proc/{}/environ", program.id)).unwrap();
        assert!(!contains(&environment, "DRAGOMAN_"));
    }
    // Nor do they outlive the server.
    server.kill().await;
    installation.until_no_process_is_left().await;
}
