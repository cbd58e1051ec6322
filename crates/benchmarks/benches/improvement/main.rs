//! How well mistakes are mended, on sentences that were written for that: precision, recall and F0.5 of the changes, how
//! often a sentence that is right is changed, and how long a sentence and a long text take.
//! `cargo bench --package dragoman-benchmarks --bench improvement [-- [OPTIONS] [LANGUAGE...]]`
//!
//! - `--development` reads the development sentences instead of those of the test;
//! - `--show` says what went wrong with the development sentences; those of the test are for counting only;
//! - `--right FILE` reads another text instead, in one language and with a sentence in each line, and shows which lines are
//!   changed: in a text without mistakes none should be;
//! - `--language-tool URL` has a server of LanguageTool read first.
#![expect(clippy::print_stdout, reason = "a program that a person runs")]

mod edits;
mod right;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use dragoman_benchmarks::Table;
use dragoman_domain::{Language, Proofreader, ProofreadingJob};
use dragoman_engines::language_tool::FirstReader;
use dragoman_engines::{Hunspell, HunspellConfig, LanguageTool, LanguageToolConfig};
use dragoman_proofreading::{EnglishProofreader, RuleProofreader};
use dragoman_text::find_placeholders;

/// The tables of a language.
struct Tables {
    language: &'static str,
    /// Sentences that whoever writes rules may read.
    development: &'static str,
    /// Sentences that nobody who writes rules has seen.
    test: &'static str,
}

macro_rules! tables {
    ($($language:literal)*) => {
        [$(Tables {
            language: $language,
            development: include_str!(concat!("../../sentences/development/", $language, ".tsv")),
            test: include_str!(concat!("../../sentences/test/", $language, ".tsv")),
        }),*]
    };
}

const TABLES: [Tables; 9] = tables!("de" "en" "es" "fr" "it" "ja" "ko" "pt" "zh");

/// The longest text of a request, in bytes.
const LONGEST_TEXT: usize = 10_240;

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

    fn row(&self, name: String, times: [String; 2]) -> [String; 9] {
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
        let [sentence, text] = times;
        [
            name,
            self.sentences.to_string(),
            (self.right + self.missed).to_string(),
            percent(precision),
            percent(recall),
            percent(f),
            self.alarms.to_string(),
            sentence,
            text,
        ]
    }
}

