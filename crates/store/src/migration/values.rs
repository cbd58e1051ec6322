//! What is in the columns of a row, on its way from one database to the other.

use dragoman_domain::{DocumentId, StoreError};
use uuid::Uuid;

use super::tables::{Column, Kind, Table};
use crate::rows::StoredRow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
    Boolean(bool),
    Guid(Uuid),
    DocumentId(DocumentId),
}

/// A row: a value for each column of its table.
pub(super) type Record = Vec<Value>;

/// Reads a row of either database.
pub(super) fn read(table: &Table, row: &impl StoredRow) -> Result<Record, StoreError> {
    let columns = table.columns.iter();
    columns.map(|column| value(column, row)).collect()
}

fn value(column: &Column, row: &impl StoredRow) -> Result<Value, StoreError> {
    let name = column.name;
    let value = match column.kind {
        Kind::Integer => row.optional_integer(name)?.map(Value::Integer),
        Kind::Text => row
            .optional_text(name)?
            .map(|text| Value::Text(text.to_owned())),
        Kind::Bytes => row
            .optional_bytes(name)?
            .map(|bytes| Value::Bytes(bytes.to_vec())),
        Kind::Boolean => Some(Value::Boolean(row.boolean(name)?)),
        Kind::Guid => row.optional_guid(name)?.map(Value::Guid),
        Kind::DocumentId => Some(Value::DocumentId(row.document_id(name)?)),
    };
    Ok(value.unwrap_or(Value::Null))
}
