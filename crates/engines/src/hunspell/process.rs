//! One running process of a dictionary.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use dragoman_domain::Spelling;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::timeout;

use super::files::Files;
use super::protocol::{BANNER, Line, Task, Unknowns, VERBOSE, verdict};
use crate::programs::{Starter, on_spawning_thread};

/// The name of the program, and of this engine in metrics.
pub(super) const NAME: &str = "hunspell";

/// The Debian package of the program.
pub(super) const PROGRAM_PACKAGE: &str = "hunspell";

/// How long a process that has closed its output may take to exit.
const EXIT_PATIENCE: Duration = Duration::from_secs(1);

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// How the processes of a dictionary are started, and how long they may take.
#[derive(Debug, Clone)]
pub(super) struct Recipe {
    /// The program's file.
    pub(super) program: PathBuf,
    pub(super) starter: Starter,
    pub(super) files: Files,
    pub(super) start_timeout: Duration,
    pub(super) request_timeout: Duration,
}

/// Why a process is of no more use, or was not asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error("hunspell could not be started: {0}")]
    NotStarted(io::ErrorKind),
    #[error("hunspell ended: {0}")]
    Ended(String),
    #[error("no answer in time")]
    TimedOut,
    #[error("the output ended")]
    OutputEnded,
    #[error("input or output failed: {0}")]
    Io(io::ErrorKind),
    #[error("the answer belongs to no question")]
    OutOfStep,
    #[error("too many words are waiting")]
    Full,
    #[error("the dictionaries are being shut down")]
    ShuttingDown,
}

/// A process that has loaded its dictionary. After a [`Fault`] it must be stopped. Dropping it kills
/// it.
#[derive(Debug)]
pub(super) struct Process {
    task: Task,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    questions: u64,
    request_timeout: Duration,
    _counted: Counted,
}

/// A process in the gauge of those that run, until this is dropped.
#[derive(Debug)]
struct Counted;

impl Counted {
    fn new() -> Self {
        metrics::gauge!("dragoman_engine_pipelines", "engine" => NAME).increment(1);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        metrics::gauge!("dragoman_engine_pipelines", "engine" => NAME).decrement(1);
    }
}

impl Process {
    /// Starts a process and waits until it has loaded its dictionary.
    pub(super) async fn start(task: Task, recipe: &Recipe) -> Result<Self, Fault> {
        let not_started = |kind| Err(Fault::NotStarted(kind));
        let to_spawn = recipe.clone();
        let spawned = on_spawning_thread(move || spawn(task, &to_spawn)).await;
        let mut child = match spawned {
            Some(Ok(child)) => child,
            Some(Err(error)) => return not_started(error.kind()),
            None => return not_started(io::ErrorKind::Other),
        };
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return not_started(io::ErrorKind::BrokenPipe);
        };
        let mut process = Self {
            task,
            child,
            input,
            output: BufReader::new(output),
            questions: 0,
            request_timeout: recipe.request_timeout,
            _counted: Counted::new(),
        };
        let started = timeout(recipe.start_timeout, process.greet()).await;
        match started.unwrap_or(Err(Fault::TimedOut)) {
            Ok(()) => Ok(process),
            Err(fault) => {
                let fault = process.cause(fault).await;
                process.stop().await;
                Err(fault)
            }
        }
    }

    /// Asks for words, and hands over what is said of each as it comes, in order.
    ///
    /// # Errors
    /// [`Fault`]; then the process must be stopped. What was handed over before is right.
    pub(super) async fn ask(
        &mut self,
        words: &[&str],
        answered: impl FnMut(Spelling),
    ) -> Result<(), Fault> {
        match self.exchange(words, answered).await {
            Ok(()) => Ok(()),
            Err(fault) => Err(self.cause(fault).await),
        }
    }

    /// Whether it has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills it and waits until it is gone.
    pub(super) async fn stop(mut self) {
        // It fails only for a child that is gone already.
        let _ = self.child.start_kill();
        let _ = self.child.wait().await;
    }

    async fn greet(&mut self) -> Result<(), Fault> {
        if self.task == Task::Suggest {
            let banner = read_line(&mut self.output).await?;
            if !banner.starts_with(BANNER) {
                return Err(Fault::OutOfStep);
            }
            write(&mut self.input, VERBOSE).await?;
        }
        self.exchange(&["1"], drop).await
    }

    async fn exchange(
        &mut self,
        words: &[&str],
        mut answered: impl FnMut(Spelling),
    ) -> Result<(), Fault> {
        self.questions += 1;
        let message = self.task.message(words, self.questions);
        let (task, number, patience) = (self.task, self.questions, self.request_timeout);
        let output = &mut self.output;
        let read = async {
            match task {
                Task::Check => {
                    let reading = read_unknowns(output, words, number, &mut answered);
                    timeout(patience, reading)
                        .await
                        .unwrap_or(Err(Fault::TimedOut))
                }
                Task::Suggest => {
                    for word in words {
                        let reading = timeout(patience, read_verdict(output, word)).await;
                        answered(reading.unwrap_or(Err(Fault::TimedOut))?);
                    }
                    // What follows would answer a question that was never asked.
                    if output.buffer().is_empty() {
                        Ok(())
                    } else {
                        Err(Fault::OutOfStep)
                    }
                }
            }
        };
        // Both at once: it stops reading while its own output is not read.
        tokio::try_join!(write(&mut self.input, &message), read).map(|_| ())
    }

    /// Why the output ended or the input broke.
    async fn cause(&mut self, fault: Fault) -> Fault {
        if !matches!(fault, Fault::OutputEnded | Fault::Io(_)) {
            return fault;
        }
        // A process closes its pipes a moment before its status can be had.
        match timeout(EXIT_PATIENCE, self.child.wait()).await {
            Ok(Ok(status)) => Fault::Ended(status.to_string()),
            _ => fault,
        }
    }
}

