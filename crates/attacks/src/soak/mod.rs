//! All kinds of requests, kills and restarts for a long time, and whether memory, file descriptors, threads and the disk
//! stay what they are.

mod work;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use dragoman_benchmarks::{Table, process};
use tokio::time::sleep;

use crate::bystander::{Account, BYSTANDER};
use crate::server::{Server, Setup};

/// How often the server is looked at.
const SAMPLES: u32 = 60;

/// The part of the time in which the server is killed or stopped again and again. What grows is told from the rest, in which
/// it runs through.
const RESTLESS: f64 = 0.25;

/// After how many rounds of requests that is done.
const ROUNDS_TO_A_RESTART: u64 = 400;

/// Between two rounds, so that the machine is free for other work now and then.
const PAUSE: Duration = Duration::from_millis(50);

/// What the server uses at a moment.
struct Sample {
    hours: f64,
    values: [f64; 5],
}

const NAMES: [&str; 5] = [
    "Memory, MB",
    "File descriptors",
    "Threads",
    "Data, MB",
    "Files in the data folder",
];

/// Runs for so many hours; prints a sample for each sixtieth of that, and at the end how much each value grows in an hour.
pub(crate) async fn run(program: &Path, hours: f64) -> Result<()> {
    let mut server = Server::start(program, Setup::default())?;
    let duration = Duration::from_secs_f64(hours * 3600.0);
    let begun = Instant::now();
    let mut samples: Vec<Sample> = Vec::new();
    let (mut rounds, mut failed, mut restarts) = (0_u64, 0_u64, 0_u64);
    while begun.elapsed() < duration {
        let account = Account::new(server.interface, &server.bystander, BYSTANDER)?;
        if let Err(error) = work::round(&account, rounds).await {
            eprintln!("round {rounds}: {error:#}");
            failed += 1;
        }
        rounds += 1;
        sleep(PAUSE).await;
        let due = duration / SAMPLES * (u32::try_from(samples.len()).unwrap_or(SAMPLES) + 1);
        if begun.elapsed() >= due {
            let sample = sample(&server, begun.elapsed())?;
            eprintln!("{:.2} h: {:?}", sample.hours, sample.values);
            samples.push(sample);
        }
        let is_restless = begun.elapsed() < duration.mul_f64(RESTLESS);
        if is_restless && rounds.is_multiple_of(ROUNDS_TO_A_RESTART) {
            // Now without a warning, now with one.
            server.restart(restarts.is_multiple_of(2))?;
            restarts += 1;
        }
    }
    let mut table = Table::new(["What", "First", "Last", "Most", "Growth an hour"]);
    // In the first tenth after that caches fill.
    let settled = hours * (RESTLESS + 0.1);
    let settled: Vec<&Sample> = samples.iter().filter(|one| one.hours >= settled).collect();
    for (index, name) in NAMES.iter().enumerate() {
        let points: Vec<(f64, f64)> = settled
            .iter()
            .map(|one| (one.hours, one.values[index]))
            .collect();
        let number = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}"))
        };
        let values = points.iter().map(|point| point.1);
        table.row([
            (*name).to_owned(),
            number(points.first().map(|point| point.1)),
            number(points.last().map(|point| point.1)),
            number(values.max_by(f64::total_cmp)),
            number(slope(&points)),
        ]);
    }
    println!("{table}");
    println!(
        "{rounds} rounds of requests, {failed} with a failure, {restarts} restarts, every other one by a kill, {hours} hours"
    );
    Ok(())
}

fn sample(server: &Server, since: Duration) -> Result<Sample> {
    const MEBIBYTE: f64 = 1_048_576.0;
    let (bytes, files) = size(&server.data())?;
    let id = server.id();
    Ok(Sample {
        hours: since.as_secs_f64() / 3600.0,
        values: [
            process::memory(id)?.private as f64 / MEBIBYTE,
            process::descriptors(id)? as f64,
            process::threads(id)? as f64,
            bytes as f64 / MEBIBYTE,
            files as f64,
        ],
    })
}

/// The bytes and the number of all files in a folder.
fn size(folder: &Path) -> Result<(u64, u64)> {
    let mut sum = (0, 0);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // One that is removed meanwhile is none.
        let Ok(metadata) = fs::symlink_metadata(&path) else {
            continue;
        };
        let more = if metadata.is_dir() {
            size(&path).unwrap_or_default()
        } else {
            (metadata.len(), 1)
        };
        sum = (sum.0 + more.0, sum.1 + more.1);
    }
    Ok(sum)
}

/// The slope of the line of least squares; `None` for fewer than two points.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let above: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let below: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    (points.len() > 1 && below > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_line_through_the_points() {
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]), Some(2.0));
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 1.0)]), Some(0.0));
        assert_eq!(slope(&[(1.0, 1.0)]), None);
    }
}
