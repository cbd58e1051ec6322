//! Decompression into a file, bounded, with the digest of what comes out.

use std::fs::OpenOptions;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};

/// The first bytes of a gzip member (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a Zstandard frame (RFC 8878).
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The largest window of a Zstandard frame, as a power of two: 128 MiB, what the library's own
/// program accepts.
const LARGEST_WINDOW: u32 = 27;

const CHUNK: usize = 1 << 16;

/// What a file should be once it is decompressed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Expected {
    /// The most bytes that are written.
    pub(crate) limit: u64,
    pub(crate) size: Option<u64>,
    pub(crate) sha256: Option<String>,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unpacked {
    pub(crate) size: u64,
    pub(crate) sha256: String,
}

/// A file is not what it should be, or cannot be written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UnpackError {
    /// It cannot be read, or its compressed form is damaged.
    #[error("{name} cannot be read; it may be damaged or cut off")]
    Read {
        /// Which file.
        name: String,
        /// Why.
        source: Arc<io::Error>,
    },
    /// It cannot be written.
    #[error("{} cannot be written", path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// Decompressed, it has more bytes than it may.
    #[error("{name} has more than the {limit} bytes that it may have")]
    TooLarge {
        /// Which file.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// Its size is another one.
    #[error("{name} has {actual} bytes instead of {expected}")]
    Size {
        /// Which file.
        name: String,
        /// What it should be, in bytes.
        expected: u64,
        /// What it is.
        actual: u64,
    },
    /// Its digest is another one.
    #[error("{name} has the SHA-256 {actual} instead of {expected}")]
    Hash {
        /// Which file.
        name: String,
        /// What it should be.
        expected: String,
        /// What it is.
        actual: String,
    },
}

/// Writes what `input` contains, decompressed where its first bytes say that it is compressed, to
/// a new file and waits until the disk has it.
pub(crate) fn unpack(
    input: impl Read,
    name: &str,
    output: &Path,
    expected: &Expected,
) -> Result<Unpacked, UnpackError> {
    let unwritable = |error| UnpackError::Write {
        path: output.to_owned(),
        source: Arc::new(error),
    };
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(output)
        .map_err(unwritable)?;
    let limit = expected.limit.min(expected.size.unwrap_or(u64::MAX));
    let unpacked = copy(decompress(input, name)?, name, limit, |bytes| {
        file.write_all(bytes).map_err(unwritable)
    })?;
    file.sync_all().map_err(unwritable)?;
    compare(name, &unpacked, expected)?;
    Ok(unpacked)
}

/// The decompressed bytes of a short text, such as a listing.
pub(crate) fn unpack_bytes(bytes: &[u8], name: &str, limit: u64) -> Result<Vec<u8>, UnpackError> {
    let mut text = Vec::new();
    copy(decompress(bytes, name)?, name, limit, |bytes| {
        text.extend_from_slice(bytes);
        Ok(())
    })?;
    Ok(text)
}

/// The size and digest of a file that is there.
pub(crate) fn digest(input: impl Read, name: &str, limit: u64) -> Result<Unpacked, UnpackError> {
    copy(input, name, limit, |_| Ok(()))
}

/// Compares what is with what should be.
pub(crate) fn compare(
    name: &str,
    actual: &Unpacked,
    expected: &Expected,
) -> Result<(), UnpackError> {
    if let Some(size) = expected.size
        && size != actual.size
    {
        return Err(UnpackError::Size {
            name: name.to_owned(),
            expected: size,
            actual: actual.size,
        });
    }
    if let Some(sha256) = &expected.sha256
        && !sha256.eq_ignore_ascii_case(&actual.sha256)
    {
        return Err(UnpackError::Hash {
            name: name.to_owned(),
            expected: sha256.clone(),
            actual: actual.sha256.clone(),
        });
    }
    Ok(())
}

