use std::io;

use aws_lc_rs::aead::{AES_256_GCM, Aad, Algorithm, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, Prk, Salt};
use dragoman_domain::{RandomSource, WrappedKey};

/// Says in which form a key or a file is written, so that another can follow one day.
pub(crate) const VERSION: u8 = 1;

/// What the cipher adds to what it encrypts.
pub(crate) const TAG_LEN: usize = 16;
const DATA_KEY_LEN: usize = 32;
/// A version, a nonce, the key and its tag.
pub(crate) const WRAPPED_KEY_LEN: usize = 1 + NONCE_LEN + DATA_KEY_LEN + TAG_LEN;

/// The salt of the extraction, which sets this use of the installation's secret apart from any other.
const EXTRACTION_LABEL: &[u8] = b"dragoman documents 1";
const WRAPPING_LABEL: &[u8] = b"wrapping of data keys";
const CONTENT_LABEL: &[u8] = b"dragoman document 1 ";

/// What is stored was changed, or belongs to another key or document.
pub(crate) fn damaged() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "what is stored of a document or memory was changed, or its key is not the one of this installation",
    )
}

/// The library refused to encrypt, which it does only if it is broken.
pub(crate) fn cipher_failed(_: Unspecified) -> io::Error {
    io::Error::other("the cipher failed")
}

/// Encrypts the keys of documents. Made from the secret of the installation.
///
/// Its nonces are random, so after 2³² documents two of them may share one with a chance of 2⁻³².
pub(crate) struct WrappingKey(LessSafeKey);

impl WrappingKey {
    pub(crate) fn new(secret: &[u8; 32]) -> io::Result<Self> {
        let extracted = Salt::new(HKDF_SHA256, EXTRACTION_LABEL).extract(secret);
        derive(&extracted, &[WRAPPING_LABEL])
            .map(Self)
            .map_err(cipher_failed)
    }

    /// A random key, encrypted: the version, the nonce, then the key and its tag.
    pub(crate) fn new_key(&self, random: &dyn RandomSource) -> io::Result<WrappedKey> {
        let mut nonce = [0; NONCE_LEN];
        random.fill(&mut nonce);
        let mut key = vec![0; DATA_KEY_LEN];
        random.fill(&mut key);
        self.0
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from([VERSION]),
                &mut key,
            )
            .map_err(cipher_failed)?;
        Ok(WrappedKey([&[VERSION][..], &nonce, &key].concat()))
    }

    pub(crate) fn unwrap(&self, wrapped: &WrappedKey) -> io::Result<DataKey> {
        let (&version, rest) = wrapped.0.split_first().ok_or_else(damaged)?;
        let (&nonce, sealed) = rest.split_first_chunk().ok_or_else(damaged)?;
        if version != VERSION {
            return Err(damaged());
        }
        let mut key = sealed.to_vec();
        let key = self
            .0
            .open_in_place(
                Nonce::assume_unique_for_key(nonce),
                Aad::from([version]),
                &mut key,
            )
            .map_err(|_| damaged())?;
        if key.len() != DATA_KEY_LEN {
            return Err(damaged());
        }
        // A random key needs no extraction (RFC 5869, section 3.3).
        Ok(DataKey(Prk::new_less_safe(HKDF_SHA256, key)))
    }
}

/// What is encrypted with a key that comes from the one of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Source,
    Translation,
    Small,
    /// The file of an import or export.
    Job,
    /// The content of a translation memory.
    Memory,
}

impl Purpose {
    /// No label begins another.
    const fn label(self) -> &'static [u8] {
        match self {
            Self::Source => b"source ",
            Self::Translation => b"translation ",
            Self::Small => b"small ",
            Self::Job => b"job ",
            Self::Memory => b"memory ",
        }
    }
}

/// The key of one document, from which those come that encrypt.
pub(crate) struct DataKey(Prk);

impl DataKey {
    /// The key for one file alone: by its purpose, so that a file is never taken for the other one, and by its
    /// header, in which a random salt is, so that no two files share a key, however often one is written.
    pub(crate) fn for_content(&self, purpose: Purpose, header: &[u8]) -> io::Result<LessSafeKey> {
        derive(&self.0, &[CONTENT_LABEL, purpose.label(), header]).map_err(cipher_failed)
    }
}

fn derive(from: &Prk, info: &[&[u8]]) -> Result<LessSafeKey, Unspecified> {
    let cipher: &'static Algorithm = &AES_256_GCM;
    Ok(LessSafeKey::new(UnboundKey::from(
        from.expand(info, cipher)?,
    )))
}
