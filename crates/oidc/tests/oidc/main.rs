//! The protocol against a provider of the tests' own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

mod provider;

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dragoman_oidc::{
    Attempt, Callback, Claims, Provider, ProviderConfig, ProviderError, SignInError, TokenError,
};
use provider::{CLIENT, Change, FUTURE, SECRET, SigningKey, TestProvider};
use reqwest::Url;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

const BACK: &str = "http://here.example/back";
const NOW: i64 = 1_700_000_000;

struct Client {
    provider: Provider,
    browser: reqwest::Client,
}

impl Client {
    fn new(provider: &TestProvider) -> Self {
        Self::with_secret(provider, Some(SECRET))
    }

    fn with_secret(provider: &TestProvider, secret: Option<&str>) -> Self {
        let config = ProviderConfig {
            issuer: provider.issuer.clone(),
            client_id: CLIENT.to_owned(),
            client_secret: secret.map(Into::into),
            scopes: vec!["openid".to_owned(), "email".to_owned()],
            wanted: vec!["groups".to_owned()],
        };
        let browser = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none());
        Self {
            provider: Provider::new(config).unwrap(),
            browser: browser.build().unwrap(),
        }
    }

    /// What a browser comes back with that goes to the provider.
    async fn callback(&self, attempt: &Attempt) -> Callback {
        let address = self.provider.begin(attempt, BACK).await.unwrap();
        let answer = self.browser.get(address).send().await.unwrap();
        let back = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
        let field = |name: &str| {
            let mut pairs = back.query_pairs();
            let found = pairs.find(|(key, _)| key == name);
            found.map(|(_, value)| value.into_owned())
        };
        Callback {
            state: field("state"),
            code: field("code"),
            error: field("error"),
            issuer: field("iss"),
        }
    }

    async fn sign_in(&self) -> Result<Claims, SignInError> {
        let attempt = attempt("a");
        let callback = self.callback(&attempt).await;
        self.provider.finish(&attempt, &callback, BACK, NOW).await
    }
}

fn attempt(of: &str) -> Attempt {
    Attempt::new(of.repeat(64), "")
}

#[tokio::test]
async fn a_person_is_who_the_provider_says_whatever_it_signs_with() {
    let provider = TestProvider::start().await;
    provider.behaviour().claims = json!({ "name": "Ada", "groups": ["staff"] });
    for algorithm in ["ES256", "RS256", "PS256", "EdDSA"] {
        {
            let mut behaviour = provider.behaviour();
            behaviour.key = SigningKey::new(algorithm);
            behaviour.algorithm = algorithm.to_owned();
        }
        let claims = Client::new(&provider).sign_in().await.unwrap();
        assert_eq!(claims.subject(), "ada-1", "{algorithm}");
        assert_eq!(claims.name(), Some("Ada"));
        assert_eq!(claims.texts("groups"), ["staff"]);
    }
    assert_eq!(provider.asked("userinfo"), 0, "the tokens lacked nothing");
}

#[tokio::test]
async fn what_the_token_lacks_is_asked_for_and_believed_of_the_same_person_only() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    provider.behaviour().user_info = json!({ "name": "Ada", "groups": ["staff"] });
    let claims = client.sign_in().await.unwrap();
    assert_eq!(claims.name(), Some("Ada"));
    assert_eq!(claims.texts("groups"), ["staff"]);

    provider.behaviour().user_info = json!({ "sub": "bob-2", "groups": ["administrators"] });
    let claims = client.sign_in().await.unwrap();
    assert!(claims.texts("groups").is_empty());
}

#[tokio::test]
async fn the_secret_goes_where_the_provider_wants_it_and_a_wrong_one_is_told() {
    let provider = TestProvider::start().await;
    provider.behaviour().metadata =
        json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] });
    Client::new(&provider).sign_in().await.unwrap();
    let refused = Client::with_secret(&provider, Some("other"))
        .sign_in()
        .await;
    let invalid_client = SignInError::NoToken("invalid_client".to_owned());
    assert_eq!(refused.unwrap_err(), invalid_client);
}

