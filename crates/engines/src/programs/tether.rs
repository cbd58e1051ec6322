//! What ties the life of a process to the life of this one.

use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::find_program;

/// Runs the rest of its arguments as a command if the first is still the id of the parent.
///
/// The text is constant, and the shell never parses what it is given as arguments.
const IF_PARENT_LIVES: &str = r#"test "$PPID" = "$1" && shift && exec "$@""#;

/// The programs that have the kernel kill a process when this one dies, however it dies.
///
/// `setpriv` asks the kernel for the signal. A process asks only after it has begun, and the signal
/// never comes if its parent has died by then; so a shell looks afterwards who the parent is, and
/// starts the program if it is still this process. There is no moment between the two at which this
/// process could die unnoticed. Where these programs are missing, a process outlives this one
/// until it notices that its standard input has ended.
#[derive(Debug, Clone)]
pub struct Tether {
    setpriv: PathBuf,
    shell: PathBuf,
}

impl Tether {
    /// The tether of the first `setpriv` and `sh` in these directories, if both are there.
    #[must_use]
    pub fn find(directories: &[PathBuf]) -> Option<Self> {
        Some(Self {
            setpriv: find_program("setpriv", directories)?,
            shell: find_program("sh", directories)?,
        })
    }

    /// The command that runs the program with these arguments, tied to this process. The kernel
    /// takes the *thread* that starts it for the parent, so that thread has to stay.
    pub(super) fn command(&self, program: &Path, arguments: &[String]) -> Command {
        let mut command = Command::new(&self.setpriv);
        command
            .args(["--pdeathsig", "KILL", "--"])
            .arg(&self.shell)
            .args(["-c", IF_PARENT_LIVES, "sh"])
            .arg(std::process::id().to_string())
            .arg(program)
            .args(arguments);
        command
    }
}
