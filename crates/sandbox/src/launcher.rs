//! The program that gives up what another does not need and then becomes it, and how it is called.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::environment::bare_environment;

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
