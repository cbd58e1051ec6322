use std::io::{self, Write};

use dragoman_domain::DocumentFileWriter;

use crate::sealer::Sealer;
use crate::stream::ChunkCipher;

/// Where encrypted bytes go. Nothing is left of one that is dropped before it is kept.
pub(crate) trait Sink: Send {
    /// Adds bytes at the end.
    fn write(&mut self, sealed: &[u8]) -> io::Result<()>;

    /// Makes what was written the file, for good.
    fn keep(self) -> io::Result<()>;
}

/// Encrypts a file on its way.
pub(crate) struct SealedWriter<S> {
    sink: S,
    sealer: Sealer,
}

impl<S: Sink> SealedWriter<S> {
    /// Begins with what comes before the chunks.
    pub(crate) fn create(mut sink: S, front: &[u8], cipher: ChunkCipher) -> io::Result<Self> {
        sink.write(front)?;
        Ok(Self {
            sink,
            sealer: Sealer::new(cipher),
        })
    }
}

impl<S: Sink> Write for SealedWriter<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sealer.take(bytes, |sealed| self.sink.write(sealed))
    }

    /// Does nothing: what is not written yet can be encrypted only when it is known what follows.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<S: Sink> DocumentFileWriter for SealedWriter<S> {
    fn keep(self: Box<Self>) -> io::Result<()> {
        let Self {
            mut sink,
            mut sealer,
        } = *self;
        sealer.finish(|sealed| sink.write(sealed))?;
        sink.keep()
    }
}
