//! The program under attack: a server of its own with a data folder, two accounts and, where the system has them, a
//! memory control group.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use dragoman_benchmarks::process;
use serde_json::Value;
use tempfile::TempDir;

use crate::control_group::ControlGroup;
use crate::logs;

/// What a server is started with.
#[derive(Clone, Default)]
pub(crate) struct Setup {
    /// Options of the program, by the names of their variables.
    pub(crate) options: Vec<(&'static str, String)>,
    /// File descriptors that it may have; without a number as many as the system gives.
    pub(crate) descriptors: Option<u64>,
    /// The folder in which the data folder is made; without one a temporary folder.
    pub(crate) folder: Option<PathBuf>,
    /// Models that are imported before, by the folders in `testdata/nmt` and their languages.
    pub(crate) models: &'static [(&'static str, &'static str, &'static str)],
}

/// A running server. Dropping it ends it and removes its data.
pub(crate) struct Server {
    child: Child,
    /// Kept open, so that the server can go on writing.
    output: BufReader<ChildStdout>,
    program: PathBuf,
    setup: Setup,
    folder: TempDir,
    group: Option<ControlGroup>,
    pub(crate) interface: SocketAddr,
    /// The key of the account that attacks.
    pub(crate) attacker: String,
    /// The key of the account that does not.
    pub(crate) bystander: String,
}

impl Server {
    /// Starts the program with a new data folder and makes both accounts.
    pub(crate) fn start(program: &Path, setup: Setup) -> Result<Self> {
        let folder = match &setup.folder {
            Some(parent) => TempDir::new_in(parent)?,
            None => tempfile::tempdir()?,
        };
        std::fs::create_dir(folder.path().join("data"))?;
        let modes = folder.path().join("modes");
        std::fs::create_dir(&modes)?;
        for mode in ["eng-spa.mode", "spa-eng.mode"] {
            let installed = Path::new("/usr/share/apertium/modes").join(mode);
            std::fs::copy(&installed, modes.join(mode))
                .with_context(|| format!("{} is missing", installed.display()))?;
        }
        for (model, from, to) in setup.models {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../testdata/nmt")
                .join(model);
            let output = command(program, &setup, folder.path())
                .args(["models", "import"])
                .arg(path)
                .args(["--from", from, "--to", to])
                .output()?;
            let reason = String::from_utf8_lossy(&output.stderr);
            ensure!(
                output.status.success(),
                "{model} cannot be imported: {reason}"
            );
        }
        let group = ControlGroup::create();
        let (child, output, interface) = spawn(program, &setup, folder.path(), group.as_ref())?;
        let mut server = Self {
            child,
            output,
            program: program.to_owned(),
            setup,
            folder,
            group,
            interface,
            attacker: String::new(),
            bystander: String::new(),
        };
        server.attacker = server.account("attacker")?;
        server.bystander = server.account("bystander")?;
        Ok(server)
    }

    /// Makes an account with a key, while the server runs, and returns the key's secret.
    fn account(&self, name: &str) -> Result<String> {
        let run = |arguments: &[&str]| -> Result<Vec<u8>> {
            let output = command(&self.program, &self.setup, self.folder.path())
                .args(arguments)
                .stderr(Stdio::inherit())
                .output()?;
            ensure!(output.status.success(), "{arguments:?} failed");
            Ok(output.stdout)
        };
        run(&["account", "create", name, "--plan", "pro"])?;
        let created = run(&["keys", "create", "--account", name, "--json"])?;
        let created: Value = serde_json::from_slice(&created)?;
        let secret = created["key"].as_str().context("no key was made")?;
        logs::plant(secret)?;
        Ok(secret.to_owned())
    }

    /// Ends the server, without a warning or as a service manager does, and starts it again with the same data.
    pub(crate) fn restart(&mut self, by_kill: bool) -> Result<()> {
        if by_kill {
            self.child.kill()?;
        } else {
            let id = self.child.id().to_string();
            let told = Command::new("kill").args(["-TERM", &id]).status()?;
            ensure!(told.success(), "the server cannot be told to stop");
        }
        self.child.wait()?;
        let (child, output, interface) = spawn(
            &self.program,
            &self.setup,
            self.folder.path(),
            self.group.as_ref(),
        )?;
        (self.child, self.output) = (child, output);
        self.interface = interface;
        Ok(())
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Whether the process is still there.
    pub(crate) fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The most memory that the process itself had at a time since it was started, in bytes; pages of the program's
    /// own file included, which the system can take back.
    pub(crate) fn peak_memory(&self) -> Result<u64> {
        process::peak_memory(self.id())
    }

    /// The memory that the process alone has now, in bytes: its heap.
    pub(crate) fn memory(&self) -> Result<u64> {
        Ok(process::memory(self.id())?.private)
    }

    /// Processor time of the process and of the programs that it started.
    pub(crate) fn processor_time(&self) -> Result<Duration> {
        process::processor_time_of_family(self.id())
    }

    /// Whether the memory of the process and its programs is bounded by a control group.
    pub(crate) const fn is_confined(&self) -> bool {
        self.group.is_some()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It fails only if the process is gone already. The engines' processes die with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(
    program: &Path,
    setup: &Setup,
    folder: &Path,
    group: Option<&ControlGroup>,
) -> Result<(Child, BufReader<ChildStdout>, SocketAddr)> {
    let log = File::options()
        .create(true)
        .append(true)
        .open(logs::place(folder))?;
    // The shell joins the group and sets the limit before it becomes the program.
    let mut script = String::new();
    if let Some(descriptors) = setup.descriptors {
        script.push_str(&format!("ulimit -n {descriptors} && "));
    }
    if let Some(group) = group {
        script.push_str(&format!("echo $$ > '{}' && ", group.processes().display()));
    }
    script.push_str("exec \"$@\"");
    let serve = command(program, setup, folder);
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, "sh"]).arg(serve.get_program());
    shell.args(serve.get_args());
    shell.args(["serve", "--listen", "127.0.0.1:0"]);
    for (name, value) in serve.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let mut child = shell
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    let mut output = BufReader::new(child.stdout.take().context("no standard output")?);
    let interface = read_address(&mut output)?;
    Ok((child, output, interface))
}

/// The program with this data folder and these options, without a verb.
fn command(program: &Path, setup: &Setup, folder: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("DRAGOMAN_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(folder)
        .env("DRAGOMAN_DATA__FOLDER", folder.join("data"))
        .env("DRAGOMAN_MODELS__OFFLINE", "true")
        .env(
            "DRAGOMAN_ENGINES__APERTIUM__MODES_FOLDER",
            folder.join("modes"),
        )
        .env("DRAGOMAN_ENGINES__APERTIUM__MEMORY_BUDGET_MEGABYTES", "300")
        .envs(setup.options.iter().map(|(name, value)| (name, value)));
    command
}

fn read_address(output: &mut BufReader<ChildStdout>) -> Result<SocketAddr> {
    let mut line = String::new();
    output.read_line(&mut line)?;
    let (_, address) = line
        .trim()
        .split_once("http://")
        .with_context(|| format!("the server did not say where it listens: {line:?}"))?;
    Ok(address.parse()?)
}
