//! Puts the file of a memory together.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use dragoman_domain::{
    FinishedImport, IndexKey, Language, Memory, MemoryBuilder, NewSegment, StoreError, Timestamp,
};
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Sqlite, SqliteConnection};

use super::content::{FORMAT, SLOTS};
use super::files::{Files, blocking};
use super::postings::{Collector, Row};
use crate::owner::open_private;
use crate::rows::faults::failed;

/// Rows that one statement inserts: each statement is a way to the connection's thread and back.
const ROWS_AT_ONCE: usize = 128;

/// The pages that the connection keeps, in KiB.
const CACHE: &str = "-8192";

/// A table of which rows are inserted.
#[derive(Clone, Copy)]
struct Table {
    name_and_columns: &'static str,
    row: &'static str,
}

const SEGMENTS: Table = Table {
    name_and_columns: "segments (number, source, created, changed, used)",
    row: "(?, ?, ?, ?, ?)",
};
const TRANSLATIONS: Table = Table {
    name_and_columns: "translations (id, text)",
    row: "(?, ?)",
};
const POSTINGS: Table = Table {
    name_and_columns: "postings (key, count, segments)",
    row: "(?, ?, ?)",
};

type Statement = Query<'static, Sqlite, SqliteArguments>;

/// Where a memory is kept once its file is complete.
#[async_trait]
pub(crate) trait Shelf: Send + Sync + 'static {
    /// Makes a memory with this file visible for good, and ends the job that made it.
    async fn add(
        &self,
        memory: &Memory,
        file: UnfinishedFile,
        bytes: u64,
        job: Option<FinishedImport>,
    ) -> Result<(), StoreError>;
}

/// The file that is being written. Whatever of it is there is removed with the value.
pub(crate) struct UnfinishedFile {
    content: PathBuf,
    lock: PathBuf,
    /// Tells the clean-up of another process that somebody is at work.
    _lock: File,
    is_kept: bool,
}

impl UnfinishedFile {
    fn new(content: PathBuf, lock: PathBuf) -> std::io::Result<Self> {
        let file = open_private(&lock, |options| options.create(true))?;
        file.lock()?;
        let unfinished = Self {
            content,
            lock,
            _lock: file,
            is_kept: false,
        };
        open_private(&unfinished.content, |options| options.create_new(true))?;
        Ok(unfinished)
    }

    pub(crate) fn content(&self) -> &Path {
        &self.content
    }

    /// From now on others decide what becomes of the file. The lock is held as long as this is there.
    pub(crate) const fn keep(&mut self) {
        self.is_kept = true;
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        // Whatever cannot be removed now is removed at the next start.
        if !self.is_kept {
            let _ = fs::remove_file(&self.content);
        }
        let _ = fs::remove_file(&self.lock);
    }
}

/// A memory that is being put together. While it is, the file has no journal: nothing of it is
/// worth keeping after a crash.
pub(crate) struct Builder<S> {
    shelf: S,
    // Closed before the file is removed.
    connection: SqliteConnection,
    unfinished: UnfinishedFile,
    /// Absent after a failure.
    collector: Option<Collector>,
    /// The languages of the translations, each with how many there are; the index is the slot.
    languages: Vec<(Language, i64)>,
    /// How many segments there are once nothing is added any more.
    complete: Option<u32>,
}

impl<S: Shelf> Builder<S> {
    pub(crate) async fn new(
        shelf: S,
        files: Files,
        id: dragoman_domain::MemoryId,
    ) -> Result<Self, StoreError> {
        let (unfinished, runs) = blocking(move || {
            let unfinished = UnfinishedFile::new(files.content(id), files.lock(id))?;
            Ok((unfinished, files.unnamed(id)?))
        })
        .await?;
        let mut connection = SqliteConnectOptions::new()
            .filename(&unfinished.content)
            .journal_mode(SqliteJournalMode::Off)
            .synchronous(SqliteSynchronous::Off)
            .locking_mode(SqliteLockingMode::Exclusive)
            .pragma("cache_size", CACHE)
            .connect()
            .await
            .map_err(failed)?;
        for sql in [
            include_str!("content.sql"),
            &format!("PRAGMA user_version = {FORMAT}"),
        ] {
            sqlx::raw_sql(AssertSqlSafe(sql))
                .execute(&mut connection)
                .await
                .map_err(failed)?;
        }
        Ok(Self {
            shelf,
            connection,
            unfinished,
            collector: Some(Collector::new(runs)),
            languages: Vec::new(),
            complete: None,
        })
    }

    /// Collects the segments' keys and gives the number of the first one.
    async fn collect(&mut self, keys: Vec<(u8, u32, Vec<u32>)>) -> Result<u32, StoreError> {
        let mut collector = self.collector.take().ok_or_else(broken)?;
        let (collector, first) = blocking(move || {
            let first = collector.segments();
            for (length, hash, features) in keys {
                let features = features.into_iter().map(IndexKey::Feature);
                collector.add(length, features.chain([IndexKey::Hash(hash)]))?;
            }
            Ok((collector, first))
        })
        .await?;
        self.collector = Some(collector);
        Ok(first)
    }

