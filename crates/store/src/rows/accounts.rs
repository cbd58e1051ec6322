use std::collections::BTreeSet;

use dragoman_domain::{
    Account, ApiKey, AuditRecord, Feature, KeyKind, KeyLimits, Person, Plan, RoleSet, ScopeSet,
    Session, SignInCode, StoreError,
};

use super::StoredRow;
use super::columns::{
    of_word, optional_time, time_of, to_account_id, to_addresses, to_day, to_key_id, to_limit,
};
use super::faults::corrupt;

/// The columns of an account under names that no column of a key has, for [`to_account`].
macro_rules! account_columns {
    () => {
        "accounts.id AS account_id, accounts.name AS account_name, accounts.plan AS account_plan,
         accounts.character_limit AS account_limit, accounts.features AS account_features,
         accounts.billing_start AS account_billing_start, accounts.contacts AS account_contacts,
         accounts.created AS account_created"
    };
}
pub(crate) use account_columns;

pub(crate) fn to_account(row: &impl StoredRow) -> Result<Account, StoreError> {
    Ok(Account {
        id: to_account_id(row, "account_id")?,
        name: row.text("account_name")?.to_owned(),
        plan: of_word(
            &Plan::ALL,
            Plan::as_str,
            row.text("account_plan")?,
            "account_plan",
        )?,
        character_limit: to_limit(row, "account_limit")?,
        features: to_features(row)?,
        billing_start: to_day(row, "account_billing_start")?,
        contacts: to_addresses(row.text("account_contacts")?, "account_contacts")?,
        created: time_of(row, "account_created")?,
    })
}

pub(crate) fn to_key(row: &impl StoredRow) -> Result<ApiKey, StoreError> {
    Ok(ApiKey {
        id: to_key_id(row, "account", "id")?,
        kind: of_word(&KeyKind::ALL, KeyKind::as_str, row.text("kind")?, "kind")?,
        label: row.text("label")?.to_owned(),
        mask: row.text("mask")?.to_owned(),
        scopes: to_scopes(row.optional_text("scopes")?)?,
        limits: KeyLimits {
            characters: to_limit(row, "character_limit")?,
            speech_milliseconds: to_limit(row, "speech_limit")?,
        },
        created: time_of(row, "created")?,
        expires: optional_time(row, "expires")?,
        deactivated: optional_time(row, "deactivated")?,
    })
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

fn to_features(row: &impl StoredRow) -> Result<BTreeSet<Feature>, StoreError> {
    const COLUMN: &str = "account_features";
    row.text(COLUMN)?
        .split_whitespace()
        .map(|word| of_word(&Feature::ALL, Feature::as_str, word, COLUMN))
        .collect()
}

/// An entry of the audit log, with the name of its account.
pub(crate) fn to_record(row: &impl StoredRow) -> Result<AuditRecord, StoreError> {
    let key = match row.optional_guid("key")? {
        None => None,
        Some(_) => Some(to_key_id(row, "account", "key")?),
    };
    Ok(AuditRecord {
        at: time_of(row, "at")?,
        account: row.text("name")?.to_owned(),
        actor: row.text("actor")?.to_owned(),
        act: row.text("act")?.to_owned(),
        key,
        details: row.text("details")?.to_owned(),
    })
}

/// A session with its key and account.
pub(crate) fn to_session(row: &impl StoredRow) -> Result<(Session, ApiKey, Account), StoreError> {
    let key = to_key(row)?;
    let session = Session {
        key: key.id,
        roles: to_roles(row, "session_roles")?,
        created: time_of(row, "session_created")?,
        last_used: time_of(row, "session_last_used")?,
        expires: time_of(row, "session_expires")?,
    };
    Ok((session, key, to_account(row)?))
}

pub(crate) fn to_sign_in_code(row: &impl StoredRow) -> Result<SignInCode, StoreError> {
    Ok(SignInCode {
        account: to_account_id(row, "account")?,
        person: Person {
            identity: row.text("identity")?.to_owned(),
            name: row.text("name")?.to_owned(),
        },
        roles: to_roles(row, "roles")?,
        expires: time_of(row, "expires")?,
    })
}

fn to_roles(row: &impl StoredRow, column: &str) -> Result<RoleSet, StoreError> {
    let roles = row.text(column)?.split_whitespace();
    roles
        .map(|word| word.parse().map_err(|_| corrupt(column)))
        .collect()
}
