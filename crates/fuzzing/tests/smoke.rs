//! A short run of every fuzz target: its seeds, and mutations of them that are the same each time.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use dragoman_fuzzing::{LONGEST, Mutations, TARGETS, Target, dictionary, seeds};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// How many mutations each target gets.
const MUTATIONS: usize = 1_000;

/// What all that run at one time may take, in bytes: as much as one input may take of a process of libFuzzer.
const MEMORY_BOUND: usize = 1 << 30;

/// Gives the input to the target; says what is wrong if that is a finding, and where the input is kept.
fn check(target: Target, input: &[u8]) -> Result<(), String> {
    let name = target.name;
    if panic::catch_unwind(AssertUnwindSafe(|| (target.check)(input))).is_err() {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-finding"));
        fs::write(&file, input).unwrap();
        return Err(format!("{name} fails for the input in {}", file.display()));
    }
    match MEMORY.peak_usage() {
        ..MEMORY_BOUND => Ok(()),
        bytes => Err(format!("{name} takes {bytes} bytes")),
    }
}

fn run(target: Target) -> Result<(), String> {
    let seeds = seeds(target, None).unwrap();
    assert!(!seeds.is_empty(), "{} has no seeds", target.name);
    let words = dictionary(target, &seeds).unwrap();
    let mutations = Mutations::new(&seeds, &words).take(MUTATIONS);
    for input in seeds.iter().cloned().chain(mutations) {
        assert!(input.len() <= LONGEST);
        check(target, &input)?;
    }
    Ok(())
}

#[test]
fn no_target_finds_anything_in_its_seeds_and_some_mutations() {
    let left = Mutex::new(TARGETS.to_vec());
    let next = || left.lock().unwrap().pop();
    let work = || {
        std::iter::from_fn(next)
            .filter_map(|target| run(target).err())
            .collect::<Vec<_>>()
    };
    let found: Vec<String> = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let found = workers.into_iter().map(|worker| worker.join().unwrap());
        found.flatten().collect()
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// The names of `fuzz_targets/*.rs`.
fn programs(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.join("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_target_has_a_program_for_the_fuzzer_and_runs_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let programs = programs(&folder);
    assert_eq!(programs, TARGETS.map(|target| target.name));
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for name in programs {
        let path = format!("path = \"fuzz_targets/{name}.rs\"");
        assert!(manifest.contains(&path), "{name} is not in the manifest");
        let source = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(source.contains(&format!("::{name}(data)")), "{source}");
    }
}

#[test]
fn mutations_are_the_same_each_time_and_mostly_differ() {
    let seeds = BTreeSet::from([b"<a>one</a>".to_vec(), b"two".to_vec()]);
    let words = BTreeSet::from([b"word".to_vec()]);
    let mutations = || Mutations::new(&seeds, &words).take(1_000);
    assert!(mutations().eq(mutations()));
    let different: BTreeSet<_> = mutations().collect();
    assert!(different.len() > 500, "{}", different.len());
    assert!(Mutations::new(&BTreeSet::new(), &words).next().is_none());
}
