use std::io;

use async_trait::async_trait;
use dragoman_domain::{JobFileWriter, StoreError};

use crate::sealer::Sealer;
use crate::stream::ChunkCipher;

/// Encrypts a file on its way to somebody who keeps it, piece by piece.
pub(crate) struct SealedPieces {
    file: Box<dyn JobFileWriter>,
    sealer: Sealer,
    /// What can be passed on.
    sealed: Vec<u8>,
}

impl SealedPieces {
    /// Begins with what comes before the chunks.
    pub(crate) fn new(file: Box<dyn JobFileWriter>, front: Vec<u8>, cipher: ChunkCipher) -> Self {
        Self {
            file,
            sealer: Sealer::new(cipher),
            sealed: front,
        }
    }

    fn seal(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let sealed = &mut self.sealed;
            let taken = self.sealer.take(bytes, |chunk| {
                sealed.extend_from_slice(chunk);
                Ok(())
            })?;
            bytes = bytes.get(taken..).unwrap_or_default();
        }
        Ok(())
    }
}

#[async_trait]
impl JobFileWriter for SealedPieces {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.seal(&bytes).map_err(unusable)?;
        match self.sealed.is_empty() {
            true => Ok(()),
            false => self.file.write(std::mem::take(&mut self.sealed)).await,
        }
    }

    async fn keep(mut self: Box<Self>) -> Result<(), StoreError> {
        let sealed = &mut self.sealed;
        let last = self.sealer.finish(|chunk| {
            sealed.extend_from_slice(chunk);
            Ok(())
        });
        last.map_err(unusable)?;
        self.file.write(std::mem::take(&mut self.sealed)).await?;
        self.file.keep().await
    }
}

/// What a file is that cannot be encrypted or decrypted.
pub(crate) fn unusable(error: io::Error) -> StoreError {
    StoreError::Failed {
        reason: error.to_string(),
    }
}
