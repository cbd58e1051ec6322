use serde_json::{Value, json};

use crate::support::Installation;

const TEXT: [&str; 1] = ["The house is big."];

#[tokio::test]
async fn keys_are_made_as_one_json_object_with_or_without_a_server_and_work_at_once() {
    let installation = Installation::new();
    let before = installation.create_key(&["--plan", "free"]).await;
    let server = installation.start().await;
    let pro = installation.create_key(&[]).await;
    let free = installation.create_key(&["--plan", "free"]).await;
    for key in [&before, &pro, &free] {
        server.translate(&key.secret, &TEXT).await.expect(200);
    }
    assert!(before.secret.ends_with(":fx") && free.secret.ends_with(":fx"));
    assert!(!pro.secret.contains(':'));
    assert_ne!(before.secret, free.secret);
    assert!(pro.id.contains(':'), "{}", pro.id);
}

#[tokio::test]
async fn a_key_printed_for_people_works_too() {
    let installation = Installation::without_engine();
    let outcome = installation
        .run(&["keys", "create", "--label", "For people"])
        .await
        .expect(0);
    let secret = outcome.output.lines().next().unwrap();
    let secret = secret.strip_prefix("Key:").unwrap().trim();
    let server = installation.start().await;
    server.get("/v2/usage", secret).await.expect(200);
}

#[tokio::test]
async fn listed_keys_have_everything_but_their_secrets() {
    let installation = Installation::without_engine();
    let key = installation
        .create_key(&[
            "--label",
            "Nightly job",
            "--scope",
            "usage:read,translate:text",
            "--character-limit",
            "5000",
        ])
        .await;
    let listed = installation
        .run(&["keys", "list", "--json"])
        .await
        .expect(0);
    let [row] = listed
        .json()
        .as_array()
        .unwrap()
        .clone()
        .try_into()
        .unwrap();
    assert_eq!(row["key_id"], key.id.as_str());
    assert_eq!(row["label"], "Nightly job");
    assert_eq!(row["character_limit"], 5000);
    assert_eq!(row["scopes"], json!(["translate:text", "usage:read"]));
    assert_eq!(row["deactivated_time"], Value::Null);
    let created = row["creation_time"].as_str().unwrap();
    assert_eq!(created.len(), "2026-05-17T08:30:00.250Z".len(), "{created}");
    let table = installation.run(&["keys", "list"]).await.expect(0);
    assert!(table.output.contains(&key.id) && table.output.contains("Nightly job"));
    for output in [&listed.output, &table.output] {
        assert!(!output.contains(&key.secret), "{output}");
    }
}

#[tokio::test]
async fn a_deactivated_key_stops_working_at_once_and_others_go_on() {
    let installation = Installation::new();
    let server = installation.start().await;
    let ended = installation.create_key(&[]).await;
    let other = installation.create_key(&[]).await;
    server.translate(&ended.secret, &TEXT).await.expect(200);
    let outcome = installation
        .run(&["keys", "deactivate", &ended.id])
        .await
        .expect(0);
    assert!(outcome.output.contains(&ended.id), "{}", outcome.output);
    server.translate(&ended.secret, &TEXT).await.expect(403);
    server.get("/v2/usage", &ended.secret).await.expect(403);
    server.translate(&other.secret, &TEXT).await.expect(200);
    let list = installation.run(&["keys", "list"]).await.expect(0);
    let line = list.output.lines().find(|line| line.contains(&ended.id));
    assert!(line.unwrap().contains("deactivated"), "{}", list.output);
}

#[tokio::test]
async fn a_key_id_that_nobody_has_is_a_failure_with_its_name() {
    let installation = Installation::without_engine();
    let id = "00000000-0000-4000-8000-000000000000:00000000-0000-4000-8000-000000000001";
    for (command, rest) in [
        ("deactivate", &[][..]),
        ("label", &["Another"]),
        ("limit", &["--characters", "1"]),
    ] {
        let run = async |id| {
            let arguments = [&["keys", command, id], rest].concat();
            installation.run(&arguments).await
        };
        let outcome = run(id).await.expect(1);
        assert!(outcome.errors.contains(id), "{}", outcome.errors);
        assert_eq!(outcome.errors.lines().count(), 1, "{}", outcome.errors);
        run("nonsense").await.expect(2);
    }
}

