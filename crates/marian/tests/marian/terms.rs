//! Words that a translation is to use.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;

use dragoman_domain::{Segment, SegmentTranslation, Term, TranslationJob, Translator};
use dragoman_marian::Marian;

use proptest::prelude::*;

use crate::support::{Models, chrf, config, engine, pair, texts_of};
use crate::trained::{folder, student, trained};

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
    let text = fs::read_to_string(folder("ende").join(file)).unwrap();
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
        seeks_terms: true,
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

/// A translation without the words of its terms, wanted or not.
fn rest(translation: &str, (source, terms): &(String, Vec<Term>), glossary: Glossary) -> String {
    let mut rest = translation.to_owned();
    for term in terms {
        let word = &source[term.source.clone()];
        let mut entries = glossary.iter();
        let (_, usual, wanted) = entries.find(|(source, _, _)| *source == word).unwrap();
        let longest_first = |words: &[&'static str]| {
            let mut words = words.to_vec();
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            words
        };
        let mut words = longest_first(wanted);
        words.extend(longest_first(usual));
        if let Some(word) = words.iter().find(|word| rest.contains(**word)) {
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
        let rest_of = |texts: &[String]| -> Vec<String> {
            let of_segments = texts.iter().zip(&segments);
            of_segments
                .map(|(text, segment)| rest(text, segment, glossary))
                .collect()
        };
        let similarity = chrf(&rest_of(&found), &rest_of(&plain));
        writeln!(
            report,
            "{name}: {} sentences, {wanted} terms, {by_chance} used without being wanted, {used} used; the rest: chrF {similarity:.1}",
            segments.len(),
        )
        .unwrap();
        for (((source, terms), plain), found) in segments.iter().zip(&plain).zip(&found).take(8) {
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

fn term(text: &str, source: &str, targets: &[&str]) -> Term {
    let start = text.find(source).unwrap();
    Term {
        source: start..start + source.len(),
        targets: targets.iter().map(|target| (*target).to_owned()).collect(),
    }
}

async fn one(text: &str, terms: Vec<Term>) -> SegmentTranslation {
    let segments = [(text.to_owned(), terms)];
    guided(&trained(1), &segments, true).await.remove(0)
}

#[tokio::test]
async fn a_term_at_the_beginning_is_capitalised() {
    let text = "The lamp is under the table.";
    let found = one(text, vec![term(text, "The lamp", &["eine Uhr"])]).await;
    assert_eq!(found.text(), "Eine Uhr ist unter dem Tisch.");
    let text = "Thomas saw 688 heavy chairs yesterday.";
    let found = one(text, vec![term(text, "yesterday", &["heute"])]).await;
    assert_eq!(found.text(), "Thomas hat heute 688 schwere Stühle gesehen.");
}

#[tokio::test]
async fn of_the_forms_of_a_term_the_likeliest_is_used() {
    for (text, source, expected) in [
        (
            "Clara drew two chairs in London!",
            "chairs",
            "Clara hat in London zwei Bäume gezeichnet!",
        ),
        (
            "Maria will clean the yellow chair in Hamburg.",
            "chair",
            "Maria wird in Hamburg den gelben Baum putzen.",
        ),
    ] {
        for forms in [["Baum", "Bäume"], ["Bäume", "Baum"]] {
            let found = one(text, vec![term(text, source, &forms)]).await;
            assert_eq!(found.text(), expected);
        }
    }
}

#[tokio::test]
async fn a_term_that_stands_twice_is_used_twice() {
    let text = "A lamp is under the lamp.";
    let first = term(text, "lamp", &["Uhr"]);
    let start = text.rfind("lamp").unwrap();
    let second = Term {
        source: start..start + 4,
        targets: first.targets.clone(),
    };
    let found = one(text, vec![first.clone(), second]).await;
    assert_eq!(found.text(), "Eine Uhr ist unter der Uhr.");
    let found = one(text, vec![first]).await;
    assert_eq!(found.text(), "Eine Uhr ist unter der Lampe.");
}

#[tokio::test]
async fn the_words_of_a_term_stand_for_its_source() {
    let text = "Please send ten lamps to anna.meier@example.org.";
    let found = one(text, vec![term(text, "lamps", &["Uhren"])]).await;
    let alignment = found.alignment().unwrap();
    let start = found.text().find("Uhren").unwrap();
    let tokens = alignment.target_tokens().iter().enumerate();
    let of_term = tokens.filter(|(_, token)| token.start >= start && token.end <= start + 5);
    let sources = of_term.map(|(index, _)| alignment.strongest(index).unwrap());
    let sources: Vec<Range<usize>> = sources
        .map(|source| alignment.source_tokens()[source].clone())
        .collect();
    assert!(!sources.is_empty());
    let lamps = text.find("lamps").unwrap();
    assert!(
        sources
            .iter()
            .all(|range| range.start >= lamps && range.end <= lamps + 5),
        "{sources:?}"
    );
}

#[tokio::test]
async fn a_text_with_terms_is_not_taken_for_the_same_without() {
    let engine = trained(1);
    let text = "The lamp costs 4184 euros.".to_owned();
    let with = |targets: &[&str]| vec![(text.clone(), vec![term(&text, "lamp", targets)])];
    let without = vec![(text.clone(), Vec::new())];
    for (segments, expected) in [
        (&without, "Die Lampe kostet 4184 Euro."),
        (&with(&["Uhr"]), "Die Uhr kostet 4184 Euro."),
        (&with(&["Brücke"]), "Die Brücke kostet 4184 Euro."),
        (&without, "Die Lampe kostet 4184 Euro."),
        (&with(&["Uhr"]), "Die Uhr kostet 4184 Euro."),
    ] {
        let found = texts_of(guided(&engine, segments, false).await);
        assert_eq!(found, [expected]);
    }
}

#[tokio::test]
async fn what_is_translated_beside_it_does_not_change_a_text_with_terms() {
    let mut segments: Vec<(String, Vec<Term>)> = sentences(KNOWN)
        .into_iter()
        .map(|(segment, _)| segment)
        .take(24)
        .collect();
    let plain = lines("test.en").into_iter().take(24);
    segments.extend(plain.map(|text| (text, Vec::new())));
    let mut alone = Vec::new();
    let engine = trained(1);
    for segment in &segments {
        alone.extend(guided(&engine, std::slice::from_ref(segment), true).await);
    }
    for threads in [1, 2] {
        assert_eq!(guided(&trained(threads), &segments, true).await, alone);
    }
}

#[tokio::test]
async fn terms_are_found_again_behind_a_pivot() {
    let engine = engine(&config(), vec![student("de", "en"), student("en", "fr")]);
    let text = "Bitte schicken Sie zehn Lampen an anna.meier@example.org.";
    for (terms, expected) in [
        (
            vec![],
            "Veuillez envoyer dix lampes à anna.meier@example.org.",
        ),
        (
            vec![term(text, "Lampen", &["clé", "clés"])],
            "Veuillez envoyer dix clés à anna.meier@example.org.",
        ),
    ] {
        let segment = Segment::new(text.to_owned(), Vec::new()).with_terms(terms);
        let job = TranslationJob {
            seeks_terms: true,
            ..TranslationJob::new(pair("de", "fr"), vec![segment])
        };
        let found = texts_of(engine.translate(job).await.unwrap());
        assert_eq!(found, [expected]);
    }
}

#[test]
fn any_terms_leave_a_whole_translation() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let models = Models::new();
    let inside = runtime.enter();
    let random = engine(&config(), vec![models.make("en", "fr")]);
    let trained = trained(1);
    drop(inside);
    let words = prop::collection::vec(
        (
            "(The|dog|costs|red|in Paris|\\PC{0,4})",
            prop_oneof![
                2 => Just(None),
                1 => prop::collection::vec("(Hund|rote Hunde|ha ha ha ha ha ha ha|\\PC{0,40}|語| )", 1..40).prop_map(Some),
            ],
        ),
        0..40,
    );
    proptest!(ProptestConfig::with_cases(12), |(words in words)| {
        let (mut text, mut terms) = (String::new(), Vec::new());
        for (word, targets) in words {
            let start = text.len();
            text.push_str(&word);
            terms.extend(targets.map(|targets| Term { source: start..text.len(), targets }));
            text.push(' ');
        }
        for (engine, target) in [(&random, "fr"), (&trained, "de")] {
            let segment = Segment::new(text.clone(), Vec::new()).with_terms(terms.clone());
            let job = TranslationJob {
                seeks_terms: true,
                alignment: true,
                ..TranslationJob::new(pair("en", target), vec![segment])
            };
            let translations = runtime.block_on(engine.translate(job)).unwrap();
            let alignment = translations[0].alignment().unwrap();
            for token in alignment.target_tokens() {
                prop_assert!(translations[0].text().get(token.clone()).is_some());
            }
        }
    });
}
