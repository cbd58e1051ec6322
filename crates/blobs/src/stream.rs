use std::io;

use aws_lc_rs::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};
use dragoman_domain::{DocumentId, RandomSource};

use crate::keys::{DataKey, Purpose, TAG_LEN, VERSION, cipher_failed, damaged};

/// Bytes of plain content in each chunk but the last, which may have fewer.
pub(crate) const CHUNK_LEN: usize = 64 * 1024;
/// A full chunk as it is stored.
pub(crate) const SEALED_CHUNK_LEN: usize = CHUNK_LEN + TAG_LEN;

const PREFIX_LEN: usize = 7;
/// A version, a salt and the prefix of the nonces.
pub(crate) const HEADER_LEN: usize = 32;

/// The beginning of everything that is encrypted with a document's key. All of it goes into the key of
/// what follows, so that a change of it is noticed with the first chunk.
#[derive(Clone, Copy)]
pub(crate) struct Header(pub(crate) [u8; HEADER_LEN]);

impl Header {
    pub(crate) fn new(random: &dyn RandomSource) -> Self {
        let mut bytes = [VERSION; HEADER_LEN];
        if let Some((_, rest)) = bytes.split_first_mut() {
            random.fill(rest);
        }
        Self(bytes)
    }
}

/// The place of a chunk in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) index: u32,
    pub(crate) is_last: bool,
}

impl Place {
    /// That of the only chunk.
    pub(crate) const ONLY: Self = Self {
        index: 0,
        is_last: true,
    };
}

/// Encrypts and decrypts the chunks of one file.
///
/// The nonce of a chunk is the prefix, its index and whether it is the last, as STREAM has it. The document's
/// id goes along as associated data.
pub(crate) struct ChunkCipher {
    key: LessSafeKey,
    prefix: [u8; PREFIX_LEN],
    document: [u8; 16],
}

impl ChunkCipher {
    pub(crate) fn new(
        key: &DataKey,
        purpose: Purpose,
        document: DocumentId,
        header: &Header,
    ) -> io::Result<Self> {
        let [version, ..] = header.0;
        let prefix = header.0.last_chunk().copied();
        match prefix {
            Some(prefix) if version == VERSION => Ok(Self {
                key: key.for_content(purpose, &header.0)?,
                prefix,
                document: document.0.to_be_bytes(),
            }),
            _ => Err(damaged()),
        }
    }

    /// Encrypts a chunk, which becomes longer by its tag. No place may be used twice.
    pub(crate) fn seal(&self, place: Place, chunk: &mut Vec<u8>) -> io::Result<()> {
        self.key
            .seal_in_place_append_tag(self.nonce(place), Aad::from(self.document), chunk)
            .map_err(cipher_failed)
    }

    /// Decrypts a chunk, which becomes shorter by its tag.
    pub(crate) fn open(&self, place: Place, chunk: &mut Vec<u8>) -> io::Result<()> {
        let plain = self
            .key
            .open_in_place(self.nonce(place), Aad::from(self.document), chunk)
            .map_err(|_| damaged())?
            .len();
        chunk.truncate(plain);
        Ok(())
    }

    fn nonce(&self, place: Place) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        let parts = self
            .prefix
            .into_iter()
            .chain(place.index.to_be_bytes())
            .chain([u8::from(place.is_last)]);
        for (byte, part) in nonce.iter_mut().zip(parts) {
            *byte = part;
        }
        Nonce::assume_unique_for_key(nonce)
    }
}
