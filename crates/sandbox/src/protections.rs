//! Which protections there are, and which hold on this system.

use std::ffi::OsStr;
use std::io;
use std::process::{Child, Output, Stdio};

use crate::launcher::{Launcher, TRY};

/// Something that a program is kept from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// It has no capabilities and gains none by what it runs.
    Privileges,
    /// Limits on memory, processor time, open files and the length of files.
    Limits,
    /// It can open its own files only, by Landlock.
    Files,
    /// It can make only the system calls that such programs need, none for networks, other processes or
    /// namespaces, by seccomp.
    Calls,
}

impl Protection {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 4] = [Self::Privileges, Self::Limits, Self::Files, Self::Calls];

    /// Its name, in one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Privileges => "privileges",
            Self::Limits => "limits",
            Self::Files => "files",
            Self::Calls => "calls",
        }
    }

    /// The protection of this name.
    pub(crate) fn named(name: &OsStr) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|protection| name == protection.name())
            .ok_or_else(|| format!("{name:?} is no protection"))
    }
}

/// Whether a protection holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It was tried and holds, with what is worth knowing of it, if anything is.
    Held(String),
    /// It does not hold, and why.
    Lacking(String),
}

/// Which protections hold on this system. None by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protections(Vec<(Protection, Standing)>);

impl Protections {
    /// Tries each protection in a process of its own, all at the same time, and waits for them.
    #[must_use]
    pub fn probe(launcher: &Launcher) -> Self {
        let trying = Protection::ALL.map(|protection| (protection, start(launcher, protection)));
        let tried = trying.into_iter().map(|(protection, child)| {
            let output = child.and_then(Child::wait_with_output);
            (protection, standing(output))
        });
        Self(tried.collect())
    }

    /// Each with its standing.
    pub fn iter(&self) -> impl Iterator<Item = (Protection, &Standing)> {
        self.0
            .iter()
            .map(|(protection, standing)| (*protection, standing))
    }

    /// Those that hold.
    pub fn held(&self) -> impl Iterator<Item = Protection> {
        self.iter()
            .filter(|(_, standing)| matches!(standing, Standing::Held(_)))
            .map(|(protection, _)| protection)
    }

    /// Those that do not hold, each with the reason.
    pub fn lacking(&self) -> impl Iterator<Item = (Protection, &str)> {
        self.iter()
            .filter_map(|(protection, standing)| match standing {
                Standing::Held(_) => None,
                Standing::Lacking(reason) => Some((protection, reason.as_str())),
            })
    }
}

fn start(launcher: &Launcher, protection: Protection) -> io::Result<Child> {
    launcher
        .command()
        .args([TRY, protection.name()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
}

/// What a process that tried a protection has found: it says so, and succeeds if the protection holds.
fn standing(output: io::Result<Output>) -> Standing {
    match output {
        Err(error) => Standing::Lacking(format!("it could not be tried: {error}")),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            match output.status.success() {
                true => Standing::Held(said),
                false if said.is_empty() => {
                    Standing::Lacking(format!("it could not be tried: {}", output.status))
                }
                false => Standing::Lacking(said),
            }
        }
    }
}
