//! Which memories there are, and the way to what is in them.

use std::ops::RangeInclusive;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, FinishedImport, IndexKey, Language, Memory, MemoryBuilder, MemoryId,
    MemoryJobStatus, MemoryPage, MemorySegment, MemoryStore, MemoryUse, PostingList, SegmentPage,
    SegmentQuery, SharedFile, StoreError, StoredSource, StoredTranslation, Timestamp,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::PostgresMemories;
use crate::memories::build::{Builder, Shelf, UnfinishedFile};
use crate::memories::catalogue::add_uses;
use crate::postgres::columns::memory_columns;
use crate::postgres::connection::bounded;
use crate::postgres::texts::storable;
use crate::rows::columns::{from_count, from_words, to_count};
use crate::rows::to_memory;

/// Uses that one statement notes.
const USES_AT_ONCE: usize = 5_000;

impl PostgresMemories {
    /// Those of these memories that there are.
    pub(super) async fn known_memories(&self, ids: &[MemoryId]) -> Result<Vec<Uuid>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        self.found("SELECT id FROM memories WHERE id = ANY ($1)", &ids)
            .await
    }

    /// How large a memory is; none if there is none.
    pub(super) async fn bytes_of(&self, id: MemoryId) -> Result<Option<u64>, StoreError> {
        let row = bounded(
            sqlx::query("SELECT bytes FROM memories WHERE id = $1")
                .bind(id.0)
                .fetch_optional(self.pool()),
        )
        .await?;
        row.map(|row| to_count(&row, "bytes")).transpose()
    }

    /// Makes a memory whose file is shared visible, and ends the job that made it.
    async fn add_memory(
        &self,
        memory: &Memory,
        bytes: u64,
        job: Option<FinishedImport>,
    ) -> Result<(), StoreError> {
        let mut transaction = bounded(self.pool().begin()).await?;
        insert(&mut transaction, memory, bytes).await?;
        if let Some(finished) = job {
            let status = MemoryJobStatus::Imported {
                memory: memory.id,
                skipped: finished.skipped,
            };
            let copy = self.store.copies.current().ok();
            Self::finish_import(&mut transaction, finished, &status, memory.created, copy).await?;
        }
        bounded(transaction.commit()).await
    }

    /// Writes when the translations last served into those of a page.
    async fn add_uses(
        &self,
        memory: MemoryId,
        segments: &mut [MemorySegment],
    ) -> Result<(), StoreError> {
        let (Some(first), Some(last)) = (segments.first(), segments.last()) else {
            return Ok(());
        };
        let rows = bounded(
            sqlx::query(
                "SELECT segment, language, used
                 FROM memories JOIN memory_uses ON memory_uses.memory = memories.number
                 WHERE memories.id = $1 AND segment BETWEEN $2 AND $3",
            )
            .bind(memory.0)
            .bind(i64::from(first.number))
            .bind(i64::from(last.number))
            .fetch_all(self.pool()),
        )
        .await?;
        add_uses(segments, &rows)
    }
}

