use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountId, ApiKey, AuditEntry, Session, SessionDigest, SessionStore, SignInCode,
    StoreError, Timestamp,
};
use subtle::ConstantTimeEq;

use super::columns::key_columns;
use super::connection::bounded;
use super::texts::storable;
use super::{PostgresStore, audit};
use crate::rows::columns::from_words;
use crate::rows::{StoredRow, account_columns, to_key, to_session, to_sign_in_code};

#[async_trait]
impl SessionStore for PostgresStore {
    async fn create_session(
        &self,
        session: &Session,
        digest: &SessionDigest,
        most: u32,
    ) -> Result<(), StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        // Of those who sign in with the same key at the same time, each sees the sessions of those before.
        bounded(
            sqlx::query("SELECT FROM keys WHERE id = $1 FOR NO KEY UPDATE")
                .bind(session.key.key)
                .execute(&mut *transaction),
        )
        .await?;
        bounded(
            sqlx::query(
                "DELETE FROM sessions WHERE digest IN
                     (SELECT digest FROM sessions WHERE key = $1 ORDER BY last_used DESC OFFSET $2)",
            )
            .bind(session.key.key)
            .bind(i64::from(most.saturating_sub(1)))
            .execute(&mut *transaction),
        )
        .await?;
        bounded(
            sqlx::query(
                "INSERT INTO sessions (digest, key, roles, created, last_used, expires)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(digest.0.as_slice())
            .bind(session.key.key)
            .bind(from_words(session.roles.iter()))
            .bind(session.created.as_millisecond())
            .bind(session.last_used.as_millisecond())
            .bind(session.expires.as_millisecond())
            .execute(&mut *transaction),
        )
        .await?;
        bounded(transaction.commit()).await
    }

    async fn session(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<(Session, ApiKey, Account)>, StoreError> {
        let Some(row) = bounded(
            sqlx::query(concat!(
                "SELECT ",
                key_columns!(),
                ", sessions.digest AS session_digest, sessions.roles AS session_roles,
                     sessions.created AS session_created, sessions.last_used AS session_last_used,
                     sessions.expires AS session_expires, ",
                account_columns!(),
                " FROM sessions JOIN keys ON keys.id = sessions.key
                     JOIN accounts ON accounts.id = keys.account
                 WHERE sessions.digest = $1 AND accounts.deleted IS NULL"
            ))
            .bind(digest.0.as_slice())
            .fetch_optional(&self.pool),
        )
        .await?
        else {
            return Ok(None);
        };
        // As with keys: what decides is compared in constant time.
        if !bool::from(row.bytes("session_digest")?.ct_eq(&digest.0)) {
            return Ok(None);
        }
        to_session(&row).map(Some)
    }

    async fn touch_session(&self, digest: &SessionDigest, at: Timestamp) -> Result<(), StoreError> {
        bounded(
            sqlx::query(
                "UPDATE sessions SET last_used = greatest(last_used, $2) WHERE digest = $1",
            )
            .bind(digest.0.as_slice())
            .bind(at.as_millisecond())
            .execute(&self.pool),
        )
        .await?;
        Ok(())
    }

    async fn end_session(&self, digest: &SessionDigest) -> Result<(), StoreError> {
        bounded(
            sqlx::query("DELETE FROM sessions WHERE digest = $1")
                .bind(digest.0.as_slice())
                .execute(&self.pool),
        )
        .await?;
        Ok(())
    }

    async fn remove_ended_sessions(
        &self,
        now: Timestamp,
        unused_since: Timestamp,
    ) -> Result<(), StoreError> {
        // What somebody has in hand at the moment is being removed, or used and not to be removed, so nobody waits here.
        bounded(
            sqlx::query(
                "DELETE FROM sessions WHERE digest IN
                     (SELECT digest FROM sessions WHERE expires <= $1 OR last_used < $2
                      FOR UPDATE SKIP LOCKED)",
            )
            .bind(now.as_millisecond())
            .bind(unused_since.as_millisecond())
            .execute(&self.pool),
        )
        .await?;
        bounded(
            sqlx::query(
                "DELETE FROM sign_in_codes WHERE digest IN
                     (SELECT digest FROM sign_in_codes WHERE expires <= $1 FOR UPDATE SKIP LOCKED)",
            )
            .bind(now.as_millisecond())
            .execute(&self.pool),
        )
        .await?;
        Ok(())
    }

    async fn create_sign_in_code(
        &self,
        code: &SignInCode,
        digest: &SessionDigest,
        audit: &AuditEntry,
    ) -> Result<(), StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        bounded(
            sqlx::query(
                "INSERT INTO sign_in_codes (digest, account, identity, name, roles, expires)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(digest.0.as_slice())
            .bind(code.account.0)
            .bind(storable(&code.person.identity))
            .bind(storable(&code.person.name))
            .bind(from_words(code.roles.iter()))
            .bind(code.expires.as_millisecond())
            .execute(&mut *transaction),
        )
        .await?;
        audit::record(&mut transaction, audit).await?;
        bounded(transaction.commit()).await
    }

    async fn take_sign_in_code(
        &self,
        digest: &SessionDigest,
    ) -> Result<Option<SignInCode>, StoreError> {
        let row = bounded(
            sqlx::query("DELETE FROM sign_in_codes WHERE digest = $1 RETURNING account, identity, name, roles, expires")
                .bind(digest.0.as_slice())
                .fetch_optional(&self.pool),
        )
        .await?;
        row.as_ref().map(to_sign_in_code).transpose()
    }

    async fn key_of_person(
        &self,
        account: AccountId,
        identity: &str,
    ) -> Result<Option<ApiKey>, StoreError> {
        let row = bounded(
            sqlx::query(concat!(
                "SELECT ",
                key_columns!(),
                " FROM keys WHERE account = $1 AND identity = $2"
            ))
            .bind(account.0)
            .bind(storable(identity))
            .fetch_optional(&self.pool),
        )
        .await?;
        row.as_ref().map(to_key).transpose()
    }
}