#[tokio::test]
async fn a_scoped_key_does_only_what_its_scopes_say() {
    let installation = Installation::new();
    let server = installation.start().await;
    let reader = installation
        .create_key(&["--scope", "usage:read", "--scope", "languages:read"])
        .await;
    let translator = installation
        .create_key(&["--scope", "translate:text"])
        .await;
    installation
        .run(&["account", "set", "pro", "--detection", "on"])
        .await
        .expect(0);

    server.get("/v2/usage", &reader.secret).await.expect(200);
    let languages = "/v3/languages?resource=translate_text";
    server.get(languages, &reader.secret).await.expect(200);
    let refused = server.translate(&reader.secret, &TEXT).await.expect(403);
    assert!(refused.message().contains("translate:text"), "{refused}");

    server
        .translate(&translator.secret, &TEXT)
        .await
        .expect(200);
    let refused = server
        .get("/v2/usage", &translator.secret)
        .await
        .expect(403);
    assert!(refused.message().contains("usage:read"), "{refused}");
    server.get(languages, &translator.secret).await.expect(403);
    server
        .post(
            "/v3/detect/language",
            &translator.secret,
            &json!({ "text": TEXT }),
        )
        .await
        .expect(403);

    let unknown = installation
        .run(&["keys", "create", "--scope", "everything"])
        .await
        .expect(2);
    assert!(unknown.errors.contains("everything"), "{}", unknown.errors);
}

#[tokio::test]
async fn an_admin_key_does_not_translate() {
    let installation = Installation::new();
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    let refused = server.translate(&keys.admin, &TEXT).await.expect(403);
    assert!(refused.message().contains("developer key"), "{refused}");
}

#[tokio::test]
async fn the_character_limit_of_a_key_ends_in_456_and_counts_nothing_beyond() {
    let installation = Installation::new();
    let server = installation.start().await;
    let limited = installation.create_key(&["--character-limit", "30"]).await;
    let other = installation.create_key(&[]).await;
    server.translate(&limited.secret, &TEXT).await.expect(200);
    let refused = server.translate(&limited.secret, &TEXT).await.expect(456);
    assert!(refused.message().starts_with("Quota exceeded"), "{refused}");
    server
        .translate(&limited.secret, &["It rains."])
        .await
        .expect(200);
    assert_eq!(server.characters_used(&limited.secret).await, 26);
    server.translate(&other.secret, &TEXT).await.expect(200);
}

#[tokio::test]
async fn keys_are_listed_by_account_and_state_with_what_they_used() {
    let installation = Installation::new();
    let server = installation.start().await;
    let busy = installation
        .create_key(&["--account", "shop", "--character-limit", "100"])
        .await;
    let idle = installation.create_key(&["--account", "shop"]).await;
    let other = installation.create_key(&["--account", "school"]).await;
    server.translate(&busy.secret, &TEXT).await.expect(200);
    server
        .translate(&other.secret, &["It rains."])
        .await
        .expect(200);
    installation
        .run(&["keys", "deactivate", &idle.id])
        .await
        .expect(0);
    let list = async |options: &[&str]| {
        let arguments = [&["keys", "list"], options].concat();
        installation.run(&arguments).await.expect(0)
    };
    let listed = list(&["--account", "shop", "--json"]).await.json();
    let rows = listed.as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let row = rows.iter().find(|row| row["key_id"] == busy.id.as_str());
    let row = row.unwrap();
    assert_eq!(row["account"], "shop");
    assert_eq!(row["character_count"], 17);
    assert_eq!(row["character_limit"], 100);
    let mask = row["masked_key"].as_str().unwrap();
    let (first, last) = mask.split_once("****").unwrap();
    assert!(busy.secret.starts_with(first) && busy.secret.ends_with(last));
    assert_eq!((first.len(), last.len()), (4, 4));

    let active = list(&["--account", "shop", "--active"]).await.output;
    assert!(
        active.contains(mask) && active.contains(&busy.id),
        "{active}"
    );
    assert!(
        !active.contains(&idle.id) && !active.contains(&other.id),
        "{active}"
    );
    let everywhere = list(&["--active", "--json"]).await.json();
    let row = everywhere
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["key_id"] == other.id.as_str());
    assert_eq!(row.unwrap()["character_count"], 9);
    let unknown = installation
        .run(&["keys", "list", "--account", "shoop"])
        .await
        .expect(1);
    assert!(unknown.errors.contains("\"shoop\""), "{}", unknown.errors);
}

