//! How often translations use the terms of a glossary, and what that costs the rest of them: the
//! whole way of a request's texts, with a trained model.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_domain::{
    Detection, Language, LanguageDetector, LanguagePair, ModelType, Priority, Translator,
};
use dragoman_marian::{FixedSupply, InstalledModel};
use dragoman_marian::{Marian, MarianConfig};
use dragoman_nmt::{ModelPaths, VocabularyPaths};
use dragoman_service::{Resources, SharedDetector, TextTranslator, Texts, TranslationRequest};
use dragoman_terminology::Terminology;
use dragoman_text::SentenceSplitting;

/// An English noun, what the model makes of it in any form, and what is wanted instead, in any
/// form; the glossary has the first of these.
type Entry = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

/// Words that the model knows as translations of other words.
const KNOWN: &[Entry] = &[
    (
        "dog",
        &["Hund", "Hunde", "Hunden"],
        &["Pferd", "Pferde", "Pferden"],
    ),
    ("lamp", &["Lampe", "Lampen"], &["Uhr", "Uhren"]),
    (
        "chair",
        &["Stuhl", "Stühle", "Stühlen"],
        &["Baum", "Bäume", "Bäumen"],
    ),
    ("door", &["Tür", "Türen"], &["Brücke", "Brücken"]),
    (
        "window",
        &["Fenster", "Fenstern"],
        &["Bild", "Bilder", "Bildern"],
    ),
    (
        "ship",
        &["Schiff", "Schiffe", "Schiffen"],
        &["Garten", "Gärten"],
    ),
];

/// Words that the model has never seen.
const UNSEEN: &[Entry] = &[
    ("dog", &["Hund", "Hunde", "Hunden"], &["Rüde", "Rüden"]),
    ("cat", &["Katze", "Katzen"], &["Mieze", "Miezen"]),
    ("lamp", &["Lampe", "Lampen"], &["Leuchte", "Leuchten"]),
    (
        "table",
        &["Tisch", "Tische", "Tischen"],
        &["Pult", "Pulte", "Pulten"],
    ),
    ("door", &["Tür", "Türen"], &["Pforte", "Pforten"]),
    (
        "bridge",
        &["Brücke", "Brücken"],
        &["Überführung", "Überführungen"],
    ),
    ("garden", &["Garten", "Gärten"], &["Park", "Parks"]),
];

/// Words that the model would take anyway.
const NATURAL: &[Entry] = &[
    (
        "dog",
        &["Hund", "Hunde", "Hunden"],
        &["Hund", "Hunde", "Hunden"],
    ),
    ("window", &["Fenster", "Fenstern"], &["Fenster", "Fenstern"]),
    ("door", &["Tür", "Türen"], &["Tür", "Türen"]),
    (
        "picture",
        &["Bild", "Bilder", "Bildern"],
        &["Bild", "Bilder", "Bildern"],
    ),
];

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

