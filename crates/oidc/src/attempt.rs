use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// Somebody's attempt to sign in, between the way to the provider and the way back.
///
/// Everything in it is made from one secret that only the person's browser has, so that nothing is kept here: who comes
/// back with the secret is who went, and what the secret is bound to cannot be changed meanwhile.
#[derive(Debug, Clone)]
pub struct Attempt {
    secret: SecretString,
    bound: String,
}

impl Attempt {
    /// Of a secret of at least 32 bytes of chance, bound to a text such as the time at which it began.
    #[must_use]
    pub fn new(secret: impl Into<SecretString>, bound: impl Into<String>) -> Self {
        Self {
            secret: secret.into(),
            bound: bound.into(),
        }
    }

    /// What the provider sends back with the browser.
    pub(crate) fn state(&self) -> String {
        self.derived("state")
    }

    /// What the provider puts into the token.
    pub(crate) fn nonce(&self) -> String {
        self.derived("nonce")
    }

    /// What shows the provider that the same one asks for the token who asked for the code.
    pub(crate) fn verifier(&self) -> String {
        self.derived("verifier")
    }

    /// What the provider knows of the verifier beforehand.
    pub(crate) fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    fn derived(&self, purpose: &str) -> String {
        let mut digest = Sha256::new();
        for part in [purpose, self.secret.expose_secret(), &self.bound] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        URL_SAFE_NO_PAD.encode(digest.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_derived_differs_by_purpose_secret_and_what_it_is_bound_to() {
        let attempt = Attempt::new("a".repeat(64), "1");
        let all = [
            attempt.state(),
            attempt.nonce(),
            attempt.verifier(),
            attempt.challenge(),
            Attempt::new("b".repeat(64), "1").state(),
            Attempt::new("a".repeat(64), "2").state(),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(one.len(), 43, "PKCE wants 43 to 128 characters");
            assert!(!all[..index].contains(one));
        }
        assert_eq!(attempt.state(), Attempt::new("a".repeat(64), "1").state());
    }
}
