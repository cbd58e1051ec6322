//! LibreOffice as a program that converts one document and ends.
//!
//! It keeps its settings in a profile. A new one makes it begin twice, so one is made once as a template; each document gets a
//! copy of its own. Nothing that a document does to its LibreOffice reaches another.

use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dragoman_documents::{DocumentError, Source};
use dragoman_sandbox::Confinement;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use tempfile::TempDir;

use crate::copying::copy;
use crate::job_folder::JobFolders;
use crate::process::{End, Runner, Streams, run};
use crate::turns::Turns;
use crate::word_file::malformed;

/// What a LibreOffice may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfficeLimits {
    /// How long a document may take.
    pub time: Duration,
    /// Addresses that the process may use, in bytes.
    pub memory_bytes: u64,
    /// How long a file may become that it writes.
    pub file_bytes: u64,
    /// How many run at the same time.
    pub at_a_time: usize,
}

impl Default for OfficeLimits {
    /// Two minutes, 3 GiB of addresses, 512 MB of a file, and as many at a time as there are processors, four at most.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            time: Duration::from_secs(120),
            memory_bytes: 3 << 30,
            file_bytes: 512_000_000,
            at_a_time: processors.min(4),
        }
    }
}

/// What it reads of the system besides what everybody may.
const READABLE: &[&str] = &[
    "/etc/fonts",
    "/etc/libreoffice",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
    "/var/spool/libreoffice",
];

/// The settings of every profile: no macros, nothing fetched from elsewhere, and fields such as dates as they were saved.
const SETTINGS: &str = include_str!("registrymodifications.xcu");

/// How often a new profile is begun with: the first time LibreOffice only sets it up and wants to be started again.
const BEGINNINGS: usize = 3;

/// The bytes that are left for the path of its folder where a socket's path has 107: its name may have 70.
const LONGEST_FOLDER: usize = 37;

/// Where LibreOffice is where its package put no link into the usual folders.
const ELSEWHERE: &[&str] = &[
    "/usr/lib/libreoffice/program/soffice.bin",
    "/usr/lib64/libreoffice/program/soffice.bin",
    "/opt/libreoffice/program/soffice.bin",
];

/// Converts documents by LibreOffice.
#[derive(Debug)]
pub struct LibreOffice {
    program: PathBuf,
    runner: Runner,
    folders: JobFolders,
    limits: OfficeLimits,
    turns: Turns,
    /// The profile that is copied, once it is made.
    template: Mutex<Option<TempDir>>,
}

impl LibreOffice {
    /// The program behind the script `soffice`, or another name of it, in these folders or where it usually is.
    #[must_use]
    pub fn find(name: &str, directories: &[PathBuf]) -> Option<PathBuf> {
        let script =
            dragoman_sandbox::find_program(name, directories).and_then(|it| it.canonicalize().ok());
        let beside = script.and_then(|script| Some(script.parent()?.join("soffice.bin")));
        let elsewhere = ELSEWHERE.iter().map(PathBuf::from);
        // A name of somebody's own is not replaced by what is there.
        let elsewhere = elsewhere.filter(|_| !name.contains('/'));
        beside
            .into_iter()
            .chain(elsewhere)
            .find(|program| program.is_file())
    }

    /// Runs this program.
    #[must_use]
    pub fn new(
        program: PathBuf,
        runner: Runner,
        folders: JobFolders,
        limits: OfficeLimits,
    ) -> Self {
        Self {
            program,
            runner,
            folders,
            turns: Turns::new(limits.at_a_time),
            limits,
            template: Mutex::new(None),
        }
    }

    /// Fails if LibreOffice does not start here.
    ///
    /// # Errors
    /// Why.
    pub fn check(&self) -> Result<(), String> {
        let checked = self.profile_for(&mut None);
        checked.map_err(|error| error.to_string())
    }