fn lines(file: &str) -> Vec<String> {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn pair() -> LanguagePair {
    LanguagePair::new("en".parse().unwrap(), "de".parse().unwrap())
}

fn translator() -> TextTranslator {
    let model = InstalledModel {
        id: "ende".to_owned(),
        pair: pair(),
        paths: ModelPaths {
            weights: folder().join("model.ende.intgemm.alphas.bin"),
            shortlist: Some(folder().join("lex.50.50.ende.s2t.bin")),
            vocabulary: VocabularyPaths::Shared(folder().join("vocab.ende.spm")),
            decoder_settings: None,
        },
        architecture: "tiny".to_owned(),
        preference: 0,
    };
    let supply = Arc::new(FixedSupply(vec![model]));
    let engine: Arc<dyn Translator> =
        Arc::new(Marian::start(&MarianConfig::default(), supply).unwrap());
    TextTranslator::new(engine, SharedDetector::new(Arc::new(NoDetector)))
}

async fn translate(
    translator: &TextTranslator,
    texts: &[String],
    glossary: Option<&[Entry]>,
) -> Vec<String> {
    let request = TranslationRequest {
        texts: texts.to_vec(),
        source: Some(pair().source),
        target: pair().target,
        context: None,
        formality: None,
        instructions: Vec::new(),
        model: ModelType::default(),
        splitting: SentenceSplitting::Off,
        markup: None,
        preserve_formatting: false,
        priority: Priority::Bulk,
    };
    let terminology = glossary.map(|entries| {
        let entries = entries
            .iter()
            .map(|(source, _, wanted)| (*source, wanted[0]));
        Arc::new(Terminology::new(pair(), entries))
    });
    let resources = Resources {
        terminology,
        ..Resources::default()
    };
    let texts = Texts::read(&request).unwrap();
    let translated = translator
        .translate(None, &request, &texts, &resources)
        .await;
    translated
        .unwrap()
        .into_iter()
        .map(|text| text.text)
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
}

/// The text with the same mark for each of these words.
fn masked(text: &str, forms: &[&str]) -> String {
    let mut masked = String::new();
    for part in text.split_inclusive(|character: char| !character.is_alphanumeric()) {
        let word = part.trim_end_matches(|character: char| !character.is_alphanumeric());
        if forms.contains(&word) {
            masked.push('▢');
            masked.push_str(&part[word.len()..]);
        } else {
            masked.push_str(part);
        }
    }
    masked
}

/// chrF (Popović 2015) with n-grams of 1 to 6 characters without white space and a beta of 2, over
/// all pairs of texts together.
fn chrf(pairs: &[(String, String)]) -> f64 {
    let ngrams = |text: &str, order: usize| {
        let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut counts: HashMap<Vec<char>, usize> = HashMap::new();
        for ngram in characters.windows(order) {
            *counts.entry(ngram.to_vec()).or_default() += 1;
        }
        counts
    };
    let mut scores = Vec::new();
    for order in 1..=6 {
        let (mut same, mut found, mut wanted) = (0, 0, 0);
        for (reference, text) in pairs {
            let (reference, text) = (ngrams(reference, order), ngrams(text, order));
            found += text.values().sum::<usize>();
            wanted += reference.values().sum::<usize>();
            same += text
                .iter()
                .map(|(ngram, count)| *count.min(reference.get(ngram).unwrap_or(&0)))
                .sum::<usize>();
        }
        let (precision, recall) = (same as f64 / found as f64, same as f64 / wanted as f64);
        scores.push(5.0 * precision * recall / (4.0 * precision + recall).max(1e-9));
    }
    100.0 * scores.iter().sum::<f64>() / scores.len() as f64
}

#[tokio::test]
async fn terms_are_used_and_the_rest_of_a_translation_stays() {
    let translator = translator();
    let (sources, references) = (lines("test.en"), lines("test.de"));
    let mut report = String::new();
    for (name, glossary) in [("known", KNOWN), ("unseen", UNSEEN), ("natural", NATURAL)] {
        let has_term = |source: &str| {
            let is_term = |word: &str| {
                let is_form = |entry: &&Entry| word == entry.0 || word == format!("{}s", entry.0);
                glossary.iter().find(is_form)
            };
            words(source)
                .filter_map(is_term)
                .copied()
                .collect::<Vec<Entry>>()
        };
        let chosen: Vec<usize> = (0..sources.len())
            .filter(|index| !has_term(&sources[*index]).is_empty())
            .collect();
        let texts: Vec<String> = chosen.iter().map(|index| sources[*index].clone()).collect();
        let plain = translate(&translator, &texts, None).await;
        let with_terms = translate(&translator, &texts, Some(glossary)).await;
        let (mut terms, mut used) = (0, 0);
        let (mut rest_plain, mut rest_with_terms) = (Vec::new(), Vec::new());
        for (position, index) in chosen.iter().enumerate() {
            let wanted = has_term(&sources[*index]);
            terms += wanted.len();
            let mut free: Vec<&str> = words(&with_terms[position]).collect();
            for (_, _, forms) in &wanted {
                if let Some(place) = free.iter().position(|word| forms.contains(word)) {
                    free.remove(place);
                    used += 1;
                }
            }
            let forms: Vec<&str> = wanted
                .iter()
                .flat_map(|(_, usual, wanted)| usual.iter().chain(*wanted).copied())
                .collect();
            let reference = masked(&references[*index], &forms);
            rest_plain.push((reference.clone(), masked(&plain[position], &forms)));
            rest_with_terms.push((reference, masked(&with_terms[position], &forms)));
        }
        let (plain_chrf, chrf) = (chrf(&rest_plain), chrf(&rest_with_terms));
        writeln!(
            report,
            "{name}: {used} of {terms} terms used in {} sentences; chrF of the rest {chrf:.1}, without glossary {plain_chrf:.1}",
            chosen.len()
        )
        .unwrap();
        for (position, index) in chosen.iter().enumerate().step_by(6) {
            writeln!(
                report,
                "  {}\n    {}",
                sources[*index], with_terms[position]
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(report);
}
