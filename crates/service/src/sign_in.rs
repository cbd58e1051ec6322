//! Signing in on the pages: sessions of persons, who work under keys.

use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{
    Account, Act, Actor, ApiKey, Clock, ErrorKind, Feature, KeyId, KeyKind, KeySecret, Person,
    RandomSource, Role, RoleSet, Scope, ScopeSet, Session, SessionStore, SignInCode, StoreError,
    Timestamp,
};
use secrecy::{ExposeSecret, SecretString};

use crate::{AuthenticationError, Caller, KeyError, KeyHasher, Keys};

/// The bytes of a token and of a code.
const TOKEN_BYTES: usize = 32;

/// How often at most it is noted that a session is used.
const NOTED_EVERY: Duration = Duration::from_secs(60);

/// How long sessions last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// How long one lasts that is not used.
    pub idle: Duration,
    /// How long one lasts at most.
    pub longest: Duration,
    /// How many there may be of a key; the one unused for longest ends for another.
    pub of_key: u32,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(12 * 3600),
            longest: Duration::from_secs(7 * 24 * 3600),
            of_key: 20,
        }
    }
}

/// Why nobody was signed in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// No active key has this secret.
    #[error("the key is not valid")]
    InvalidKey,
    /// There is no such code, or it was used, or it is too old.
    #[error("the code is not valid, or was used already")]
    InvalidCode,
    /// The key allows nothing that there are pages for.
    #[error("this key allows nothing that there is a page for")]
    NoRole,
    /// An administrator has ended the person's key.
    #[error("your access was ended; ask whoever administers the account")]
    PersonDeactivated,
    /// The person's key could not be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SignInError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::InvalidKey | Self::InvalidCode => ErrorKind::Unauthenticated,
            Self::NoRole | Self::PersonDeactivated => ErrorKind::Forbidden,
            Self::Key(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }
}

/// What a browser is known by: 64 hexadecimal digits, never printed by accident.
#[derive(Debug, Clone)]
pub struct SessionToken(SecretString);

impl SessionToken {
    /// One that nobody can guess.
    #[must_use]
    pub fn new(random: &dyn RandomSource) -> Self {
        Self(digits(random).into())
    }

    /// One that was received; none if it has not the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = text.len() == 2 * TOKEN_BYTES
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_token.then(|| Self(text.to_owned().into()))
    }

    /// The token itself, for the browser that it is of.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

fn digits(random: &dyn RandomSource) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    random.fill(&mut bytes);
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A session just begun.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// What its browser is known by.
    pub token: SessionToken,
    /// Who is signed in.
    pub signed_in: SignedIn,
}

/// Somebody who works on the pages.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// As whom they call the use cases.
    pub caller: Caller,
    /// Their session; none if the pages are open to everybody.
    pub session: Option<Session>,
    /// What they may do.
    pub roles: RoleSet,
}

impl SignedIn {
    fn new(key: ApiKey, account: Account, roles: RoleSet, session: Option<Session>) -> Self {
        Self {
            caller: Caller::of_session(key, account, roles.clone()),
            session,
            roles,
        }
    }

    /// What they are called: by their name, or that of their key.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.caller.key.label
    }
}

/// Begins, finds and ends sessions.
#[derive(Clone)]
pub struct SignIn {
    keys: Keys,
    sessions: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn RandomSource>,
    hasher: KeyHasher,
    limits: SessionLimits,
}

impl fmt::Debug for SignIn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SignIn").finish_non_exhaustive()
    }
}

impl SignIn {
    /// Sessions kept in this store.
    #[must_use]
    pub const fn new(
        keys: Keys,
        sessions: Arc<dyn SessionStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn RandomSource>,
        hasher: KeyHasher,
        limits: SessionLimits,
    ) -> Self {
        Self {
            keys,
            sessions,
            clock,
            random,
            hasher,
            limits,
        }
    }

    /// Begins a session under a key, with the roles that it allows.
    ///
    /// # Errors
    /// [`SignInError::InvalidKey`], [`SignInError::NoRole`].
    pub async fn with_key(&self, secret: &KeySecret) -> Result<NewSession, SignInError> {
        let caller = match self.keys.authenticate(secret).await {
            Ok(caller) => caller,
            Err(AuthenticationError::InvalidKey) => return Err(SignInError::InvalidKey),
            Err(AuthenticationError::Store(error)) => return Err(error.into()),
        };
        let roles = roles_of(&caller);
        if roles.is_empty() {
            return Err(SignInError::NoRole);
        }
        self.begin(caller.key, caller.account, roles).await
    }

