use std::fs;
use std::io::pipe;
use std::process::Stdio;

use crate::support::Installation;

#[tokio::test]
async fn arguments_are_translated_one_line_each() {
    let installation = Installation::new();
    let outcome = installation
        .run(&[
            "translate",
            "--from",
            "en",
            "--to",
            "es",
            "The house is big.",
            "My sister sings.",
        ])
        .await
        .expect(0);
    let [first, second] = outcome
        .output
        .lines()
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    assert!(first.starts_with("La casa es"), "{first}");
    assert!(second.starts_with("Mi hermana"), "{second}");
    installation.until_no_process_is_left().await;
}

#[tokio::test]
async fn a_file_and_standard_input_are_translated_as_they_are() {
    let installation = Installation::new();
    let text = "\nThe house is big.\n\nMy sister sings.";
    let file = installation.root().join("text.txt");
    fs::write(&file, text).unwrap();
    let arguments = ["translate", "--from", "EN", "--to", "ES"];
    let mut with_file = arguments.to_vec();
    with_file.extend(["--file", file.to_str().unwrap()]);
    let of_file = installation.run(&with_file).await.expect(0).output;
    let of_input = installation
        .run_with_input(&arguments, text)
        .await
        .expect(0)
        .output;
    assert_eq!(of_file, of_input);
    assert!(of_file.starts_with("\nLa casa es"), "{of_file:?}");
    assert!(of_file.contains(".\n\nMi hermana"), "{of_file:?}");
    assert!(!of_file.ends_with('\n'), "{of_file:?}");
}

#[tokio::test]
async fn a_language_that_is_not_given_is_detected() {
    let installation = Installation::new();
    let text = "The big house stands in the middle of the green garden.";
    let outcome = installation
        .run(&["translate", "--to", "es", text])
        .await
        .expect(0);
    assert!(outcome.output.contains("casa"), "{}", outcome.output);
    let outcome = installation
        .run(&[
            "detect",
            text,
            "Wo ist denn hier die nächste Haltestelle?",
            "42",
        ])
        .await
        .expect(0);
    assert_eq!(outcome.output, "en  English\nde  German\n?  no letters\n");
}

#[tokio::test]
async fn nothing_is_translated_to_nothing() {
    let installation = Installation::new();
    let outcome = installation
        .run_with_input(&["translate", "--from", "en", "--to", "es"], "")
        .await
        .expect(0);
    assert_eq!(outcome.output, "");
}

#[tokio::test]
async fn an_unknown_language_is_a_wrong_command_line_that_names_it() {
    let installation = Installation::without_engine();
    for arguments in [
        ["translate", "--from", "en", "--to", "klingon", "Hello"],
        ["translate", "--from", "klingon", "--to", "es", "Hello"],
        ["translate", "--from", "en-GB", "--to", "es", "Hello"],
    ] {
        let outcome = installation.run(&arguments).await.expect(2);
        let wrong = if arguments[4] == "es" {
            arguments[2]
        } else {
            arguments[4]
        };
        assert!(outcome.errors.contains(wrong), "{}", outcome.errors);
        assert_eq!(outcome.output, "");
    }
}

