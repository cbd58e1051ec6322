//! What a launcher does: it gives up what a program does not need, and becomes the program.

mod calls;
mod files;
mod limits;
mod privileges;
mod trying;

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use crate::confinement::{Confinement, number};
use crate::launcher::{HOLD, PARENT, PROGRAM, RUN, TRY};
use crate::protections::Protection;

/// The exit code of a launcher that did not become its program.
const FAILED: u8 = 125;

/// Does what a launcher with these arguments has to do. It returns only if no program is wanted, or if it
/// cannot be started as it is wanted; the process is of no other use then.
///
/// To be called on the only thread of a process.
pub fn confine(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let first = arguments.next().unwrap_or_default();
    let done = match first.to_str() {
        Some(TRY) => Protection::named(&arguments.next().unwrap_or_default())
            .and_then(trying::try_out)
            .map(Some)
            .map_err(|reason| (reason, ExitCode::FAILURE)),
        Some(RUN) => run(arguments)
            .map(|()| None)
            .map_err(|reason| (reason, ExitCode::from(FAILED))),
        _ => Err((
            format!("{first:?} is nothing to do"),
            ExitCode::from(FAILED),
        )),
    };
    // Nobody may be there to read it.
    match done {
        Ok(said) => {
            let _ = writeln!(io::stdout(), "{}", said.unwrap_or_default());
            ExitCode::SUCCESS
        }
        Err((reason, code)) => {
            let _ = writeln!(io::stdout(), "{reason}");
            code
        }
    }
}

/// What a launcher has been told.
#[derive(Debug, Default)]
struct Task {
    confinement: Confinement,
    held: Vec<Protection>,
    parent: Option<Pid>,
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl Task {
    fn read(mut arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut task = Self::default();
        while let Some(option) = arguments.next() {
            match option.to_str() {
                Some(HOLD) => {
                    let name = arguments.next().unwrap_or_default();
                    task.held.push(Protection::named(&name)?);
                }
                Some(PARENT) => {
                    let id = number(&arguments.next().unwrap_or_default())?;
                    task.parent = Some(Pid::from_raw(id).ok_or("0 is no process")?);
                }
                Some(PROGRAM) => {
                    task.program = arguments.next().ok_or("no program is named")?.into();
                    task.arguments = arguments.collect();
                    return Ok(task);
                }
                _ if task.confinement.take(&option, &mut arguments)? => {}
                _ => return Err(format!("{option:?} is no option")),
            }
        }
        Err("no program is named".to_owned())
    }

    fn holds(&self, protection: Protection) -> bool {
        self.held.contains(&protection)
    }
}

/// Becomes a program. It returns only if it does not.
fn run(arguments: impl Iterator<Item = OsString>) -> Result<(), String> {
    let task = Task::read(arguments)?;
    // What needs memory and files comes first, and what forbids most of the rest last.
    let mut command = Command::new(&task.program);
    command.args(&task.arguments);
    let filter = task
        .holds(Protection::Calls)
        .then(|| calls::filter(&task.confinement))
        .transpose()?;
    if task.holds(Protection::Privileges) {
        privileges::give_up()?;
    }
    if task.holds(Protection::Files) {
        files::restrict(&task.confinement, Some(&task.program))?;
    }
    if task.holds(Protection::Limits) {
        limits::set(&task.confinement)?;
    }
    if let Some(parent) = task.parent {
        tie_to(parent)?;
    }
    if let Some(filter) = filter {
        calls::restrict(&filter)?;
    }
    let error = command.exec();
    Err(format!(
        "{} does not start: {error}",
        Path::new(&task.program).display()
    ))
}

/// Has the kernel kill this process when its parent dies.
///
/// The signal never comes if the parent has died before it is asked for; so who the parent is, is looked at
/// afterwards. There is no moment between the two at which the parent could die unnoticed.
fn tie_to(parent: Pid) -> Result<(), String> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| format!("its life cannot be tied to the server's: {error}"))?;
    if getppid() == Some(parent) {
        Ok(())
    } else {
        Err("the server has died".to_owned())
    }
}
