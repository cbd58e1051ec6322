//! The database that several machines share.

use std::time::Duration;

use dragoman_domain::StoreError;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Connection, Postgres, Row};
use uuid::Uuid;

use super::side::Side;
use super::tables::{Column, Kind, TABLES, Table};
use super::values::{Record, Value, read};
use crate::postgres::{PostgresStore, storable};
use crate::rows::faults::failed;

/// How long a statement may take before the database breaks it off: longer than where requests wait.
const LONGEST_STATEMENT: &str = "SET statement_timeout = '10min'; SET lock_timeout = '1min';
    SET idle_in_transaction_session_timeout = '10min'";

/// How long is waited for an answer, after which the connection is given up.
const PATIENCE: Duration = Duration::from_secs(11 * 60);

/// A connection of its own to the database.
pub(super) struct SharedDatabase {
    connection: PgConnection,
}

impl SharedDatabase {
    pub(super) async fn connect(store: &PostgresStore) -> Result<Self, StoreError> {
        let mut connection = store.own_connection().await?;
        patiently(sqlx::raw_sql(LONGEST_STATEMENT).execute(&mut connection)).await?;
        Ok(Self { connection })
    }

    pub(super) async fn close(self) {
        // The database notices by itself.
        let _ = patiently(self.connection.close()).await;
    }

    /// The time by the database's clock, in milliseconds since 1970.
    pub(super) async fn now(&mut self) -> Result<i64, StoreError> {
        let now = sqlx::query_scalar("SELECT milliseconds_now()");
        patiently(now.fetch_one(&mut self.connection)).await
    }

    /// The machines on which servers work with the database, or have begun to since a time.
    pub(super) async fn serving(&mut self, since: Option<i64>) -> Result<Vec<String>, StoreError> {
        let machines = sqlx::query_scalar(
            "SELECT DISTINCT machine FROM copies WHERE lease_end > milliseconds_now() OR started >= $1
             ORDER BY machine",
        );
        patiently(machines.bind(since).fetch_all(&mut self.connection)).await
    }

    /// Whether servers have ever worked with the data that are there. Of those that have, the last one is remembered.
    pub(super) async fn was_served(&mut self) -> Result<bool, StoreError> {
        let served = sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM accounts) AND EXISTS (SELECT FROM copies)",
        );
        patiently(served.fetch_one(&mut self.connection)).await
    }

    /// Makes what follows from the rows: sums, the numbers of the next rows, and what the planner knows.
    pub(super) async fn finish(&mut self) -> Result<(), StoreError> {
        let mut transaction = patiently(self.connection.begin()).await?;
        let numbers = TABLES.iter().filter(|table| table.is_numbered);
        let statements = [
            "DELETE FROM daily_account_usage".to_owned(),
            "INSERT INTO daily_account_usage (account, day, characters)
             SELECT account, day, sum(characters) FROM daily_usage GROUP BY account, day"
                .to_owned(),
            next_number("'document_turn_numbers'", "turn", "document_turns"),
        ];
        for sql in statements.into_iter().chain(numbers.map(next_of_table)) {
            patiently(sqlx::query(AssertSqlSafe(sql)).execute(&mut *transaction)).await?;
        }
        patiently(transaction.commit()).await?;
        patiently(sqlx::raw_sql("ANALYZE").execute(&mut self.connection)).await?;
        Ok(())
    }
}

fn next_of_table(table: &Table) -> String {
    let (name, column) = (
        table.in_database,
        table.columns.first().map_or("", |one| one.name),
    );
    next_number(
        &format!("pg_get_serial_sequence('{name}', '{column}')"),
        column,
        name,
    )
}

/// Has a sequence go on behind the numbers that there are.
fn next_number(sequence: &str, column: &str, table: &str) -> String {
    format!(
        "SELECT setval({sequence}, greatest(max({column}), 1), max({column}) IS NOT NULL) FROM {table}"
    )
}