    /// Begins a session with a code, which can be used this once.
    ///
    /// # Errors
    /// [`SignInError::InvalidCode`], [`SignInError::PersonDeactivated`].
    pub async fn with_code(&self, code: &KeySecret) -> Result<NewSession, SignInError> {
        let digest = self.hasher.session_digest(CODE, code.expose());
        let code = self.sessions.take_sign_in_code(&digest).await?;
        let code = code
            .filter(|code| self.clock.now() < code.expires)
            .ok_or(SignInError::InvalidCode)?;
        let accounts = self.keys.accounts().await?;
        let account = accounts
            .into_iter()
            .find(|account| account.id == code.account)
            .ok_or(SignInError::InvalidCode)?;
        self.of_person(account, &code.person, code.roles).await
    }

    /// Begins a session of somebody whom somebody else has made sure of, for the account of that name.
    ///
    /// # Errors
    /// [`KeyError::UnknownAccount`], [`SignInError::NoRole`], [`SignInError::PersonDeactivated`].
    pub async fn as_person(
        &self,
        account: &str,
        person: &Person,
        roles: RoleSet,
    ) -> Result<NewSession, SignInError> {
        if roles.is_empty() {
            return Err(SignInError::NoRole);
        }
        let account = self.keys.account(account).await?;
        self.of_person(account, person, roles).await
    }

    /// Who is signed in with this token, if it is this person, with these roles, for the account of that name. Otherwise
    /// the session ends and another begins, which has the token that is given besides.
    ///
    /// # Errors
    /// As [`as_person`](Self::as_person).
    pub async fn keep_person(
        &self,
        token: Option<&SessionToken>,
        account: &str,
        person: &Person,
        roles: RoleSet,
    ) -> Result<(SignedIn, Option<SessionToken>), SignInError> {
        if let Some(token) = token
            && let Some(signed_in) = self.resume(token).await?
        {
            let of = &signed_in.caller.account;
            let key = self.sessions.key_of_person(of.id, &person.identity).await?;
            let is_them = key.is_some_and(|key| key.id == signed_in.caller.key.id);
            if is_them && of.name == account && signed_in.roles == roles {
                return Ok((signed_in, None));
            }
            self.end(token).await?;
        }
        let begun = self.as_person(account, person, roles).await?;
        Ok((begun.signed_in, Some(begun.token)))
    }

    async fn of_person(
        &self,
        account: Account,
        person: &Person,
        roles: RoleSet,
    ) -> Result<NewSession, SignInError> {
        let key = self.key_of(&account, person).await?;
        if !key.works_at(self.clock.now()) {
            return Err(SignInError::PersonDeactivated);
        }
        self.begin(key, account, roles).await
    }

    /// The person's key, which is made at their first time, and called as they are called now.
    async fn key_of(&self, account: &Account, person: &Person) -> Result<ApiKey, SignInError> {
        let known = || self.sessions.key_of_person(account.id, &person.identity);
        let key = match known().await? {
            Some(key) => key,
            None => match self.keys.create_for(account, person, Actor::Server).await {
                // They sign in twice at the same time.
                Err(KeyError::Store(StoreError::Duplicate { .. })) => {
                    let failed = || StoreError::Failed {
                        reason: "a person's key was made and is not there".to_owned(),
                    };
                    known().await?.ok_or_else(failed)?
                }
                made => made?,
            },
        };
        if key.label == person.name {
            return Ok(key);
        }
        let renamed = self
            .keys
            .rename(key.id, person.name.clone(), Actor::Server)
            .await?;
        Ok(renamed)
    }

    async fn begin(
        &self,
        key: ApiKey,
        account: Account,
        roles: RoleSet,
    ) -> Result<NewSession, SignInError> {
        let now = self.clock.now_to_millisecond();
        self.sessions
            .remove_ended_sessions(now, before(now, self.limits.idle))
            .await?;
        let session = Session {
            key: key.id,
            roles: roles.clone(),
            created: now,
            last_used: now,
            expires: after(now, self.limits.longest),
        };
        let token = SessionToken::new(&*self.random);
        let digest = self.hasher.session_digest(SESSION, token.expose());
        self.sessions
            .create_session(&session, &digest, self.limits.of_key)
            .await?;
        Ok(NewSession {
            token,
            signed_in: SignedIn::new(key, account, roles, Some(session)),
        })
    }

