//! Measures the spelling correction with the dictionaries of the program `hunspell`: how many misspelled words, and
//! correct words that dictionaries lack, are corrected, left unchanged, or made worse. For tuning the costs of edits.
//!
//! `cargo run -p dragoman-proofreading --example misspellings [TABLE]`: the lines of the table are a language, a text
//! and the correct text, separated by tabs. Without an argument, the table in `examples/` is read. If the environment
//! variable `ANSWERS` names a file, the answers of the dictionaries are stored there, because suggestions take long.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a tool for those who work on this crate"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, KeyId, Language, Proofreader, ProofreadingJob, Speller, Spelling,
};
use dragoman_proofreading::RuleProofreader;

const DICTIONARIES: [(&str, &str); 6] = [
    ("de", "de_DE"),
    ("es", "es_ES"),
    ("fr", "fr_FR"),
    ("it", "it_IT"),
    ("pt-BR", "pt_BR"),
    ("pt-PT", "pt_PT"),
];

/// A process for each language, and its answers so far.
#[derive(Default)]
struct Hunspell {
    languages: Mutex<BTreeMap<Language, Dictionary>>,
}

struct Dictionary {
    process: Child,
    answers: Box<dyn BufRead + Send>,
    known: BTreeMap<String, Spelling>,
}

impl Dictionary {
    fn open(language: Language) -> Self {
        let name = DICTIONARIES
            .iter()
            .find(|(tag, _)| *tag == language.tag())
            .expect("a language of the table")
            .1;
        let mut process = Command::new("hunspell")
            .args(["-a", "-i", "utf-8", "-d", name])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("hunspell is installed");
        let mut answers = BufReader::new(process.stdout.take().unwrap());
        answers.read_line(&mut String::new()).unwrap();
        Self {
            process,
            answers: Box::new(answers),
            known: BTreeMap::new(),
        }
    }

    fn look_up(&mut self, word: &str) -> Spelling {
        if let Some(known) = self.known.get(word) {
            return known.clone();
        }
        let mut input = self.process.stdin.as_ref().unwrap();
        writeln!(input, "^{word}").unwrap();
        let mut spelling = Spelling::Known;
        loop {
            let mut line = String::new();
            self.answers.read_line(&mut line).unwrap();
            let line = line.trim_end();
            match line.chars().next() {
                None => break,
                Some('&') => {
                    let (_, words) = line.split_once(": ").unwrap_or_default();
                    spelling = Spelling::Unknown(words.split(", ").map(str::to_owned).collect());
                }
                Some('#') => spelling = Spelling::Unknown(Vec::new()),
                Some(_) => {}
            }
        }
        self.known.insert(word.to_owned(), spelling.clone());
        spelling
    }
}

impl Hunspell {
    /// Loads stored answers.
    fn remember(&self, answers: &str) {
        let mut languages = self
            .languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for line in answers.lines() {
            let mut columns = line.split('\t');
            let (Some(tag), Some(word)) = (columns.next(), columns.next()) else {
                continue;
            };
            let others: Vec<&str> = columns.collect();
            let spelling = if others.is_empty() {
                Spelling::Known
            } else {
                let others = others.into_iter().filter(|other| !other.is_empty());
                Spelling::Unknown(others.map(str::to_owned).collect())
            };
            let language = Language::parse(tag).unwrap();
            let dictionary = languages
                .entry(language)
                .or_insert_with(|| Dictionary::open(language));
            dictionary.known.insert(word.to_owned(), spelling);
        }
    }
}

#[async_trait]
impl Speller for Hunspell {
    fn languages(&self) -> Vec<Language> {
        let tags = DICTIONARIES.iter();
        tags.map(|(tag, _)| Language::parse(tag).unwrap()).collect()
    }

    async fn look_up(
        &self,
        language: Language,
        words: &[String],
        _: Option<KeyId>,
    ) -> Result<Vec<Spelling>, EngineError> {
        let mut languages = self
            .languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let dictionary = languages
            .entry(language)
            .or_insert_with(|| Dictionary::open(language));
        Ok(words.iter().map(|word| dictionary.look_up(word)).collect())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let table = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => include_str!("misspellings.tsv").to_owned(),
    };
    let speller = Arc::new(Hunspell::default());
    let answers = std::env::var("ANSWERS").ok();
    if let Some(answers) = answers
        .as_ref()
        .and_then(|path| std::fs::read_to_string(path).ok())
    {
        speller.remember(&answers);
    }
    let proofreading = RuleProofreader::new(speller.clone());
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for line in table.lines() {
        let [tag, before, wanted] = line.splitn(3, '\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}");
        };
        let job = ProofreadingJob {
            language: Language::parse(tag).unwrap(),
            text: before.to_owned(),
            kept: Vec::new(),
            caller: None,
            deadline: None,
        };
        let found = proofreading.proofread(job).await.unwrap();
        let outcome = match () {
            () if found == wanted && before == wanted => "left, rightly",
            () if found == wanted => "mended",
            () if found == before => "left, wrongly",
            () => "made wrong",
        };
        *counts.entry(tag).or_default().entry(outcome).or_default() += 1;
        if found != wanted {
            println!("{tag} {outcome}: {before} -> {found}");
        }
    }
    for (tag, counts) in counts {
        println!("{tag}: {counts:?}");
    }
    let mut languages = speller
        .languages
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let mut kept = String::new();
    for (language, dictionary) in &mut *languages {
        drop(dictionary.process.stdin.take());
        dictionary.process.wait().unwrap();
        for (word, spelling) in &dictionary.known {
            let others = match spelling {
                Spelling::Known => String::new(),
                Spelling::Unknown(others) => format!("\t{}", others.join("\t")),
            };
            kept.push_str(&format!("{}\t{word}{others}\n", language.tag()));
        }
    }
    if let Some(path) = answers {
        std::fs::write(path, kept).unwrap();
    }
}
