use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CACHE_CONTROL;
use axum::{Extension, Json};
use dragoman_domain::{ApiKey, KeyId, Scope, ScopeSet, Timestamp};
use dragoman_service::{Caller, IssuedKey};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::parameters::id;
use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure, JsonFailure};
use crate::fields::{Limit, iso_8601, or_null, short_list};
use crate::request::{JsonFields, NullableJsonFields, OptionalJsonFields};

/// The label of keys that are made without one, word for word as clients know it.
const DEFAULT_LABEL: &str = "DeepL API Key";

/// A developer key to make.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewDeveloperKey {
    /// A name for people, 1 to 256 characters; `DeepL API Key` if absent.
    label: Option<String>,
    /// What the key may do; everything that developer keys do if absent.
    #[serde(default, deserialize_with = "names")]
    scopes: Option<Vec<String>>,
    /// When the key stops working by itself, ISO 8601 with an offset; never if absent.
    expires_at: Option<String>,
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    short_list(deserializer).map(Some)
}

impl NewDeveloperKey {
    fn scopes(&self) -> Result<ScopeSet, ApiError> {
        let Some(names) = &self.scopes else {
            return Ok(ScopeSet::Unrestricted);
        };
        if names.is_empty() {
            return Err(ApiError::invalid(
                "Value for 'scopes' must name at least one scope; leave it out for a key that may do everything.",
            ));
        }
        let scopes: Result<BTreeSet<Scope>, _> = names.iter().map(|name| name.parse()).collect();
        scopes.map(ScopeSet::Only).map_err(|error| {
            ApiError::invalid(format!("Value for 'scopes' not supported: {error}."))
        })
    }

    fn expiry(&self) -> Result<Option<Timestamp>, ApiError> {
        let parse = |text: &String| text.parse();
        let expiry: Result<Option<Timestamp>, _> = self.expires_at.as_ref().map(parse).transpose();
        expiry.map_err(|_| {
            ApiError::invalid("Value for 'expires_at' must be a time such as 2030-01-31T00:00:00Z.")
        })
    }
}

/// Which developer key is meant.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeveloperKeyChoice {
    /// Two GUIDs joined by a colon.
    key_id: String,
}

/// A new name for a developer key.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeveloperKeyLabel {
    /// Two GUIDs joined by a colon.
    key_id: String,
    /// A name for people, 1 to 256 characters.
    label: String,
}

/// New limits for a developer key. One that is absent stays as it is; null means no limit, and 0
/// blocks all use.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DeveloperKeyLimits {
    /// Two GUIDs joined by a colon.
    key_id: String,
    /// Characters in a usage period.
    #[serde(default, deserialize_with = "or_null")]
    #[schema(value_type = Option<u64>)]
    characters: Option<Option<Limit>>,
    /// Milliseconds of speech in a usage period. Kept, but nothing consumes speech yet.
    #[serde(default, deserialize_with = "or_null")]
    #[schema(value_type = Option<u64>)]
    speech_to_text_milliseconds: Option<Option<Limit>>,
}

/// A developer key.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeveloperKey {
    /// Two GUIDs joined by a colon.
    key_id: String,
    /// A name for people.
    label: String,
    /// The first and the last four characters of the secret, by which reports name the key.
    #[schema(example = "a1b2****y8z9")]
    masked_key: String,
    /// ISO 8601 with milliseconds.
    creation_time: String,
    /// ISO 8601 with milliseconds; null while the key is active.
    #[schema(required)]
    deactivated_time: Option<String>,
    /// Whether the key has ended for good.
    is_deactivated: bool,
    usage_limits: UsageLimits,
    /// What the key may do; absent if it may do everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scopes: Vec<&'static str>,
    /// ISO 8601 with milliseconds; absent if the key does not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
}

/// What a key may consume in a usage period; null is no limit.
#[derive(Debug, Serialize, ToSchema)]
struct UsageLimits {
    /// Characters.
    #[schema(required)]
    characters: Option<u64>,
    /// Milliseconds of speech.
    #[schema(required)]
    speech_to_text_milliseconds: Option<u64>,
}

/// A developer key just made, with its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct IssuedDeveloperKey {
    #[serde(flatten)]
    details: DeveloperKey,
    /// What clients send in the header `Authorization`. It cannot be read again.
    key: String,
}

impl From<ApiKey> for DeveloperKey {
    fn from(key: ApiKey) -> Self {
        Self {
            key_id: key.id.to_string(),
            label: key.label,
            masked_key: key.mask,
            creation_time: iso_8601(key.created),
            deactivated_time: key.deactivated.map(iso_8601),
            is_deactivated: key.deactivated.is_some(),
            usage_limits: UsageLimits {
                characters: key.limits.characters,
                speech_to_text_milliseconds: key.limits.speech_milliseconds,
            },
            scopes: key.scopes.iter().map(Scope::as_str).collect(),
            expires_at: key.expires.map(iso_8601),
        }
    }
}

