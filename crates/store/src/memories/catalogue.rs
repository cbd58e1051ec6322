//! Which memories there are, and the way to what is in them.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    AccountId, FinishedImport, IndexKey, Language, Memory, MemoryBuilder, MemoryId,
    MemoryJobStatus, MemoryPage, MemorySegment, MemoryStore, MemoryUse, PostingList, SegmentPage,
    SegmentQuery, StoreError, StoredSource, StoredTranslation, Timestamp,
};

use super::SqliteMemories;
use super::build::{Builder, Shelf, UnfinishedFile};
use super::content::Content;
use super::files::{blocking, remove, sync};
use crate::Durability;
use crate::rows::columns::{from_count, time_of, to_count};
use crate::rows::faults::{corrupt, failed};
use crate::rows::{StoredRow, to_memory};

/// Writes when the translations last served into those of a page, which rows say by segment and language.
pub(crate) fn add_uses(
    segments: &mut [MemorySegment],
    rows: &[impl StoredRow],
) -> Result<(), StoreError> {
    let mut uses: HashMap<(i64, &str), Timestamp> = HashMap::with_capacity(rows.len());
    for row in rows {
        let of = (row.integer("segment")?, row.text("language")?);
        uses.insert(of, time_of(row, "used")?);
    }
    for segment in segments {
        for target in &mut segment.targets {
            let of = (i64::from(segment.number), target.language.tag());
            target.last_used = uses.get(&of).copied().max(segment.times.last_used);
        }
        let last = segment.targets.iter().filter_map(|target| target.last_used);
        segment.times.last_used = last.max().max(segment.times.last_used);
    }
    Ok(())
}

impl SqliteMemories {
    pub(super) async fn has_memory(&self, id: MemoryId) -> Result<bool, StoreError> {
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM memories WHERE id = ?)")
            .bind(id.to_string())
            .fetch_one(&self.pool)
            .await
            .map_err(failed)
    }

    async fn content(&self, id: MemoryId) -> Result<Arc<Content>, StoreError> {
        self.contents.open(id, &self.files.content(id), None).await
    }

    /// Makes a memory whose file is complete visible, and ends the job that made it.
    async fn add_memory(
        &self,
        memory: &Memory,
        bytes: u64,
        job: Option<FinishedImport>,
    ) -> Result<(), StoreError> {
        let mut transaction = self
            .pool
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)?;
        let targets: Vec<&str> = memory.targets.iter().map(|target| target.tag()).collect();
        sqlx::query(
            "INSERT INTO memories (id, account, name, source, targets, segments, created, bytes)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(memory.id.to_string())
        .bind(memory.account.to_string())
        .bind(&memory.name)
        .bind(memory.source.tag())
        .bind(targets.join(" "))
        .bind(from_count(memory.segment_count))
        .bind(memory.created.as_millisecond())
        .bind(from_count(bytes))
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
        if let Some(finished) = job {
            let status = MemoryJobStatus::Imported {
                memory: memory.id,
                skipped: finished.skipped,
            };
            Self::finish_import(&mut transaction, finished, &status, memory.created).await?;
        }
        transaction.commit().await.map_err(failed)
    }

    /// Notes how large the memories are that were made when that was not noted.
    pub(super) async fn measure_memories(&self) -> Result<(), StoreError> {
        let unmeasured: Vec<String> = sqlx::query_scalar("SELECT id FROM memories WHERE bytes = 0")
            .fetch_all(&self.pool)
            .await
            .map_err(failed)?;
        for text in unmeasured {
            let id = text.parse().map(MemoryId).map_err(|_| corrupt("id"))?;
            let content = self.files.content(id);
            // What is not there has no bytes, either.
            let bytes = blocking(move || Ok(content.metadata().map_or(0, |file| file.len())));
            sqlx::query("UPDATE memories SET bytes = ?2 WHERE id = ?1")
                .bind(text)
                .bind(from_count(bytes.await?))
                .execute(&self.pool)
                .await
                .map_err(failed)?;
        }
        Ok(())
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
        let rows = sqlx::query(
            "SELECT segment, language, used
             FROM memories JOIN uses ON uses.memory = memories.number
             WHERE memories.id = ? AND segment BETWEEN ? AND ?",
        )
        .bind(memory.to_string())
        .bind(first.number)
        .bind(last.number)
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        add_uses(segments, &rows)
    }
}

#[async_trait]
impl Shelf for SqliteMemories {
    async fn add(
        &self,
        memory: &Memory,
        mut file: UnfinishedFile,
        bytes: u64,
        job: Option<FinishedImport>,
    ) -> Result<(), StoreError> {
        let is_durable = self.durability == Durability::PowerLoss;
        let file = blocking(move || {
            if is_durable {
                sync(file.content())?;
            }
            // From here on the clean-up decides, which knows whether the next step was done.
            file.keep();
            Ok(file)
        })
        .await?;
        let added = self.add_memory(memory, bytes, job).await;
        drop(file);
        added
    }
}

#[async_trait]
impl MemoryStore for SqliteMemories {
    async fn memories(
        &self,
        account: AccountId,
        offset: u64,
        most: u32,
    ) -> Result<MemoryPage, StoreError> {
        let memories = sqlx::query(
            "SELECT * FROM memories WHERE account = ? ORDER BY number LIMIT ? OFFSET ?",
        )
        .bind(account.to_string())
        .bind(most)
        .bind(from_count(offset))
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        let total = sqlx::query("SELECT count(*) AS total FROM memories WHERE account = ?")
            .bind(account.to_string())
            .fetch_one(&self.pool)
            .await
            .map_err(failed)?;
        Ok(MemoryPage {
            memories: memories.iter().map(to_memory).collect::<Result<_, _>>()?,
            total: to_count(&total, "total")?,
        })
    }

    async fn memory(&self, account: AccountId, id: MemoryId) -> Result<Option<Memory>, StoreError> {
        sqlx::query("SELECT * FROM memories WHERE id = ? AND account = ?")
            .bind(id.to_string())
            .bind(account.to_string())
            .fetch_optional(&self.pool)
            .await
            .map_err(failed)?
            .as_ref()
            .map(to_memory)
            .transpose()
    }

    async fn delete_memory(&self, account: AccountId, id: MemoryId) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM memories WHERE id = ? AND account = ?")
            .bind(id.to_string())
            .bind(account.to_string())
            .execute(&self.pool)
            .await
            .map_err(failed)?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        self.contents.close(id);
        // Those who read it keep the file until they have finished.
        let content = self.files.content(id);
        blocking(move || remove(&content)).await?;
        Ok(true)
    }

    async fn build_memory(&self, id: MemoryId) -> Result<Box<dyn MemoryBuilder>, StoreError> {
        let builder = Builder::new(self.clone(), self.files.clone(), id).await?;
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
        let mut transaction = self
            .pool
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(failed)?;
        for used in uses {
            // A memory that is gone by now has no number.
            sqlx::query(
                "INSERT INTO uses (memory, segment, language, used)
                 SELECT number, ?2, ?3, ?4 FROM memories WHERE id = ?1
                 ON CONFLICT DO UPDATE SET used = max(used, excluded.used)",
            )
            .bind(used.memory.to_string())
            .bind(used.number)
            .bind(used.language.tag())
            .bind(at.as_millisecond())
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
        }
        transaction.commit().await.map_err(failed)
    }

    async fn sweep(&self, _now: Timestamp) -> Result<(), StoreError> {
        // What dead processes have left is removed at the start.
        Ok(())
    }
}
