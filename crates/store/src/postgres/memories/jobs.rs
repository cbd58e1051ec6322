//! The jobs that import and export memories.

use std::io::Read;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, FinishedImport, JobFileWriter, JobRoom, MemoryId, MemoryJob, MemoryJobId,
    MemoryJobStatus, MemoryJobStore, MemoryStorage, SharedFile, StoreError, Timestamp,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::PostgresMemories;
use crate::postgres::PostgresStore;
use crate::postgres::columns::job_columns;
use crate::postgres::connection::{begin_in_turn, bounded};
use crate::postgres::copies::CopyId;
use crate::postgres::texts::storable;
use crate::rows::columns::from_count;
use crate::rows::{JobColumns, StatusColumns, to_job, to_storage};

/// Keeps the jobs of this copy its own when it has lost its lease and begun another, unless others have taken them up
/// meanwhile.
pub(super) async fn keep_jobs(store: PostgresStore) {
    let mut state = store.copies.state();
    let mut owner = store.copies.current().ok();
    while state.changed().await.is_ok() {
        let Ok(current) = store.copies.current() else {
            continue;
        };
        if let Some(before) = owner.filter(|before| *before != current) {
            let moved = sqlx::query(
                "UPDATE memory_jobs SET worker = $2 WHERE worker = $1 AND status = 'processing'",
            )
            .bind(before)
            .bind(current)
            .execute(&store.pool);
            if let Err(error) = bounded(moved).await {
                // At the next beat of the lease.
                tracing::warn!(%error, "the jobs of this copy may be taken up by another");
                continue;
            }
        }
        owner = Some(current);
    }
}

impl PostgresMemories {
    /// Those of these jobs that may still want their files.
    pub(super) async fn jobs_with_files(
        &self,
        ids: &[MemoryJobId],
    ) -> Result<Vec<Uuid>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        self.found(
            "SELECT id FROM memory_jobs
             WHERE id = ANY ($1) AND status IN ('processing', 'exported', 'downloaded')",
            &ids,
        )
        .await
    }

    /// Ends the job that has made a memory, unless another copy has taken it up: that has counted an attempt.
    pub(super) async fn finish_import(
        connection: &mut PgConnection,
        finished: FinishedImport,
        status: &MemoryJobStatus,
        at: Timestamp,
        copy: Option<CopyId>,
    ) -> Result<(), StoreError> {
        let columns = StatusColumns::from(status);
        let changed = bounded(
            sqlx::query(
                "UPDATE memory_jobs
                 SET status = $2, memory = $3, skipped = $4, changed = $5, worker = NULL
                 WHERE id = $1 AND status = 'processing' AND attempts = $6
                     AND (worker IS NULL OR worker = $7 OR NOT is_alive_1(worker))",
            )
            .bind(finished.job.0)
            .bind(columns.word)
            .bind(columns.memory.map(|id| id.0))
            .bind(columns.skipped)
            .bind(at.as_millisecond())
            .bind(i64::from(finished.attempts))
            .bind(copy)
            .execute(connection),
        )
        .await?;
        if changed.rows_affected() == 1 {
            Ok(())
        } else {
            Err(StoreError::Failed {
                reason: "the import job is not at work any more".to_owned(),
            })
        }
    }

    /// The copy to which a job belongs that gets this status.
    fn worker(&self, status: &MemoryJobStatus) -> Result<Option<CopyId>, StoreError> {
        if *status == MemoryJobStatus::Processing {
            self.store.copies.current().map(Some)
        } else {
            Ok(None)
        }
    }
}

