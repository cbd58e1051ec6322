//! Streams as their bytes, which are bounded whatever a few bytes unpack to.

use std::io::{ErrorKind, Read as _};

use dragoman_documents::overseer::borrow;
use dragoman_documents::{DocumentError, Limits};
use flate2::read::ZlibDecoder;
use hayro_syntax::object::{Array, Dict, Name, Stream};
use hayro_syntax::page::Page;

/// What is left of what may be unpacked.
#[derive(Debug)]
pub(crate) struct Unpacking {
    of_one: u64,
    left: u64,
    most: u64,
}

impl Unpacking {
    pub(crate) const fn new(limits: &Limits) -> Self {
        Self {
            of_one: limits.entry_bytes,
            left: limits.unpacked_bytes,
            most: limits.unpacked_bytes,
        }
    }

    /// The bytes of a page's contents. Streams that are damaged are left out.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] if that is more than a document may have, and if no memory is left for it.
    pub(crate) fn contents(&mut self, page: &Page<'_>) -> Result<Vec<u8>, DocumentError> {
        if let Some(stream) = page.raw().get::<Stream<'_>>("Contents") {
            return self.decoded(&stream);
        }
        let mut contents = Vec::new();
        let streams = page.raw().get::<Array<'_>>("Contents").unwrap_or_default();
        for stream in streams.iter::<Stream<'_>>() {
            contents.append(&mut self.decoded(&stream)?);
            // Operators do not go on from one stream to the next.
            contents.push(b'\n');
        }
        Ok(contents)
    }

    /// The bytes of a stream; none of one that is damaged or a picture.
    ///
    /// # Errors
    /// As [`contents`](Self::contents).
    pub(crate) fn decoded(&mut self, stream: &Stream<'_>) -> Result<Vec<u8>, DocumentError> {
        let raw = stream.raw_data();
        let room = self.of_one.min(self.left);
        let bytes = if is_plain_zlib(stream) {
            // What comes before damage is shown by readers as well.
            let mut bytes = Vec::new();
            let read = ZlibDecoder::new(&*raw)
                .take(room + 1)
                .read_to_end(&mut bytes);
            match read {
                Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                    return Err(DocumentError::NoMemory);
                }
                _ => bytes,
            }
        } else if in_bytes(raw.len()).saturating_mul(growth(stream)) <= room {
            let decoded = stream.decoded_data().unwrap_or_default();
            decoded.into_owned()
        } else {
            return Err(self.too_large());
        };
        let length = in_bytes(bytes.len());
        if length > room {
            return Err(self.too_large());
        }
        self.left -= length;
        borrow(bytes.len())?;
        Ok(bytes)
    }

    const fn too_large(&self) -> DocumentError {
        DocumentError::TooLarge {
            what: "bytes of unpacked contents",
            most: self.most,
        }
    }
}

/// Whether a stream is compressed in the usual way and in no other.
fn is_plain_zlib(stream: &Stream<'_>) -> bool {
    let parameters = stream.dict().get::<Dict<'_>>("DecodeParms");
    let predictor = parameters
        .and_then(|it| it.get::<i32>("Predictor"))
        .unwrap_or(1);
    predictor <= 1 && matches!(filters(stream).as_slice(), [only] if is_zlib(only))
}

/// How many times longer a stream may become at most.
pub(crate) fn growth(stream: &Stream<'_>) -> u64 {
    let filters = filters(stream);
    let growth = filters.iter().map(|filter| match filter.as_str() {
        filter if is_zlib(filter) => 1032,
        // A code of 9 to 12 bits stands for 4,096 bytes at most.
        "LZWDecode" | "LZW" => 4096,
        "RunLengthDecode" | "RL" => 64,
        _ => 1,
    });
    growth.fold(1, u64::saturating_mul)
}

pub(crate) fn is_zlib(filter: &str) -> bool {
    matches!(filter, "FlateDecode" | "Fl")
}

/// The names of a stream's filters.
pub(crate) fn filters(stream: &Stream<'_>) -> Vec<String> {
    let name = |name: Name<'_>| name.as_str().to_owned();
    let dictionary = stream.dict();
    match dictionary.get::<Name<'_>>("Filter") {
        Some(only) => vec![name(only)],
        None => {
            let filters = dictionary.get::<Array<'_>>("Filter").unwrap_or_default();
            filters.iter::<Name<'_>>().map(name).collect()
        }
    }
}

fn in_bytes(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
