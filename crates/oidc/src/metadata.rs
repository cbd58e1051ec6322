//! What a provider says of itself (OpenID Connect Discovery 1.0).

use reqwest::Url;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::address;
use crate::exchange::ProviderError;

/// The parts that are used.
#[derive(Debug, Clone)]
pub(crate) struct Metadata {
    pub(crate) authorization: Url,
    pub(crate) token: Url,
    pub(crate) user_info: Option<Url>,
    pub(crate) keys: Url,
    /// Whether the client's secret goes into the form instead of a header.
    pub(crate) secret_in_form: bool,
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

/// Where the document of an issuer is.
pub(crate) fn document(issuer: &str) -> String {
    let base = issuer.trim_end_matches('/');
    format!("{base}/.well-known/openid-configuration")
}

impl Metadata {
    /// From the document of this issuer.
    pub(crate) fn read(object: Map<String, Value>, issuer: &str) -> Result<Self, ProviderError> {
        let document: Document = serde_json::from_value(Value::Object(object))
            .map_err(|error| ProviderError::Answer(format!("its configuration: {error}")))?;
        if document.issuer != issuer {
            let reason = format!(
                "it calls itself {:?}, and the configured issuer is {issuer:?}",
                document.issuer
            );
            return Err(ProviderError::Answer(reason));
        }
        let url = |name: &str, text: &str| {
            address::secure(text)
                .map_err(|error| ProviderError::Answer(format!("its {name}: {error}")))
        };
        let methods = document.token_endpoint_auth_methods_supported;
        let has = |methods: &[String], one: &str| methods.iter().any(|method| method == one);
        Ok(Self {
            authorization: url("authorization_endpoint", &document.authorization_endpoint)?,
            token: url("token_endpoint", &document.token_endpoint)?,
            user_info: document
                .userinfo_endpoint
                .map(|address| url("userinfo_endpoint", &address))
                .transpose()?,
            keys: url("jwks_uri", &document.jwks_uri)?,
            secret_in_form: methods.is_some_and(|methods| {
                !has(&methods, "client_secret_basic") && has(&methods, "client_secret_post")
            }),
        })
    }
}
