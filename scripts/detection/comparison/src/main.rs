//! Measures a language detector: `compare-detectors LINGUA UDHR DJANGO SENTENCES DETECTOR`.

mod detectors;
mod joined;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use make_detection_table::sources::Folders;

use crate::detectors::{Answer, Ask};
use crate::texts::{Half, Set};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [lingua, udhr, django, sentences, detector, options @ ..] = arguments.as_slice() else {
        bail!(
            "usage: compare-detectors LINGUA UDHR DJANGO SENTENCES DETECTOR [development] [each]\n\
             detectors: {}",
            detectors::NAMES.join(" ")
        );
    };
    let folders = Folders {
        lingua: PathBuf::from(lingua),
        udhr: PathBuf::from(udhr),
        django: PathBuf::from(django),
    };
    let has = |option: &str| options.iter().any(|given| given == option);
    let half = if has("development") {
        Half::Development
    } else {
        Half::Test
    };
    let sets = texts::sets(&folders, Path::new(sentences), half)?;
    let before = resident_kib()?;
    let ask = detectors::named(detector)?;
    for set in &sets {
        let outcome = measure(&ask, set);
        println!("{detector}\t{}", outcome.line(set));
        if has("each") {
            for (tag, counts) in &outcome.by_language {
                println!("\t{tag}\t{counts:?}");
            }
        }
    }
    println!(
        "{detector}\tmemory\t{:.0} MB",
        (resident_kib()?.saturating_sub(before)) as f64 / 1000.0
    );
    Ok(())
}

/// How often a detector was right about the texts of a set.
#[derive(Default)]
struct Outcome {
    all: Counts,
    by_language: BTreeMap<String, Counts>,
    microseconds: f64,
}

/// Numbers of texts.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    right: usize,
    wrong: usize,
    unsure: usize,
}

impl Counts {
    fn percent(&self, part: usize) -> f64 {
        100.0 * part as f64 / (self.right + self.wrong + self.unsure).max(1) as f64
    }
}

impl Outcome {
    fn line(&self, set: &Set) -> String {
        // Each language counts the same, however many texts it has.
        let mean = |part: fn(&Counts) -> usize| {
            let sum: f64 = self
                .by_language
                .values()
                .map(|counts| counts.percent(part(counts)))
                .sum();
            sum / self.by_language.len().max(1) as f64
        };
        let kind = if set.named { "named" } else { "others" };
        format!(
            "{kind}\t{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{:.0}",
            set.name,
            set.texts.len(),
            mean(|counts| counts.right),
            mean(|counts| counts.wrong),
            mean(|counts| counts.unsure),
            self.microseconds
        )
    }
}

fn measure(ask: &Ask, set: &Set) -> Outcome {
    let mut outcome = Outcome::default();
    let begun = Instant::now();
    let answers: Vec<Answer> = set.texts.iter().map(|(_, text)| ask(text)).collect();
    outcome.microseconds = begun.elapsed().as_secs_f64() * 1e6 / set.texts.len().max(1) as f64;
    for ((tag, _), answer) in set.texts.iter().zip(&answers) {
        let place = outcome.by_language.entry(tag.clone()).or_default();
        for counts in [place, &mut outcome.all] {
            match answer {
                Answer::Named(named) if named == tag => counts.right += 1,
                Answer::Named(_) => counts.wrong += 1,
                // That it is none of the 33 is all that is asked of other languages.
                Answer::Unsupported(_) if set.named => counts.wrong += 1,
                Answer::Unsupported(_) => counts.right += 1,
                Answer::Unsure => counts.unsure += 1,
            }
        }
    }
    outcome
}

/// The memory that the process has, in KiB.
fn resident_kib() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|size| size.trim().strip_suffix(" kB"))
        .context("no VmRSS")?
        .trim()
        .parse()
        .context("VmRSS")
}
