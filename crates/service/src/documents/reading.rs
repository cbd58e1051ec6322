//! How the source file of a document is taken apart, for as long as somebody waits for that.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_documents::Options;
use dragoman_domain::{DocumentFile, DocumentId, ReadSeek, WrappedKey};
use tokio::sync::OwnedSemaphorePermit;

use super::failure::Failure;
use super::task::Task;
use super::{Documents, OpenDocument};

/// A file that can be read until nobody waits for what is in it any more.
struct Awaited {
    file: Box<dyn ReadSeek>,
    is_given_up: Arc<AtomicBool>,
}

impl Read for Awaited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_given_up.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for this file any more"));
        }
        self.file.read(buffer)
    }
}

impl Seek for Awaited {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// That somebody waits for a file. Dropped before that is over, it gives the file up.
struct Waiting(Option<Arc<AtomicBool>>);

impl Waiting {
    fn end(mut self) {
        self.0 = None;
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(is_given_up) = &self.0 {
            is_given_up.store(true, Ordering::Relaxed);
        }
    }
}

impl Documents {
    /// Takes the source file of a document apart, and what is wanted of it on the same thread. What is held is let go of
    /// when that is over. When this is dropped the file cannot be read on, so that the thread soon ends.
    pub(super) async fn open_source<T: Send + 'static>(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        task: &Task,
        held: impl Send + 'static,
        take: impl FnOnce(OpenDocument) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.turn().await?;
        let (files, key, format) = (self.files(), key.clone(), task.format);
        let options = Options {
            target: task.target,
            limits: self.inner.limits.reading,
        };
        let is_given_up = Arc::<AtomicBool>::default();
        let waiting = Waiting(Some(Arc::clone(&is_given_up)));
        let opened = dragoman_tasks::spawn_blocking(move || {
            let _held = (turn, held);
            let (file, _) = files.open(id, &key, DocumentFile::Source)?;
            let file = Awaited { file, is_given_up };
            Ok::<_, Failure>(take(format.open(Box::new(file), options)?))
        });
        let taken = opened.await??;
        // The document goes on to read from its file when it is written.
        waiting.end();
        Ok(taken)
    }

    /// A turn to take a document apart or put one together. It belongs to the thread that does so, which goes
    /// on when nobody waits for it any more.
    pub(super) async fn turn(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let readers = Arc::clone(&self.inner.readers);
        readers.acquire_owned().await.map_err(|_| Failure::Stopped)
    }
}
