use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountId, ApiKey, AuditEntry, Session, SessionDigest, SessionStore, SignInCode,
    StoreError, Timestamp,
};
use sqlx::Row;
use subtle::ConstantTimeEq;

use super::{SqliteStore, audit};
use crate::rows::columns::from_words;
use crate::rows::faults::failed;
use crate::rows::{account_columns, to_key, to_session, to_sign_in_code};

#[async_trait]
impl SessionStore for SqliteStore {
    async fn create_session(
        &self,
        session: &Session,
        digest: &SessionDigest,
        most: u32,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_change().await?;
        sqlx::query(
            "DELETE FROM sessions WHERE digest IN
                 (SELECT digest FROM sessions WHERE key = ?1 ORDER BY last_used DESC LIMIT -1 OFFSET ?2)",
        )
        .bind(session.key.key.to_string())
        .bind(most.saturating_sub(1))
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        sqlx::query(
            "INSERT INTO sessions (digest, key, roles, created, last_used, expires)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(digest.0.as_slice())
        .bind(session.key.key.to_string())
        .bind(from_words(session.roles.iter()))
        .bind(session.created.as_millisecond())
        .bind(session.last_used.as_millisecond())
        .bind(session.expires.as_millisecond())
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        transaction.commit().await.map_err(failed)
    }

    async fn session(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<(Session, ApiKey, Account)>, StoreError> {
        let Some(row) = sqlx::query(concat!(
            "SELECT keys.*, sessions.digest AS session_digest, sessions.roles AS session_roles,
                 sessions.created AS session_created, sessions.last_used AS session_last_used,
                 sessions.expires AS session_expires, ",
            account_columns!(),
            " FROM sessions JOIN keys ON keys.id = sessions.key
                 JOIN accounts ON accounts.id = keys.account
             WHERE sessions.digest = ? AND accounts.deleted IS NULL"
        ))
        .bind(digest.0.as_slice())
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?
        else {
            return Ok(None);
        };
        // As with keys: what decides is compared in constant time.
        let stored: &[u8] = row.try_get("session_digest").map_err(failed)?;
        if !bool::from(stored.ct_eq(&digest.0)) {
            return Ok(None);
        }
        to_session(&row).map(Some)
    }

    async fn touch_session(&self, digest: &SessionDigest, at: Timestamp) -> Result<(), StoreError> {
        sqlx::query("UPDATE sessions SET last_used = max(last_used, ?2) WHERE digest = ?1")
            .bind(digest.0.as_slice())
            .bind(at.as_millisecond())
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn end_session(&self, digest: &SessionDigest) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE digest = ?")
            .bind(digest.0.as_slice())
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn remove_ended_sessions(
        &self,
        now: Timestamp,
        unused_since: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_change().await?;
        sqlx::query("DELETE FROM sessions WHERE expires <= ? OR last_used < ?")
            .bind(now.as_millisecond())
            .bind(unused_since.as_millisecond())
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        sqlx::query("DELETE FROM sign_in_codes WHERE expires <= ?")
            .bind(now.as_millisecond())
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        transaction.commit().await.map_err(failed)
    }

    async fn create_sign_in_code(
        &self,
        code: &SignInCode,
        digest: &SessionDigest,
        audit: &AuditEntry,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_change().await?;
        sqlx::query(
            "INSERT INTO sign_in_codes (digest, account, identity, name, roles, expires)
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(digest.0.as_slice())
        .bind(code.account.to_string())
        .bind(&code.person.identity)
        .bind(&code.person.name)
        .bind(from_words(code.roles.iter()))
        .bind(code.expires.as_millisecond())
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        audit::record(&mut transaction, audit).await?;
        transaction.commit().await.map_err(failed)
    }

    async fn take_sign_in_code(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<SignInCode>, StoreError> {
        let row = sqlx::query("DELETE FROM sign_in_codes WHERE digest = ? RETURNING *")
            .bind(digest.0.as_slice())
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?;
        row.as_ref().map(to_sign_in_code).transpose()
    }

    async fn key_of_person(
        &self,
        account: AccountId,
        identity: &str,
    ) -> Result<Option<ApiKey>, StoreError> {
        sqlx::query("SELECT * FROM keys WHERE account = ? AND identity = ?")
            .bind(account.to_string())
            .bind(identity)
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?
            .as_ref()
            .map(to_key)
            .transpose()
    }
}
