//! How fast dictionaries of different sizes are made ready, and their entries found.

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher, black_box};
use dragoman_domain::{Language, LanguagePair};
use dragoman_terminology::Terminology;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

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
    let terms = Terminology::new(pair(), &[&dictionary]);
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
        .bench_local(|| Terminology::new(pair(), &[black_box(&dictionary)]));
}
