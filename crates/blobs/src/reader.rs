use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;

use crate::keys::{TAG_LEN, damaged};
use crate::stream::{CHUNK_LEN, ChunkCipher, HEADER_LEN, Header, Place, SEALED_CHUNK_LEN};

/// Decrypted chunks that are kept: the one that is read, and one more for who goes back and forth, as across
/// the border of two.
const KEPT_CHUNKS: usize = 2;

/// Where encrypted bytes come from.
pub(crate) trait Source: Send {
    /// Fills the buffer from a place on. What ends before is damaged.
    fn read_exact_at(&mut self, buffer: &mut [u8], begin: u64) -> io::Result<()>;
}

impl Source for File {
    fn read_exact_at(&mut self, buffer: &mut [u8], begin: u64) -> io::Result<()> {
        FileExt::read_exact_at(self, buffer, begin).map_err(end_is_damage)
    }
}

/// Reads a file from anywhere in it. Every chunk is decrypted, and so checked, before a byte of it is given.
pub(crate) struct SealedReader<S> {
    source: S,
    cipher: ChunkCipher,
    /// Where the chunks begin.
    begin: u64,
    layout: Layout,
    position: u64,
    /// Decrypted chunks, the one used last at the end.
    chunks: Vec<(u32, Vec<u8>)>,
}

impl<S: Source> SealedReader<S> {
    /// Begins to read a file whose last bytes, so many, are a header and the chunks. Checks its last chunk, and with it
    /// that nothing was cut off or added behind.
    pub(crate) fn open(
        source: S,
        cipher: ChunkCipher,
        before_header: u64,
        stored: u64,
    ) -> io::Result<Self> {
        let layout = Layout::of(stored)?;
        let mut reader = Self {
            source,
            cipher,
            begin: before_header + HEADER_LEN as u64,
            layout,
            position: 0,
            chunks: Vec::new(),
        };
        reader.chunk(layout.last)?;
        Ok(reader)
    }

    /// Bytes that can be read.
    pub(crate) fn len(&self) -> u64 {
        self.layout.plain
    }

    /// A decrypted chunk.
    fn chunk(&mut self, index: u32) -> io::Result<&[u8]> {
        let found = self.chunks.iter().position(|(kept, _)| *kept == index);
        let chunk = match found {
            Some(place) => self.chunks.remove(place),
            None => (index, self.decrypt(index)?),
        };
        self.chunks.push(chunk);
        self.chunks
            .last()
            .map(|(_, bytes)| bytes.as_slice())
            .ok_or_else(damaged)
    }

    fn decrypt(&mut self, index: u32) -> io::Result<Vec<u8>> {
        let mut bytes = if self.chunks.len() < KEPT_CHUNKS {
            Vec::new()
        } else {
            self.chunks.remove(0).1
        };
        bytes.resize(self.layout.sealed_len(index), 0);
        let begin = self.begin + u64::from(index) * SEALED_CHUNK_LEN as u64;
        self.source.read_exact_at(&mut bytes, begin)?;
        let place = Place {
            index,
            is_last: index == self.layout.last,
        };
        self.cipher.open(place, &mut bytes)?;
        Ok(bytes)
    }
}

impl<S: Source> Read for SealedReader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.layout.plain {
            return Ok(0);
        }
        let index = u32::try_from(self.position / CHUNK_LEN as u64).map_err(|_| damaged())?;
        let offset = usize::try_from(self.position % CHUNK_LEN as u64).map_err(|_| damaged())?;
        let rest = self.chunk(index)?.get(offset..).unwrap_or_default();
        let count = (&*rest).read(buffer)?;
        self.position = self.position.saturating_add(count as u64);
        Ok(count)
    }
}

impl<S: Source> Seek for SealedReader<S> {
    /// As in any file, a place behind the end can be sought, and nothing is read there.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(distance) => self.layout.plain.checked_add_signed(distance),
            SeekFrom::Current(distance) => self.position.checked_add_signed(distance),
        };
        self.position = position.ok_or(ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}

/// The header of a file that begins with it.
pub(crate) fn read_header(source: &mut impl Source) -> io::Result<Header> {
    let mut header = [0; HEADER_LEN];
    source.read_exact_at(&mut header, 0)?;
    Ok(Header(header))
}

/// A file of ours does not end before it says so itself.
pub(crate) fn end_is_damage(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => damaged(),
        _ => error,
    }
}

/// How a file is divided, as its length tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Bytes of plain content.
    pub(crate) plain: u64,
    /// The index of the last chunk.
    pub(crate) last: u32,
    /// Bytes of the last chunk as it is stored.
    last_sealed: usize,
}

impl Layout {
    /// No writer leaves an empty chunk behind another, so a file of that length is not one of ours.
    pub(crate) fn of(stored: u64) -> io::Result<Self> {
        let sealed = stored
            .checked_sub((HEADER_LEN + TAG_LEN) as u64)
            .ok_or_else(damaged)?;
        let full = sealed / SEALED_CHUNK_LEN as u64;
        let rest = usize::try_from(sealed % SEALED_CHUNK_LEN as u64).map_err(|_| damaged())?;
        if rest > CHUNK_LEN || (rest == 0 && full > 0) {
            return Err(damaged());
        }
        Ok(Self {
            plain: full * CHUNK_LEN as u64 + rest as u64,
            last: u32::try_from(full).map_err(|_| damaged())?,
            last_sealed: rest + TAG_LEN,
        })
    }

    pub(crate) fn sealed_len(&self, index: u32) -> usize {
        if index == self.last {
            self.last_sealed
        } else {
            SEALED_CHUNK_LEN
        }
    }
}
