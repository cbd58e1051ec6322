use dragoman_domain::{Account, ApiKey, Feature, KeyKind, Scope, ScopeSet};

/// Who calls: an active key and its account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The key that came with the request.
    pub key: ApiKey,
    /// The key's account.
    pub account: Account,
}

/// The key is valid and does not allow the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    /// The key lacks a scope.
    #[error("this key lacks the scope \"{0}\"")]
    MissingScope(Scope),
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
    /// # Errors
    /// [`Forbidden`] unless this is a developer key whose scopes and whose account's features allow it.
    pub fn may(&self, permission: Permission) -> Result<(), Forbidden> {
        self.require_developer_key()?;
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
            KeyKind::Developer => Err(Forbidden::DeveloperKey),
        }
    }

    /// # Errors
    /// [`Forbidden`] unless this is an unrestricted admin key of an account that may be administered.
    pub fn require_administration(&self) -> Result<(), Forbidden> {
        self.require_admin_key()?;
        self.require_unscoped()?;
        self.require_feature(Feature::Administration)
    }

    fn require_developer_key(&self) -> Result<(), Forbidden> {
        match self.key.kind {
            KeyKind::Developer => Ok(()),
            KeyKind::Admin => Err(Forbidden::AdminKey),
        }
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
