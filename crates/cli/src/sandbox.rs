//! The sandbox of the programs that run beside this one. This program is their launcher itself.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

use dragoman_sandbox::{Launcher, Protection, Protections, Sandbox, Standing, confine};

use crate::configuration::SandboxOption;
use crate::configuration_error::ConfigurationError;

/// The first argument by which this program is a launcher. It is no command of the command line, and nobody types it.
const LAUNCHER: &str = "--launch-program";

/// Does what a launcher does if this process is to be one.
pub(crate) fn launch() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let is_launcher = arguments.next().as_deref() == Some(OsStr::new(LAUNCHER));
    is_launcher.then(|| confine(arguments))
}

/// Finds out which protections this system has. Takes the time of a few processes.
pub(crate) fn protections() -> Protections {
    Protections::probe(&launcher())
}

/// The sandbox that is configured, with the protections that this system has.
///
/// # Errors
/// If all protections are required and one of them does not hold here.
pub(crate) fn sandbox(option: SandboxOption) -> Result<Sandbox, ConfigurationError> {
    let protections = match option {
        SandboxOption::Off => Protections::default(),
        SandboxOption::Available | SandboxOption::Required => protections(),
    };
    if option == SandboxOption::Required
        && let Some(lacking) = lacking(&protections)
    {
        let reason = format!("required, but on this system {lacking}");
        return Err(ConfigurationError::new("engines.sandbox", &reason));
    }
    Ok(Sandbox::new(launcher(), &protections))
}

/// What programs are kept from, as a list; none if nothing holds.
pub(crate) fn held(protections: &Protections) -> Option<String> {
    let held = protections.iter().filter_map(|(protection, standing)| {
        let Standing::Held(by) = standing else {
            return None;
        };
        let by = match by.is_empty() {
            true => String::new(),
            false => format!(" ({by})"),
        };
        Some(format!("{}{by}", what(protection)))
    });
    joined(held)
}

/// What programs are not kept from, and why, as a list; none if everything holds.
pub(crate) fn lacking(protections: &Protections) -> Option<String> {
    let lacking = protections.lacking().map(|(protection, reason)| {
        format!("nothing keeps them from {}: {reason}", what(protection))
    });
    joined(lacking)
}

fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What a protection keeps programs from.
fn what(protection: Protection) -> &'static str {
    match protection {
        Protection::Privileges => "having or gaining privileges",
        Protection::Limits => "using up memory and files",
        Protection::Files => "opening files of others",
        Protection::Calls => "networks and other processes",
    }
}

/// The file of this process, even if another has taken its name since, as in an upgrade.
pub(crate) fn this_program() -> PathBuf {
    PathBuf::from("/proc/self/exe")
}

fn launcher() -> Launcher {
    Launcher::new(this_program(), vec![LAUNCHER.into()])
}
