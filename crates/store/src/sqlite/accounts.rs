use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, ApiKey, AuditEntry, AuditFilter, AuditRecord,
    ChangeAccountError, CreateKeyError, DeletedAccount, KeyChange, KeyDigest, KeyId, KeyKind,
    ReservationId, StoreError, Timestamp, UsageLedger,
};
use sqlx::{Row, SqliteConnection, SqliteTransaction};
use subtle::ConstantTimeEq;

use super::{SqliteStore, audit, deletion};
use crate::rows::columns::{from_count, from_day, from_scopes, from_words};
use crate::rows::faults::{duplicate_or_failed, failed};
use crate::rows::{account_columns, to_account, to_key};

impl SqliteStore {
    /// A transaction that changes accounts or keys.
    pub(crate) async fn begin_change(&self) -> Result<SqliteTransaction<'static>, StoreError> {
        self.pool
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)
    }
}

#[async_trait]
impl AccountStore for SqliteStore {
    async fn create_account(
        &self,
        account: &Account,
        audit: &AuditEntry,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_change().await?;
        sqlx::query(
            "INSERT INTO accounts
                 (id, name, plan, character_limit, features, billing_start, contacts, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(account.id.to_string())
        .bind(&account.name)
        .bind(account.plan.as_str())
        .bind(account.character_limit.map(from_count))
        .bind(from_words(&account.features))
        .bind(from_day(account.billing_start))
        .bind(from_words(&account.contacts))
        .bind(account.created.as_millisecond())
        .execute(&mut *transaction)
        .await
        .map_err(|error| {
            duplicate_or_failed(error, &format!("an account named \"{}\"", account.name))
        })?;
        audit::record(&mut transaction, audit).await?;
        transaction.commit().await.map_err(failed)
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE name = ? AND deleted IS NULL"
        ))
        .bind(name)
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?
        .as_ref()
        .map(to_account)
        .transpose()
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE deleted IS NULL ORDER BY created, id"
        ))
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?
        .iter()
        .map(to_account)
        .collect()
    }

    async fn change_account(
        &self,
        id: AccountId,
        change: &AccountChange,
        audit: &AuditEntry,
    ) -> Result<Option<Account>, ChangeAccountError> {
        let mut transaction = self.begin_change().await?;
        let Some(before) = account_by_id(&mut transaction, id).await? else {
            return Ok(None);
        };
        let account = before.changed_by(change);
        if account.plan.is_pro() != before.plan.is_pro()
            && active_keys(&mut transaction, id, None, audit.at).await? > 0
        {
            return Err(ChangeAccountError::ActiveKeys);
        }
        if account == before {
            return Ok(Some(account));
        }
        update(&mut transaction, &account).await?;
        audit::record(&mut transaction, audit).await?;
        transaction.commit().await.map_err(failed)?;
        Ok(Some(account))
    }

    async fn delete_account(
        &self,
        id: AccountId,
        audit: &AuditEntry,
    ) -> Result<Option<DeletedAccount>, StoreError> {
        // On a connection that overwrites what it deletes: the keys of documents are in their rows.
        let mut transaction = self
            .documents
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)?;
        let deleted = deletion::delete(&mut transaction, id, audit.at).await?;
        if deleted.is_some() {
            audit::record(&mut transaction, audit).await?;
            transaction.commit().await.map_err(failed)?;
        }
        for document in deleted.iter().flat_map(|deleted| &deleted.documents) {
            self.release(ReservationId::Document(*document));
        }
        Ok(deleted)
    }

    async fn create_key(
        &self,
        key: &ApiKey,
        digest: &KeyDigest,
        identity: Option<&str>,
        most: u32,
        audit: &AuditEntry,
    ) -> Result<(), CreateKeyError> {
        let mut transaction = self.begin_change().await?;
        let kind = key.kind;
        if kind != KeyKind::Admin
            && active_keys(&mut transaction, key.id.account, Some(kind), audit.at).await?
                >= i64::from(most)
        {
            return Err(CreateKeyError::TooMany { most });
        }
        sqlx::query(
            "INSERT INTO keys
                 (id, account, kind, label, mask, scopes, character_limit, speech_limit, digest, created,
                  expires, identity)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(key.id.key.to_string())
        .bind(key.id.account.to_string())
        .bind(key.kind.as_str())
        .bind(&key.label)
        .bind(&key.mask)
        .bind(from_scopes(&key.scopes))
        .bind(key.limits.characters.map(from_count))
        .bind(key.limits.speech_milliseconds.map(from_count))
        .bind(digest.0.as_slice())
        .bind(key.created.as_millisecond())
        .bind(key.expires.map(|time| time.as_millisecond()))
        .bind(identity)
        .execute(&mut *transaction)
        .await
        .map_err(|error| duplicate_or_failed(error, "the key"))?;
        audit::record(&mut transaction, audit).await?;
        transaction.commit().await.map_err(failed)?;
        Ok(())
    }

    async fn key_by_digest(
        &self,
        digest: &KeyDigest,
    ) -> Result<Option<(ApiKey, Account)>, StoreError> {
        // The look-up compares keyed hashes, which an attacker cannot steer towards a stored one;
        // the comparison that decides is nevertheless in constant time.
        let Some(row) = sqlx::query(concat!(
            "SELECT keys.*, ",
            account_columns!(),
            " FROM keys JOIN accounts ON accounts.id = keys.account WHERE keys.digest = ?"
        ))
        .bind(digest.0.as_slice())
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?
        else {
            return Ok(None);
        };
        let stored: &[u8] = row.try_get("digest").map_err(failed)?;
        if !bool::from(stored.ct_eq(&digest.0)) {
            return Ok(None);
        }
        Ok(Some((to_key(&row)?, to_account(&row)?)))
    }

    async fn key(&self, id: KeyId) -> Result<Option<(ApiKey, Account)>, StoreError> {
        let row = sqlx::query(concat!(
            "SELECT keys.*, ",
            account_columns!(),
            " FROM keys JOIN accounts ON accounts.id = keys.account
              WHERE keys.id = ? AND accounts.id = ?"
        ))
        .bind(id.key.to_string())
        .bind(id.account.to_string())
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?;
        row.map(|row| Ok((to_key(&row)?, to_account(&row)?)))
            .transpose()
    }

    async fn keys(&self, account: Option<AccountId>) -> Result<Vec<ApiKey>, StoreError> {
        // One statement for both would read the keys of all accounts.
        let query = match account {
            None => sqlx::query("SELECT * FROM keys ORDER BY created, id"),
            Some(account) => {
                sqlx::query("SELECT * FROM keys WHERE account = ? ORDER BY created, id")
                    .bind(account.to_string())
            }
        };
        query
            .fetch_all(&self.pool)
            .await
            .map_err(failed)?
            .iter()
            .map(to_key)
            .collect()
    }

    async fn change_key(
        &self,
        id: KeyId,
        change: &KeyChange,
        audit: &AuditEntry,
    ) -> Result<Option<ApiKey>, StoreError> {
        let mut transaction = self.begin_change().await?;
        let Some(before) = key_by_id(&mut transaction, id).await? else {
            return Ok(None);
        };
        let key = before.changed_by(change);
        if key == before {
            return Ok(Some(key));
        }
        sqlx::query(
            "UPDATE keys SET label = ?2, character_limit = ?3, speech_limit = ?4, deactivated = ?5,
                 scopes = ?6, expires = ?7
             WHERE id = ?1",
        )
        .bind(id.key.to_string())
        .bind(&key.label)
        .bind(key.limits.characters.map(from_count))
        .bind(key.limits.speech_milliseconds.map(from_count))
        .bind(key.deactivated.map(|time| time.as_millisecond()))
        .bind(from_scopes(&key.scopes))
        .bind(key.expires.map(|time| time.as_millisecond()))
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        audit::record(&mut transaction, audit).await?;
        transaction.commit().await.map_err(failed)?;
        Ok(Some(key))
    }

    async fn audit_log(&self, filter: AuditFilter) -> Result<Vec<AuditRecord>, StoreError> {
        audit::read(self, filter).await
    }
}

