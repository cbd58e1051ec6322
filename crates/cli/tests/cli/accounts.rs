use serde_json::{Value, json};

use crate::support::Installation;

const TEXT: [&str; 1] = ["The house is big."];

/// Changes the settings of an account.
async fn set(installation: &Installation, account: &str, settings: &[&str]) {
    let arguments = [&["account", "set", account], settings].concat();
    installation.run(&arguments).await.expect(0);
}

/// The account as JSON, with its keys.
async fn show(installation: &Installation, account: &str) -> Value {
    installation
        .run(&["account", "show", account, "--json"])
        .await
        .expect(0)
        .json()
}

#[tokio::test]
async fn an_account_is_made_with_a_plan_and_a_limit() {
    let installation =
        Installation::without_engine().option("accounts.free_character_limit", "500");
    let create = async |arguments: &[&str]| {
        let arguments = [&["account", "create"], arguments].concat();
        installation.run(&arguments).await
    };
    let made = create(&["school", "--plan", "free", "--character-limit", "77"]).await;
    assert!(made.expect(0).output.contains("school"));
    create(&["shop", "--character-limit", "none"])
        .await
        .expect(0);
    create(&["usual", "--plan", "free"]).await.expect(0);
    let school = show(&installation, "school").await;
    assert_eq!(
        (&school["plan"], &school["character_limit"]),
        (&json!("free"), &json!(77))
    );
    assert_eq!(school["keys"], json!([]));
    let shop = show(&installation, "shop").await;
    assert_eq!(
        (&shop["plan"], &shop["character_limit"]),
        (&json!("pro"), &Value::Null)
    );
    let usual = show(&installation, "usual").await;
    assert_eq!(usual["character_limit"], 500, "as configured");

    let again = create(&["school"]).await.expect(1);
    assert!(
        again.errors.contains("\"school\" exists already"),
        "{}",
        again.errors
    );
    assert_eq!(again.errors.lines().count(), 1);
    let longest = "ü".repeat(5_000);
    for (wrong, message) in [
        (&[" "][..], "at least one character"),
        (&["a\u{1b}b"], "no control characters"),
        (&[&longest], "at most 1024 bytes"),
        (&["x", "--plan", "gold"], "classic"),
        (
            &["x", "--character-limit", "-1"],
            "a whole number from 0 to 9223372036854775807, or none",
        ),
    ] {
        let refused = create(wrong).await.expect(2);
        assert!(refused.errors.contains(message), "{}", refused.errors);
        assert!(refused.errors.len() < 1_000, "{}", refused.errors);
    }
}

#[tokio::test]
async fn an_account_is_shown_with_its_period_and_what_each_key_used() {
    let installation = Installation::new();
    let server = installation.start().await;
    let busy = installation
        .create_key(&["--account", "shop", "--character-limit", "90"])
        .await;
    let ended = installation.create_key(&["--account", "shop"]).await;
    server.translate(&busy.secret, &TEXT).await.expect(200);
    server.translate(&ended.secret, &TEXT).await.expect(200);
    server.translate(&ended.secret, &TEXT).await.expect(200);
    installation
        .run(&["keys", "deactivate", &ended.id])
        .await
        .expect(0);
    set(
        &installation,
        "shop",
        &["--billing-start", "2024-01-01", "--character-limit", "600"],
    )
    .await;

    let shown = show(&installation, "shop").await;
    assert_eq!(shown["character_count"], 51);
    assert_eq!(shown["character_limit"], 600);
    let used = |id: &str| {
        let mut keys = shown["keys"].as_array().unwrap().iter();
        let key = keys.find(|key| key["key_id"] == id).unwrap();
        (
            key["character_count"].clone(),
            key["character_limit"].clone(),
        )
    };
    assert_eq!(used(&busy.id), (json!(17), json!(90)));
    assert_eq!(used(&ended.id), (json!(34), Value::Null));
    let first_day = shown["period_first_day"].as_str().unwrap();
    assert!(first_day.ends_with("-01"), "{first_day}");
    let last_day = shown["period_last_day"].as_str().unwrap();
    assert_eq!(first_day[..7], last_day[..7], "a whole month");

    // The running server has the same period and the same counts.
    let usage = server.get("/v2/usage", &busy.secret).await.expect(200);
    assert_eq!(usage.body["character_count"], 51);
    assert_eq!(usage.body["api_key_character_count"], 17);
    let start = usage.body["start_time"].as_str().unwrap();
    assert!(start.starts_with(first_day), "{start}");

    let table = installation
        .run(&["account", "show", "shop"])
        .await
        .expect(0);
    for part in [first_day, last_day, &busy.id, "51", "600", "deactivated"] {
        assert!(table.output.contains(part), "{part} in {}", table.output);
    }
    assert!(!table.output.contains(&busy.secret));
    let list = installation
        .run(&["account", "list"])
        .await
        .expect(0)
        .output;
    assert!(list.contains("51") && list.contains("600"), "{list}");
}

