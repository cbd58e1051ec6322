//! Measures what the translation of documents adds to that of their texts: the same texts as one request,
//! as the units of a document, and as small documents; and what is saved where units come again.
//!
//! `cargo bench -p dragoman-service --bench documents [-- SENTENCES]`
//!
//! With the model that travels with the repository and without the engine's cache. Each figure is the best of
//! some rounds, taken in turns.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program that a person runs"
)]

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dragoman_documents::{CodeId, Content, Filters, Format, Options, Piece, Unit};
use dragoman_domain::{Detection, Language, LanguageDetector, LanguagePair, ModelType, Priority};
use dragoman_marian::{FixedSupply, InstalledModel};
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use dragoman_service::{
    DocumentRequest, DocumentTranslator, Resources, SharedDetector, TextTranslator, Texts,
    TranslationRequest,
};
use dragoman_text::SentenceSplitting;

const SENTENCES: usize = 2_000;
const ROUNDS: usize = 3;
/// How often units come in the document in which they come again.
const TIMES: usize = 4;
/// The sentences of a small document.
const SMALL: usize = 10;

struct NoDetector;

impl LanguageDetector for NoDetector {
    fn detect(&self, _: &str) -> Detection {
        Detection::NoLanguage
    }

    fn detectable(&self) -> &[Language] {
        &[]
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nmt/ende")
}

fn pair() -> LanguagePair {
    LanguagePair::new("en".parse().unwrap(), "de".parse().unwrap())
}

fn engine() -> Arc<Marian> {
    let folder = folder();
    let model = InstalledModel {
        id: "ende".to_owned(),
        pair: pair(),
        paths: ModelPaths {
            weights: folder.join("model.ende.intgemm.alphas.bin"),
            shortlist: Some(folder.join("lex.50.50.ende.s2t.bin")),
            vocabulary: VocabularyPaths::Shared(folder.join("vocab.ende.spm")),
            decoder_settings: None,
        },
        architecture: "tiny".to_owned(),
        preference: 0,
    };
    let config = MarianConfig {
        cache_bytes: 0,
        ..MarianConfig::default()
    };
    Arc::new(Marian::start(&config, Arc::new(FixedSupply(vec![model]))).unwrap())
}

/// Sentences that are all different.
fn sentences(number: usize) -> Vec<String> {
    let text = fs::read_to_string(folder().join("test.en")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let pick = |index: usize| format!("{} {}", index / lines.len(), lines[index % lines.len()]);
    (0..number).map(pick).collect()
}

fn plain(text: &str) -> Unit {
    Unit {
        content: Content::new([Piece::Text(text.to_owned())]),
        longest: None,
    }
}

/// The unit with its third word in a stretch of its own.
fn formatted(text: &str) -> Unit {
    let mut words = text
        .splitn(4, ' ')
        .map(|word| Piece::Text(format!("{word} ")));
    let id = CodeId(0);
    let mut pieces: Vec<Piece> = words.by_ref().take(2).collect();
    pieces.push(Piece::Open(id));
    pieces.extend(words.next());
    pieces.push(Piece::Close(id));
    pieces.extend(words);
    Unit {
        content: Content::new(pieces),
        longest: None,
    }
}

fn request() -> DocumentRequest {
    DocumentRequest {
        source: Some(pair().source),
        target: pair().target,
        formality: None,
        priority: Priority::Bulk,
    }
}

/// All texts as one request.
async fn texts(translator: &TextTranslator, texts: &[String]) -> Duration {
    let request = TranslationRequest {
        texts: texts.to_vec(),
        source: Some(pair().source),
        target: pair().target,
        context: None,
        formality: None,
        instructions: Vec::new(),
        model: ModelType::default(),
        splitting: SentenceSplitting::PunctuationAndNewlines,
        markup: None,
        preserve_formatting: false,
        priority: Priority::Bulk,
    };
    let begun = Instant::now();
    let texts = Texts::read(&request).unwrap();
    let resources = Resources::default();
    let translating = translator.translate(None, &request, &texts, &resources);
    translating.await.unwrap();
    begun.elapsed()
}

async fn units(translator: &DocumentTranslator, units: &[Unit]) -> Duration {
    let begun = Instant::now();
    let resources = Resources::default();
    let request = request();
    let translating = translator.translate(None, &request, units, &resources, &|_| ());
    translating.await.unwrap();
    begun.elapsed()
}

/// Small documents of plain text from file to file, one after the other.
async fn documents(translator: &DocumentTranslator, files: &[String]) -> Duration {
    let filters = Filters::standard();
    let begun = Instant::now();
    let options = Options::to(pair().target);
    let (request, resources) = (request(), Resources::default());
    for file in files {
        let source = Box::new(Cursor::new(file.clone().into_bytes()));
        let mut document = filters.open(Format::PlainText, source, options).unwrap();
        let translating =
            translator.translate(None, &request, document.units(), &resources, &|_| ());
        let translated = translating.await.unwrap();
        let mut output = Vec::new();
        document
            .write(&translated.translations, &mut output)
            .unwrap();
        assert!(!output.is_empty());
    }
    begun.elapsed()
}

#[tokio::main]
async fn main() {
    let number = std::env::args().find_map(|argument| argument.parse().ok());
    let sentences = sentences(number.unwrap_or(SENTENCES));
    let engine = engine();
    let text_translator =
        TextTranslator::new(engine.clone(), SharedDetector::new(Arc::new(NoDetector)));
    let translator = DocumentTranslator::new(text_translator.clone());
    let plain: Vec<Unit> = sentences.iter().map(|text| plain(text)).collect();
    let formatted: Vec<Unit> = sentences.iter().map(|text| formatted(text)).collect();
    let repeated: Vec<Unit> = (0..TIMES).flat_map(|_| plain.clone()).collect();
    let files: Vec<String> = sentences
        .chunks(SMALL)
        .map(|chunk| chunk.join("\n\n"))
        .collect();
    texts(&text_translator, &sentences).await;
    let mut best = [Duration::MAX; 5];
    for _ in 0..ROUNDS {
        let round = [
            texts(&text_translator, &sentences).await,
            units(&translator, &plain).await,
            units(&translator, &formatted).await,
            units(&translator, &repeated).await,
            documents(&translator, &files).await,
        ];
        for (best, time) in best.iter_mut().zip(round) {
            *best = time.min(*best);
        }
    }
    let count = sentences.len();
    let names = [
        format!("{count} texts, one request"),
        format!("a document of {count} units"),
        "the same, each unit with a formatted word".to_owned(),
        format!("the same, each unit {TIMES} times"),
        format!("{} documents of {SMALL} units", files.len()),
    ];
    println!("| what | seconds | as one request | units/s |");
    println!("|---|---:|---:|---:|");
    let counts = [count, count, count, count * TIMES, count];
    for ((name, time), count) in names.iter().zip(best).zip(counts) {
        let (seconds, texts) = (time.as_secs_f64(), best[0].as_secs_f64());
        println!(
            "| {name} | {seconds:.2} | {:.2} | {:.0} |",
            seconds / texts,
            count as f64 / seconds,
        );
    }
    engine.shut_down().await;
}
