//! Models in NumPy's `.npz` archives: a zip of `.npy` arrays.
//!
//! Opening reads the directory and the head of every array. An array that is stored as it is gets read
//! in place; a compressed one is decompressed each time it is asked for. Either way its checksum is
//! verified then.

use std::collections::HashSet;
use std::io::{Cursor, Read};

use zip::{CompressionMethod, ZipArchive};

use super::FileError;
use super::archived::{Archive, ArchivedArray, archive_error};
use super::binary::{CONFIG_NAME, MAX_TENSORS};
use super::bytes::{Bytes, Section};
use super::config::ModelConfig;
use super::error::ConfigError;
use super::npy::{Element, Head, MAX_HEAD};
use super::stored::{Stored, StoredTensor};

/// What the name of each array ends with inside the archive.
const SUFFIX: &str = ".npy";
/// Most bytes of all arrays together, decompressed.
const MAX_TOTAL: u64 = 4 << 30;
/// How much an archive may grow, beyond this many bytes, and by what factor. Trained weights are next to
/// random and hardly shrink; an archive that grows more is made to fill the memory.
const MAX_GROWTH: (u64, u64) = (1 << 20, 16);
/// Most bytes of the configuration's array.
const MAX_CONFIG: u64 = 128 << 10;
/// The record that only archives of 4 GiB and more need. It lies within this distance of the end.
const ZIP64_LOCATOR: (&[u8], usize) = (b"PK\x06\x07", (1 << 16) + 64);

/// Whether the file begins like a zip archive.
pub(super) fn is_archive(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04")
}

/// Reads the directory, the heads of all arrays, and the configuration.
pub(super) fn parse(bytes: &Bytes) -> Result<(Vec<StoredTensor>, ModelConfig), FileError> {
    let mut archive = open(bytes)?;
    let mut total = 0u64;
    let limit = total_limit(bytes.as_ref().len() as u64);
    let mut seen = HashSet::new();
    let mut tensors = Vec::with_capacity(archive.len());
    let mut config = None;
    for index in 0..archive.len() {
        let (name, head, array) = array(&mut archive, bytes, index)?;
        total = total.saturating_add(array.length);
        if total > limit {
            return Err(FileError::TooMany {
                what: "the number of decompressed bytes",
                found: total,
                limit,
            });
        }
        if !seen.insert(name.clone()) {
            return Err(FileError::DuplicateName { name });
        }
        let [rows, columns] = head.shape;
        match (name.as_str(), head.element) {
            (CONFIG_NAME, Element::Int8) if array.length <= MAX_CONFIG => {
                config = Some(ModelConfig::parse(array.read(&name)?.as_slice())?);
            }
            (CONFIG_NAME, Element::Int8) => {
                return Err(array_error(&name, "it is too long for a configuration"));
            }
            (name, Element::Int8) if name.starts_with("special:") => {}
            (_, Element::Float32) => tensors.push(StoredTensor {
                name,
                rows,
                columns,
                stored: Stored::Archived(array),
            }),
            (_, Element::Int8) => {
                return Err(FileError::UnsupportedType {
                    name,
                    found: "int8".to_owned(),
                    supported: "float32",
                });
            }
        }
    }
    Ok((tensors, config.ok_or(ConfigError::Missing)?))
}

/// Most bytes that the arrays of an archive of `length` bytes may have.
fn total_limit(length: u64) -> u64 {
    let (free, factor) = MAX_GROWTH;
    length.saturating_mul(factor).clamp(free, MAX_TOTAL)
}

fn open(bytes: &Bytes) -> Result<Archive, FileError> {
    let (mark, distance) = ZIP64_LOCATOR;
    let file = bytes.as_ref();
    let tail = file.get(file.len().saturating_sub(distance)..);
    let tail = tail.unwrap_or_default();
    if tail.windows(mark.len()).any(|window| window == mark) {
        // Without it an archive has 65,535 entries at most, which bounds what the directory takes.
        return Err(FileError::Archive {
            reason: "archives in the zip64 format are not supported".to_owned(),
        });
    }
    let archive = ZipArchive::new(Cursor::new(bytes.clone())).map_err(archive_error)?;
    if archive.has_duplicate_names() {
        return Err(FileError::Archive {
            reason: "two entries have one name".to_owned(),
        });
    }
    if archive.len() as u64 > MAX_TENSORS {
        return Err(FileError::TooMany {
            what: "the number of arrays",
            found: archive.len() as u64,
            limit: MAX_TENSORS,
        });
    }
    Ok(archive)
}

fn array_error(name: &str, reason: &'static str) -> FileError {
    FileError::Array {
        name: name.to_owned(),
        reason,
    }
}

/// Reads the head of an array.
fn array(
    archive: &mut Archive,
    bytes: &Bytes,
    index: usize,
) -> Result<(String, Head, ArchivedArray), FileError> {
    let shared = archive.clone();
    let mut file = archive.by_index(index).map_err(archive_error)?;
    let name = file.name().map_err(archive_error)?;
    let Some(name) = name.strip_suffix(SUFFIX).map(str::to_owned) else {
        return Err(array_error(&name, "its name does not end with .npy"));
    };
    let length = file.size();
    let stored_length = file.compressed_size();
    let compression = file.compression();
    let start = file.data_start();
    let mut start_of_array = Vec::new();
    Read::by_ref(&mut file)
        .take(MAX_HEAD as u64)
        .read_to_end(&mut start_of_array)
        .map_err(|error| archive_error(error.into()))?;
    let head = Head::parse(&start_of_array).map_err(|reason| array_error(&name, reason))?;
    if head.array_length() != Some(length) {
        return Err(FileError::DataLength {
            name,
            needed: head.array_length().unwrap_or(u64::MAX),
            found: length,
        });
    }
    let in_place = match compression {
        CompressionMethod::Stored => {
            let whole = (stored_length == length)
                .then(|| numbers_in_place(bytes, start?, length, head.data_start))
                .flatten();
            Some(whole.ok_or_else(|| array_error(&name, "it is not all inside the file"))?)
        }
        CompressionMethod::Deflated => None,
        _ => return Err(array_error(&name, "its compression is not supported")),
    };
    let array = ArchivedArray {
        archive: shared,
        index,
        data_start: head.data_start,
        length,
        in_place,
    };
    Ok((name, head, array))
}

/// The numbers of an array of `length` bytes that begins at `start` in the file.
fn numbers_in_place(bytes: &Bytes, start: u64, length: u64, head: usize) -> Option<Section> {
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.section(start.checked_add(head)?..end)
}
