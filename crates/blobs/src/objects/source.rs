use std::io;
use std::ops::Range;

use object_store::path::Path;

use crate::keys::damaged;
use crate::objects::failure::{Failure, Trouble};
use crate::objects::storage::{ObjectStorage, Part};
use crate::objects::waiting::Blocking;
use crate::reader::Source;
use crate::stream::SEALED_CHUNK_LEN;

/// What is fetched at a time by who reads from here and there, and then on from there.
pub(crate) const READ_AHEAD: u64 = 1024 * 1024;
/// The same for who reads the whole of a large object.
pub(crate) const READ_ALL: u64 = 8 * READ_AHEAD;
/// Windows that are kept: the one that is read, and one more for who goes back and forth.
const KEPT_WINDOWS: usize = 2;

/// An object that is read from anywhere in it, for threads that may wait. It is the same to the end: once another
/// replaces it, reading fails.
///
/// In memory are at most two windows of what is read ahead.
pub(crate) struct ObjectSource {
    storage: ObjectStorage,
    path: Path,
    blocking: Blocking,
    etag: Option<String>,
    size: u64,
    ahead: u64,
    /// Parts of the object, the one used last at the end.
    windows: Vec<Window>,
}

struct Window {
    begin: u64,
    bytes: Vec<u8>,
}

impl Window {
    fn end(&self) -> u64 {
        self.begin + self.bytes.len() as u64
    }
}

impl ObjectSource {
    /// Opens an object, and fetches its beginning and its last chunk, so that both can be read without waiting.
    pub(crate) async fn open(
        storage: ObjectStorage,
        path: Path,
        blocking: Blocking,
        ahead: u64,
    ) -> io::Result<Self> {
        let first = first(&storage, &path, ahead).await?;
        let mut source = Self {
            storage,
            path,
            blocking,
            etag: first.etag,
            size: first.size,
            ahead,
            windows: vec![Window {
                begin: 0,
                bytes: first.bytes,
            }],
        };
        let fetched = source.windows.iter().map(Window::end).max();
        let last = fetched
            .unwrap_or_default()
            .max(source.size.saturating_sub(SEALED_CHUNK_LEN as u64));
        if last < source.size {
            let range = last..source.size;
            let (etag, size) = (source.etag.as_deref(), source.size);
            let window = fetch(&source.storage, &source.path, range, etag, size).await?;
            source.windows.insert(0, window);
        }
        Ok(source)
    }

    /// The length of the object.
    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    /// A window with the byte at that place, which becomes the one used last.
    fn window(&mut self, at: u64, wanted: usize) -> io::Result<&Window> {
        let has_it = |window: &Window| (window.begin..window.end()).contains(&at);
        let window = match self.windows.iter().position(has_it) {
            Some(place) => self.windows.remove(place),
            None => self.fetch(at, wanted)?,
        };
        self.windows.push(window);
        self.windows.last().ok_or_else(damaged)
    }

    fn fetch(&mut self, at: u64, wanted: usize) -> io::Result<Window> {
        let goes_on = self.windows.last().is_some_and(|last| last.end() == at);
        let length = match goes_on {
            true => self.ahead.max(wanted as u64),
            false => wanted as u64,
        };
        let range = at..self.size.min(at.saturating_add(length));
        if range.is_empty() {
            return Err(damaged());
        }
        if self.windows.len() >= KEPT_WINDOWS {
            self.windows.remove(0);
        }
        let (storage, path) = (self.storage.clone(), self.path.clone());
        let (etag, size) = (self.etag.clone(), self.size);
        self.blocking.wait(1, async move {
            Ok(fetch(&storage, &path, range, etag.as_deref(), size).await?)
        })
    }
}

impl Source for ObjectSource {
    fn read_exact_at(&mut self, mut buffer: &mut [u8], begin: u64) -> io::Result<()> {
        let mut at = begin;
        while !buffer.is_empty() {
            let window = self.window(at, buffer.len())?;
            let offset = usize::try_from(at - window.begin).map_err(|_| damaged())?;
            let there = window.bytes.get(offset..).unwrap_or_default();
            let count = there.len().min(buffer.len());
            let (now, later) = buffer.split_at_mut(count);
            now.copy_from_slice(there.get(..count).unwrap_or_default());
            at += count as u64;
            buffer = later;
        }
        Ok(())
    }
}

/// The beginning of an object.
async fn first(storage: &ObjectStorage, path: &Path, ahead: u64) -> io::Result<Part> {
    match storage.part(path, 0..ahead, None).await {
        // There is nothing to give of an empty object, which each storage says in its own way.
        Err(failure) if failure.trouble == Trouble::Other => match storage.size(path).await {
            Ok(0) => Err(damaged()),
            _ => Err(failure.into()),
        },
        result => Ok(result?),
    }
}

/// A range of an object of which it is known what and how long it is.
async fn fetch(
    storage: &ObjectStorage,
    path: &Path,
    range: Range<u64>,
    etag: Option<&str>,
    size: u64,
) -> Result<Window, Failure> {
    let (begin, end) = (range.start, range.end);
    let part = storage.part(path, range, etag).await?;
    let is_whole = begin + part.bytes.len() as u64 == end;
    match part.size == size && is_whole {
        true => Ok(Window {
            begin,
            bytes: part.bytes,
        }),
        false => Err(Failure::replaced()),
    }
}
