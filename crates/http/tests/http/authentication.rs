use std::collections::BTreeSet;

use dragoman_domain::{Actor, KeyKind, Plan, Scope, ScopeSet};
use dragoman_http::AddressRule;
use serde_json::json;

use crate::{Answer, Settings, TestApi, english_with};

const PATHS: [(&str, &str); 8] = [
    ("POST", "/v2/translate"),
    ("GET", "/v2/usage"),
    ("GET", "/v2/languages"),
    ("GET", "/v3/languages"),
    ("POST", "/v3/detect/language"),
    ("DELETE", "/v2/glossaries/no-such-id"),
    ("PATCH", "/nowhere"),
    ("GET", "/v1/translate"),
];

#[tokio::test]
async fn without_a_valid_key_every_path_and_method_answers_403() {
    let api = TestApi::start().await;
    for (place, (method, path)) in PATHS.into_iter().enumerate() {
        for (number, header) in [
            None,
            Some(String::new()),
            Some("Service-Auth-Key".to_owned()),
            Some("Service-Auth-Key ".to_owned()),
            Some("Service-Auth-Key wrong".to_owned()),
            Some(format!("Bearer {}", api.key)),
            Some(api.key.clone()),
            Some(format!("Service-Auth-Key {}:fx", api.key)),
        ]
        .into_iter()
        .enumerate()
        {
            let mut request = api.request_of_stranger(100 * place + number, method, path);
            if let Some(header) = &header {
                request = request.header("authorization", header);
            }
            let answer = Answer::of(request).await;
            assert_eq!(answer.status, 403, "{method} {path} {header:?}");
            assert!(answer.message().starts_with("Authorization failed"));
            assert_eq!(answer.header("allow"), None, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn every_configured_scheme_word_is_accepted_in_any_case() {
    let api = TestApi::start().await;
    for scheme in ["Service-Auth-Key", "DeepL-Auth-Key", "deepl-auth-key"] {
        let answer = Answer::of(
            api.client
                .get(format!("{}/v2/usage", api.base))
                .header("authorization", format!("{scheme} {}", api.key)),
        )
        .await;
        assert_eq!(answer.status, 200, "{scheme}");
    }
}

#[tokio::test]
async fn every_answer_has_a_trace_id_of_its_own() {
    let api = TestApi::start().await;
    let mut seen = BTreeSet::new();
    for (place, (method, path)) in PATHS.into_iter().enumerate() {
        let request = api.request_of_stranger(place, method, path);
        let id = Answer::of(request)
            .await
            .header("x-trace-id")
            .unwrap()
            .to_owned();
        assert!(
            id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{id}"
        );
        assert!(seen.insert(id));
    }
}

#[tokio::test]
async fn a_deactivated_key_stops_working_at_once() {
    let api = TestApi::start().await;
    let key = api.keys.list(None).await.unwrap().remove(0);
    assert_eq!(Answer::of(api.get("/v2/usage")).await.status, 200);
    api.keys.deactivate(key.id, Actor::Operator).await.unwrap();
    Answer::of(api.get("/v2/usage"))
        .await
        .expect(403, "Authorization failed: no active key has this secret.");
}

#[tokio::test]
async fn a_scoped_key_does_only_what_its_scopes_say() {
    let mut api = TestApi::start().await;
    api.key = api
        .new_key(
            Plan::Pro,
            KeyKind::Developer,
            ScopeSet::of([Scope::ReadUsage]),
        )
        .await;
    assert_eq!(Answer::of(api.get("/v2/usage")).await.status, 200);
    api.translate(english_with(json!({})))
        .await
        .expect(403, "This key lacks the scope \"translate:text\".");
    Answer::of(api.get("/v2/languages"))
        .await
        .expect(403, "This key lacks the scope \"languages:read\".");
    Answer::of(
        api.post("/v3/detect/language")
            .json(&json!({"text": ["a"]})),
    )
    .await
    .expect(
        403,
        "This key is restricted to scopes, and no scope covers this call.",
    );
}

#[tokio::test]
async fn an_admin_key_does_not_translate() {
    let mut api = TestApi::start().await;
    api.key = api
        .new_key(Plan::Pro, KeyKind::Admin, ScopeSet::Unrestricted)
        .await;
    api.translate(english_with(json!({}))).await.expect(
        403,
        "This call needs a developer key, and this is an admin key.",
    );
}

#[tokio::test]
async fn a_key_is_refused_at_the_address_of_the_other_plan() {
    let mut api = TestApi::with(Settings {
        address: AddressRule::ByHost {
            free_hosts: ["free.example".to_owned()].into(),
        },
        ..Settings::default()
    })
    .await;
    let free = api
        .new_key(Plan::Free, KeyKind::Developer, ScopeSet::Unrestricted)
        .await;
    assert!(free.ends_with(":fx"));
    assert_eq!(Answer::of(api.get("/v2/usage")).await.status, 200);
    Answer::of(api.get("/v2/usage").header("host", "free.example:80"))
        .await
        .expect(
            403,
            "This is the base address of the free plan, and the key belongs to the pro plan. \
             Use the base address of the pro plan.",
        );
    api.key = free;
    assert_eq!(Answer::of(api.get("/v2/usage")).await.status, 403);
    let at_home = api.get("/v2/usage").header("host", "free.example");
    assert_eq!(Answer::of(at_home).await.status, 200);
}

#[tokio::test]
async fn the_classic_plan_has_the_address_of_the_pro_plan() {
    for (address, refusal) in [
        (AddressRule::Only(Plan::Pro), None),
        (AddressRule::BothPlans, None),
        (
            AddressRule::Only(Plan::Free),
            Some(
                "This is the base address of the free plan, and the key belongs to the classic \
                 plan. Use the base address of the pro plan.",
            ),
        ),
    ] {
        let api = TestApi::with(Settings {
            address,
            plan: Plan::Classic,
            ..Settings::default()
        })
        .await;
        assert!(!api.key.ends_with(":fx"));
        let answer = Answer::of(api.get("/v2/usage")).await;
        match refusal {
            None => assert_eq!(answer.status, 200),
            Some(message) => answer.expect(403, message),
        }
    }
}

#[tokio::test]
async fn a_key_in_a_parameter_works_only_where_that_is_turned_on() {
    for (legacy_requests, expected) in [(true, 200), (false, 403)] {
        let api = TestApi::with(Settings {
            legacy_requests,
            ..Settings::default()
        })
        .await;
        let fields = [
            ("auth_key", api.key.as_str()),
            ("text", "Hello."),
            ("source_lang", "EN"),
            ("target_lang", "ES"),
        ];
        let url = format!("{}/v1/translate", api.base);
        for request in [
            api.client.get(&url).query(&fields),
            api.client.post(&url).form(&fields),
        ] {
            assert_eq!(Answer::of(request).await.status, expected);
        }
    }
    let api = TestApi::start().await;
    let with_header = Answer::of(api.get("/v2/translate?text=a&target_lang=ES")).await;
    assert_eq!(with_header.status, 405);
}
