use std::fmt;
use std::str::FromStr;

/// The address of a person or a list, such as `team@example.com`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EmailAddress(String);

/// The text is no e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an e-mail address has the form team@example.com")]
pub struct MalformedEmailAddress;

impl FromStr for EmailAddress {
    type Err = MalformedEmailAddress;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.contains('@')
            .then(|| Self(text.to_owned()))
            .ok_or(MalformedEmailAddress)
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