/// Inserts a job if the account has not too many: whether it did. One at a time does this.
async fn insert(
    connection: &mut PgConnection,
    job: &MemoryJob,
    most_open: u32,
    worker: Option<CopyId>,
) -> Result<bool, StoreError> {
    let (status, operation) = (
        StatusColumns::from(&job.status),
        JobColumns::from(&job.operation),
    );
    let created = bounded(
        sqlx::query(
            "INSERT INTO memory_jobs (id, account, status, created, changed, expires, attempts, worker,
                                      operation, memory, name, file_name, file_length, media_type)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
             WHERE $15 > (SELECT count(*) FROM memory_jobs
                          WHERE account = $2 AND status = 'processing')
               AND $15 > (SELECT count(*) FROM memory_jobs
                          WHERE account = $2 AND status = $3 AND status = 'awaiting_input')",
        )
        .bind(job.id.0)
        .bind(job.account.0)
        .bind(status.word)
        .bind(job.created.as_millisecond())
        .bind(job.changed.as_millisecond())
        .bind(job.expires.as_millisecond())
        .bind(i64::from(job.attempts))
        .bind(worker)
        .bind(operation.word)
        .bind(operation.memory.map(|id| id.0))
        .bind(operation.name.map(storable))
        .bind(operation.file_name.map(storable))
        .bind(operation.file_length)
        .bind(operation.media_type.map(storable))
        .bind(i64::from(most_open))
        .execute(connection),
    )
    .await?;
    Ok(created.rows_affected() > 0)
}

/// Forgets the account's oldest jobs that have ended where there are more than there may be.
async fn forget_surplus(
    connection: &mut PgConnection,
    account: AccountId,
    room: JobRoom,
) -> Result<(), StoreError> {
    for (sql, most) in [
        (
            "DELETE FROM memory_jobs WHERE id IN
                 (SELECT id FROM memory_jobs
                  WHERE account = $1 AND status = 'expired' AND operation = 'import'
                  ORDER BY changed DESC, id OFFSET $2)",
            room.open,
        ),
        (
            "DELETE FROM memory_jobs WHERE id IN
                 (SELECT id FROM memory_jobs
                  WHERE account = $1 AND status IN ('imported', 'failed', 'expired')
                  ORDER BY changed DESC, id OFFSET $2)",
            room.ended,
        ),
    ] {
        bounded(
            sqlx::query(sql)
                .bind(account.0)
                .bind(i64::from(most))
                .execute(&mut *connection),
        )
        .await?;
    }
    Ok(())
}

#[async_trait]
impl MemoryJobStore for PostgresMemories {
    async fn create_job(&self, job: &MemoryJob, room: JobRoom) -> Result<(), StoreError> {
        let worker = self.worker(&job.status)?;
        let mut transaction = begin_in_turn(self.pool(), "memory jobs").await?;
        if !insert(&mut transaction, job, room.open, worker).await? {
            return Err(StoreError::Duplicate {
                what: format!("{} jobs that are not done", room.open),
            });
        }
        forget_surplus(&mut transaction, job.account, room).await?;
        bounded(transaction.commit()).await
    }

    async fn job(&self, id: MemoryJobId) -> Result<Option<MemoryJob>, StoreError> {
        bounded(
            sqlx::query(concat!(
                "SELECT ",
                job_columns!(),
                " FROM memory_jobs WHERE id = $1"
            ))
            .bind(id.0)
            .fetch_optional(self.pool()),
        )
        .await?
        .as_ref()
        .map(to_job)
        .transpose()
    }

    async fn last_export(
        &self,
        account: AccountId,
        memory: MemoryId,
    ) -> Result<Option<MemoryJob>, StoreError> {
        bounded(
            sqlx::query(concat!(
                "SELECT ",
                job_columns!(),
                "
                 FROM memory_jobs
                 WHERE account = $1 AND memory = $2 AND operation = 'export'
                   AND status IN ('processing', 'exported', 'downloaded')
                 ORDER BY created DESC LIMIT 1"
            ))
            .bind(account.0)
            .bind(memory.0)
            .fetch_optional(self.pool()),
        )
        .await?
        .as_ref()
        .map(to_job)
        .transpose()
    }

    async fn live_jobs(&self) -> Result<Vec<MemoryJob>, StoreError> {
        bounded(
            sqlx::query(concat!(
                "SELECT ",
                job_columns!(),
                "
                 FROM memory_jobs
                 WHERE status IN ('awaiting_input', 'processing', 'exported', 'downloaded')
                 ORDER BY created, id"
            ))
            .fetch_all(self.pool()),
        )
        .await?
        .iter()
        .map(to_job)
        .collect()
    }

