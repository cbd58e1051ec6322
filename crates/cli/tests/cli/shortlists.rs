//! "dragoman models shortlist": a shortlist that is learnt from parallel text, and what it is refused for.

use std::fs;
use std::path::Path;

use crate::support::{Installation, Outcome};

/// Things of the test models' English, and with their articles in their German.
const THINGS: [(&str, &str); 10] = [
    ("dog", "Der Hund"),
    ("cat", "Die Katze"),
    ("lamp", "Die Lampe"),
    ("picture", "Das Bild"),
    ("ship", "Das Schiff"),
    ("horse", "Das Pferd"),
    ("chair", "Der Stuhl"),
    ("bridge", "Die Brücke"),
    ("table", "Der Tisch"),
    ("bottle", "Die Flasche"),
];

/// Sentences that the test models know with their translations, all different.
fn sentences(count: usize) -> Vec<(String, String)> {
    let sentence = |number: usize| {
        let (english, german) = THINGS[number % THINGS.len()];
        // Every digit in every place.
        let price = 101 + number * 7;
        (
            format!("The {english} costs {price} euros."),
            format!("{german} kostet {price} Euro."),
        )
    };
    (0..count).map(sentence).collect()
}

/// A table of so many sentences.
fn table(count: usize) -> String {
    let lines = sentences(count).into_iter();
    lines
        .map(|(english, german)| format!("{english}\t{german}\n"))
        .collect()
}

/// A translation memory with so many sentences, from German, some words of them in bold.
pub(crate) fn memory(count: usize) -> String {
    let units: String = sentences(count)
        .into_iter()
        .map(|(english, german)| {
            let english = english.replace("costs", "<bpt i=\"1\">&lt;b></bpt>costs<ept i=\"1\">&lt;/b></ept>");
            format!(
                "<tu><tuv xml:lang=\"de-DE\"><seg>{german}</seg></tuv><tuv xml:lang=\"en-GB\"><seg>{english}</seg></tuv></tu>\n"
            )
        })
        .collect();
    format!("<tmx version=\"1.4\"><header srclang=\"de-DE\"/><body>{units}</body></tmx>")
}

/// Imports one of the test models.
async fn import(installation: &Installation, model: &str, name: &str) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/nmt")
        .join(model);
    let folder = folder.to_str().unwrap();
    installation
        .run(&[
            "models", "import", folder, "--from", "en", "--to", "de", "--name", name,
        ])
        .await
        .expect(0)
}

async fn with_model() -> Installation {
    let installation = Installation::without_engine();
    import(&installation, "opus-ende", "opus").await;
    installation
}

fn put(installation: &Installation, name: &str, content: impl AsRef<[u8]>) {
    fs::write(installation.root().join(name), content).unwrap();
}

async fn learn(installation: &Installation, arguments: &[&str]) -> Outcome {
    let arguments = [&["models", "shortlist"], arguments].concat();
    installation.run(&arguments).await
}

async fn translate(installation: &Installation, text: &str) -> String {
    let command = ["translate", "--from", "en", "--to", "de", text];
    installation.run(&command).await.expect(0).output
}

#[tokio::test]
async fn a_model_learns_a_shortlist_and_translates_with_it_as_before() {
    let installation = with_model().await;
    put(&installation, "prices.TMX", memory(1000));
    put(&installation, "more.tsv", table(1100));
    let texts = ["The dog costs 7532 euros.", "The bridge costs 609 euros."];
    let mut before = Vec::new();
    for text in texts {
        before.push(translate(&installation, text).await);
    }
    assert_eq!(before[0], "Der Hund kostet 7532 Euro.\n");

    let outcome = learn(&installation, &["en-de/opus", "prices.TMX", "more.tsv"]).await;
    let outcome = outcome.expect(0);
    let first = "en-de/opus has a shortlist that was learnt from 1078 pairs in ";
    assert!(outcome.output.starts_with(first), "{outcome:?}");
    // All digits and words are in the shortlist, and what the model knows besides is not.
    let second = outcome.output.lines().nth(1).unwrap();
    assert!(second.starts_with("It has 100.0 % of the "), "{second}");
    assert!(
        second.contains(" tokens of 22 other translations, and "),
        "{second}"
    );
    let left_out = "Left out: 1000 the same as one before";
    assert!(outcome.errors.contains(left_out), "{outcome:?}");

    let verified = installation.run(&["models", "verify"]).await.expect(0);
    assert_eq!(verified.output, "ok       en-de/opus\n");
    let folder = installation.data().join("models/en-de/opus");
    assert!(folder.join("lex.ende.s2t.bin").is_file());
    for (text, before) in texts.iter().zip(&before) {
        assert_eq!(translate(&installation, text).await, *before);
    }
    // What is not in the shortlist is in no translation any more.
    let text = "The teacher forgot the cat in Vienna.";
    let lacking = translate(&installation, text).await;
    assert_ne!(lacking, "Der Lehrer hat in Wien die Katze vergessen.\n");

    let again = learn(&installation, &["en-de", "more.tsv"]).await.expect(1);
    let refused = "the model en-de/opus has a shortlist already; --replace";
    assert!(again.errors.contains(refused), "{again:?}");
    learn(&installation, &["en-de", "more.tsv", "--replace"])
        .await
        .expect(0);
}

