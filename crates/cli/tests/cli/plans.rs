use serde_json::json;

use crate::support::{Installation, Key};

async fn keys(installation: &Installation) -> (Key, Key) {
    let free = installation.create_key(&["--plan", "free"]).await;
    let pro = installation.create_key(&["--plan", "pro"]).await;
    (free, pro)
}

#[tokio::test]
async fn by_default_keys_of_both_plans_are_accepted_everywhere() {
    let installation = Installation::new();
    let (free, pro) = keys(&installation).await;
    let server = installation.start().await;
    assert_eq!(server.free_address, None);
    for key in [&free, &pro] {
        server
            .translate(&key.secret, &["The house."])
            .await
            .expect(200);
        server
            .usage_at_host("api-free.example", &key.secret)
            .await
            .expect(200);
    }
}

#[tokio::test]
async fn by_host_name_each_plan_has_its_own_address() {
    let installation = Installation::without_engine()
        .option("plans.address_rule", "host")
        .option("plans.free_hosts", "[\"Free.Example\"]");
    let (free, pro) = keys(&installation).await;
    let server = installation.start().await;
    for host in ["free.example", "FREE.example:8080"] {
        server.usage_at_host(host, &free.secret).await.expect(200);
        let refused = server.usage_at_host(host, &pro.secret).await.expect(403);
        assert!(
            refused.message().contains("belongs to the pro plan")
                && refused.message().contains("Use the base address of the"),
            "{refused}"
        );
    }
    for host in ["pro.example", "127.0.0.1"] {
        server.usage_at_host(host, &pro.secret).await.expect(200);
        let refused = server.usage_at_host(host, &free.secret).await.expect(403);
        assert!(
            refused.message().contains("belongs to the free plan"),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn by_listener_each_plan_has_its_own_address() {
    let installation = Installation::new()
        .option("plans.address_rule", "listener")
        .option("plans.free_listen", "127.0.0.1:0");
    let (free, pro) = keys(&installation).await;
    let server = installation.start().await;
    let at_free = server.at(server.free_address.as_ref().unwrap());
    let texts = ["The house."];
    server.translate(&pro.secret, &texts).await.expect(200);
    at_free.translate(&free.secret, &texts).await.expect(200);
    let refused = server.translate(&free.secret, &texts).await.expect(403);
    assert!(
        refused.message().contains("belongs to the free plan"),
        "{refused}"
    );
    let refused = at_free.translate(&pro.secret, &texts).await.expect(403);
    assert!(
        refused.message().contains("belongs to the pro plan"),
        "{refused}"
    );
    server.stop().await;
}

#[tokio::test]
async fn other_services_interfaces_are_at_the_root_of_addresses_of_their_own() {
    let installation = Installation::new()
        .option("compat.listen.libretranslate", "127.0.0.1:0")
        .option("compat.listen.deeplx", "127.0.0.1:0");
    let (free, pro) = keys(&installation).await;
    let server = installation.start().await;
    let [address] = &server.dialect_addresses[..] else {
        panic!("{:?}", server.dialect_addresses)
    };
    let there = server.at(address);
    let expected = "La casa";
    for key in [&free, &pro] {
        let body = json!({ "q": "The house.", "source": "en", "target": "es" });
        let answer = there.post("/translate", &key.secret, &body).await;
        let translated = answer.expect(200).body["translatedText"].to_string();
        assert!(translated.contains(expected), "{translated}");
        let body = json!({ "text": "The house.", "source_lang": "EN", "target_lang": "ES" });
        let answer = there.post("/translate", &key.secret, &body).await;
        let translated = answer.expect(200).body["data"].to_string();
        assert!(translated.contains(expected), "{translated}");
    }
    there.get_without_key("/languages").await.expect(200);
    there.get("/v2/usage", &pro.secret).await.expect(404);
    server.stop().await;
}

#[tokio::test]
async fn an_option_that_names_a_key_that_is_not_there_is_told_at_the_start() {
    let nobody = format!("{0}:{0}", "00000000-0000-4000-8000-000000000000");
    let installation = Installation::without_engine().option("compat.keyless", &nobody);
    let server = installation.start().await;
    let log = server.log();
    assert!(
        log.contains("compat.keyless") && log.contains("nobody is let in"),
        "{log}"
    );
    let body = json!({ "q": "The house.", "target": "es" });
    let answer = server
        .post("/compat/libretranslate/translate", "", &body)
        .await;
    answer.expect(403);
    server.stop().await;
}

#[tokio::test]
async fn the_usage_tells_more_to_the_pro_plan() {
    let installation = Installation::without_engine();
    let (free, pro) = keys(&installation).await;
    let server = installation.start().await;
    let of_free = server.get("/v2/usage", &free.secret).await.expect(200);
    assert_eq!(
        of_free.body,
        json!({ "character_count": 0, "character_limit": 1_000_000_000_000_u64 })
    );
    let of_pro = server.get("/v2/usage", &pro.secret).await.expect(200);
    assert_eq!(of_pro.body["products"][0]["product_type"], "translate");
    assert!(of_pro.body["start_time"].is_string(), "{of_pro}");
}

/// A request as very old clients send it.
fn old_request(version: &str, key: &str) -> String {
    format!(
        "/{version}/translate?auth_key={key}&text=The%20house+is%20big.&source_lang=EN&target_lang=ES"
    )
}

#[tokio::test]
async fn very_old_requests_are_answered_where_they_are_turned_on() {
    let installation = Installation::new().option("keys.legacy_requests", "true");
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    for version in ["v1", "v2"] {
        let answer = server
            .get_without_key(&old_request(version, &key.secret))
            .await
            .expect(200);
        assert!(answer.texts()[0].starts_with("La casa es"), "{answer}");
        server
            .get_without_key(&old_request(version, "wrong"))
            .await
            .expect(403);
    }
    server
        .get_without_key(&format!("/v2/usage?auth_key={}", key.secret))
        .await
        .expect(200);
    let log = server.log();
    assert!(!log.contains(&key.secret), "{log}");
}

#[tokio::test]
async fn very_old_requests_are_refused_where_they_are_not_turned_on() {
    let installation = Installation::new();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    for version in ["v1", "v2"] {
        let refused = server
            .get_without_key(&old_request(version, &key.secret))
            .await
            .expect(403);
        assert!(refused.message().contains("Authorization: "), "{refused}");
    }
    assert_eq!(server.characters_used(&key.secret).await, 0);
}