#[tokio::test]
async fn a_pair_that_is_not_installed_is_a_failure_with_a_remedy() {
    let installation = Installation::new();
    let translate = async |from, to| {
        installation
            .run(&["translate", "--from", from, "--to", to, "Hello"])
            .await
            .expect(1)
            .errors
    };
    let errors = translate("sv", "da").await;
    assert!(errors.contains("apertium-swe-dan"), "{errors}");
    let errors = translate("en", "ja").await;
    assert!(errors.contains("dragoman models pull en-ja"), "{errors}");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_named() {
    let installation = Installation::new();
    let binary = installation.root().join("binary");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    for file in ["missing.txt", "binary", "modes"] {
        let outcome = installation
            .run(&["translate", "--from", "en", "--to", "es", "--file", file])
            .await
            .expect(1);
        assert!(outcome.errors.contains(file), "{}", outcome.errors);
    }
}

#[tokio::test]
async fn languages_are_listed_for_people_and_for_programs() {
    let installation = Installation::new();
    let table = installation.run(&["languages"]).await.expect(0).output;
    assert!(table.starts_with("CODE"), "{table}");
    let spanish = table.lines().find(|line| line.starts_with("es "));
    assert!(spanish.unwrap().contains("Spanish"), "{table}");

    let list = installation.run(&["languages", "--json"]).await.expect(0);
    let languages = list.json().as_array().unwrap().clone();
    let find = |tag| languages.iter().find(|language| language["lang"] == tag);
    let spanish = find("es").unwrap();
    assert_eq!(spanish["name"], "Spanish");
    assert_eq!(spanish["usable_as_source"], true);
    assert_eq!(spanish["usable_as_target"], true);
    let british = find("en-GB").unwrap();
    assert_eq!(british["usable_as_source"], false);
    assert_eq!(british["usable_as_target"], true);
    assert!(find("sv").is_none());
}

#[tokio::test]
async fn doctor_finds_nothing_broken_on_this_machine() {
    let installation =
        Installation::new().option("engines.apertium.modes_folder", "/usr/share/apertium/modes");
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(!outcome.output.contains("broken"), "{}", outcome.output);
    let dictionaries =
        "There are dictionaries for de, en, en-GB, en-US, es, fr, it, pt, pt-BR, pt-PT.";
    assert!(outcome.output.contains(dictionaries), "{}", outcome.output);
    installation.until_no_process_is_left().await;
}

#[tokio::test]
async fn doctor_names_a_dictionary_that_does_not_work() {
    let mut installation = Installation::without_engine();
    let folder = installation.root().join("dictionaries");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("fr.aff"), "SET UTF-8\n").unwrap();
    fs::write(folder.join("fr.dic"), "1\nmaison\n").unwrap();
    installation.set("improvement.dictionaries", folder.to_str().unwrap());
    let outcome = installation.run(&["doctor"]).await.expect(1);
    let broken: Vec<&str> = outcome
        .output
        .lines()
        .filter(|line| line.starts_with("broken"))
        .collect();
    assert_eq!(broken.len(), 1, "{}", outcome.output);
    assert!(
        broken[0].contains("The dictionary fr does not work: it does not know the word maisons."),
        "{broken:?}"
    );
}

