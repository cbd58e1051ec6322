//! Measures a translation memory of a million made-up units: how fast it is imported, how large it
//! is on the disk and in memory, and how long look-ups take.
//!
//! `cargo bench -p dragoman-service --bench memories [-- UNITS]`
//!
//! A third of the units are other units with a few words exchanged, as in real memories, so that
//! look-ups have many near misses to choose from. The parts run in processes of their own, so that
//! the memory that one takes is not counted for the next.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program that a person runs"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dragoman_domain::{
    Account, AccountId, ApiKey, Clock, Date, FreeSpace, KeyId, KeyKind, KeyLimits, Language,
    LanguagePair, MemoryStore, Plan, RandomSource, ScopeSet, Timestamp,
};
use dragoman_memory::MatchKey;
use dragoman_service::{
    Caller, KeyHasher, Memories, MemoryHandle, MemoryLimits, MemoryPorts, SpaceFloor,
};
use dragoman_store::{Durability, SqliteMemories};
use uuid::Uuid;

const UNITS: usize = 1_000_000;
const LOOKUPS: usize = 2_000;

/// A linear congruential generator with Knuth's constants: the same units in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    /// A number below `end`, small ones far more often: about as Zipf's law has it for words.
    fn skewed(&mut self, end: usize) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a power of the length with an exponent between 0 and 1"
        )]
        let number = (end as f64).powf(self.below(1 << 20) as f64 / f64::from(1 << 20)) as usize;
        number.min(end - 1)
    }
}

struct Words(Vec<String>);

impl Words {
    fn new() -> Self {
        let mut dice = Dice(1);
        let syllables: Vec<String> = [
            "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v",
        ]
        .iter()
        .flat_map(|start| {
            ["a", "e", "i", "o", "u", "an", "er", "in"].map(|end| format!("{start}{end}"))
        })
        .collect();
        Self(
            (0..60_000)
                .map(|_| {
                    let count = 1 + dice.below(3);
                    (0..count)
                        .map(|_| syllables[dice.below(syllables.len())].as_str())
                        .collect()
                })
                .collect(),
        )
    }

    fn word<'a>(&'a self, dice: &mut Dice) -> &'a str {
        &self.0[dice.skewed(self.0.len())]
    }

    fn sentence(&self, dice: &mut Dice, words: usize) -> Vec<&str> {
        (0..words).map(|_| self.word(dice)).collect()
    }
}

fn text(words: &[&str]) -> String {
    words.join(" ") + "."
}

/// The units' sources, in order.
fn sources(words: &Words, units: usize) -> impl Iterator<Item = Vec<&str>> {
    let mut dice = Dice(2);
    let mut templates: Vec<Vec<&str>> = Vec::new();
    (0..units).map(move |_| {
        if templates.len() == 5_000 && dice.below(3) == 0 {
            let mut sentence = templates[dice.below(templates.len())].clone();
            for _ in 0..=dice.below(3) {
                let place = dice.below(sentence.len());
                sentence[place] = words.word(&mut dice);
            }
            return sentence;
        }
        let length = 3 + dice.below(8) + dice.below(8) + dice.below(12);
        let sentence = words.sentence(&mut dice, length);
        if templates.len() < 5_000 {
            templates.push(sentence.clone());
        }
        sentence
    })
}

fn write_tmx(path: &Path, units: usize) {
    let words = Words::new();
    let mut dice = Dice(3);
    let mut file = BufWriter::new(fs::File::create(path).unwrap());
    let head = "<tmx version=\"1.4\"><header srclang=\"en\" datatype=\"plaintext\"/><body>";
    writeln!(file, "<?xml version=\"1.0\"?>{head}").unwrap();
    for source in sources(&words, units) {
        let target = words.sentence(&mut dice, source.len());
        writeln!(
            file,
            "<tu creationdate=\"20240501T101500Z\"><tuv xml:lang=\"en\"><seg>{}</seg></tuv>\
             <tuv xml:lang=\"de\"><seg>{}</seg></tuv></tu>",
            text(&source),
            text(&target)
        )
        .unwrap();
    }
    writeln!(file, "</body></tmx>").unwrap();
}

