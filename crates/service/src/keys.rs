use std::fmt::Write as _;
use std::sync::Arc;

use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, ApiKey, CharacterLimit, Clock, ErrorKind,
    KeyDigest, KeyId, KeyKind, KeySecret, Plan, RandomSource, Scope, ScopeSet, StoreError,
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

/// What ends the keys of the free plan. Clients choose their default base address by it.
const FREE_PLAN_SUFFIX: &str = ":fx";

/// Turns the secrets of keys into the digests that the store keeps, with a key of its own: who has
/// only the database can neither use nor test a secret.
#[derive(Clone)]
pub struct KeyHasher(Hmac<Sha256>);

impl KeyHasher {
    /// A hasher with the installation's own 256-bit key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        // HMAC fills a short key with zeros up to its block; done here, nothing can fail.
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(key);
        Self(Hmac::new(&block.into()))
    }

    fn digest(&self, secret: &KeySecret) -> KeyDigest {
        let mut hmac = self.0.clone();
        hmac.update(secret.expose().as_bytes());
        KeyDigest(hmac.finalize().into_bytes().into())
    }

    /// The secret part of a link, which only this installation can make: 64 hexadecimal digits.
    pub(crate) fn link_token(&self, purpose: &str, id: Uuid) -> String {
        let bytes = self.link_hmac(purpose, id).finalize().into_bytes();
        bytes.iter().fold(String::new(), |mut token, byte| {
            // Writing to a string does not fail.
            let _ = write!(token, "{byte:02x}");
            token
        })
    }

    /// Whether this is the secret part of that link, compared in constant time.
    pub(crate) fn is_link_token(&self, purpose: &str, id: Uuid, token: &str) -> bool {
        let digits = token.as_bytes().chunks(2);
        let bytes: Option<Vec<u8>> = digits
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        bytes.is_some_and(|bytes| self.link_hmac(purpose, id).verify_slice(&bytes).is_ok())
    }

    fn link_hmac(&self, purpose: &str, id: Uuid) -> Hmac<Sha256> {
        let mut hmac = self.0.clone();
        // No key has a blank in it, so no digest of a key is a token.
        hmac.update(format!("link for {purpose} {id}").as_bytes());
        hmac
    }
}

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
    /// The account's plan does not have what was asked for.
    #[error("{0} need the pro plan, and the account of this key has the free plan")]
    NeedsProPlan(&'static str),
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
    /// [`Forbidden::NeedsProPlan`] unless the account has it. `what` is it that needs the plan, in
    /// the plural.
    pub(crate) fn require_pro_plan(&self, what: &'static str) -> Result<(), Forbidden> {
        match self.account.plan {
            Plan::Pro => Ok(()),
            Plan::Free => Err(Forbidden::NeedsProPlan(what)),
        }
    }

    pub(crate) fn require_developer_key(&self) -> Result<(), Forbidden> {
        match self.key.kind {
            KeyKind::Developer => Ok(()),
            KeyKind::Admin => Err(Forbidden::AdminKey),
        }
    }
}

/// Why nobody is known by the secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuthenticationError {
    /// No active key has this secret.
    #[error("the key is not valid")]
    InvalidKey,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The settings of accounts that are made by the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountDefaults {
    /// The character limit of new accounts of the free plan.
    pub free_character_limit: CharacterLimit,
    /// The character limit of new accounts of the pro plan.
    pub pro_character_limit: CharacterLimit,
    /// Whether new accounts may detect languages.
    pub detection_enabled: bool,
}

/// A key to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The name of the account; an account that does not exist is made.
    pub account: String,
    /// The plan of the account.
    pub plan: Plan,
    /// What the key is for.
    pub kind: KeyKind,
    /// A name for people.
    pub label: String,
    /// What the key may do.
    pub scopes: ScopeSet,
    /// The limit of the key alone.
    pub character_limit: CharacterLimit,
}

/// A key just made, with the secret that nobody can read again.
#[derive(Debug, Clone)]
pub struct IssuedKey {
    /// The key.
    pub key: ApiKey,
    /// What clients send.
    pub secret: KeySecret,
}

/// Why a key was not made or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The account exists with the other plan.
    #[error("the account \"{name}\" has the plan {plan}; name another account with --account")]
    OtherPlan {
        /// The account's name.
        name: String,
        /// The plan it has.
        plan: Plan,
    },
    /// No key has this id.
    #[error("no key has the id {0}")]
    UnknownKey(KeyId),
    /// No account has this name.
    #[error("no account has the name \"{0}\"")]
    UnknownAccount(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl KeyError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::OtherPlan { .. } => ErrorKind::Conflict,
            Self::UnknownKey(_) | Self::UnknownAccount(_) => ErrorKind::NotFound,
            Self::Store(_) => ErrorKind::Internal,
        }
    }
}

