use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::{DecodingKey, Header};
use reqwest::{Client, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::form_urlencoded;

use crate::address::{self, AddressError};
use crate::attempt::Attempt;
use crate::claims::Claims;
use crate::exchange::{self, ProviderError};
use crate::keys::KeySet;
use crate::metadata::{self, Metadata};
use crate::token::{self, Expected, TokenError};

/// How long what the provider says of itself and of its keys holds.
const HOLDS: Duration = Duration::from_secs(3600);

/// How often at most keys are asked for because one is not among them.
const KEYS_EVERY: Duration = Duration::from_secs(60);

/// How long a provider that does not answer is not asked again.
const PAUSE: Duration = Duration::from_secs(5);

/// The longest word of an error that is repeated.
const LONGEST_CODE: usize = 40;

/// A provider, and this server's registration with it.
#[derive(Debug, Clone)]
pub struct ProviderConfig {
    /// The provider's address, exactly as it calls itself.
    pub issuer: String,
    /// What this server is called there.
    pub client_id: String,
    /// What shows that it is this server; some providers register clients without.
    pub client_secret: Option<SecretString>,
    /// What is asked for; `openid` always is.
    pub scopes: Vec<String>,
    /// Claims that are wanted. If one is not in the token, the provider is asked for it.
    pub wanted: Vec<String>,
}

/// The configuration cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderConfigError {
    /// The issuer's address.
    #[error(transparent)]
    Issuer(#[from] AddressError),
    /// There is no client.
    #[error("it must not be empty")]
    NoClient,
    /// There can be no connections.
    #[error("no connections can be made: {0}")]
    Connections(String),
}

/// Why nobody was signed in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// The provider says no, with the standard's word for the reason, such as `access_denied`.
    #[error("the provider refuses with {0:?}")]
    Refused(String),
    /// The browser has not begun this attempt.
    #[error("the answer belongs to no attempt of this browser")]
    State,
    /// The provider does not accept this server, with the standard's word for the reason, such as `invalid_client`.
    #[error("the provider does not give a token: {0:?}")]
    NoToken(String),
    /// What the provider says of the person is not believed.
    #[error("the provider's token is not believed: {0}")]
    Token(#[from] TokenError),
    /// The provider cannot be used.
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

/// What a browser comes back with.
#[derive(Clone, Default)]
pub struct Callback {
    /// What tells the attempt.
    pub state: Option<String>,
    /// With which the provider gives a token.
    pub code: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
    /// Who answers (RFC 9207).
    pub issuer: Option<String>,
}

impl fmt::Debug for Callback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Callback").finish_non_exhaustive()
    }
}

/// A provider that says who people are.
pub struct Provider {
    config: ProviderConfig,
    client: Client,
    known: Mutex<Known>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Provider")
            .field("issuer", &self.config.issuer)
            .finish_non_exhaustive()
    }
}

/// What the provider has said, and when.
#[derive(Default)]
struct Known {
    metadata: Option<(Arc<Metadata>, Instant)>,
    keys: Option<(KeySet, Instant)>,
    failed: Option<(ProviderError, Instant)>,
}

impl Provider {
    /// Makes no connection.
    ///
    /// # Errors
    /// [`ProviderConfigError`].
    pub fn new(config: ProviderConfig) -> Result<Self, ProviderConfigError> {
        let issuer = address::base(&config.issuer)?;
        if config.client_id.is_empty() {
            return Err(ProviderConfigError::NoClient);
        }
        let client = exchange::client(&issuer).map_err(ProviderConfigError::Connections)?;
        Ok(Self {
            config,
            client,
            known: Mutex::default(),
        })
    }

