//! Shortlists that are learnt from parallel text.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_nmt::files::{CandidateSet, FileError, Shortlist, ShortlistError, TokenId, write};
use dragoman_nmt::shortlist_learning::{
    MOST_SENTENCE_TOKENS, Offered, ShortlistLearner, ShortlistSize, TokenPairs, shortlist_lists,
};
use dragoman_nmt::{
    Batch, Kernels, Model, ModelPaths, Request, SearchOptions, Source, VocabularyPaths,
};
use proptest::prelude::*;

/// Source tokens 2 to 41 of the toy language; each is translated with the token 100 higher, in reverse order.
const WORDS: TokenId = 40;
const FIRST: TokenId = 2;
/// In every target sentence and translated from nothing.
const PARTICLE: TokenId = 199;
const END: TokenId = 0;
const VOCABULARY: usize = 200;

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(limit)).unwrap()
    }
}

/// Sentences of the toy language with 3 to 8 words.
fn toy(count: usize) -> TokenPairs {
    let mut pairs = TokenPairs::new(VOCABULARY, VOCABULARY);
    let mut numbers = Numbers(3);
    for _ in 0..count {
        let length = 3 + numbers.below(6);
        let source: Vec<TokenId> = (0..length).map(|_| FIRST + numbers.below(WORDS)).collect();
        let mut target: Vec<TokenId> = source.iter().rev().map(|word| word + 100).collect();
        target.insert(1, PARTICLE);
        assert_eq!(pairs.push(&source, &target), Offered::Taken);
    }
    pairs
}

const fn size(best: usize, frequent: usize) -> ShortlistSize {
    ShortlistSize { best, frequent }
}

#[test]
fn a_dictionary_is_found_in_its_sentences() {
    let lists = shortlist_lists(toy(2000), END, size(1, 1));
    assert_eq!(lists.len(), VOCABULARY);
    for word in FIRST..FIRST + WORDS {
        assert_eq!(lists[word as usize], [word + 100]);
    }
    // The most frequent target token is translated from nothing, and in every set with the end of sentence.
    assert_eq!(lists[END as usize], [END, PARTICLE]);
    assert!(lists[1].is_empty() && lists[60..].iter().all(Vec::is_empty));
}

#[test]
fn lists_are_sorted_and_no_longer_than_wanted() {
    let lists = shortlist_lists(toy(300), END, size(7, 9));
    for (source, list) in lists.iter().enumerate() {
        assert!(list.is_sorted_by(|one, other| one < other), "{list:?}");
        assert!(list.len() <= if source == 0 { 10 } else { 7 });
    }
    assert_eq!(lists[0].len(), 10);
    assert!(
        shortlist_lists(toy(300), END, size(0, 0))[1..]
            .concat()
            .is_empty()
    );
}

#[test]
fn the_same_text_makes_the_same_shortlist() {
    let lists = || shortlist_lists(toy(500), END, ShortlistSize::default());
    assert_eq!(lists(), lists());
}

#[test]
fn without_text_only_the_end_of_sentence_is_listed() {
    let lists = shortlist_lists(TokenPairs::new(5, 5), END, ShortlistSize::default());
    assert_eq!(lists, [vec![END], vec![], vec![], vec![], vec![]]);
    let end_of_none = shortlist_lists(TokenPairs::new(0, 0), 7, ShortlistSize::default());
    assert!(end_of_none.is_empty());
}

#[test]
fn what_cannot_be_learnt_from_is_not_taken() {
    let mut pairs = TokenPairs::new(10, 20);
    assert_eq!(pairs.push(&[], &[1]), Offered::Empty);
    assert_eq!(pairs.push(&[1], &[]), Offered::Empty);
    assert_eq!(pairs.push(&[10, u32::MAX], &[1]), Offered::Empty);
    assert_eq!(pairs.push(&[1], &[20]), Offered::Empty);
    let long = [1].repeat(MOST_SENTENCE_TOKENS + 1);
    assert_eq!(pairs.push(&long, &[1]), Offered::TooLong);
    assert_eq!(pairs.push(&[1], &long), Offered::TooLong);
    assert!(pairs.is_empty());
    assert_eq!(pairs.push(&[1, 10, 2], &long[1..]), Offered::Taken);
    assert_eq!(pairs.push(&[9], &[19, 20]), Offered::Taken);
    let pairs: Vec<_> = pairs.iter().collect();
    assert_eq!(pairs, [(&[1, 2][..], &long[1..]), (&[9][..], &[19][..])]);
}

#[test]
fn there_is_room_for_two_million_pairs() {
    let mut pairs = TokenPairs::new(3, 3);
    for _ in 0..1 << 21 {
        assert_eq!(pairs.push(&[1], &[2]), Offered::Taken);
    }
    assert_eq!(pairs.push(&[1], &[2]), Offered::Full);
    assert_eq!(pairs.len(), 1 << 21);
}

#[test]
fn there_is_room_for_so_many_tokens() {
    let long = [1].repeat(MOST_SENTENCE_TOKENS);
    let mut pairs = TokenPairs::new(3, 3);
    let mut taken = 0;
    while pairs.push(&[1], &long) == Offered::Taken {
        taken += 1;
    }
    assert_eq!(taken, (24 << 20) / MOST_SENTENCE_TOKENS);
    // What fits is still taken.
    assert_eq!(pairs.push(&[1, 2], &[1]), Offered::Taken);
}

