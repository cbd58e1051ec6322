//! A provider of the tests' own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair as RsaKeyPair, KeySize};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
    RSA_PSS_SHA256,
};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

/// What clients are registered as. The secret has what forms write differently.
pub(crate) const CLIENT: &str = "dragoman";
pub(crate) const SECRET: &str = "s e+cret";

/// A time long after all tests.
pub(crate) const FUTURE: i64 = 32_503_680_000;

/// What is done to a token.
pub(crate) type Change = fn(String) -> String;

/// What signs tokens.
pub(crate) enum SigningKey {
    Ec(EcdsaKeyPair),
    Rsa(RsaKeyPair),
    Ed(Ed25519KeyPair),
}

impl SigningKey {
    pub(crate) fn new(algorithm: &str) -> Self {
        match algorithm {
            "ES256" => Self::Ec(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap()),
            "EdDSA" => Self::Ed(Ed25519KeyPair::generate().unwrap()),
            _ => Self::Rsa(RsaKeyPair::generate(KeySize::Rsa2048).unwrap()),
        }
    }

    fn public(&self, id: &str) -> Value {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        match self {
            Self::Ec(key) => {
                let point = key.public_key().as_ref();
                json!({
                    "kty": "EC", "crv": "P-256", "kid": id, "use": "sig", "alg": "ES256",
                    "x": text(&point[1..33]), "y": text(&point[33..]),
                })
            }
            Self::Ed(key) => json!({
                "kty": "OKP", "crv": "Ed25519", "kid": id, "x": text(key.public_key().as_ref()),
            }),
            Self::Rsa(key) => {
                // The modulus is behind the heads of a sequence and a number with a leading zero.
                let der = key.public_key().as_ref();
                json!({ "kty": "RSA", "kid": id, "n": text(&der[9..265]), "e": "AQAB" })
            }
        }
    }

    fn sign(&self, algorithm: &str, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match self {
            Self::Ec(key) => key.sign(&random, message).unwrap().as_ref().to_vec(),
            Self::Ed(key) => key.sign(message).as_ref().to_vec(),
            Self::Rsa(key) => {
                let padding = match algorithm {
                    "PS256" => &RSA_PSS_SHA256,
                    _ => &RSA_PKCS1_SHA256,
                };
                let mut signature = vec![0; key.public_modulus_len()];
                key.sign(padding, &random, message, &mut signature).unwrap();
                signature
            }
        }
    }
}

/// How the provider behaves.
pub(crate) struct Behaviour {
    /// What it says of who signs in, over what is usual.
    pub(crate) claims: Value,
    /// What it says of them only if it is asked.
    pub(crate) user_info: Value,
    pub(crate) algorithm: String,
    pub(crate) key: SigningKey,
    pub(crate) key_id: String,
    /// The keys that it shows, if not its own.
    pub(crate) shown_keys: Option<Value>,
    /// The word with which it refuses people.
    pub(crate) refuses: Option<String>,
    /// What it says of itself, over what is usual.
    pub(crate) metadata: Value,
    /// Whether it does nothing but fail.
    pub(crate) is_broken: bool,
    /// Changes the finished token.
    pub(crate) change: Option<Change>,
}

struct Attempt {
    nonce: String,
    challenge: String,
    back: String,
}

#[derive(Clone)]
pub(crate) struct TestProvider {
    pub(crate) issuer: String,
    behaviour: Arc<Mutex<Behaviour>>,
    attempts: Arc<Mutex<HashMap<String, Attempt>>>,
    /// How often each path was asked for.
    asked: Arc<Mutex<HashMap<&'static str, usize>>>,
}

type Fields = HashMap<String, String>;

impl TestProvider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = Self {
            issuer: format!("http://{}/realms/staff", listener.local_addr().unwrap()),
            behaviour: Arc::new(Mutex::new(Behaviour {
                claims: json!({}),
                user_info: json!({}),
                algorithm: "ES256".to_owned(),
                key: SigningKey::new("ES256"),
                key_id: "first".to_owned(),
                shown_keys: None,
                refuses: None,
                metadata: json!({}),
                is_broken: false,
                change: None,
            })),
            attempts: Arc::default(),
            asked: Arc::default(),
        };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/userinfo", get(user_info))
            .route("/keys", get(keys));
        let router = Router::new()
            .nest("/realms/staff", routes)
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    pub(crate) fn behaviour(&self) -> MutexGuard<'_, Behaviour> {
        self.behaviour.lock().unwrap()
    }

    /// How often a path was asked for.
    pub(crate) fn asked(&self, path: &str) -> usize {
        self.asked
            .lock()
            .unwrap()
            .get(path)
            .copied()
            .unwrap_or_default()
    }

    fn note(&self, path: &'static str) {
        *self.asked.lock().unwrap().entry(path).or_default() += 1;
    }
}

