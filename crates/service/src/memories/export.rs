//! Writes a memory into a TMX file.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use dragoman_domain::{JobFileWriter, Memory, MemorySegment, SegmentQuery, StoreError};
use dragoman_memory::{TmxWriter, Unit};

use super::storage::Growth;
use super::{Memories, MemoryError};

/// Segments that are read at once.
const PAGE: u32 = 500;

impl Memories {
    /// Writes a memory as TMX; the caller decides what becomes of the file.
    ///
    /// # Errors
    /// [`MemoryError::UnknownMemory`] if the memory is deleted meanwhile; [`MemoryError::Store`],
    /// also for what the file answers.
    pub async fn export(
        &self,
        memory: &Memory,
        file: &mut dyn JobFileWriter,
    ) -> Result<(), MemoryError> {
        self.write_export(memory, file, None).await.map(drop)
    }

    /// The same as far as there is room: how many bytes there are.
    pub(super) async fn write_export(
        &self,
        memory: &Memory,
        file: &mut dyn JobFileWriter,
        mut growth: Option<&mut Growth<'_>>,
    ) -> Result<u64, MemoryError> {
        let mut written = 0_u64;
        let mut write = async |bytes: Vec<u8>| {
            written = written.saturating_add(bytes.len() as u64);
            if let Some(growth) = &mut growth {
                growth.grow(written).await?;
            }
            file.write(bytes).await?;
            Ok::<_, MemoryError>(())
        };
        let buffer = Buffer::default();
        let mut tmx =
            TmxWriter::new(buffer.clone(), memory.source, self.now()).map_err(unwritten)?;
        let mut next = Some(0);
        while let Some(from) = next {
            let query = SegmentQuery {
                from,
                most: PAGE,
                filter: None,
            };
            let page = match self.inner.ports.memories.segments(memory.id, &query).await {
                Ok(page) => page,
                Err(error) => return Err(self.unread(memory.account, memory.id, error).await),
            };
            for segment in page.segments {
                tmx.write(&to_unit(segment)).map_err(unwritten)?;
            }
            write(buffer.take()).await?;
            next = page.next;
        }
        tmx.finish().map_err(unwritten)?;
        write(buffer.take()).await?;
        Ok(written)
    }
}

fn to_unit(segment: MemorySegment) -> Unit {
    let targets = segment.targets.into_iter();
    Unit {
        source: segment.source,
        targets: targets
            .map(|target| (target.language, target.text))
            .collect(),
        created: segment.times.created,
        changed: segment.times.changed,
        last_used: segment.times.last_used,
    }
}

fn unwritten(error: io::Error) -> StoreError {
    StoreError::Failed {
        reason: error.to_string(),
    }
}

/// What has been written and not yet been passed on.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
