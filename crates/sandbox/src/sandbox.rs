//! How a program is started by way of a launcher.

use std::path::Path;
use std::process::Command;

use crate::confinement::Confinement;
use crate::launcher::{HOLD, Launcher, PARENT, PROGRAM, RUN};
use crate::protections::{Protection, Protections};

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

    /// The same sandbox, which has this protection whether it was found to hold or not: where it does not, nothing starts.
    #[must_use]
    pub fn with(mut self, protection: Protection) -> Self {
        if !self.held.contains(&protection) {
            self.held.push(protection);
        }
        self
    }

    /// The command that runs the program with these arguments, confined, and tied to this process: the kernel
    /// kills it when this process dies. It has the [`bare_environment`](crate::bare_environment).
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
