use dragoman_domain::{Account, ApiKey, Feature, KeyKind, Role, RoleSet, Scope, ScopeSet};

/// Who calls: a program with an active key, or a person who is signed in under one; and the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The key that came with the request, or under which the person works.
    pub key: ApiKey,
    /// The key's account.
    pub account: Account,
    /// What the person may do; of a program the kind and the scopes of its key say it alone.
    roles: Option<RoleSet>,
}

/// The key is valid and does not allow the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    /// The key lacks a scope.
    #[error("this key lacks the scope \"{0}\"")]
    MissingScope(Scope),
    /// The person lacks a role.
    #[error("this needs the role \"{0}\", which whoever administers the account can give")]
    MissingRole(Role),
    /// Only a person can do it, on the pages.
    #[error("this can only be done by a person who is signed in on the pages")]
    NotByKey,
    /// The key is scoped, and no scope covers the call.
    #[error("this key is restricted to scopes, and no scope covers this call")]
    NotCoveredByScopes,
    /// An admin key came where a developer key is needed.
    #[error("this call needs a developer key, and this is an admin key")]
    AdminKey,
    /// A developer key came where an admin key is needed.
    #[error("this call needs an admin key, and this is a developer key")]
    DeveloperKey,
    /// The account's plan does not have what was asked for.
    #[error("{} the pro plan, and the account of this key has the free plan", needs(*.0))]
    NeedsProPlan(Feature),
    /// What was asked for is switched off for the account.
    #[error(
        "{} not enabled for this account; an operator enables {} with \"dragoman account set NAME \
         --{} on\"", is(*.0), it(*.0), .0.as_str().replace('_', "-")
    )]
    FeatureOff(Feature),
}

/// What a key is to be used for, apart from administration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Translate texts.
    TranslateTexts,
    /// Translate documents.
    TranslateDocuments,
    /// Improve texts.
    ImproveTexts,
    /// Detect the languages of texts.
    DetectLanguages,
    /// Read glossaries.
    ReadGlossaries,
    /// Make, change and delete glossaries.
    WriteGlossaries,
    /// Read style rule lists.
    ReadStyleLists,
    /// Make, change and delete style rule lists.
    WriteStyleLists,
    /// Read and export translation memories.
    ReadMemories,
    /// Import and delete translation memories.
    WriteMemories,
}

impl Permission {
    /// The scope that covers it, if there is one.
    const fn scope(self) -> Option<Scope> {
        match self {
            Self::TranslateTexts => Some(Scope::TranslateText),
            Self::TranslateDocuments => Some(Scope::TranslateDocument),
            Self::ImproveTexts => Some(Scope::ImproveText),
            Self::ReadGlossaries => Some(Scope::ReadGlossaries),
            Self::WriteGlossaries => Some(Scope::WriteGlossaries),
            Self::ReadStyleLists => Some(Scope::ReadStyleRules),
            Self::WriteStyleLists => Some(Scope::WriteStyleRules),
            Self::ReadMemories => Some(Scope::ReadTranslationMemories),
            Self::DetectLanguages | Self::WriteMemories => None,
        }
    }

    /// The roles of which a person needs one.
    const fn roles(self) -> &'static [Role] {
        match self {
            Self::TranslateTexts
            | Self::TranslateDocuments
            | Self::ImproveTexts
            | Self::DetectLanguages => &[Role::Translator],
            // Who translates chooses among them.
            Self::ReadGlossaries | Self::ReadStyleLists | Self::ReadMemories => {
                &[Role::Translator, Role::Terminology]
            }
            Self::WriteGlossaries | Self::WriteStyleLists | Self::WriteMemories => {
                &[Role::Terminology]
            }
        }
    }

    /// The feature of the account that it needs, if any.
    const fn feature(self) -> Option<Feature> {
        match self {
            Self::ImproveTexts => Some(Feature::Improvement),
            Self::DetectLanguages => Some(Feature::Detection),
            Self::ReadStyleLists | Self::WriteStyleLists => Some(Feature::StyleRules),
            Self::TranslateTexts
            | Self::TranslateDocuments
            | Self::ReadGlossaries
            | Self::WriteGlossaries
            | Self::ReadMemories
            | Self::WriteMemories => None,
        }
    }
}

impl Caller {
    /// A program with this key.
    #[must_use]
    pub const fn of_key(key: ApiKey, account: Account) -> Self {
        Self {
            key,
            account,
            roles: None,
        }
    }

    /// A person with these roles, who works under this key.
    #[must_use]
    pub const fn of_session(key: ApiKey, account: Account, roles: RoleSet) -> Self {
        Self {
            key,
            account,
            roles: Some(roles),
        }
    }

