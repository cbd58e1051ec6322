use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, Act, Actor, ApiKey, AuditEntry, AuditFilter,
    AuditRecord, ChangeAccountError, CharacterLimit, Clock, CreateKeyError, ErrorKind, Feature,
    KeyChange, KeyId, KeyKind, KeyLimits, KeySecret, Person, Plan, RandomSource, ScopeSet,
    StoreError, Timestamp, day_of,
};

use crate::{Caller, KeyHasher};

/// What ends the keys of the free plan. Clients choose their default base address by it.
const FREE_PLAN_SUFFIX: &str = ":fx";

/// The most developer keys of an account that may be active at a time.
pub const MOST_ACTIVE_KEYS: u32 = 25;

/// The most persons of an account that may sign in on the pages.
pub const MOST_PERSONS: u32 = 10_000;

/// The most contacts of an account.
pub const MOST_CONTACTS: usize = 20;

/// The longest label of a key, in characters.
pub const LONGEST_LABEL: usize = 256;

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

/// The settings of accounts that are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDefaults {
    /// The character limit of new accounts of the free plan.
    pub free_character_limit: CharacterLimit,
    /// The character limit of new accounts of the other plans.
    pub pro_character_limit: CharacterLimit,
    /// What is switched on for new accounts.
    pub features: BTreeSet<Feature>,
}

/// A key to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// What the key is for.
    pub kind: KeyKind,
    /// A name for people.
    pub label: String,
    /// What the key may do.
    pub scopes: ScopeSet,
    /// The limits of the key alone.
    pub limits: KeyLimits,
    /// When it stops working by itself; `None` is never.
    pub expires: Option<Timestamp>,
}

/// A key just made, with the secret that nobody can read again.
#[derive(Debug, Clone)]
pub struct IssuedKey {
    /// The key.
    pub key: ApiKey,
    /// What clients send.
    pub secret: KeySecret,
}

/// Why a key or an account was not made or changed.
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
    /// The plan cannot change as long as there are keys of its form.
    #[error(
        "the account \"{0}\" has active keys, and keys of the free plan have another form than \
         those of the other plans; deactivate them first"
    )]
    ActiveKeys(String),
    /// The account has as many keys as it may have.
    #[error(
        "the account has {MOST_ACTIVE_KEYS} active developer keys, which is the most; deactivate \
         one to make another"
    )]
    TooManyKeys,
    /// As many persons have signed in to the account as may.
    #[error(
        "{MOST_PERSONS} persons have signed in to the account, which is the most; deactivate the keys of those who are \
         not there any more"
    )]
    TooManyPersons,
    /// The label cannot be one.
    #[error(
        "a label has 1 to {LONGEST_LABEL} characters, none of them a line break or another \
         character that cannot be seen"
    )]
    InvalidLabel,
    /// An admin key does nothing that scopes or limits apply to.
    #[error("an admin key has neither scopes nor limits")]
    RestrictedAdminKey,
    /// A key that never works is of no use.
    #[error("a key expires in the future, or never")]
    PastExpiry,
    /// There are more contacts than an account may have.
    #[error("an account has at most {MOST_CONTACTS} contacts; use the address of a list")]
    TooManyContacts,
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
            Self::OtherPlan { .. }
            | Self::ActiveKeys(_)
            | Self::TooManyKeys
            | Self::TooManyPersons => ErrorKind::Conflict,
            Self::InvalidLabel
            | Self::RestrictedAdminKey
            | Self::PastExpiry
            | Self::TooManyContacts => ErrorKind::InvalidInput,
            Self::UnknownKey(_) | Self::UnknownAccount(_) => ErrorKind::NotFound,
            Self::Store(error) => error.kind(),
        }
    }
}

impl From<CreateKeyError> for KeyError {
    fn from(error: CreateKeyError) -> Self {
        match error {
            CreateKeyError::TooMany { .. } => Self::TooManyKeys,
            CreateKeyError::Store(error) => Self::Store(error),
        }
    }
}

