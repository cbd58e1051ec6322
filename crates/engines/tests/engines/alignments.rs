//! Which words of a translation stand for which of its source.

use std::fmt::Write as _;
use std::ops::Range;

use dragoman_domain::{Segment, SegmentTranslation, TranslationJob, Translator};

use crate::support::{Engine, engine, engine_with, pair, playing_analyser, with_placeholders};

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

/// Texts that are hard to follow through a translation.
const HARD: &[&str] = &[
    "",
    " ",
    "...",
    "12:30 – {x}",
    "{x}",
    "word",
    "  it works \n",
    "e\u{301}te\u{301} the cafe\u{301} is closed",
    "a\0b the \u{FFFE} house\u{FFFF}",
    "soft\u{AD}ware is so\u{AD}ft",
    "[[1]]the[[/]] [k0] ^house/x<n>$ \\ ~ @ # *",
    "the ~red~ house~",
    "\"Never,\" she said, 'say (never) again'…",
    "in {a}front{b} of the{c}house",
    "{a}{b} {c d} the {\0} {~} {[[2]]} end",
    "don't won't it's the dog's o'clock U.S. e.g. 3.5% $5 a/b",
    "ﬁne straße STRASSE İstanbul ΣΊΣΥΦΟΣ",
    "日本語 the house ไทย العربية 🙂",
    "He He he the the the of of of to to",
    "a-b--c well-known state-of-the-art",
    "one\ntwo\r\nthree\tfour\u{A0}five",
];