impl From<IssuedKey> for IssuedDeveloperKey {
    fn from(issued: IssuedKey) -> Self {
        Self {
            details: issued.key.into(),
            key: issued.secret.expose().to_owned(),
        }
    }
}

fn key_id(text: &str) -> Result<KeyId, ApiError> {
    id("key_id", text)
}

/// Makes a developer key without limits, for everything that developer keys do or for what `scopes` names.
#[utoipa::path(
    post,
    path = "/v2/admin/developer-keys",
    operation_id = "create_developer_key",
    tag = "Administration",
    request_body(content((Option<NewDeveloperKey> = "application/json"))),
    responses(
        (status = 200, description = "The key, and this once its secret", body = IssuedDeveloperKey),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn create(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    OptionalJsonFields(new): OptionalJsonFields<NewDeveloperKey>,
) -> Result<([(HeaderName, &'static str); 1], Json<IssuedDeveloperKey>), ApiError> {
    let (scopes, expiry) = (new.scopes()?, new.expiry()?);
    let label = new.label.unwrap_or_else(|| DEFAULT_LABEL.to_owned());
    let administration = &cases.administration;
    let issued = administration.create_key(&caller, label, scopes, expiry);
    let issued = issued.await?;
    // Nothing on the way may keep the secret.
    Ok(([(CACHE_CONTROL, "no-store")], Json(issued.into())))
}

/// Lists the account's developer keys, active or not, oldest first.
#[utoipa::path(
    get,
    path = "/v2/admin/developer-keys",
    operation_id = "list_developer_keys",
    tag = "Administration",
    responses(
        (status = 200, description = "The keys", body = Vec<DeveloperKey>),
        EveryFailure,
    )
)]
pub(crate) async fn list(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<DeveloperKey>>, ApiError> {
    let keys = cases.administration.keys(&caller).await?;
    Ok(Json(keys.into_iter().map(Into::into).collect()))
}

/// Ends a developer key for good, at once: requests in progress are refused and not counted.
#[utoipa::path(
    put,
    path = "/v2/admin/developer-keys/deactivate",
    operation_id = "deactivate_developer_key",
    tag = "Administration",
    request_body(content((DeveloperKeyChoice = "application/json"))),
    responses(
        (status = 200, description = "The key as it is now", body = DeveloperKey),
        (status = 404, description = "The account has no such developer key", body = ErrorBody),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn deactivate(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    JsonFields(body): JsonFields<DeveloperKeyChoice>,
) -> Result<Json<DeveloperKey>, ApiError> {
    let id = key_id(&body.key_id)?;
    let key = cases.administration.deactivate_key(&caller, id).await?;
    Ok(Json(key.into()))
}

/// Gives a developer key another name.
#[utoipa::path(
    put,
    path = "/v2/admin/developer-keys/label",
    operation_id = "label_developer_key",
    tag = "Administration",
    request_body(content((DeveloperKeyLabel = "application/json"))),
    responses(
        (status = 200, description = "The key as it is now", body = DeveloperKey),
        (status = 404, description = "The account has no such developer key", body = ErrorBody),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn label(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    JsonFields(body): JsonFields<DeveloperKeyLabel>,
) -> Result<Json<DeveloperKey>, ApiError> {
    let id = key_id(&body.key_id)?;
    let renamed = cases.administration.rename_key(&caller, id, body.label);
    Ok(Json(renamed.await?.into()))
}

/// Sets what a developer key may consume in a usage period.
#[utoipa::path(
    put,
    path = "/v2/admin/developer-keys/limits",
    operation_id = "limit_developer_key",
    tag = "Administration",
    request_body(content((DeveloperKeyLimits = "application/json"))),
    responses(
        (status = 200, description = "The key as it is now", body = DeveloperKey),
        (status = 404, description = "The account has no such developer key", body = ErrorBody),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn limits(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    NullableJsonFields(body): NullableJsonFields<DeveloperKeyLimits>,
) -> Result<Json<DeveloperKey>, ApiError> {
    let id = key_id(&body.key_id)?;
    let number = |limit: Option<Limit>| limit.map(|Limit(number)| number);
    let characters = body.characters.map(number);
    let speech = body.speech_to_text_milliseconds.map(number);
    if characters.is_none() && speech.is_none() {
        return Err(ApiError::invalid(
            "There is nothing to change: give 'characters', a whole number from 0 or null for no \
             limit, or 'speech_to_text_milliseconds'.",
        ));
    }
    let administration = &cases.administration;
    let limited = administration.limit_key(&caller, id, characters, speech);
    Ok(Json(limited.await?.into()))
}
