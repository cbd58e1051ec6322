//! What a file is that is named as a document of Word: most are compound files, in which the stream "WordDocument" begins
//! with a block that says of what version it is and whether it is encrypted.

use std::io::{self, Read as _, SeekFrom};

use dragoman_documents::{DocumentError, Source, overseer};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A compound file with a document of Word 6 to 2003.
    Word,
    /// Rich Text Format, which Word opens under any name.
    RichText,
    /// An archive: a docx under another name, if it is a document.
    Archive,
}

const COMPOUND: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
const RICH_TEXT: &[u8] = b"{\\rtf";
const ARCHIVE: &[u8] = b"PK\x03\x04";

/// The greatest number of a sector; those above have other meanings.
const LAST_SECTOR: u32 = 0xFFFF_FFFA;

/// Sectors of the allocation table that the header names.
const TABLES_IN_HEADER: u32 = 109;

/// How many sectors of the directory, or of short streams, are read. A document of Word has some dozens of streams.
const MOST_SECTORS: usize = 4_096;

/// The part of a sector that a short stream has at least.
const SHARED_BYTES: usize = 64;

const ENTRY: usize = 128;

/// Finds out what a file is, and goes back to its beginning.
///
/// # Errors
/// [`DocumentError::Encrypted`]; [`DocumentError::Malformed`] if it is none of these.
pub(crate) fn kind(source: &mut dyn Source) -> Result<Kind, DocumentError> {
    source.rewind()?;
    let start = up_to(source, 8)?;
    let kind = if start == COMPOUND {
        check(&mut Compound::open(source)?)?;
        Kind::Word
    } else if start.starts_with(RICH_TEXT) {
        Kind::RichText
    } else if start.starts_with(ARCHIVE) {
        Kind::Archive
    } else {
        return Err(malformed("it does not begin as one"));
    };
    source.rewind()?;
    Ok(kind)
}

pub(crate) fn malformed(reason: &str) -> DocumentError {
    DocumentError::Malformed {
        format: "DOC",
        reason: reason.to_owned(),
    }
}

/// Fails unless the compound file has a document of Word that can be read without a password.
fn check(file: &mut Compound<'_>) -> Result<(), DocumentError> {
    let Some(stream) = file.find(&["WordDocument", "EncryptedPackage"])? else {
        return Err(malformed("there is no document of Word in it"));
    };
    if stream.name == "EncryptedPackage" {
        return Err(DocumentError::Encrypted);
    }
    let start = file.start_of(&stream)?;
    let flags = number(&start, 10, 2);
    match flags {
        Some(flags) if flags & 0x0100 != 0 => Err(DocumentError::Encrypted),
        Some(_) => Ok(()),
        None => Err(cut_off()),
    }
}

fn cut_off() -> DocumentError {
    malformed("it is cut off")
}

