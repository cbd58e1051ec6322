//! Makes a memory from a TMX file.

use std::io::{BufReader, Read};

use dragoman_domain::{
    AccountId, FinishedImport, Memory, MemoryBuilder, MemoryId, MemoryJob, NewSegment,
    SegmentTimes, StoreError,
};
use dragoman_memory::{MatchKey, TmxError, TmxReader, Unit};

use super::lookup::{length_class, stored_hash};
use super::storage::Growth;
use super::{Memories, MemoryError};

/// Segments that are stored at once.
const BATCH: usize = 1_000;

/// Bytes of text in a batch, about, so that long segments take no more memory than short ones.
const BATCH_BYTES: usize = 4 << 20;

/// Bytes of the file that are read at once.
const READ_AT_ONCE: usize = 256 * 1024;

/// What came of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedMemory {
    /// The memory.
    pub memory: Memory,
    /// How many units of the file were left out.
    pub skipped: u64,
    /// How many of those had a text that is longer than is accepted.
    pub too_long: u64,
}

type Reader = TmxReader<BufReader<Box<dyn Read + Send>>>;

impl Memories {
    /// Makes a memory of the account from a TMX file. Until it is complete it cannot be seen, and
    /// after a failure nothing is left.
    ///
    /// # Errors
    /// [`MemoryError::BadFile`], [`MemoryError::NothingToImport`],
    /// [`MemoryError::TooManyMemories`].
    pub async fn import(
        &self,
        account: AccountId,
        name: String,
        file: Box<dyn Read + Send>,
    ) -> Result<ImportedMemory, MemoryError> {
        self.import_for(account, name, file, None).await
    }

    /// The same for a job, which is done together with the import, within the limits of the account's storage.
    pub(super) async fn import_for(
        &self,
        account: AccountId,
        name: String,
        file: Box<dyn Read + Send>,
        job: Option<&MemoryJob>,
    ) -> Result<ImportedMemory, MemoryError> {
        self.check_room(account).await?;
        let id = MemoryId(self.new_guid());
        let memories = &self.inner.ports.memories;
        let mut builder = memories.build_memory(id).await?;
        let reader = TmxReader::new(
            BufReader::with_capacity(READ_AT_ONCE, file),
            self.inner.limits.tmx,
        );
        // What an operator imports is none of the account's doing.
        let mut growth = job.map(|_| self.growing_memory(account));
        let (reader, segments) = copy(reader, &mut *builder, growth.as_mut()).await?;
        let (skipped, too_long) = (reader.skipped(), reader.too_long());
        let Some(source) = reader.source_language().filter(|_| segments > 0) else {
            return Err(MemoryError::NothingToImport {
                skipped,
                too_long,
                most: self.inner.limits.tmx.segment_characters,
            });
        };
        let bytes = builder.complete().await?;
        if let Some(growth) = &mut growth {
            growth.grow(bytes).await?;
        }
        let memory = Memory {
            id,
            account,
            name,
            source: source.base(),
            targets: Vec::new(),
            segment_count: 0,
            created: self.now(),
        };
        let finished = job.map(|job| FinishedImport {
            job: job.id,
            attempts: job.attempts,
            skipped,
        });
        let memory = builder.finish(memory, finished).await?;
        Ok(ImportedMemory {
            memory,
            skipped,
            too_long,
        })
    }

    /// # Errors
    /// [`MemoryError::TooManyMemories`] if the account has as many as it may.
    pub(super) async fn check_room(&self, account: AccountId) -> Result<(), MemoryError> {
        let page = self.inner.ports.memories.memories(account, 0, 0).await?;
        let most = self.inner.limits.memories;
        if page.total >= u64::from(most) {
            return Err(MemoryError::TooManyMemories(most));
        }
        Ok(())
    }
}

/// Adds all units of the file to the builder, and says how many there are. While some are stored
/// the next are read.
async fn copy(
    reader: Reader,
    builder: &mut dyn MemoryBuilder,
    mut growth: Option<&mut Growth<'_>>,
) -> Result<(Reader, usize), MemoryError> {
    let mut segments = 0;
    let (mut reader, mut batch) = next_batch(reader).await?;
    while !batch.is_empty() {
        segments += batch.len();
        let (stored, next) = tokio::join!(builder.add(batch), next_batch(reader));
        stored?;
        if let Some(growth) = &mut growth {
            growth.grow(builder.bytes().await?).await?;
        }
        (reader, batch) = next?;
    }
    Ok((reader, segments))
}

/// The next segments of the file; none at its end.
async fn next_batch(mut reader: Reader) -> Result<(Reader, Vec<NewSegment>), MemoryError> {
    let read = dragoman_tasks::spawn_blocking(move || {
        let batch = read_batch(&mut reader)?;
        Ok((reader, batch))
    });
    match read.await {
        Ok(result) => result.map_err(|error: TmxError| error.into()),
        Err(error) => Err(StoreError::Failed {
            reason: error.to_string(),
        }
        .into()),
    }
}

fn read_batch(reader: &mut Reader) -> Result<Vec<NewSegment>, TmxError> {
    let mut batch = Vec::with_capacity(BATCH);
    let mut bytes = 0_usize;
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        let Some(unit) = reader.next().transpose()? else {
            break;
        };
        let targets = unit.targets.iter().map(|(_, text)| text.len());
        bytes = bytes.saturating_add(unit.source.len() + targets.sum::<usize>());
        batch.push(to_segment(unit));
    }
    Ok(batch)
}

fn to_segment(unit: Unit) -> NewSegment {
    let key = MatchKey::of(&unit.source);
    NewSegment {
        hash: stored_hash(&key),
        features: dragoman_memory::features(&key),
        length: length_class(key.fuzzy_len()),
        source: unit.source,
        targets: unit.targets,
        times: SegmentTimes {
            created: unit.created,
            changed: unit.changed,
            last_used: unit.last_used,
        },
    }
}