#[tokio::test]
async fn tokens_are_refused_that_are_not_for_this_client_and_attempt_now() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    for (claims, error) in [
        (
            json!({ "iss": "https://other.example" }),
            TokenError::Issuer,
        ),
        (json!({ "iss": null }), TokenError::Issuer),
        (json!({ "aud": "other" }), TokenError::Audience),
        (json!({ "aud": null }), TokenError::Audience),
        (json!({ "aud": [CLIENT, "other"] }), TokenError::Audience),
        (json!({ "azp": "other" }), TokenError::Audience),
        (json!({ "exp": NOW - 61 }), TokenError::Time),
        (json!({ "exp": null }), TokenError::Time),
        (json!({ "exp": "never" }), TokenError::Time),
        (json!({ "nbf": NOW + 61 }), TokenError::Time),
        (json!({ "nonce": "another" }), TokenError::Nonce),
        (json!({ "nonce": null }), TokenError::Nonce),
        (json!({ "sub": null }), TokenError::Subject),
        (json!({ "sub": "" }), TokenError::Subject),
    ] {
        provider.behaviour().claims = claims.clone();
        let refused = client.sign_in().await.unwrap_err();
        assert_eq!(refused, SignInError::Token(error), "{claims}");
    }
    for claims in [
        json!({ "exp": NOW - 59 }),
        json!({ "nbf": NOW + 59, "exp": FUTURE }),
        json!({ "aud": [CLIENT], "azp": CLIENT }),
        json!({ "aud": ["other", CLIENT], "azp": CLIENT }),
    ] {
        provider.behaviour().claims = claims.clone();
        assert!(client.sign_in().await.is_ok(), "{claims}");
    }
}

/// A token with another header.
fn with_header(token: &str, header: Value) -> String {
    let (_, rest) = token.split_once('.').unwrap();
    format!("{}.{rest}", URL_SAFE_NO_PAD.encode(header.to_string()))
}

#[tokio::test]
async fn tokens_are_refused_that_others_can_have_made() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    let changes: [(Change, TokenError); 6] = [
        (
            |token| {
                let token = with_header(&token, json!({ "alg": "none" }));
                format!("{}.", token.rsplit_once('.').unwrap().0)
            },
            TokenError::Form,
        ),
        (
            |token| with_header(&token, json!({ "alg": "HS256", "kid": "first" })),
            TokenError::Form,
        ),
        (
            |token| with_header(&token, json!({ "alg": "RS256", "kid": "first" })),
            TokenError::UnknownKey,
        ),
        (
            |token| with_header(&token, json!({ "alg": "ES256", "kid": "other" })),
            TokenError::UnknownKey,
        ),
        (
            |token| with_header(&token, json!({ "alg": "ES256", "kid": "first", "more": 1 })),
            TokenError::Signature,
        ),
        (|_| "no.token".to_owned(), TokenError::Form),
    ];
    for (number, (change, error)) in changes.into_iter().enumerate() {
        provider.behaviour().change = Some(change);
        let refused = client.sign_in().await.unwrap_err();
        assert_eq!(refused, SignInError::Token(error), "{number}");
    }
    provider.behaviour().change = None;
    client.sign_in().await.unwrap();
    // Of the same name, and not the provider's.
    provider.behaviour().key = SigningKey::new("ES256");
    let refused = client.sign_in().await.unwrap_err();
    assert_eq!(refused, SignInError::Token(TokenError::Signature));
}

