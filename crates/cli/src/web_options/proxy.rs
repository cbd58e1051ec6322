use dragoman_web::{HeaderName, TrustedHeader};
use serde::{Deserialize, Serialize};

use super::groups::{self, RoleGroups};
use crate::configuration_error::ConfigurationError;

/// The section of the proxy that says who people are.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProxyOptions {
    #[serde(skip_serializing_if = "Option::is_none")]
    user_header: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_header: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups_header: Option<String>,
    groups_separator: char,
    account: String,
    translator_groups: Vec<String>,
    terminology_groups: Vec<String>,
    administrator_groups: Vec<String>,
    operator_groups: Vec<String>,
}

impl ProxyOptions {
    pub(super) fn is_used(&self) -> bool {
        self.user_header.is_some()
    }

    /// The headers, if they are configured.
    pub(super) fn trusted_header(&self) -> Result<Option<TrustedHeader>, ConfigurationError> {
        let header = |option: &str, name: &Option<String>| {
            let name = name.as_deref().map(HeaderName::try_from).transpose();
            name.map_err(|_| {
                let option = format!("web.proxy.{option}");
                ConfigurationError::new(&option, &"it must be the name of a header")
            })
        };
        let Some(user) = header("user_header", &self.user_header)? else {
            return Ok(None);
        };
        Ok(Some(TrustedHeader {
            user,
            name: header("name_header", &self.name_header)?,
            groups: header("groups_header", &self.groups_header)?,
            separator: self.groups_separator,
            account: self.account.clone(),
            roles: groups::roles("web.proxy", self.groups())?,
        }))
    }

    fn groups(&self) -> RoleGroups<'_> {
        RoleGroups {
            translator: &self.translator_groups,
            terminology: &self.terminology_groups,
            administrator: &self.administrator_groups,
            operator: &self.operator_groups,
        }
    }
}