/// A reader of the decompressed bytes. The first bytes decide and not the name: some servers
/// decompress on the way, and people do it by hand.
pub(crate) fn decompress<'a>(
    mut input: impl Read + 'a,
    name: &str,
) -> Result<Box<dyn Read + 'a>, UnpackError> {
    let unreadable = |error| UnpackError::Read {
        name: name.to_owned(),
        source: Arc::new(error),
    };
    let mut start = Vec::new();
    input
        .by_ref()
        .take(ZSTANDARD.len() as u64)
        .read_to_end(&mut start)
        .map_err(unreadable)?;
    let is_gzip = start.starts_with(&GZIP);
    let is_zstandard = start.starts_with(&ZSTANDARD);
    let whole = BufReader::with_capacity(CHUNK, io::Cursor::new(start).chain(input));
    if is_gzip {
        Ok(Box::new(MultiGzDecoder::new(whole)))
    } else if is_zstandard {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(whole).map_err(unreadable)?;
        decoder.window_log_max(LARGEST_WINDOW).map_err(unreadable)?;
        Ok(Box::new(decoder))
    } else {
        Ok(Box::new(whole))
    }
}

fn copy(
    mut input: impl Read,
    name: &str,
    limit: u64,
    mut sink: impl FnMut(&[u8]) -> Result<(), UnpackError>,
) -> Result<Unpacked, UnpackError> {
    let mut hasher = Sha256::new();
    let mut size: u64 = 0;
    let mut buffer = vec![0; CHUNK];
    loop {
        let length = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                return Err(UnpackError::Read {
                    name: name.to_owned(),
                    source: Arc::new(error),
                });
            }
        };
        size = size.saturating_add(length as u64);
        if size > limit {
            return Err(UnpackError::TooLarge {
                name: name.to_owned(),
                limit,
            });
        }
        let chunk = buffer.get(..length).unwrap_or_default();
        hasher.update(chunk);
        sink(chunk)?;
    }
    Ok(Unpacked {
        size,
        sha256: hexadecimal(&hasher.finalize()),
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| DIGITS.get(usize::from(digit)))
        .collect()
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn the_first_bytes_say_how_it_is_compressed() {
        for text in [&b""[..], b"a", b"abc", b"a longer text"] {
            let zstandard = zstd::encode_all(text, 1).unwrap();
            for bytes in [text.to_vec(), gzip(text), zstandard] {
                assert_eq!(unpack_bytes(&bytes, "text", 100).unwrap(), text);
            }
        }
    }

    #[test]
    fn decompression_stops_at_the_limit() {
        let zeros = vec![0; 1001];
        for bytes in [gzip(&zeros), zstd::encode_all(&zeros[..], 1).unwrap()] {
            assert!(matches!(
                unpack_bytes(&bytes, "bomb", 1000),
                Err(UnpackError::TooLarge { limit: 1000, .. })
            ));
            assert_eq!(unpack_bytes(&bytes, "zeros", 1001).unwrap().len(), 1001);
        }
    }

    #[test]
    fn what_breaks_off_is_an_error_and_not_a_short_text() {
        let text: Vec<u8> = (0..1000_u32).flat_map(u32::to_le_bytes).collect();
        for bytes in [gzip(&text), zstd::encode_all(&text[..], 1).unwrap()] {
            for length in [5, bytes.len() / 2, bytes.len() - 1] {
                assert!(matches!(
                    unpack_bytes(&bytes[..length], "text", 10_000),
                    Err(UnpackError::Read { .. })
                ));
            }
        }
    }

    #[test]
    fn a_window_larger_than_any_memory_is_refused() {
        // A frame header that asks for a window of 2 TiB (RFC 8878, section 3.1.1.1.2).
        let bytes = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x01, 0x00, 0x00];
        assert!(unpack_bytes(&bytes, "text", 1000).is_err());
    }

    #[test]
    fn the_digest_is_the_one_everybody_knows() {
        let digest = digest(&b"abc"[..], "text", 3).unwrap();
        assert_eq!(digest.size, 3);
        assert_eq!(
            digest.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
