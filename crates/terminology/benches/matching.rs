//! How fast dictionaries of different sizes are made ready, their entries found, and terms put into
//! translations.

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher, black_box};
use dragoman_domain::{Alignment, Language, LanguagePair, Link, Segment, SegmentTranslation};
use dragoman_terminology::{Terminology, enforce};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

/// The terms of dictionaries one behind the other.
fn terminology(pair: LanguagePair, dictionaries: &[&[(String, String)]]) -> Terminology {
    let entries = dictionaries.iter().copied().flatten();
    Terminology::new(
        pair,
        entries.map(|(source, target)| (source.as_str(), target.as_str())),
    )
}

fn main() {
    divan::main();
}

fn pair() -> LanguagePair {
    let known = |tag| Language::parse(tag).unwrap_or_else(|error| panic!("{error}"));
    let [english, german] = ["en", "de"].map(known);
    LanguagePair::new(english, german)
}

/// Two-word entries with made-up words, about 26 bytes each: 400,000 make 10 MiB.
fn dictionary(count: usize) -> Vec<(String, String)> {
    let word = |number: usize| -> String {
        let letters = b"bcdfghklmnprstvw";
        let vowels = b"aeio";
        (0..4)
            .flat_map(|place| {
                let digit = number >> (place * 6);
                [letters[digit & 15], vowels[(digit >> 4) & 3]].map(char::from)
            })
            .collect()
    };
    (0..count)
        .map(|number| {
            let source = format!("{} {}", word(number % 1_000), word(number));
            (source, format!("{}en", word(number + 7)))
        })
        .collect()
}

/// Some sentences with an entry every ten words.
fn text(dictionary: &[(String, String)]) -> String {
    let mut text = String::new();
    for number in 0..100_usize {
        text.push_str("The user should read the whole manual before ");
        if let Some((source, _)) = dictionary.get(number * 37 % dictionary.len()) {
            text.push_str(source);
        }
        text.push_str(" is opened. ");
    }
    text
}

#[divan::bench(args = [1, 1_000, 100_000])]
fn find(bencher: Bencher<'_, '_>, count: usize) {
    let dictionary = dictionary(count);
    let terms = terminology(pair(), &[&dictionary]);
    let text = text(&dictionary);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench_local(|| terms.find(black_box(&text), &[]));
}

#[divan::bench(args = [1_000, 100_000, 400_000], sample_count = 5, sample_size = 1)]
fn compile(bencher: Bencher<'_, '_>, count: usize) {
    let dictionary = dictionary(count);
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| terminology(pair(), &[black_box(&dictionary)]));
}

/// A translation with a term in every sixth word, none of them used and each word aligned to its
/// own; without alignment all terms stand untranslated.
fn put(bencher: Bencher<'_, '_>, sentences: usize, is_aligned: bool) {
    let entries = [("printer".to_owned(), "Ausgabegerät".to_owned())];
    let text = "The new printer works very well. ".repeat(sentences);
    let word = if is_aligned { "Drucker" } else { "Printer" };
    let german = format!("Der neue {word} geht sehr gut. ").repeat(sentences);
    let terms = terminology(pair(), &[&entries]).find(&text, &[]);
    let tokens = |text: &str| -> Vec<_> {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
        words
            .map(|word| start(word)..start(word) + word.len())
            .collect()
    };
    let mut alignment = Alignment::new(tokens(&text));
    for (source, token) in tokens(&german).into_iter().enumerate() {
        alignment.push(
            token,
            [Link {
                source,
                weight: 0.8,
            }],
        );
    }
    let segment = Segment::new(text, Vec::new()).with_terms(terms);
    bencher
        .counter(BytesCount::of_str(&german))
        .with_inputs(|| {
            if is_aligned {
                SegmentTranslation::aligned(german.clone(), alignment.clone())
            } else {
                SegmentTranslation::from(german.clone())
            }
        })
        .bench_local_values(|mut translation| {
            enforce(&segment, black_box(&mut translation), pair().target);
            translation
        });
}

#[divan::bench(args = [1, 10, 4_000])]
fn enforce_aligned(bencher: Bencher<'_, '_>, sentences: usize) {
    put(bencher, sentences, true);
}

#[divan::bench(args = [1, 10, 4_000])]
fn enforce_unaligned(bencher: Bencher<'_, '_>, sentences: usize) {
    put(bencher, sentences, false);
}
