use std::fmt::Write as _;

use dragoman_domain::{DocumentId, KeyDigest, KeySecret, SessionDigest};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

/// Turns the secrets of keys into the digests that the store keeps, with a key of its own: who has
/// only the database can neither use nor test a secret.
#[derive(Clone)]
pub struct KeyHasher(Hmac<Sha256>);

impl KeyHasher {
    /// A hasher with the installation's own 256-bit key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        // HMAC fills a short key with zeros up to its block; done here, nothing can fail.
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(key);
        Self(Hmac::new(&block.into()))
    }

    pub(crate) fn digest(&self, secret: &KeySecret) -> KeyDigest {
        let mut hmac = self.0.clone();
        hmac.update(secret.expose().as_bytes());
        KeyDigest(hmac.finalize().into_bytes().into())
    }

    /// The digest of the token of a session, or of a code to begin one.
    pub(crate) fn session_digest(&self, purpose: &str, token: &str) -> SessionDigest {
        let mut hmac = self.0.clone();
        // No key has a blank in it.
        hmac.update(format!("{purpose} {token}").as_bytes());
        SessionDigest(hmac.finalize().into_bytes().into())
    }

    /// The digest of the secret of a document.
    pub(crate) fn document_digest(&self, id: DocumentId, secret: &str) -> KeyDigest {
        let hmac = self.document_hmac(id, secret);
        KeyDigest(hmac.finalize().into_bytes().into())
    }

    /// Whether this is the secret with that digest, compared in constant time.
    pub(crate) fn is_document_secret(
        &self,
        id: DocumentId,
        secret: &str,
        digest: &KeyDigest,
    ) -> bool {
        let hmac = self.document_hmac(id, secret);
        hmac.verify_slice(&digest.0).is_ok()
    }

    fn document_hmac(&self, id: DocumentId, secret: &str) -> Hmac<Sha256> {
        let mut hmac = self.0.clone();
        // No key and no link begins like that.
        hmac.update(format!("document {id} {secret}").as_bytes());
        hmac
    }

    /// The secret part of a link, which only this installation can make: 64 hexadecimal digits.
    pub(crate) fn link_token(&self, purpose: &str, id: Uuid) -> String {
        let bytes = self.link_hmac(purpose, id).finalize().into_bytes();
        bytes.iter().fold(String::new(), |mut token, byte| {
            // Writing to a string does not fail.
            let _ = write!(token, "{byte:02x}");
            token
        })
    }

    /// Whether this is the secret part of that link, compared in constant time.
    pub(crate) fn is_link_token(&self, purpose: &str, id: Uuid, token: &str) -> bool {
        let digits = token.as_bytes().chunks(2);
        let bytes: Option<Vec<u8>> = digits
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        bytes.is_some_and(|bytes| self.link_hmac(purpose, id).verify_slice(&bytes).is_ok())
    }

    fn link_hmac(&self, purpose: &str, id: Uuid) -> Hmac<Sha256> {
        let mut hmac = self.0.clone();
        // No key has a blank in it, so no digest of a key is a token.
        hmac.update(format!("link for {purpose} {id}").as_bytes());
        hmac
    }
}
