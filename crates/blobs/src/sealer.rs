use std::io::{self, ErrorKind};

use crate::stream::{CHUNK_LEN, ChunkCipher, Place, SEALED_CHUNK_LEN};

/// Divides what is written into chunks and encrypts them.
pub(crate) struct Sealer {
    cipher: ChunkCipher,
    /// What the next chunk has. A full one waits until it is known whether another follows.
    pending: Vec<u8>,
    /// The index of the next chunk; none if there can be no other.
    next: Option<u32>,
    /// A chunk may have been written in part: nothing can follow it.
    is_broken: bool,
}

impl Sealer {
    pub(crate) fn new(cipher: ChunkCipher) -> Self {
        Self {
            cipher,
            pending: Vec::with_capacity(SEALED_CHUNK_LEN),
            next: Some(0),
            is_broken: false,
        }
    }

    /// Takes from the beginning of what is written, at least a byte if there is one, and says how much. Before that
    /// it has a full chunk written.
    pub(crate) fn take(
        &mut self,
        bytes: &[u8],
        write: impl FnOnce(&[u8]) -> io::Result<()>,
    ) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        if self.pending.len() >= CHUNK_LEN {
            self.seal(false, write)?;
        }
        let room = CHUNK_LEN.saturating_sub(self.pending.len());
        let taken = bytes.get(..room).unwrap_or(bytes);
        self.pending.extend_from_slice(taken);
        Ok(taken.len())
    }

    /// Has the last chunk written.
    pub(crate) fn finish(&mut self, write: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.seal(true, write)
    }

    fn seal(
        &mut self,
        is_last: bool,
        write: impl FnOnce(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.is_broken {
            return Err(io::Error::other("writing this file has failed before"));
        }
        let index = self.next.ok_or(ErrorKind::FileTooLarge)?;
        self.next = index.checked_add(1);
        self.is_broken = true;
        self.cipher
            .seal(Place { index, is_last }, &mut self.pending)?;
        write(&self.pending)?;
        self.pending.clear();
        self.is_broken = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use dragoman_domain::{DocumentId, RandomSource};

    use super::*;
    use crate::keys::{Purpose, WrappingKey};
    use crate::stream::Header;

    struct Sevens;

    impl RandomSource for Sevens {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill(7);
        }
    }

    fn sealer() -> Sealer {
        let wrapping = WrappingKey::new(&[3; 32]).unwrap();
        let key = wrapping.unwrap(&wrapping.new_key(&Sevens).unwrap());
        let header = Header::new(&Sevens);
        let cipher = ChunkCipher::new(&key.unwrap(), Purpose::Source, DocumentId(1), &header);
        Sealer::new(cipher.unwrap())
    }

    fn full(_: &[u8]) -> io::Result<()> {
        Err(ErrorKind::StorageFull.into())
    }

    #[test]
    fn after_a_write_that_failed_nothing_is_written() {
        let mut sealer = sealer();
        let chunk = [1; CHUNK_LEN];
        assert_eq!(sealer.take(&chunk, full).unwrap(), CHUNK_LEN);
        let error = sealer.take(&chunk, full).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        // There is room again, but part of a chunk may be there already.
        for _ in 0..2 {
            sealer
                .take(&chunk, |_| panic!("it is written"))
                .unwrap_err();
        }
        sealer.finish(|_| panic!("it is written")).unwrap_err();
    }

    #[test]
    fn a_file_ends_where_the_counter_of_chunks_does() {
        let mut sealer = sealer();
        sealer.next = Some(u32::MAX);
        let chunk = [1; CHUNK_LEN];
        sealer.take(&chunk, |_| Ok(())).unwrap();
        sealer.take(&chunk, |_| Ok(())).unwrap();
        let error = sealer.take(&[1], |_| Ok(())).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        sealer.finish(|_| Ok(())).unwrap_err();
    }
}
