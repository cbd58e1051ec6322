//! The beginning of a file that brings its own key: that key, encrypted with the secret of the installation, and the
//! header. Behind it the file is as those of documents are.

use std::io;

use dragoman_domain::{DocumentId, RandomSource, WrappedKey};
use uuid::Uuid;

use crate::keys::{Purpose, WRAPPED_KEY_LEN, WrappingKey, damaged};
use crate::stream::{ChunkCipher, HEADER_LEN, Header};

/// The length of the front.
pub(crate) const FRONT_LEN: usize = WRAPPED_KEY_LEN + HEADER_LEN;

/// Which file it is. None passes for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) purpose: Purpose,
    pub(crate) id: Uuid,
}

/// The front of a new file, and what its chunks are encrypted with.
pub(crate) fn begin(
    wrapping_key: &WrappingKey,
    random: &dyn RandomSource,
    file: Identity,
) -> io::Result<(Vec<u8>, ChunkCipher)> {
    let key = wrapping_key.new_key(random)?;
    let header = Header::new(random);
    let cipher = cipher_of(wrapping_key, &key, &header, file)?;
    Ok(([&key.0[..], &header.0].concat(), cipher))
}

/// What the chunks of a file with that front are decrypted with.
pub(crate) fn cipher(
    wrapping_key: &WrappingKey,
    front: &[u8; FRONT_LEN],
    file: Identity,
) -> io::Result<ChunkCipher> {
    let (key, header) = front
        .split_first_chunk::<WRAPPED_KEY_LEN>()
        .ok_or_else(damaged)?;
    let header = Header(header.try_into().map_err(|_| damaged())?);
    cipher_of(wrapping_key, &WrappedKey(key.to_vec()), &header, file)
}

fn cipher_of(
    wrapping_key: &WrappingKey,
    key: &WrappedKey,
    header: &Header,
    file: Identity,
) -> io::Result<ChunkCipher> {
    let key = wrapping_key.unwrap(key)?;
    // The purpose keeps it apart from a document with the same number.
    ChunkCipher::new(&key, file.purpose, DocumentId(file.id.as_u128()), header)
}
