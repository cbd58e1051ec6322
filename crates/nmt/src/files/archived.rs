//! Arrays in a zip archive, read when they are asked for.

use std::io::{self, Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::FileError;
use super::bytes::{Bytes, Section};

pub(super) type Archive = ZipArchive<Cursor<Bytes>>;

/// An array in an archive.
#[derive(Debug)]
pub(super) struct ArchivedArray {
    pub(super) archive: Archive,
    pub(super) index: usize,
    /// Where in the array the numbers begin.
    pub(super) data_start: usize,
    /// Bytes of the whole array.
    pub(super) length: u64,
    /// The numbers in the file, if they are not compressed.
    pub(super) in_place: Option<Section>,
}

impl ArchivedArray {
    /// The numbers of the array, in place or decompressed, when its checksum is right.
    pub(super) fn read(&self, name: &str) -> Result<Section, FileError> {
        // Clones share the directory and the bytes; reading needs a position of its own.
        let mut archive = self.archive.clone();
        let mut file = archive.by_index(self.index).map_err(archive_error)?;
        let damaged = |error: io::Error| FileError::Archive {
            reason: format!("array {name:?}: {error}"),
        };
        if let Some(section) = &self.in_place {
            io::copy(&mut file, &mut io::sink()).map_err(damaged)?;
            return Ok(section.clone());
        }
        let mut content = Vec::new();
        // One byte more than there should be, so that the end and thereby the checksum is reached.
        Read::by_ref(&mut file)
            .take(self.length.saturating_add(1))
            .read_to_end(&mut content)
            .map_err(damaged)?;
        let found = content.len() as u64;
        let numbers = Bytes::from(content);
        let end = numbers.as_ref().len();
        match numbers.section(self.data_start..end) {
            Some(section) if found == self.length => Ok(section),
            _ => Err(FileError::DataLength {
                name: name.to_owned(),
                needed: self.length,
                found,
            }),
        }
    }
}

pub(super) fn archive_error(error: ZipError) -> FileError {
    FileError::Archive {
        reason: error.to_string(),
    }
}
