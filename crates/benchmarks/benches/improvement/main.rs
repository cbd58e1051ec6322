//! How well mistakes are mended, on sentences that were written for that: precision, recall and F0.5 of the changes, how
//! often a sentence that is right is changed, and how long a sentence takes.
//! `cargo bench --package dragoman-benchmarks --bench improvement [-- [--show] [LANGUAGE...]]`
#![expect(clippy::print_stdout, reason = "a program that a person runs")]

mod edits;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use dragoman_benchmarks::Table;
use dragoman_correction::Proofreading;
use dragoman_domain::{Language, Proofreader, ProofreadingJob};
use dragoman_engines::{Hunspell, HunspellConfig};
use dragoman_grammar::EnglishProofreader;
use dragoman_text::find_placeholders;

/// The sentences of the languages.
const SENTENCES: [(&str, &str); 9] = [
    ("de", include_str!("../../sentences/de.tsv")),
    ("en", include_str!("../../sentences/en.tsv")),
    ("es", include_str!("../../sentences/es.tsv")),
    ("fr", include_str!("../../sentences/fr.tsv")),
    ("it", include_str!("../../sentences/it.tsv")),
    ("ja", include_str!("../../sentences/ja.tsv")),
    ("ko", include_str!("../../sentences/ko.tsv")),
    ("pt", include_str!("../../sentences/pt.tsv")),
    ("zh", include_str!("../../sentences/zh.tsv")),
];

/// A line of a table.
struct Sentence {
    language: Language,
    kind: &'static str,
    faulty: &'static str,
    mended: &'static str,
}

/// What became of sentences.
#[derive(Default)]
struct Counts {
    sentences: usize,
    /// Changes that are those of the table.
    right: usize,
    /// Other changes.
    wrong: usize,
    /// Changes of the table that were not made.
    missed: usize,
    /// Sentences that are right and were changed.
    alarms: usize,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.sentences += other.sentences;
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
        self.alarms += other.alarms;
    }

    fn row(&self, name: String, time: String) -> [String; 8] {
        let ratio = |part: usize, whole: usize| {
            if whole == 0 {
                return None;
            }
            Some(part as f64 / whole as f64)
        };
        let precision = ratio(self.right, self.right + self.wrong);
        let recall = ratio(self.right, self.right + self.missed);
        let f = precision.zip(recall).map(|(precision, recall)| {
            let sum = 0.25 * precision + recall;
            if sum == 0.0 {
                0.0
            } else {
                1.25 * precision * recall / sum
            }
        });
        let percent =
            |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{share:.3}"));
        [
            name,
            self.sentences.to_string(),
            (self.right + self.missed).to_string(),
            percent(precision),
            percent(recall),
            percent(f),
            self.alarms.to_string(),
            time,
        ]
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|one| one != "--bench")
        .collect();
    let shows = arguments.iter().any(|one| one == "--show");
    let wanted: Vec<&String> = arguments
        .iter()
        .filter(|one| !one.starts_with("--"))
        .collect();
    let proofreaders = proofreaders();
    let heading = [
        "Language",
        "Sentences",
        "Changes",
        "Precision",
        "Recall",
        "F0.5",
        "False alarms",
        "ms",
    ];
    let mut table = Table::new(heading);
    for (tag, lines) in SENTENCES {
        if !wanted.is_empty() && !wanted.iter().any(|one| *one == tag) {
            continue;
        }
        let mut kinds: BTreeMap<(Language, &str), Counts> = BTreeMap::new();
        let mut time = Duration::ZERO;
        let sentences = sentences(lines)?;
        for sentence in &sentences {
            let found = proofread(&proofreaders, sentence.language, sentence.faulty).await?;
            let began = Instant::now();
            let again = proofread(&proofreaders, sentence.language, sentence.mended).await?;
            time += began.elapsed();
            let counts = compared(sentence, &found, &again, shows);
            kinds
                .entry((sentence.language, sentence.kind))
                .or_default()
                .add(&counts);
        }
        let mut total = Counts::default();
        let mut details = Table::new(heading);
        for ((language, kind), counts) in &kinds {
            details.row(counts.row(format!("{} {kind}", language.tag()), String::new()));
            total.add(counts);
        }
        println!("{details}");
        let milliseconds = time.as_secs_f64() * 1000.0 / sentences.len() as f64;
        table.row(total.row(tag.to_owned(), format!("{milliseconds:.2}")));
    }
    println!("{table}");
    Ok(())
}

fn sentences(lines: &'static str) -> Result<Vec<Sentence>> {
    let lines = lines.lines();
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [language, kind, faulty, mended] = columns[..] else {
                bail!("a line has not four columns: {line}");
            };
            let language = Language::parse(language)?;
            Ok(Sentence {
                language,
                kind,
                faulty,
                mended,
            })
        })
        .collect()
}

fn compared(sentence: &Sentence, found: &str, again: &str, shows: bool) -> Counts {
    let wanted = edits::changes(sentence.faulty, sentence.mended);
    let made = edits::changes(sentence.faulty, found);
    let right = wanted.intersection(&made).count();
    let counts = Counts {
        sentences: 1,
        right,
        wrong: made.len() - right,
        missed: wanted.len() - right,
        alarms: usize::from(again != sentence.mended),
    };
    if shows && counts.wrong > 0 {
        println!(
            "wrong  {}\n  text {}\n  made {found}\n  want {}",
            sentence.kind, sentence.faulty, sentence.mended
        );
    } else if shows && counts.missed > 0 {
        println!(
            "missed {}\n  text {}\n  made {found}\n  want {}",
            sentence.kind, sentence.faulty, sentence.mended
        );
    }
    if shows && counts.alarms > 0 {
        println!(
            "alarm  {}\n  text {}\n  made {again}",
            sentence.kind, sentence.mended
        );
    }
    counts
}

async fn proofread(
    proofreaders: &[Arc<dyn Proofreader>],
    language: Language,
    text: &str,
) -> Result<String> {
    let serves = |reader: &&Arc<dyn Proofreader>| {
        let languages = reader.languages();
        languages.contains(&language) || languages.contains(&language.base())
    };
    let reader = proofreaders.iter().find(serves);
    let reader = reader.with_context(|| format!("nothing reads {}", language.tag()))?;
    let job = ProofreadingJob {
        language,
        text: text.to_owned(),
        kept: find_placeholders(text),
        caller: None,
        deadline: None,
    };
    Ok(reader.proofread(job).await?)
}

/// Those that the program has, with the dictionaries of this machine.
fn proofreaders() -> Vec<Arc<dyn Proofreader>> {
    let dictionaries = Hunspell::start(&HunspellConfig::default());
    vec![
        Arc::new(EnglishProofreader::new(NonZeroUsize::MIN)),
        Arc::new(Proofreading::new(Arc::new(dictionaries))),
    ]
}
