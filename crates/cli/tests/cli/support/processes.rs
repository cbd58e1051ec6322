use std::fs;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};

use super::eventually;

/// A process of this machine, as the kernel tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) is_zombie: bool,
    parent: u32,
    group: u32,
}

impl Process {
    /// Every process; those that end meanwhile may be missing.
    fn all() -> Vec<Self> {
        fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter_map(Self::read)
            .collect()
    }

    fn read(id: u32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name is in parentheses and may have some of its own.
        let (before, after) = stat.rsplit_once(')')?;
        let mut fields = after.split_whitespace();
        Some(Self {
            id,
            name: before.split_once('(')?.1.to_owned(),
            is_zombie: fields.next()? == "Z",
            parent: fields.next()?.parse().ok()?,
            group: fields.next()?.parse().ok()?,
        })
    }

    /// Those of these groups, whoever their parent is now.
    pub(super) fn of_groups(groups: &[u32]) -> Vec<Self> {
        Self::all()
            .into_iter()
            .filter(|process| groups.contains(&process.group))
            .collect()
    }

    /// Kills it, unless it has ended and been reaped since it was seen.
    pub(crate) fn kill(&self) {
        match kill_process(pid(self.id), Signal::KILL) {
            Ok(()) | Err(Errno::SRCH) => {}
            Err(error) => panic!("{self:?} cannot be killed: {error}"),
        }
    }

    /// Waits until it has ended, be it reaped or not.
    pub(crate) async fn ended(&self) {
        eventually("the process has ended", async || {
            Self::read(self.id)
                .is_none_or(|now| now.is_zombie || now.parent != self.parent)
                .then_some(())
        })
        .await;
    }
}

/// The processes that this one started and has not reaped.
pub(crate) fn children_of(parent: u32) -> Vec<Process> {
    let mut children: Vec<Process> = Process::all()
        .into_iter()
        .filter(|process| process.parent == parent)
        .collect();
    children.sort_by_key(|process| process.id);
    children
}

pub(super) fn signal(id: u32, signal: Signal) {
    kill_process(pid(id), signal).unwrap();
}

fn pid(id: u32) -> Pid {
    Pid::from_raw(id.try_into().unwrap()).unwrap()
}

/// Whether the bytes have the text somewhere.
pub(crate) fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}
