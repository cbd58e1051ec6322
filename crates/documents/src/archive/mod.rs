//! Zip archives of strangers: their entries are read within limits, and the archive is written again
//! with some of them changed and all others as they were.

mod directory;
mod write;

use std::collections::{BTreeSet, HashMap};
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::error::quoted;
use crate::input::{COPIES, read_to_end};
use crate::{DocumentError, Limits, Source, overseer};

use directory::Entry;
pub(crate) use directory::{COMPOUND_FILE, LOCAL_HEADER};

/// What an entry may unpack to whatever its ratio is: small entries of white space are common.
const SMALL: u64 = 16 << 20;

/// How many times its size in the archive a large entry may unpack to.
const HIGHEST_RATIO: u64 = 400;

/// How often its unpacked size may be read again. Filters read a part a few times; a document whose parts refer to
/// a large one over and over would keep them busy for hours.
const MOST_REPEATS: u64 = 16;

/// An archive that was opened: its directory, and the file to read entries from.
pub(crate) struct Archive {
    source: Box<dyn Source>,
    format: &'static str,
    limits: Limits,
    /// In the order of the directory.
    entries: Vec<Entry>,
    /// Their places by their names in small letters.
    by_name: HashMap<String, usize>,
    comment: Vec<u8>,
    /// Bytes that entries in `counted` unpacked to, and those of archives in this one.
    unpacked: Arc<AtomicU64>,
    /// Tags in those entries.
    tags: Arc<AtomicU64>,
    counted: BTreeSet<usize>,
    /// Bytes that came out of entries once more.
    repeated: u64,
    /// Bytes of the largest entry that was read.
    largest: usize,
}

impl Archive {
    /// Reads the directory. `format` is the name of the document's format, for errors.
    ///
    /// # Errors
    /// [`DocumentError::Encrypted`] for entries with a password and for the container of
    /// documents with one; [`DocumentError::Malformed`] for what is no archive, or one that programs
    /// would understand differently: names that occur twice or lead out of the archive,
    /// entries that overlap; [`DocumentError::TooLarge`]; [`DocumentError::Io`].
    pub(crate) fn open(
        source: Box<dyn Source>,
        format: &'static str,
        limits: Limits,
    ) -> Result<Self, DocumentError> {
        let directory = directory::read(source, format, &limits)?;
        let names = directory.entries.iter().enumerate();
        let by_name = names
            .map(|(index, entry)| (entry.name.to_ascii_lowercase(), index))
            .collect();
        Ok(Self {
            by_name,
            source: directory.source,
            format,
            limits,
            entries: directory.entries,
            comment: directory.comment,
            unpacked: Arc::default(),
            tags: Arc::default(),
            counted: BTreeSet::new(),
            repeated: 0,
            largest: 0,
        })
    }

    /// Reads the directory of an archive that is an entry of this one. What its entries unpack to counts as this one's.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub(crate) fn open_within(
        &self,
        content: Vec<u8>,
        format: &'static str,
    ) -> Result<Self, DocumentError> {
        let mut archive = Self::open(Box::new(Cursor::new(content)), format, self.limits)?;
        archive.unpacked = Arc::clone(&self.unpacked);
        archive.tags = Arc::clone(&self.tags);
        Ok(archive)
    }

    /// The name of the entry with this name in any case of ASCII letters, as office formats want it.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        let entry = self.entries.get(self.index(name)?)?;
        Some(&entry.name)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(&name.to_ascii_lowercase()).copied()
    }

    /// The content of the entry with this name, in any case of ASCII letters as office formats
    /// want it; `None` if there is none.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] if more comes out of it than may, whatever the directory says;
    /// [`DocumentError::Malformed`] for damaged entries, [`DocumentError::Unsupported`] for methods of
    /// compression that no office program uses.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, DocumentError> {
        match self.index(name) {
            Some(index) => self.read_entry(index).map(Some),
            None => Ok(None),
        }
    }

    fn read_entry(&mut self, index: usize) -> Result<Vec<u8>, DocumentError> {
        let Some(entry) = self.entries.get(index) else {
            return Ok(Vec::new());
        };
        let is_new = !self.counted.contains(&index);
        let unpacked = self.unpacked.load(Ordering::Relaxed);
        let left = self.limits.unpacked_bytes.saturating_sub(unpacked);
        let (most, what) = if is_new && left < self.limits.entry_bytes {
            (left, "bytes in the unpacked archive")
        } else {
            (self.limits.entry_bytes, "bytes in one unpacked entry")
        };
        let by_ratio = entry.packed.saturating_mul(HIGHEST_RATIO).max(SMALL);
        let (most, what) = if by_ratio < most {
            (by_ratio, "bytes in a highly compressed entry")
        } else {
            (most, what)
        };
        let damaged = |reason: &str| DocumentError::Malformed {
            format: self.format,
            reason: format!(
                "the entry {:?} of the archive {reason}",
                quoted(&entry.name)
            ),
        };
        self.source.seek(SeekFrom::Start(entry.data_start))?;
        let packed = (&mut self.source).take(entry.packed);
        let mut content = Vec::new();
        // As much as the largest part takes: they are read one after the other.
        let largest = &mut self.largest;
        let grown = |length: usize| {
            let more = length.saturating_sub(*largest);
            *largest = length.max(*largest);
            overseer::borrow(more.saturating_mul(COPIES))
        };
        let outcome = match entry.method {
            Method::Stored => read_to_end(packed, most, &mut content, grown),
            Method::Deflated => read_to_end(DeflateDecoder::new(packed), most, &mut content, grown),
            Method::Other => {
                return Err(DocumentError::Unsupported(format!(
                    "the entry {:?} of the archive is compressed in a way that is not supported",
                    quoted(&entry.name)
                )));
            }
        };
        if let Err(error @ (DocumentError::GivenUp | DocumentError::NoMemory)) = outcome {
            return Err(error);
        }
        let length = u64::try_from(content.len()).unwrap_or(u64::MAX);
        if self.counted.insert(index) {
            self.unpacked.fetch_add(length, Ordering::Relaxed);
            let tags = memchr::memchr_iter(b'<', &content).count();
            let tags = u64::try_from(tags).unwrap_or(u64::MAX);
            let before = self.tags.fetch_add(tags, Ordering::Relaxed);
            // They take their time however few bytes they have, and hardly any in the archive.
            if before.saturating_add(tags) > self.limits.tags {
                return Err(DocumentError::TooLarge {
                    what: "tags in the unpacked archive",
                    most: self.limits.tags,
                });
            }
        } else {
            self.repeated = self.repeated.saturating_add(length);
        }
        if length > most {
            return Err(DocumentError::TooLarge { what, most });
        }
        outcome.map_err(|_| damaged("is damaged"))?;
        if checksum(&content) != entry.checksum {
            return Err(damaged("does not have the checksum that it should have"));
        }
        let unpacked = self.unpacked.load(Ordering::Relaxed);
        if self.repeated > unpacked.saturating_mul(MOST_REPEATS).max(SMALL) {
            return Err(DocumentError::TooLarge {
                what: "references to the same parts",
                most: MOST_REPEATS,
            });
        }
        Ok(content)
    }
}

/// How an entry is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Stored,
    Deflated,
    /// A method that cannot be read; such entries can be copied nevertheless.
    Other,
}

fn checksum(content: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(content);
    crc.sum()
}

#[cfg(test)]
pub(crate) mod tests;
