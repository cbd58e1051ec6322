//! The bytes of a file, shared without copying, and a reader of little-endian numbers that cannot
//! leave them.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use dragoman_kernels::MappedFile;

use super::FileError;

/// Most bytes a file may have: 8 GiB, four times the largest published model.
const MAX_FILE: u64 = 8 << 30;

/// Where the bytes of a file are.
#[derive(Debug)]
enum Storage {
    Mapped(MappedFile),
    Owned(Vec<u8>),
}

/// A whole file, cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Bytes(Arc<Storage>);

impl Bytes {
    /// Opens a regular file.
    pub(super) fn open(path: &Path) -> Result<Self, FileError> {
        Self::read(path).map_err(|source| FileError::Read {
            path: path.to_owned(),
            source,
        })
    }

    /// The one place that decides how a file gets into memory.
    fn read(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        if metadata.len() > MAX_FILE {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        let map = MappedFile::open(path)?;
        Ok(Self(Arc::new(Storage::Mapped(map))))
    }

    /// The part of the file in `range`, or nothing if it is not all inside.
    pub(super) fn section(&self, range: Range<usize>) -> Option<Section> {
        self.as_ref().get(range.clone())?;
        Some(Section {
            bytes: self.clone(),
            range,
        })
    }

    /// Takes what was read so far out of memory, if it can be read again.
    pub(super) fn release(&self) {
        if let Storage::Mapped(map) = &*self.0 {
            map.release();
        }
    }

    /// The file as one section.
    pub(super) fn whole(self) -> Section {
        let range = 0..self.as_ref().len();
        Section { bytes: self, range }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(content: Vec<u8>) -> Self {
        Self(Arc::new(Storage::Owned(content)))
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match &*self.0 {
            Storage::Mapped(map) => map,
            Storage::Owned(content) => content,
        }
    }
}

/// A part of a file, which it keeps open.
#[derive(Clone, Debug)]
pub(super) struct Section {
    bytes: Bytes,
    range: Range<usize>,
}

impl Section {
    /// The bytes of the part.
    pub(super) fn as_slice(&self) -> &[u8] {
        // The range was checked when the section was made; a file does not shrink here.
        self.bytes
            .as_ref()
            .get(self.range.clone())
            .unwrap_or_default()
    }
}

/// Reads numbers one after the other and never beyond the end.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// How many bytes were read.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// How many bytes are left.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// The next `length` bytes. `what` names them in the error when the file ends before.
    pub(super) fn take(&mut self, length: u64, what: &'static str) -> Result<&'a [u8], FileError> {
        let truncated = FileError::Truncated {
            what,
            needed: length,
            left: self.remaining(),
        };
        let Some(end) = usize::try_from(length)
            .ok()
            .and_then(|length| self.position.checked_add(length))
        else {
            return Err(truncated);
        };
        let Some(taken) = self.bytes.get(self.position..end) else {
            return Err(truncated);
        };
        self.position = end;
        Ok(taken)
    }

    /// The next eight bytes as a number.
    pub(super) fn u64(&mut self, what: &'static str) -> Result<u64, FileError> {
        let taken = self.take(8, what)?;
        Ok(u64_at(taken, 0).unwrap_or_default())
    }

    /// The next four bytes as a number.
    pub(super) fn i32(&mut self, what: &'static str) -> Result<i32, FileError> {
        let taken = self.take(4, what)?;
        Ok(taken
            .first_chunk()
            .map_or(0, |bytes| i32::from_le_bytes(*bytes)))
    }
}

/// The `index`-th u64 of `bytes`.
pub(super) fn u64_at(bytes: &[u8], index: usize) -> Option<u64> {
    let chunk = bytes.get(index.checked_mul(8)?..)?.first_chunk()?;
    Some(u64::from_le_bytes(*chunk))
}

/// The numbers in `bytes`, of which a last incomplete one is left out.
pub(super) fn f32_values(bytes: &[u8]) -> impl ExactSizeIterator<Item = f32> {
    let (chunks, _) = bytes.as_chunks::<4>();
    chunks.iter().map(|chunk| f32::from_le_bytes(*chunk))
}

/// The numbers in `bytes`, of which a last incomplete one is left out.
pub(super) fn u32_values(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> {
    let (chunks, _) = bytes.as_chunks::<4>();
    chunks.iter().map(|chunk| u32::from_le_bytes(*chunk))
}
