//! The jobs that import and export memories.

use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, FinishedImport, JobFileWriter, JobRoom, MemoryId, MemoryJob, MemoryJobId,
    MemoryJobStatus, MemoryJobStore, MemoryOperation, MemoryStorage, StoreError, Timestamp,
};
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Sqlite, SqliteConnection};
use uuid::Uuid;

use super::SqliteMemories;
use super::files::blocking;
use crate::rows::columns::from_count;
use crate::rows::faults::failed;
use crate::rows::{JobColumns, StatusColumns, to_job, to_storage};

/// Tells the files of several attempts apart.
static ATTEMPTS: AtomicU64 = AtomicU64::new(0);

/// Binds what is the same for every job.
fn bind_operation<'q>(
    statement: Query<'q, Sqlite, SqliteArguments>,
    operation: &'q MemoryOperation,
) -> Query<'q, Sqlite, SqliteArguments> {
    let columns = JobColumns::from(operation);
    statement
        .bind(columns.word)
        .bind(columns.memory.map(|id| id.to_string()))
        .bind(columns.name)
        .bind(columns.file_name)
        .bind(columns.file_length)
        .bind(columns.media_type)
}

impl SqliteMemories {
    /// Whether a job may still want its file.
    pub(super) async fn needs_file(&self, job: MemoryJobId) -> Result<bool, StoreError> {
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM jobs
             WHERE id = ? AND status IN ('processing', 'exported', 'downloaded'))",
        )
        .bind(job.to_string())
        .fetch_one(&self.pool)
        .await
        .map_err(failed)
    }

    pub(super) async fn has_job(&self, job: MemoryJobId) -> Result<bool, StoreError> {
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM jobs WHERE id = ?)")
            .bind(job.to_string())
            .fetch_one(&self.pool)
            .await
            .map_err(failed)
    }

    pub(super) async fn finish_import(
        connection: &mut SqliteConnection,
        finished: FinishedImport,
        status: &MemoryJobStatus,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let columns = StatusColumns::from(status);
        let changed = sqlx::query(
            "UPDATE jobs SET status = ?2, memory = ?3, skipped = ?4, changed = ?5
             WHERE id = ?1 AND status = 'processing' AND attempts = ?6",
        )
        .bind(finished.job.to_string())
        .bind(columns.word)
        .bind(columns.memory.map(|id| id.to_string()))
        .bind(columns.skipped)
        .bind(at.as_millisecond())
        .bind(finished.attempts)
        .execute(connection)
        .await
        .map_err(failed)?;
        if changed.rows_affected() == 1 {
            Ok(())
        } else {
            Err(StoreError::Failed {
                reason: "the import job is not at work any more".to_owned(),
            })
        }
    }
}

/// Forgets the account's oldest jobs that have ended where there are more than there may be.
async fn forget_surplus(
    connection: &mut SqliteConnection,
    account: AccountId,
    room: JobRoom,
) -> Result<(), StoreError> {
    for (sql, most) in [
        (
            "DELETE FROM jobs WHERE id IN
                 (SELECT id FROM jobs
                  WHERE account = ? AND status = 'expired' AND operation = 'import'
                  ORDER BY changed DESC, id LIMIT -1 OFFSET ?)",
            room.open,
        ),
        (
            "DELETE FROM jobs WHERE id IN
                 (SELECT id FROM jobs
                  WHERE account = ? AND status IN ('imported', 'failed', 'expired')
                  ORDER BY changed DESC, id LIMIT -1 OFFSET ?)",
            room.ended,
        ),
    ] {
        sqlx::query(sql)
            .bind(account.to_string())
            .bind(most)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
    }
    Ok(())
}