#[tokio::test]
async fn a_limit_set_on_the_command_line_holds_for_the_running_server_at_once() {
    let installation = Installation::new();
    let server = installation.start().await;
    let key = installation.create_key(&[]).await;
    let limit = async |characters| {
        installation
            .run(&["keys", "limit", &key.id, "--characters", characters])
            .await
            .expect(0)
            .output
    };
    server.translate(&key.secret, &TEXT).await.expect(200);
    assert!(limit("20").await.contains("characters 20"));
    server.translate(&key.secret, &TEXT).await.expect(456);
    let usage = server.get("/v2/usage", &key.secret).await.expect(200);
    assert_eq!(usage.body["api_key_character_limit"], 20);
    limit("34").await;
    server.translate(&key.secret, &TEXT).await.expect(200);
    server.translate(&key.secret, &["A"]).await.expect(456);
    assert!(limit("none").await.contains("characters none"));
    server.translate(&key.secret, &TEXT).await.expect(200);

    installation
        .run(&["keys", "limit", &key.id, "--speech-milliseconds", "60000"])
        .await
        .expect(0);
    let listed = installation
        .run(&["keys", "list", "--json"])
        .await
        .expect(0)
        .json();
    let rows = listed.as_array().unwrap();
    let row = rows.iter().find(|row| row["key_id"] == key.id.as_str());
    let row = row.unwrap();
    assert_eq!(row["speech_milliseconds_limit"], 60_000);
    assert_eq!(row["character_limit"], Value::Null, "that stays");
}

#[tokio::test]
async fn a_limit_is_a_number_or_none_and_one_is_needed() {
    let installation = Installation::without_engine();
    let key = installation.create_key(&[]).await;
    let limit = async |wrong: &[&str]| {
        let arguments = [&["keys", "limit", &key.id], wrong].concat();
        installation.run(&arguments).await.expect(2).errors
    };
    let none = limit(&[]).await;
    assert!(none.contains("required"), "{none}");
    for wrong in ["-1", "-5", "1.5", "-1.5", "9223372036854775808", "many", ""] {
        for option in ["--characters", "--speech-milliseconds"] {
            let errors = limit(&[option, wrong]).await;
            assert!(
                errors.contains("a whole number from 0 to 9223372036854775807, or none"),
                "{option} {wrong}: {errors}"
            );
        }
    }
    let create = ["keys", "create", "--character-limit", "-1"];
    let errors = installation.run(&create).await.expect(2).errors;
    assert!(errors.contains("a whole number from 0"), "{errors}");
}

#[tokio::test]
async fn a_key_can_be_given_another_label() {
    let installation = Installation::without_engine();
    let key = installation.create_key(&["--label", "Old"]).await;
    let label = async |text: &str| installation.run(&["keys", "label", &key.id, text]).await;
    let renamed = label("Übersetzer 2").await.expect(0);
    assert!(
        renamed.output.contains("Übersetzer 2"),
        "{}",
        renamed.output
    );
    let longest = "ü".repeat(256);
    for wrong in ["", " ", "two\nlines", "\u{1b}[2J", &format!("{longest}x")] {
        let refused = label(wrong).await.expect(1);
        assert!(
            refused.errors.contains("256 characters"),
            "{}",
            refused.errors
        );
        assert_eq!(refused.errors.lines().count(), 1, "{}", refused.errors);
        assert!(!refused.errors.contains('\u{1b}'));
    }
    let list = installation.run(&["keys", "list"]).await.expect(0).output;
    assert!(
        list.contains("Übersetzer 2") && !list.contains("Old"),
        "{list}"
    );
    label(&longest).await.expect(0);
}

