use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// What a person may do on the pages. Roles belong to sessions: a key for programs has scopes instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Translates and improves, with what the account has of terms.
    Translator,
    /// Keeps glossaries, translation memories and style rule lists.
    Terminology,
    /// Administers the keys of the account and sees its usage.
    AccountAdministrator,
    /// Runs the server: models, health, all accounts.
    Operator,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [
        Self::Translator,
        Self::Terminology,
        Self::AccountAdministrator,
        Self::Operator,
    ];

    /// The role's word in the configuration, on the command line and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Translator => "translator",
            Self::Terminology => "terminology",
            Self::AccountAdministrator => "administrator",
            Self::Operator => "operator",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The text names no role.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is no role; the roles are {}", Role::ALL.map(Role::as_str).join(", "))]
pub struct UnknownRole {
    /// What was given instead of a role.
    pub name: String,
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|role| role.as_str() == name)
            .ok_or_else(|| UnknownRole {
                name: name.to_owned(),
            })
    }
}

/// The roles of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleSet(BTreeSet<Role>);

impl RoleSet {
    /// Every role.
    #[must_use]
    pub fn all() -> Self {
        Role::ALL.into_iter().collect()
    }

    /// Whether it has this role.
    #[must_use]
    pub fn contains(&self, role: Role) -> bool {
        self.0.contains(&role)
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The roles, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Role> {
        self.0.iter().copied()
    }
}

impl FromIterator<Role> for RoleSet {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        Self(roles.into_iter().collect())
    }
}

impl fmt::Display for RoleSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|role| role.as_str()).collect();
        formatter.write_str(&words.join(" "))
    }
}
