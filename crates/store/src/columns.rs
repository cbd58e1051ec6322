//! How domain values are kept in columns. A column that holds something else is a fault of the
//! database, reported as such and never guessed at.

use dragoman_domain::{
    Account, AccountId, ApiKey, CharacterLimit, KeyId, KeyKind, Plan, Scope, ScopeSet, StoreError,
    Timestamp,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

pub(crate) fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Failed {
        reason: error.to_string(),
    }
}

pub(crate) fn corrupt(column: &str) -> StoreError {
    StoreError::Failed {
        reason: format!("column {column} holds what this program did not write"),
    }
}

/// A count as a column. SQLite's integers have a sign; nobody consumes 2^63 characters.
pub(crate) fn from_count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(crate) fn to_count(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let value: i64 = row.try_get(column).map_err(failed)?;
    u64::try_from(value).map_err(|_| corrupt(column))
}

pub(crate) fn to_limit(row: &SqliteRow, column: &str) -> Result<CharacterLimit, StoreError> {
    let value: Option<i64> = row.try_get(column).map_err(failed)?;
    value
        .map(|limit| u64::try_from(limit).map_err(|_| corrupt(column)))
        .transpose()
}

pub(crate) fn to_time(column: &str, milliseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(milliseconds).map_err(|_| corrupt(column))
}

pub(crate) fn to_guid(row: &SqliteRow, column: &str) -> Result<Uuid, StoreError> {
    let text: &str = row.try_get(column).map_err(failed)?;
    Uuid::try_parse(text).map_err(|_| corrupt(column))
}

pub(crate) fn from_scopes(scopes: &ScopeSet) -> Option<String> {
    match scopes {
        ScopeSet::Unrestricted => None,
        ScopeSet::Only(_) => Some(
            scopes
                .iter()
                .map(Scope::as_str)
                .collect::<Vec<_>>()
                .join(" "),
        ),
    }
}

fn to_scopes(text: Option<&str>) -> Result<ScopeSet, StoreError> {
    let Some(text) = text else {
        return Ok(ScopeSet::Unrestricted);
    };
    text.split_whitespace()
        .map(|name| name.parse().map_err(|_| corrupt("scopes")))
        .collect::<Result<_, _>>()
        .map(ScopeSet::Only)
}

pub(crate) fn to_account(row: &SqliteRow) -> Result<Account, StoreError> {
    let plan: &str = row.try_get("account_plan").map_err(failed)?;
    Ok(Account {
        id: AccountId(to_guid(row, "account_id")?),
        name: row.try_get("account_name").map_err(failed)?,
        plan: [Plan::Free, Plan::Pro]
            .into_iter()
            .find(|candidate| candidate.as_str() == plan)
            .ok_or_else(|| corrupt("account_plan"))?,
        character_limit: to_limit(row, "account_limit")?,
        detection_enabled: row.try_get("account_detection").map_err(failed)?,
        created: to_time(
            "account_created",
            row.try_get("account_created").map_err(failed)?,
        )?,
    })
}

pub(crate) fn to_key(row: &SqliteRow) -> Result<ApiKey, StoreError> {
    let kind: &str = row.try_get("kind").map_err(failed)?;
    let deactivated: Option<i64> = row.try_get("deactivated").map_err(failed)?;
    Ok(ApiKey {
        id: KeyId {
            account: AccountId(to_guid(row, "account")?),
            key: to_guid(row, "id")?,
        },
        kind: [KeyKind::Developer, KeyKind::Admin]
            .into_iter()
            .find(|candidate| candidate.as_str() == kind)
            .ok_or_else(|| corrupt("kind"))?,
        label: row.try_get("label").map_err(failed)?,
        scopes: to_scopes(row.try_get("scopes").map_err(failed)?)?,
        character_limit: to_limit(row, "character_limit")?,
        created: to_time("created", row.try_get("created").map_err(failed)?)?,
        deactivated: deactivated
            .map(|time| to_time("deactivated", time))
            .transpose()?,
    })
}
