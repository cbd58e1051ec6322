//! The keys with which a provider signs (RFC 7517).

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::{Map, Value};

/// More keys than any provider has.
const MOST_KEYS: usize = 100;

/// Those of one provider.
#[derive(Debug, Default)]
pub(crate) struct KeySet(Vec<Jwk>);

impl KeySet {
    /// Keys that are not understood are left out: a provider may have others for others.
    pub(crate) fn read(mut object: Map<String, Value>) -> Self {
        let Some(Value::Array(keys)) = object.remove("keys") else {
            return Self::default();
        };
        let keys = keys.into_iter().take(MOST_KEYS);
        let signs = |key: &Jwk| {
            let usage = key.common.public_key_use.as_ref();
            usage.is_none_or(|usage| *usage == PublicKeyUse::Signature)
        };
        Self(
            keys.filter_map(|key| serde_json::from_value(key).ok())
                .filter(signs)
                .collect(),
        )
    }

    /// The keys that a token with this header may be signed with.
    pub(crate) fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Vec<DecodingKey> {
        let is_meant = |key: &&Jwk| match (id, key.common.key_id.as_deref()) {
            (Some(id), Some(key_id)) => id == key_id,
            // A provider that has one key need not name it.
            _ => true,
        };
        self.0
            .iter()
            .filter(is_meant)
            .filter(|key| fits(key, algorithm))
            .filter_map(|key| DecodingKey::from_jwk(key).ok())
            .collect()
    }
}

/// Whether a key is of the kind that the algorithm needs, and is for no other algorithm.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    let is_of_kind = match (&key.algorithm, algorithm) {
        (AlgorithmParameters::RSA(_), Algorithm::RS256 | Algorithm::PS256) => true,
        (AlgorithmParameters::EllipticCurve(key), Algorithm::ES256) => {
            key.curve == EllipticCurve::P256
        }
        (AlgorithmParameters::OctetKeyPair(key), Algorithm::EdDSA) => {
            key.curve == EllipticCurve::Ed25519
        }
        _ => false,
    };
    let named = key.common.key_algorithm.map(|named| named.to_string());
    is_of_kind && named.is_none_or(|named| named == format!("{algorithm:?}"))
}