async fn insert(
    connection: &mut PgConnection,
    memory: &Memory,
    bytes: u64,
) -> Result<(), StoreError> {
    bounded(
        sqlx::query(
            "INSERT INTO memories (id, account, name, source, targets, segments, created, bytes)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(memory.id.0)
        .bind(memory.account.0)
        .bind(storable(&memory.name))
        .bind(memory.source.tag())
        .bind(from_words(memory.targets.iter().map(|target| target.tag())))
        .bind(from_count(memory.segment_count))
        .bind(memory.created.as_millisecond())
        .bind(from_count(bytes))
        .execute(connection),
    )
    .await?;
    Ok(())
}

#[async_trait]
impl Shelf for PostgresMemories {
    async fn add(
        &self,
        memory: &Memory,
        file: UnfinishedFile,
        bytes: u64,
        job: Option<FinishedImport>,
    ) -> Result<(), StoreError> {
        // Before it is named. If that fails it is swept some time: it cannot always be known whether it was named.
        let shared = SharedFile::Memory(memory.id);
        self.shared.put(shared, file.content()).await?;
        self.add_memory(memory, bytes, job).await?;
        // Who reads it next need not fetch it.
        let taken = self
            .cache
            .take_in(memory.id, file.content().to_owned())
            .await;
        if let Err(error) = taken {
            tracing::warn!(memory = %memory.id.0, %error, "a memory is fetched again when it is read");
        }
        Ok(())
    }
}

#[async_trait]
impl MemoryStore for PostgresMemories {
    async fn memories(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<MemoryPage, StoreError> {
        let memories = bounded(
            sqlx::query(concat!(
                "SELECT ",
                memory_columns!(),
                " FROM memories WHERE account = $1 ORDER BY number LIMIT $2 OFFSET $3"
            ))
            .bind(account.0)
            .bind(i64::from(most))
            .bind(from_count(offset))
            .fetch_all(self.pool()),
        )
        .await?;
        let total = bounded(
            sqlx::query("SELECT count(*) AS total FROM memories WHERE account = $1")
                .bind(account.0)
                .fetch_one(self.pool()),
        )
        .await?;
        Ok(MemoryPage {
            memories: memories.iter().map(to_memory).collect::<Result<_, _>>()?,
            total: to_count(&total, "total")?,
        })
    }

    async fn memory(&self, account: AccountId, id: MemoryId) -> Result<Option<Memory>, StoreError> {
        bounded(
            sqlx::query(concat!(
                "SELECT ",
                memory_columns!(),
                " FROM memories WHERE id = $1 AND account = $2"
            ))
            .bind(id.0)
            .bind(account.0)
            .fetch_optional(self.pool()),
        )
        .await?
        .as_ref()
        .map(to_memory)
        .transpose()
    }

    async fn delete_memory(&self, account: AccountId, id: MemoryId) -> Result<bool, StoreError> {
        let deleted = bounded(
            sqlx::query("DELETE FROM memories WHERE id = $1 AND account = $2")
                .bind(id.0)
                .bind(account.0)
                .execute(self.pool()),
        )
        .await?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        // It is gone for whoever asks. What is left of it now is swept.
        if let Err(error) = self.forget(id).await {
            tracing::warn!(memory = %id.0, %error, "the copy of a deleted memory is removed later");
        }
        if let Err(error) = self.shared.remove(SharedFile::Memory(id)).await {
            tracing::warn!(memory = %id.0, %error, "the file of a deleted memory is removed later");
        }
        Ok(true)
    }

    async fn build_memory(&self, id: MemoryId) -> Result<Box<dyn MemoryBuilder>, StoreError> {
        let builder = Builder::new(self.clone(), self.scratch.files(), id).await?;
        Ok(Box::new(builder))
    }

    async fn segments(
        &self,
        memory: MemoryId,
        query: &SegmentQuery,
    ) -> Result<SegmentPage, StoreError> {
        let mut page = self.content(memory).await?.segments(query).await?;
        self.add_uses(memory, &mut page.segments).await?;
        Ok(page)
    }

    async fn postings(
        &self,
        memory: MemoryId,
        keys: &[IndexKey],
        lengths: RangeInclusive<u8>,
        most: u32,
    ) -> Result<Vec<PostingList>, StoreError> {
        let content = self.content(memory).await?;
        content.postings(keys, lengths, most).await
    }

    async fn sources(
        &self,
        memory: MemoryId,
        numbers: &[u32],
        languages: &[Language],
    ) -> Result<Vec<StoredSource>, StoreError> {
        let content = self.content(memory).await?;
        content.sources(numbers, languages).await
    }

    async fn translations(
        &self,
        memory: MemoryId,
        numbers: &[u32],
        languages: &[Language],
    ) -> Result<Vec<StoredTranslation>, StoreError> {
        self.content(memory)
            .await?
            .translations(numbers, languages)
            .await
    }

    async fn record_uses(&self, uses: &[MemoryUse], at: Timestamp) -> Result<(), StoreError> {
        for uses in uses.chunks(USES_AT_ONCE) {
            let memories: Vec<Uuid> = uses.iter().map(|used| used.memory.0).collect();
            let segments: Vec<i64> = uses.iter().map(|used| i64::from(used.number)).collect();
            let languages: Vec<&str> = uses.iter().map(|used| used.language.tag()).collect();
            // A memory that is gone by now has no number, and one that is locked does not go meanwhile. In one order, so
            // that of several copies none waits for the other.
            let statement = sqlx::query(
                "WITH known AS (
                     SELECT id, number FROM memories WHERE id = ANY ($1) ORDER BY number FOR KEY SHARE)
                 INSERT INTO memory_uses AS kept (memory, segment, language, used)
                 SELECT DISTINCT known.number, new.segment, new.language, $4::bigint
                 FROM unnest($1, $2::bigint[], $3::text[]) AS new (memory, segment, language)
                 JOIN known ON known.id = new.memory
                 ORDER BY 1, 2, 3
                 ON CONFLICT (memory, segment, language)
                     DO UPDATE SET used = greatest(kept.used, excluded.used)",
            )
            .bind(memories)
            .bind(segments)
            .bind(languages)
            .bind(at.as_millisecond());
            bounded(statement.execute(self.pool())).await?;
        }
        Ok(())
    }

    async fn sweep(&self, now: Timestamp) -> Result<(), StoreError> {
        self.sweep_all(now).await
    }
}
