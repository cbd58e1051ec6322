//! One copy of the program that serves.

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};
use tokio::time::timeout;

use super::program::Program;
use crate::logs;
use crate::random::Random;

/// How long a copy may take to start or to end: without optimisation, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a copy is started with besides what all have.
#[derive(Debug, Clone, Default)]
pub(crate) struct CopySetup {
    /// "interface" or "worker"; both if there is none.
    pub(crate) role: Option<&'static str>,
    /// Further variables of its environment.
    pub(crate) variables: Vec<(&'static str, String)>,
}

impl CopySetup {
    pub(crate) fn role(role: &'static str) -> Self {
        Self {
            role: Some(role),
            ..Self::default()
        }
    }

    pub(crate) fn with(name: &'static str, value: impl Into<String>) -> Self {
        Self {
            variables: vec![(name, value.into())],
            ..Self::default()
        }
    }
}

/// Where a running copy listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// None if it answers no requests.
    pub(crate) interface: Option<SocketAddr>,
    pub(crate) monitoring: SocketAddr,
}

/// Where all copies listen at the moment, as a load balancer knows it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Directory(Arc<Mutex<Vec<Option<Place>>>>);

impl Directory {
    fn set(&self, copy: usize, place: Option<Place>) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() <= copy {
            places.resize(copy + 1, None);
        }
        places[copy] = place;
    }

    /// The interfaces of the copies that run.
    pub(crate) fn interfaces(&self) -> Vec<SocketAddr> {
        let places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let places = places.iter().filter_map(|place| (*place)?.interface);
        places.collect()
    }

    /// One of those interfaces; none if no copy runs.
    pub(crate) fn any(&self, random: &mut Random) -> Option<SocketAddr> {
        let interfaces = self.interfaces();
        interfaces.get(random.index(interfaces.len())).copied()
    }
}

/// A copy of the program, whether it runs or not. Dropping it ends it.
pub(crate) struct Copy {
    number: usize,
    program: Program,
    setup: CopySetup,
    directory: Directory,
    running: Option<Running>,
}

struct Running {
    child: Child,
    place: Place,
    /// Kept open, so that it can go on writing.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Copy {
    pub(super) fn new(
        number: usize,
        program: &Program,
        setup: CopySetup,
        directory: &Directory,
    ) -> Self {
        Self {
            number,
            program: program.clone(),
            setup,
            directory: directory.clone(),
            running: None,
        }
    }

    fn data(&self) -> PathBuf {
        self.program.folder.join(format!("copy-{}", self.number))
    }

    /// Starts it, and waits until it has said where it listens.
    pub(crate) async fn start(&mut self) -> Result<()> {
        ensure!(self.running.is_none(), "the copy runs");
        let mut child = self.spawn()?;
        let output = child.stdout.take().context("no standard output")?;
        let mut output = BufReader::new(output).lines();
        let place = match timeout(PATIENCE, read_place(&mut output)).await {
            Ok(Ok(place)) => place,
            Ok(Err(error)) => return Err(error.context(self.complaint())),
            Err(_) => bail!("copy {} did not start in {PATIENCE:?}", self.number),
        };
        self.directory.set(self.number, Some(place));
        self.running = Some(Running {
            child,
            place,
            _output: output,
        });
        Ok(())
    }

    fn spawn(&self) -> Result<Child> {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_path())?;
        let mut command = self.program.command(&self.data())?;
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--monitoring-listen",
            "127.0.0.1:0",
        ]);
        if let Some(role) = self.setup.role {
            command.args(["--role", role]);
        }
        let variables = self.setup.variables.iter();
        command
            .envs(variables.map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .with_context(|| format!("{} cannot be started", self.program.path.display()))
    }

    fn log_path(&self) -> PathBuf {
        logs::place(&self.program.folder, self.number)
    }

    /// All that it has written to its log.
    pub(crate) fn log(&self) -> Result<String> {
        Ok(std::fs::read_to_string(self.log_path())?)
    }

    /// The last lines of its log.
    fn complaint(&self) -> String {
        let log = self.log().unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(5)..].join("\n")
    }

    /// Tries to start it where that is to fail: what it says on its way out, and nothing if it serves all the same.
    pub(crate) async fn refusal(&mut self) -> Result<Option<String>> {
        let before = self.log().unwrap_or_default().len();
        match self.start().await {
            Ok(()) => Ok(None),
            Err(_) => {
                let log = self.log()?;
                Ok(Some(
                    log.get(before..).unwrap_or_default().trim().to_owned(),
                ))
            }
        }
    }

    /// Ends it without a warning.
    pub(crate) async fn kill(&mut self) -> Result<()> {
        self.directory.set(self.number, None);
        if let Some(mut running) = self.running.take() {
            running.child.kill().await?;
        }
        Ok(())
    }

    /// Ends it as a service manager does.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        self.directory.set(self.number, None);
        if let Some(mut running) = self.running.take() {
            signal(&running.child, Signal::TERM)?;
            timeout(PATIENCE, running.child.wait())
                .await
                .context("a copy does not end")??;
        }
        Ok(())
    }

    /// Stops it where it is. Its engines' programs go on, but have nothing to do.
    pub(crate) fn pause(&self) -> Result<()> {
        signal(&self.running()?.child, Signal::STOP)
    }

    /// Lets it go on after a pause.
    pub(crate) fn resume(&self) -> Result<()> {
        signal(&self.running()?.child, Signal::CONT)
    }

    fn running(&self) -> Result<&Running> {
        self.running.as_ref().context("the copy does not run")
    }

    pub(crate) fn process(&self) -> Result<u32> {
        self.running()?.child.id().context("the copy has ended")
    }

    pub(crate) fn place(&self) -> Result<Place> {
        Ok(self.running()?.place)
    }

    pub(crate) fn interface(&self) -> Result<SocketAddr> {
        self.place()?
            .interface
            .context("the copy answers no requests")
    }
}

fn signal(child: &Child, signal: Signal) -> Result<()> {
    let number = child.id().context("the copy has ended")?;
    let number = i32::try_from(number).ok().and_then(Pid::from_raw);
    Ok(kill_process(number.context("no process")?, signal)?)
}

/// The addresses that a copy says, that of monitoring last.
async fn read_place(output: &mut Lines<BufReader<ChildStdout>>) -> Result<Place> {
    let mut interface = None;
    while let Some(line) = output.next_line().await? {
        let Some((words, address)) = line.trim().split_once("http://") else {
            continue;
        };
        let address: SocketAddr = address.parse()?;
        if words.starts_with("Health") {
            return Ok(Place {
                interface,
                monitoring: address,
            });
        }
        interface = Some(address);
    }
    bail!("the copy has ended before it served")
}
