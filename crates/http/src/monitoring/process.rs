//! What the system counts of this process, without those of its engines: the metrics that Prometheus wants of every
//! program.

use std::fs;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

/// Records everything that can be told at this moment.
pub(super) fn record() {
    if let Some(stat) = fs::read_to_string("/proc/self/stat")
        .ok()
        .and_then(|line| Stat::parse(&line))
    {
        let ticks = clock_ticks_per_second();
        metrics::counter!("process_cpu_seconds_total").absolute(stat.processor_ticks / ticks);
        gauge("process_threads", stat.threads);
        gauge("process_virtual_memory_bytes", stat.virtual_bytes);
        let resident = stat.resident_pages.saturating_mul(page_size() as u64);
        gauge("process_resident_memory_bytes", resident);
        if let Some(boot) = boot_seconds() {
            gauge(
                "process_start_time_seconds",
                boot + stat.start_ticks / ticks,
            );
        }
    }
    if let Ok(descriptors) = fs::read_dir("/proc/self/fd") {
        // The folder itself is one while it is read.
        let open = (descriptors.count() as u64).saturating_sub(1);
        gauge("process_open_fds", open);
    }
    // 0 says that there is no limit.
    let limit = |resource| getrlimit(resource).current.unwrap_or(0);
    gauge("process_max_fds", limit(Resource::Nofile));
    gauge("process_virtual_memory_max_bytes", limit(Resource::As));
}

fn gauge(name: &'static str, value: u64) {
    metrics::gauge!(name).set(value as f64);
}

/// When the system was started, in seconds since 1970.
fn boot_seconds() -> Option<u64> {
    let lines = fs::read_to_string("/proc/stat").ok()?;
    let line = lines.lines().find_map(|line| line.strip_prefix("btime "))?;
    line.trim().parse().ok()
}

/// Some of the numbers in `/proc/self/stat`, which proc(5) describes.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    /// In user mode and in the kernel.
    processor_ticks: u64,
    threads: u64,
    /// Since the system was started.
    start_ticks: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

impl Stat {
    fn parse(line: &str) -> Option<Self> {
        // The name in parentheses may have spaces and parentheses itself; the state behind it is the third field.
        let (_, fields) = line.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            processor_ticks: field(14)? + field(15)?,
            threads: field(20)?,
            start_ticks: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Stat;

    #[test]
    fn the_numbers_of_a_process_are_found_whatever_its_name_is() {
        let line = "7 (a) b (c) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 12 0 4711 123456789 2048 18446744073709551615 1 1";
        let stat = Stat {
            processor_ticks: 300,
            threads: 12,
            start_ticks: 4711,
            virtual_bytes: 123_456_789,
            resident_pages: 2048,
        };
        assert_eq!(Stat::parse(line), Some(stat));
        assert_eq!(Stat::parse("7 (a) S 1"), None);
    }
}
