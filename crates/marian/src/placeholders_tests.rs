use std::ops::Range;

use dragoman_nmt::Link;
use proptest::prelude::*;

use super::*;

/// A translation whose tokens are words with the space before them, written `word>source word`:
/// the index of the source word that the target word belongs to, or nothing.
struct Example {
    source: String,
    placeholders: Vec<Placeholder>,
    source_tokens: Vec<Range<usize>>,
    text: String,
    target_tokens: Vec<Range<usize>>,
    rows: Vec<Vec<Link>>,
}

/// The words of a text with the space before each.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
    if !text.starts_with(' ') && !text.is_empty() {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

/// Every `{…}` of a text.
fn braced(text: &str) -> Vec<Placeholder> {
    text.match_indices('{')
        .filter_map(|(start, _)| Some(start..start + text[start..].find('}')? + 1))
        .collect()
}

impl Example {
    fn new(source: &str, target: &[(&str, Option<usize>)]) -> Self {
        let source_tokens = words(source);
        let mut text = String::new();
        let mut target_tokens = Vec::new();
        let mut rows = Vec::new();
        for (word, aligned) in target {
            let start = text.len();
            text.push_str(word);
            target_tokens.push(start..text.len());
            let known = aligned.filter(|index| *index < source_tokens.len());
            let link = |source| Link {
                source,
                weight: 0.9,
            };
            rows.push(known.map(link).into_iter().collect());
        }
        Self {
            placeholders: braced(source),
            source: source.to_owned(),
            source_tokens,
            text,
            target_tokens,
            rows,
        }
    }

    fn output(&self) -> Output<'_> {
        Output {
            text: &self.text,
            source_tokens: &self.source_tokens,
            target_tokens: &self.target_tokens,
            rows: self.rows.iter().map(Vec::as_slice).collect(),
        }
    }

    fn restored(&self) -> String {
        restored(&self.source, &self.placeholders, &self.output()).text
    }
}

fn check(source: &str, target: &[(&str, Option<usize>)], expected: &str) {
    assert_eq!(
        Example::new(source, target).restored(),
        expected,
        "{source:?}"
    );
}

#[test]
fn of_copies_that_begin_together_the_longest_counts_and_none_overlap() {
    let kept = ["{1}", "{1}2", "é", "{1}", ""];
    let text = "é{1}{1}{1}23 {1";
    let found = copies(text, &kept);
    let texts: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
    assert_eq!(texts, ["é", "{1}", "{1}", "{1}2"]);
    assert!(has_each_once(text, &kept[..4]));
    assert!(!has_each_once(text, &kept[..3]), "{{1}} is there twice");
    assert!(!has_each_once("{1}{1}2", &kept[..4]));
}

#[test]
fn what_was_copied_stays_as_it_is() {
    let target = [("{b}", Some(1)), (" und", None), ("{a}", Some(0))];
    check("{a} {b}", &target, "{b} und{a}");
}

#[test]
fn what_the_model_made_of_a_placeholder_is_replaced() {
    let target = [
        ("Hallo", Some(0)),
        (" {Nam", Some(1)),
        ("e", Some(1)),
        ("!", Some(2)),
    ];
    check("Hello {name} !", &target, "Hallo {name}!");
    let target = [
        ("Kaufen", Some(0)),
        (" Neu", Some(1)),
        ("erer", None),
        (" jetzt", Some(2)),
    ];
    check("Buy {n} now", &target, "Kaufen {n} jetzt");
}

#[test]
fn a_lost_placeholder_follows_what_it_followed() {
    let target = [("jetzt", Some(2)), (" sieh", Some(0))];
    check("see {x} now", &target, "jetzt sieh {x}");
    check("{x} see", &[("sieh", Some(1))], "{x} sieh");
    check("see {x} {y}", &[("sieh", Some(0))], "sieh {x} {y}");
    check("{x} {y}", &[], "{x} {y}");
}

#[test]
fn copies_beyond_the_first_go() {
    let target = [
        ("{x}", None),
        (" rot", Some(0)),
        (" {x}", Some(1)),
        (" {x}", None),
    ];
    check("red {x}", &target, "rot {x}");
}

