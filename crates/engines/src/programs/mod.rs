//! Programs that run as processes of their own, beside this one.

mod spawning;
mod starter;

pub(crate) use spawning::on_spawning_thread;
pub use starter::Starter;

/// The memory that a process shares with nobody, in bytes; none of one that is gone.
pub(crate) fn private_memory(process: u32) -> Option<u64> {
    let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let kilobytes: u64 = rollup
        .lines()
        .filter(|line| line.starts_with("Private_"))
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .sum();
    Some(kilobytes * 1024)
}
