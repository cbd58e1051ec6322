//! Who people are, by the word of others: an OpenID provider, or a proxy in front.

use std::fmt;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName};
use dragoman_domain::{Person, Role, RoleSet};
use dragoman_oidc::{Claims, Provider};
use dragoman_service::{LONGEST_LABEL, is_unseen};

/// Stands for every group, and for who is in none.
const EVERYBODY: &str = "*";

/// Which groups have which roles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupRoles(Vec<(Role, String)>);

impl GroupRoles {
    /// From the groups of each role; `*` stands for everybody.
    #[must_use]
    pub fn new(groups: impl IntoIterator<Item = (Role, Vec<String>)>) -> Self {
        let pairs = groups.into_iter();
        Self(
            pairs
                .flat_map(|(role, groups)| groups.into_iter().map(move |group| (role, group)))
                .collect(),
        )
    }

    /// Whether nobody has a role.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The roles of who is in these groups.
    fn roles(&self, groups: &[&str]) -> RoleSet {
        let has = |group: &str| group == EVERYBODY || groups.contains(&group);
        let roles = self.0.iter().filter(|(_, group)| has(group));
        roles.map(|(role, _)| *role).collect()
    }
}

/// Signing in with an OpenID provider.
#[derive(Clone)]
pub struct OpenId {
    /// The provider.
    pub provider: Arc<Provider>,
    /// What the provider is called on the page.
    pub name: String,
    /// The name of the account that people work for.
    pub account: String,
    /// The domains of e-mail addresses of whom is let in; everybody if there are none.
    pub allowed_domains: Vec<String>,
    /// The claim with a person's groups.
    pub groups_claim: String,
    /// Which groups have which roles.
    pub roles: GroupRoles,
}

impl OpenId {
    /// Whether somebody is let in by their address. Domains are compared whole: those below one are others.
    pub(crate) fn lets_in(&self, claims: &Claims) -> bool {
        if self.allowed_domains.is_empty() {
            return true;
        }
        let domain = claims
            .verified_email()
            .and_then(|email| email.rsplit_once('@'));
        domain.is_some_and(|(_, domain)| {
            let mut allowed = self.allowed_domains.iter();
            allowed.any(|allowed| allowed.eq_ignore_ascii_case(domain))
        })
    }

    /// Who somebody is, and what they may do.
    pub(crate) fn person(&self, claims: &Claims) -> (Person, RoleSet) {
        let subject = claims.subject();
        let person = Person {
            identity: format!("openid:{} {subject}", self.provider.issuer()),
            name: label(claims.name().unwrap_or_default(), subject),
        };
        (person, self.roles.roles(&claims.texts(&self.groups_claim)))
    }
}

impl fmt::Debug for OpenId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OpenId")
            .field("provider", &self.provider)
            .finish_non_exhaustive()
    }
}

/// The headers in which a proxy says who somebody is. They are believed of trusted proxies only.
#[derive(Debug, Clone)]
pub struct TrustedHeader {
    /// What tells the person from all others, and never changes.
    pub user: HeaderName,
    /// What the person is called.
    pub name: Option<HeaderName>,
    /// The person's groups.
    pub groups: Option<HeaderName>,
    /// What stands between two groups.
    pub separator: char,
    /// The name of the account that people work for.
    pub account: String,
    /// Which groups have which roles.
    pub roles: GroupRoles,
}

impl TrustedHeader {
    pub(crate) fn account(&self) -> &str {
        &self.account
    }

    /// Whom the headers name, and what they may do; nobody if the user is named not at all or more than once.
    pub(crate) fn person(&self, headers: &HeaderMap) -> Option<(Person, RoleSet)> {
        let mut users = headers.get_all(&self.user).iter();
        let user = users.next()?;
        if users.next().is_some() {
            tracing::warn!(header = %self.user, "a trusted proxy named several users in one request");
            return None;
        }
        let user = std::str::from_utf8(user.as_bytes()).ok()?.trim();
        if user.is_empty() {
            return None;
        }
        let texts = |name: &Option<HeaderName>| -> Vec<String> {
            let values = name.iter().flat_map(|name| headers.get_all(name));
            values
                .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
                .collect()
        };
        let groups = texts(&self.groups);
        let groups: Vec<&str> = groups
            .iter()
            .flat_map(|value| value.split(self.separator))
            .map(str::trim)
            .filter(|group| !group.is_empty())
            .collect();
        let names = texts(&self.name);
        let person = Person {
            identity: format!("proxy:{user}"),
            name: label(names.first().map_or("", String::as_str), user),
        };
        Some((person, self.roles.roles(&groups)))
    }
}

/// What a person is called, in a form that labels have; otherwise by what identifies them.
fn label(name: &str, identity: &str) -> String {
    let seen = |text: &str| -> String {
        let seen = text.chars().filter(|character| !is_unseen(*character));
        seen.take(LONGEST_LABEL)
            .collect::<String>()
            .trim()
            .to_owned()
    };
    let name = seen(name);
    if name.is_empty() {
        seen(identity)
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> TrustedHeader {
        TrustedHeader {
            user: HeaderName::from_static("remote-user"),
            name: Some(HeaderName::from_static("remote-name")),
            groups: Some(HeaderName::from_static("remote-groups")),
            separator: ',',
            account: "pro".to_owned(),
            roles: GroupRoles::new([
                (Role::Translator, vec!["*".to_owned()]),
                (Role::Operator, vec!["it".to_owned(), "root".to_owned()]),
            ]),
        }
    }

    fn person(headers: &[(&'static str, &str)]) -> Option<(Person, RoleSet)> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.as_bytes().try_into().unwrap());
        }
        header().person(&map)
    }

    #[test]
    fn a_header_names_one_person_and_their_groups() {
        let (ada, roles) = person(&[
            ("remote-user", "ada"),
            ("remote-name", "Ada Lovelace, née Byron"),
            ("remote-groups", "staff, it"),
        ])
        .unwrap();
        assert_eq!(
            (&*ada.identity, &*ada.name),
            ("proxy:ada", "Ada Lovelace, née Byron")
        );
        assert_eq!(
            roles,
            RoleSet::from_iter([Role::Translator, Role::Operator])
        );
        let (bob, roles) = person(&[("remote-user", "bob"), ("remote-groups", "item")]).unwrap();
        assert_eq!(bob.name, "bob");
        assert_eq!(roles, RoleSet::from_iter([Role::Translator]));
    }

    #[test]
    fn a_header_that_names_nobody_or_several_names_nobody() {
        assert_eq!(person(&[("remote-groups", "it")]), None);
        assert_eq!(person(&[("remote-user", " ")]), None);
        assert_eq!(
            person(&[("remote-user", "ada"), ("remote-user", "bob")]),
            None
        );
    }

    #[test]
    fn names_are_made_such_that_labels_can_have_them() {
        assert_eq!(label("Ada\u{202e}\n", "1"), "Ada");
        assert_eq!(label("\u{202e}", "1"), "1");
        assert_eq!(label(&"é".repeat(300), "1").chars().count(), LONGEST_LABEL);
    }
}