    /// The slots of a segment's languages with the translations, in the order of the slots. Of two
    /// translations into one language the first counts.
    fn in_slots(&mut self, targets: Vec<(Language, String)>) -> Vec<(i64, String)> {
        let mut translations: Vec<(i64, String)> = Vec::with_capacity(targets.len());
        for (language, text) in targets {
            let known = self.languages.iter().position(|known| known.0 == language);
            let slot = known.unwrap_or_else(|| {
                self.languages.push((language, 0));
                self.languages.len() - 1
            });
            let count = self.languages.get_mut(slot).map(|known| &mut known.1);
            // There are fewer languages than slots; a test checks it.
            let slot = i64::try_from(slot).unwrap_or(SLOTS - 1);
            if translations.iter().all(|(taken, _)| *taken != slot) {
                translations.push((slot, text));
                if let Some(count) = count {
                    *count += 1;
                }
            }
        }
        translations.sort_unstable_by_key(|(slot, _)| *slot);
        translations
    }

    async fn insert<T>(
        &mut self,
        table: Table,
        rows: Vec<T>,
        bind: impl Fn(Statement, T) -> Statement,
    ) -> Result<(), StoreError> {
        let mut rows = rows.into_iter();
        while rows.len() > 0 {
            // Two statements for each table, which SQLite need not compile again.
            let number = if rows.len() >= ROWS_AT_ONCE {
                ROWS_AT_ONCE
            } else {
                1
            };
            let sql = format!(
                "INSERT INTO {} VALUES {}",
                table.name_and_columns,
                vec![table.row; number].join(", ")
            );
            let mut statement = sqlx::query(AssertSqlSafe(sql));
            for row in rows.by_ref().take(number) {
                statement = bind(statement, row);
            }
            statement
                .execute(&mut self.connection)
                .await
                .map_err(failed)?;
        }
        Ok(())
    }

    async fn write_index(&mut self) -> Result<(), StoreError> {
        let collector = self.collector.take().ok_or_else(broken)?;
        let mut merge = blocking(|| collector.merge()).await?;
        loop {
            let rows: Vec<Row>;
            (merge, rows) = blocking(move || {
                let rows = merge.rows(32 * ROWS_AT_ONCE)?;
                Ok((merge, rows))
            })
            .await?;
            if rows.is_empty() {
                return Ok(());
            }
            self.execute("BEGIN").await?;
            self.insert(POSTINGS, rows, |statement, row| {
                statement.bind(row.key).bind(row.count).bind(row.segments)
            })
            .await?;
            self.execute("COMMIT").await?;
        }
    }

    async fn write_languages(&mut self) -> Result<(), StoreError> {
        for (slot, (language, segments)) in self.languages.iter().enumerate() {
            sqlx::query("INSERT INTO languages (slot, tag, segments) VALUES (?, ?, ?)")
                .bind(i64::try_from(slot).unwrap_or(SLOTS - 1))
                .bind(language.tag())
                .bind(segments)
                .execute(&mut self.connection)
                .await
                .map_err(failed)?;
        }
        Ok(())
    }

    async fn execute(&mut self, sql: &'static str) -> Result<(), StoreError> {
        sqlx::raw_sql(sql)
            .execute(&mut self.connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

fn broken() -> StoreError {
    StoreError::Failed {
        reason: "the memory could not be written before".to_owned(),
    }
}

#[async_trait]
impl<S: Shelf> MemoryBuilder for Builder<S> {
    async fn add(&mut self, mut segments: Vec<NewSegment>) -> Result<(), StoreError> {
        let keys = segments
            .iter_mut()
            .map(|segment| {
                let features = std::mem::take(&mut segment.features);
                (segment.length, segment.hash, features)
            })
            .collect();
        let first = self.collect(keys).await?;
        let mut sources = Vec::with_capacity(segments.len());
        let mut translations = Vec::with_capacity(segments.len());
        for (number, segment) in (i64::from(first)..).zip(segments) {
            sources.push((number, segment.source, segment.times));
            let in_slots = self.in_slots(segment.targets).into_iter();
            translations.extend(in_slots.map(|(slot, text)| (number * SLOTS + slot, text)));
        }
        let milliseconds = |time: Option<Timestamp>| time.map(Timestamp::as_millisecond);
        self.execute("BEGIN").await?;
        self.insert(SEGMENTS, sources, |statement, (number, source, times)| {
            statement
                .bind(number)
                .bind(source)
                .bind(milliseconds(times.created))
                .bind(milliseconds(times.changed))
                .bind(milliseconds(times.last_used))
        })
        .await?;
        self.insert(TRANSLATIONS, translations, |statement, (id, text)| {
            statement.bind(id).bind(text)
        })
        .await?;
        self.execute("COMMIT").await
    }

    async fn bytes(&self) -> Result<u64, StoreError> {
        let content = self.unfinished.content.clone();
        blocking(move || Ok(fs::metadata(content)?.len())).await
    }

    async fn complete(&mut self) -> Result<u64, StoreError> {
        if self.complete.is_none() {
            let segments = self.collector.as_ref().ok_or_else(broken)?.segments();
            self.write_index().await?;
            self.write_languages().await?;
            self.complete = Some(segments);
        }
        self.bytes().await
    }

    async fn finish(
        mut self: Box<Self>,
        memory: Memory,
        job: Option<FinishedImport>,
    ) -> Result<Memory, StoreError> {
        let bytes = self.complete().await?;
        let segment_count = self.complete.ok_or_else(broken)?;
        let Self {
            shelf,
            connection,
            unfinished,
            languages,
            ..
        } = *self;
        connection.close().await.map_err(failed)?;
        let mut languages: Vec<Language> = languages
            .into_iter()
            .map(|(language, _)| language)
            .collect();
        languages.sort_unstable();
        let memory = Memory {
            targets: languages,
            segment_count: u64::from(segment_count),
            ..memory
        };
        shelf.add(&memory, unfinished, bytes, job).await?;
        Ok(memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_slot_for_every_language() {
        assert!(Language::all().count() < usize::try_from(SLOTS).unwrap());
    }
}
