//! The log of administrative acts.

use dragoman_domain::{AuditEntry, AuditFilter, AuditRecord, StoreError};
use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{Postgres, QueryBuilder};

use super::connection::bounded;
use super::texts::storable;
use crate::rows::to_record;

/// Adds an entry: within the transaction of what it is about.
pub(super) async fn record(
    connection: &mut PgConnection,
    entry: &AuditEntry,
) -> Result<(), StoreError> {
    bounded(
        sqlx::query(
            "INSERT INTO audit_log (at, account, actor, act, key, details)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(entry.at.as_millisecond())
        .bind(entry.account.0)
        .bind(entry.actor.to_string())
        .bind(entry.act.name())
        .bind(entry.act.key().map(|id| id.key))
        .bind(storable(&entry.act.details()))
        .execute(connection),
    )
    .await?;
    Ok(())
}

pub(super) async fn read(
    pool: &PgPool,
    filter: AuditFilter,
) -> Result<Vec<AuditRecord>, StoreError> {
    let mut query = QueryBuilder::<Postgres>::new(
        "SELECT audit_log.at, audit_log.account, audit_log.actor, audit_log.act, audit_log.key, audit_log.details,
                accounts.name
         FROM audit_log JOIN accounts ON accounts.id = audit_log.account WHERE TRUE",
    );
    if let Some(account) = filter.account {
        query.push(" AND audit_log.account = ").push_bind(account.0);
    }
    if let Some(key) = filter.key {
        query.push(" AND audit_log.key = ").push_bind(key.key);
    }
    if let Some(actor) = filter.actor {
        query
            .push(" AND audit_log.actor = ")
            .push_bind(actor.to_string());
    }
    query.push(" ORDER BY audit_log.id DESC");
    if let Some(most) = filter.most {
        query.push(" LIMIT ").push_bind(i64::from(most));
    }
    let rows = bounded(query.build().fetch_all(pool)).await?;
    rows.iter().rev().map(to_record).collect()
}
