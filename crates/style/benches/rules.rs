//! How fast rules are applied: a single rule, a typical list of a company, and all rules of the
//! language.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use dragoman_style::{ConfiguredRules, Mechanism, Style, StyleLanguage, catalogue, mechanism};
use dragoman_text::SegmentTranslation;

fn main() {
    divan::main();
}

const SENTENCES: &str = include_str!("../../../testdata/benchmark/sentences.en.txt");

const USUAL: [(&str, &str, &str); 8] = [
    ("dates_and_times", "time_format", "use_24_hour_clock"),
    (
        "numbers",
        "percentage_format",
        "use_numerals_followed_by_percent_symbol",
    ),
    ("numbers", "thousands_separator", "use_comma"),
    (
        "numbers",
        "units_of_measure_spacing",
        "use_space_between_numeral_and_unit_of_measure",
    ),
    ("punctuation", "apostrophe", "use_curly_apostrophes"),
    ("punctuation", "quotation_mark", "use_curly_quotation_marks"),
    ("punctuation", "serial_comma", "use"),
    (
        "spelling_and_grammar",
        "contractions",
        "do_not_use_contractions",
    ),
];

#[derive(Debug, Clone, Copy)]
enum List {
    One,
    Usual,
    EveryRule,
}

fn style(list: List) -> Style {
    let mut rules = ConfiguredRules::default();
    let english = StyleLanguage::English;
    match list {
        List::One => set(
            &mut rules,
            "punctuation",
            "apostrophe",
            "use_curly_apostrophes",
        ),
        List::Usual => USUAL
            .iter()
            .for_each(|(category, rule, option)| set(&mut rules, category, rule, option)),
        List::EveryRule => catalogue()
            .iter()
            .filter(|choice| mechanism(**choice, english) == Some(Mechanism::Edits))
            .for_each(|choice| set(&mut rules, choice.category, choice.rule, choice.option)),
    }
    Style::new(&rules, english)
}

fn set(rules: &mut ConfiguredRules, category: &str, rule: &str, option: &str) {
    if let Err(error) = rules.set(category, rule, option) {
        panic!("{error}");
    }
}

/// 325 sentences of 84 bytes on average, one after the other.
#[divan::bench(args = [List::One, List::Usual, List::EveryRule])]
fn sentences(bencher: Bencher<'_, '_>, list: List) {
    let style = style(list);
    let sentences: Vec<SegmentTranslation> = SENTENCES
        .lines()
        .map(|line| SegmentTranslation::from(line.to_owned()))
        .collect();
    bencher
        .counter(BytesCount::new(SENTENCES.len()))
        .with_inputs(|| sentences.clone())
        .bench_local_values(|mut sentences| {
            for sentence in &mut sentences {
                style.apply(black_box(sentence), &[]);
            }
            sentences
        });
}

/// One paragraph of 128 KiB, the maximum size of a request.
#[divan::bench(args = [List::One, List::Usual, List::EveryRule], sample_count = 5)]
fn paragraph(bencher: Bencher<'_, '_>, list: List) {
    let style = style(list);
    let text: String = SENTENCES
        .split('\n')
        .cycle()
        .take(1_520)
        .flat_map(|line| [line, " "])
        .collect();
    bencher
        .counter(BytesCount::new(text.len()))
        .with_inputs(|| SegmentTranslation::from(text.clone()))
        .bench_local_values(|mut text| {
            style.apply(black_box(&mut text), &[]);
            text
        });
}
