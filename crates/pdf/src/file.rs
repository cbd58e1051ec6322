//! The bytes of a file, and the objects that two libraries read in them: one to look at, the other to change them.

use dragoman_documents::overseer::borrow;
use dragoman_documents::{DocumentError, Limits, Source, read_whole};
use hayro_syntax::object::ObjectIdentifier;
use hayro_syntax::{DecryptionError, LoadPdfError};
use lopdf::{LoadOptions, ObjectId};

/// The name of the format in messages.
const FORMAT: &str = "PDF";

/// The bytes of a file.
///
/// # Errors
/// If they cannot be read or are too many, the document is given up, or no memory is left for it.
pub(crate) fn read(source: &mut dyn Source, limits: &Limits) -> Result<Vec<u8>, DocumentError> {
    source.rewind()?;
    read_whole(source, limits.unpacked_bytes)
}

/// What is said of a file that is not PDF.
pub(crate) fn malformed() -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason: "no pages can be found in it".to_owned(),
    }
}

/// The objects of a file, to be changed.
///
/// # Errors
/// If they cannot be read, or no memory is left for them.
pub(crate) fn objects(file: &[u8], limits: &Limits) -> Result<lopdf::Document, DocumentError> {
    // They are held once more.
    borrow(2 * file.len())?;
    let options = LoadOptions {
        max_decompressed_size: usize::try_from(limits.entry_bytes).ok(),
        ..LoadOptions::default()
    };
    lopdf::Document::load_mem_with_options(file, options).map_err(|_| malformed())
}

/// The objects of a file.
///
/// # Errors
/// If it is not PDF, or is protected by a password.
pub(crate) fn parsed(file: Vec<u8>) -> Result<hayro_syntax::Pdf, DocumentError> {
    hayro_syntax::Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => DocumentError::Encrypted,
        LoadPdfError::Decryption(_) => DocumentError::Unsupported(
            "the document is encrypted in a way that is not supported; save it without protection and send it again"
                .to_owned(),
        ),
        LoadPdfError::Invalid => malformed(),
    })
}

/// The number of an object as the library that changes them has it.
pub(crate) fn lopdf_id(id: ObjectIdentifier) -> Option<ObjectId> {
    Some((id.obj_number, u16::try_from(id.gen_number).ok()?))
}
