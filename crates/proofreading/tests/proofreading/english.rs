//! English through the port, with harper and its real dictionary.

#![allow(
    clippy::unwrap_used,
    clippy::single_range_in_vec_init,
    reason = "a test that cannot go on has failed; one stretch is kept"
)]

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::LazyLock;
use std::time::Instant;

use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob};
use dragoman_proofreading::EnglishProofreader;
use proptest::prelude::*;
use tokio::runtime::{Builder, Runtime};

/// Shared, because loading the dictionary takes time.
static PROOFREADER: LazyLock<EnglishProofreader> =
    LazyLock::new(|| EnglishProofreader::new(NonZeroUsize::new(2).unwrap()));

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

fn job(language: &str, text: &str, kept: &[Range<usize>]) -> ProofreadingJob {
    ProofreadingJob {
        language: Language::parse(language).unwrap(),
        text: text.to_owned(),
        kept: kept.to_vec(),
        caller: None,
        deadline: None,
    }
}

fn read(language: &str, text: &str) -> String {
    read_but(language, text, &[])
}

fn read_but(language: &str, text: &str, kept: &[Range<usize>]) -> String {
    let work = PROOFREADER.proofread(job(language, text, kept));
    runtime().block_on(work).unwrap()
}

fn lines(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| line.split('\t').collect())
}

#[test]
fn text_that_is_right_comes_back_as_it_is() {
    let mut changed = Vec::new();
    for columns in lines(include_str!("../../testdata/clean.txt")) {
        let (languages, text) = match columns[..] {
            [language, text] => (vec![language], text),
            _ => (vec!["en", "en-US", "en-GB"], columns[0]),
        };
        for language in languages {
            let after = read(language, text);
            if after != text {
                changed.push(format!("{language}: {text} -> {after}"));
            }
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn a_whole_document_that_is_right_comes_back_as_it_is() {
    let lines: Vec<&str> = lines(include_str!("../../testdata/clean.txt"))
        .filter_map(|columns| (columns.len() == 1).then(|| columns[0]))
        .collect();
    for between in ["\n", "\r\n\r\n"] {
        let text = lines.join(between);
        assert_eq!(read("en", &text), text);
    }
}

#[test]
fn most_mistakes_are_corrected_and_hardly_any_text_gets_worse() {
    let (mut corrected, mut left, mut wrong) = (0, 0, Vec::new());
    for columns in lines(include_str!("../../testdata/faulty.tsv")) {
        let [language, _, faulty, right] = columns[..] else {
            panic!("four columns: {columns:?}");
        };
        let after = read(language, faulty);
        if after == right {
            corrected += 1;
        } else if after == faulty {
            left += 1;
        } else {
            wrong.push(format!("{faulty} -> {after}"));
        }
    }
    let all = corrected + left + wrong.len();
    assert!(wrong.len() * 20 <= all, "{}", wrong.join("\n"));
    assert!(corrected * 100 >= all * 85, "{corrected} of {all}");
}

#[test]
fn either_spelling_is_right_in_plain_english_and_a_slip_is_corrected_in_that_of_the_text() {
    assert_eq!(
        read("en", "The coulour of the theatre."),
        "The colour of the theatre."
    );
    assert_eq!(
        read("en", "The colur of the theater."),
        "The color of the theater."
    );
}

#[test]
fn what_is_kept_stays_and_what_stands_around_it_is_corrected() {
    let text = "Please recieve teh recieve now.";
    assert_eq!(
        read_but("en", text, &[7..14]),
        "Please recieve the receive now."
    );
    let text = "Dear {nmae}, we recieved `teh file` from teh <b>custmer</b>.";
    assert_eq!(
        read("en", text),
        "Dear {nmae}, we received `teh file` from the <b>custmer</b>."
    );
}

#[test]
fn curved_apostrophes_stay_curved() {
    assert_eq!(
        read("en", "He don’t like it’s tail."),
        "He doesn’t like its tail."
    );
}

#[test]
fn other_languages_and_endless_texts_are_refused() {
    let work = PROOFREADER.proofread(job("de", "Das ist gut.", &[]));
    assert!(matches!(
        runtime().block_on(work),
        Err(EngineError::Unavailable { .. })
    ));
    let work = PROOFREADER.proofread(job("en", &"a ".repeat(1 << 20), &[]));
    assert!(matches!(
        runtime().block_on(work),
        Err(EngineError::Unavailable { .. })
    ));
}

#[test]
fn after_the_deadline_there_is_no_answer() {
    let mut late = job("en", &"This is late. ".repeat(20_000), &[]);
    late.deadline = Some(Instant::now());
    let answer = runtime().block_on(PROOFREADER.proofread(late));
    assert!(matches!(answer, Err(EngineError::Overloaded { .. })));
}

/// Words, mistakes, punctuation marks and other characters.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z]{1,9}",
        2 => prop::sample::select(vec![
            "teh", "recieve", "the the", "its", "their is", "a apple", "dont", "then", "to to", "i", "monday", "He have",
            "should of", "early.She", "one,two", "( x )", "{name}", "`code`", "https://a.example/b", "it's",
        ]).prop_map(str::to_owned),
        2 => prop::sample::select(vec![". ", ", ", " , ", "  ", " ?", "\n", "\n\n", "\t", "…", "’", "\"", "\u{a0}", "-"])
            .prop_map(str::to_owned),
        1 => "\\PC{1,6}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec((piece, prop::bool::weighted(0.8)), 0..24).prop_map(|pieces| {
        let mut text = String::new();
        for (piece, is_spaced) in pieces {
            text.push_str(&piece);
            if is_spaced {
                text.push(' ');
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_read_and_what_is_kept_survives(
        text in any_text(),
        wild in prop::collection::vec((0_usize..200, 0_usize..20), 0..4),
        tag in prop::sample::select(vec!["en", "en-US", "en-GB"]),
    ) {
        let kept: Vec<Range<usize>> = wild.iter().map(|(start, length)| *start..start + length).collect();
        let after = read_but(tag, &text, &kept);
        let mut stretches: Vec<&Range<usize>> = kept.iter().filter(|range| text.get((*range).clone()).is_some()).collect();
        stretches.sort_by_key(|range| range.start);
        let mut rest = after.as_str();
        let mut end = 0;
        for range in stretches.into_iter().filter(|range| !range.is_empty()) {
            if range.start < end {
                continue;
            }
            end = range.end;
            let stretch = &text[range.clone()];
            let at = rest.find(stretch);
            prop_assert!(at.is_some(), "{stretch:?} is not in {after:?}");
            rest = &rest[at.unwrap() + stretch.len()..];
        }
    }
}
