//! The PostgreSQL that the system has.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use rustix::process::geteuid;

/// Where Debian puts each version, in a folder of its own.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The oldest version that will do.
const OLDEST: u32 = 15;

/// The user that Debian's package makes.
const SYSTEM_USER: &str = "postgres";

/// The programs of a PostgreSQL, and who may run them.
#[derive(Debug)]
pub(crate) struct Installation {
    binaries: PathBuf,
    /// The user and the group to run as instead of the superuser, as whom it refuses to run.
    other_user: Option<(u32, u32)>,
}

impl Installation {
    /// The newest PostgreSQL of the system.
    pub(crate) fn find() -> &'static Self {
        static FOUND: OnceLock<Installation> = OnceLock::new();
        FOUND.get_or_init(|| Self {
            binaries: newest_of_debian()
                .or_else(of_search_path)
                .unwrap_or_else(|| {
                    panic!(
                        "this needs PostgreSQL {OLDEST} or newer: install the Debian package \
                     postgresql"
                    )
                }),
            other_user: geteuid().is_root().then(|| (id("-u"), id("-g"))),
        })
    }

    /// The folder of `initdb`, `postgres` and `psql`.
    pub(crate) fn binaries(&self) -> &Path {
        &self.binaries
    }

    /// A command as the user that PostgreSQL runs as, with nothing of the environment.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = clean_command(program);
        if let Some((user, group)) = self.other_user {
            command.uid(user).gid(group);
        }
        command
    }

    /// `psql`, with nothing of the environment.
    pub(crate) fn psql(&self) -> Command {
        clean_command(self.binaries.join("psql"))
    }

    /// Gives a file or a folder to the user that PostgreSQL runs as.
    pub(crate) fn hand_over(&self, path: &Path) {
        if let Some((user, group)) = self.other_user {
            chown(path, Some(user), Some(group)).unwrap();
        }
    }
}

/// A command that no variable for PostgreSQL or the language reaches.
fn clean_command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8");
    command
}

fn newest_of_debian() -> Option<PathBuf> {
    let versions = fs::read_dir(VERSIONS).ok()?.filter_map(Result::ok);
    versions
        .filter_map(|folder| {
            let version: u32 = folder.file_name().to_str()?.parse().ok()?;
            let binaries = folder.path().join("bin");
            (version >= OLDEST && is_complete(&binaries)).then_some((version, binaries))
        })
        .max()
        .map(|(_, binaries)| binaries)
}

fn of_search_path() -> Option<PathBuf> {
    let found = output(Command::new("/bin/sh").args(["-c", "command -v postgres"]))?;
    let binaries = fs::canonicalize(found).ok()?.parent()?.to_owned();
    // As in "postgres (PostgreSQL) 17.5 (Ubuntu 17.5-1)" and "postgres (PostgreSQL) 18beta1".
    let version = output(Command::new(binaries.join("postgres")).arg("--version"))?;
    let version = version.split(|c: char| !c.is_ascii_digit());
    let version: u32 = version
        .into_iter()
        .find(|part| !part.is_empty())?
        .parse()
        .ok()?;
    (version >= OLDEST && is_complete(&binaries)).then_some(binaries)
}

fn is_complete(binaries: &Path) -> bool {
    ["initdb", "postgres", "psql"]
        .iter()
        .all(|program| binaries.join(program).is_file())
}

/// What the system's list of users says about the one for PostgreSQL.
fn id(what: &str) -> u32 {
    output(Command::new("id").args([what, SYSTEM_USER]))
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| {
            panic!(
                "PostgreSQL does not run as root, and there is no user {SYSTEM_USER}: install the \
                 Debian package postgresql"
            )
        })
}

/// What a command that goes well writes.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
