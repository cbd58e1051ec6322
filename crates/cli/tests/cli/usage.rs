use serde_json::{Value, json};

use crate::support::{Installation, Key, Server};

/// 17 characters.
const TEXT: &str = "The house is big.";

fn texts(characters: u64) -> Value {
    json!({
        "total_characters": characters,
        "text_translation_characters": characters,
        "document_translation_characters": 0,
        "text_improvement_characters": 0,
    })
}

/// A server with an account that has used two keys, 17 characters with the first and 34 with the
/// second, of which 17 each are under a tag, and one that has used nothing.
async fn used() -> (Installation, Server, [Key; 2]) {
    let installation = Installation::new();
    let create = async |options: &[&str]| installation.create_key(options).await;
    let first = create(&["--account", "acme", "--label", "Shop"]).await;
    let second = create(&["--account", "acme", "--label", "Blog"]).await;
    create(&["--account", "idle"]).await;
    let server = installation.start().await;
    server.translate(&first.secret, &[TEXT]).await.expect(200);
    for tag in ["Team-A", "team-b"] {
        server
            .translate_under_tag(&second.secret, TEXT, tag)
            .await
            .expect(200);
    }
    (installation, server, [first, second])
}

async fn report(installation: &Installation, options: &[&str]) -> Value {
    let mut arguments = vec!["usage", "--json"];
    arguments.extend(options);
    installation.run(&arguments).await.expect(0).json()
}

#[tokio::test]
async fn the_usage_of_all_accounts_is_reported_while_the_server_runs() {
    let (installation, server, [first, second]) = used().await;
    let all = report(&installation, &[]).await;
    let accounts = all.as_array().unwrap();
    let usages: Vec<_> = accounts
        .iter()
        .map(|account| (&account["account"], &account["usage"]))
        .collect();
    assert_eq!(
        usages,
        [(&json!("acme"), &texts(51)), (&json!("idle"), &texts(0))]
    );
    assert_eq!(server.characters_used(&first.secret).await, 51);

    let acme = ["--account", "acme"];
    let with = async |options: &[&str]| report(&installation, &[&acme, options].concat()).await;
    let by_key = with(&["--by", "key"]).await;
    assert_eq!(by_key[0]["usage"], texts(51));
    let of_key = |key: &Key, label: &str, characters| {
        let mask = format!(
            "{}****{}",
            &key.secret[..4],
            &key.secret[key.secret.len() - 4..]
        );
        json!({"key_id": key.id, "mask": mask, "label": label, "usage": texts(characters)})
    };
    let rows = by_key[0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in [of_key(&first, "Shop", 17), of_key(&second, "Blog", 34)] {
        assert!(rows.contains(&row), "{by_key}");
    }

    let by_tag = with(&["--by", "tag"]).await;
    assert_eq!(by_tag[0]["usage"], texts(34));
    assert_eq!(
        by_tag[0]["rows"],
        json!([{"tag": "team-a", "usage": texts(17)}, {"tag": "team-b", "usage": texts(17)}])
    );

    // Midnight may come while this test runs.
    let start = by_key[0]["from"].as_str().unwrap();
    for by in ["day", "key-and-day"] {
        let report = with(&["--from", start, "--by", by]).await;
        assert_eq!(report[0]["usage"], texts(51), "{by}");
        let rows = report[0]["rows"].as_array().unwrap();
        let count = |row: &Value| row["usage"]["total_characters"].as_u64().unwrap();
        assert_eq!(rows.iter().map(count).sum::<u64>(), 51, "{report}");
        assert_eq!(rows[0]["day"], start);
        assert_eq!(rows[0]["label"].is_string(), by == "key-and-day");
    }
    let before = with(&["--from", "2020-02-01", "--to", "2020-02-29"]).await;
    assert_eq!(before[0]["usage"], texts(0));
}

#[tokio::test]
async fn the_usage_is_a_table_for_people() {
    let (installation, _server, [_, second]) = used().await;
    let table = async |options: &[&str]| {
        let mut arguments = vec!["usage"];
        arguments.extend(options);
        let output = installation.run(&arguments).await.expect(0).output;
        assert!(!output.contains(&second.secret), "{output}");
        let lines = output.lines();
        lines
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    let all = table(&[]).await;
    let head = "ACCOUNT FROM TO CHARACTERS TEXTS DOCUMENTS IMPROVEMENTS";
    assert_eq!(all[0], head);
    assert!(all[1].starts_with("acme ") && all[1].ends_with(" 51 51 0 0"));
    assert!(all[2].starts_with("idle ") && all[2].ends_with(" 0 0 0 0"));
    assert_eq!(
        table(&["--account", "acme", "--by", "tag"]).await,
        [
            "ACCOUNT TAG CHARACTERS TEXTS DOCUMENTS IMPROVEMENTS",
            "acme team-a 17 17 0 0",
            "acme team-b 17 17 0 0",
            "acme total 34 34 0 0",
        ]
    );
    let by_key = table(&["--account", "acme", "--by", "key"]).await;
    let row = by_key.iter().find(|row| row.contains("Blog")).unwrap();
    assert!(row.ends_with("Blog 34 34 0 0"), "{row}");
    let by_key_and_day = table(&["--by", "key-and-day"]).await;
    let head = "ACCOUNT DAY KEY LABEL CHARACTERS TEXTS DOCUMENTS IMPROVEMENTS";
    assert_eq!(by_key_and_day[0], head);
    assert_eq!(by_key_and_day.last().unwrap(), "idle total 0 0 0 0");
}

#[tokio::test]
async fn a_report_that_cannot_be_made_is_a_failure_that_says_why() {
    let installation = Installation::without_engine();
    let nobody = installation.run(&["usage"]).await.expect(0);
    assert!(nobody.output.contains("no accounts"), "{}", nobody.output);
    installation.create_key(&[]).await;
    for (options, code, words) in [
        (&["--account", "nobody"][..], 1, "nobody"),
        (
            &["--from", "2026-02-02", "--to", "2026-02-01"],
            1,
            "would end before that",
        ),
        (
            &["--from", "2020-01-01", "--to", "2021-01-01"],
            1,
            "would cover 367",
        ),
        (
            &["--from", "9999-01-01", "--to", "9999-01-01"],
            1,
            "today is",
        ),
        (&["--from", "2026-02-29"], 2, "2026-05-17"),
        (&["--from", "yesterday"], 2, "2026-05-17"),
        (&["--to", "2026-02-01"], 2, "--from"),
        (&["--by", "week"], 2, "key-and-day"),
    ] {
        let mut arguments = vec!["usage"];
        arguments.extend(options);
        let outcome = installation.run(&arguments).await.expect(code);
        assert!(outcome.errors.contains(words), "{outcome:?}");
    }
}
