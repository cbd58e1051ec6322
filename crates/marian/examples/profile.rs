//! Where the time of translating goes, stage by stage.
//!
//! `profile MODEL_FOLDER TEXT [alone] [threads=1] [rounds=3] [kernels=NAME] [settings=FILE]` translates the lines of a text with a
//! model under its public names: all as one job, or `alone`, one after the other; with so many threads, of which one helps
//! another that is alone; with the named instruction set instead of the fastest; with the settings of a decoder from a file,
//! such as `beam-size: 4`. It prints a line of JSON: the least time of a round, the least processor time, and of the round that
//! took that, for each stage, the nanoseconds, calls, multiply-accumulates and bytes. What no stage accounts for is scheduling
//! and the tasks around the engine. `scripts/nmt/stages.py` makes a table of it.
#![expect(clippy::print_stdout, reason = "it reports measurements")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use dragoman_domain::{LanguagePair, Segment, TranslationJob, Translator};
use dragoman_marian::{FixedSupply, InstalledModel, Marian, MarianConfig};
use dragoman_nmt::profile::{Stage, Total, totals};
use dragoman_nmt::{Kernels, ModelPaths, VocabularyPaths};

type Error = Box<dyn std::error::Error>;

/// The file of a folder whose name begins and ends so.
fn named(folder: &Path, begin: &str, end: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.find(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(begin) && name.ends_with(end))
    })
}

/// A student of the Bergamot family, or a model of OPUS-MT.
fn paths(folder: &Path, decoder_settings: Option<PathBuf>) -> Result<ModelPaths, Error> {
    let weights = named(folder, "model", ".bin").or_else(|| named(folder, "model", ".npz"));
    let vocabulary = match named(folder, "vocab.", ".spm") {
        Some(vocabulary) => VocabularyPaths::Shared(vocabulary),
        None => VocabularyPaths::Table {
            source: folder.join("source.spm"),
            target: folder.join("target.spm"),
            table: named(folder, "", "vocab.yml").ok_or("the folder has no vocabulary")?,
        },
    };
    Ok(ModelPaths {
        weights: weights.ok_or("the folder has no weights")?,
        shortlist: named(folder, "lex.", ".bin"),
        vocabulary,
        decoder_settings,
    })
}

/// Seconds that this process has kept processors busy.
fn processor_seconds() -> Result<f64, Error> {
    // In hundredths of a second, behind the name in brackets: the 14th and the 15th field.
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat
        .rsplit_once(") ")
        .ok_or("/proc/self/stat has another form")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let [user, system] =
        [fields.get(11), fields.get(12)].map(|field| field.ok_or("too few fields"));
    Ok((user?.parse::<f64>()? + system?.parse::<f64>()?) / 100.0)
}

fn snapshot() -> [Total; Stage::ALL.len()] {
    Stage::ALL.map(totals)
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, text, options @ ..] = &arguments[..] else {
        return Err(
            "profile MODEL_FOLDER TEXT [alone] [threads=1] [rounds=3] [kernels=NAME] [settings=FILE]".into(),
        );
    };
    let is_alone = options.iter().any(|option| option == "alone");
    let value = |name: &str| options.iter().find_map(|option| option.strip_prefix(name));
    let rounds = value("rounds=").map_or(Ok(3), str::parse)?;
    let threads = value("threads=").map_or(Ok(1), str::parse)?;
    if let Some(name) = value("kernels=")
        && !Kernels::named(name).is_some_and(Kernels::choose)
    {
        return Err(format!("this processor has no {name}").into());
    }
    let text = fs::read_to_string(text)?;
    let lines: Vec<&str> = text.lines().collect();
    let pair = LanguagePair::new("en".parse()?, "de".parse()?);
    let config = MarianConfig {
        threads,
        cache_bytes: 0,
        interactive_queue_tokens: 1 << 24,
        ..MarianConfig::default()
    };
    let model = InstalledModel {
        id: "model".to_owned(),
        pair,
        paths: paths(Path::new(folder), value("settings=").map(PathBuf::from))?,
        architecture: String::new(),
        preference: 0,
    };
    let engine = Marian::start(&config, Arc::new(FixedSupply(vec![model])))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let translate = |lines: &[&str]| -> Result<(), Error> {
        let plain = |line: &&str| Segment::new((*line).to_owned(), Vec::new());
        let job = TranslationJob::new(pair, lines.iter().map(plain).collect());
        runtime.block_on(engine.translate(job))?;
        Ok(())
    };
    translate(&lines[..lines.len().min(50)])?;
    let mut elapsed = f64::INFINITY;
    let mut fastest = (f64::INFINITY, Vec::new());
    for _ in 0..rounds {
        let (before, begun, begun_at) = (snapshot(), processor_seconds()?, Instant::now());
        if is_alone {
            lines.iter().try_for_each(|line| translate(&[line]))?;
        } else {
            translate(&lines)?;
        }
        let seconds = processor_seconds()? - begun;
        elapsed = elapsed.min(begun_at.elapsed().as_secs_f64());
        if seconds < fastest.0 {
            let stages = Stage::ALL.iter().zip(before).zip(snapshot());
            fastest = (
                seconds,
                stages
                    .map(|((stage, before), after)| line(*stage, before, after))
                    .collect(),
            );
        }
    }
    let (seconds, stages) = fastest;
    println!(
        r#"{{"seconds": {elapsed}, "cpu_seconds": {seconds}, "stages": {{{}}}}}"#,
        stages.join(", ")
    );
    Ok(())
}

/// What a stage took between two moments, as JSON.
fn line(stage: Stage, before: Total, after: Total) -> String {
    format!(
        r#""{stage:?}": [{}, {}, {}, {}]"#,
        after.nanoseconds - before.nanoseconds,
        after.calls - before.calls,
        after.work.multiply_accumulates - before.work.multiply_accumulates,
        after.work.bytes - before.work.bytes,
    )
}
