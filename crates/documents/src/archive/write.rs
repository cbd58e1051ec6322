use std::collections::BTreeSet;
use std::io::{self, Read, Seek, SeekFrom, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::{DocumentError, Source};

use super::directory::{Entry, RECORD, read_header, u16_at};
use super::{Archive, Method, checksum};

/// The flag that says that sizes follow the data rather than stand before it.
const SIZES_FOLLOW: u16 = 1 << 3;

/// The extra field with sizes and offsets that need more than 32 bits.
const ZIP64: u16 = 1;

/// What stands in place of a number that is in the ZIP64 field.
const IN_ZIP64: [u8; 4] = [0xff; 4];

/// Gives the new content of the entry with this name and content.
pub(crate) type Edit<'a> = &'a mut dyn FnMut(&str, Vec<u8>) -> Result<Vec<u8>, DocumentError>;

/// What the headers say of an entry's data.
#[derive(Clone, Copy)]
struct Numbers {
    checksum: u32,
    packed: u32,
    size: u32,
}

/// Where an entry was written, and its numbers if its data changed.
#[derive(Clone, Copy)]
struct Written {
    start: u32,
    changed: Option<Numbers>,
}

impl Archive {
    /// Writes the archive with the entries of these names edited. All others are copied as they are,
    /// with their headers and the gaps after them; if nothing changes, the whole file is.
    ///
    /// # Errors
    /// What reading entries gives, what `edit` gives, and [`DocumentError::Io`].
    pub(crate) fn write(
        &mut self,
        names: &BTreeSet<String>,
        edit: Edit<'_>,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        if names.is_empty() {
            self.source.seek(SeekFrom::Start(0))?;
            io::copy(&mut self.source, output)?;
            return Ok(());
        }
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order
            .sort_unstable_by_key(|index| self.entries.get(*index).map(|entry| entry.header_start));
        let mut offset = 0_u64;
        let mut written = vec![None; self.entries.len()];
        for index in order {
            let changed = self.edited(index, names, edit)?;
            let (Some(entry), Some(slot)) = (self.entries.get(index), written.get_mut(index))
            else {
                continue;
            };
            *slot = Some(Written {
                start: narrow(offset)?,
                changed: changed.as_ref().map(|(numbers, _)| *numbers),
            });
            let length = match &changed {
                Some((numbers, data)) => {
                    write_entry(&mut self.source, entry, *numbers, data, output)?
                }
                None => copy(&mut self.source, entry.header_start, entry.end, output)?,
            };
            offset = offset.saturating_add(length);
        }
        self.write_directory(&written, offset, output)
    }

    /// The entry's new data with its numbers, if it is among these names and does change.
    fn edited(
        &mut self,
        index: usize,
        names: &BTreeSet<String>,
        edit: Edit<'_>,
    ) -> Result<Option<(Numbers, Vec<u8>)>, DocumentError> {
        let Some(entry) = self.entries.get(index) else {
            return Ok(None);
        };
        if !names.contains(&entry.name) {
            return Ok(None);
        }
        let (name, method, before) = (entry.name.clone(), entry.method, entry.checksum);
        let content = self.read_entry(index)?;
        let length = content.len();
        let content = edit(&name, content)?;
        let checksum = checksum(&content);
        if checksum == before && content.len() == length {
            return Ok(None);
        }
        let size = narrow(content.len())?;
        let data = match method {
            Method::Stored | Method::Other => content,
            Method::Deflated => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(&content)?;
                encoder.finish()?
            }
        };
        let packed = narrow(data.len())?;
        let numbers = Numbers {
            checksum,
            packed,
            size,
        };
        Ok(Some((numbers, data)))
    }

    fn write_directory(
        &mut self,
        written: &[Option<Written>],
        start: u64,
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut length = 0_usize;
        for (entry, written) in self.entries.iter().zip(written) {
            let Some(written) = written else { continue };
            let record = record(&mut self.source, entry, *written)?;
            length = length.saturating_add(record.len());
            output.write_all(&record)?;
        }
        let count = narrow_count(self.entries.len())?.to_le_bytes();
        let comment = narrow_count(self.comment.len())?.to_le_bytes();
        output.write_all(b"PK\x05\x06\0\0\0\0")?;
        output.write_all(&count)?;
        output.write_all(&count)?;
        output.write_all(&narrow(length)?.to_le_bytes())?;
        output.write_all(&narrow(start)?.to_le_bytes())?;
        output.write_all(&comment)?;
        output.write_all(&self.comment)?;
        Ok(())
    }
}