    /// Whoever sent what is worked on later, when their session may have ended: a person as a translator, since nobody
    /// else could have sent it.
    #[must_use]
    pub(crate) fn of_sender(key: ApiKey, account: Account) -> Self {
        match key.kind {
            KeyKind::Person => {
                Self::of_session(key, account, RoleSet::from_iter([Role::Translator]))
            }
            KeyKind::Developer | KeyKind::Admin => Self::of_key(key, account),
        }
    }

    /// # Errors
    /// [`Forbidden`] unless this is a developer key, or a person with a role that includes it; and the scopes of the
    /// key and the features of the account allow it.
    pub fn may(&self, permission: Permission) -> Result<(), Forbidden> {
        match &self.roles {
            None => self.require_developer_key()?,
            Some(roles) => require_one(roles, permission.roles())?,
        }
        match permission.scope() {
            Some(scope) => self.require(scope)?,
            None => self.require_unscoped()?,
        }
        permission
            .feature()
            .map_or(Ok(()), |feature| self.require_feature(feature))
    }

    /// # Errors
    /// [`Forbidden::MissingScope`] if the key is scoped and lacks this one.
    pub fn require(&self, scope: Scope) -> Result<(), Forbidden> {
        if self.key.scopes.allows(scope) {
            Ok(())
        } else {
            Err(Forbidden::MissingScope(scope))
        }
    }

    fn require_unscoped(&self) -> Result<(), Forbidden> {
        match self.key.scopes {
            ScopeSet::Unrestricted => Ok(()),
            ScopeSet::Only(_) => Err(Forbidden::NotCoveredByScopes),
        }
    }

    /// # Errors
    /// [`Forbidden::NeedsProPlan`] or [`Forbidden::FeatureOff`] unless the account has the feature.
    pub(crate) fn require_feature(&self, feature: Feature) -> Result<(), Forbidden> {
        if self.account.has(feature) {
            Ok(())
        } else if feature.needs_pro_plan() && !self.account.plan.is_pro() {
            Err(Forbidden::NeedsProPlan(feature))
        } else {
            Err(Forbidden::FeatureOff(feature))
        }
    }

    fn require_admin_key(&self) -> Result<(), Forbidden> {
        match self.key.kind {
            KeyKind::Admin => Ok(()),
            KeyKind::Developer | KeyKind::Person => Err(Forbidden::DeveloperKey),
        }
    }

    /// # Errors
    /// [`Forbidden`] unless this is an unrestricted admin key, or a person who administers the account, and the account
    /// may be administered.
    pub fn require_administration(&self) -> Result<(), Forbidden> {
        match &self.roles {
            None => self.require_admin_key()?,
            Some(roles) => require_one(roles, &[Role::AccountAdministrator])?,
        }
        self.require_unscoped()?;
        self.require_feature(Feature::Administration)
    }

    /// # Errors
    /// [`Forbidden`] unless this is a person who runs the server. No key may do what concerns all accounts.
    pub fn require_operator(&self) -> Result<(), Forbidden> {
        let roles = self.roles.as_ref().ok_or(Forbidden::NotByKey)?;
        require_one(roles, &[Role::Operator])
    }

    fn require_developer_key(&self) -> Result<(), Forbidden> {
        match self.key.kind {
            KeyKind::Developer => Ok(()),
            KeyKind::Admin => Err(Forbidden::AdminKey),
            // Nobody has its secret, so no program comes with it.
            KeyKind::Person => Err(Forbidden::NotByKey),
        }
    }
}

/// # Errors
/// [`Forbidden::MissingRole`] with the first of the roles if there is none of them.
fn require_one(roles: &RoleSet, of: &[Role]) -> Result<(), Forbidden> {
    match of.first() {
        Some(first) if !of.iter().any(|role| roles.contains(*role)) => {
            Err(Forbidden::MissingRole(*first))
        }
        _ => Ok(()),
    }
}

/// The feature in a sentence, and whether it is one thing.
const fn name(feature: Feature) -> (&'static str, bool) {
    match feature {
        Feature::Administration => ("administration", true),
        Feature::Detection => ("language detection", true),
        Feature::Improvement => ("text improvement", true),
        Feature::StyleRules => ("style rule lists", false),
    }
}

fn is(feature: Feature) -> String {
    let (name, is_one) = name(feature);
    format!("{name} {}", if is_one { "is" } else { "are" })
}

const fn it(feature: Feature) -> &'static str {
    if name(feature).1 { "it" } else { "them" }
}

fn needs(feature: Feature) -> String {
    let (name, is_one) = name(feature);
    format!("{name} {}", if is_one { "needs" } else { "need" })
}