    async fn abandoned_jobs(&self) -> Result<Vec<MemoryJob>, StoreError> {
        // One of this copy may have been left when the database did not answer.
        bounded(
            sqlx::query(concat!(
"SELECT ", job_columns!(), "
                 FROM memory_jobs
                 WHERE status = 'processing' AND (worker IS NULL OR worker = $1 OR NOT is_alive_1(worker))
                 ORDER BY created, id"))
            .bind(self.store.copies.current()?)
            .fetch_all(self.pool()),
        )
        .await?
        .iter()
        .map(to_job)
        .collect()
    }

    async fn change_job(&self, before: &MemoryJob, after: &MemoryJob) -> Result<bool, StoreError> {
        let (old, new) = (
            StatusColumns::from(&before.status),
            StatusColumns::from(&after.status),
        );
        // Anybody may end a job, but only take one up that no living copy has.
        let changed = bounded(
            sqlx::query(
                "UPDATE memory_jobs
                 SET status = $4, message = $5, skipped = $6, memory = coalesce($7, memory), changed = $8,
                     expires = $9, attempts = $10, bytes = $11, worker = $12
                 WHERE id = $1 AND status = $2 AND attempts = $3
                     AND ($12::bigint IS NULL OR worker IS NULL OR worker = $12 OR NOT is_alive_1(worker))",
            )
            .bind(before.id.0)
            .bind(old.word)
            .bind(i64::from(before.attempts))
            .bind(new.word)
            .bind(new.message.map(storable))
            .bind(new.skipped)
            .bind(new.memory.map(|id| id.0))
            .bind(after.changed.as_millisecond())
            .bind(after.expires.as_millisecond())
            .bind(i64::from(after.attempts))
            .bind(from_count(after.bytes))
            .bind(self.worker(&after.status)?)
            .execute(self.pool()),
        )
        .await?;
        Ok(changed.rows_affected() == 1)
    }

    async fn forget_jobs(
        &self,
        before: Timestamp,
        abandoned_before: Timestamp,
    ) -> Result<(), StoreError> {
        // An import expires only as long as it waits for its file.
        bounded(
            sqlx::query(
                "DELETE FROM memory_jobs WHERE status IN ('imported', 'failed', 'expired')
                     AND (changed < $1 OR changed < $2 AND status = 'expired' AND operation = 'import')",
            )
            .bind(before.as_millisecond())
            .bind(abandoned_before.as_millisecond())
            .execute(self.pool()),
        )
        .await?;
        Ok(())
    }

    async fn memory_storage(&self, account: AccountId) -> Result<MemoryStorage, StoreError> {
        let row = bounded(
            sqlx::query(
                "SELECT contents.*, files.*
                 FROM (SELECT coalesce(sum(bytes) FILTER (WHERE account = $1), 0)::bigint AS contents_of_account,
                              coalesce(sum(bytes), 0)::bigint AS contents
                       FROM memories) AS contents,
                      (SELECT coalesce(sum(bytes) FILTER (WHERE account = $1), 0)::bigint AS files_of_account,
                              coalesce(sum(bytes), 0)::bigint AS files
                       FROM memory_jobs WHERE status IN ('processing', 'exported', 'downloaded')) AS files",
            )
            .bind(account.0)
            .fetch_one(self.pool()),
        )
        .await?;
        to_storage(&row)
    }

    async fn write_file(&self, job: MemoryJobId) -> Result<Box<dyn JobFileWriter>, StoreError> {
        self.shared.write(SharedFile::Job(job)).await
    }

    async fn read_file(
        &self,
        job: MemoryJobId,
    ) -> Result<Option<(Box<dyn Read + Send>, u64)>, StoreError> {
        self.shared.read(SharedFile::Job(job)).await
    }

    async fn remove_file(&self, job: MemoryJobId) -> Result<(), StoreError> {
        self.shared.remove(SharedFile::Job(job)).await
    }
}
