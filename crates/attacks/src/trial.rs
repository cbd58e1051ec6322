//! One attack on a server of its own, and what is measured of it.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use crate::attacks::{Attack, Preparation, Scale, Target};
use crate::bystander::{Bystander, Noticed};
use crate::server::{Server, Setup};

/// What the server itself may have in memory at a time, in bytes: no neural model is installed.
const MOST_MEMORY: u64 = 700 * 1024 * 1024;

/// How much more of memory the server may keep than it had before: caches of what an account uses, and what a memory
/// allocator holds ready.
const MOST_KEPT: u64 = 200 * 1024 * 1024;

/// Processor seconds that the server may need when an attack is over: five seconds of each of two processors.
const MOST_AFTERWARDS: Duration = Duration::from_secs(10);

/// How long an attack for the table goes on at least: it is begun anew until then.
const LEAST: Duration = Duration::from_secs(20);

/// How long to look at what the server does afterwards.
const AFTERWARDS: Duration = Duration::from_secs(20);

/// A server that needs less of a processor in this time has nothing to do.
const QUIET: (Duration, Duration) = (Duration::from_secs(1), Duration::from_millis(100));

/// What became of an attack.
pub(crate) enum Verdict {
    Tried(Trial),
    /// It cannot be tried here, for this reason.
    Skipped(String),
    /// The attack failed, or the server did not live through it.
    Failed(anyhow::Error),
}

/// What was measured during an attack.
pub(crate) struct Trial {
    /// Whether a control group bounded the memory of the server.
    pub(crate) confined: bool,
    peak_memory: u64,
    /// What the process alone had before the attack and when it had nothing to do any more.
    memory: (u64, u64),
    noticed: Noticed,
    afterwards: Duration,
}

impl Trial {
    /// What the columns of the table mean, for below it.
    pub(crate) const fn explanation() -> &'static str {
        "Memory is the most that the process itself had, with the pages of its program file, without Apertium's processes. \
         \"Before, after\" is the heap alone, before the attack and when the server had nothing to do any more. \
         Requests are those of the second account, one after the other with 20 ms between them. Processor time is that of \
         the server and its programs from the end of the attack until they had nothing to do."
    }

    pub(crate) fn row(&self, attack: &Attack) -> [String; 9] {
        let percentile = |percent| format!("{:.0}", self.noticed.waited.percentile(percent));
        [
            format!("{}: {}", attack.name, attack.what),
            mebibytes(self.peak_memory),
            format!("{}, {}", mebibytes(self.memory.0), mebibytes(self.memory.1)),
            (self.noticed.waited.len() + self.noticed.refused.len()).to_string(),
            self.noticed.refused.len().to_string(),
            percentile(50.0),
            percentile(99.0),
            percentile(100.0),
            format!("{:.1}", self.afterwards.as_secs_f64()),
        ]
    }

    /// What the second account waited for longest, in words.
    pub(crate) fn slowest(&self) -> Option<String> {
        let (waited, request) = self.noticed.slowest?;
        Some(format!("{request:?} took {} ms", waited.as_millis()))
    }

    /// What must not be.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.peak_memory > MOST_MEMORY {
            faults.push(format!(
                "the server had {} MiB",
                mebibytes(self.peak_memory)
            ));
        }
        let (before, after) = self.memory;
        if after.saturating_sub(before) > MOST_KEPT {
            faults.push(format!(
                "the server kept {} MiB, and had {} before",
                mebibytes(after),
                mebibytes(before)
            ));
        }
        if let Some(first) = self.noticed.refused.first() {
            let number = self.noticed.refused.len();
            faults.push(format!(
                "{number} requests of the second account were refused: {first}"
            ));
        }
        if self.noticed.waited.is_empty() {
            faults.push("no request of the second account was answered".to_owned());
        }
        if self.afterwards > MOST_AFTERWARDS {
            faults.push(format!(
                "the server worked for {:?} afterwards",
                self.afterwards
            ));
        }
        faults
    }
}

fn mebibytes(bytes: u64) -> String {
    (bytes / 1_048_576).to_string()
}

/// Makes a server, attacks it and measures.
pub(crate) async fn run(attack: &'static Attack, program: PathBuf, scale: Scale) -> Verdict {
    let (setup, _disk) = match &attack.setup {
        Preparation::Setup(setup) => (setup(), None),
        Preparation::SmallDisk(mebibytes) => match SmallDisk::mount(*mebibytes) {
            Ok(disk) => (disk.setup(), Some(disk)),
            Err(error) => {
                return Verdict::Skipped(format!("no small file system can be mounted: {error:#}"));
            }
        },
    };
    match attempt(attack, program, setup, scale).await {
        Ok(trial) => Verdict::Tried(trial),
        Err(error) => Verdict::Failed(error),
    }
}

async fn attempt(attack: &Attack, program: PathBuf, setup: Setup, scale: Scale) -> Result<Trial> {
    // It waits for other processes, and must not keep other attacks waiting.
    let mut server = spawn_blocking(move || Server::start(&program, setup)).await??;
    let bystander = Bystander::begin(server.interface, &server.bystander).await?;
    let memory_before = server.memory()?;
    let begun = Instant::now();
    let mut attacked = Ok(());
    while attacked.is_ok() {
        attacked = (attack.run)(Target::of(&server, scale)).await;
        if begun.elapsed() >= scale.of(Duration::ZERO, LEAST) {
            break;
        }
    }
    let before = server.processor_time();
    let noticed = bystander.end().await?;
    ensure!(server.runs(), "the server has ended; {attacked:?}");
    let afterwards = until_quiet(&server, before?).await?;
    attacked.context("the attack got what it must not get")?;
    Ok(Trial {
        confined: server.is_confined(),
        peak_memory: server.peak_memory()?,
        memory: (memory_before, server.memory()?),
        noticed,
        afterwards,
    })
}

/// The processor time from this reading of it until the server has nothing to do, or for as long as is looked.
async fn until_quiet(server: &Server, before: Duration) -> Result<Duration> {
    let (interval, little) = QUIET;
    let mut last = server.processor_time()?;
    for _ in 0..AFTERWARDS.as_secs() {
        sleep(interval).await;
        let now = server.processor_time()?;
        if now.saturating_sub(last) < little {
            break;
        }
        last = now;
    }
    Ok(last.saturating_sub(before))
}

/// A file system in memory, of a small size. Dropping it unmounts it.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    fn mount(mebibytes: u64) -> Result<Self> {
        let disk = Self {
            folder: tempfile::tempdir()?,
        };
        let options = format!("size={mebibytes}m");
        let output = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &options, "dragoman-attacks"])
            .arg(disk.folder.path())
            .output()?;
        let reason = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}", reason.trim());
        Ok(disk)
    }

    fn setup(&self) -> Setup {
        Setup {
            folder: Some(PathBuf::from(self.folder.path())),
            options: vec![("DRAGOMAN_DATA__FREE_SPACE_FLOOR_MEGABYTES", "32".to_owned())],
            ..Setup::default()
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process that is still ending may have files open. It fails only if nothing is mounted.
        let _ = Command::new("umount")
            .arg("-l")
            .arg(self.folder.path())
            .output();
    }
}
