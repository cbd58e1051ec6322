//! `dragoman improve`, with what needs no dictionary and no model.

use std::fs;

use crate::support::Installation;

const TRADITIONAL: &str = "他看著那本書，我們打開門。";
const SIMPLIFIED: &str = "他看着那本书，我们打开门。";
const JAPANESE: &str = "今日は天気がいいので、公園を散歩しました。";

#[tokio::test]
async fn arguments_are_improved_one_line_each() {
    let installation = Installation::without_engine();
    let outcome = installation
        .run(&["improve", "--lang", "zh-Hans", TRADITIONAL, SIMPLIFIED])
        .await
        .expect(0);
    assert_eq!(outcome.output, format!("{SIMPLIFIED}\n{SIMPLIFIED}\n"));
    // The language is found, and what is right stays.
    let outcome = installation
        .run(&["improve", "--rephrase", JAPANESE, SIMPLIFIED, ""])
        .await
        .expect(0);
    assert_eq!(outcome.output, format!("{JAPANESE}\n{SIMPLIFIED}\n\n"));
}

#[tokio::test]
async fn a_file_and_standard_input_come_back_as_they_are_but_for_what_is_improved() {
    let installation = Installation::without_engine();
    let text = format!("\n{TRADITIONAL}\n\n{TRADITIONAL}");
    let expected = text.replace(TRADITIONAL, SIMPLIFIED);
    let file = installation.root().join("text.txt");
    fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap();
    let outcome = installation
        .run(&["improve", "--lang", "zh", "--file", file])
        .await
        .expect(0);
    assert_eq!(outcome.output, expected);
    let outcome = installation
        .run_with_input(&["improve", "--lang", "zh"], &text)
        .await
        .expect(0);
    assert_eq!(outcome.output, expected);
}

#[tokio::test]
async fn changes_are_shown_where_that_is_asked_for() {
    let installation = Installation::without_engine();
    let improve = async |diff: &str| {
        let arguments = ["improve", "--lang", "zh-Hans", diff, TRADITIONAL];
        installation.run(&arguments).await.expect(0).output
    };
    let shown = "他看[-著-]{+着+}那本[-書-]{+书+}，我[-們-]{+们+}打[-開門-]{+开门+}。\n";
    assert_eq!(improve("--diff").await, shown);
    assert_eq!(improve("--diff=always").await, shown);
    for diff in ["--diff=auto", "--diff=never"] {
        assert_eq!(improve(diff).await, format!("{SIMPLIFIED}\n"));
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_a_failure_that_says_why() {
    let installation = Installation::without_engine();
    let english = "The big house stands in the middle of the green garden.";
    for (arguments, parts) in [
        (
            &["--lang", "nl", "Dit is een huis."][..],
            &["nl", "zh-Hans"][..],
        ),
        (
            &["--lang", "ja", english],
            &["English (en)", "Japanese (ja)"],
        ),
        (
            &["--rephrase", "--style", "business", JAPANESE],
            &["Japanese (ja)", "prefer_"],
        ),
        (&["--lang", "ja", "--file", "missing.txt"], &["missing.txt"]),
    ] {
        let arguments = [&["improve"], arguments].concat();
        let outcome = installation.run(&arguments).await.expect(1);
        for part in parts {
            assert!(outcome.errors.contains(part), "{}", outcome.errors);
        }
        assert_eq!(outcome.output, "");
    }
    let preferring = [
        "improve",
        "--rephrase",
        "--tone",
        "prefer_friendly",
        JAPANESE,
    ];
    let outcome = installation.run(&preferring).await.expect(0);
    assert_eq!(outcome.output, format!("{JAPANESE}\n"));
}

#[tokio::test]
async fn a_wrong_command_line_is_refused() {
    let installation = Installation::without_engine();
    for arguments in [
        &["improve", "--lang", "klingon", "a"][..],
        &["improve", "--style", "simple", "a"],
        &["improve", "--rephrase", "--style", "funny", "a"],
        &[
            "improve",
            "--rephrase",
            "--style",
            "simple",
            "--tone",
            "friendly",
            "a",
        ],
        &["improve", "--diff=sometimes", "a"],
        &["improve", "--file", "a.txt", "b"],
    ] {
        let outcome = installation.run(arguments).await.expect(2);
        assert_eq!(outcome.output, "");
    }
}
