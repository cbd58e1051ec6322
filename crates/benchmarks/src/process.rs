//! What the system knows about a process: its memory, its time and its children.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// Resident memory in bytes.
///
/// # Errors
/// If the process is gone.
pub fn resident_memory(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    kibibytes(&status, "VmRSS:").context("no resident memory is stated")
}

/// Resident memory by kind, in bytes.
pub struct Memory {
    /// What the process alone can use: its heap.
    pub private: u64,
    /// Pages of files, which the system can drop and read again.
    pub file: u64,
}

/// Resident memory by kind.
///
/// # Errors
/// If the process is gone.
pub fn memory(process: u32) -> Result<Memory> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let field = |name| kibibytes(&status, name).context("no resident memory is stated");
    Ok(Memory {
        private: field("RssAnon:")?,
        file: field("RssFile:")?,
    })
}

/// Memory that processes share with nobody, in bytes; processes that are gone count nothing.
#[must_use]
pub fn private_memory(processes: &[u32]) -> u64 {
    processes
        .iter()
        .filter_map(|process| fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok())
        .map(|rollup| {
            ["Private_Clean:", "Private_Dirty:", "Private_Hugetlb:"]
                .iter()
                .filter_map(|field| kibibytes(&rollup, field))
                .sum::<u64>()
        })
        .sum()
}

fn kibibytes(text: &str, field: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(field))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// Time that the processors have spent on a process, without its children.
///
/// # Errors
/// If the process is gone.
pub fn processor_time(process: u32) -> Result<Duration> {
    let fields = stat_fields(process).context("the process is gone")?;
    time_of(&fields).context("no time is stated")
}

/// The part of [`processor_time`] that threads took whose names begin so.
///
/// # Errors
/// If the process is gone.
pub fn processor_time_of_threads(process: u32, name: &str) -> Result<Duration> {
    let mut sum = Duration::ZERO;
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        // One that ends just now is none of those that are asked for.
        let Ok(stat) = fs::read_to_string(thread?.path().join("stat")) else {
            continue;
        };
        if stat
            .split_once('(')
            .is_some_and(|(_, rest)| rest.starts_with(name))
        {
            let fields = fields_of(&stat).context("no time is stated")?;
            sum += time_of(&fields).context("no time is stated")?;
        }
    }
    Ok(sum)
}

/// Time in its own code and in the kernel: the fields 14 and 15 of the file, of which the first two are cut off.
fn time_of(fields: &[String]) -> Option<Duration> {
    let ticks = |index: usize| -> Option<u64> { fields.get(index)?.parse().ok() };
    let per_second = rustix::param::clock_ticks_per_second() as f64;
    let ticks = ticks(11)? + ticks(12)?;
    Some(Duration::from_secs_f64(ticks as f64 / per_second))
}

/// The processes that a process has started and that still run.
///
/// # Errors
/// If the system does not list processes.
pub fn children(parent: u32) -> Result<Vec<u32>> {
    let parent = parent.to_string();
    Ok(fs::read_dir("/proc")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|process| {
            stat_fields(*process).is_some_and(|fields| fields.get(1) == Some(&parent))
        })
        .collect())
}

/// The fields after the program's name, which may contain anything: state, parent and so on.
fn stat_fields(process: u32) -> Option<Vec<String>> {
    fields_of(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

fn fields_of(stat: &str) -> Option<Vec<String>> {
    let (_, fields) = stat.rsplit_once(") ")?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// The most resident memory that a process had at a time since it was started, in bytes.
///
/// # Errors
/// If the process is gone.
pub fn peak_memory(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    kibibytes(&status, "VmHWM:").context("no resident memory is stated")
}

/// Time that the processors have spent on a process, on those that it started, and on those of them that have ended.
///
/// # Errors
/// If the process is gone.
pub fn processor_time_of_family(process: u32) -> Result<Duration> {
    let fields = stat_fields(process).context("the process is gone")?;
    // Fields 14 to 17: in its own code and in the kernel, and the same of its children that have ended.
    let ticks = fields
        .get(11..15)
        .context("no time is stated")?
        .iter()
        .filter_map(|field| field.parse::<u64>().ok())
        .sum::<u64>();
    let own =
        Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64);
    let children = children(process)?;
    Ok(children
        .into_iter()
        // One that ends just now has its time in that of its parent.
        .filter_map(|child| processor_time_of_family(child).ok())
        .fold(own, |sum, time| sum.saturating_add(time)))
}

/// How many file descriptors a process has open.
///
/// # Errors
/// If the process is gone.
pub fn descriptors(process: u32) -> Result<usize> {
    Ok(fs::read_dir(format!("/proc/{process}/fd"))?.count())
}

/// How many threads a process has.
///
/// # Errors
/// If the process is gone.
pub fn threads(process: u32) -> Result<usize> {
    Ok(fs::read_dir(format!("/proc/{process}/task"))?.count())
}
