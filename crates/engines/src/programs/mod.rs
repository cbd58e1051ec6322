//! Programs that run as processes of their own, beside this one.

mod spawning;
mod tether;

use std::path::{Path, PathBuf};

use tokio::process::Command;

pub(crate) use spawning::on_spawning_thread;
pub use tether::Tether;

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

/// The command that runs a program with these arguments, tied to this process if there is a tether.
/// It is to be run with [`on_spawning_thread`].
pub(crate) fn command(tether: Option<&Tether>, program: &Path, arguments: &[String]) -> Command {
    match tether {
        Some(tether) => tether.command(program, arguments),
        None => {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        }
    }
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
