//! Running a program for as long as somebody waits for it, and no longer than it may.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use dragoman_documents::{DocumentError, overseer};
use dragoman_sandbox::{Confinement, Sandbox, bare_environment};

/// How often it is looked whether a program has ended and whether somebody still waits for it. Programs take tenths of
/// seconds at least.
pub(crate) const LOOK: Duration = Duration::from_millis(5);

/// Runs programs, in a sandbox if there is one.
#[derive(Debug, Clone, Default)]
pub struct Runner {
    sandbox: Option<Sandbox>,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Exited(ExitStatus),
    /// It was killed, since it took longer than it may.
    TooLong,
}

/// Where a program reads and writes.
pub(crate) struct Streams {
    pub(crate) input: Stdio,
    pub(crate) output: Stdio,
    pub(crate) errors: Stdio,
}

impl Streams {
    pub(crate) fn none() -> Self {
        Self {
            input: Stdio::null(),
            output: Stdio::null(),
            errors: Stdio::null(),
        }
    }
}

impl Runner {
    /// Runs programs in this sandbox, or without any.
    #[must_use]
    pub const fn new(sandbox: Option<Sandbox>) -> Self {
        Self { sandbox }
    }

    /// The command that runs a program.
    pub(crate) fn command(&self, confinement: &Confinement, program: &Path) -> Command {
        match &self.sandbox {
            Some(sandbox) => sandbox.command(confinement, program),
            None => {
                let mut command = Command::new(program);
                bare_environment(&mut command);
                command
            }
        }
    }
}

/// A program that runs. It is killed if it still runs when this is dropped, and leaves no zombie.
pub(crate) struct Running(Child);

impl Running {
    /// Starts a command. The kernel kills it with this thread, which waits for it.
    ///
    /// # Errors
    /// [`DocumentError::Io`] if it cannot be started.
    pub(crate) fn start(mut command: Command, streams: Streams) -> Result<Self, DocumentError> {
        command
            .stdin(streams.input)
            .stdout(streams.output)
            .stderr(streams.errors);
        Ok(Self(command.spawn()?))
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// How it has ended, if it has.
    ///
    /// # Errors
    /// [`DocumentError::Io`].
    pub(crate) fn ended(&mut self) -> Result<Option<ExitStatus>, DocumentError> {
        Ok(self.0.try_wait()?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Who has ended already cannot be killed, and there is nobody to tell.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a command to its end, which comes after `most` at the latest.
///
/// # Errors
/// [`DocumentError::GivenUp`] if nobody waits any more, and [`DocumentError::Io`] if it cannot be started.
pub(crate) fn run(
    command: Command,
    streams: Streams,
    most: Duration,
) -> Result<End, DocumentError> {
    let began = Instant::now();
    let mut running = Running::start(command, streams)?;
    loop {
        if let Some(status) = running.ended()? {
            return Ok(End::Exited(status));
        }
        overseer::go_on()?;
        if began.elapsed() > most {
            return Ok(End::TooLong);
        }
        thread::sleep(LOOK);
    }
}
