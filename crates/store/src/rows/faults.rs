//! What a failure of a database means.

use dragoman_domain::StoreError;

pub(crate) fn failed(error: sqlx::Error) -> StoreError {
    let reason = error.to_string();
    if is_temporary(&error) {
        StoreError::Unavailable { reason }
    } else {
        StoreError::Failed { reason }
    }
}

/// Whether the database itself does not serve at the moment, for whatever is asked.
fn is_temporary(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_temporary_state(&code)),
        _ => false,
    }
}

/// Whether a code of PostgreSQL says so. Those of SQLite are numbers, and none of them begins like these.
fn is_temporary_state(code: &str) -> bool {
    // Lost connections, too few resources, and what an operator or the end of a server broke off.
    let classes = ["08", "53", "57"];
    // Deadlocks and other conflicts, what a crash has made a copy's reservations, a database that only reads, as it is for a while when another takes its place, a
    // lock that was not to be had in time, and a transaction that stood still for too long.
    let codes = ["40001", "40P01", "DR001", "25006", "55P03", "25P03"];
    code.len() == 5
        && (classes.iter().any(|class| code.starts_with(class)) || codes.contains(&code))
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