#[tokio::test]
async fn an_answer_is_taken_once_and_by_who_began_only() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    let finish = |of, callback| {
        let (attempt, client) = (attempt(of), &client);
        async move { client.provider.finish(&attempt, &callback, BACK, NOW).await }
    };
    let callback = client.callback(&attempt("a")).await;
    for (of, state) in [
        ("b", callback.state.clone()),
        ("a", None),
        ("a", Some("other".to_owned())),
    ] {
        let callback = Callback {
            state,
            ..callback.clone()
        };
        assert_eq!(finish(of, callback).await.unwrap_err(), SignInError::State);
    }
    let other = Callback {
        issuer: Some("https://other.example".to_owned()),
        ..callback.clone()
    };
    let refused = finish("a", other).await.unwrap_err();
    assert_eq!(refused, SignInError::Token(TokenError::Issuer));
    assert_eq!(provider.asked("token"), 0, "the code went nowhere");

    // The code of somebody else's attempt, put into one's own.
    let stolen = client.callback(&attempt("b")).await;
    let own = client.callback(&attempt("a")).await;
    let refused = finish(
        "a",
        Callback {
            code: stolen.code,
            ..own
        },
    )
    .await;
    let invalid_grant = SignInError::NoToken("invalid_grant".to_owned());
    assert_eq!(refused.unwrap_err(), invalid_grant);

    finish("a", callback.clone()).await.unwrap();
    assert_eq!(finish("a", callback).await.unwrap_err(), invalid_grant);
}

#[tokio::test]
async fn a_refusal_is_told_by_the_word_of_the_standard() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    for (word, told) in [
        ("access_denied", "access_denied"),
        ("Ada%20is%20ill", "unknown"),
    ] {
        provider.behaviour().refuses = Some(word.to_owned());
        let refused = client.sign_in().await.unwrap_err();
        assert_eq!(refused, SignInError::Refused(told.to_owned()));
    }
}

#[tokio::test]
async fn a_provider_that_fails_is_asked_again_after_a_pause() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    provider.behaviour().is_broken = true;
    for _ in 0..2 {
        let failed = client
            .provider
            .begin(&attempt("a"), BACK)
            .await
            .unwrap_err();
        assert_eq!(
            failed,
            ProviderError::Away("it answers with 502".to_owned())
        );
    }
    assert_eq!(provider.asked("metadata"), 1);
    provider.behaviour().is_broken = false;
    later(Duration::from_secs(6)).await;
    client.sign_in().await.unwrap();
    assert_eq!(provider.asked("metadata"), 2);
    client.sign_in().await.unwrap();
    assert_eq!(provider.asked("metadata"), 2, "it is known for a while");
}

#[tokio::test]
async fn a_provider_that_says_nothing_usable_of_itself_is_not_used() {
    let provider = TestProvider::start().await;
    for metadata in [
        json!({ "issuer": format!("{}/", provider.issuer) }),
        json!({ "token_endpoint": "http://elsewhere.example/token" }),
        json!({ "authorization_endpoint": "javascript:alert(1)" }),
        json!({ "jwks_uri": null }),
        json!({ "more": "x".repeat(1 << 20) }),
    ] {
        provider.behaviour().metadata = metadata.clone();
        let failed = Client::new(&provider)
            .provider
            .begin(&attempt("a"), BACK)
            .await;
        assert!(
            matches!(failed, Err(ProviderError::Answer(_))),
            "{failed:?}"
        );
    }
}

#[tokio::test]
async fn new_keys_are_found_but_not_asked_for_more_than_once_a_minute() {
    let provider = TestProvider::start().await;
    let client = Client::new(&provider);
    client.sign_in().await.unwrap();
    client.sign_in().await.unwrap();
    assert_eq!(provider.asked("keys"), 1);
    {
        let mut behaviour = provider.behaviour();
        behaviour.key = SigningKey::new("ES256");
        behaviour.key_id = "second".to_owned();
    }
    let refused = client.sign_in().await.unwrap_err();
    assert_eq!(refused, SignInError::Token(TokenError::UnknownKey));
    assert_eq!(provider.asked("keys"), 1);
    later(Duration::from_secs(61)).await;
    client.sign_in().await.unwrap();
    assert_eq!(provider.asked("keys"), 2);
}

/// Lets time pass without any.
async fn later(duration: Duration) {
    tokio::time::pause();
    tokio::time::advance(duration).await;
    tokio::time::resume();
}