#[test]
fn a_shortlist_with_impossible_lists_is_not_written() {
    let refused = |lists: &[Vec<TokenId>]| match Shortlist::encode(50, lists) {
        Err(FileError::Shortlist(error)) => error,
        other => panic!("{other:?}"),
    };
    let target = refused(&[vec![1 << 20]]);
    assert!(matches!(target, ShortlistError::Target { .. }), "{target}");
    let lists = refused(&vec![vec![]; (1 << 20) + 1]);
    let is_vocabulary = matches!(lists, ShortlistError::SourceVocabulary { .. });
    assert!(is_vocabulary, "{lists}");
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_it_was(
        lists in prop::collection::vec(prop::collection::btree_set(0u32..500, 0..20), 0..40),
    ) {
        let lists: Vec<Vec<TokenId>> = lists.into_iter().map(|list| list.into_iter().collect()).collect();
        let file = Shortlist::encode(50, &lists).unwrap();
        prop_assert_eq!(&file, &write::shortlist(2, &lists));
        let shortlist = Shortlist::parse(file).unwrap();
        shortlist.check_vocabularies(lists.len(), 500).unwrap();
        prop_assert_eq!(shortlist.first(), 2);
        let (mut set, mut found) = (CandidateSet::default(), Vec::new());
        for (source, list) in (0..).zip(&lists) {
            shortlist.candidates(&[source], false, 500, &mut set, &mut found);
            // The first two tokens are always there, and a few more for the sake of the size.
            let is_there = list.iter().all(|target| found.binary_search(target).is_ok());
            prop_assert!(is_there, "{:?} {:?}", found, list);
            prop_assert!(found.len() < list.len() + 2 + 8);
        }
    }
}

fn folder(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../../testdata/nmt").join(name)
}

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(folder(path)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The model in the shape of OPUS-MT, whose vocabulary is in no order of frequency.
fn opus(shortlist: Option<PathBuf>) -> Arc<Model> {
    let paths = ModelPaths {
        weights: folder("opus-ende/model.npz"),
        shortlist,
        vocabulary: VocabularyPaths::Table {
            source: folder("opus-ende/source.spm"),
            target: folder("opus-ende/target.spm"),
            table: folder("opus-ende/vocab.yml"),
        },
        decoder_settings: None,
    };
    Arc::new(Model::load(&paths).unwrap())
}

fn decode(model: &Arc<Model>, source: &Source, beam: usize) -> Vec<TokenId> {
    let mut batch = Batch::new(Arc::clone(model), Kernels::best());
    batch.join(vec![Request {
        ticket: 0,
        source: source.clone(),
        options: SearchOptions {
            beam: Some(beam),
            ..SearchOptions::default()
        },
    }]);
    loop {
        if let Some(mut finished) = batch.step().pop() {
            return finished.translations.remove(0).tokens;
        }
    }
}

#[test]
fn a_model_translates_with_what_it_has_learnt_as_without() {
    let model = opus(None);
    let (english, german) = (lines("opus-ende/test.en"), lines("opus-ende/test.de"));
    let mut learner = ShortlistLearner::new(&model);
    for (source, target) in english.iter().zip(&german) {
        assert_eq!(learner.offer(source, target), Offered::Taken);
        assert_eq!(learner.offer(source, target), Offered::Repeated);
    }
    assert_eq!(learner.offer("", "Nichts."), Offered::Empty);
    assert_eq!(learner.len(), 100);
    let learnt = learner.learn(size(12, 20)).unwrap();
    assert_eq!((learnt.pairs, learnt.coverage.pairs), (98, 2));
    let share = learnt.coverage.share().unwrap();
    assert!((0.9..=1.0).contains(&share), "{:?}", learnt.coverage);

    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("lex.s2t.bin");
    fs::write(&path, &learnt.file).unwrap();
    let short = opus(Some(path));
    let shortlist = Shortlist::parse(learnt.file).unwrap();
    let tokens = model.target_vocabulary().len();
    let (mut set, mut candidates) = (CandidateSet::default(), Vec::new());
    let (mut same, mut sizes) = (0, 0);
    for text in &english {
        let prepared = model.prepare(text);
        let source = &prepared.sources()[0];
        let expected = decode(&model, source, 1);
        shortlist.candidates(source.tokens(), false, tokens, &mut set, &mut candidates);
        sizes += candidates.len();
        // Copies are possible whatever was learnt.
        assert!(
            source
                .tokens()
                .iter()
                .all(|token| candidates.binary_search(token).is_ok())
        );
        if expected
            .iter()
            .all(|token| candidates.binary_search(token).is_ok())
        {
            same += 1;
            assert_eq!(decode(&short, source, 1), expected, "{text}");
            assert_eq!(
                decode(&short, source, 4),
                decode(&model, source, 4),
                "{text}"
            );
        }
    }
    assert!(same >= 95, "{same} of 100");
    assert!(sizes / 100 < tokens * 2 / 3, "{sizes} of {tokens} each");
}

#[test]
fn a_model_that_shares_its_vocabulary_learns_too() {
    let paths = ModelPaths {
        weights: folder("ende/model.ende.intgemm.alphas.bin"),
        shortlist: Some(folder("ende/lex.50.50.ende.s2t.bin")),
        vocabulary: VocabularyPaths::Shared(folder("ende/vocab.ende.spm")),
        decoder_settings: None,
    };
    let model = Model::load(&paths).unwrap();
    let mut learner = ShortlistLearner::new(&model);
    assert!(learner.is_empty());
    for (source, target) in lines("ende/test.en").iter().zip(&lines("ende/test.de")) {
        learner.offer(source, target);
    }
    let learnt = learner.learn(ShortlistSize::default()).unwrap();
    assert!(learnt.coverage.share().unwrap() > 0.95);
    assert!(learnt.coverage.mean_candidates().unwrap() > 50.0);
    let file = Shortlist::parse(learnt.file).unwrap();
    let tokens = model.target_vocabulary().len();
    file.check_vocabularies(tokens, tokens).unwrap();
}