    /// What the provider calls itself.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.config.issuer
    }

    /// The address at the provider to which the browser goes, to come back to the address `back`.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn begin(&self, attempt: &Attempt, back: &str) -> Result<String, ProviderError> {
        let metadata = self.metadata().await?;
        let others = self.config.scopes.iter().map(String::as_str);
        let scopes: Vec<&str> = std::iter::once("openid")
            .chain(others.filter(|scope| *scope != "openid"))
            .collect();
        let mut address = metadata.authorization.clone();
        address
            .query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.config.client_id)
            .append_pair("redirect_uri", back)
            .append_pair("scope", &scopes.join(" "))
            .append_pair("state", &attempt.state())
            .append_pair("nonce", &attempt.nonce())
            .append_pair("code_challenge", &attempt.challenge())
            .append_pair("code_challenge_method", "S256");
        Ok(address.into())
    }

    /// What the provider says of who comes back to the address `back`, at `now` in seconds since 1970.
    ///
    /// # Errors
    /// [`SignInError`].
    pub async fn finish(
        &self,
        attempt: &Attempt,
        callback: &Callback,
        back: &str,
        now: i64,
    ) -> Result<Claims, SignInError> {
        // The state is a digest of what others cannot know, so how long the comparison takes tells nothing.
        if callback.state.as_deref() != Some(&*attempt.state()) {
            return Err(SignInError::State);
        }
        if callback
            .issuer
            .as_ref()
            .is_some_and(|issuer| *issuer != self.config.issuer)
        {
            return Err(TokenError::Issuer.into());
        }
        if let Some(error) = &callback.error {
            return Err(SignInError::Refused(code_word(error)));
        }
        let code = callback.code.as_deref().ok_or(SignInError::State)?;
        let metadata = self.metadata().await?;
        let answer = self.token(&metadata, attempt, code, back).await?;
        let text = |name| answer.get(name).and_then(Value::as_str);
        let id_token = text("id_token").ok_or(TokenError::Form)?;
        let header = token::header(id_token)?;
        let keys = self.keys(&metadata, &header).await?;
        let nonce = attempt.nonce();
        let expected = Expected {
            issuer: &self.config.issuer,
            client: &self.config.client_id,
            nonce: &nonce,
            now,
        };
        let mut claims = token::verify(id_token, &header, &keys, expected)?;
        if let (Some(address), Some(access)) = (&metadata.user_info, text("access_token"))
            && self.lacks_any(&claims)
        {
            self.add_user_info(&mut claims, address, access).await;
        }
        Ok(claims)
    }

    fn lacks_any(&self, claims: &Claims) -> bool {
        let wanted = &self.config.wanted;
        wanted.iter().any(|claim| !claims.has(claim)) || claims.name().is_none()
    }

    async fn token(
        &self,
        metadata: &Metadata,
        attempt: &Attempt,
        code: &str,
        back: &str,
    ) -> Result<Map<String, Value>, SignInError> {
        let verifier = attempt.verifier();
        let client = self.config.client_id.as_str();
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", back),
            ("code_verifier", &verifier),
        ];
        let secret = self.config.client_secret.as_ref();
        let secret = secret.map(ExposeSecret::expose_secret);
        let mut request = self.client.post(metadata.token.clone());
        match secret {
            Some(secret) if !metadata.secret_in_form => {
                // Both are written as in forms (RFC 6749, section 2.3.1).
                request = request.basic_auth(form_encoded(client), Some(form_encoded(secret)));
            }
            secret => {
                form.push(("client_id", client));
                form.extend(secret.map(|secret| ("client_secret", secret)));
            }
        }
        let (status, answer) = exchange::ask(request.form(&form)).await?;
        if status == StatusCode::OK {
            return Ok(answer);
        }
        let error = answer.get("error").and_then(Value::as_str);
        Err(SignInError::NoToken(code_word(error.unwrap_or_default())))
    }

    /// Adds what the token lacks. Without it the person is who they are, and may do less.
    async fn add_user_info(&self, claims: &mut Claims, address: &Url, access: &str) {
        let request = self.client.get(address.clone()).bearer_auth(access);
        match exchange::fetch(request).await {
            Ok(others) => {
                if !claims.add(others) {
                    tracing::warn!("the provider's user information is of somebody else");
                }
            }
            Err(error) => tracing::warn!(%error, "the provider's user information cannot be read"),
        }
    }

    /// What the provider says of itself. Who asks meanwhile waits for the same answer.
    async fn metadata(&self) -> Result<Arc<Metadata>, ProviderError> {
        let mut known = self.known.lock().await;
        if let Some((metadata, at)) = &known.metadata
            && at.elapsed() < HOLDS
        {
            return Ok(Arc::clone(metadata));
        }
        if let Some((error, at)) = &known.failed
            && at.elapsed() < PAUSE
        {
            return Err(error.clone());
        }
        let request = self.client.get(metadata::document(&self.config.issuer));
        let read = exchange::fetch(request)
            .await
            .and_then(|object| Metadata::read(object, &self.config.issuer));
        match read {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                known.failed = None;
                known.metadata = Some((Arc::clone(&metadata), Instant::now()));
                Ok(metadata)
            }
            Err(error) => {
                known.failed = Some((error.clone(), Instant::now()));
                Err(error)
            }
        }
    }

    /// The keys that a token may be signed with.
    async fn keys(
        &self,
        metadata: &Metadata,
        header: &Header,
    ) -> Result<Vec<DecodingKey>, SignInError> {
        let find = |keys: &KeySet| {
            let found = keys.find(header.kid.as_deref(), header.alg);
            (!found.is_empty())
                .then_some(found)
                .ok_or(TokenError::UnknownKey)
        };
        let mut known = self.known.lock().await;
        if let Some((keys, at)) = &known.keys {
            let (found, age) = (find(keys), at.elapsed());
            if age < KEYS_EVERY || age < HOLDS && found.is_ok() {
                return Ok(found?);
            }
        }
        let object = exchange::fetch(self.client.get(metadata.keys.clone())).await?;
        let (keys, _) = known.keys.insert((KeySet::read(object), Instant::now()));
        Ok(find(keys)?)
    }
}

fn form_encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// A word of the standard as it is; nothing else that a stranger might have put there.
fn code_word(text: &str) -> String {
    let is_word = !text.is_empty()
        && text.len() <= LONGEST_CODE
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_word { text } else { "unknown" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_written_as_in_forms() {
        assert_eq!(form_encoded("a+b c:d&é"), "a%2Bb+c%3Ad%26%C3%A9");
    }

    #[test]
    fn only_words_of_the_standard_are_repeated() {
        assert_eq!(code_word("access_denied"), "access_denied");
        for bad in ["", "Ada Lovelace", "a\nb", &"a".repeat(41)] {
            assert_eq!(code_word(bad), "unknown", "{bad}");
        }
    }
}