/// What is asked for.
#[derive(Default)]
struct Options {
    is_development: bool,
    shows: bool,
    right: Option<PathBuf>,
    language_tool: Option<String>,
    /// All if there are none.
    languages: Vec<String>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = Self::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                // What cargo says to every benchmark.
                "--bench" => {}
                "--development" => options.is_development = true,
                "--show" => (options.shows, options.is_development) = (true, true),
                "--right" => {
                    let file = arguments.next().context("--right wants a file")?;
                    options.right = Some(file.into());
                }
                "--language-tool" => {
                    let url = arguments.next().context("--language-tool wants a URL")?;
                    options.language_tool = Some(url);
                }
                other if other.starts_with("--") => bail!("there is no option {other}"),
                language => options.languages.push(language.to_owned()),
            }
        }
        Ok(options)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse(std::env::args().skip(1))?;
    let proofreaders = proofreaders(options.language_tool.as_deref()).await?;
    if let Some(file) = &options.right {
        let [language] = &options.languages[..] else {
            bail!("--right wants one language: de, for example");
        };
        return right::show_changes(&proofreaders, file, Language::parse(language)?).await;
    }
    let heading = [
        "Language",
        "Sentences",
        "Changes",
        "Precision",
        "Recall",
        "F0.5",
        "False alarms",
        "ms",
        "ms for 10 KiB",
    ];
    let mut table = Table::new(heading);
    for tables in TABLES {
        let tag = tables.language;
        if !options.languages.is_empty() && !options.languages.iter().any(|one| one == tag) {
            continue;
        }
        let mut kinds: BTreeMap<(Language, &str), Counts> = BTreeMap::new();
        let mut time = Duration::ZERO;
        let sentences = sentences(if options.is_development {
            tables.development
        } else {
            tables.test
        })?;
        for sentence in &sentences {
            let found = proofread(&proofreaders, sentence.language, sentence.faulty).await?;
            let began = Instant::now();
            let again = proofread(&proofreaders, sentence.language, sentence.mended).await?;
            time += began.elapsed();
            let counts = compared(sentence, &found, &again, options.shows);
            kinds
                .entry((sentence.language, sentence.kind))
                .or_default()
                .add(&counts);
        }
        let mut total = Counts::default();
        let mut details = Table::new(heading);
        for ((language, kind), counts) in &kinds {
            details.row(counts.row(format!("{} {kind}", language.tag()), Default::default()));
            total.add(counts);
        }
        println!("{details}");
        let of_texts = time_of_texts(&proofreaders, &sentences).await?;
        let times = [time.as_secs_f64() / sentences.len() as f64, of_texts];
        let times = times.map(|seconds| format!("{:.2}", seconds * 1000.0));
        table.row(total.row(tag.to_owned(), times));
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

/// How many seconds a text takes that is as long as one may be, made of sentences without mistakes whose words have been
/// looked up before.
async fn time_of_texts(
    proofreaders: &[Arc<dyn Proofreader>],
    sentences: &[Sentence],
) -> Result<f64> {
    let language = sentences.first().context("a table is empty")?.language;
    let of_language = (sentences.iter()).filter(|sentence| sentence.language == language);
    let mut texts = vec![String::new()];
    for sentence in of_language {
        let is_full = |text: &String| text.len() + sentence.mended.len() >= LONGEST_TEXT;
        if texts.last().is_none_or(is_full) {
            texts.push(String::new());
        }
        if let Some(text) = texts.last_mut() {
            text.push_str(sentence.mended);
            text.push('\n');
        }
    }
    // The last is shorter.
    let bytes: usize = texts.iter().map(String::len).sum();
    let began = Instant::now();
    for text in &texts {
        proofread(proofreaders, language, text).await?;
    }
    Ok(began.elapsed().as_secs_f64() * LONGEST_TEXT as f64 / bytes as f64)
}

/// The text as all leave it who read its language.
async fn proofread(
    proofreaders: &[Arc<dyn Proofreader>],
    language: Language,
    text: &str,
) -> Result<String> {
    let serves = |reader: &&Arc<dyn Proofreader>| {
        let languages = reader.languages();
        languages.contains(&language) || languages.contains(&language.base())
    };
    let mut readers = proofreaders.iter().filter(serves).peekable();
    if readers.peek().is_none() {
        bail!("nothing reads {}", language.tag());
    }
    let mut text = text.to_owned();
    for reader in readers {
        let job = ProofreadingJob {
            language,
            kept: find_placeholders(&text),
            text,
            caller: None,
            deadline: None,
        };
        text = reader.proofread(job).await?;
    }
    Ok(text)
}

/// Those that the program has, with the dictionaries of this machine, and before them LanguageTool at an address.
async fn proofreaders(language_tool: Option<&str>) -> Result<Vec<Arc<dyn Proofreader>>> {
    let dictionaries = Hunspell::start(&HunspellConfig::default());
    let mut proofreaders: Vec<Arc<dyn Proofreader>> = vec![
        Arc::new(EnglishProofreader::new(NonZeroUsize::MIN)),
        Arc::new(RuleProofreader::new(Arc::new(dictionaries))),
    ];
    if let Some(url) = language_tool {
        let tool = LanguageTool::new(&LanguageToolConfig::new(url))?;
        if let Err(reason) = tool.check().await {
            bail!("LanguageTool at {url}: {reason}");
        }
        let first = FirstReader::new(Arc::new(tool), proofreaders.clone());
        proofreaders.insert(0, Arc::new(first));
    }
    Ok(proofreaders)
}