    /// A docx of a document, read as what LibreOffice calls this filter, or as what it finds it to be.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if LibreOffice cannot read it, [`DocumentError::Unsupported`] if it takes too long,
    /// [`DocumentError::GivenUp`], and [`DocumentError::Io`] where LibreOffice itself does not work.
    pub(crate) fn to_docx(
        &self,
        source: &mut dyn Source,
        filter: Option<&str>,
    ) -> Result<File, DocumentError> {
        let _turn = self.turns.take()?;
        let job = self.folders.folder()?;
        self.profile_for(&mut Some(job.path()))?;
        let (input, output) = (job.path().join("in.doc"), job.path().join("out"));
        source.rewind()?;
        copy(source, &mut File::create_new(&input)?)?;
        fs::create_dir(&output)?;
        let mut command = self.command(job.path());
        command.arg("--convert-to").arg("docx:MS Word 2007 XML");
        command.arg("--outdir").arg(&output);
        if let Some(filter) = filter {
            command.arg(format!("--infilter={filter}"));
        }
        command.arg(&input);
        let end = run(command, Streams::none(), self.limits.time)?;
        // It may say that all is well where nothing was written, and die after all was.
        let result = File::open(output.join("in.docx"));
        match (end, result) {
            (End::TooLong, _) => Err(DocumentError::Unsupported(format!(
                "the document takes more than {} seconds to convert; save it as docx and send that",
                self.limits.time.as_secs()
            ))),
            // Its name goes with the folder; what is open stays until it is closed.
            (End::Exited(_), Ok(file)) => Ok(file),
            (End::Exited(status), Err(_)) if status.code().is_none() => {
                tracing::warn!(%status, "LibreOffice died of a document");
                Err(malformed("LibreOffice failed at it"))
            }
            (End::Exited(_), Err(_)) => Err(malformed("LibreOffice cannot read it")),
        }
    }

    /// Makes the template if it is not there, and copies it for a job.
    fn profile_for(&self, job: &mut Option<&Path>) -> Result<(), DocumentError> {
        let mut template = self.template.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match &mut *template {
            Some(folder) if folder.path().is_dir() => folder,
            template => template.insert(self.make_template()?),
        };
        if let Some(job) = job {
            copy_folder(&profile(folder.path()), &profile(job))?;
        }
        Ok(())
    }

    fn make_template(&self) -> Result<TempDir, DocumentError> {
        let folder = self.folders.folder()?;
        let user = profile(folder.path()).join("user");
        fs::create_dir_all(&user)?;
        fs::write(user.join("registrymodifications.xcu"), SETTINGS)?;
        let mut reason = String::new();
        for _ in 0..BEGINNINGS {
            let mut command = self.command(folder.path());
            command.arg("--terminate_after_init");
            reason = match run(command, Streams::none(), self.limits.time)? {
                End::Exited(status) if status.success() => return Ok(folder),
                End::Exited(status) => format!("LibreOffice does not start: {status}"),
                End::TooLong => "LibreOffice does not start in time".to_owned(),
            };
        }
        if folder.path().as_os_str().len() > LONGEST_FOLDER {
            reason += "; the path of the folder for temporary files may be too long for its socket";
        }
        tracing::error!(reason, "no document of old Word can be converted");
        Err(io::Error::other(reason).into())
    }

    /// The command that runs LibreOffice with the profile in a folder, where it may write.
    fn command(&self, folder: &Path) -> Command {
        let installation = self.program.parent().and_then(Path::parent);
        let readable = READABLE.iter().map(PathBuf::from);
        let confinement = Confinement {
            readable: readable.chain(installation.map(Path::to_owned)).collect(),
            writable: vec![folder.to_owned()],
            memory_bytes: self.limits.memory_bytes,
            processor_time: Some(self.limits.time),
            open_files: 256,
            file_bytes: self.limits.file_bytes,
            children: false,
            own_sockets: true,
        };
        let mut command = self.runner.command(&confinement, &self.program);
        command
            .current_dir(folder)
            .env("HOME", folder)
            .env("TMPDIR", folder)
            .env("SAL_USE_VCLPLUGIN", "svp")
            .env("GSETTINGS_BACKEND", "memory")
            .arg(format!("-env:UserInstallation={}", url(&profile(folder))))
            .arg(format!("-env:OSL_SOCKET_PATH={}", folder.display()))
            .args(["--headless", "--norestore", "--nologo", "--nodefault"])
            .arg("--nolockcheck");
        command
    }
}

fn profile(folder: &Path) -> PathBuf {
    folder.join("profile")
}

/// A path as LibreOffice wants it.
fn url(path: &Path) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'.')
        .remove(b'_');
    format!(
        "file://{}",
        percent_encode(path.as_os_str().as_bytes(), KEPT)
    )
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&from, &to)?;
        } else if kind.is_file() {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}
