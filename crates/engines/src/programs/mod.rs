//! Programs that run as processes of their own, beside this one.

mod spawning;
mod starter;

use std::path::PathBuf;

pub(crate) use spawning::on_spawning_thread;
pub use starter::Starter;

/// The file of a program; one that is given with a path is taken as it is.
pub(crate) fn find_program(name: &str, directories: &[PathBuf]) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    directories
        .iter()
        .map(|directory| directory.join(name))
        .find(|path| path.is_file())
}

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