struct Now;

impl Clock for Now {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

struct Counting;

impl RandomSource for Counting {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.fill(7);
    }
}

struct EmptyDisk;

impl FreeSpace for EmptyDisk {
    fn free_bytes(&self) -> std::io::Result<u64> {
        Ok(u64::MAX)
    }
}

async fn open(folder: &Path) -> (SqliteMemories, Memories) {
    let store = SqliteMemories::open(folder, Durability::PowerLoss)
        .await
        .unwrap();
    let ports = MemoryPorts {
        memories: Arc::new(store.clone()),
        jobs: Arc::new(store.clone()),
        clock: Arc::new(Now),
        random: Arc::new(Counting),
        space: SpaceFloor::new(Arc::new(EmptyDisk), 0),
    };
    let memories = Memories::new(ports, KeyHasher::new(&[0; 32]), MemoryLimits::default());
    (store, memories)
}

/// A line of `/proc/self/status` in MB.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1_000
}

async fn import(folder: &Path, units: usize) {
    let tmx = folder.join("units.tmx");
    write_tmx(&tmx, units);
    let (store, memories) = open(folder).await;
    let started = Instant::now();
    let file = Box::new(fs::File::open(&tmx).unwrap());
    let account = AccountId(Uuid::nil());
    let imported = memories.import(account, "units".to_owned(), file).await;
    let elapsed = started.elapsed();
    let memory = imported.unwrap().memory;
    let size = |path: PathBuf| fs::metadata(path).unwrap().len() / 1_000_000;
    println!(
        "import: {} units of a TMX file of {} MB in {:.1} s, {:.0} units/s; file {} MB, peak RSS {} MB",
        memory.segment_count,
        size(tmx),
        elapsed.as_secs_f64(),
        memory.segment_count as f64 / elapsed.as_secs_f64(),
        size(folder.join("memories").join(format!("{}.db", memory.id))),
        status("VmHWM")
    );
    store.close().await;
}

fn caller() -> Caller {
    let created = Timestamp::UNIX_EPOCH;
    let account = AccountId(Uuid::nil());
    Caller::of_key(
        ApiKey {
            id: KeyId {
                account,
                key: Uuid::nil(),
            },
            kind: KeyKind::Developer,
            label: String::new(),
            mask: String::new(),
            scopes: ScopeSet::Unrestricted,
            limits: KeyLimits::default(),
            created,
            expires: None,
            deactivated: None,
        },
        Account {
            id: account,
            name: String::new(),
            plan: Plan::Pro,
            character_limit: None,
            features: BTreeSet::new(),
            billing_start: Date::ZERO,
            contacts: Vec::new(),
            created,
        },
    )
}

/// Texts to look up, each with a unit that it was made from.
type Texts = Vec<(String, String)>;

async fn measure(handle: &MemoryHandle, name: &str, threshold: u8, texts: &Texts) {
    let mut times: Vec<Duration> = Vec::with_capacity(texts.len());
    let (mut expected, mut found) = (0, 0);
    for (text, origin) in texts {
        let best = dragoman_memory::score(&MatchKey::of(text), &MatchKey::of(origin), threshold);
        expected += usize::from(best.is_some());
        let one = std::slice::from_ref(text);
        let started = Instant::now();
        let matches = handle.lookup(one, threshold).await.unwrap();
        times.push(started.elapsed());
        let score = matches[0].as_ref().map(|found| found.score);
        found += usize::from(best.is_some() && score >= best);
    }
    times.sort_unstable();
    let percentile = |percent: usize| {
        let rank = (times.len() * percent).div_ceil(100).max(1) - 1;
        times[rank].as_secs_f64() * 1_000.0
    };
    println!(
        "| {name:<35} | {threshold:>3} | {expected:>5} | {found:>5} | {:>6.2} | {:>6.2} | {:>6.2} |",
        percentile(50),
        percentile(99),
        percentile(100)
    );
}

