//! How domain values are kept in columns. A column that holds something else is a fault of the
//! database, reported as such and never guessed at.

use std::collections::BTreeSet;

use dragoman_domain::{
    Account, AccountId, ApiKey, CharacterLimit, Date, DocumentId, EmailAddress, Feature, KeyId,
    KeyKind, KeyLimits, Language, NoticeLevel, Plan, ScopeSet, StoreError, Timestamp, day_of,
    start_of,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

const SECONDS_OF_A_DAY: i64 = 86_400;

pub(crate) fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Failed {
        reason: error.to_string(),
    }
}

/// What a failed insertion means: something that there may be once only, or another failure.
pub(crate) fn duplicate_or_failed(error: sqlx::Error, what: &str) -> StoreError {
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

pub(crate) fn time_of(row: &SqliteRow, column: &str) -> Result<Timestamp, StoreError> {
    to_time(column, row.try_get(column).map_err(failed)?)
}

/// A day as a column: days since 1970.
pub(crate) fn from_day(day: Date) -> i64 {
    start_of(day).as_second().div_euclid(SECONDS_OF_A_DAY)
}

pub(crate) fn to_day(row: &SqliteRow, column: &str) -> Result<Date, StoreError> {
    let days: i64 = row.try_get(column).map_err(failed)?;
    days.checked_mul(SECONDS_OF_A_DAY)
        .and_then(|seconds| Timestamp::from_second(seconds).ok())
        .map(day_of)
        .ok_or_else(|| corrupt(column))
}

pub(crate) fn to_account_id(row: &SqliteRow, column: &str) -> Result<AccountId, StoreError> {
    to_guid(row, column).map(AccountId)
}

pub(crate) fn to_document_id(row: &SqliteRow, column: &str) -> Result<DocumentId, StoreError> {
    let text: &str = row.try_get(column).map_err(failed)?;
    text.parse().map_err(|_| corrupt(column))
}

pub(crate) fn to_guid(row: &SqliteRow, column: &str) -> Result<Uuid, StoreError> {
    let text: &str = row.try_get(column).map_err(failed)?;
    Uuid::try_parse(text).map_err(|_| corrupt(column))
}

/// A level of notices as a column: its percentage of the limit.
pub(crate) fn to_level(row: &SqliteRow, column: &str) -> Result<NoticeLevel, StoreError> {
    let percent: i64 = row.try_get(column).map_err(failed)?;
    NoticeLevel::ALL
        .into_iter()
        .find(|level| i64::from(level.percent()) == percent)
        .ok_or_else(|| corrupt(column))
}

pub(crate) fn to_language(row: &SqliteRow, column: &str) -> Result<Language, StoreError> {
    let tag: &str = row.try_get(column).map_err(failed)?;
    Language::parse(tag).map_err(|_| corrupt(column))
}

pub(crate) fn from_scopes(scopes: &ScopeSet) -> Option<String> {
    match scopes {
        ScopeSet::Unrestricted => None,
        ScopeSet::Only(scopes) => Some(from_words(scopes)),
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

/// Words as a column: none of them has a space in it.
pub(crate) fn from_words<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(" ")
}

/// The value that a word of a column stands for.
fn of_word<T: Copy>(
    all: &[T],
    word_of: fn(T) -> &'static str,
    word: &str,
    column: &str,
) -> Result<T, StoreError> {
    let found = all.iter().find(|value| word_of(**value) == word);
    found.copied().ok_or_else(|| corrupt(column))
}

fn to_features(row: &SqliteRow) -> Result<BTreeSet<Feature>, StoreError> {
    const COLUMN: &str = "account_features";
    let words: &str = row.try_get(COLUMN).map_err(failed)?;
    words
        .split_whitespace()
        .map(|word| of_word(&Feature::ALL, Feature::as_str, word, COLUMN))
        .collect()
}

/// The e-mail addresses in a column.
pub(crate) fn to_addresses(words: &str, column: &str) -> Result<Vec<EmailAddress>, StoreError> {
    let address = |word: &str| word.parse().map_err(|_| corrupt(column));
    words.split_whitespace().map(address).collect()
}

pub(crate) fn to_account(row: &SqliteRow) -> Result<Account, StoreError> {
    let plan: &str = row.try_get("account_plan").map_err(failed)?;
    let contacts: &str = row.try_get("account_contacts").map_err(failed)?;
    Ok(Account {
        id: to_account_id(row, "account_id")?,
        name: row.try_get("account_name").map_err(failed)?,
        plan: of_word(&Plan::ALL, Plan::as_str, plan, "account_plan")?,
        character_limit: to_limit(row, "account_limit")?,
        features: to_features(row)?,
        billing_start: to_day(row, "account_billing_start")?,
        contacts: to_addresses(contacts, "account_contacts")?,
        created: to_time(
            "account_created",
            row.try_get("account_created").map_err(failed)?,
        )?,
    })
}

pub(crate) fn to_key(row: &SqliteRow) -> Result<ApiKey, StoreError> {
    let kind: &str = row.try_get("kind").map_err(failed)?;
    let time = |column| {
        let time: Option<i64> = row.try_get(column).map_err(failed)?;
        time.map(|time| to_time(column, time)).transpose()
    };
    Ok(ApiKey {
        id: KeyId {
            account: to_account_id(row, "account")?,
            key: to_guid(row, "id")?,
        },
        kind: of_word(&KeyKind::ALL, KeyKind::as_str, kind, "kind")?,
        label: row.try_get("label").map_err(failed)?,
        mask: row.try_get("mask").map_err(failed)?,
        scopes: to_scopes(row.try_get("scopes").map_err(failed)?)?,
        limits: KeyLimits {
            characters: to_limit(row, "character_limit")?,
            speech_milliseconds: to_limit(row, "speech_limit")?,
        },
        created: to_time("created", row.try_get("created").map_err(failed)?)?,
        expires: time("expires")?,
        deactivated: time("deactivated")?,
    })
}
