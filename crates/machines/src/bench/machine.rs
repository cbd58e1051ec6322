//! What was measured on.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use dragoman_benchmarks::Samples;

use crate::machines::Database;

/// How often the disk is waited for.
const SYNCS: usize = 100;

/// About as many bytes as a small commit.
const COMMIT: usize = 4096;

/// The machine, the program and the database, as a Markdown list.
pub(super) async fn description(program: &Path, database: &Database) -> Result<String> {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let disk = sync_latencies()?;
    Ok(format!(
        "* Processor: {}, {cores} cores\n* Kernel: Linux {}\n* Program: {}\n* PostgreSQL {}, fsync {}, synchronous_commit {}\n\
         * Appending {COMMIT} bytes and waiting for `fdatasync`: p50 {:.2} ms, p99 {:.2} ms\n\
         * One client thread sends all requests; its processor time is told apart\n",
        processor().unwrap_or_else(|| "unknown".to_owned()),
        kernel.trim(),
        program.display(),
        database.sql("SHOW server_version").await?,
        database.sql("SHOW fsync").await?,
        database.sql("SHOW synchronous_commit").await?,
        disk.percentile(50.0),
        disk.percentile(99.0),
    ))
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// How long the disk takes on which all data are.
fn sync_latencies() -> Result<Samples> {
    let mut file = tempfile::tempfile()?;
    let mut samples = Samples::default();
    for _ in 0..SYNCS {
        let begun = Instant::now();
        file.write_all(&[b'x'; COMMIT])?;
        file.sync_data()?;
        samples.push(begun.elapsed());
    }
    Ok(samples)
}