#[tokio::test]
async fn every_feature_has_a_switch_that_the_running_server_obeys() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation.create_key(&["--account", "shop"]).await;
    for (option, name) in [
        ("--administration", "administration"),
        ("--detection", "detection"),
        ("--improvement", "improvement"),
        ("--style-rules", "style_rules"),
    ] {
        for (state, is_on) in [("on", true), ("off", false), ("on", true)] {
            set(&installation, "shop", &[option, state]).await;
            assert_eq!(
                show(&installation, "shop").await[name],
                is_on,
                "{option} {state}"
            );
        }
    }
    server.get("/v3/style_rules", &key.secret).await.expect(200);
    set(
        &installation,
        "shop",
        &["--style-rules", "off", "--improvement", "off"],
    )
    .await;
    server.get("/v3/style_rules", &key.secret).await.expect(403);
    let shop = show(&installation, "shop").await;
    assert_eq!(
        (&shop["style_rules"], &shop["improvement"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        (&shop["detection"], &shop["administration"]),
        (&json!(true), &json!(true))
    );
}

#[tokio::test]
async fn a_feature_that_the_plan_lacks_is_shown_as_such() {
    let installation = Installation::without_engine();
    installation
        .run(&["account", "create", "school", "--plan", "free"])
        .await
        .expect(0);
    set(&installation, "school", &["--style-rules", "on"]).await;
    assert_eq!(show(&installation, "school").await["style_rules"], false);
    let shown = installation
        .run(&["account", "show", "school"])
        .await
        .expect(0);
    assert!(
        shown.output.contains("the free plan does not have it"),
        "{}",
        shown.output
    );
    set(&installation, "school", &["--plan", "classic"]).await;
    assert_eq!(show(&installation, "school").await["style_rules"], true);
}

#[tokio::test]
async fn the_plan_changes_only_as_long_as_no_active_key_has_the_other_form() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation.create_key(&["--account", "shop"]).await;
    let plan = async |plan| {
        installation
            .run(&["account", "set", "shop", "--plan", plan])
            .await
    };
    plan("classic").await.expect(0);
    let usage = server.get("/v2/usage", &key.secret).await.expect(200);
    assert_eq!(usage.body.as_object().unwrap().len(), 2, "{usage}");
    let refused = plan("free").await.expect(1);
    assert!(
        refused.errors.contains("deactivate them first"),
        "{}",
        refused.errors
    );
    assert_eq!(refused.errors.lines().count(), 1);
    assert_eq!(show(&installation, "shop").await["plan"], "classic");
    installation
        .run(&["keys", "deactivate", &key.id])
        .await
        .expect(0);
    plan("free").await.expect(0);
    assert_eq!(show(&installation, "shop").await["plan"], "free");
}

#[tokio::test]
async fn contacts_are_replaced_together() {
    let installation = Installation::without_engine();
    installation.create_key(&[]).await;
    let contacts = async || show(&installation, "pro").await["contacts"].clone();
    assert_eq!(contacts().await, json!([]));
    set(
        &installation,
        "pro",
        &[
            "--contact",
            "ada@example.com",
            "--contact",
            "bo@example.com",
            "--contact",
            "ada@example.com",
        ],
    )
    .await;
    assert_eq!(
        contacts().await,
        json!(["ada@example.com", "bo@example.com"])
    );
    set(&installation, "pro", &["--contact", "cy@example.com"]).await;
    set(&installation, "pro", &["--detection", "on"]).await;
    assert_eq!(contacts().await, json!(["cy@example.com"]));
    set(&installation, "pro", &["--no-contacts"]).await;
    assert_eq!(contacts().await, json!([]));
}

