//! Configurations that cannot work are refused before any mail is sent.

use std::path::PathBuf;
use std::time::Duration;

use dragoman_domain::EmailAddress;
use dragoman_mail::{ConfigError, Encryption, SmtpConfig, SmtpMailer};
use proptest::prelude::*;
use secrecy::SecretString;

fn unencrypted(host: &str) -> SmtpConfig {
    SmtpConfig {
        encryption: Encryption::None,
        ..SmtpConfig::new(host, "dragoman@example.com".parse().unwrap())
    }
}

fn refused(config: &SmtpConfig) -> ConfigError {
    match SmtpMailer::new(config) {
        Ok(_) => panic!("{config:?} was taken"),
        Err(error) => error,
    }
}

#[test]
fn a_way_of_encryption_has_a_word_and_a_usual_port() {
    for (word, port) in [("tls", 465), ("starttls", 587), ("none", 25)] {
        let encryption: Encryption = word.parse().unwrap();
        assert_eq!(encryption.to_string(), word);
        assert_eq!(encryption.usual_port(), port);
    }
    let error = "ssl".parse::<Encryption>().unwrap_err();
    assert!(error.to_string().contains("starttls"), "{error}");
}

#[test]
fn a_host_is_a_name_or_an_address_and_nothing_else() {
    for host in ["mail.example.com", "localhost", "10.0.0.1", "::1", "[::1]"] {
        assert!(SmtpMailer::new(&unencrypted(host)).is_ok(), "{host}");
    }
    for host in [
        "",
        " ",
        "mail.example.com:25",
        "smtp://mail",
        "a b",
        "a\r\nb",
    ] {
        let error = refused(&unencrypted(host));
        assert!(matches!(error, ConfigError::Host { .. }), "{host}: {error}");
    }
}

#[test]
fn half_a_login_is_refused() {
    let user = SmtpConfig {
        user: Some("dragoman".to_owned()),
        ..unencrypted("localhost")
    };
    let password = SmtpConfig {
        password: Some(SecretString::from("secret")),
        ..unencrypted("localhost")
    };
    for config in [user, password] {
        assert!(matches!(refused(&config), ConfigError::HalfLogin));
    }
}

#[test]
fn a_password_is_not_sent_unencrypted_through_a_network() {
    let config = |host| SmtpConfig {
        user: Some("dragoman".to_owned()),
        password: Some(SecretString::from("secret")),
        ..unencrypted(host)
    };
    for host in ["localhost", "127.0.0.1", "::1"] {
        assert!(SmtpMailer::new(&config(host)).is_ok(), "{host}");
    }
    let error = refused(&config("mail.example.com"));
    assert!(matches!(error, ConfigError::ReadablePassword { .. }));
}

#[test]
fn a_password_and_a_file_with_one_are_one_too_many() {
    let config = SmtpConfig {
        user: Some("dragoman".to_owned()),
        password: Some(SecretString::from("secret")),
        password_file: Some(PathBuf::from("/nowhere")),
        ..unencrypted("localhost")
    };
    assert!(matches!(refused(&config), ConfigError::TwoPasswords));
}

#[test]
fn files_that_are_missing_or_empty_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let empty = folder.path().join("empty");
    std::fs::write(&empty, " \n").unwrap();
    let nonsense = folder.path().join("nonsense");
    std::fs::write(
        &nonsense,
        "-----BEGIN CERTIFICATE-----\nMAo=\n-----END CERTIFICATE-----\n",
    )
    .unwrap();

    let with_password = |file: &PathBuf| SmtpConfig {
        user: Some("dragoman".to_owned()),
        password_file: Some(file.clone()),
        ..unencrypted("localhost")
    };
    let with_ca = |file: &PathBuf| SmtpConfig {
        encryption: Encryption::Tls,
        ca_file: Some(file.clone()),
        ..unencrypted("localhost")
    };
    for (file, config) in [
        (&missing, with_password(&missing)),
        (&empty, with_password(&empty)),
        (&missing, with_ca(&missing)),
        (&empty, with_ca(&empty)),
        (&nonsense, with_ca(&nonsense)),
    ] {
        let error = refused(&config).to_string();
        assert!(error.contains(file.to_str().unwrap()), "{error}");
    }
}

#[test]
fn options_without_an_effect_are_refused() {
    let certificates = SmtpConfig {
        ca_file: Some(PathBuf::from("/etc/ssl/ca.pem")),
        ..unencrypted("localhost")
    };
    assert!(matches!(
        refused(&certificates),
        ConfigError::UselessCertificates
    ));
    let no_time = SmtpConfig {
        timeout: Duration::ZERO,
        ..unencrypted("localhost")
    };
    assert!(matches!(refused(&no_time), ConfigError::Timeout));
}

#[test]
fn a_configuration_does_not_show_its_password() {
    let config = SmtpConfig {
        password: Some(SecretString::from("correct horse")),
        ..unencrypted("localhost")
    };
    assert!(!format!("{config:?}").contains("horse"));
}

proptest! {
    #[test]
    fn whatever_the_domain_takes_for_an_address_can_be_a_sender(
        text in "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,20}@([a-zA-Z0-9-]{1,6}\\.){0,4}[a-zA-Z0-9-]{1,6}"
    ) {
        if let Ok(from) = text.parse::<EmailAddress>() {
            let config = SmtpConfig { from, ..unencrypted("localhost") };
            prop_assert!(SmtpMailer::new(&config).is_ok());
        }
    }
}
