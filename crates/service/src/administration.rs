use dragoman_domain::{
    Actor, ApiKey, CharacterLimit, ErrorKind, KeyId, KeyKind, KeyLimits, ScopeSet, Timestamp,
};

use crate::{Caller, Forbidden, IssuedKey, KeyError, Keys, NewKey};

/// Why an account was not administered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdministrationError {
    /// The key or its account may not do it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// It cannot be done.
    #[error(transparent)]
    Key(#[from] KeyError),
}

impl AdministrationError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::Key(error) => error.kind(),
        }
    }
}

/// What the holder of an admin key may do with the developer keys of the account, and what somebody who administers it
/// on the pages may do with those of persons besides. To admin keys nothing can be done this way.
#[derive(Clone)]
pub struct Administration {
    keys: Keys,
}

impl Administration {
    /// Administers these keys.
    #[must_use]
    pub const fn new(keys: Keys) -> Self {
        Self { keys }
    }

    /// Makes a developer key without limits.
    ///
    /// # Errors
    /// [`KeyError::InvalidLabel`], [`KeyError::PastExpiry`], [`KeyError::TooManyKeys`].
    pub async fn create_key(
        &self,
        caller: &Caller,
        label: String,
        scopes: ScopeSet,
        expires: Option<Timestamp>,
    ) -> Result<IssuedKey, AdministrationError> {
        let actor = may(caller)?;
        let new = NewKey {
            kind: KeyKind::Developer,
            label,
            scopes,
            limits: KeyLimits::default(),
            expires,
        };
        Ok(self.keys.create(&caller.account, new, actor).await?)
    }

    /// The developer keys of the account, active or not, oldest first.
    ///
    /// # Errors
    /// [`AdministrationError`].
    pub async fn keys(&self, caller: &Caller) -> Result<Vec<ApiKey>, AdministrationError> {
        self.of_kind(caller, KeyKind::Developer).await
    }

    /// The keys of those who have signed in to the account, whether they still may or not, oldest first.
    ///
    /// # Errors
    /// [`AdministrationError`].
    pub async fn persons(&self, caller: &Caller) -> Result<Vec<ApiKey>, AdministrationError> {
        self.of_kind(caller, KeyKind::Person).await
    }

    async fn of_kind(
        &self,
        caller: &Caller,
        kind: KeyKind,
    ) -> Result<Vec<ApiKey>, AdministrationError> {
        may(caller)?;
        let mut keys = self.keys.list(Some(caller.account.id)).await?;
        keys.retain(|key| key.kind == kind);
        Ok(keys)
    }

    /// Ends a key for good, at once.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn deactivate_key(
        &self,
        caller: &Caller,
        id: KeyId,
    ) -> Result<ApiKey, AdministrationError> {
        let actor = self.may_change(caller, id, KeyKind::Developer).await?;
        Ok(self.keys.deactivate(id, actor).await?)
    }

    /// Gives a key another name.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`], [`KeyError::InvalidLabel`].
    pub async fn rename_key(
        &self,
        caller: &Caller,
        id: KeyId,
        label: String,
    ) -> Result<ApiKey, AdministrationError> {
        let actor = self.may_change(caller, id, KeyKind::Developer).await?;
        Ok(self.keys.rename(id, label, actor).await?)
    }

    /// Sets what a key may consume in a usage period; `None` leaves a limit as it is.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn limit_key(
        &self,
        caller: &Caller,
        id: KeyId,
        characters: Option<CharacterLimit>,
        speech_milliseconds: Option<Option<u64>>,
    ) -> Result<ApiKey, AdministrationError> {
        let actor = self.may_change(caller, id, KeyKind::Developer).await?;
        let limited = self.keys.limit(id, characters, speech_milliseconds, actor);
        Ok(limited.await?)
    }

    /// Ends the access of a person for good, at once.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn deactivate_person(
        &self,
        caller: &Caller,
        id: KeyId,
    ) -> Result<ApiKey, AdministrationError> {
        let actor = self.may_change(caller, id, KeyKind::Person).await?;
        Ok(self.keys.deactivate(id, actor).await?)
    }

    /// Sets how many characters a person may consume in a usage period.
    ///
    /// # Errors
    /// [`KeyError::UnknownKey`].
    pub async fn limit_person(
        &self,
        caller: &Caller,
        id: KeyId,
        characters: CharacterLimit,
    ) -> Result<ApiKey, AdministrationError> {
        let actor = self.may_change(caller, id, KeyKind::Person).await?;
        Ok(self.keys.limit(id, Some(characters), None, actor).await?)
    }

    /// # Errors
    /// [`KeyError::UnknownKey`] unless it is a key of that kind of the caller's account.
    async fn may_change(
        &self,
        caller: &Caller,
        id: KeyId,
        kind: KeyKind,
    ) -> Result<Actor, AdministrationError> {
        let actor = may(caller)?;
        let keys = self.of_kind(caller, kind).await?;
        if keys.iter().any(|key| key.id == id) {
            Ok(actor)
        } else {
            Err(KeyError::UnknownKey(id).into())
        }
    }
}

/// Who acts, if it may.
fn may(caller: &Caller) -> Result<Actor, Forbidden> {
    caller.require_administration()?;
    Ok(Actor::Key(caller.key.id))
}
