//! Measures the neural engine with one model: alone, started cold, and behind the server.
//!
//! `neural MODEL_FOLDER TEXT throughput|sentence|start|http [option=value...]`
//!
//! MODEL_FOLDER holds a model under its public names, which the released program imports into a
//! data folder of its own; TEXT has a sentence on each line. Prints one line of JSON.
//! `scripts/nmt/benchmark.py` runs it next to other engines and makes a table of it.
//!
//! * `throughput [threads=1] [beam=0] [rounds=3] [rows=16] [group=192] [count=false]`: all lines as
//!   one job. A beam of 0 is what the model comes with; `count=true` also tells what it computed.
//! * `sentence [threads=1] [repeat=300]`: one line of about 30 tokens at a time, and what it computed.
//! * `start`: from files that are not in the page cache to the first translation, and the memory
//!   that it takes.
//! * `http [rounds=3] [repeat=1]`: through the server, next to the engine alone.
//!
//! `kernels=NAME` has the engine alone compute with another instruction set than the best one.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that a person runs"
)]

mod http;
mod model;
mod start;
mod throughput;

#[path = "../server/client.rs"]
#[allow(dead_code, reason = "the measurements of the server use the rest")]
mod client;
#[path = "../server/load.rs"]
#[allow(dead_code, reason = "the measurements of the server use the rest")]
mod load;
#[path = "../server/sentences.rs"]
#[allow(dead_code, reason = "the measurements of the server use the rest")]
mod sentences;
#[path = "../server/server.rs"]
#[allow(dead_code, reason = "the measurements of the server use the rest")]
mod server;

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use dragoman_benchmarks::process;
use dragoman_kernels::Kernels;

use model::Subject;

/// What follows the name of the measurement.
pub(crate) struct Options(Vec<String>);

impl Options {
    /// The value of an option, or what holds without it.
    pub(crate) fn get<T: FromStr>(&self, name: &str, default: T) -> Result<T> {
        let mut pairs = self.0.iter().filter_map(|option| option.split_once('='));
        let Some((_, value)) = pairs.find(|(option, _)| *option == name) else {
            return Ok(default);
        };
        let value = value.parse().ok();
        value.with_context(|| format!("{name}= has a wrong value"))
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, text, measurement, options @ ..] = &arguments[..] else {
        eprintln!("Run this with: make bench-neural");
        return Ok(());
    };
    let text = std::fs::read_to_string(text).with_context(|| format!("{text} cannot be read"))?;
    let lines: Vec<&str> = text.lines().collect();
    let options = Options(options.to_vec());
    let kernels: String = options.get("kernels", String::new())?;
    if !kernels.is_empty() {
        ensure!(measurement != "http", "the server chooses by itself");
        let is_chosen = Kernels::named(&kernels).is_some_and(Kernels::choose);
        ensure!(is_chosen, "this processor has no {kernels}");
    }
    let subject = Subject::import(Path::new(folder))?;
    let result = match measurement.as_str() {
        "throughput" => throughput::measure(&subject, &lines, &options).await?,
        "sentence" => throughput::sentence(&subject, &lines, &options).await?,
        "start" => start::measure(&subject, &lines).await?,
        "http" => http::measure(&subject, &lines, &options).await?,
        other => bail!("there is no measurement {other}"),
    };
    println!("{result}");
    Ok(())
}
