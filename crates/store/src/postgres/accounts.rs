use async_trait::async_trait;
use dragoman_domain::{
    Account, AccountChange, AccountId, AccountStore, ApiKey, AuditEntry, AuditFilter, AuditRecord,
    ChangeAccountError, CreateKeyError, DeletedAccount, KeyChange, KeyDigest, KeyId, KeyKind,
    StoreError, Timestamp,
};
use sqlx::postgres::PgConnection;

use super::columns::key_columns;
use super::connection::{bounded, bounded_sql};
use super::texts::storable;
use super::{PostgresStore, audit, deletion};
use crate::rows::columns::{from_count, from_day, from_scopes, from_words};
use crate::rows::faults::duplicate_or_failed;
use crate::rows::{account_columns, to_account, to_key};

#[async_trait]
impl AccountStore for PostgresStore {
    async fn create_account(
        &self,
        account: &Account,
        audit: &AuditEntry,
    ) -> Result<(), StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        bounded_sql(
            sqlx::query(
                "INSERT INTO accounts
                     (id, name, plan, character_limit, features, billing_start, contacts, created)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(account.id.0)
            .bind(storable(&account.name))
            .bind(account.plan.as_str())
            .bind(account.character_limit.map(from_count))
            .bind(from_words(&account.features))
            .bind(from_day(account.billing_start))
            .bind(from_words(&account.contacts))
            .bind(account.created.as_millisecond())
            .execute(&mut *transaction),
        )
        .await
        .map_err(|error| {
            duplicate_or_failed(error, &format!("an account named \"{}\"", account.name))
        })?;
        audit::record(&mut transaction, audit).await?;
        bounded(transaction.commit()).await
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let row = bounded(
            sqlx::query(concat!(
                "SELECT ",
                account_columns!(),
                " FROM accounts WHERE name = $1 AND deleted IS NULL"
            ))
            .bind(storable(name))
            .fetch_optional(&self.pool),
        )
        .await?;
        row.as_ref().map(to_account).transpose()
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        let rows = bounded(
            sqlx::query(concat!(
                "SELECT ",
                account_columns!(),
                " FROM accounts WHERE deleted IS NULL ORDER BY created, id"
            ))
            .fetch_all(&self.pool),
        )
        .await?;
        rows.iter().map(to_account).collect()
    }

    async fn change_account(
        &self,
        id: AccountId,
        change: &AccountChange,
        audit: &AuditEntry,
    ) -> Result<Option<Account>, ChangeAccountError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        let Some(before) = lock_account(&mut transaction, id).await? else {
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
        bounded(transaction.commit()).await?;
        Ok(Some(account))
    }

    async fn delete_account(
        &self,
        id: AccountId,
        audit: &AuditEntry,
    ) -> Result<Option<DeletedAccount>, StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        let deleted = deletion::delete(&mut transaction, id, audit.at).await?;
        if deleted.is_some() {
            audit::record(&mut transaction, audit).await?;
            bounded(transaction.commit()).await?;
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
        let mut transaction = bounded(self.pool.begin()).await?;
        let account = key.id.account;
        // Its form depends on the plan, which does not change meanwhile either.
        lock_account(&mut transaction, account).await?;
        if key.kind != KeyKind::Admin
            && active_keys(&mut transaction, account, Some(key.kind), audit.at).await?
                >= i64::from(most)
        {
            return Err(CreateKeyError::TooMany { most });
        }
        insert_key(&mut transaction, key, digest, identity).await?;
        audit::record(&mut transaction, audit).await?;
        bounded(transaction.commit()).await?;
        Ok(())
    }

    async fn key_by_digest(
        &self,
        digest: &KeyDigest,
    ) -> Result<Option<(ApiKey, Account)>, StoreError> {
        self.lookups.key_by_digest(digest).await
    }

    async fn key(&self, id: KeyId) -> Result<Option<(ApiKey, Account)>, StoreError> {
        let row = bounded(
            sqlx::query(concat!(
                "SELECT ",
                key_columns!(),
                ", ",
                account_columns!(),
                " FROM keys JOIN accounts ON accounts.id = keys.account
                  WHERE keys.id = $1 AND accounts.id = $2"
            ))
            .bind(id.key)
            .bind(id.account.0)
            .fetch_optional(&self.pool),
        )
        .await?;
        row.map(|row| Ok((to_key(&row)?, to_account(&row)?)))
            .transpose()
    }

    async fn keys(&self, account: Option<AccountId>) -> Result<Vec<ApiKey>, StoreError> {
        // One statement for both would read the keys of all accounts.
        let query = match account {
            None => sqlx::query(concat!(
                "SELECT ",
                key_columns!(),
                " FROM keys ORDER BY created, id"
            )),
            Some(account) => sqlx::query(concat!(
                "SELECT ",
                key_columns!(),
                " FROM keys WHERE account = $1 ORDER BY created, id"
            ))
            .bind(account.0),
        };
        let rows = bounded(query.fetch_all(&self.pool)).await?;
        rows.iter().map(to_key).collect()
    }