    /// Makes a code with which a person can sign in once.
    ///
    /// # Errors
    /// [`SignInError::NoRole`], [`SignInError::Store`].
    pub async fn new_code(
        &self,
        account: &Account,
        name: &str,
        roles: RoleSet,
        lifetime: Duration,
        actor: Actor,
    ) -> Result<KeySecret, SignInError> {
        if roles.is_empty() {
            return Err(SignInError::NoRole);
        }
        let secret = digits(&*self.random);
        let act = Act::CreateSignInCode {
            name: name.to_owned(),
            roles: roles.clone(),
        };
        let code = SignInCode {
            account: account.id,
            person: Person {
                identity: format!("code:{name}"),
                name: name.to_owned(),
            },
            roles,
            expires: after(self.clock.now_to_millisecond(), lifetime),
        };
        let audit = self.keys.audit(account.id, actor, act);
        let digest = self.hasher.session_digest(CODE, &secret);
        self.sessions
            .create_sign_in_code(&code, &digest, &audit)
            .await?;
        Ok(KeySecret::new(secret))
    }

    /// Who is signed in with this token; nobody if the session has ended, or its key works no more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn resume(&self, token: &SessionToken) -> Result<Option<SignedIn>, StoreError> {
        let digest = self.hasher.session_digest(SESSION, token.expose());
        let Some((session, key, account)) = self.sessions.session(&digest).await? else {
            return Ok(None);
        };
        let now = self.clock.now_to_millisecond();
        let is_over = now >= session.expires || now >= after(session.last_used, self.limits.idle);
        if is_over || !key.works_at(now) {
            return Ok(None);
        }
        if now >= after(session.last_used, NOTED_EVERY) {
            self.sessions.touch_session(&digest, now).await?;
        }
        let roles = session.roles.clone();
        Ok(Some(SignedIn::new(key, account, roles, Some(session))))
    }

    /// Ends the session with this token, if there is one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn end(&self, token: &SessionToken) -> Result<(), StoreError> {
        let digest = self.hasher.session_digest(SESSION, token.expose());
        self.sessions.end_session(&digest).await
    }

    /// Somebody who has not signed in, where the pages are open under this key: a translator. Nobody if the key does not
    /// work, or is no developer key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open(&self, key: KeyId) -> Result<Option<SignedIn>, StoreError> {
        let found = self.keys.shared_key(key).await?;
        Ok(found.map(|(key, account)| {
            SignedIn::new(key, account, RoleSet::from_iter([Role::Translator]), None)
        }))
    }
}

/// What digests are made for: those of sessions are none of codes.
const SESSION: &str = "session";
const CODE: &str = "sign-in code";

/// The roles of who signs in with a key. The scopes of the key apply to each call besides.
fn roles_of(caller: &Caller) -> RoleSet {
    let scopes = &caller.key.scopes;
    let any = |wanted: &[Scope]| match scopes {
        ScopeSet::Unrestricted => true,
        ScopeSet::Only(scopes) => wanted.iter().any(|scope| scopes.contains(scope)),
    };
    let translates = any(&[
        Scope::TranslateText,
        Scope::TranslateDocument,
        Scope::ImproveText,
    ]);
    let keeps_terms = any(&[Scope::WriteGlossaries, Scope::WriteStyleRules]);
    match caller.key.kind {
        KeyKind::Developer => [
            (Role::Translator, translates),
            (Role::Terminology, keeps_terms),
        ]
        .into_iter()
        .filter_map(|(role, has)| has.then_some(role))
        .collect(),
        KeyKind::Admin if caller.account.has(Feature::Administration) => {
            RoleSet::from_iter([Role::AccountAdministrator])
        }
        KeyKind::Admin | KeyKind::Person => RoleSet::default(),
    }
}

fn after(time: Timestamp, duration: Duration) -> Timestamp {
    time.checked_add(duration).unwrap_or(Timestamp::MAX)
}

fn before(time: Timestamp, duration: Duration) -> Timestamp {
    time.checked_sub(duration).unwrap_or(Timestamp::MIN)
}