#[tokio::test]
async fn a_folder_of_dictionaries_that_is_not_there_is_refused() {
    let installation =
        Installation::without_engine().option("improvement.dictionaries", "/nowhere");
    let outcome = installation.run(&["config", "show"]).await;
    assert_ne!(outcome.code, Some(0), "{outcome:?}");
    assert!(
        outcome
            .errors
            .contains("improvement.dictionaries is not valid"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn doctor_names_the_packages_that_are_missing_and_that_is_no_failure() {
    let installation = Installation::without_engine();
    let outcome = installation.run(&["doctor"]).await.expect(0);
    let missing: Vec<&str> = outcome
        .output
        .lines()
        .filter(|line| line.starts_with("missing"))
        .collect();
    assert!(
        missing
            .iter()
            .any(|line| line.contains("apt-get install apertium-eng-spa ")),
        "{}",
        outcome.output
    );
}

#[tokio::test]
async fn doctor_says_that_configured_mail_was_not_tried() {
    let installation = Installation::without_engine()
        .option("mail.host", "mail.example.com")
        .option("mail.from", "dragoman@example.com");
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(
        outcome.output.lines().any(|line| line.starts_with("ok")
            && line.contains("mail.example.com is configured. It was not tried")),
        "{}",
        outcome.output
    );
}

#[tokio::test]
async fn doctor_fails_on_a_data_folder_that_cannot_be_used() {
    let installation = Installation::without_engine();
    fs::write(installation.root().join("occupied"), "").unwrap();
    let outcome = installation
        .run(&["doctor", "--data-dir", "occupied"])
        .await
        .expect(1);
    let broken: Vec<&str> = outcome
        .output
        .lines()
        .filter(|line| line.starts_with("broken") && line.contains("data folder"))
        .collect();
    assert_eq!(broken.len(), 1, "{}", outcome.output);
    assert!(broken[0].contains("occupied"), "{}", outcome.output);
}

#[tokio::test]
async fn doctor_names_a_mode_that_does_not_work() {
    let installation = Installation::without_engine();
    fs::write(installation.modes().join("eng-spa.mode"), "false").unwrap();
    let outcome = installation.run(&["doctor"]).await.expect(1);
    assert!(
        outcome
            .output
            .lines()
            .any(|line| line.starts_with("broken") && line.contains("eng-spa")),
        "{}",
        outcome.output
    );
}

#[tokio::test]
async fn the_help_names_every_command_and_the_version_is_told() {
    let installation = Installation::without_engine();
    let help = installation.run(&["--help"]).await.expect(0).output;
    for command in [
        "serve",
        "translate",
        "translate-document",
        "languages",
        "detect",
        "keys",
        "account",
        "usage",
        "mail-test",
        "models",
        "memory",
        "doctor",
        "health",
        "config",
        "completions",
        "manual",
    ] {
        assert!(
            help.lines().any(|line| line.trim().starts_with(command)),
            "{help}"
        );
        let help = installation
            .run(&[command, "--help"])
            .await
            .expect(0)
            .output;
        let (own, common) = help.split_once("Options of all commands:").unwrap();
        for option in ["--config", "--data-dir", "--offline"] {
            assert!(common.contains(option) && !own.contains(option), "{help}");
        }
        assert!(!common.contains("--help"), "{help}");
    }
    let version = installation.run(&["--version"]).await.expect(0).output;
    assert_eq!(
        version,
        concat!("dragoman ", env!("CARGO_PKG_VERSION"), "\n")
    );
    installation.run(&[]).await.expect(2);
    installation.run(&["translated"]).await.expect(2);
}

#[tokio::test]
async fn completions_are_printed_for_every_shell() {
    let installation = Installation::without_engine();
    for shell in ["bash", "zsh", "fish"] {
        let outcome = installation.run(&["completions", shell]).await.expect(0);
        assert!(outcome.output.contains("completions"), "{}", outcome.output);
    }
    installation.run(&["completions", "cobol"]).await.expect(2);
}

#[tokio::test]
async fn every_command_has_a_page_of_the_manual() {
    let installation = Installation::without_engine();
    let folder = installation.root().join("manual");
    let manual = ["manual", folder.to_str().unwrap()];
    installation.run(&manual).await.expect(0);
    for page in ["dragoman", "dragoman-serve", "dragoman-keys-create"] {
        let page = fs::read_to_string(folder.join(format!("{page}.1"))).unwrap();
        assert!(page.contains("data\\-dir"), "{page}");
    }
    // A file is no folder.
    fs::write(installation.root().join("file"), "").unwrap();
    let file = installation.root().join("file");
    let manual = ["manual", file.to_str().unwrap()];
    installation.run(&manual).await.expect(1);
}

#[tokio::test]
async fn health_is_that_of_the_server_on_this_machine() {
    let mut installation = Installation::without_engine();
    let server = installation.start().await;
    installation.set("server.monitoring_listen", &server.monitoring);
    let outcome = installation.run(&["health"]).await.expect(0);
    assert!(outcome.output.contains("ready"), "{}", outcome.output);
    server.stop().await;
    let outcome = installation.run(&["health"]).await.expect(1);
    assert!(
        outcome.errors.contains("no server answers"),
        "{}",
        outcome.errors
    );
    installation.set("server.monitoring_listen", "127.0.0.1:0");
    let outcome = installation.run(&["health"]).await.expect(1);
    assert!(
        outcome.errors.contains("server.monitoring_listen"),
        "{}",
        outcome.errors
    );
}

#[tokio::test]
async fn a_reader_that_has_gone_is_no_error() {
    let installation = Installation::new();
    installation.create_key(&[]).await;
    for arguments in [
        &["translate", "--from", "en", "--to", "es", "Hello"][..],
        &["languages"],
        &["detect", "Hello there, my friends"],
        &["keys", "list"],
        &["account", "list"],
        &["config", "show"],
        &["completions", "bash"],
    ] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let output = installation
            .command(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .await
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        assert_eq!(errors, "", "{arguments:?}");
    }
}
