use dragoman_domain::{DocumentId, StoreError};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::faults::{corrupt, failed};

/// A row of either database, whose columns are asked for by their names. What may be NULL is an option.
pub(crate) trait StoredRow {
    fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError>;

    fn optional_text(&self, column: &str) -> Result<Option<&str>, StoreError>;

    fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError>;

    fn optional_guid(&self, column: &str) -> Result<Option<Uuid>, StoreError>;

    fn boolean(&self, column: &str) -> Result<bool, StoreError>;

    fn document_id(&self, column: &str) -> Result<DocumentId, StoreError>;

    fn integer(&self, column: &str) -> Result<i64, StoreError> {
        self.optional_integer(column)?
            .ok_or_else(|| corrupt(column))
    }

    fn text(&self, column: &str) -> Result<&str, StoreError> {
        self.optional_text(column)?.ok_or_else(|| corrupt(column))
    }

    fn bytes(&self, column: &str) -> Result<&[u8], StoreError> {
        self.optional_bytes(column)?.ok_or_else(|| corrupt(column))
    }

    fn guid(&self, column: &str) -> Result<Uuid, StoreError> {
        self.optional_guid(column)?.ok_or_else(|| corrupt(column))
    }
}

/// GUIDs are text there, and ids of documents their 32 digits.
impl StoredRow for SqliteRow {
    fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn optional_text(&self, column: &str) -> Result<Option<&str>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn optional_guid(&self, column: &str) -> Result<Option<Uuid>, StoreError> {
        self.optional_text(column)?
            .map(|text| Uuid::try_parse(text).map_err(|_| corrupt(column)))
            .transpose()
    }

    fn boolean(&self, column: &str) -> Result<bool, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn document_id(&self, column: &str) -> Result<DocumentId, StoreError> {
        self.text(column)?.parse().map_err(|_| corrupt(column))
    }
}

#[cfg(feature = "postgres")]
impl StoredRow for sqlx::postgres::PgRow {
    fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn optional_text(&self, column: &str) -> Result<Option<&str>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn optional_guid(&self, column: &str) -> Result<Option<Uuid>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn boolean(&self, column: &str) -> Result<bool, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn document_id(&self, column: &str) -> Result<DocumentId, StoreError> {
        Ok(DocumentId(self.guid(column)?.as_u128()))
    }
}