fn check_ranges(segment: &Segment, translation: &SegmentTranslation) {
    let Some(alignment) = translation.alignment() else {
        return;
    };
    for (text, tokens) in [
        (segment.text(), alignment.source_tokens()),
        (translation.text(), alignment.target_tokens()),
    ] {
        let mut end = 0;
        for token in tokens {
            assert!(
                token.start >= end && text.get(token.clone()).is_some(),
                "{token:?} of {text:?}"
            );
            end = token.end;
        }
    }
    for target in 0..alignment.target_tokens().len() {
        let links = alignment.links(target).iter();
        let weight: f32 = links.map(|link| link.weight).sum();
        assert!(weight <= 1.001, "{weight} of {:?}", translation.text());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asking_for_an_alignment_never_changes_a_translation() {
    let engine = engine_with(MODES, |config| config.max_pipelines_per_mode = 1).await;
    for (source, target) in [
        ("en", "es"),
        ("en", "ca"),
        ("en", "fr"),
        ("es", "ca"),
        ("fr", "en"),
        ("sv", "da"),
        ("da", "nb"),
        ("ru", "uk"),
    ] {
        let segments: Vec<Segment> = HARD.iter().map(|text| with_placeholders(text)).collect();
        // A tagger that meets a new set of readings remembers it, and may decide otherwise later.
        let _ = engine.translate((source, target), segments.clone()).await;
        let plain = engine.translate((source, target), segments.clone()).await;
        let translations = aligned(&engine, (source, target), segments.clone()).await;
        for (segment, translation) in segments.iter().zip(&translations) {
            check_ranges(segment, translation);
        }
        let texts = translations.into_iter().map(SegmentTranslation::into_text);
        assert_eq!(
            plain.unwrap(),
            texts.collect::<Vec<_>>(),
            "{source} to {target}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_placeholder_is_aligned_with_itself() {
    let engine = engine(MODES).await;
    for direction in [("en", "es"), ("en", "fr"), ("fr", "en"), ("da", "nb")] {
        for text in HARD
            .iter()
            .chain(&["Dear {name}, the {old} {red} house is {n} {x}"])
        {
            let segment = with_placeholders(text);
            let translation = align(&engine, direction, &segment).await;
            for placeholder in segment.placeholders() {
                let alignment = translation.alignment().unwrap();
                let kept = &segment.text()[placeholder.clone()];
                let mut tokens = alignment.target_tokens().iter();
                let token = tokens.position(|range| &translation.text()[range.clone()] == kept);
                let linked = token.and_then(|token| alignment.strongest(token));
                let source = linked.map(|linked| alignment.source_tokens()[linked].clone());
                assert_eq!(source.as_ref(), Some(placeholder), "{kept:?} of {text:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_long_text_is_aligned_throughout() {
    let engine = engine(&["eng-spa"]).await;
    let segment = with_placeholders(&"The red house {x} is near the river.  ".repeat(200));
    let translation = align(&engine, ("en", "es"), &segment).await;
    let words = words(&segment, &translation);
    let count = |word: &str, linked: &str| {
        let of = |(target, source): &&(String, Vec<String>)| target == word && source == &[linked];
        words.iter().filter(of).count()
    };
    for (word, linked) in [
        ("casa", "house"),
        ("río", "river"),
        ("{x}", "{x}"),
        (".", "."),
    ] {
        assert_eq!(count(word, linked), 200, "{word}");
    }
    // Each with the one at its own place.
    let alignment = translation.alignment().unwrap();
    let places = alignment.target_tokens().iter().enumerate();
    let houses = places.filter(|(_, range)| &translation.text()[Range::clone(range)] == "casa");
    for (sentence, (token, _)) in houses.enumerate() {
        let linked = alignment.strongest(token).unwrap();
        let start = alignment.source_tokens()[linked].start;
        assert_eq!(
            start / "The red house {x} is near the river.  ".len(),
            sentence
        );
    }
}

#[tokio::test]
async fn tokens_are_those_of_the_text_that_was_given() {
    let engine = engine(&["spa-eng"]).await;
    let segment = with_placeholders("El nin\u{303}o\0 pequen\u{303}o duerme\u{AD}");
    let translation = align(&engine, ("es", "en"), &segment).await;
    assert_eq!(
        written(&segment, &translation),
        "The=El small=pequen\u{303}o boy=nin\u{303}o\0 sleeps=duerme\u{AD}"
    );
}

#[tokio::test]
async fn without_being_asked_no_alignment_is_given() {
    let engine = engine(&["eng-spa"]).await;
    let job = TranslationJob::new(pair("en", "es"), vec![with_placeholders("The house.")]);
    let translations = engine.apertium.translate(job).await.unwrap();
    assert!(translations[0].alignment().is_none());
}

#[tokio::test]
async fn stages_that_cannot_be_followed_translate_without_an_alignment() {
    for part in ["mumbles", "numbers"] {
        let engine = playing_analyser(part, |_| {}).await;
        let segment = with_placeholders("the odd house {x} of the odd end");
        let translation = align(&engine, ("en", "es"), &segment).await;
        let expected = engine.one(("en", "es"), segment).await;
        assert_eq!(translation.text(), expected, "{part}");
        assert_eq!(translation.alignment(), None, "{part}");
    }
}

/// Prints what share of words is linked and what an alignment costs, for sentences by line in the
/// file that `ALIGNED_TEXT` names, from and into the languages of `ALIGNED_PAIR`, such as `en-fr`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures, and needs a text"]
async fn figures() {
    let text = std::fs::read_to_string(std::env::var("ALIGNED_TEXT").unwrap()).unwrap();
    let languages = std::env::var("ALIGNED_PAIR").unwrap();
    let direction = languages.split_once('-').unwrap();
    let apertium = dragoman_engines::Apertium::start(dragoman_engines::ApertiumConfig {
        test_at_start: false,
        ..Default::default()
    })
    .await;
    let mut job = TranslationJob::new(
        pair(direction.0, direction.1),
        text.lines().map(with_placeholders).collect(),
    );
    let mut plain = Vec::new();
    let mut aligned = Vec::new();
    for round in 0..4 {
        for alignment in [false, true] {
            job.alignment = alignment;
            let begun = std::time::Instant::now();
            let translations = apertium.translate(job.clone()).await.unwrap();
            let seconds = begun.elapsed().as_secs_f64();
            println!("round {round}, alignment {alignment}: {seconds:.3} s");
            let of_round = if alignment { &mut aligned } else { &mut plain };
            let before = std::mem::replace(of_round, translations);
            let changed = before.iter().zip(&*of_round);
            let changed = changed.filter(|(before, now)| before.text() != now.text());
            println!("{} differ from the round before", changed.count());
        }
    }
    let (mut differing, mut unaligned, mut targets, mut linked) = (0, 0, 0, 0);
    let (mut sources, mut reached) = (0, 0);
    let is_word = |text: &str| text.contains(char::is_alphanumeric);
    for ((segment, plain), translation) in job.segments.iter().zip(&plain).zip(&aligned) {
        differing += usize::from(plain.text() != translation.text());
        let Some(alignment) = translation.alignment() else {
            unaligned += 1;
            continue;
        };
        let mut is_reached = vec![false; alignment.source_tokens().len()];
        for (target, range) in alignment.target_tokens().iter().enumerate() {
            let links = alignment.links(target);
            links.iter().for_each(|link| is_reached[link.source] = true);
            if is_word(&translation.text()[range.clone()]) {
                targets += 1;
                linked += usize::from(!links.is_empty());
            }
        }
        for (range, is_reached) in alignment.source_tokens().iter().zip(is_reached) {
            if is_word(&segment.text()[range.clone()]) {
                sources += 1;
                reached += usize::from(is_reached);
            }
        }
        if std::env::var("ALIGNED_LIST").is_ok() {
            println!("{}\n    {}", segment.text(), written(segment, translation));
        }
    }
    println!(
        "{} segments: {differing} differ, {unaligned} without an alignment; {linked} of {targets} \
         words of the target and {reached} of {sources} of the source are linked",
        job.segments.len()
    );
}