#[tokio::test]
async fn a_name_cannot_rearrange_what_is_shown_and_a_label_that_would_is_refused() {
    let installation = Installation::without_engine();
    let hostile = "a\u{202e}b\u{2028}c";
    let key = installation.create_key(&["--account", hostile]).await;
    let refused = installation
        .run(&["keys", "label", &key.id, hostile])
        .await
        .expect(1);
    assert!(
        refused.errors.contains("a label has 1 to 256 characters"),
        "{}",
        refused.errors
    );
    let mut outputs = vec![refused.errors];
    for arguments in [
        &["keys", "list"][..],
        &["keys", "list", "--json"],
        &["account", "list"],
        &["account", "show", hostile],
        &["account", "show", hostile, "--json"],
        &["account", "log"],
        &["account", "log", "--json"],
        &["usage"],
        &["keys", "deactivate", &key.id],
    ] {
        outputs.push(installation.run(arguments).await.expect(0).output);
    }
    for output in outputs {
        assert!(!output.contains(['\u{202e}', '\u{2028}']), "{output}");
    }
    let listed = installation
        .run(&["keys", "list", "--json"])
        .await
        .expect(0);
    assert_eq!(
        listed.json()[0]["account"],
        hostile,
        "JSON keeps it, escaped"
    );
}

#[tokio::test]
async fn the_twenty_sixth_active_developer_key_of_an_account_is_refused() {
    let installation = Installation::without_engine();
    let first = installation.create_key(&[]).await;
    for _ in 1..25 {
        installation.create_key(&[]).await;
    }
    let create = async |options: &[&str]| {
        let arguments = [&["keys", "create"], options].concat();
        installation.run(&arguments).await
    };
    let refused = create(&[]).await.expect(1);
    assert!(
        refused.errors.contains("25 active developer keys")
            && refused.errors.contains("deactivate"),
        "{}",
        refused.errors
    );
    assert_eq!(refused.errors.lines().count(), 1);
    create(&["--kind", "admin"]).await.expect(0);
    create(&["--account", "other", "--new-account"])
        .await
        .expect(0);
    installation
        .run(&["keys", "deactivate", &first.id])
        .await
        .expect(0);
    create(&[]).await.expect(0);
}

#[tokio::test]
async fn a_name_with_a_typing_mistake_does_not_become_an_account() {
    let installation = Installation::without_engine();
    installation.create_key(&["--account", "shop"]).await;
    let refused = installation
        .run(&["keys", "create", "--account", "shpo"])
        .await
        .expect(1);
    for part in ["\"shpo\"", "account list", "--new-account"] {
        assert!(refused.errors.contains(part), "{}", refused.errors);
    }
    let accounts = installation.run(&["account", "list", "--json"]).await;
    assert_eq!(accounts.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn scopes_and_expiry_are_set_and_taken_away_while_the_server_runs() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation
        .create_key(&["--scope", "languages:read", "--expires", "2999-12-31"])
        .await;
    let table = installation.run(&["keys", "list"]).await.expect(0).output;
    assert!(table.contains("active until 2999-12-31"), "{table}");
    server.get("/v2/usage", &key.secret).await.expect(403);
    let run = async |arguments: &[&str]| installation.run(arguments).await;
    run(&["keys", "scope", &key.id, "usage:read,languages:read"])
        .await
        .expect(0);
    server.get("/v2/usage", &key.secret).await.expect(200);
    let all = run(&["keys", "scope", &key.id, "all"]).await.expect(0);
    assert!(all.output.contains("may do: all"), "{}", all.output);
    run(&["keys", "expire", &key.id, "never"]).await.expect(0);
    let past = run(&["keys", "expire", &key.id, "2020-01-01"])
        .await
        .expect(1);
    assert!(past.errors.contains("in the future"), "{}", past.errors);
    run(&["keys", "expire", &key.id, "soon"]).await.expect(2);
    run(&["keys", "scope", &key.id, "everything"])
        .await
        .expect(2);
    let log = run(&["account", "log"]).await.expect(0).output;
    for entry in [
        "scope_key",
        "scopes: languages:read usage:read",
        "expire_key",
        "expires: never",
    ] {
        assert!(log.contains(entry), "{log}");
    }
}
