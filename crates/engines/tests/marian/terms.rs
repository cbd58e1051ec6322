//! Words that a translation is to use.

use std::fmt::Write as _;
use std::fs;

use dragoman_domain::{Segment, SegmentTranslation, Term, TranslationJob, Translator};
use dragoman_engines::Marian;

use crate::support::{pair, texts_of};
use crate::trained::{folder, trained};

/// English words, what the model makes of them, and what is wanted instead.
type Glossary = &'static [(
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
)];

/// Other words that the model knows, in both numbers: the model has to choose.
const KNOWN: Glossary = &[
    ("dog", &["Hund"], &["Pferd", "Pferde"]),
    ("dogs", &["Hunde"], &["Pferd", "Pferde"]),
    ("cat", &["Katze"], &["Vogel", "Vögel"]),
    ("cats", &["Katzen"], &["Vogel", "Vögel"]),
    ("horse", &["Pferd"], &["Auto", "Autos"]),
    ("horses", &["Pferde"], &["Auto", "Autos"]),
    ("lamp", &["Lampe"], &["Uhr", "Uhren"]),
    ("lamps", &["Lampen"], &["Uhr", "Uhren"]),
    ("table", &["Tisch"], &["Flasche", "Flaschen"]),
    ("tables", &["Tische"], &["Flasche", "Flaschen"]),
    ("chair", &["Stuhl"], &["Baum", "Bäume"]),
    ("chairs", &["Stühle"], &["Baum", "Bäume"]),
    ("door", &["Tür"], &["Brücke", "Brücken"]),
    ("doors", &["Türen"], &["Brücke", "Brücken"]),
    ("window", &["Fenster"], &["Bild", "Bilder"]),
    ("windows", &["Fenster"], &["Bild", "Bilder"]),
    ("ship", &["Schiff"], &["Garten", "Gärten"]),
    ("ships", &["Schiffe"], &["Garten", "Gärten"]),
    ("picture", &["Bild"], &["Schlüssel"]),
    ("pictures", &["Bilder"], &["Schlüssel"]),
    ("bridge", &["Brücke"], &["Blume", "Blumen"]),
    ("bridges", &["Brücken"], &["Blume", "Blumen"]),
    (
        "red",
        &["rot", "rote", "roten", "roter", "rotes"],
        &["blaue", "blauen", "blauer", "blaues"],
    ),
    ("yesterday", &["gestern"], &["heute"]),
    ("Vienna", &["Wien"], &["Genf"]),
];

/// Words that the model has never seen.
const UNSEEN: Glossary = &[
    ("dog", &["Hund"], &["Rüde"]),
    ("dogs", &["Hunde"], &["Rüden"]),
    ("cat", &["Katze"], &["Mieze"]),
    ("cats", &["Katzen"], &["Miezen"]),
    ("horse", &["Pferd"], &["Gaul"]),
    ("horses", &["Pferde"], &["Gäule"]),
    ("lamp", &["Lampe"], &["Leuchte"]),
    ("lamps", &["Lampen"], &["Leuchten"]),
    ("table", &["Tisch"], &["Pult"]),
    ("tables", &["Tische"], &["Pulte"]),
    ("chair", &["Stuhl"], &["Hocker"]),
    ("chairs", &["Stühle"], &["Hocker"]),
    ("door", &["Tür"], &["Pforte"]),
    ("doors", &["Türen"], &["Pforten"]),
    ("window", &["Fenster"], &["Luke"]),
    ("windows", &["Fenster"], &["Luken"]),
    ("ship", &["Schiff"], &["Kahn"]),
    ("ships", &["Schiffe"], &["Kähne"]),
    ("picture", &["Bild"], &["Gemälde"]),
    ("pictures", &["Bilder"], &["Gemälde"]),
    ("bridge", &["Brücke"], &["Überführung"]),
    ("bridges", &["Brücken"], &["Überführungen"]),
    ("garden", &["Garten"], &["Park"]),
    ("gardens", &["Gärten"], &["Parks"]),
    ("teacher", &["Lehrer"], &["Lehrkraft"]),
    ("Vienna", &["Wien"], &["Vindobona"]),
    ("Paris", &["Paris"], &["Lutetia"]),
];

/// Several words for one, brands, marks, and words in lower case at the beginning.
const PHRASES: Glossary = &[
    ("dog", &["Hund"], &["Hund der Familie"]),
    ("cat", &["Katze"], &["iCat 3000"]),
    ("lamp", &["Lampe"], &["LED-Lampe"]),
    ("clock", &["Uhr"], &["Armbanduhr (analog)"]),
    ("euros", &["Euro"], &["EUR"]),
    ("train", &["Zug"], &["Intercity-Express"]),
    ("teacher", &["Lehrer"], &["Pädagoge 2. Grades"]),
    ("Please", &["Bitte"], &["gefälligst"]),
    ("Yesterday", &["Gestern"], &["tags zuvor"]),
    ("Paris", &["Paris"], &["Paris/Frankreich"]),
    ("Vienna", &["Wien"], &["Wien (Österreich)"]),
    ("window", &["Fenster"], &["Fenster"]),
    ("door", &["Tür"], &["Tür"]),
];

fn lines(file: &str) -> Vec<String> {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Where whole words stand in a text, with their entries.
fn terms(text: &str, glossary: Glossary) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut start = 0;
    for word in text.split_inclusive(|character: char| !character.is_alphanumeric()) {
        let letters = word.trim_end_matches(|character: char| !character.is_alphanumeric());
        let entry = glossary.iter().find(|(source, _, _)| *source == letters);
        terms.extend(entry.map(|(_, _, targets)| Term {
            source: start..start + letters.len(),
            targets: targets.iter().map(|target| (*target).to_owned()).collect(),
        }));
        start += word.len();
    }
    terms
}

