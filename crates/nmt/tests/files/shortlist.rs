use std::collections::BTreeSet;

use dragoman_nmt::files::{CandidateSet, FileError, Shortlist, ShortlistError, TokenId, write};
use proptest::prelude::*;

fn candidates(list: &Shortlist, source: &[TokenId], shared: bool, vocabulary: usize) -> Vec<u32> {
    let mut out = vec![99];
    list.candidates(
        source,
        shared,
        vocabulary,
        &mut CandidateSet::default(),
        &mut out,
    );
    out
}

fn refused(file: Vec<u8>) -> ShortlistError {
    match Shortlist::parse(file).unwrap_err() {
        FileError::Shortlist(error) => error,
        other => panic!("{other}"),
    }
}

fn small() -> Vec<u8> {
    write::shortlist(4, &[vec![], vec![20, 30], vec![2, 30, 40], vec![70]])
}

/// Puts a number in the place of a word of the file, and makes the checksum right again.
fn with_word(mut file: Vec<u8>, index: usize, word: u64) -> Vec<u8> {
    file[8 * index..8 * index + 8].copy_from_slice(&word.to_le_bytes());
    write::fix_shortlist_checksum(&mut file);
    file
}

#[test]
fn a_set_has_the_frequent_the_listed_and_enough_of_the_next_tokens() {
    let list = Shortlist::parse(small()).unwrap();
    assert_eq!(
        candidates(&list, &[1, 0], false, 80),
        [0, 1, 2, 3, 4, 5, 20, 30]
    );
    assert_eq!(
        candidates(&list, &[1, 2, 0], false, 80),
        [0, 1, 2, 3, 4, 20, 30, 40]
    );
    let all = candidates(&list, &[1, 2, 3, 0], false, 80);
    assert_eq!(all, [0, 1, 2, 3, 20, 30, 40, 70]);
    assert_eq!(candidates(&list, &[], false, 80), [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_shared_vocabulary_adds_the_source_tokens() {
    let list = Shortlist::parse(small()).unwrap();
    let shared = candidates(&list, &[1, 77, 1, 0], true, 80);
    assert_eq!(shared, [0, 1, 2, 3, 4, 20, 30, 77]);
}

#[test]
fn tokens_outside_of_the_lists_and_the_vocabulary_do_no_harm() {
    let list = Shortlist::parse(small()).unwrap();
    assert_eq!(
        candidates(&list, &[9, u32::MAX], true, 6),
        [0, 1, 2, 3, 4, 5]
    );
    assert_eq!(candidates(&list, &[1, 2, 3], true, 35).last(), Some(&30));
    assert_eq!(candidates(&list, &[1], true, 3), [0, 1, 2]);
    assert!(candidates(&list, &[1], true, 0).is_empty());
}

#[test]
fn a_scratch_set_forgets_what_it_had() {
    let list = Shortlist::parse(small()).unwrap();
    let (mut set, mut out) = (CandidateSet::default(), Vec::new());
    for vocabulary in [80, 8, 1000, 80] {
        for source in [&[3, 2][..], &[1], &[]] {
            list.candidates(source, true, vocabulary, &mut set, &mut out);
            assert_eq!(out, candidates(&list, source, true, vocabulary));
        }
    }
}

#[test]
fn the_vocabularies_of_a_model_are_compared() {
    let list = Shortlist::parse(small()).unwrap();
    list.check_vocabularies(4, 80).unwrap();
    assert!(list.check_vocabularies(4, 71).is_ok());
    assert!(list.check_vocabularies(4, 70).is_err());
    assert!(list.check_vocabularies(3, 80).is_err());
    assert!(list.check_vocabularies(6, 80).is_err());
}

#[test]
fn a_missing_last_offset_means_an_empty_last_list() {
    // The offset that ends the last list, and the list, are cut out.
    let mut file = small();
    let targets = 48 + 5 * 8;
    file.drain(targets - 8..targets);
    let file = with_word(file, 4, 4);
    let list = Shortlist::parse(file).unwrap();
    list.check_vocabularies(4, 80).unwrap();
    assert_eq!(candidates(&list, &[3], false, 80), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(candidates(&list, &[1], false, 80)[6..], [20, 30]);
}

#[test]
fn damage_is_refused_with_its_reason() {
    let file = small();
    let mut changed = file.clone();
    changed[60] ^= 4;
    assert!(matches!(refused(changed), ShortlistError::Checksum { .. }));
    let mut other = file.clone();
    other[0] ^= 1;
    assert!(matches!(refused(other), ShortlistError::Magic { .. }));
    for end in 0..file.len() {
        let error = refused(file[..end].to_vec());
        let expected = matches!(
            error,
            ShortlistError::Truncated { .. } | ShortlistError::Length { .. }
        );
        assert!(expected, "{end}: {error}");
    }
    let mut longer = file.clone();
    longer.push(0);
    assert!(matches!(refused(longer), ShortlistError::Length { .. }));
    for count in [u64::MAX, u64::MAX / 8 + 1, 6] {
        let error = refused(with_word(file.clone(), 4, count));
        assert!(matches!(error, ShortlistError::Length { .. }), "{error}");
        let error = refused(with_word(file.clone(), 5, count << 1));
        assert!(matches!(error, ShortlistError::Length { .. }), "{error}");
    }
    for first in [0, 1, u64::MAX] {
        let error = refused(with_word(file.clone(), 2, first));
        assert!(matches!(error, ShortlistError::First { .. }), "{error}");
    }
    for offset in [1, 100, u64::MAX] {
        let error = refused(with_word(file.clone(), 9, offset));
        assert!(matches!(error, ShortlistError::Offset { .. }), "{error}");
    }
    let error = refused(write::shortlist(4, &[vec![1 << 20]]));
    assert!(matches!(error, ShortlistError::Target { .. }), "{error}");
}

proptest! {
    #[test]
    fn a_set_is_the_one_that_the_rule_defines(
        lists in prop::collection::vec(prop::collection::vec(0u32..300, 0..20), 1..40),
        source in prop::collection::vec(0u32..50, 0..30),
        first in 2u32..100,
        shared: bool,
    ) {
        let vocabulary = 300;
        let list = Shortlist::parse(write::shortlist(u64::from(first), &lists)).unwrap();
        let mut wanted: BTreeSet<u32> = (0..first).collect();
        for &token in &source {
            wanted.extend(lists.get(token as usize).into_iter().flatten());
            wanted.extend(shared.then_some(token));
        }
        let mut next = first;
        while !wanted.len().is_multiple_of(8) && (next as usize) < vocabulary {
            wanted.insert(next);
            next += 1;
        }
        let wanted: Vec<u32> = wanted.into_iter().collect();
        prop_assert_eq!(candidates(&list, &source, shared, vocabulary), wanted);
    }
}
