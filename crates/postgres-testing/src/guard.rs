//! The process that owns a server, because it outlives the one that the tests run in.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use rustix::process::Pid;

use crate::installation::Installation;
use crate::server::Server;

/// A shell that starts a server, and ends it and removes its folder once the pipe to it is closed:
/// when this is dropped, and when the process of the tests ends, whatever ends it.
pub(crate) struct Guard {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Guard {
    /// Starts the guard of a folder, which belongs to the user that PostgreSQL runs as.
    pub(crate) fn start(installation: &Installation, folder: &Path, user: &str) -> Self {
        let mut process = installation
            .command("/bin/sh")
            .args(["-c", include_str!("guard.sh"), "guard.sh"])
            .args([folder, installation.binaries(), Path::new(user)])
            // Not in the group to which a terminal sends its signals, and holding nothing open
            // whose end somebody waits for.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        Self {
            input: process.stdin.take(),
            output: BufReader::new(process.stdout.take().unwrap()),
            process,
        }
    }

    /// Makes the server's data; whether that went well.
    pub(crate) fn initialize(&mut self) -> bool {
        self.order("initialize") == 0
    }

    /// Starts the server, which does not accept connections yet.
    pub(crate) fn start_server(&mut self) -> Server {
        let pid = self.order("start");
        Server::of(Pid::from_raw(pid).expect("the number of a process"))
    }

    /// Forgets a server that has ended.
    pub(crate) fn reap(&mut self, ended: Server) {
        drop(ended);
        self.order("reap");
    }

    fn order(&mut self, order: &str) -> i32 {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{order}").expect("the guard of the PostgreSQL runs");
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer
            .trim_end()
            .parse()
            .unwrap_or_else(|_| panic!("the guard answers to {order} with {answer:?}"))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}