    async fn change_key(
        &self,
        id: KeyId,
        change: &KeyChange,
        audit: &AuditEntry,
    ) -> Result<Option<ApiKey>, StoreError> {
        let mut transaction = bounded(self.pool.begin()).await?;
        // Whoever counts for the account afterwards sees the change.
        lock_account(&mut transaction, id.account).await?;
        let Some(before) = key_by_id(&mut transaction, id).await? else {
            return Ok(None);
        };
        let mut key = before.changed_by(change);
        key.label = storable(&key.label).into_owned();
        if key == before {
            return Ok(Some(key));
        }
        update_key(&mut transaction, &key).await?;
        audit::record(&mut transaction, audit).await?;
        bounded(transaction.commit()).await?;
        Ok(Some(key))
    }

    async fn audit_log(&self, filter: AuditFilter) -> Result<Vec<AuditRecord>, StoreError> {
        audit::read(&self.pool, filter).await
    }
}

/// Locks an account until the end of the transaction, as the functions of the schema do, and gives it. Whoever changes
/// something of an account that others must not change meanwhile does this first.
pub(super) async fn lock_account(
    connection: &mut PgConnection,
    id: AccountId,
) -> Result<Option<Account>, StoreError> {
    let row = bounded(
        sqlx::query(concat!(
            "SELECT ",
            account_columns!(),
            " FROM accounts WHERE id = $1 FOR NO KEY UPDATE"
        ))
        .bind(id.0)
        .fetch_optional(connection),
    )
    .await?;
    row.as_ref().map(to_account).transpose()
}

async fn key_by_id(connection: &mut PgConnection, id: KeyId) -> Result<Option<ApiKey>, StoreError> {
    let row = bounded(
        sqlx::query(concat!(
            "SELECT ",
            key_columns!(),
            " FROM keys WHERE id = $1 AND account = $2"
        ))
        .bind(id.key)
        .bind(id.account.0)
        .fetch_optional(connection),
    )
    .await?;
    row.as_ref().map(to_key).transpose()
}

/// How many keys of an account work: those of one kind, or all that programs have.
async fn active_keys(
    connection: &mut PgConnection,
    account: AccountId,
    kind: Option<KeyKind>,
    now: Timestamp,
) -> Result<i64, StoreError> {
    bounded(
        sqlx::query_scalar(
            "SELECT count(*) FROM keys
             WHERE account = $1 AND deactivated IS NULL AND kind = coalesce($2, nullif(kind, 'person'))
                 AND (expires IS NULL OR expires > $3)",
        )
        .bind(account.0)
        .bind(kind.map(KeyKind::as_str))
        .bind(now.as_millisecond())
        .fetch_one(connection),
    )
    .await
}

async fn insert_key(
    connection: &mut PgConnection,
    key: &ApiKey,
    digest: &KeyDigest,
    identity: Option<&str>,
) -> Result<(), StoreError> {
    bounded_sql(
        sqlx::query(
            "INSERT INTO keys
                 (id, account, kind, label, mask, scopes, character_limit, speech_limit, digest, created,
                  expires, identity)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(key.id.key)
        .bind(key.id.account.0)
        .bind(key.kind.as_str())
        .bind(storable(&key.label))
        .bind(&key.mask)
        .bind(from_scopes(&key.scopes))
        .bind(key.limits.characters.map(from_count))
        .bind(key.limits.speech_milliseconds.map(from_count))
        .bind(digest.0.as_slice())
        .bind(key.created.as_millisecond())
        .bind(key.expires.map(Timestamp::as_millisecond))
        .bind(identity.map(storable))
        .execute(connection),
    )
    .await
    .map_err(|error| duplicate_or_failed(error, "the key"))?;
    Ok(())
}

async fn update_key(connection: &mut PgConnection, key: &ApiKey) -> Result<(), StoreError> {
    bounded(
        sqlx::query(
            "UPDATE keys SET label = $2, character_limit = $3, speech_limit = $4, deactivated = $5,
                 scopes = $6, expires = $7
             WHERE id = $1",
        )
        .bind(key.id.key)
        .bind(&key.label)
        .bind(key.limits.characters.map(from_count))
        .bind(key.limits.speech_milliseconds.map(from_count))
        .bind(key.deactivated.map(Timestamp::as_millisecond))
        .bind(from_scopes(&key.scopes))
        .bind(key.expires.map(Timestamp::as_millisecond))
        .execute(connection),
    )
    .await?;
    Ok(())
}

async fn update(connection: &mut PgConnection, account: &Account) -> Result<(), StoreError> {
    bounded(
        sqlx::query(
            "UPDATE accounts
             SET plan = $2, character_limit = $3, features = $4, billing_start = $5, contacts = $6
             WHERE id = $1",
        )
        .bind(account.id.0)
        .bind(account.plan.as_str())
        .bind(account.character_limit.map(from_count))
        .bind(from_words(&account.features))
        .bind(from_day(account.billing_start))
        .bind(from_words(&account.contacts))
        .execute(connection),
    )
    .await?;
    Ok(())
}
