//! Tables that give other numbers to pieces.

use std::ops::Range;

use dragoman_nmt::vocabulary::{PieceTable, SentencePiece, Vocabulary, VocabularyError};

use crate::build::{NORMAL, plain};

fn table(yaml: &str) -> PieceTable {
    PieceTable::parse_yaml(yaml.as_bytes()).unwrap()
}

fn error(yaml: &str) -> VocabularyError {
    PieceTable::parse_yaml(yaml.as_bytes()).unwrap_err()
}

fn encode(vocabulary: &Vocabulary, text: &str) -> Vec<(u32, Range<usize>)> {
    let mut pieces = Vec::new();
    vocabulary.encode(text, &mut pieces);
    let pair = |piece: dragoman_nmt::vocabulary::Piece| (piece.id, piece.range);
    pieces.into_iter().map(pair).collect()
}

/// A table that the model below shares all but `b` with, and that holds more.
const TABLE: &str = "</s>: 0\n<unk>: 1\n▁a: 3\nc: 2\n\u{2581}other: 4\n<pad>: 5\n";

fn vocabulary() -> Vocabulary {
    let model = plain(&[
        ("\u{2581}a", -1.0, NORMAL),
        ("b", -1.0, NORMAL),
        ("c", -1.0, NORMAL),
    ]);
    Vocabulary::with_table(SentencePiece::parse(&model).unwrap(), table(TABLE))
}

#[test]
fn every_way_to_write_a_piece_is_understood() {
    let table = table(concat!(
        "---\n# comment\n",
        "plain: 0\n'single ''quoted''': 1\n\"double \\\"quoted\\\" \\\\ \\x41\\u00e4\\U0001F600\\t\": 2\n",
        "? complex\n: 3\n? \"complex: quoted\"\n: 4\n? '?'\n: 5\n",
        "null: 6\n~: 7\n1: 8\ntrue: 9\n\"\": 10\n\" \": 11\n日本: 12\n\"#\": 13\n\"-\": 14\n-x: 15\na:b: 16\n':': 17\n",
        "<<: 18\n=: 19\n\"\\u2028\\x85\": 20\n\u{2581}: 21\n'\u{2581}\"': 22\n\"\\0\": 23\n",
    ));
    let expected = [
        "plain",
        "single 'quoted'",
        "double \"quoted\" \\ Aä😀\t",
        "complex",
        "complex: quoted",
        "?",
        "null",
        "~",
        "1",
        "true",
        "",
        " ",
        "日本",
        "#",
        "-",
        "-x",
        "a:b",
        ":",
        "<<",
        "=",
        "\u{2028}\u{85}",
        "\u{2581}",
        "\u{2581}\"",
        "\0",
    ];
    assert_eq!(table.len(), expected.len());
    for (id, text) in (0..).zip(expected) {
        assert_eq!(table.piece(id), Some(text));
        assert_eq!(table.id(text), Some(id));
    }
    assert_eq!(table.piece(24), None);
    assert_eq!(table.id("nowhere"), None);
}

#[test]
fn a_key_longer_than_a_line_of_yaml_may_have_is_understood() {
    let long = "x".repeat(3000);
    let table = table(&format!("? {long}\n: 1\na: 0\n"));
    assert_eq!(table.id(&long), Some(1));
}

#[test]
fn a_table_in_braces_is_understood() {
    assert_eq!(table("{\"a\": 0, 'b': 1}").id("b"), Some(1));
}

#[test]
fn pieces_get_the_numbers_of_the_table() {
    let vocabulary = vocabulary();
    assert_eq!(vocabulary.len(), 6);
    assert_eq!(
        encode(&vocabulary, "\u{2581}abcx"),
        [(3, 0..4), (1, 4..5), (2, 5..6), (1, 6..7)]
    );
    assert_eq!(vocabulary.end_of_sentence(), Some(0));
    assert_eq!(vocabulary.unknown(), 1);
    assert_eq!(vocabulary.piece(4), Some("\u{2581}other"));
    assert_eq!(vocabulary.id("c"), Some(2));
    assert!(vocabulary.starts_word(4) && !vocabulary.starts_word(2));
    assert!(vocabulary.is_control(0) && vocabulary.is_control(5) && !vocabulary.is_control(1));
}

#[test]
fn pieces_that_only_the_table_knows_are_decoded() {
    let (mut text, mut ranges) = ("> ".to_owned(), Vec::new());
    vocabulary().decode(&[2, 4, 3, 1, 0, 5, 99], &mut text, &mut ranges);
    assert_eq!(text, "> c other a \u{2047}  \u{2047} ");
    assert_eq!(ranges, [2..3, 3..9, 9..11, 11..16, 16..16, 16..16, 16..21]);
}

#[test]
fn without_a_table_the_numbers_are_those_of_the_model() {
    let model = SentencePiece::parse(&plain(&[("a", -1.0, NORMAL)])).unwrap();
    let vocabulary = Vocabulary::from_sentencepiece(model);
    assert_eq!(encode(&vocabulary, "aa"), [(2, 0..1), (2, 1..2)]);
    assert_eq!(vocabulary.len(), 3);
    assert_eq!(vocabulary.end_of_sentence(), Some(0));
    assert_eq!(vocabulary.unknown(), 1);
    assert_eq!(vocabulary.id("a"), Some(2));
}

#[test]
fn a_table_of_anything_but_pieces_and_numbers_is_refused() {
    for yaml in [
        "",
        "a",
        "- a\n",
        "a: b\n",
        "a: -1\n",
        "a: +0\n",
        "a: 0x0\n",
        "a: 0.0\n",
        "a:\n",
        "a: [0]\n",
        "a: {b: 0}\n",
        "[a]: 0\n",
        "? {a: 1}\n: 0\n",
        "a: 99999999999999999999\n",
        "a: 4294967296\n",
        "a: 0\n---\nb: 1\n",
        "a: 0\n]\n",
        "\"a: 0\n",
        "a: 0\n\tb: 1\n",
    ] {
        let found = error(yaml);
        assert!(
            matches!(
                found,
                VocabularyError::TableStructure { .. }
                    | VocabularyError::TableNumber { .. }
                    | VocabularyError::TableSyntax { .. }
            ),
            "{yaml:?}: {found}"
        );
    }
}

#[test]
fn anchors_and_aliases_are_refused() {
    for yaml in [
        "&a x: 0\n",
        "x: &a 0\n",
        "&a x: 0\n*a : 1\n",
        "&a {x: 0}\n",
        "x: *a\n",
    ] {
        error(yaml);
    }
}

#[test]
fn numbers_are_all_different_and_below_that_of_the_entries() {
    assert!(matches!(
        error("a: 0\nb: 2\n"),
        VocabularyError::TableNumber {
            line: 2,
            limit: 2,
            ..
        }
    ));
    assert_eq!(
        error("a: 0\nb: 0\n"),
        VocabularyError::TableDuplicateId { id: 0 }
    );
    assert!(matches!(
        error("a: 0\n\"a\": 1\n"),
        VocabularyError::DuplicatePiece { .. }
    ));
}

#[test]
fn a_table_that_is_no_text_is_refused() {
    assert_eq!(
        PieceTable::parse_yaml(b"a: 0\n\xff: 1\n").unwrap_err(),
        VocabularyError::TableNotUtf8 { offset: 5 }
    );
}

#[test]
fn a_deeply_nested_table_is_refused() {
    for yaml in [
        "[".repeat(100_000),
        "{".repeat(100_000),
        "- ".repeat(100_000),
        "? ".repeat(100_000),
    ] {
        error(&yaml);
    }
}