async fn patiently<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(PATIENCE, statement).await {
        Ok(result) => result.map_err(failed),
        Err(_) => Err(StoreError::Unavailable {
            reason: "the database has not answered in time".to_owned(),
        }),
    }
}

type Statement<'q> = Query<'q, Postgres, PgArguments>;

fn bind(statement: Statement<'_>, value: Value) -> Statement<'_> {
    match value {
        Value::Null => statement.bind(None::<i64>),
        Value::Integer(number) => statement.bind(number),
        Value::Text(text) => statement.bind(text),
        Value::Bytes(bytes) => statement.bind(bytes),
        Value::Boolean(is_so) => statement.bind(is_so),
        Value::Guid(id) => statement.bind(id),
        Value::DocumentId(id) => statement.bind(Uuid::from_u128(id.0)),
    }
}

/// The type of an array of what is in a column.
const fn array_of(column: &Column) -> &'static str {
    match column.kind {
        Kind::Integer => "bigint[]",
        Kind::Text => "text[]",
        Kind::Bytes => "bytea[]",
        Kind::Boolean => "boolean[]",
        Kind::Guid | Kind::DocumentId => "uuid[]",
    }
}

/// A column with a value for each row, as an array.
fn bind_column(statement: Statement<'_>, kind: Kind, values: Vec<Value>) -> Statement<'_> {
    /// NULL for what is no such value.
    fn each<T>(values: Vec<Value>, of: impl Fn(Value) -> Option<T>) -> Vec<Option<T>> {
        values.into_iter().map(of).collect()
    }
    match kind {
        Kind::Integer => statement.bind(each(values, |value| match value {
            Value::Integer(number) => Some(number),
            _ => None,
        })),
        Kind::Text => statement.bind(each(values, |value| match value {
            Value::Text(text) => Some(storable(&text).into_owned()),
            _ => None,
        })),
        Kind::Bytes => statement.bind(each(values, |value| match value {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        })),
        Kind::Boolean => statement.bind(each(values, |value| match value {
            Value::Boolean(is_so) => Some(is_so),
            _ => None,
        })),
        Kind::Guid | Kind::DocumentId => statement.bind(each(values, |value| match value {
            Value::Guid(id) => Some(id),
            Value::DocumentId(id) => Some(Uuid::from_u128(id.0)),
            _ => None,
        })),
    }
}

impl Side for SharedDatabase {
    async fn page(
        &mut self,
        table: &Table,
        after: Option<&[Value]>,
    ) -> Result<Vec<Record>, StoreError> {
        let sql = table.page_sql(table.in_database, after.is_none());
        let statement = sqlx::query(AssertSqlSafe(sql));
        let key = after.unwrap_or_default().iter().cloned();
        let rows = key.fold(statement, bind).fetch_all(&mut self.connection);
        let rows = patiently(rows).await?;
        rows.iter().map(|row| read(table, row)).collect()
    }

    async fn add(&mut self, table: &Table, rows: Vec<Record>) -> Result<u64, StoreError> {
        let arrays = table.columns.iter().enumerate();
        let arrays: Vec<String> = arrays
            .map(|(index, column)| format!("${}::{}", index + 1, array_of(column)))
            .collect();
        let values = format!("SELECT * FROM unnest({})", arrays.join(", "));
        let mut statement =
            sqlx::query(AssertSqlSafe(table.insert_sql(table.in_database, &values)));
        let mut rows: Vec<_> = rows.into_iter().map(Vec::into_iter).collect();
        for column in table.columns {
            let values = rows.iter_mut().filter_map(Iterator::next).collect();
            statement = bind_column(statement, column.kind, values);
        }
        // One statement is a transaction of its own.
        let added = patiently(statement.execute(&mut self.connection)).await?;
        Ok(added.rows_affected())
    }

    async fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.in_database);
        let count = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut self.connection);
        let count: i64 = patiently(count).await?.try_get(0).map_err(failed)?;
        Ok(count.unsigned_abs())
    }
}
