//! How values of the domain are kept in columns.

use dragoman_domain::{
    AccountId, CharacterLimit, Date, EmailAddress, KeyId, Language, NoticeLevel, ScopeSet,
    StoreError, Timestamp, day_of, start_of,
};

use super::StoredRow;
use super::faults::corrupt;

const SECONDS_OF_A_DAY: i64 = 86_400;

/// A count as a column. The integers of databases have a sign; nobody consumes 2^63 characters.
pub(crate) fn from_count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(crate) fn to_count(row: &impl StoredRow, column: &str) -> Result<u64, StoreError> {
    u64::try_from(row.integer(column)?).map_err(|_| corrupt(column))
}

pub(crate) fn to_limit(row: &impl StoredRow, column: &str) -> Result<CharacterLimit, StoreError> {
    row.optional_integer(column)?
        .map(|limit| u64::try_from(limit).map_err(|_| corrupt(column)))
        .transpose()
}

pub(crate) fn optional_time(
    row: &impl StoredRow,
    column: &str,
) -> Result<Option<Timestamp>, StoreError> {
    row.optional_integer(column)?
        .map(|time| to_time(column, time))
        .transpose()
}

fn to_time(column: &str, milliseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(milliseconds).map_err(|_| corrupt(column))
}

pub(crate) fn time_of(row: &impl StoredRow, column: &str) -> Result<Timestamp, StoreError> {
    to_time(column, row.integer(column)?)
}

/// A day as a column: days since 1970.
pub(crate) fn from_day(day: Date) -> i64 {
    start_of(day).as_second().div_euclid(SECONDS_OF_A_DAY)
}

pub(crate) fn to_day(row: &impl StoredRow, column: &str) -> Result<Date, StoreError> {
    row.integer(column)?
        .checked_mul(SECONDS_OF_A_DAY)
        .and_then(|seconds| Timestamp::from_second(seconds).ok())
        .map(day_of)
        .ok_or_else(|| corrupt(column))
}

/// The id of a key in the columns of its account and of its own id.
pub(crate) fn to_key_id(
    row: &impl StoredRow,
    account: &str,
    key: &str,
) -> Result<KeyId, StoreError> {
    Ok(KeyId {
        account: to_account_id(row, account)?,
        key: row.guid(key)?,
    })
}

pub(crate) fn to_account_id(row: &impl StoredRow, column: &str) -> Result<AccountId, StoreError> {
    row.guid(column).map(AccountId)
}

/// A level of notices as a column: its percentage of the limit.
pub(crate) fn to_level(row: &impl StoredRow, column: &str) -> Result<NoticeLevel, StoreError> {
    let percent = row.integer(column)?;
    NoticeLevel::ALL
        .into_iter()
        .find(|level| i64::from(level.percent()) == percent)
        .ok_or_else(|| corrupt(column))
}

pub(crate) fn to_language(row: &impl StoredRow, column: &str) -> Result<Language, StoreError> {
    Language::parse(row.text(column)?).map_err(|_| corrupt(column))
}

pub(crate) fn from_scopes(scopes: &ScopeSet) -> Option<String> {
    match scopes {
        ScopeSet::Unrestricted => None,
        ScopeSet::Only(scopes) => Some(from_words(scopes)),
    }
}

/// Words as a column: none of them has a space in it.
pub(crate) fn from_words<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(" ")
}

/// The value that a word of a column stands for.
pub(crate) fn of_word<T: Copy>(
    all: &[T],
    word_of: fn(T) -> &'static str,
    word: &str,
    column: &str,
) -> Result<T, StoreError> {
    let found = all.iter().find(|value| word_of(**value) == word);
    found.copied().ok_or_else(|| corrupt(column))
}

/// The e-mail addresses in a column.
pub(crate) fn to_addresses(words: &str, column: &str) -> Result<Vec<EmailAddress>, StoreError> {
    let address = |word: &str| word.parse().map_err(|_| corrupt(column));
    words.split_whitespace().map(address).collect()
}
