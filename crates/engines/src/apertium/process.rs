//! The processes of a pipeline: started one by one, joined by pipes, killed and reaped together.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::timeout;

use super::fault::Fault;
use super::mode::{Mode, Passes, Seam};
use crate::programs::{Starter, on_spawning_thread};

/// How long a stage that has closed its output may take to exit before it is killed.
const EXIT_PATIENCE: Duration = Duration::from_secs(1);

/// How stages are started and how long they may take.
#[derive(Debug, Clone)]
pub struct StageOptions {
    /// Starts the stages' programs.
    pub starter: Starter,
    /// How long a pipeline may take to load its data.
    pub start_timeout: Duration,
    /// How long a request may take, whatever its length.
    pub request_timeout: Duration,
    /// What a request may take in addition for every thousand words.
    pub timeout_per_thousand_words: Duration,
}

/// Running stages, the standard input of the first and the standard output of the last.
///
/// Dropping it kills the processes; [`stop`](Self::stop) also waits until they are gone.
#[derive(Debug)]
pub(super) struct Processes {
    children: Vec<(String, Child)>,
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    /// The seams that are not closed by a pipe, in the order of the stages: what passes there has
    /// to be carried over.
    pub(super) seams: Vec<OpenSeam>,
}

/// The ends of the stages on both sides of a seam.
#[derive(Debug)]
pub(super) struct OpenSeam {
    pub(super) from: ChildStdout,
    pub(super) to: ChildStdin,
    pub(super) passes: Passes,
}

impl Processes {
    /// Starts the stages of a mode in a process group of their own, its seams open.
    pub(super) async fn spawn(mode: &Mode, options: &StageOptions) -> Result<Self, Fault> {
        let (mode, options) = (mode.clone(), options.clone());
        on_spawning_thread(move || spawn_chain(&mode, &options))
            .await
            .unwrap_or_else(|| {
                Err(Fault::NotStarted(
                    "the spawning thread".into(),
                    io::ErrorKind::Other,
                ))
            })
    }

    /// The first stage that has ended, if any has. A chain with one is of no use.
    pub(super) fn ended(&mut self) -> Option<Fault> {
        self.children.iter_mut().find_map(|(name, child)| {
            let status = child.try_wait().ok()??;
            Some(Fault::StageEnded(name.clone(), status.to_string()))
        })
    }

    /// Why the output ended or the input broke: the first stage that has ended, if any has.
    pub(super) async fn cause(&mut self, fault: Fault) -> Fault {
        // Closed, so that the end of a stage ends those on the other side too.
        self.seams.clear();
        if matches!(fault, Fault::OutputEnded | Fault::Io(_))
            && let Some((_, last)) = self.children.last_mut()
        {
            // A process closes its pipes a moment before its status can be had.
            let _ = timeout(EXIT_PATIENCE, last.wait()).await;
        }
        self.ended().unwrap_or(fault)
    }

    /// The ids of the processes that have not been reaped, first stage first.
    pub(super) fn ids(&self) -> Vec<u32> {
        self.children
            .iter()
            .filter_map(|(_, child)| child.id())
            .collect()
    }

    /// Kills all stages and waits until they are gone.
    pub(super) async fn stop(mut self) {
        for (_, child) in &mut self.children {
            // It fails only for a child that is gone already.
            let _ = child.start_kill();
        }
        for (_, child) in &mut self.children {
            let _ = child.wait().await;
        }
    }
}

fn spawn_chain(mode: &Mode, options: &StageOptions) -> Result<Processes, Fault> {
    let stages = mode.stages();
    let mut children: Vec<(String, Child)> = Vec::with_capacity(stages.len());
    let is_open = |index: usize| mode.seams().iter().any(|seam| seam.before == index);
    let mut next_input = Stdio::piped();
    let mut group = 0;
    for (index, stage) in stages.iter().enumerate() {
        let name = stage
            .program
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let failed = |error: io::Error| Fault::NotStarted(name.clone(), error.kind());
        let (output, following) = if index + 1 == stages.len() {
            (Stdio::piped(), Stdio::null())
        } else if is_open(index + 1) {
            (Stdio::piped(), Stdio::piped())
        } else {
            let (reader, writer) = io::pipe().map_err(failed)?;
            (Stdio::from(writer), Stdio::from(reader))
        };
        let input = std::mem::replace(&mut next_input, following);
        let child = options
            .starter
            .command(&stage.program, &stage.arguments, &stage.files)
            .stdin(input)
            .stdout(output)
            // Nothing reads it, and a full pipe would stop the stage. It also quotes the text.
            .stderr(Stdio::null())
            .process_group(group)
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        if group == 0 {
            group = child
                .id()
                .and_then(|id| i32::try_from(id).ok())
                .unwrap_or(0);
        }
        children.push((name, child));
    }
    let input = children
        .first_mut()
        .and_then(|(_, child)| child.stdin.take());
    let output = children
        .last_mut()
        .and_then(|(_, child)| child.stdout.take());
    let open = |seam: &Seam| {
        let from = children
            .get_mut(seam.before.checked_sub(1)?)?
            .1
            .stdout
            .take()?;
        let to = children.get_mut(seam.before)?.1.stdin.take()?;
        let passes = seam.passes;
        Some(OpenSeam { from, to, passes })
    };
    let seams: Option<Vec<OpenSeam>> = mode.seams().iter().map(open).collect();
    match (input, output, seams) {
        (Some(input), Some(output), Some(seams)) => Ok(Processes {
            children,
            input,
            output,
            seams,
        }),
        _ => Err(Fault::NotStarted(
            "no stage".into(),
            io::ErrorKind::InvalidInput,
        )),
    }
}