/// Makes, lists, checks and ends keys, and the accounts they belong to. Everything that changes
/// something is logged under who did it.
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
    /// [`AuthenticationError::InvalidKey`] if it is no key's or the key does not work any more.
    pub async fn authenticate(&self, secret: &KeySecret) -> Result<Caller, AuthenticationError> {
        let digest = self.hasher.digest(secret);
        match self.store.key_by_digest(&digest).await? {
            // Nobody was ever told the secret of a person's key.
            Some((key, account))
                if key.kind != KeyKind::Person && key.works_at(self.clock.now()) =>
            {
                Ok(Caller::of_key(key, account))
            }
            _ => Err(AuthenticationError::InvalidKey),
        }
    }

    /// Who calls under a developer key whose secret nobody has to send.
    ///
    /// # Errors
    /// [`AuthenticationError::InvalidKey`] if it is no developer key or does not work any more.
    pub async fn without_secret(&self, id: KeyId) -> Result<Caller, AuthenticationError> {
        let (key, account) = self
            .shared_key(id)
            .await?
            .ok_or(AuthenticationError::InvalidKey)?;
        Ok(Caller::of_key(key, account))
    }

    /// A key under which those may work who send none: a developer key that works now.
    pub(crate) async fn shared_key(
        &self,
        id: KeyId,
    ) -> Result<Option<(ApiKey, Account)>, StoreError> {
        let found = self.key(id).await?;
        let now = self.clock.now();
        Ok(found.filter(|(key, _)| key.kind == KeyKind::Developer && key.works_at(now)))
    }

    pub(crate) async fn key(&self, id: KeyId) -> Result<Option<(ApiKey, Account)>, StoreError> {
        self.store.key(id).await
    }

    /// Whether a key works now.
    ///
    /// # Errors
    /// [`AuthenticationError::Store`].
    pub async fn works(&self, id: KeyId) -> Result<bool, AuthenticationError> {
        let key = self.key(id).await?;
        Ok(key.is_some_and(|(key, _)| key.works_at(self.clock.now())))
    }

    /// Makes a key of an account.
    ///
    /// # Errors
    /// [`KeyError::InvalidLabel`], [`KeyError::RestrictedAdminKey`], [`KeyError::PastExpiry`],
    /// [`KeyError::TooManyKeys`].
    pub async fn create(
        &self,
        account: &Account,
        new: NewKey,
        actor: Actor,
    ) -> Result<IssuedKey, KeyError> {
        let is_restricted =
            new.scopes != ScopeSet::Unrestricted || new.limits != KeyLimits::default();
        if new.kind == KeyKind::Admin && is_restricted {
            return Err(KeyError::RestrictedAdminKey);
        }
        self.create_with(account, new, None, actor).await
    }

    /// Makes the key of a person.
    ///
    /// # Errors
    /// [`KeyError::TooManyPersons`], [`KeyError::InvalidLabel`], and [`StoreError::Duplicate`] if the person has one.
    pub(crate) async fn create_for(
        &self,
        account: &Account,
        person: &Person,
        actor: Actor,
    ) -> Result<ApiKey, KeyError> {
        let new = NewKey {
            kind: KeyKind::Person,
            label: person.name.clone(),
            scopes: ScopeSet::Unrestricted,
            limits: KeyLimits::default(),
            expires: None,
        };
        let identity = Some(&*person.identity);
        let issued = self.create_with(account, new, identity, actor).await?;
        Ok(issued.key)
    }

    async fn create_with(
        &self,
        account: &Account,
        new: NewKey,
        identity: Option<&str>,
        actor: Actor,
    ) -> Result<IssuedKey, KeyError> {
        check_label(&new.label)?;
        self.check_expiry(new.expires)?;
        let secret = self.new_secret(account.plan);
        let (mask, most) = match new.kind {
            KeyKind::Person => (KeySecret::new(String::new()).mask(), MOST_PERSONS),
            KeyKind::Developer | KeyKind::Admin => (secret.mask(), MOST_ACTIVE_KEYS),
        };
        let key = ApiKey {
            id: KeyId {
                account: account.id,
                key: self.random.guid(),
            },
            kind: new.kind,
            label: new.label,
            mask,
            scopes: new.scopes,
            limits: new.limits,
            created: self.clock.now_to_millisecond(),
            expires: new.expires,
            deactivated: None,
        };
        let audit = self.audit(account.id, actor, Act::CreateKey(key.clone()));
        let digest = self.hasher.digest(&secret);
        let creating = self
            .store
            .create_key(&key, &digest, identity, most, &audit)
            .await;
        match creating {
            Ok(()) => Ok(IssuedKey { key, secret }),
            Err(CreateKeyError::TooMany { .. }) if key.kind == KeyKind::Person => {
                Err(KeyError::TooManyPersons)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Every key, or those of an account, oldest first.
    ///
    /// # Errors
    /// [`KeyError::Store`].
    pub async fn list(&self, account: Option<AccountId>) -> Result<Vec<ApiKey>, KeyError> {
        Ok(self.store.keys(account).await?)
    }

    /// Ends a key for good, at once.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn deactivate(&self, id: KeyId, actor: Actor) -> Result<ApiKey, KeyError> {
        let now = self.clock.now_to_millisecond();
        self.change(id, KeyChange::Deactivate(now), actor).await
    }

    /// Gives a key another name.
    ///
    /// # Errors
    /// [`KeyError::InvalidLabel`], [`KeyError::UnknownKey`].
    pub async fn rename(&self, id: KeyId, label: String, actor: Actor) -> Result<ApiKey, KeyError> {
        check_label(&label)?;
        self.change(id, KeyChange::Label(label), actor).await
    }

    /// Sets what a key may consume in a usage period; `None` leaves a limit as it is.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn limit(
        &self,
        id: KeyId,
        characters: Option<CharacterLimit>,
        speech_milliseconds: Option<Option<u64>>,
        actor: Actor,
    ) -> Result<ApiKey, KeyError> {
        let change = KeyChange::Limits {
            characters,
            speech_milliseconds,
        };
        self.change(id, change, actor).await
    }

    /// Sets what a key may do.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`], [`KeyError::RestrictedAdminKey`].
    pub async fn scope(
        &self,
        id: KeyId,
        scopes: ScopeSet,
        actor: Actor,
    ) -> Result<ApiKey, KeyError> {
        let (key, _) = self.store.key(id).await?.ok_or(KeyError::UnknownKey(id))?;
        if key.kind == KeyKind::Admin && scopes != ScopeSet::Unrestricted {
            return Err(KeyError::RestrictedAdminKey);
        }
        self.change(id, KeyChange::Scopes(scopes), actor).await
    }

    /// Sets when a key stops working by itself; `None` is never.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`], [`KeyError::PastExpiry`].
    pub async fn expire(
        &self,
        id: KeyId,
        expires: Option<Timestamp>,
        actor: Actor,
    ) -> Result<ApiKey, KeyError> {
        self.check_expiry(expires)?;
        self.change(id, KeyChange::Expiry(expires), actor).await
    }

    fn check_expiry(&self, expires: Option<Timestamp>) -> Result<(), KeyError> {
        if expires.is_some_and(|expires| expires <= self.clock.now()) {
            return Err(KeyError::PastExpiry);
        }
        Ok(())
    }

    async fn change(&self, id: KeyId, change: KeyChange, actor: Actor) -> Result<ApiKey, KeyError> {
        let audit = self.audit(id.account, actor, Act::ChangeKey(id, change.clone()));
        self.store
            .change_key(id, &change, &audit)
            .await?
            .ok_or(KeyError::UnknownKey(id))
    }

    /// Asks the store for next to nothing, to see whether it answers.
    ///
    /// # Errors
    /// [`KeyError::Store`].
    pub async fn check_store(&self) -> Result<(), KeyError> {
        self.store.account_by_name("").await?;
        Ok(())
    }

    /// Every account, oldest first.
    ///
    /// # Errors
    /// [`KeyError::Store`].
    pub async fn accounts(&self) -> Result<Vec<Account>, KeyError> {
        Ok(self.store.accounts().await?)
    }

    /// The account of that name.
    ///
    /// # Errors
    /// [`KeyError::UnknownAccount`].
    pub async fn account(&self, name: &str) -> Result<Account, KeyError> {
        self.store
            .account_by_name(name)
            .await?
            .ok_or_else(|| KeyError::UnknownAccount(name.to_owned()))
    }

    /// The account of that name, which is made if there is none: with this plan, or with the pro
    /// plan.
    ///
    /// # Errors
    /// [`KeyError::OtherPlan`] if it exists with another plan than this.
    pub async fn account_or_new(
        &self,
        name: &str,
        plan: Option<Plan>,
        actor: Actor,
    ) -> Result<Account, KeyError> {
        let account = match self.store.account_by_name(name).await? {
            Some(account) => account,
            None => {
                let plan = plan.unwrap_or(Plan::Pro);
                let new = self.create_account(name, plan, None, actor);
                match new.await {
                    // Another process has just made it.
                    Err(KeyError::Store(StoreError::Duplicate { .. })) => {
                        self.account(name).await?
                    }
                    made => made?,
                }
            }
        };
        match plan {
            Some(plan) if plan != account.plan => Err(KeyError::OtherPlan {
                name: account.name,
                plan: account.plan,
            }),
            _ => Ok(account),
        }
    }

    /// Makes an account, with this limit or with the configured one of the plan.
    ///
    /// # Errors
    /// [`StoreError::Duplicate`] if there is one of that name.
    pub async fn create_account(
        &self,
        name: &str,
        plan: Plan,
        character_limit: Option<CharacterLimit>,
        actor: Actor,
    ) -> Result<Account, KeyError> {
        let created = self.clock.now_to_millisecond();
        let account = Account {
            id: AccountId(self.random.guid()),
            name: name.to_owned(),
            plan,
            character_limit: character_limit.unwrap_or(match plan {
                Plan::Free => self.defaults.free_character_limit,
                Plan::Pro | Plan::Classic => self.defaults.pro_character_limit,
            }),
            features: self.defaults.features.clone(),
            billing_start: day_of(created),
            contacts: Vec::new(),
            created,
        };
        let act = Act::CreateAccount {
            name: account.name.clone(),
            plan,
            character_limit: account.character_limit,
        };
        let audit = self.audit(account.id, actor, act);
        self.store.create_account(&account, &audit).await?;
        Ok(account)
    }

    /// Changes the settings of an account.
    ///
    /// # Errors
    /// [`KeyError::UnknownAccount`], [`KeyError::ActiveKeys`], [`KeyError::TooManyContacts`].
    pub async fn change_account(
        &self,
        name: &str,
        change: AccountChange,
        actor: Actor,
    ) -> Result<Account, KeyError> {
        if change
            .contacts
            .as_ref()
            .is_some_and(|contacts| contacts.len() > MOST_CONTACTS)
        {
            return Err(KeyError::TooManyContacts);
        }
        let account = self.account(name).await?;
        let audit = self.audit(account.id, actor, Act::ChangeAccount(change.clone()));
        match self.store.change_account(account.id, &change, &audit).await {
            Ok(Some(account)) => Ok(account),
            Ok(None) => Err(KeyError::UnknownAccount(name.to_owned())),
            Err(ChangeAccountError::ActiveKeys) => Err(KeyError::ActiveKeys(account.name)),
            Err(ChangeAccountError::Store(error)) => Err(error.into()),
        }
    }

    /// What was done to accounts and keys, oldest first.
    ///
    /// # Errors
    /// [`KeyError::Store`].
    pub async fn audit_log(&self, filter: AuditFilter) -> Result<Vec<AuditRecord>, KeyError> {
        Ok(self.store.audit_log(filter).await?)
    }

    pub(crate) fn audit(&self, account: AccountId, actor: Actor, act: Act) -> AuditEntry {
        AuditEntry {
            at: self.clock.now_to_millisecond(),
            account,
            actor,
            act,
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

fn check_label(label: &str) -> Result<(), KeyError> {
    let is_valid = !label.trim().is_empty()
        && label.chars().count() <= LONGEST_LABEL
        && !label.chars().any(is_unseen);
    if is_valid {
        Ok(())
    } else {
        Err(KeyError::InvalidLabel)
    }
}

/// Whether it is a control character, which terminals may obey, or one that reorders or breaks the text
/// around it without being seen (Unicode Standard Annex #9, section 2). In a label it could make one
/// key look like another. Joiners are none of them: Persian and emoji need them.
#[must_use]
pub fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061C}'
                | '\u{200B}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'
                | '\u{2066}'..='\u{2069}'
                | '\u{FEFF}'
        )
}
