//! Copying documents for as long as somebody waits for them.

use std::io::{self, Read, Write};

use dragoman_documents::{DocumentError, overseer};

/// What is copied before it is looked whether somebody still waits, in bytes.
const PIECE: u64 = 1 << 20;

/// Copies all that comes.
///
/// # Errors
/// [`DocumentError::GivenUp`], [`DocumentError::Io`].
pub(crate) fn copy(mut from: impl Read, mut to: impl Write) -> Result<(), DocumentError> {
    loop {
        overseer::go_on()?;
        if io::copy(&mut Read::take(&mut from, PIECE), &mut to)? == 0 {
            return Ok(());
        }
    }
}