#[async_trait]
impl MemoryJobStore for SqliteMemories {
    async fn create_job(&self, job: &MemoryJob, room: JobRoom) -> Result<(), StoreError> {
        let mut transaction = self
            .pool
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)?;
        let columns = StatusColumns::from(&job.status);
        let statement = sqlx::query(
            "INSERT INTO jobs (id, account, status, created, changed, expires, attempts,
                               operation, memory, name, file_name, file_length, media_type)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?9, ?10, ?11, ?12, ?13, ?14
             WHERE ?8 > (SELECT count(*) FROM jobs
                         WHERE account = ?2 AND status = 'processing')
               AND ?8 > (SELECT count(*) FROM jobs
                         WHERE account = ?2 AND status = ?3 AND status = 'awaiting_input')",
        )
        .bind(job.id.to_string())
        .bind(job.account.to_string())
        .bind(columns.word)
        .bind(job.created.as_millisecond())
        .bind(job.changed.as_millisecond())
        .bind(job.expires.as_millisecond())
        .bind(job.attempts)
        .bind(room.open);
        let created = bind_operation(statement, &job.operation)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        if created.rows_affected() == 0 {
            return Err(StoreError::Duplicate {
                what: format!("{} jobs that are not done", room.open),
            });
        }
        forget_surplus(&mut transaction, job.account, room).await?;
        transaction.commit().await.map_err(failed)
    }

    async fn job(&self, id: MemoryJobId) -> Result<Option<MemoryJob>, StoreError> {
        sqlx::query("SELECT * FROM jobs WHERE id = ?")
            .bind(id.to_string())
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?
            .as_ref()
            .map(to_job)
            .transpose()
    }

    async fn last_export(
        &self,
        account: AccountId,
        memory: MemoryId,
    ) -> Result<Option<MemoryJob>, StoreError> {
        sqlx::query(
            "SELECT * FROM jobs
             WHERE account = ? AND memory = ? AND operation = 'export'
               AND status IN ('processing', 'exported', 'downloaded')
             ORDER BY created DESC LIMIT 1",
        )
        .bind(account.to_string())
        .bind(memory.to_string())
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?
        .as_ref()
        .map(to_job)
        .transpose()
    }

    async fn live_jobs(&self) -> Result<Vec<MemoryJob>, StoreError> {
        sqlx::query(
            "SELECT * FROM jobs
             WHERE status IN ('awaiting_input', 'processing', 'exported', 'downloaded')
             ORDER BY created, id",
        )
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?
        .iter()
        .map(to_job)
        .collect()
    }

    async fn abandoned_jobs(&self) -> Result<Vec<MemoryJob>, StoreError> {
        // This process is the only one that may work on any.
        sqlx::query("SELECT * FROM jobs WHERE status = 'processing' ORDER BY created, id")
            .fetch_all(&self.pool)
            .await
            .map_err(failed)?
            .iter()
            .map(to_job)
            .collect()
    }

    async fn change_job(&self, before: &MemoryJob, after: &MemoryJob) -> Result<bool, StoreError> {
        let (old, new) = (
            StatusColumns::from(&before.status),
            StatusColumns::from(&after.status),
        );
        let changed = sqlx::query(
            "UPDATE jobs SET status = ?4, message = ?5, skipped = ?6,
                             memory = coalesce(?7, memory), changed = ?8, expires = ?9, attempts = ?10,
                             bytes = ?11
             WHERE id = ?1 AND status = ?2 AND attempts = ?3",
        )
        .bind(before.id.to_string())
        .bind(old.word)
        .bind(before.attempts)
        .bind(new.word)
        .bind(new.message)
        .bind(new.skipped)
        .bind(new.memory.map(|id| id.to_string()))
        .bind(after.changed.as_millisecond())
        .bind(after.expires.as_millisecond())
        .bind(after.attempts)
        .bind(from_count(after.bytes))
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        Ok(changed.rows_affected() == 1)
    }

    async fn forget_jobs(
        &self,
        before: Timestamp,
        abandoned_before: Timestamp,
    ) -> Result<(), StoreError> {
        // An import expires only as long as it waits for its file.
        sqlx::query(
            "DELETE FROM jobs WHERE status IN ('imported', 'failed', 'expired')
                 AND (changed < ?1 OR changed < ?2 AND status = 'expired' AND operation = 'import')",
        )
        .bind(before.as_millisecond())
        .bind(abandoned_before.as_millisecond())
        .execute(&self.pool)
        .await
        .map_err(failed)?;
        Ok(())
    }

    async fn memory_storage(&self, account: AccountId) -> Result<MemoryStorage, StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT coalesce(sum(bytes), 0) FROM memories WHERE account = ?1) AS contents_of_account,
                    (SELECT coalesce(sum(bytes), 0) FROM memories) AS contents,
                    coalesce(sum(bytes) FILTER (WHERE account = ?1), 0) AS files_of_account,
                    coalesce(sum(bytes), 0) AS files
             FROM jobs WHERE status IN ('processing', 'exported', 'downloaded')",
        )
        .bind(account.to_string())
        .fetch_one(&self.pool)
        .await
        .map_err(failed)?;
        to_storage(&row)
    }

    async fn write_file(&self, job: MemoryJobId) -> Result<Box<dyn JobFileWriter>, StoreError> {
        let files = self.files.clone();
        let name = Uuid::from_u64_pair(
            u64::from(std::process::id()),
            ATTEMPTS.fetch_add(1, Ordering::Relaxed),
        );
        let writer = blocking(move || files.write_job(job, name)).await?;
        Ok(Box::new(writer))
    }

    async fn read_file(
        &self,
        job: MemoryJobId,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError> {
        let files = self.files.clone();
        blocking(move || files.read_job(job)).await
    }

    async fn remove_file(&self, job: MemoryJobId) -> Result<(), StoreError> {
        let files = self.files.clone();
        blocking(move || files.remove_job(job)).await
    }
}
