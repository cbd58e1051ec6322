//! What copies promise, each promise tried while something fails.

mod agreement;
mod changes;
mod clocks;
mod database;
mod kills;
mod limits;
mod paused;
mod storage;
mod upgrade;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, ensure};
use futures_util::StreamExt;
use futures_util::stream;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use crate::random::Random;
use crate::report::Report;

/// How long a trial goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// For a gate.
    Short,
    /// For a release.
    Long,
}

impl Scale {
    /// One of the two.
    pub(crate) fn of<T>(self, short: T, long: T) -> T {
        match self {
            Self::Short => short,
            Self::Long => long,
        }
    }
}

/// What a trial has to do with.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) program: PathBuf,
    pub(crate) scale: Scale,
    pub(crate) random: Random,
    pub(crate) report: Arc<Report>,
}

type Running = Pin<Box<dyn Future<Output = Result<()>>>>;

struct Trial {
    name: &'static str,
    what: &'static str,
    run: fn(Context) -> Running,
}

const TRIALS: [Trial; 9] = [
    Trial {
        name: "limits",
        what: "64 clients use up a limit through 3 copies",
        run: |context| Box::pin(limits::run(context)),
    },
    Trial {
        name: "kills",
        what: "copies and PostgreSQL are killed while clients send texts and documents",
        run: |context| Box::pin(kills::run(context)),
    },
    Trial {
        name: "changes",
        what: "what is changed through one copy holds for the next request to another",
        run: |context| Box::pin(changes::run(context)),
    },
    Trial {
        name: "database",
        what: "PostgreSQL is away, and then stands still",
        run: |context| Box::pin(database::run(context)),
    },
    Trial {
        name: "storage",
        what: "the object storage is away, slow, refuses, and loses an object",
        run: |context| Box::pin(storage::run(context)),
    },
    Trial {
        name: "paused",
        what: "a copy is stopped for longer than its leases hold, and goes on",
        run: |context| Box::pin(paused::run(context)),
    },
    Trial {
        name: "clocks",
        what: "the clocks of copies differ by minutes",
        run: |context| Box::pin(clocks::run(context)),
    },
    Trial {
        name: "agreement",
        what: "a copy has other secrets, or is configured otherwise",
        run: |context| Box::pin(agreement::run(context)),
    },
    Trial {
        name: "upgrade",
        what: "a later version has changed the schema",
        run: |context| Box::pin(upgrade::run(context)),
    },
];

/// Tries what is asked for, and says how many promises were kept.
pub(crate) async fn run(
    program: &Path,
    scale: Scale,
    jobs: NonZeroUsize,
    only: &[String],
    seed: u64,
) -> Result<ExitCode> {
    let names: Vec<&str> = TRIALS.iter().map(|trial| trial.name).collect();
    for name in only {
        ensure!(
            names.contains(&name.as_str()),
            "there is no trial \"{name}\"; there are: {}",
            names.join(", ")
        );
    }
    println!("seed {seed}");
    let chosen = TRIALS
        .iter()
        .filter(|trial| only.is_empty() || only.iter().any(|name| name == trial.name));
    let random = Random::of(seed);
    let counts: Vec<[usize; 3]> = stream::iter(chosen)
        .map(async |trial| {
            let context = Context {
                program: program.to_owned(),
                scale,
                random: random.clone(),
                report: Arc::new(Report::of(trial.name)),
            };
            attempt(trial, context).await
        })
        .buffer_unordered(jobs.get())
        .collect()
        .await;
    let sum = |index: usize| counts.iter().map(|counts| counts[index]).sum::<usize>();
    println!(
        "{} promises kept, {} broken, {} not tried",
        sum(0),
        sum(1),
        sum(2)
    );
    Ok(if sum(1) == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn attempt(trial: &Trial, context: Context) -> [usize; 3] {
    let report = Arc::clone(&context.report);
    report.note(format_args!("{}", trial.what));
    let begun = Instant::now();
    // On a thread of its own, so that a panic ends this trial only.
    let (runtime, run) = (Handle::current(), trial.run);
    match spawn_blocking(move || runtime.block_on(run(context))).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => report.fail(format_args!("{error:#}")),
        Err(error) => report.fail(error),
    }
    let seconds = begun.elapsed().as_secs_f64();
    report.note(format_args!("{seconds:.0} s"));
    report.counts()
}