#[test]
fn a_placeholder_that_stands_twice_comes_twice() {
    let target = [("rot", Some(0)), (" {x}", Some(3)), (" und", Some(2))];
    check("red {x} and {x}", &target, "rot {x} {x} und");
    let target = [("{x}", None), (" {x}", None), (" {x}", None)];
    check("{x} and {x}", &target, "{x} {x}");
}

#[test]
fn debris_of_a_placeholder_goes_and_words_stay() {
    let target = [
        (" {", Some(1)),
        (" rot", Some(0)),
        (" name", Some(1)),
        ("}", Some(1)),
    ];
    check("red {name}", &target, "rot {name}");
}

#[test]
fn spacing_is_that_of_the_source() {
    let target = [("( ", None), ("nom", Some(0)), (" )", None)];
    check("({name})", &target, "({name})");
    let target = [("voir", Some(0)), ("{x", Some(1)), ("!", None)];
    check("see {x}!", &target, "voir {x}!");
}

#[test]
fn a_script_without_spaces_gets_none() {
    let target = [
        ("参", Some(0)),
        ("照", Some(0)),
        ("某", Some(1)),
        ("物", Some(2)),
    ];
    check("see {x} thing", &target, "参照{x}物");
}

#[test]
fn where_text_looks_like_its_placeholders_the_source_is_the_answer() {
    let example = Example {
        placeholders: vec![0..1],
        ..Example::new("a b", &[("x", Some(1)), ("a", None), ("aa", None)])
    };
    let restored = example.restored();
    assert_eq!(restored.matches('a').count(), 1, "{restored:?}");
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zäß]{1,6}",
        1 => "[,.!?)(]",
        1 => "[一-十]{1,3}",
    ]
}

/// What a model could make of the placeholders `{0}` to `{4}`.
fn output_word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => word(),
        2 => (0..5u8).prop_map(|number| format!("{{{number}}}")),
        1 => (0..5u8).prop_map(|number| format!("{{{number}")),
        1 => (0..5u8).prop_map(|number| format!("{number}")),
        1 => Just("{".to_owned()),
        1 => Just("".to_owned()),
    ]
}

proptest! {
    #[test]
    fn every_placeholder_comes_back_exactly_once(
        source in prop::collection::vec((word(), prop::bool::ANY), 0..5),
        order in Just([0u8, 1, 2, 3, 4]).prop_shuffle(),
        target in prop::collection::vec((output_word(), prop::bool::ANY, 0..12usize), 0..14),
        noise in prop::collection::vec(0.0..0.8f32, 0..150),
    ) {
        let mut text = String::new();
        for ((word, is_spaced), number) in source.iter().zip(order) {
            let space = if *is_spaced { " " } else { "" };
            text.push_str(&format!("{word}{space}{{{number}}}{space}"));
        }
        let target: Vec<(String, Option<usize>)> = target
            .into_iter()
            .map(|(word, is_spaced, aligned)| {
                (if is_spaced { format!(" {word}") } else { word }, Some(aligned))
            })
            .collect();
        let target: Vec<(&str, Option<usize>)> =
            target.iter().map(|(word, aligned)| (word.as_str(), *aligned)).collect();
        let mut example = Example::new(&text, &target);
        let tokens = example.source_tokens.len().max(1);
        let rows = example.rows.len();
        for (index, noise) in noise.into_iter().enumerate() {
            if let Some(row) = example.rows.get_mut(index % rows.max(1)) {
                row.push(Link { source: index % tokens, weight: noise });
            }
        }
        let restored = example.restored();
        for range in &example.placeholders {
            let placeholder = &text[range.clone()];
            prop_assert_eq!(restored.matches(placeholder).count(), 1, "{:?}", restored);
        }
    }

    #[test]
    fn words_of_the_translation_survive_a_lost_placeholder(
        words in prop::collection::vec("[a-z]{1,6}", 1..8),
    ) {
        let source = format!("{} {{0}}", words.join(" "));
        let spaced: Vec<String> = words.iter().map(|word| format!(" {word}")).collect();
        let target: Vec<(&str, Option<usize>)> = spaced
            .iter()
            .enumerate()
            .map(|(index, word)| (word.as_str(), Some(index)))
            .collect();
        let restored = Example::new(&source, &target).restored();
        prop_assert_eq!(restored, source);
    }
}
