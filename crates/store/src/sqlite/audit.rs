//! The log of administrative acts.

use dragoman_domain::{AuditEntry, AuditFilter, AuditRecord, StoreError};
use sqlx::{QueryBuilder, SqliteConnection};

use super::SqliteStore;
use crate::rows::faults::failed;
use crate::rows::to_record;

/// Adds an entry: within the transaction of what it is about.
pub(crate) async fn record(
    connection: &mut SqliteConnection,
    entry: &AuditEntry,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO audit_log (at, account, actor, act, key, details) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(entry.at.as_millisecond())
    .bind(entry.account.to_string())
    .bind(entry.actor.to_string())
    .bind(entry.act.name())
    .bind(entry.act.key().map(|id| id.key.to_string()))
    .bind(entry.act.details())
    .execute(connection)
    .await
    .map_err(failed)?;
    Ok(())
}

pub(crate) async fn read(
    store: &SqliteStore,
    filter: AuditFilter,
) -> Result<Vec<AuditRecord>, StoreError> {
    let mut query = QueryBuilder::new(
        "SELECT audit_log.*, accounts.name
         FROM audit_log JOIN accounts ON accounts.id = audit_log.account WHERE TRUE",
    );
    if let Some(account) = filter.account {
        query
            .push(" AND audit_log.account = ")
            .push_bind(account.to_string());
    }
    if let Some(key) = filter.key {
        query
            .push(" AND audit_log.key = ")
            .push_bind(key.key.to_string());
    }
    if let Some(actor) = filter.actor {
        query
            .push(" AND audit_log.actor = ")
            .push_bind(actor.to_string());
    }
    query.push(" ORDER BY audit_log.id DESC");
    if let Some(most) = filter.most {
        query.push(" LIMIT ").push_bind(most);
    }
    let rows = query.build().fetch_all(&store.pool).await.map_err(failed)?;
    rows.iter().rev().map(to_record).collect()
}