async fn metadata(State(provider): State<TestProvider>) -> Response {
    provider.note("metadata");
    let behaviour = provider.behaviour();
    if behaviour.is_broken {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let issuer = &provider.issuer;
    let usual = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/keys"),
    });
    Json(over(usual, &behaviour.metadata)).into_response()
}

async fn keys(State(provider): State<TestProvider>) -> Json<Value> {
    provider.note("keys");
    let behaviour = provider.behaviour();
    let own = || json!([{ "kty": "new", "kid": "x" }, behaviour.key.public(&behaviour.key_id)]);
    Json(json!({ "keys": behaviour.shown_keys.clone().unwrap_or_else(own) }))
}

/// Signs in at once: nobody is asked for a password.
async fn authorize(State(provider): State<TestProvider>, Query(query): Query<Fields>) -> Response {
    provider.note("authorize");
    for (name, value) in [
        ("client_id", CLIENT),
        ("response_type", "code"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(query[name], value, "{name}");
    }
    assert!(query["scope"].split(' ').any(|scope| scope == "openid"));
    let (back, state) = (&query["redirect_uri"], &query["state"]);
    let form = |text: &str| text.replace('/', "%2F").replace(':', "%3A");
    let issuer = form(&provider.issuer);
    if let Some(error) = &provider.behaviour().refuses {
        return Redirect::to(&format!("{back}?error={error}&state={state}&iss={issuer}"))
            .into_response();
    }
    let mut attempts = provider.attempts.lock().unwrap();
    let code = format!("code-{}", attempts.len());
    let attempt = Attempt {
        nonce: query["nonce"].clone(),
        challenge: query["code_challenge"].clone(),
        back: back.clone(),
    };
    attempts.insert(code.clone(), attempt);
    Redirect::to(&format!("{back}?code={code}&state={state}&iss={issuer}")).into_response()
}

async fn token(
    State(provider): State<TestProvider>,
    headers: HeaderMap,
    Form(form): Form<Fields>,
) -> Response {
    provider.note("token");
    let behaviour = provider.behaviour();
    if behaviour.is_broken {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let refuse =
        |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response();
    let basic = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:s+e%2Bcret")));
    let by_header = headers
        .get("authorization")
        .is_some_and(|value| *value == *basic);
    let by_form = form.get("client_id").is_some_and(|id| id == CLIENT)
        && form
            .get("client_secret")
            .is_some_and(|secret| secret == SECRET);
    if !by_header && !by_form {
        return refuse("invalid_client");
    }
    let attempt = provider.attempts.lock().unwrap().remove(&form["code"]);
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    let Some(attempt) = attempt
        .filter(|attempt| attempt.challenge == challenge && attempt.back == form["redirect_uri"])
    else {
        return refuse("invalid_grant");
    };
    let usual = json!({
        "iss": provider.issuer, "aud": CLIENT, "sub": "ada-1", "nonce": attempt.nonce, "exp": FUTURE,
    });
    let mut token = signed(&behaviour, &over(usual, &behaviour.claims));
    if let Some(change) = behaviour.change {
        token = change(token);
    }
    Json(json!({ "access_token": "access", "token_type": "Bearer", "id_token": token }))
        .into_response()
}

async fn user_info(State(provider): State<TestProvider>, headers: HeaderMap) -> Response {
    provider.note("userinfo");
    assert_eq!(headers["authorization"], "Bearer access");
    let usual = json!({ "sub": "ada-1" });
    Json(over(usual, &provider.behaviour().user_info)).into_response()
}

fn signed(behaviour: &Behaviour, claims: &Value) -> String {
    let algorithm = &behaviour.algorithm;
    let header = json!({ "alg": algorithm, "kid": behaviour.key_id, "typ": "JWT" });
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(&header), part(claims));
    let signature = behaviour.key.sign(algorithm, message.as_bytes());
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// One object over another; what is null in it is absent.
fn over(mut usual: Value, special: &Value) -> Value {
    let object = usual.as_object_mut().unwrap();
    for (name, value) in special.as_object().unwrap() {
        if value.is_null() {
            object.remove(name);
        } else {
            object.insert(name.clone(), value.clone());
        }
    }
    usual
}
