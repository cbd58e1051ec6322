//! What somebody sees who has just got the program: commands that leave nothing behind, and a catalogue of models that
//! may not be reachable.

use std::fs;

use axum::Router;
use axum::routing::get;

use crate::serving::Serving;
use crate::support::{Installation, eventually};

const SENTENCE: &str = "The big house stands in the middle of the green garden.";

/// An installation that may ask these for models.
fn with_catalogue(installation: Installation, catalogue: &str, fallback: &str) -> Installation {
    installation
        .option("models.offline", "false")
        .option("models.catalogue", catalogue)
        .option("models.catalogue_fallback", fallback)
}

#[tokio::test]
async fn commands_that_only_read_leave_no_data_folder() {
    let listing = || async { r#"{"models":{}}"# };
    let catalogue = Serving::start(Router::new().route("/db/models.json", get(listing))).await;
    let installation = with_catalogue(Installation::new(), &catalogue.url(), "");
    for (arguments, code) in [
        (&["doctor"][..], 0),
        (&["improve", "--lang", "en", "I has a house."], 0),
        (&["detect", SENTENCE], 0),
        (&["languages"], 0),
        (&["translate", "--from", "en", "--to", "es", SENTENCE], 0),
        (&["translate", "--to", "es", SENTENCE], 0),
        (&["translate", "--to", "ja", SENTENCE], 1),
        (&["models", "available"], 0),
    ] {
        installation.run(arguments).await.expect(code);
        assert!(!installation.data().exists(), "{arguments:?}");
    }
}

#[tokio::test]
async fn doctor_makes_no_database_in_an_empty_folder() {
    let installation = Installation::without_engine();
    fs::create_dir(installation.data()).unwrap();
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(
        outcome
            .output
            .contains("missing  There is no data in the folder data yet."),
        "{outcome:?}"
    );
    assert_eq!(fs::read_dir(installation.data()).unwrap().count(), 0);
    installation.create_key(&[]).await;
    let outcome = installation.run(&["doctor"]).await.expect(0);
    assert!(
        outcome.output.contains("It has 1 active keys."),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn where_no_model_can_be_had_one_sentence_says_so() {
    let mut nobody = Serving::start(Router::new()).await;
    let address = nobody.url();
    nobody.stop().await;
    let installation = with_catalogue(Installation::new(), &address, "/nowhere");
    for arguments in [
        &["translate", "--to", "de", SENTENCE][..],
        &["translate", "--from", "en", "--to", "de", SENTENCE],
    ] {
        let outcome = installation.run(arguments).await.expect(1);
        assert_eq!(
            outcome.errors,
            "dragoman: no installed engine translates from English into German, and no model for it can be fetched \
             because the catalogue of models cannot be reached; check the network, or install a model that you have \
             with \"dragoman models import\"\n"
        );
    }
    fs::write(installation.root().join("text.txt"), SENTENCE).unwrap();
    let document = ["translate-document", "--to", "de", "text.txt"];
    let outcome = installation.run(&document).await.expect(1);
    let lines: Vec<&str> = outcome.errors.lines().collect();
    assert!(
        lines.len() == 2
            && lines[0].starts_with("Translating")
            && lines[1].starts_with("text.txt: no installed engine"),
        "{outcome:?}"
    );
    let missing = ["translate", "--from", "sv", "--to", "da", "Huset är grönt."];
    let outcome = installation.run(&missing).await.expect(1);
    assert!(
        outcome
            .errors
            .ends_with("Install the Debian package apertium-swe-dan.\n"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn what_can_be_had_without_a_catalogue_is_had_without_a_word_about_it() {
    let installation = with_catalogue(Installation::new(), "/nowhere", "");
    let outcome = installation
        .run(&["translate", "--to", "es", SENTENCE])
        .await;
    assert_eq!(outcome.expect(0).errors, "");
    let outcome = installation.run(&["languages"]).await.expect(0);
    assert!(outcome.output.contains("Spanish"), "{outcome:?}");
    let lines: Vec<&str> = outcome.errors.lines().collect();
    assert!(
        lines.len() == 1 && lines[0].starts_with("The catalogue of models cannot be reached"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_server_without_a_catalogue_says_in_one_line_what_to_do() {
    let installation = with_catalogue(Installation::without_engine(), "/nowhere", "/nothing");
    let server = installation.start().await;
    let about = || {
        let log = server.log();
        let lines = log.lines().filter(|line| line.contains("catalogue"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let lines = eventually("the server misses its catalogue", async || {
        Some(about()).filter(|lines| !lines.is_empty())
    })
    .await;
    assert_eq!(lines.len(), 1, "{lines:?}");
    for part in ["WARN", "dragoman models available", "--offline"] {
        assert!(lines[0].contains(part), "{lines:?}");
    }
    assert!(!lines[0].contains("/no"), "{lines:?}");
}

#[tokio::test]
async fn doctor_lists_the_pairs_of_apertium_by_language() {
    let installation =
        Installation::new().option("engines.apertium.modes_folder", "/usr/share/apertium/modes");
    let output = installation.run(&["doctor"]).await.expect(0).output;
    let mut lines = output
        .lines()
        .skip_while(|line| !line.starts_with("ok       Apertium translates "));
    let number = lines.next().and_then(|line| line.split(' ').rev().nth(2));
    let groups: Vec<(&str, &str)> = lines
        .take_while(|line| line.starts_with(' '))
        .filter_map(|line| line.trim().split_once(" to "))
        .collect();
    let pairs: usize = groups
        .iter()
        .map(|(_, targets)| targets.split(", ").count())
        .sum();
    assert_eq!(number, Some(pairs.to_string().as_str()), "{output}");
    assert!(
        groups
            .iter()
            .any(|(source, targets)| *source == "en" && targets.contains("es")),
        "{output}"
    );
    let mut sources: Vec<&str> = groups.iter().map(|(source, _)| *source).collect();
    sources.dedup();
    assert_eq!(sources.len(), groups.len(), "{output}");
}
