//! Attacks the program from outside, while a second account sends small requests.
//!
//! Every attack has a server of its own, in a memory control group where this process may make one. What is asserted: the
//! memory of the server, that nothing of the second account is refused, and how much processor time the server needs when
//! the attack is over. What is printed besides: how long the second account waited.
//!
//! `dragoman-attacks --program PATH [--short] [--jobs NUMBER] [--only NAME]…`, or with `--soak HOURS` all kinds of requests,
//! kills and restarts for a long time.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that a person runs"
)]

mod attacks;
mod bystander;
mod control_group;
mod logs;
mod server;
mod soak;
mod trial;
mod wire;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;
use dragoman_benchmarks::Table;
use futures_util::StreamExt;
use futures_util::stream;

use attacks::{ATTACKS, Scale};
use trial::{Trial, Verdict};

/// Attacks a server and says what a second account notices.
#[derive(Parser)]
struct Arguments {
    /// The program to attack.
    #[arg(long)]
    program: PathBuf,
    /// Attacks of seconds instead of half a minute.
    #[arg(long)]
    short: bool,
    /// So many attacks at the same time, each on its own server. What the second account waits for is of use with one only.
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    jobs: NonZeroUsize,
    /// Only these attacks, by name.
    #[arg(long)]
    only: Vec<String>,
    /// All kinds of requests, kills and restarts for so many hours instead of attacks.
    #[arg(long, value_name = "HOURS")]
    soak: Option<f64>,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let program = arguments.program.canonicalize()?;
    if let Some(hours) = arguments.soak {
        soak::run(&program, hours).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = |name: &String| ATTACKS.iter().any(|attack| attack.name == name);
    if let Some(unknown) = arguments.only.iter().find(|name| !known(name)) {
        let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
        ensure!(
            false,
            "there is no attack \"{unknown}\"; there are: {}",
            names.join(", ")
        );
    }
    let scale = if arguments.short {
        Scale::Short
    } else {
        Scale::Long
    };
    let chosen = ATTACKS.iter().filter(|attack| {
        arguments.only.is_empty() || arguments.only.iter().any(|name| name == attack.name)
    });
    let mut table = Table::new([
        "Attack",
        "Peak memory, MB",
        "Before, after",
        "Requests beside it",
        "Refused",
        "p50, ms",
        "p99, ms",
        "Most, ms",
        "Processor afterwards, s",
    ]);
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut verdicts = stream::iter(chosen)
        .map(async |attack| {
            let trial = tokio::spawn(trial::run(attack, program.clone(), scale));
            let verdict = trial
                .await
                .unwrap_or_else(|error| Verdict::Failed(error.into()));
            (attack, verdict)
        })
        .buffered(arguments.jobs.get());
    while let Some((attack, verdict)) = verdicts.next().await {
        eprintln!("{}: {}", attack.name, attack.what);
        match verdict {
            Verdict::Skipped(reason) => {
                eprintln!("  SKIPPED: {reason}");
                skipped += 1;
            }
            Verdict::Tried(trial) => {
                table.row(trial.row(attack));
                if !trial.confined {
                    eprintln!("  without a memory control group: this process may not make one");
                }
                if let Some(slowest) = trial.slowest() {
                    eprintln!("  {slowest}");
                }
                let faults = trial.faults();
                for fault in &faults {
                    eprintln!("  FAILED: {fault}");
                }
                if faults.is_empty() {
                    passed += 1;
                } else {
                    failed += 1;
                }
            }
            Verdict::Failed(error) => {
                eprintln!("  FAILED: {error:#}");
                failed += 1;
            }
        }
    }
    println!("{table}");
    println!("{}", Trial::explanation());
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
