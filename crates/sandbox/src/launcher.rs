//! How a program is started by way of a launcher.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::confinement::Confinement;
use crate::environment::bare_environment;
use crate::protections::{Protection, Protections};

/// The first argument of a launcher that tries a protection, named by the second.
pub(crate) const TRY: &str = "try";
/// The first argument of a launcher that becomes a program.
pub(crate) const RUN: &str = "run";
/// The protection that comes next is to hold.
pub(crate) const HOLD: &str = "--hold";
/// The program dies when the process dies whose id comes next, which is its parent.
pub(crate) const PARENT: &str = "--parent";
/// The program and its arguments come next.
pub(crate) const PROGRAM: &str = "--";

/// A program that calls [`confine`](crate::confine) with its arguments, or with those behind some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launcher {
    file: PathBuf,
    arguments: Vec<OsString>,
}

impl Launcher {
    /// The launcher in this file, which is to be given these arguments before all others.
    #[must_use]
    pub fn new(file: PathBuf, arguments: Vec<OsString>) -> Self {
        Self { file, arguments }
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.file);
        command.args(&self.arguments);
        bare_environment(&mut command);
        command
    }
}

/// Starts programs with the protections that hold here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    launcher: Launcher,
    held: Vec<Protection>,
}

impl Sandbox {
    /// Uses the protections that were found to hold with this launcher.
    #[must_use]
    pub fn new(launcher: Launcher, protections: &Protections) -> Self {
        Self {
            held: protections.held().collect(),
            launcher,
        }
    }

    /// The command that runs the program with these arguments, confined, and tied to this process: the kernel
    /// kills it when this process dies. It has the [`bare_environment`].
    ///
    /// The kernel takes the *thread* that starts it for the parent, so that thread has to stay.
    #[must_use]
    pub fn command(&self, confinement: &Confinement, program: &Path) -> Command {
        let mut command = self.launcher.command();
        command.arg(RUN);
        for protection in &self.held {
            command.args([HOLD, protection.name()]);
        }
        command
            .args([PARENT, &std::process::id().to_string()])
            .args(confinement.arguments())
            .arg(PROGRAM)
            .arg(std::path::absolute(program).unwrap_or_else(|_| program.to_owned()));
        command
    }
}
