//! The token in which a provider says who somebody is.

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation};
use serde_json::{Map, Value};

use crate::claims::Claims;

/// How far the provider's clock may be from this one, in seconds.
const LEEWAY: i64 = 60;

/// The signatures that are believed: those that only the provider can make. With `none` everybody could, and with the
/// symmetric ones whoever knows the client's secret.
const ALGORITHMS: [Algorithm; 4] = [
    Algorithm::RS256,
    Algorithm::PS256,
    Algorithm::ES256,
    Algorithm::EdDSA,
];

/// Why a token is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is no signed token.
    #[error("it is no signed token, or its signature is of a kind that is not believed")]
    Form,
    /// The provider has no such key.
    #[error("the provider has no key that it can be signed with")]
    UnknownKey,
    /// Somebody else signed it, or it was changed.
    #[error("its signature is wrong")]
    Signature,
    /// It is another provider's.
    #[error("it is of another issuer")]
    Issuer,
    /// It is for another client.
    #[error("it is for another client")]
    Audience,
    /// It is not valid any more, or not yet.
    #[error("it has expired, or is not valid yet")]
    Time,
    /// It was made for another attempt.
    #[error("it is of another attempt to sign in")]
    Nonce,
    /// It names nobody.
    #[error("it names nobody")]
    Subject,
}

/// What a token has to be.
#[derive(Clone, Copy)]
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client: &'a str,
    pub(crate) nonce: &'a str,
    /// Seconds since 1970.
    pub(crate) now: i64,
}

/// What a token says of its signature, which is not to be believed before it is tested.
pub(crate) fn header(token: &str) -> Result<Header, TokenError> {
    jsonwebtoken::decode_header(token)
        .ok()
        .filter(|header| ALGORITHMS.contains(&header.alg))
        .ok_or(TokenError::Form)
}

/// What a token says, if it is signed with one of the keys and is what is expected.
pub(crate) fn verify(
    token: &str,
    header: &Header,
    keys: &[DecodingKey],
    expected: Expected<'_>,
) -> Result<Claims, TokenError> {
    let mut validation = Validation::new(header.alg);
    validation.set_issuer(&[expected.issuer]);
    validation.set_audience(&[expected.client]);
    validation.set_required_spec_claims(&["iss", "aud", "sub"]);
    // By the time that was given.
    validation.validate_exp = false;
    let mut found = Err(TokenError::UnknownKey);
    for key in keys {
        found = jsonwebtoken::decode::<Map<String, Value>>(token, key, &validation)
            .map(|token| token.claims)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidSignature => TokenError::Signature,
                ErrorKind::InvalidIssuer => TokenError::Issuer,
                ErrorKind::InvalidAudience => TokenError::Audience,
                ErrorKind::MissingRequiredClaim(claim) if claim == "iss" => TokenError::Issuer,
                ErrorKind::MissingRequiredClaim(claim) if claim == "aud" => TokenError::Audience,
                ErrorKind::MissingRequiredClaim(_) => TokenError::Subject,
                _ => TokenError::Form,
            });
        if found != Err(TokenError::Signature) {
            break;
        }
    }
    let claims = found?;
    check(&claims, expected)?;
    Claims::new(claims).ok_or(TokenError::Subject)
}

/// What the library does not test.
fn check(claims: &Map<String, Value>, expected: Expected<'_>) -> Result<(), TokenError> {
    let seconds = |claim| claims.get(claim).and_then(Value::as_f64);
    let (earliest, latest) = (expected.now - LEEWAY, expected.now + LEEWAY);
    let is_current = seconds("exp").is_some_and(|expires| expires > earliest as f64)
        && seconds("nbf").is_none_or(|begins| begins <= latest as f64);
    if !is_current {
        return Err(TokenError::Time);
    }
    let several = matches!(claims.get("aud"), Some(Value::Array(names)) if names.len() > 1);
    let is_for_client = match claims.get("azp") {
        Some(party) => party.as_str() == Some(expected.client),
        None => !several,
    };
    if !is_for_client {
        return Err(TokenError::Audience);
    }
    if claims.get("nonce").and_then(Value::as_str) != Some(expected.nonce) {
        return Err(TokenError::Nonce);
    }
    Ok(())
}
