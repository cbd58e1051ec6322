//! Which files belong to the rows.

use std::path::{Path, PathBuf};

use dragoman_domain::{DocumentId, MemoryId, MemoryJobId, StoreError, WrappedKey};
use sqlx::sqlite::SqliteRow;

use super::folder::FolderDatabases;
use crate::memories::FOLDER;
use crate::memories::files::CONTENT;
use crate::rows::StoredRow;
use crate::rows::faults::failed;

/// Documents that are told at a time.
const PAGE: i64 = 500;

/// A document that has files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentWithFiles {
    /// The document.
    pub id: DocumentId,
    /// What its files are encrypted with.
    pub key: WrappedKey,
    /// Whether there is a translation. Where there is none, there may be one that nobody has noted.
    pub is_translated: bool,
    number: i64,
}

/// A translation memory, whose content is in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryWithFile {
    /// The memory.
    pub id: MemoryId,
    /// Where its file is in a data folder.
    pub path: PathBuf,
}

/// An import or export that may have a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobWithFile {
    /// The job.
    pub id: MemoryJobId,
    /// Whether there is a file. Where there is none, one may be about to be made.
    pub has_file: bool,
}

impl FolderDatabases {
    /// The next documents that have files, behind one of them or from the beginning; none at the end.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn documents_with_files(
        &mut self,
        after: Option<&DocumentWithFiles>,
    ) -> Result<Vec<DocumentWithFiles>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, id, wrapped_key, outcome FROM documents
             WHERE number > ? AND outcome IS NOT 'failed' ORDER BY number LIMIT ?",
        )
        .bind(after.map_or(i64::MIN, |document| document.number))
        .bind(PAGE)
        .fetch_all(&mut self.main)
        .await
        .map_err(failed)?;
        let document = |row: &SqliteRow| -> Result<_, StoreError> {
            Ok(DocumentWithFiles {
                id: row.document_id("id")?,
                key: WrappedKey(row.bytes("wrapped_key")?.to_vec()),
                is_translated: row.optional_text("outcome")?.is_some(),
                number: row.integer("number")?,
            })
        };
        rows.iter().map(document).collect()
    }

    /// All translation memories, each of which has a file.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn memories_with_files(&mut self) -> Result<Vec<MemoryWithFile>, StoreError> {
        let rows = sqlx::query("SELECT id FROM memories ORDER BY number")
            .fetch_all(&mut self.memories)
            .await
            .map_err(failed)?;
        let memory = |row: &SqliteRow| -> Result<_, StoreError> {
            let id = MemoryId(row.guid("id")?);
            let path = Path::new(FOLDER).join(format!("{id}.{CONTENT}"));
            Ok(MemoryWithFile { id, path })
        };
        rows.iter().map(memory).collect()
    }

    /// All imports and exports that may have files.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn jobs_with_files(&mut self) -> Result<Vec<JobWithFile>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, bytes FROM jobs WHERE status IN ('processing', 'exported', 'downloaded') ORDER BY id",
        )
        .fetch_all(&mut self.memories)
        .await
        .map_err(failed)?;
        let job = |row: &SqliteRow| -> Result<_, StoreError> {
            Ok(JobWithFile {
                id: MemoryJobId(row.guid("id")?),
                has_file: row.integer("bytes")? > 0,
            })
        };
        rows.iter().map(job).collect()
    }
}
