use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;

use serde_json::Value;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

use super::logs::plant;
use super::processes::{Process, contains};
use super::{Gate, Server, eventually};

/// A folder with data and a choice of Apertium's modes, and options for everything that is started
/// with them.
pub(crate) struct Installation {
    root: TempDir,
    options: Vec<(OsString, OsString)>,
    /// The groups of processes that were started here, each with the process that began it.
    groups: Mutex<Vec<u32>>,
}

/// A key as "keys create --json" prints it.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) secret: String,
    pub(crate) id: String,
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Outcome {
    /// Fails the test unless the exit code is this one.
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap()
    }
}

impl Installation {
    /// English and Spanish.
    pub(crate) fn new() -> Self {
        Self::with_modes(&["eng-spa", "spa-eng"])
    }

    /// Without any mode of Apertium.
    pub(crate) fn without_engine() -> Self {
        Self::with_modes(&[])
    }

    /// From English into Spanish, through a gate.
    pub(crate) fn gated() -> (Self, Gate) {
        let installation = Self::with_modes(&[])
            // One pipeline at a time: another would only wait at the gate too.
            .option("engines.apertium.pipelines_per_pair", "1");
        let gate = Gate::install(&installation.modes());
        (installation, gate)
    }

    pub(crate) fn with_modes(modes: &[&str]) -> Self {
        let installation = Self {
            root: tempfile::tempdir().unwrap(),
            options: Vec::new(),
            groups: Mutex::default(),
        };
        let folder = installation.modes();
        fs::create_dir(&folder).unwrap();
        for mode in modes {
            let name = format!("{mode}.mode");
            fs::copy(installed_modes().join(&name), folder.join(&name)).unwrap();
        }
        installation
            .option("engines.apertium.modes_folder", folder.to_str().unwrap())
            // Nothing is fetched from the network.
            .option("models.offline", "true")
    }

    /// Sets an option, by its name in the configuration file, for everything started from now on.
    pub(crate) fn option(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let variable = format!("DRAGOMAN_{}", name.replace('.', "__").to_uppercase());
        self.options.push((variable.into(), value.into()));
    }

    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.root().join("data")
    }

    pub(crate) fn modes(&self) -> PathBuf {
        self.root().join("modes")
    }

    /// The program with these arguments, in the folder of the installation, with nothing of the
    /// environment's configuration but the installation's options.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dragoman"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("DRAGOMAN_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .envs(self.options.iter().map(|(name, value)| (name, value)))
            .current_dir(self.root())
            .stdin(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        command
    }

    /// Starts one of the commands of this installation.
    pub(super) fn spawn(&self, command: &mut Command) -> Child {
        let child = command.spawn().unwrap();
        self.groups.lock().unwrap().extend(child.id());
        child
    }

    /// Runs a command to its end.
    pub(crate) async fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with_input(arguments, "").await
    }

    pub(crate) async fn run_with_input(&self, arguments: &[&str], input: &str) -> Outcome {
        let mut process = self.spawn(
            self.command(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped()),
        );
        let mut stdin = process.stdin.take().unwrap();
        // The command need not read it.
        let _ = stdin.write_all(input.as_bytes()).await;
        drop(stdin);
        let output = process.wait_with_output().await.unwrap();
        Outcome {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Makes a key with these options of "keys create".
    pub(crate) async fn create_key(&self, options: &[&str]) -> Key {
        let mut arguments = vec!["keys", "create", "--json"];
        arguments.extend(options);
        if options.contains(&"--account") {
            arguments.push("--new-account");
        }
        let created = self.run(&arguments).await.expect(0).json();
        let secret = created["key"].as_str().unwrap().to_owned();
        plant(&secret);
        Key {
            secret,
            id: created["key_id"].as_str().unwrap().to_owned(),
        }
    }

    /// Starts a server on free ports and waits until it says where it listens.
    pub(crate) async fn start(&self) -> Server {
        Server::start(self).await
    }

    /// Waits until no process is left that anything here has started.
    pub(crate) async fn until_no_process_is_left(&self) {
        eventually("no process is left", async || {
            let groups = self.groups.lock().unwrap().clone();
            Process::of_groups(&groups).is_empty().then_some(())
        })
        .await;
    }

    /// The files of the data folder that have the text somewhere.
    pub(crate) fn data_files_with(&self, text: &str) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.data()];
        while let Some(folder) = folders.pop() {
            let entries = unless_gone(fs::read_dir(folder));
            let (inner, found) = entries
                .into_iter()
                .flatten()
                .map(|entry| entry.unwrap().path())
                .partition::<Vec<_>, _>(|path| path.is_dir());
            folders.extend(inner);
            files.extend(found);
        }
        assert!(!files.is_empty(), "the data folder has files");
        files
            .into_iter()
            .filter(|file| {
                unless_gone(fs::read(file)).is_some_and(|content| contains(&content, text))
            })
            .collect()
    }
}

/// What was found, unless a server has removed it meanwhile.
fn unless_gone<T>(found: io::Result<T>) -> Option<T> {
    match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        found => Some(found.unwrap()),
    }
}

/// Where the installed mode files are.
pub(super) fn installed_modes() -> PathBuf {
    let folder = PathBuf::from("/usr/share/apertium/modes");
    assert!(
        folder.join("eng-spa.mode").is_file(),
        "these tests need Apertium and its language packages in {}",
        folder.display()
    );
    folder
}