fn copy(
    source: &mut impl Source,
    start: u64,
    end: u64,
    output: &mut dyn Write,
) -> Result<u64, DocumentError> {
    source.seek(SeekFrom::Start(start))?;
    Ok(io::copy(
        &mut source.take(end.saturating_sub(start)),
        output,
    )?)
}

/// Writes an entry's header, with everything in it that does not depend on the data, and new data.
fn write_entry(
    source: &mut impl Source,
    entry: &Entry,
    numbers: Numbers,
    data: &[u8],
    output: &mut dyn Write,
) -> Result<u64, DocumentError> {
    let mut header = read_header(source, entry.header_start)?.0;
    let mut name = vec![0; usize::from(u16_at(&header, 26).unwrap_or(0))];
    source.read_exact(&mut name)?;
    let mut extra = vec![0; usize::from(u16_at(&header, 28).unwrap_or(0))];
    source.read_exact(&mut extra)?;
    let extra = without_zip64(&extra);
    let flags = u16_at(&header, 6).unwrap_or(0) & !SIZES_FOLLOW;
    put(&mut header, 6, &flags.to_le_bytes());
    put_numbers(&mut header, 14, numbers);
    put(&mut header, 28, &narrow_count(extra.len())?.to_le_bytes());
    let parts = [header.as_slice(), &name, &extra, data];
    let mut length = 0_u64;
    for part in parts {
        output.write_all(part)?;
        length = length.saturating_add(u64::from(narrow(part.len())?));
    }
    Ok(length)
}

/// An entry's record in the directory, with everything in it that does not depend on the data or the
/// place.
fn record(
    source: &mut impl Source,
    entry: &Entry,
    written: Written,
) -> Result<Vec<u8>, DocumentError> {
    source.seek(SeekFrom::Start(entry.record_start))?;
    let mut fixed = [0; RECORD];
    source.read_exact(&mut fixed)?;
    let mut variable = |place| -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::from(u16_at(&fixed, place).unwrap_or(0))];
        source.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    let (name, mut extra, comment) = (variable(28)?, variable(30)?, variable(32)?);
    if written.changed.is_some() {
        let flags = u16_at(&fixed, 8).unwrap_or(0) & !SIZES_FOLLOW;
        put(&mut fixed, 8, &flags.to_le_bytes());
    }
    let is_wide = [20, 24, 42].into_iter().any(|place| {
        fixed
            .get(place..)
            .is_some_and(|rest| rest.starts_with(&IN_ZIP64))
    });
    if is_wide || written.changed.is_some() {
        extra = without_zip64(&extra);
        let numbers = match written.changed {
            Some(numbers) => numbers,
            None => Numbers {
                checksum: entry.checksum,
                packed: narrow(entry.packed)?,
                size: narrow(entry.size)?,
            },
        };
        put_numbers(&mut fixed, 16, numbers);
        put(&mut fixed, 30, &narrow_count(extra.len())?.to_le_bytes());
    }
    put(&mut fixed, 42, &written.start.to_le_bytes());
    Ok([fixed.as_slice(), &name, &extra, &comment].concat())
}

fn put_numbers(header: &mut [u8], place: usize, numbers: Numbers) {
    put(header, place, &numbers.checksum.to_le_bytes());
    put(header, place + 4, &numbers.packed.to_le_bytes());
    put(header, place + 8, &numbers.size.to_le_bytes());
}

fn put(header: &mut [u8], place: usize, value: &[u8]) {
    let slot = header.get_mut(place..place + value.len());
    if let Some(slot) = slot {
        slot.copy_from_slice(value);
    }
}

/// These extra fields without the one for numbers of 64 bits: no such number is written.
fn without_zip64(extra: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(extra.len());
    let mut rest = extra;
    while let (Some(id), Some(length)) = (u16_at(rest, 0), u16_at(rest, 2)) {
        let Some((field, after)) = rest.split_at_checked(4 + usize::from(length)) else {
            break;
        };
        if id != ZIP64 {
            kept.extend_from_slice(field);
        }
        rest = after;
    }
    kept.extend_from_slice(rest);
    kept
}

/// A number for a field of 32 bits.
fn narrow(number: impl TryInto<u32>) -> Result<u32, DocumentError> {
    let too_large = |_| DocumentError::TooLarge {
        what: "bytes in an archive",
        most: u64::from(u32::MAX),
    };
    number.try_into().map_err(too_large)
}

/// A number for a field of 16 bits.
fn narrow_count(number: usize) -> Result<u16, DocumentError> {
    number.try_into().map_err(|_| DocumentError::TooLarge {
        what: "entries in the archive",
        most: u64::from(u16::MAX),
    })
}
