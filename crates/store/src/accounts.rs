use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, ApiKey, KeyDigest, KeyId, StoreError,
    Timestamp,
};
use sqlx::Row;
use subtle::ConstantTimeEq;

use crate::SqliteStore;
use crate::columns::{failed, from_count, from_scopes, to_account, to_key};

/// The columns of an account under names that no column of a key has, for [`to_account`].
macro_rules! account_columns {
    () => {
        "accounts.id AS account_id, accounts.name AS account_name, accounts.plan AS account_plan,
         accounts.character_limit AS account_limit, accounts.detection_enabled AS account_detection,
         accounts.created AS account_created"
    };
}

fn duplicate_or_failed(error: sqlx::Error, what: &str) -> StoreError {
    let is_duplicate = error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_unique_violation);
    if is_duplicate {
        StoreError::Duplicate {
            what: what.to_owned(),
        }
    } else {
        failed(error)
    }
}

#[async_trait]
impl AccountStore for SqliteStore {
    async fn create_account(&self, account: &Account) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO accounts (id, name, plan, character_limit, detection_enabled, created)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(account.id.to_string())
        .bind(&account.name)
        .bind(account.plan.as_str())
        .bind(account.character_limit.map(from_count))
        .bind(account.detection_enabled)
        .bind(account.created.as_millisecond())
        .execute(&self.pool)
        .await
        .map_err(|error| {
            duplicate_or_failed(error, &format!("an account named \"{}\"", account.name))
        })?;
        Ok(())
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE name = ?"
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
            " FROM accounts ORDER BY created, id"
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
        change: AccountChange,
    ) -> Result<Option<Account>, StoreError> {
        sqlx::query(concat!(
            "UPDATE accounts
                 SET character_limit = CASE WHEN ?2 THEN ?3 ELSE character_limit END,
                     detection_enabled = coalesce(?4, detection_enabled)
                 WHERE id = ?1
                 RETURNING ",
            account_columns!()
        ))
        .bind(id.to_string())
        .bind(change.character_limit.is_some())
        .bind(change.character_limit.flatten().map(from_count))
        .bind(change.detection_enabled)
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?
        .as_ref()
        .map(to_account)
        .transpose()
    }

    async fn create_key(&self, key: &ApiKey, digest: &KeyDigest) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO keys (id, account, kind, label, scopes, character_limit, digest, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(key.id.key.to_string())
        .bind(key.id.account.to_string())
        .bind(key.kind.as_str())
        .bind(&key.label)
        .bind(from_scopes(&key.scopes))
        .bind(key.character_limit.map(from_count))
        .bind(digest.0.as_slice())
        .bind(key.created.as_millisecond())
        .execute(&self.pool)
        .await
        .map_err(|error| duplicate_or_failed(error, "the key"))?;
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

    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        sqlx::query("SELECT * FROM keys ORDER BY created, id")
            .fetch_all(&self.pool)
            .await
            .map_err(failed)?
            .iter()
            .map(to_key)
            .collect()
    }

    async fn deactivate_key(&self, id: KeyId, at: Timestamp) -> Result<Option<ApiKey>, StoreError> {
        sqlx::query(
            "UPDATE keys SET deactivated = coalesce(deactivated, ?3)
             WHERE id = ?1 AND account = ?2
             RETURNING *",
        )
        .bind(id.key.to_string())
        .bind(id.account.to_string())
        .bind(at.as_millisecond())
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?
        .as_ref()
        .map(to_key)
        .transpose()
    }
}