async fn guided(
    engine: &Marian,
    segments: &[(String, Vec<Term>)],
    alignment: bool,
) -> Vec<SegmentTranslation> {
    let segment = |(text, terms): &(String, Vec<Term>)| {
        Segment::new(text.clone(), Vec::new()).with_terms(terms.clone())
    };
    let job = TranslationJob {
        alignment,
        ..TranslationJob::new(pair("en", "de"), segments.iter().map(segment).collect())
    };
    engine.translate(job).await.unwrap()
}

/// The sentences of the test set that have a term, with what the model makes of them.
fn sentences(glossary: Glossary) -> Vec<((String, Vec<Term>), String)> {
    let sources = lines("test.en").into_iter();
    let all = sources.zip(lines("test.de"));
    let with_terms = all.map(|(source, plain)| {
        let terms = terms(&source, glossary);
        ((source, terms), plain)
    });
    with_terms
        .filter(|((_, terms), _)| !terms.is_empty())
        .collect()
}

/// How many of the terms a translation uses, each word of it for one term.
fn used(translation: &str, terms: &[Term]) -> usize {
    let mut left = translation.to_lowercase();
    let mut count = 0;
    for term in terms {
        let mut targets = term.targets.iter().map(|target| target.to_lowercase());
        let found = targets.find_map(|target| Some((left.find(&target)?, target.len())));
        if let Some((at, length)) = found {
            left.replace_range(at..at + length, "\u{1}");
            count += 1;
        }
    }
    count
}

/// Character n-gram F-score with n from 1 to 6 and recall weighted twice, over all sentences, in
/// percent (chrF: Popović, 2015).
fn chrf(hypotheses: &[String], references: &[String]) -> f64 {
    let grams = |text: &str, n: usize| {
        let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut grams: Vec<Vec<char>> = characters.windows(n).map(<[char]>::to_vec).collect();
        grams.sort_unstable();
        grams
    };
    let mut sum = 0.0;
    for n in 1..=6 {
        let (mut matches, mut of_hypotheses, mut of_references) = (0, 0, 0);
        for (hypothesis, reference) in hypotheses.iter().zip(references) {
            let hypothesis = grams(hypothesis, n);
            let mut reference = grams(reference, n);
            of_hypotheses += hypothesis.len();
            of_references += reference.len();
            for gram in hypothesis {
                if let Ok(at) = reference.binary_search(&gram) {
                    reference.remove(at);
                    matches += 1;
                }
            }
        }
        let precision = f64::from(matches) / of_hypotheses as f64;
        let recall = f64::from(matches) / of_references as f64;
        if matches > 0 {
            sum += 5.0 * precision * recall / (4.0 * precision + recall);
        }
    }
    sum / 6.0 * 100.0
}

/// A translation without the words of its terms.
fn rest(translation: &str, terms: &[Term], glossary: Glossary, is_guided: bool) -> String {
    let mut rest = translation.to_owned();
    for term in terms {
        let entry = glossary
            .iter()
            .find(|(_, _, targets)| *targets == term.targets);
        let (_, usual, wanted) = entry.unwrap();
        let words = if is_guided { wanted } else { usual };
        let mut by_length = words.to_vec();
        by_length.sort_by_key(|word| std::cmp::Reverse(word.len()));
        if let Some(word) = by_length.iter().find(|word| rest.contains(**word)) {
            rest = rest.replacen(word, "", 1);
        }
    }
    rest
}

#[tokio::test]
async fn wanted_terms_are_used_and_the_rest_stays() {
    let engine = trained(1);
    let mut report = String::new();
    for (name, glossary) in [("known", KNOWN), ("unseen", UNSEEN), ("phrases", PHRASES)] {
        let (segments, plain): (Vec<_>, Vec<_>) = sentences(glossary).into_iter().unzip();
        let found = texts_of(guided(&engine, &segments, false).await);
        let wanted: usize = segments.iter().map(|(_, terms)| terms.len()).sum();
        let by_chance: usize = plain
            .iter()
            .zip(&segments)
            .map(|(text, (_, terms))| used(text, terms))
            .sum();
        let used: usize = found
            .iter()
            .zip(&segments)
            .map(|(text, (_, terms))| used(text, terms))
            .sum();
        let rest_of = |texts: &[String], is_guided: bool| -> Vec<String> {
            let of_segments = texts.iter().zip(&segments);
            of_segments
                .map(|(text, (_, terms))| rest(text, terms, glossary, is_guided))
                .collect()
        };
        let similarity = chrf(&rest_of(&found, true), &rest_of(&plain, false));
        writeln!(
            report,
            "{name}: {} sentences, {wanted} terms, {by_chance} used without being wanted, {used} used; the rest: chrF {similarity:.1}",
            segments.len(),
        )
        .unwrap();
        for (((source, terms), plain), found) in
            segments
                .iter()
                .zip(&plain)
                .zip(&found)
                .take(if std::env::var_os("ALL").is_some() {
                    1000
                } else {
                    8
                })
        {
            let wanted: Vec<String> = terms
                .iter()
                .map(|term| {
                    format!(
                        "{} -> {}",
                        &source[term.source.clone()],
                        term.targets.join("|")
                    )
                })
                .collect();
            writeln!(
                report,
                "  {source}  [{}]\n    {plain}\n    {found}",
                wanted.join(", ")
            )
            .unwrap();
        }
    }
    insta::assert_snapshot!(report);
}
