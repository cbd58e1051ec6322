//! Pictures as files that Word shows: photographs as they are, and others as PNG.

use std::collections::BTreeMap;

use dragoman_documents::DocumentError;
use dragoman_documents::overseer::borrow;
use hayro_syntax::object::{ObjectIdentifier, Stream};

use crate::pixels::{dimensions, photograph, pixels};
use crate::png::png;

/// The pictures that Word shows, with their numbers.
pub(crate) type PictureFiles = BTreeMap<ObjectIdentifier, (usize, PictureFile)>;

/// A file with a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PictureFile {
    pub(crate) bytes: Vec<u8>,
    /// What its name ends with.
    pub(crate) extension: &'static str,
}

/// The picture of a stream as a file; none of one that is packed in a way that Word does not know, or damaged.
///
/// # Errors
/// If the document is given up, or no memory is left for it.
pub(crate) fn picture_file(
    pdf: &hayro_syntax::Pdf,
    id: ObjectIdentifier,
) -> Result<Option<PictureFile>, DocumentError> {
    let Some(stream) = pdf.xref().get::<Stream<'_>>(id) else {
        return Ok(None);
    };
    if let Some(bytes) = photograph(&stream) {
        borrow(bytes.len())?;
        return Ok(Some(PictureFile {
            bytes: bytes.into_owned(),
            extension: "jpeg",
        }));
    }
    let Some((width, height)) = dimensions(&stream) else {
        return Ok(None);
    };
    // What is unpacked, the pixels, and the file.
    borrow(width * height * 8)?;
    let file = pixels(&stream).and_then(|pixels| png(&pixels));
    Ok(file.map(|bytes| PictureFile {
        bytes,
        extension: "png",
    }))
}
