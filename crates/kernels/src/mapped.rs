//! Files read through the page cache.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::{Mmap, UncheckedAdvice};

/// A file mapped read-only into memory. Its bytes are shared with every process that maps it and are
/// read from disk when they are first touched.
///
/// Nobody may write into or truncate the file while it is mapped: its bytes would change under the
/// reader, or the process would end with SIGBUS. Files of models keep to that: they are published by
/// renaming a finished file into place, never written in place, and removed by unlinking, which
/// leaves an existing map intact.
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps the whole file at `path`. An empty file is an empty slice.
    ///
    /// # Errors
    /// What opening, examining or mapping the file reports.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the map is read-only, and that no one writes to the file meanwhile is what the
        // documentation of this type asks of those who publish files.
        unsafe { Mmap::map(&file) }.map(Self)
    }

    /// Takes what was read so far out of the memory of this process. What is touched again comes back from the page cache, or
    /// from the disk.
    pub fn release(&self) {
        // SAFETY: the map is shared with the file, into which no one writes, so its pages come back as they were.
        let released = unsafe { self.0.unchecked_advise(UncheckedAdvice::DontNeed) };
        // Where the system does not take the advice they stay.
        drop(released);
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
