use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use dragoman_benchmarks::Samples;

/// Bytes that a small commit appends to the journal of the database: a page and its header.
pub(crate) const COMMIT: usize = 4096 + 24;

/// How long it takes to append what a small commit appends, and to wait until the disk has it.
pub(crate) fn sync_latencies(folder: &Path, count: usize) -> Result<Samples> {
    let path = folder.join("sync");
    let file = File::create(&path)?;
    let mut samples = Samples::default();
    for number in 0..count {
        let begun = Instant::now();
        file.write_all_at(&[b'x'; COMMIT], (number * COMMIT) as u64)?;
        file.sync_data()?;
        samples.push(begun.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(samples)
}
