//! Runs several copies of the program over one database, from outside.
//!
//! `dragoman-machines --program PATH trials [--short] [--only NAME]…` asserts what copies promise while something fails:
//! they are killed and paused, PostgreSQL is killed, restarted and paused, the object storage is away, slow or loses
//! something. Each trial has copies, a PostgreSQL and an S3 server of its own, and prints a line for each promise with
//! what was measured.
//!
//! `dragoman-machines --program PATH bench [--quick]` measures what sharing costs, beside the program with its own folder.
#![expect(clippy::print_stdout, reason = "a program that a person runs")]

mod bench;
mod client;
mod documents;
mod key;
mod logs;
mod machines;
mod patience;
mod random;
mod report;
mod texts;
mod trials;
mod watcher;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use random::Random;

/// Runs several copies of the program over one database: what becomes of their promises when things fail, and what it
/// costs.
#[derive(Parser)]
struct Arguments {
    /// The program.
    #[arg(long)]
    program: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Try what copies promise while things fail
    Trials {
        /// Seconds instead of minutes: fewer kills, and leases that are ended instead of waited for
        #[arg(long)]
        short: bool,
        /// So many trials at the same time
        #[arg(long, value_name = "NUMBER", default_value = "1")]
        jobs: NonZeroUsize,
        /// Only these trials, by name
        #[arg(long)]
        only: Vec<String>,
        /// Where what happens by chance begins [default: another each time]
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Measure what several copies cost
    Bench {
        /// A tenth of the requests, to see that it works
        #[arg(long)]
        quick: bool,
    },
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let program = arguments.program.canonicalize()?;
    match arguments.command {
        Command::Trials {
            short,
            jobs,
            only,
            seed,
        } => {
            let seed = seed.unwrap_or_else(Random::fresh_seed);
            let scale = if short {
                trials::Scale::Short
            } else {
                trials::Scale::Long
            };
            trials::run(&program, scale, jobs, &only, seed).await
        }
        Command::Bench { quick } => {
            bench::run(&program, quick).await?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