fn spawn(task: Task, recipe: &Recipe) -> io::Result<Child> {
    let arguments = task.arguments(recipe.files.name);
    recipe
        .starter
        .command(&recipe.program, &arguments, &recipe.files.paths())
        // It looks for dictionaries there first, and a name has none of the characters that mean
        // something in its option, as a path may.
        .current_dir(&recipe.files.folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Nothing reads it, and it quotes words.
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
}

async fn write(input: &mut ChildStdin, message: &str) -> Result<(), Fault> {
    let written = async {
        input.write_all(message.as_bytes()).await?;
        input.flush().await
    };
    written.await.map_err(|error| Fault::Io(error.kind()))
}

/// Reads which of the words are unknown.
async fn read_unknowns(
    output: &mut BufReader<ChildStdout>,
    words: &[&str],
    number: u64,
    answered: &mut impl FnMut(Spelling),
) -> Result<(), Fault> {
    let mut unknowns = Unknowns::new(words, number);
    loop {
        let line = read_line(output).await?;
        let (known, is_end) = match unknowns.read(&line).ok_or(Fault::OutOfStep)? {
            Line::Filling => continue,
            Line::UnknownAfter(known) => (known, false),
            Line::End(known) => (known, true),
        };
        for _ in 0..known {
            answered(Spelling::Known);
        }
        if is_end {
            return Ok(());
        }
        answered(Spelling::Unknown(Vec::new()));
    }
}

/// Reads the verdict on a word and the empty line behind it.
async fn read_verdict(output: &mut BufReader<ChildStdout>, word: &str) -> Result<Spelling, Fault> {
    let line = read_line(output).await?;
    let verdict = verdict(&line, word).ok_or(Fault::OutOfStep)?;
    if read_line(output).await?.is_empty() {
        Ok(verdict)
    } else {
        Err(Fault::OutOfStep)
    }
}

/// Reads a line, without its end.
async fn read_line(output: &mut BufReader<ChildStdout>) -> Result<String, Fault> {
    let mut line = Vec::new();
    loop {
        let available = output
            .fill_buf()
            .await
            .map_err(|error| Fault::Io(error.kind()))?;
        if available.is_empty() {
            return Err(Fault::OutputEnded);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(available.len());
        if line.len() + taken > LONGEST_LINE {
            return Err(Fault::OutOfStep);
        }
        line.extend_from_slice(available.get(..taken).unwrap_or_default());
        output.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return String::from_utf8(line).map_err(|_| Fault::OutOfStep);
        }
    }
}
