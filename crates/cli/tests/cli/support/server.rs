use std::fs::{self, File};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdout};

use super::logs::{new_log, plant};
use super::processes::signal;
use super::{Api, Installation, eventually};

/// A server that runs; killed when dropped.
pub(crate) struct Server {
    process: Child,
    output: BufReader<ChildStdout>,
    log: PathBuf,
    folder: PathBuf,
    api: Api,
    /// Where keys of the free plan are accepted, if that is another address.
    pub(crate) free_address: Option<String>,
    /// Where other services' interfaces are at the root.
    pub(crate) dialect_addresses: Vec<String>,
}

/// What the first start with a data folder makes.
pub(crate) struct FirstKeys {
    pub(crate) api: String,
    pub(crate) admin: String,
    /// Signs somebody in on the pages once.
    pub(crate) code: Option<String>,
    /// A command to try the server with.
    pub(crate) example: String,
}

impl Server {
    pub(super) async fn start(installation: &Installation) -> Self {
        let log = new_log(installation.root());
        let mut process = installation.spawn(
            installation
                .command(&["serve", "--listen", "127.0.0.1:0"])
                .stdout(Stdio::piped())
                .stderr(File::create(&log).unwrap()),
        );
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let address = address(&next_line(&mut output, &log).await, "Dragoman listens on");
        let mut line = next_line(&mut output, &log).await;
        let mut free_address = None;
        let mut dialect_addresses = Vec::new();
        while line.starts_with("Dragoman listens on") {
            let address = self::address(&line, "Dragoman listens on");
            match line.ends_with("for the free plan") {
                true => free_address = Some(address),
                false => dialect_addresses.push(address),
            }
            line = next_line(&mut output, &log).await;
        }
        let monitoring = self::address(&line, "Health and metrics are on");
        Self {
            process,
            output,
            log,
            folder: installation.root().to_owned(),
            api: Api::new(address, monitoring),
            free_address,
            dialect_addresses,
        }
    }

    /// Reads the keys that the first start makes: they are in a file, since this is no terminal.
    pub(crate) async fn first_keys(&mut self) -> FirstKeys {
        let line = next_line(&mut self.output, &self.log).await;
        let file = line
            .split_once("keys are in ")
            .and_then(|(_, file)| file.strip_suffix('.'))
            .unwrap_or_else(|| panic!("the line is: {line}"));
        let text = fs::read_to_string(self.folder.join(file)).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let after = |start: &str| {
            let line = lines.iter().find(|line| line.trim().starts_with(start));
            let (_, secret) = line.unwrap().split_once(':').unwrap();
            secret.trim().to_owned()
        };
        let example: Vec<&str> = lines
            .iter()
            .map(String::as_str)
            .skip_while(|line| !line.trim().starts_with("curl"))
            .take_while(|line| !line.is_empty())
            .collect();
        let (api, admin) = (after("API key:"), after("Admin key:"));
        plant(&api);
        plant(&admin);
        let code = lines
            .iter()
            .find_map(|line| line.split_once("/ui/sign-in?code="))
            .map(|(_, code)| code.to_owned());
        code.iter().for_each(|code| plant(code));
        FirstKeys {
            api,
            admin,
            code,
            example: example.join("\n"),
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id().unwrap()
    }

    /// A view of the server for a client that works by itself.
    pub(crate) fn api(&self) -> Api {
        self.api.clone()
    }

    /// What the server has logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Waits until every mode of Apertium has had its test at the start.
    pub(crate) async fn until_modes_are_tested(&self) {
        eventually("the modes are tested", async || {
            self.log()
                .contains("the modes of Apertium are tested")
                .then_some(())
        })
        .await;
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        signal(self.id(), Signal::TERM);
    }

    /// Sends SIGINT.
    pub(crate) fn interrupt(&self) {
        signal(self.id(), Signal::INT);
    }

    /// Kills the server and waits until it is gone.
    pub(crate) async fn kill(&mut self) {
        self.process.kill().await.unwrap();
    }

    /// Waits until the server has ended.
    pub(crate) async fn ended(&mut self) -> ExitStatus {
        self.process.wait().await.unwrap()
    }

    /// Stops the server as an operator does, and gives what it printed and nobody has read.
    pub(crate) async fn stop(mut self) -> String {
        self.terminate();
        let status = self.ended().await;
        assert_eq!(status.code(), Some(0), "{}", self.log());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).await.unwrap();
        rest
    }
}

impl Deref for Server {
    type Target = Api;

    fn deref(&self) -> &Api {
        &self.api
    }
}

async fn next_line(output: &mut BufReader<ChildStdout>, log: &Path) -> String {
    let mut line = String::new();
    output.read_line(&mut line).await.unwrap();
    assert!(
        line.ends_with('\n'),
        "the server has ended: {}",
        fs::read_to_string(log).unwrap()
    );
    line.trim_end().to_owned()
}

/// Address and port in a line such as "… http://127.0.0.1:8080 for the pro plan".
fn address(line: &str, beginning: &str) -> String {
    let rest = line
        .strip_prefix(beginning)
        .and_then(|rest| rest.trim().strip_prefix("http://"))
        .unwrap_or_else(|| panic!("the line is: {line}"));
    rest.split(' ').next().unwrap().to_owned()
}
