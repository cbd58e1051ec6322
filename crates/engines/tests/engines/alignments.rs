//! Which words of a translation stand for which of its source.

use std::fmt::Write as _;

use dragoman_domain::{Segment, SegmentTranslation, TranslationJob, Translator};

use crate::support::{Engine, engine, pair, with_placeholders};

const MODES: &[&str] = &[
    "eng-spa", "spa-eng", "spa-cat", "eng-cat", "cat-fra", "fr-es", "swe-dan", "dan-nob", "rus-ukr",
];

async fn aligned(
    engine: &Engine,
    direction: (&str, &str),
    segments: Vec<Segment>,
) -> Vec<SegmentTranslation> {
    let mut job = TranslationJob::new(pair(direction.0, direction.1), segments);
    job.alignment = true;
    engine.apertium.translate(job).await.unwrap()
}

async fn align(engine: &Engine, direction: (&str, &str), segment: &Segment) -> SegmentTranslation {
    let mut translations = aligned(engine, direction, vec![segment.clone()]).await;
    assert_eq!(translations.len(), 1);
    translations.remove(0)
}

/// Each word of the translation with the words that it stands for.
fn words(segment: &Segment, translation: &SegmentTranslation) -> Vec<(String, Vec<String>)> {
    let alignment = translation.alignment().unwrap();
    let source = |index: usize| segment.text()[alignment.source_tokens()[index].clone()].to_owned();
    let target = alignment.target_tokens().iter().enumerate();
    target
        .map(|(index, range)| {
            let links = alignment.links(index).iter();
            let linked = links.map(|link| source(link.source)).collect();
            (translation.text()[range.clone()].to_owned(), linked)
        })
        .collect()
}

fn written(segment: &Segment, translation: &SegmentTranslation) -> String {
    let words = words(segment, translation).into_iter();
    let words: Vec<String> = words
        .map(|(word, linked)| format!("{word}={}", linked.join("+")))
        .collect();
    words.join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_are_aligned_in_direct_and_pivoted_pairs() {
    let engine = engine(MODES).await;
    let mut table = String::new();
    for (source, target, text) in [
        ("en", "es", "The red house stands near the river."),
        ("en", "es", "the policeman's old dog sleeps in front of it"),
        ("en", "es", "He said: \"I don't like (cold) fish!\""),
        ("en", "es", "THE SECOND DOOR IS CLOSED"),
        ("en", "es", "Dear {name}, you have {n} new messages."),
        ("es", "en", "La casa del hombre está cerca del río."),
        ("es", "en", "¿Dónde están los niños pequeños?"),
        (
            "es",
            "ca",
            "El hombre y el amigo del abogado hablan de historia.",
        ),
        (
            "en",
            "ca",
            "The man opened the first window of the old house.",
        ),
        ("ca", "fr", "L'home obre la finestra de l'antiga casa."),
        (
            "en",
            "fr",
            "The old house is near the river, and nobody lives there.",
        ),
        (
            "en",
            "fr",
            "The {first} friend of the lawyer reads {second} books.",
        ),
        ("fr", "en", "La vieille maison est près de la rivière."),
        (
            "sv",
            "da",
            "Det gamla huset ligger nära floden och ingen bor där.",
        ),
        ("da", "nb", "Drengen læser en ny bog om den store by."),
        ("ru", "uk", "Старый дом стоит у реки, и никто там не живёт."),
    ] {
        let segment = with_placeholders(text);
        let translation = align(&engine, (source, target), &segment).await;
        writeln!(table, "{source} {target} {text}").unwrap();
        writeln!(table, "      {}", translation.text()).unwrap();
        writeln!(table, "      {}", written(&segment, &translation)).unwrap();
    }
    insta::assert_snapshot!(table);
}