/// The next bytes, or all that are left.
fn up_to(source: &mut dyn Source, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A little-endian number of up to four bytes at a position.
fn number(bytes: &[u8], position: usize, length: usize) -> Option<u32> {
    let bytes = bytes.get(position..position.checked_add(length)?)?;
    let number = bytes.iter().rev();
    Some(number.fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// A compound file.
struct Compound<'source> {
    source: &'source mut dyn Source,
    header: Vec<u8>,
    sector_bytes: usize,
    /// Streams that are shorter share sectors.
    least_length: u32,
}

struct Stream {
    name: &'static str,
    start: u32,
    length: u64,
}

impl<'source> Compound<'source> {
    fn open(source: &'source mut dyn Source) -> Result<Self, DocumentError> {
        source.rewind()?;
        let header = up_to(source, 512)?;
        let field = |position, length| number(&header, position, length).ok_or_else(cut_off);
        let sector_bytes = match field(30, 2)? {
            9 => 512,
            12 => 4096,
            _ => return Err(malformed("its sectors have an impossible size")),
        };
        field(508, 4)?;
        Ok(Self {
            least_length: field(56, 4)?,
            source,
            header,
            sector_bytes,
        })
    }

    fn sector(&mut self, number: u32) -> Result<Vec<u8>, DocumentError> {
        overseer::go_on()?;
        if number > LAST_SECTOR {
            return Err(malformed("a part of it is missing"));
        }
        let length = self.sector_bytes as u64;
        let position = (u64::from(number) + 1).saturating_mul(length);
        self.source.seek(SeekFrom::Start(position))?;
        let mut bytes = up_to(self.source, length)?;
        // So no number leads further than the file is long. The last sector may be shorter.
        if bytes.is_empty() {
            return Err(cut_off());
        }
        bytes.resize(self.sector_bytes, 0);
        Ok(bytes)
    }

    /// The sector that follows another in a stream.
    fn next(&mut self, sector: u32) -> Result<Option<u32>, DocumentError> {
        let per_sector = u32::try_from(self.sector_bytes / 4).unwrap_or(u32::MAX);
        let table = self.table(sector / per_sector, per_sector)?;
        let table = self.sector(table)?;
        let next = number(&table, (sector % per_sector) as usize * 4, 4).ok_or_else(cut_off)?;
        Ok((next <= LAST_SECTOR).then_some(next))
    }

    /// The sector with a part of the allocation table.
    fn table(&mut self, index: u32, per_sector: u32) -> Result<u32, DocumentError> {
        if index < TABLES_IN_HEADER {
            return number(&self.header, 76 + index as usize * 4, 4).ok_or_else(cut_off);
        }
        // The others are in sectors each of which ends with the number of the next.
        let mut left = index - TABLES_IN_HEADER;
        let mut list = number(&self.header, 68, 4).ok_or_else(cut_off)?;
        loop {
            let sector = self.sector(list)?;
            if left < per_sector - 1 {
                return number(&sector, left as usize * 4, 4).ok_or_else(cut_off);
            }
            left -= per_sector - 1;
            list = number(&sector, self.sector_bytes - 4, 4).ok_or_else(cut_off)?;
        }
    }

    /// The first bytes of a stream, which may be fewer than its first block has.
    fn start_of(&mut self, stream: &Stream) -> Result<Vec<u8>, DocumentError> {
        if stream.length >= u64::from(self.least_length) {
            return self.sector(stream.start);
        }
        // It shares sectors of the stream that the first entry of the directory describes.
        let directory = number(&self.header, 48, 4).ok_or_else(cut_off)?;
        let root = self.sector(directory)?;
        let mut sector = number(&root, 116, 4).ok_or_else(cut_off)?;
        let position = (stream.start as usize).saturating_mul(SHARED_BYTES);
        for _ in 0..(position / self.sector_bytes).min(MOST_SECTORS) {
            sector = self.next(sector)?.ok_or_else(cut_off)?;
        }
        let mut bytes = self.sector(sector)?;
        Ok(bytes.split_off(position % self.sector_bytes))
    }

    /// The first stream that has one of these names.
    fn find(&mut self, names: &[&'static str]) -> Result<Option<Stream>, DocumentError> {
        let mut sector = number(&self.header, 48, 4).ok_or_else(cut_off)?;
        for _ in 0..MOST_SECTORS {
            let directory = self.sector(sector)?;
            let mut entries = directory.chunks_exact(ENTRY);
            if let Some(found) = entries.find_map(|entry| stream(entry, names)) {
                return Ok(Some(found));
            }
            match self.next(sector)? {
                Some(next) => sector = next,
                None => return Ok(None),
            }
        }
        Err(malformed("it has too many parts"))
    }
}

/// The stream that an entry of a directory describes, if it has one of these names.
fn stream(entry: &[u8], names: &[&'static str]) -> Option<Stream> {
    const IS_STREAM: u8 = 2;
    if entry.get(66) != Some(&IS_STREAM) {
        return None;
    }
    let length = number(entry, 64, 2)? as usize;
    let name = entry.get(..length.checked_sub(2)?)?;
    let letters = |name: &str| {
        name.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    Some(Stream {
        name: names.iter().find(|known| letters(known) == name)?,
        start: number(entry, 116, 4)?,
        length: u64::from(number(entry, 120, 4)?),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const UNUSED: u32 = 0xFFFF_FFFF;
    const LAST: u32 = 0xFFFF_FFFE;

    fn set(bytes: &mut [u8], position: usize, value: u32) {
        bytes[position..position + 4].copy_from_slice(&value.to_le_bytes());
    }

    fn entry(name: &str, kind: u8, start: u32, length: u32) -> Vec<u8> {
        let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let name_bytes = u32::try_from(entry.len()).unwrap() + 2;
        entry.resize(ENTRY, 0);
        set(&mut entry, 64, name_bytes);
        entry[66] = kind;
        set(&mut entry, 116, start);
        set(&mut entry, 120, length);
        entry
    }

    /// A file with one short stream, which begins in the second of two sectors that short streams share.
    fn compound(name: &str, flags: u16) -> Vec<u8> {
        let mut header = vec![0; 512];
        header[..8].copy_from_slice(&COMPOUND);
        set(&mut header, 30, 9);
        set(&mut header, 48, 1);
        set(&mut header, 56, 4096);
        header[76..].fill(0xFF);
        set(&mut header, 76, 0);
        let mut table = vec![0xFF; 512];
        for (sector, next) in [(0, UNUSED), (1, LAST), (2, 3), (3, LAST)] {
            set(&mut table, sector * 4, next);
        }
        let mut directory = entry("Root Entry", 5, 2, 1024);
        // 64 bytes a piece: eight are in the first sector.
        directory.extend(entry(name, 2, 9, 100));
        directory.resize(512, 0);
        let mut shared = vec![0; 1024];
        shared[9 * 64 + 10..9 * 64 + 12].copy_from_slice(&flags.to_le_bytes());
        [header, table, directory, shared].concat()
    }

    fn of(bytes: Vec<u8>) -> Result<Kind, DocumentError> {
        kind(&mut Cursor::new(bytes))
    }

    #[test]
    fn a_short_stream_is_found_among_others() {
        assert!(matches!(of(compound("WordDocument", 0)), Ok(Kind::Word)));
        let encrypted = of(compound("WordDocument", 0x0100));
        assert!(matches!(encrypted, Err(DocumentError::Encrypted)));
        let encrypted = of(compound("EncryptedPackage", 0));
        assert!(matches!(encrypted, Err(DocumentError::Encrypted)));
        let other = of(compound("Workbook", 0));
        assert!(matches!(other, Err(DocumentError::Malformed { .. })));
    }

    #[test]
    fn lists_that_lead_back_to_themselves_end() {
        let mut bytes = compound("Workbook", 0);
        set(&mut bytes, 512 + 4, 1);
        assert!(matches!(of(bytes), Err(DocumentError::Malformed { .. })));
        let mut bytes = compound("Workbook", 0);
        // A sector whose part of the table is beyond those that the header names, in a list that is its own next.
        set(&mut bytes, 512 + 4, 200 * 128);
        set(&mut bytes, 68, 2);
        set(&mut bytes, 512 + 3 * 512 - 4, 2);
        assert!(matches!(of(bytes), Err(DocumentError::Malformed { .. })));
    }
}
