use std::collections::HashSet;
use std::io::{self, Read, SeekFrom};

use zip::{CompressionMethod, ZipArchive};

use crate::error::quoted;
use crate::{DocumentError, Limits, Source};

use super::Method;

/// The first bytes of a compound file, in which office programs put documents with a password, and all documents
/// before they had these formats.
pub(crate) const COMPOUND_FILE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// The streams with the text of documents before Office Open XML.
const OLDER: [&str; 4] = ["WordDocument", "PowerPoint Document", "Workbook", "Book"];

/// The record at the end of an archive, without the archive's comment.
const END_RECORD: u64 = 22;

/// The fixed part of the header before each entry.
pub(crate) const LOCAL_HEADER: usize = 30;

/// The fixed part of an entry's record in the directory.
pub(super) const RECORD: usize = 46;

/// The longest name of an entry, in bytes, which is as long as a path may be on most systems. A document that refers to an
/// entry over and over is as long as its references, and what is kept of it as long as the names.
const LONGEST_NAME: usize = 4 << 10;

/// An entry, as the directory and the header before its data say.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) method: Method,
    pub(super) checksum: u32,
    /// Bytes of its data in the archive.
    pub(super) packed: u64,
    /// Bytes of its content, as the directory says.
    pub(super) size: u64,
    pub(super) header_start: u64,
    pub(super) data_start: u64,
    /// Where the next entry or the directory begins.
    pub(super) end: u64,
    pub(super) record_start: u64,
}

pub(super) struct Directory {
    pub(super) source: Box<dyn Source>,
    pub(super) entries: Vec<Entry>,
    pub(super) comment: Vec<u8>,
}

pub(super) fn read(
    mut source: Box<dyn Source>,
    format: &'static str,
    limits: &Limits,
) -> Result<Directory, DocumentError> {
    refuse_compound_file(&mut source, format)?;
    refuse_many_entries(&mut source, limits)?;
    let malformed = |reason: String| DocumentError::Malformed { format, reason };
    let archive = ZipArchive::new(source).map_err(|_| {
        malformed("it is not an archive as it should be, or it is damaged".to_owned())
    })?;
    check_count(archive.len(), limits)?;
    if archive.has_duplicate_names() {
        return Err(malformed("two entries of the archive share a name".into()));
    }
    let mut entries = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let entry = archive
            .by_index_data(index)
            .map_err(|error| malformed(quoted(&error.to_string()).into_owned()))?;
        if entry.encrypted() {
            return Err(DocumentError::Encrypted);
        }
        let name = entry
            .name()
            .map_err(|error| malformed(quoted(&error.to_string()).into_owned()))?
            .into_owned();
        if leads_out(&name) {
            return Err(malformed(format!(
                "the entry {:?} leads out of the archive",
                quoted(&name)
            )));
        }
        check_name(&name)?;
        // Whatever is written has sizes of 32 bits.
        let widest = u64::from(u32::MAX);
        if entry.size() > widest || entry.compressed_size() > widest {
            return Err(DocumentError::TooLarge {
                what: "bytes in one entry of the archive",
                most: widest,
            });
        }
        entries.push(Entry {
            name,
            method: match entry.compression() {
                CompressionMethod::Stored => Method::Stored,
                CompressionMethod::Deflated => Method::Deflated,
                _ => Method::Other,
            },
            checksum: entry.crc32(),
            packed: entry.compressed_size(),
            size: entry.size(),
            header_start: entry.header_start(),
            data_start: 0,
            end: 0,
            record_start: entry.central_header_start(),
        });
    }
    refuse_equal_names(&entries).map_err(malformed)?;
    let start = archive.central_directory_start();
    let comment = archive.comment().to_vec();
    let mut source = archive.into_inner();
    locate(&mut entries, start, &mut source)
        .map_err(|error| malformed(format!("the archive's entries are damaged ({error})")))?;
    Ok(Directory {
        source,
        entries,
        comment,
    })
}

/// Compound files are documents with a password, or those of office programs before Office Open XML. What they are
/// is told by the name of a stream in them.
fn refuse_compound_file(
    source: &mut impl Source,
    format: &'static str,
) -> Result<(), DocumentError> {
    let mut first = Vec::new();
    source.seek(SeekFrom::Start(0))?;
    source.by_ref().take(8).read_to_end(&mut first)?;
    if first != COMPOUND_FILE {
        return Ok(());
    }
    let reason = if contains(source, &in_utf_16("EncryptedPackage"))? {
        return Err(DocumentError::Encrypted);
    } else if OLDER.iter().try_fold(false, |found, name| {
        Ok::<bool, io::Error>(found || contains(source, &in_utf_16(name))?)
    })? {
        "it is one of an older format; open it with an office program and save it in this one"
    } else {
        "it is a compound file with something else in it"
    };
    Err(DocumentError::Malformed {
        format,
        reason: reason.to_owned(),
    })
}

