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
    let outcome = installation
        .run(&["keys", "deactivate", id])
        .await
        .expect(1);
    assert!(outcome.errors.contains(id), "{}", outcome.errors);
    installation
        .run(&["keys", "deactivate", "nonsense"])
        .await
        .expect(2);
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
