//! What holds for every text.

use std::ops::Range;

use dragoman_language::Language;
use dragoman_text::{
    Segment, SegmentTranslation, SegmentedText, SentenceSplitting, find_placeholders, is_runaway,
    preserve_formatting, segment, truncate_runaway,
};
use proptest::prelude::*;

const SPLITTINGS: [SentenceSplitting; 3] = [
    SentenceSplitting::Off,
    SentenceSplitting::PunctuationAndNewlines,
    SentenceSplitting::Punctuation,
];

const LANGUAGES: [&str; 16] = [
    "en", "de", "fr", "it", "pl", "tr", "ja", "zh", "th", "ar", "pt", "ru", "el", "nl", "hi", "sk",
];

fn any_language() -> impl Strategy<Value = Language> {
    prop::sample::select(&LANGUAGES[..]).prop_map(|tag| Language::parse(tag).unwrap())
}

/// Texts of the pieces that rules look at, which arbitrary Unicode strings seldom hold.
fn tricky() -> impl Strategy<Value = String> {
    let pieces = [
        "Hello",
        "world",
        " ",
        "  ",
        ". ",
        "! ",
        "?",
        "…",
        "……",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\u{2028}",
        "\u{2029}",
        "\u{85}",
        "\t",
        "\u{1}",
        "\u{7f}",
        "\u{9b}",
        "\u{b}",
        "\u{c}",
        "\u{feff}",
        "- ",
        "1. ",
        "a) ",
        "{name}",
        "{{ x }}",
        "{{",
        "}}",
        "{% ",
        " %}",
        "<% ",
        "%>",
        "<?= ",
        " ?>",
        "${",
        "{",
        "}",
        "%s",
        "%",
        "100% ",
        "https://example.org/a.b",
        ".",
        "a@b.org",
        ":name",
        "5 km",
        "$3.50",
        "M. ",
        "z.B. ",
        "「",
        "」",
        "“",
        "”",
        "\"",
        "'",
        "(",
        ")",
        "。",
        "你好",
        "สวัสดี",
        "เก",
        "é",
        "e\u{301}",
        "😀",
        "\u{200d}",
        "\u{202e}",
        "1990 r. ",
        "3. ",
        "&amp;",
        "ﬁ",
        "İ",
        "ß",
        "A",
        "x",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..60)
        .prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), tricky()]
}

fn identity(segmented: &SegmentedText<'_>) -> String {
    let same: Vec<&str> = segmented
        .sentences()
        .iter()
        .map(|sentence| sentence.text())
        .collect();
    segmented.join(&same)
}

fn assert_ordered(text: &str, ranges: &[Range<usize>]) {
    let mut end = 0;
    for range in ranges {
        assert!(
            range.start >= end && !range.is_empty(),
            "{ranges:?} in {text:?}"
        );
        assert!(text.get(range.clone()).is_some(), "{range:?} in {text:?}");
        end = range.end;
    }
}

fn check(text: &str, language: Language, splitting: SentenceSplitting) {
    let segmented = segment(text, language, splitting);
    assert_eq!(identity(&segmented), text);
    assert_eq!(segmented.join::<&str>(&[]), text);
    for sentence in segmented.sentences() {
        let said = sentence.text();
        assert_ordered(said, sentence.placeholders());
        assert!(said.contains(char::is_alphabetic), "{said:?}");
        assert_eq!(said.trim(), said);
        for (position, character) in said.char_indices() {
            let structural = character.is_control() && character != '\t'
                || matches!(character, '\u{2028}' | '\u{2029}');
            let kept = sentence
                .placeholders()
                .iter()
                .any(|range| range.contains(&position));
            assert!(!structural || kept, "{said:?}");
            if splitting == SentenceSplitting::PunctuationAndNewlines {
                assert!(
                    !"\n\r\u{85}\u{2028}\u{2029}".contains(character),
                    "{said:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn identity_translations_give_the_text_back(text in any_text(), language in any_language()) {
        for splitting in SPLITTINGS {
            check(&text, language, splitting);
        }
    }

    #[test]
    fn no_sentence_begins_or_ends_inside_a_placeholder(text in tricky(), language in any_language()) {
        // Within a line, the placeholders of the sentences are those of the line.
        let line = text.replace(|character: char| character.is_control() || "\u{2028}\u{2029}".contains(character), " ");
        let whole: Vec<&str> = find_placeholders(&line).into_iter().map(|range| &line[range]).collect();
        let segmented = segment(&line, language, SentenceSplitting::Punctuation);
        let mut rest = whole.iter();
        for sentence in segmented.sentences() {
            for range in sentence.placeholders() {
                let kept = &sentence.text()[range.clone()];
                prop_assert!(kept.trim().is_empty() || rest.any(|found| *found == kept), "{kept:?} of {whole:?}");
            }
        }
    }

    #[test]
    fn placeholders_are_ordered_and_hold_no_line_end(text in any_text()) {
        let found = find_placeholders(&text);
        assert_ordered(&text, &found);
        for range in found {
            let kept = &text[range];
            let is_structural = |character: char| {
                (character.is_control() && character != '\t') || "\u{2028}\u{2029}".contains(character)
            };
            prop_assert!(!kept.contains(is_structural), "{kept:?}");
            prop_assert_eq!(kept.trim(), kept);
        }
    }

    #[test]
    fn formatting_changes_nothing_between_the_first_letter_and_the_last_marks(source in any_text(), core in "[a-z]( [a-z]{1,9}, [A-Z]{1,9}! [a-z]){1,3}") {
        let segment = Segment::new(source.as_str(), find_placeholders(&source));
        let preserve_formatting = |translation: &str| {
            let mut translation = SegmentTranslation::from(translation.to_owned());
            preserve_formatting(&segment, &mut translation);
            translation.into_text()
        };
        prop_assert_eq!(&preserve_formatting(&source), &source);
        let formatted = preserve_formatting(&core);
        prop_assert!(formatted.get(1..core.len()) == core.get(1..), "{formatted:?}");
    }

    #[test]
    fn truncation_takes_away_only_and_ends_the_runaway(source in any_text(), translation in any_text()) {
        prop_assert!(!is_runaway(&source, &source));
        let cut = truncate_runaway(&source, &translation);
        prop_assert!(cut.len() <= translation.len());
        if !is_runaway(&source, &translation) {
            prop_assert_eq!(cut.as_ref(), translation.as_str());
        }
    }
}

#[test]
fn hostile_texts_end_and_come_back() {
    let long_word = "a".repeat(100_000);
    let nested = format!("{}x{}", "[({<".repeat(5_000), ">})]".repeat(5_000));
    let mut texts = vec![long_word, nested, "กา".repeat(20_000)];
    for piece in [
        "{", "%", ":", "http://", ". ", "a. ", "A. ", "a.", "\"", "' ", "(", "\n", " ", "「",
        "1. ", "a\n", "! ? ", "…",
    ] {
        texts.push(piece.repeat(131_072 / piece.len()));
    }
    for text in &texts {
        for (tag, splitting) in [
            ("it", SentenceSplitting::Punctuation),
            ("th", SentenceSplitting::PunctuationAndNewlines),
        ] {
            let segmented = segment(text, Language::parse(tag).unwrap(), splitting);
            assert_eq!(&identity(&segmented), text);
        }
    }
}