#[tokio::test]
async fn too_little_text_is_refused_with_what_was_left_out() {
    let installation = with_model().await;
    put(&installation, "few.tsv", format!("{0}{0}\t\n", table(999)));
    let outcome = learn(&installation, &["en-de", "few.tsv"]).await.expect(1);
    let reason = "999 pairs from en to de can be learnt from (left out: 999 the same as one before, 1 empty), and at least \
                  1000 different ones are needed; give more files";
    assert!(outcome.errors.contains(reason), "{outcome:?}");
    let spanish = memory(1000).replace("en-GB", "es");
    put(&installation, "spanish.tmx", spanish);
    let outcome = learn(&installation, &["en-de", "spanish.tmx"])
        .await
        .expect(1);
    let reason = "0 pairs from en to de can be learnt from (left out: 1000 without a text in both languages)";
    assert!(outcome.errors.contains(reason), "{outcome:?}");
    let folder = installation.data().join("models/en-de/opus");
    assert!(!folder.join("lex.ende.s2t.bin").exists());
}

#[tokio::test]
async fn wrong_requests_are_told_what_is_wrong() {
    let installation = with_model().await;
    put(&installation, "words.txt", table(3));
    put(&installation, "words.tsv", "one\teins\ttwo\n");
    put(&installation, "words.tmx", "<html/>");
    for (arguments, code, reason) in [
        (&["en-de"][..], 2, "<FILE>"),
        (
            &["english", "words.tsv"],
            2,
            "\"english\" is no model; write it as in en-de or en-de/opus",
        ),
        (
            &["en-fr", "words.tsv"],
            1,
            "there is no such model: en-fr; \"dragoman models list\"",
        ),
        (
            &["en-de/base", "words.tsv"],
            1,
            "there is no such model: en-de/base",
        ),
        (
            &["en-de", "words.txt"],
            1,
            "words.txt is neither a TMX file nor a table",
        ),
        (&["en-de", "nowhere.tsv"], 1, "nowhere.tsv cannot be read"),
        (
            &["en-de", "words.tsv"],
            1,
            "line 1 does not have two columns",
        ),
        (&["en-de", "words.tmx"], 1, "the file is not TMX"),
    ] {
        let outcome = learn(&installation, arguments).await.expect(code);
        assert!(outcome.errors.contains(reason), "{outcome:?}");
        assert!(outcome.output.is_empty(), "{outcome:?}");
    }
    import(&installation, "opus-ende", "second").await;
    let outcome = learn(&installation, &["en-de", "words.tsv"])
        .await
        .expect(1);
    let reason = "several models are installed; name one: en-de/opus, en-de/second";
    assert!(outcome.errors.contains(reason), "{outcome:?}");
    let nowhere = Installation::without_engine();
    learn(&nowhere, &["en-de", "words.tsv"]).await.expect(1);
    assert!(!nowhere.data().exists());
}

#[tokio::test]
async fn a_published_shortlist_is_replaced_for_a_student() {
    let installation = Installation::without_engine();
    import(&installation, "ende", "tiny").await;
    put(&installation, "prices.tsv", table(1200));
    let outcome = learn(&installation, &["en-de", "prices.tsv"])
        .await
        .expect(1);
    assert!(outcome.errors.contains("--replace"), "{outcome:?}");
    learn(&installation, &["en-de", "prices.tsv", "--replace"])
        .await
        .expect(0);
    let folder = installation.data().join("models/en-de/tiny");
    assert!(folder.join("lex.ende.s2t.bin").is_file());
    assert!(!folder.join("lex.50.50.ende.s2t.bin").exists());
    let text = translate(&installation, "The cat costs 315 euros.").await;
    assert_eq!(text, "Die Katze kostet 315 Euro.\n");
}
