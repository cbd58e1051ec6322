use dragoman_domain::Plan;
use serde_json::json;

use crate::{Answer, Settings, TestApi, english_with};

#[tokio::test]
async fn the_pro_plan_is_told_periods_products_and_its_key() {
    let api = TestApi::start().await;
    api.translate(english_with(json!({"text": ["Grüße 🙂"]})))
        .await;
    for request in [
        api.get("/v2/usage"),
        api.get("/v2/usage/"),
        api.get("/v1/usage"),
        api.post("/v2/usage"),
    ] {
        let answer = Answer::of(request).await;
        assert_eq!(
            answer.body,
            json!({
                "character_count": 7,
                "character_limit": 1_000_000_000_000_u64,
                "api_key_character_count": 7,
                "api_key_character_limit": 1_000_000_000_000_u64,
                "start_time": "2026-05-17T00:00:00.000Z",
                "end_time": "2026-06-17T00:00:00.000Z",
                "products": [{
                    "product_type": "translate",
                    "billing_unit": "characters",
                    "api_key_character_count": 7,
                    "api_key_unit_count": 7,
                    "account_unit_count": 7,
                    "character_count": 7,
                }, {
                    "product_type": "write",
                    "billing_unit": "characters",
                    "api_key_character_count": 0,
                    "api_key_unit_count": 0,
                    "account_unit_count": 0,
                    "character_count": 0,
                }],
            })
        );
    }
}

#[tokio::test]
async fn the_free_and_the_classic_plan_are_told_their_count_and_limit_only() {
    for plan in [Plan::Free, Plan::Classic] {
        let api = TestApi::with(Settings {
            plan,
            character_limit: Some(500_000),
            ..Settings::default()
        })
        .await;
        api.translate(english_with(json!({}))).await;
        for path in ["/v2/usage", "/v1/usage"] {
            assert_eq!(
                Answer::of(api.get(path)).await.body,
                json!({"character_count": 6, "character_limit": 500_000}),
                "{plan} {path}"
            );
        }
    }
}
