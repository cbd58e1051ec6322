use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that is never shown, not even by "config show".
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct SecretOption(String);

impl SecretOption {
    /// The text itself.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for SecretOption {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for SecretOption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(not shown)")
    }
}

impl Serialize for SecretOption {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("(not shown)")
    }
}
