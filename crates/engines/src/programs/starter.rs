//! How a program is started.

use std::path::{Path, PathBuf};

use dragoman_sandbox::{Confinement, Sandbox, bare_environment};
use tokio::process::Command;

/// Starts programs. They have nothing of this process's environment; in a sandbox they are kept to what they
/// need, too, and do not outlive this process. Otherwise they end when they notice that their standard input
/// has.
#[derive(Debug, Clone)]
pub struct Starter {
    confinement: Confinement,
    sandbox: Option<Sandbox>,
}

impl Starter {
    /// Starts programs under this confinement, if there is a sandbox.
    #[must_use]
    pub fn new(sandbox: Option<Sandbox>, confinement: Confinement) -> Self {
        Self {
            confinement,
            sandbox,
        }
    }

    /// The command that runs a program with these arguments, which may read these files. It is to be run with
    /// [`on_spawning_thread`](super::on_spawning_thread).
    pub(crate) fn command(
        &self,
        program: &Path,
        arguments: &[String],
        files: &[PathBuf],
    ) -> Command {
        let mut command = match &self.sandbox {
            Some(sandbox) => {
                let mut confinement = self.confinement.clone();
                confinement.readable.extend_from_slice(files);
                sandbox.command(&confinement, program)
            }
            None => {
                let mut command = std::process::Command::new(program);
                bare_environment(&mut command);
                command
            }
        };
        command.args(arguments);
        command.into()
    }
}
