//! A real SMTP server for tests: aiosmtpd as a process of its own, on a port of the loopback that
//! the system picks. It ends with the [`SmtpServer`] that stands for it, and with the process that
//! started it, however that ends.
//!
//! It needs the Debian package `python3-aiosmtpd`, which `scripts/install.sh test` installs. Only
//! tests use this crate, so it panics where it cannot go on.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "only tests use this, and a test that cannot go on has failed"
)]

mod certificates;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::thread::JoinHandle;

use serde::Deserialize;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::certificates::Certificates;

/// Where Debian puts the interpreter whose packages it installs, and any other one.
const INTERPRETERS: [&str; 2] = ["/usr/bin/python3", "python3"];

/// When a server encrypts its connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServerEncryption {
    /// Never.
    #[default]
    None,
    /// After the command STARTTLS, which it insists on.
    StartTls,
    /// From the beginning.
    Tls,
}

/// How a server behaves; by default it takes every mail.
#[derive(Debug, Clone, Default)]
pub struct SmtpOptions {
    /// When it encrypts, with a certificate of a CA of its own, made when it starts.
    pub encryption: ServerEncryption,
    /// Other names than `localhost` and `127.0.0.1` to certify.
    pub certified_names: Vec<String>,
    /// The user and the password without which it takes no mail.
    pub login: Option<(String, String)>,
    /// What it answers to a recipient instead of `250 OK`: address and answer, such as
    /// `550 nobody here`.
    pub answers: Vec<(String, String)>,
    /// What it answers to the content of a mail instead of `250 OK`.
    pub content_answer: Option<String>,
    /// Whether it closes the connection instead of answering to the content of a mail.
    pub close_after_data: bool,
    /// Whether it sends an unencrypted answer too many behind the one to STARTTLS, as somebody on
    /// the way would who wants to speak in the server's place.
    pub inject_after_starttls: bool,
    /// Whether it greets with a line that never ends.
    pub long_line: bool,
    /// Whether it accepts connections and says nothing.
    pub silent: bool,
}

/// A mail whose content arrived.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ReceivedMail {
    /// What the client called itself.
    pub client: String,
    /// Whether the connection was encrypted.
    pub encrypted: bool,
    /// Who logged in, if anybody did.
    pub user: Option<String>,
    /// The sender on the envelope.
    pub from: String,
    /// The recipients on the envelope.
    pub to: Vec<String>,
    /// The headers, decoded, as they came.
    pub headers: Vec<(String, String)>,
    /// The body, decoded, its lines ended by `\n`.
    pub text: String,
    /// The whole mail as it came, a character for each byte.
    pub source: String,
}

impl ReceivedMail {
    /// The decoded value of the only header of that name.
    ///
    /// # Panics
    /// If there is none or more than one.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        let mut values = self
            .headers
            .iter()
            .filter(|(candidate, _)| candidate.eq_ignore_ascii_case(name));
        match (values.next(), values.next()) {
            (Some((_, value)), None) => value,
            _ => panic!("not exactly one header {name}: {:?}", self.headers),
        }
    }
}

#[derive(Deserialize)]
struct Started {
    port: u16,
}

/// A running SMTP server.
pub struct SmtpServer {
    process: Child,
    input: Option<ChildStdin>,
    port: u16,
    certificates: Option<Certificates>,
    mails: UnboundedReceiver<ReceivedMail>,
    reader: Option<JoinHandle<()>>,
}

impl SmtpServer {
    /// Starts a server and waits until it listens.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start(options: &SmtpOptions) -> Self {
        let certificates = (options.encryption != ServerEncryption::None)
            .then(|| Certificates::make(&options.certified_names));
        let mut process = command(options, certificates.as_ref())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let Ok(Started { port }) = serde_json::from_str(&line) else {
            let _ = process.kill();
            let _ = process.wait();
            panic!("the SMTP server did not start; what it says is above");
        };
        let (sender, mails) = unbounded_channel();
        let reader = std::thread::spawn(move || {
            for mail in received(output) {
                let _ = sender.send(mail);
            }
        });
        Self {
            process,
            input,
            port,
            certificates,
            mails,
            reader: Some(reader),
        }
    }

    /// The address that it listens at.
    #[must_use]
    pub const fn host(&self) -> &'static str {
        "127.0.0.1"
    }

    /// The port that it listens at.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The file with the certificate of the CA that vouches for it, in PEM.
    ///
    /// # Panics
    /// If it does not encrypt.
    #[must_use]
    pub fn ca_file(&self) -> PathBuf {
        let certificates = self.certificates.as_ref();
        certificates
            .expect("a server that encrypts")
            .authority_file()
    }

    /// Waits for the next mail.
    ///
    /// # Panics
    /// If the server has ended.
    pub async fn next_mail(&mut self) -> ReceivedMail {
        self.mails.recv().await.expect("the SMTP server runs")
    }

    /// Waits for the next mail, outside of asynchronous code.
    ///
    /// # Panics
    /// If the server has ended.
    pub fn next_mail_blocking(&mut self) -> ReceivedMail {
        self.mails.blocking_recv().expect("the SMTP server runs")
    }

    /// Ends the server and gives back what else it received.
    #[must_use]
    pub fn stop(mut self) -> Vec<ReceivedMail> {
        self.end();
        std::iter::from_fn(|| self.mails.try_recv().ok()).collect()
    }

    /// After this all that it received is in the channel.
    fn end(&mut self) {
        drop(self.input.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.end();
    }
}

fn received(output: BufReader<ChildStdout>) -> impl Iterator<Item = ReceivedMail> {
    let lines = output.lines().map_while(Result::ok);
    lines.map(|line| serde_json::from_str(&line).expect("a mail as JSON"))
}

fn command(options: &SmtpOptions, certificates: Option<&Certificates>) -> Command {
    let mut command = Command::new(interpreter());
    command.arg(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("server.py"));
    command.arg("--encryption").arg(match options.encryption {
        ServerEncryption::None => "none",
        ServerEncryption::StartTls => "starttls",
        ServerEncryption::Tls => "tls",
    });
    if let Some(certificates) = certificates {
        command.arg("--certificate").arg(certificates.chain_file());
        command.arg("--key").arg(certificates.key_file());
    }
    if let Some((user, password)) = &options.login {
        command.args(["--user", user, "--password", password]);
    }
    for (recipient, answer) in &options.answers {
        command.args(["--answer", recipient, answer]);
    }
    if let Some(answer) = &options.content_answer {
        command.args(["--content-answer", answer]);
    }
    for (flag, is_set) in [
        ("--close-after-data", options.close_after_data),
        ("--inject-after-starttls", options.inject_after_starttls),
        ("--long-line", options.long_line),
        ("--silent", options.silent),
    ] {
        if is_set {
            command.arg(flag);
        }
    }
    command
}

/// An interpreter that has aiosmtpd: the first `python3` of the search path may be another one than
/// that for which the package was installed.
fn interpreter() -> &'static str {
    static FOUND: OnceLock<Option<&str>> = OnceLock::new();
    let has_it = |interpreter: &&str| {
        Command::new(interpreter)
            .args(["-c", "import aiosmtpd.smtp"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let found = FOUND.get_or_init(|| INTERPRETERS.into_iter().find(has_it));
    found.unwrap_or_else(|| {
        panic!(
            "this test needs Python's aiosmtpd: install the Debian package python3-aiosmtpd, or \
             run scripts/install.sh test"
        )
    })
}