#[tokio::test]
async fn settings_that_cannot_be_are_a_wrong_command_line_and_change_nothing() {
    let installation = Installation::without_engine();
    installation.create_key(&[]).await;
    let before = show(&installation, "pro").await;
    for (wrong, message) in [
        (&[][..], "required"),
        (&["--billing-start", "2026-02-30"], "YYYY-MM-DD"),
        (&["--billing-start", "1.2.2026"], "YYYY-MM-DD"),
        (&["--billing-start", "9999-12-31"], "YYYY-MM-DD"),
        (&["--contact", "ada"], "ada@example.com"),
        (&["--contact", "Ada <ada@example.com>"], "angle brackets"),
        (
            &["--contact", "ada@example.com", "--no-contacts"],
            "cannot be used with",
        ),
        (&["--style-rules", "maybe"], "on, off"),
        (&["--character-limit", "-5"], "whole number"),
        (&["--character-limit", "1e6"], "whole number"),
        (&["--plan", "gold"], "classic"),
    ] {
        let arguments = [&["account", "set", "pro", "--detection", "on"], wrong].concat();
        let arguments = if wrong.is_empty() {
            &["account", "set", "pro"]
        } else {
            &*arguments
        };
        let refused = installation.run(arguments).await.expect(2);
        assert!(
            refused.errors.contains(message),
            "{wrong:?}: {}",
            refused.errors
        );
    }
    assert_eq!(show(&installation, "pro").await, before);
}

#[tokio::test]
async fn an_account_that_nobody_has_is_a_failure_with_its_name() {
    let installation = Installation::without_engine();
    for arguments in [
        &["account", "show", "sh\u{1b}oop"][..],
        &["account", "set", "sh\u{1b}oop", "--plan", "pro"],
        &["account", "log", "sh\u{1b}oop"],
    ] {
        let refused = installation.run(arguments).await.expect(1);
        assert_eq!(
            refused.errors,
            "dragoman: no account has the name \"sh?oop\"\n"
        );
    }
    let long = "x".repeat(10_000);
    for arguments in [
        &["account", "show", &long][..],
        &["account", "set", &long, "--plan", "pro"],
        &["account", "log", &long],
        &["keys", "list", "--account", &long],
        &["keys", "create", "--label", &long],
        &["usage", "--account", &long],
        &["memory", "list", "--account", &long],
    ] {
        let refused = installation.run(arguments).await.expect(2);
        assert!(
            refused.errors.contains("at most 1024 bytes") && refused.errors.len() < 1_000,
            "{}",
            refused.errors
        );
    }
}

#[tokio::test]
async fn the_log_says_who_did_what_to_which_account_and_key() {
    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    server.first_keys().await;
    let key = installation
        .create_key(&["--account", "shop", "--label", "Old"])
        .await;
    set(
        &installation,
        "shop",
        &["--style-rules", "on", "--contact", "ada@example.com"],
    )
    .await;
    for arguments in [
        &["label", &key.id, "New"][..],
        &["limit", &key.id, "--characters", "12"],
        &["deactivate", &key.id],
    ] {
        let arguments = [&["keys"], arguments].concat();
        installation.run(&arguments).await.expect(0);
    }
    let log = async |options: &[&str]| {
        let arguments = [&["account", "log", "--json"], options].concat();
        let entries = installation.run(&arguments).await.expect(0).json();
        entries.as_array().unwrap().clone()
    };
    let acts = |entries: &[Value]| -> Vec<String> {
        let acts = entries.iter().map(|entry| {
            let word = |field: &str| entry[field].as_str().unwrap().to_owned();
            format!("{} {} {}", word("actor"), word("act"), word("details"))
        });
        acts.collect()
    };
    let shop = log(&["shop"]).await;
    assert_eq!(
        acts(&shop),
        [
            "operator create_account name: \"shop\", plan: pro, characters: no limit",
            "operator create_key kind: developer, label: \"Old\", scopes: all, characters: no limit",
            "operator change_account style_rules: on, contacts: ada@example.com",
            "operator rename_key label: \"New\"",
            "operator limit_key characters: 12",
            "operator deactivate_key ",
        ]
    );
    assert!(shop.iter().all(|entry| entry["account"] == "shop"));
    assert_eq!(acts(&log(&["--key", &key.id]).await).len(), 4);
    assert_eq!(log(&["--last", "2"]).await, shop[4..]);
    let all = log(&[]).await;
    assert_eq!(all.len(), 10, "{all:?}");
    assert!(
        all[..4].iter().all(|entry| entry["actor"] == "server"),
        "{all:?}"
    );

    let table = installation
        .run(&["account", "log", "shop"])
        .await
        .expect(0);
    assert_eq!(table.output.lines().count(), 7, "{}", table.output);
    assert!(!table.output.contains(&key.secret));
    let unknown = key
        .id
        .replace(&key.id[37..], "00000000-0000-4000-8000-000000000000");
    let refused = installation
        .run(&["account", "log", "--key", &unknown])
        .await
        .expect(1);
    assert!(refused.errors.contains(&unknown), "{}", refused.errors);
    installation
        .run(&["account", "log", "--last", "0"])
        .await
        .expect(2);
}