async fn account_by_id(
    connection: &mut SqliteConnection,
    id: AccountId,
) -> Result<Option<Account>, StoreError> {
    sqlx::query(concat!(
        "SELECT ",
        account_columns!(),
        " FROM accounts WHERE id = ?"
    ))
    .bind(id.to_string())
    .fetch_optional(connection)
    .await
    .map_err(failed)?
    .as_ref()
    .map(to_account)
    .transpose()
}

async fn key_by_id(
    connection: &mut SqliteConnection,
    id: KeyId,
) -> Result<Option<ApiKey>, StoreError> {
    sqlx::query("SELECT * FROM keys WHERE id = ? AND account = ?")
        .bind(id.key.to_string())
        .bind(id.account.to_string())
        .fetch_optional(connection)
        .await
        .map_err(failed)?
        .as_ref()
        .map(to_key)
        .transpose()
}

/// How many keys of an account work: those of one kind, or all that programs have.
async fn active_keys(
    connection: &mut SqliteConnection,
    account: AccountId,
    kind: Option<KeyKind>,
    now: Timestamp,
) -> Result<i64, StoreError> {
    sqlx::query_scalar(
        "SELECT count(*) FROM keys
         WHERE account = ?1 AND deactivated IS NULL AND kind = coalesce(?2, nullif(kind, 'person'))
             AND (expires IS NULL OR expires > ?3)",
    )
    .bind(account.to_string())
    .bind(kind.map(KeyKind::as_str))
    .bind(now.as_millisecond())
    .fetch_one(connection)
    .await
    .map_err(failed)
}

async fn update(connection: &mut SqliteConnection, account: &Account) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE accounts
         SET plan = ?2, character_limit = ?3, features = ?4, billing_start = ?5, contacts = ?6
         WHERE id = ?1",
    )
    .bind(account.id.to_string())
    .bind(account.plan.as_str())
    .bind(account.character_limit.map(from_count))
    .bind(from_words(&account.features))
    .bind(from_day(account.billing_start))
    .bind(from_words(&account.contacts))
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}
