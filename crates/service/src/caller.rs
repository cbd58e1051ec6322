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

impl Caller {
    /// # Errors
    /// [`Forbidden::MissingScope`] if the key is scoped and lacks this one.
    pub fn require(&self, scope: Scope) -> Result<(), Forbidden> {
        if self.key.scopes.allows(scope) {
            Ok(())
        } else {
            Err(Forbidden::MissingScope(scope))
        }
    }

    pub(crate) fn require_unscoped(&self) -> Result<(), Forbidden> {
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

    /// # Errors
    /// [`Forbidden`] if this is an admin key.
    pub fn require_developer_key(&self) -> Result<(), Forbidden> {
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