#[tokio::test]
async fn the_character_limit_of_an_account_holds_for_all_its_keys_and_can_be_lifted() {
    let installation = Installation::new();
    let server = installation.start().await;
    let first = installation.create_key(&["--account", "shop"]).await;
    let second = installation.create_key(&["--account", "shop"]).await;
    let limit = async |limit| {
        installation
            .run(&["account", "set", "shop", "--character-limit", limit])
            .await
            .expect(0)
    };
    limit("20").await;
    server.translate(&first.secret, &TEXT).await.expect(200);
    server.translate(&second.secret, &TEXT).await.expect(456);
    let usage = server.get("/v2/usage", &second.secret).await.expect(200);
    assert_eq!(usage.body["character_count"], 17);
    assert_eq!(usage.body["character_limit"], 20);
    assert_eq!(usage.body["api_key_character_count"], 0);
    limit("none").await;
    server.translate(&second.secret, &TEXT).await.expect(200);
    let usage = server.get("/v2/usage", &second.secret).await.expect(200);
    assert_eq!(usage.body["character_limit"], 1_000_000_000_000_u64);
    limit("0").await;
    server.translate(&second.secret, &["A"]).await.expect(456);
}

#[tokio::test]
async fn detection_is_refused_until_the_account_has_it_turned_on() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation.create_key(&[]).await;
    let body = json!({ "text": ["The weather is nice today, and the children play outside."] });
    let detect = async || server.post("/v3/detect/language", &key.secret, &body).await;
    let switch = async |state| {
        installation
            .run(&["account", "set", "pro", "--detection", state])
            .await
            .expect(0)
    };
    let refused = detect().await.expect(403);
    assert!(refused.message().contains("account set"), "{refused}");
    switch("on").await;
    let answer = detect().await.expect(200);
    assert!(
        answer.body["results"][0]["detection_status"].is_string(),
        "{answer}"
    );
    switch("off").await;
    detect().await.expect(403);
}

#[tokio::test]
async fn accounts_are_listed_with_their_settings() {
    let installation = Installation::without_engine();
    installation
        .create_key(&["--account", "school", "--plan", "free"])
        .await;
    installation
        .run(&["account", "set", "school", "--character-limit", "77"])
        .await
        .expect(0);
    let list = installation
        .run(&["account", "list", "--json"])
        .await
        .expect(0);
    let [account] = list.json().as_array().unwrap().clone().try_into().unwrap();
    assert_eq!(account["name"], "school");
    assert_eq!(account["plan"], "free");
    assert_eq!(account["character_limit"], 77);
    assert_eq!(account["detection"], false);
    let unknown = installation
        .run(&["account", "set", "shool", "--detection", "on"])
        .await
        .expect(1);
    assert!(unknown.errors.contains("shool"), "{}", unknown.errors);
    let other_plan = installation
        .run(&["keys", "create", "--account", "school", "--plan", "pro"])
        .await
        .expect(1);
    assert!(
        other_plan.errors.contains("--account"),
        "{}",
        other_plan.errors
    );
}

#[tokio::test]
async fn new_accounts_begin_with_the_configured_settings() {
    let installation = Installation::without_engine()
        .option("accounts.free_character_limit", "500")
        .option("accounts.features", "[\"detection\"]");
    let key = installation.create_key(&["--plan", "free"]).await;
    let server = installation.start().await;
    let usage = server.get("/v2/usage", &key.secret).await.expect(200);
    assert_eq!(
        usage.body,
        json!({ "character_count": 0, "character_limit": 500 })
    );
    server
        .post(
            "/v3/detect/language",
            &key.secret,
            &json!({ "text": ["Hello"] }),
        )
        .await
        .expect(200);
}
