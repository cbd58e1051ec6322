//! Files and parts that are read as a whole.

use std::io::{ErrorKind, Read};

use crate::{DocumentError, overseer};

/// What a byte of a file or of a part takes while it is read or written: itself, its text, the same with translations in
/// it, and that in the file's encoding.
pub(crate) const COPIES: usize = 4;

/// How many bytes are read at once.
const PIECE: usize = 32 << 10;

/// The bytes of a file, of which there may be so many. A few times their memory is borrowed, for what becomes of them.
///
/// # Errors
/// [`DocumentError::TooLarge`], [`DocumentError::Io`], and those of an [`overseer`].
pub fn read_whole(source: impl Read, most: u64) -> Result<Vec<u8>, DocumentError> {
    let mut bytes = Vec::new();
    let mut borrowed = 0;
    read_to_end(source, most, &mut bytes, |length| {
        overseer::borrow((length - borrowed).saturating_mul(COPIES))?;
        borrowed = length;
        Ok(())
    })?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
        return Err(DocumentError::TooLarge {
            what: "bytes",
            most,
        });
    }
    Ok(bytes)
}

/// Reads to the end, or as many bytes as there may be and one more. `grown` is told how many there are by now, and can end it.
///
/// # Errors
/// [`DocumentError::Io`], and those of `grown`. What was read before stays.
pub(crate) fn read_to_end(
    source: impl Read,
    most: u64,
    bytes: &mut Vec<u8>,
    mut grown: impl FnMut(usize) -> Result<(), DocumentError>,
) -> Result<(), DocumentError> {
    let mut source = source.take(most.saturating_add(1));
    let mut piece = vec![0; PIECE];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => bytes.extend_from_slice(piece.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        }
        grown(bytes.len())?;
    }
}
