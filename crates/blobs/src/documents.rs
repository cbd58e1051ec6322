//! What the files of documents are encrypted with, wherever they lie.

use std::io;
use std::sync::Arc;

use dragoman_domain::{DocumentFile, DocumentId, RandomSource, WrappedKey};

use crate::keys::{Purpose, WrappingKey, damaged};
use crate::stream::{ChunkCipher, HEADER_LEN, Header, Place};

/// Makes and uses the keys of documents.
pub(crate) struct DocumentKeys {
    pub(crate) wrapping_key: WrappingKey,
    pub(crate) random: Arc<dyn RandomSource>,
}

impl DocumentKeys {
    pub(crate) fn new(secret: &[u8; 32], random: Arc<dyn RandomSource>) -> io::Result<Self> {
        Ok(Self {
            wrapping_key: WrappingKey::new(secret)?,
            random,
        })
    }

    pub(crate) fn new_key(&self) -> io::Result<WrappedKey> {
        self.wrapping_key.new_key(self.random.as_ref())
    }

    /// Encrypts something small.
    pub(crate) fn seal(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        plain: &[u8],
    ) -> io::Result<Vec<u8>> {
        let header = Header::new(self.random.as_ref());
        let mut chunk = plain.to_vec();
        self.cipher(id, key, Purpose::Small, &header)?
            .seal(Place::ONLY, &mut chunk)?;
        Ok([&header.0[..], &chunk].concat())
    }

    /// What [`seal`](Self::seal) encrypted.
    pub(crate) fn unseal(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        sealed: &[u8],
    ) -> io::Result<Vec<u8>> {
        let (&header, chunk) = sealed
            .split_first_chunk::<HEADER_LEN>()
            .ok_or_else(damaged)?;
        let mut chunk = chunk.to_vec();
        self.cipher(id, key, Purpose::Small, &Header(header))?
            .open(Place::ONLY, &mut chunk)?;
        Ok(chunk)
    }

    /// The header of a new file, and what its chunks are encrypted with.
    pub(crate) fn begin(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
    ) -> io::Result<(Header, ChunkCipher)> {
        let header = Header::new(self.random.as_ref());
        let cipher = self.file_cipher(id, key, file, &header)?;
        Ok((header, cipher))
    }

    /// What the chunks of a file with that header are decrypted with.
    pub(crate) fn file_cipher(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        file: DocumentFile,
        header: &Header,
    ) -> io::Result<ChunkCipher> {
        let purpose = match file {
            DocumentFile::Source => Purpose::Source,
            DocumentFile::Translation => Purpose::Translation,
        };
        self.cipher(id, key, purpose, header)
    }

    fn cipher(
        &self,
        id: DocumentId,
        key: &WrappedKey,
        purpose: Purpose,
        header: &Header,
    ) -> io::Result<ChunkCipher> {
        ChunkCipher::new(&self.wrapping_key.unwrap(key)?, purpose, id, header)
    }
}

/// What a file is called where it lies.
pub(crate) const fn name(file: DocumentFile) -> &'static str {
    match file {
        DocumentFile::Source => "source",
        DocumentFile::Translation => "translation",
    }
}

/// The document that is called so where its files lie; none for what others have put there.
pub(crate) fn named(name: &str) -> Option<DocumentId> {
    let id: DocumentId = name.parse().ok()?;
    (id.to_string() == name).then_some(id)
}