/// Makes, lists, checks and ends keys, and the accounts they belong to.
#[derive(Clone)]
pub struct Keys {
    store: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn RandomSource>,
    hasher: KeyHasher,
    defaults: AccountDefaults,
}

impl Keys {
    /// Keys kept in this store.
    #[must_use]
    pub fn new(
        store: Arc<dyn AccountStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn RandomSource>,
        hasher: KeyHasher,
        defaults: AccountDefaults,
    ) -> Self {
        Self {
            store,
            clock,
            random,
            hasher,
            defaults,
        }
    }

    /// Who has this secret.
    ///
    /// # Errors
    /// [`AuthenticationError::InvalidKey`] if it is no key's or the key is deactivated.
    pub async fn authenticate(&self, secret: &KeySecret) -> Result<Caller, AuthenticationError> {
        let digest = self.hasher.digest(secret);
        match self.store.key_by_digest(&digest).await? {
            Some((key, account)) if key.deactivated.is_none() => Ok(Caller { key, account }),
            _ => Err(AuthenticationError::InvalidKey),
        }
    }

    /// Makes a key, and its account if there is none of that name.
    ///
    /// # Errors
    /// [`KeyError::OtherPlan`] if the account has another plan.
    pub async fn create(&self, new: NewKey) -> Result<IssuedKey, KeyError> {
        let account = self.account_for(&new).await?;
        let secret = self.new_secret(account.plan);
        let key = ApiKey {
            id: KeyId {
                account: account.id,
                key: self.random.guid(),
            },
            kind: new.kind,
            label: new.label,
            scopes: new.scopes,
            character_limit: new.character_limit,
            created: self.clock.now_to_millisecond(),
            deactivated: None,
        };
        self.store
            .create_key(&key, &self.hasher.digest(&secret))
            .await?;
        Ok(IssuedKey { key, secret })
    }

    /// Every key, oldest first.
    ///
    /// # Errors
    /// [`KeyError::Store`].
    pub async fn list(&self) -> Result<Vec<ApiKey>, KeyError> {
        Ok(self.store.keys().await?)
    }

    /// Ends a key for good, at once.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn deactivate(&self, id: KeyId) -> Result<ApiKey, KeyError> {
        self.store
            .deactivate_key(id, self.clock.now_to_millisecond())
            .await?
            .ok_or(KeyError::UnknownKey(id))
    }

    /// Every account, oldest first.
    ///
    /// # Errors
    /// [`KeyError::Store`].
    pub async fn accounts(&self) -> Result<Vec<Account>, KeyError> {
        Ok(self.store.accounts().await?)
    }

    /// Changes the settings of an account.
    ///
    /// # Errors
    /// [`KeyError::UnknownAccount`].
    pub async fn change_account(
        &self,
        name: &str,
        change: AccountChange,
    ) -> Result<Account, KeyError> {
        let unknown = || KeyError::UnknownAccount(name.to_owned());
        let account = self
            .store
            .account_by_name(name)
            .await?
            .ok_or_else(unknown)?;
        self.store
            .change_account(account.id, change)
            .await?
            .ok_or_else(unknown)
    }

    async fn account_for(&self, new: &NewKey) -> Result<Account, KeyError> {
        let account = match self.store.account_by_name(&new.account).await? {
            Some(account) => account,
            None => self.create_account(new).await?,
        };
        if account.plan == new.plan {
            Ok(account)
        } else {
            Err(KeyError::OtherPlan {
                name: account.name,
                plan: account.plan,
            })
        }
    }

    async fn create_account(&self, new: &NewKey) -> Result<Account, KeyError> {
        let account = Account {
            id: AccountId(self.random.guid()),
            name: new.account.clone(),
            plan: new.plan,
            character_limit: match new.plan {
                Plan::Free => self.defaults.free_character_limit,
                Plan::Pro => self.defaults.pro_character_limit,
            },
            detection_enabled: self.defaults.detection_enabled,
            created: self.clock.now_to_millisecond(),
        };
        match self.store.create_account(&account).await {
            Ok(()) => Ok(account),
            // Another process has just made it.
            Err(StoreError::Duplicate { .. }) => self
                .store
                .account_by_name(&new.account)
                .await?
                .ok_or_else(|| KeyError::UnknownAccount(new.account.clone())),
            Err(error) => Err(error.into()),
        }
    }

    fn new_secret(&self, plan: Plan) -> KeySecret {
        let mut bytes = [0; 32];
        self.random.fill(&mut bytes);
        let mut secret = String::with_capacity(2 * bytes.len() + FREE_PLAN_SUFFIX.len());
        for byte in bytes {
            // Writing to a string does not fail.
            let _ = write!(secret, "{byte:02x}");
        }
        if plan == Plan::Free {
            secret.push_str(FREE_PLAN_SUFFIX);
        }
        KeySecret::new(secret)
    }
}
