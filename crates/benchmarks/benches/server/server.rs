use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use crate::client::Client;
use crate::process;

/// How long the engines may take to test themselves after the start.
const SELF_TEST_LIMIT: Duration = Duration::from_secs(300);

/// How long a server must have had no engine processes to be taken for idle.
const QUIET: Duration = Duration::from_secs(1);

/// What a committed count of characters survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    PowerLoss,
    ProcessCrash,
}

impl Durability {
    /// The value of the option `data.durability`.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::PowerLoss => "power-loss",
            Self::ProcessCrash => "process-crash",
        }
    }
}

/// Builds the program as it is released, and says where it is.
pub(crate) fn build() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--package", "dragoman"])
        .status()?;
    ensure!(status.success(), "the program cannot be built");
    program()
}

/// Where the program is once it is built.
pub(crate) fn program() -> Result<PathBuf> {
    // This program is in the folder "deps" beside it.
    let own = std::env::current_exe()?;
    let folder = own.ancestors().nth(2).context("no target folder")?;
    Ok(folder.join("dragoman"))
}

/// A data folder with a key, and the program that serves it.
pub(crate) struct Installation {
    program: PathBuf,
    folder: TempDir,
    durability: Durability,
    /// Options of the program as variables of its environment.
    options: Vec<(&'static str, &'static str)>,
    key: String,
}

impl Installation {
    /// Makes a data folder, on the same disk as everything that is built.
    pub(crate) fn create(program: &Path, durability: Durability) -> Result<Self> {
        let mut installation = Self {
            program: program.to_owned(),
            folder: TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?,
            durability,
            options: Vec::new(),
            key: String::new(),
        };
        fs::create_dir(installation.data())?;
        let output = installation
            .command(&["keys", "create", "--json"])
            .stderr(Stdio::inherit())
            .output()?;
        let created: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("no key was made")?;
        created["key"]
            .as_str()
            .context("no key was made")?
            .clone_into(&mut installation.key);
        Ok(installation)
    }

    /// Sets an option by its variable.
    #[allow(dead_code, reason = "the measurements of the neural engine use it")]
    pub(crate) fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.options.push((name, value));
        self
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts a server and waits until it has said where it listens.
    pub(crate) fn start(&self) -> Result<Server> {
        let log = File::create(self.folder.path().join("log"))?;
        let begun = Instant::now();
        let mut child = self
            .command(&["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .with_context(|| format!("{} cannot be started", self.program.display()))?;
        let output = child.stdout.take().context("no standard output")?;
        let mut server = Server {
            child,
            output: BufReader::new(output),
            begun,
            first_line: Duration::ZERO,
            interface: SocketAddr::from(([127, 0, 0, 1], 0)),
            monitoring: SocketAddr::from(([127, 0, 0, 1], 0)),
            key: self.key.clone(),
            durability: self.durability,
        };
        server.interface = server.read_address()?;
        server.first_line = begun.elapsed();
        server.monitoring = server.read_address()?;
        Ok(server)
    }

    /// The program with these arguments, this data folder and these options.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("DRAGOMAN_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .arg("--data-dir")
            .arg(self.data())
            .current_dir(self.folder.path())
            .env("DRAGOMAN_DATA__DURABILITY", self.durability.as_str())
            // The benchmark is one key's traffic.
            .env("DRAGOMAN_KEYS__REQUESTS_PER_SECOND", "0")
            .envs(self.options.iter().copied());
        command
    }
}

/// A running server, with the default options but for the limit of requests per key. Dropping it
/// ends it.
pub(crate) struct Server {
    child: Child,
    /// Kept open, so that the server can go on writing.
    output: BufReader<ChildStdout>,
    begun: Instant,
    first_line: Duration,
    interface: SocketAddr,
    monitoring: SocketAddr,
    key: String,
    durability: Durability,
}

impl Server {
    fn read_address(&mut self) -> Result<SocketAddr> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (_, address) = line
            .trim()
            .split_once("http://")
            .with_context(|| format!("the server did not say where it listens: {line}"))?;
        Ok(address.parse()?)
    }

    /// The time from the start of the process to its first line of output.
    pub(crate) fn first_line(&self) -> Duration {
        self.first_line
    }

    /// The time since the start of the process.
    pub(crate) fn age(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(crate) fn durability(&self) -> Durability {
        self.durability
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Opens connections to the interface.
    pub(crate) async fn clients(&self, number: usize) -> Result<Vec<Client>> {
        Client::connect_many(self.interface, &self.key, number).await
    }

    /// Opens one connection to the interface.
    pub(crate) async fn client(&self) -> Result<Client> {
        Client::connect(self.interface, &self.key).await
    }

    /// Opens connections to where health and metrics are.
    pub(crate) async fn monitoring_clients(&self, number: usize) -> Result<Vec<Client>> {
        Client::connect_many(self.monitoring, &self.key, number).await
    }

    /// Waits until the engines have tested themselves and all their processes are gone.
    pub(crate) async fn wait_idle(&self) -> Result<()> {
        let mut quiet_since = Instant::now();
        while self.age() < SELF_TEST_LIMIT {
            if !process::children(self.process())?.is_empty() {
                quiet_since = Instant::now();
            } else if quiet_since.elapsed() > QUIET {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("the engines still test themselves")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It fails only if the process is gone already. The engines' processes die with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
