use std::sync::Arc;

use super::{Constraints, Form, Progress, Term};
use crate::vocabulary::{SentencePiece, TokenId, Vocabulary};

const VOCABULARY: &[u8] = include_bytes!("../../../../testdata/nmt/ende/vocab.ende.spm");

fn vocabulary() -> Vocabulary {
    Vocabulary::from_sentencepiece(SentencePiece::parse(VOCABULARY).unwrap())
}

fn ids(text: &str) -> Vec<TokenId> {
    let mut pieces = Vec::new();
    vocabulary().encode(text, &mut pieces);
    pieces.into_iter().map(|piece| piece.id).collect()
}

fn form(tokens: &[TokenId]) -> Form {
    Form {
        tokens: tokens.to_vec(),
        is_initial: true,
        is_inner: true,
        is_glued: false,
        is_unspaced: false,
    }
}

/// A term for the second of three source tokens.
fn constraints(forms: &[&[TokenId]]) -> Constraints {
    let term = Term {
        source: 1..2,
        forms: forms.iter().map(|tokens| form(tokens)).collect(),
    };
    Constraints::new(vec![term], Arc::new(vocabulary()))
}

const ON_TERM: [f32; 3] = [0.1, 0.8, 0.1];
const ELSEWHERE: [f32; 3] = [0.9, 0.1, 0.0];

/// What may begin after these tokens if all that is likely to follow is the given token.
fn beginnings(
    constraints: &Constraints,
    tokens: &[TokenId],
    attention: &[f32],
    likely: TokenId,
) -> Vec<(usize, TokenId)> {
    let mut progress = Progress::default();
    for token in tokens {
        progress = constraints.after(progress, *token, None);
    }
    constraints.beginnings(progress, attention, tokens, (&[likely], &[0.0]))
}

#[test]
fn a_term_begins_where_attention_is_on_its_source() {
    let hat = ids("Hat")[0];
    let constraints = constraints(&[&[hat]]);
    let next = ids(",")[0];
    assert_eq!(beginnings(&constraints, &[], &ON_TERM, next), [(0, hat)]);
    assert!(beginnings(&constraints, &[], &ELSEWHERE, next).is_empty());
}

#[test]
fn a_term_does_not_begin_inside_a_word() {
    let garden = ids("Garten");
    let constraints = constraints(&[&garden]);
    let space = ids(" Hund")[0];
    let inside = ids("(er").last().copied().unwrap();
    let before = ids("der");
    let expected = [(0, garden[0])];
    assert_eq!(beginnings(&constraints, &before, &ON_TERM, space), expected);
    assert!(beginnings(&constraints, &before, &ON_TERM, inside).is_empty());
}

#[test]
fn a_term_that_is_begun_is_finished_and_not_begun_again() {
    let (one, many) = (vec![7, 8], vec![7, 8, 9]);
    let constraints = constraints(&[&one, &many]);
    let begun = constraints.after(Progress::default(), 7, Some(0));
    assert!(!constraints.is_free(begun));
    assert_eq!(constraints.continuations(begun), [8]);
    let whole = constraints.after(begun, 8, None);
    assert!(constraints.is_free(whole));
    assert_eq!(constraints.continuations(whole), [9]);
    assert_eq!(constraints.source_of(whole), Some(1..2));
    let behind = constraints.after(whole, 20, None);
    assert_eq!(constraints.source_of(behind), None);
    assert_eq!(behind.count(), 1);
    let next = (&[20][..], &[0.0][..]);
    let again = constraints.beginnings(behind, &ON_TERM, &[7, 8, 20], next);
    assert!(again.is_empty());
}

#[test]
fn words_that_are_there_anyway_are_repeated_only_for_sure() {
    let garden = ids("Garten");
    let constraints = constraints(&[&garden]);
    let next = ids(" Hund")[0];
    let weak = [0.6, 0.4, 0.0];
    assert!(beginnings(&constraints, &garden, &weak, next).is_empty());
    assert!(!beginnings(&constraints, &garden, &ON_TERM, next).is_empty());
}

#[test]
fn nothing_is_joined_to_a_finished_term() {
    let garden = ids("Garten");
    let constraints = constraints(&[&garden]);
    let mut progress = constraints.after(Progress::default(), garden[0], Some(0));
    for token in garden.iter().skip(1) {
        progress = constraints.after(progress, *token, None);
    }
    let tokens = [
        ids("(er").last().copied().unwrap(),
        ids(" Hund")[0],
        ids("der,").last().copied().unwrap(),
    ];
    let mut log_probabilities = [-1.0; 3];
    constraints.keep_apart(progress, &tokens, &mut log_probabilities);
    assert_eq!(log_probabilities, [f32::NEG_INFINITY, -1.0, -1.0]);
}

#[test]
fn attention_costs_what_is_no_part_of_the_term() {
    let constraints = constraints(&[&[7]]);
    let inside = constraints.after(Progress::default(), 7, Some(0));
    assert!(constraints.cost(inside, &ON_TERM).abs() < 1e-6);
    assert!(constraints.cost(Progress::default(), &ON_TERM) > 3.0);
}
