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

/// How many sectors of the directory are read. A document of Word has some dozens of streams.
const MOST_DIRECTORY_SECTORS: usize = 4_096;

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
    if stream.length < u64::from(file.least_length) {
        // Too short for sectors of its own, and so for a document.
        return Err(malformed("the document of Word in it is empty"));
    }
    let start = file.sector(stream.start)?;
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
        // The last one may be shorter.
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

    /// The first stream that has one of these names.
    fn find(&mut self, names: &[&'static str]) -> Result<Option<Stream>, DocumentError> {
        let mut sector = number(&self.header, 48, 4).ok_or_else(cut_off)?;
        for _ in 0..MOST_DIRECTORY_SECTORS {
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