async fn look_up(folder: &Path, units: usize) {
    let (store, memories) = open(folder).await;
    let account = AccountId(Uuid::nil());
    let memory = store
        .memories(account, 0, 1)
        .await
        .unwrap()
        .memories
        .remove(0);
    let language = |tag| Language::parse(tag).unwrap();
    let pair = LanguagePair::new(language("en"), language("de"));
    let handle = memories
        .open(&caller(), memory.id, Some(pair.source), pair.target)
        .await
        .unwrap();
    println!("opened: RSS {} MB", status("VmRSS"));
    let words = Words::new();
    let mut dice = Dice(4);
    let step = (units / LOOKUPS / 2).max(1);
    let sample: Vec<Vec<&str>> = sources(&words, units).step_by(step).collect();
    let exact: Texts = sample
        .iter()
        .take(LOOKUPS)
        .map(|words| (text(words), text(words)))
        .collect();
    let of_length = |lengths: std::ops::RangeInclusive<usize>| -> Vec<&Vec<&str>> {
        let fitting = sample.iter().filter(|words| lengths.contains(&words.len()));
        fitting.take(LOOKUPS).collect()
    };
    let mut similar = |sample: &[&Vec<&str>], changes: usize| -> Texts {
        let change = |sentence: &&Vec<&str>| {
            let origin = text(sentence);
            let mut sentence = (*sentence).clone();
            for _ in 0..changes {
                let place = dice.below(sentence.len());
                sentence[place] = words.word(&mut dice);
            }
            (text(&sentence), origin)
        };
        sample.iter().map(change).collect()
    };
    let all: Vec<&Vec<&str>> = sample.iter().take(LOOKUPS).collect();
    let new = |dice: &mut Dice, length| (text(&words.sentence(dice, length)), String::new());
    let cases = [
        ("equal", 75, exact.clone()),
        ("equal", 100, exact),
        (
            "3 to 7 words, one exchanged",
            75,
            similar(&of_length(3..=7), 1),
        ),
        (
            "8 to 15 words, one exchanged",
            75,
            similar(&of_length(8..=15), 1),
        ),
        (
            "16 to 28 words, two exchanged",
            75,
            similar(&of_length(16..=28), 2),
        ),
        ("all lengths, one exchanged", 60, similar(&all, 1)),
        ("all lengths, one exchanged", 0, similar(&all, 1)),
        (
            "new, of the same words",
            75,
            (0..LOOKUPS)
                .map(|index| new(&mut Dice(index as u64 + 99), 3 + index % 25))
                .collect(),
        ),
        (
            "new, of 300 words",
            75,
            (0..200_u64)
                .map(|index| new(&mut Dice(index + 9_999), 300))
                .collect(),
        ),
    ];
    println!(
        "| looked up                           |  at | there | found | p50 ms | p99 ms | max ms |"
    );
    println!(
        "|-------------------------------------|----:|------:|------:|-------:|-------:|-------:|"
    );
    for round in ["cold", "warm"] {
        for (name, threshold, texts) in &cases {
            measure(&handle, &format!("{round}: {name}"), *threshold, texts).await;
        }
    }
    println!(
        "after {} look-ups: RSS {} MB, peak {} MB",
        2 * cases.len() * LOOKUPS,
        status("VmRSS"),
        status("VmHWM")
    );
    store.close().await;
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    match arguments.as_slice() {
        [part, folder, units] => {
            let (folder, units) = (Path::new(folder), units.parse().unwrap());
            match part.as_str() {
                "import" => runtime.block_on(import(folder, units)),
                _ => runtime.block_on(look_up(folder, units)),
            }
        }
        rest => {
            let units: usize = rest.first().map_or(UNITS, |units| units.parse().unwrap());
            let folder = tempfile::tempdir().unwrap();
            for part in ["import", "look-up"] {
                let status = Command::new(std::env::current_exe().unwrap())
                    .arg(part)
                    .arg(folder.path())
                    .arg(units.to_string())
                    .status()
                    .unwrap();
                assert!(status.success(), "{part} failed");
            }
        }
    }
}