fn in_utf_16(name: &str) -> Vec<u8> {
    name.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Whether the bytes stand anywhere in the file, which is read piece by piece.
fn contains(source: &mut impl Source, wanted: &[u8]) -> io::Result<bool> {
    const PIECE: u64 = 64 << 10;
    source.seek(SeekFrom::Start(0))?;
    let mut bytes = Vec::new();
    loop {
        let kept = bytes.len().min(wanted.len());
        bytes.drain(..bytes.len() - kept);
        if source.by_ref().take(PIECE).read_to_end(&mut bytes)? == 0 {
            return Ok(false);
        }
        if bytes.windows(wanted.len()).any(|window| window == wanted) {
            return Ok(true);
        }
    }
}

/// Looks at the count in the end record before the whole directory is read into memory.
fn refuse_many_entries(source: &mut impl Source, limits: &Limits) -> Result<(), DocumentError> {
    let length = source.seek(SeekFrom::End(0))?;
    let tail = length.min(END_RECORD + u64::from(u16::MAX));
    source.seek(SeekFrom::Start(length - tail))?;
    let mut bytes = Vec::new();
    source.take(tail).read_to_end(&mut bytes)?;
    let count = bytes
        .windows(12)
        .rev()
        .find(|window| window.starts_with(b"PK\x05\x06"))
        .and_then(|record| record.last_chunk::<2>())
        .map_or(0, |count| u16::from_le_bytes(*count));
    check_count(usize::from(count), limits)
}

fn check_count(count: usize, limits: &Limits) -> Result<(), DocumentError> {
    if count > limits.archive_entries {
        return Err(DocumentError::TooLarge {
            what: "entries in the archive",
            most: u64::try_from(limits.archive_entries).unwrap_or(u64::MAX),
        });
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), DocumentError> {
    if name.len() > LONGEST_NAME {
        return Err(DocumentError::too_large(
            "bytes in the name of an entry of its archive",
            LONGEST_NAME,
        ));
    }
    Ok(())
}

/// Whether a program that unpacks the archive could write outside its folder.
fn leads_out(name: &str) -> bool {
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    is_drive
        || name.is_empty()
        || name.contains(['\\', '\0'])
        || name.starts_with('/')
        || name.split('/').any(|step| step == "..")
}

/// Names that differ in case only are the same to office programs.
fn refuse_equal_names(entries: &[Entry]) -> Result<(), String> {
    let mut seen = HashSet::new();
    for entry in entries {
        if !seen.insert(entry.name.to_ascii_lowercase()) {
            return Err(format!(
                "two entries of the archive share the name {:?}",
                quoted(&entry.name)
            ));
        }
    }
    Ok(())
}

/// Finds where each entry's data begins, and refuses entries that overlap: with these a small file can
/// unpack to any size.
fn locate(entries: &mut [Entry], directory: u64, source: &mut impl Source) -> io::Result<()> {
    let mut order: Vec<(u64, usize)> = entries
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.header_start, index))
        .collect();
    order.sort_unstable();
    let ends = order.iter().skip(1).map(|(start, _)| *start);
    let ends: Vec<u64> = ends.chain([directory]).collect();
    for ((start, index), end) in order.into_iter().zip(ends) {
        let Some(entry) = entries.get_mut(index) else {
            continue;
        };
        let header = read_header(source, start)?;
        let data = start.checked_add(header.length()).ok_or_else(overlap)?;
        if data.checked_add(entry.packed).is_none_or(|last| last > end) {
            return Err(overlap());
        }
        entry.data_start = data;
        entry.end = end;
    }
    Ok(())
}

fn overlap() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "they overlap")
}

/// The fixed part of the header before an entry's data.
pub(super) struct LocalHeader(pub(super) [u8; LOCAL_HEADER]);

impl LocalHeader {
    /// Bytes from the header's start to the data.
    pub(super) fn length(&self) -> u64 {
        let fixed = u64::try_from(LOCAL_HEADER).unwrap_or(0);
        fixed
            + u64::from(u16_at(&self.0, 26).unwrap_or(0))
            + u64::from(u16_at(&self.0, 28).unwrap_or(0))
    }
}

pub(super) fn read_header(source: &mut impl Source, start: u64) -> io::Result<LocalHeader> {
    let mut header = [0; LOCAL_HEADER];
    source.seek(SeekFrom::Start(start))?;
    source.read_exact(&mut header)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "one has no header",
        ));
    }
    Ok(LocalHeader(header))
}

/// The number in two bytes at this place.
pub(super) fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    let bytes = bytes.get(place..)?.first_chunk::<2>()?;
    Some(u16::from_le_bytes(*bytes))
}
