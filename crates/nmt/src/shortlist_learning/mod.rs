//! Learning a lexical shortlist from parallel text.
//!
//! [`ShortlistLearner`] takes texts for a [`Model`] and makes the file that [`Shortlist`] reads. [`shortlist_lists`] does the
//! same with token ids. The results depend on nothing but the text and its order.
//!
//! **Memory** is bounded whatever the text is: 12 bytes for each of at most 24 · 2^20 tokens of a language, 8 bytes for each of
//! at most 16 · 2^20 probabilities, and some for each of at most 2^21 pairs, together below 600 MB.

mod pairs;
mod table;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

pub use pairs::{MOST_SENTENCE_TOKENS, Offered, TokenPairs};

use crate::files::{CandidateSet, FileError, Shortlist};
use crate::model::Model;
use crate::vocabulary::{Piece, TokenId, Vocabulary};
use table::TranslationTable;

/// Which pair of so many is kept to measure with, the last: two in a hundred.
const MEASURED: usize = 50;

/// Steps of expectation maximisation. Later ones hardly change which translations are the best.
const STEPS: usize = 5;

/// The least probability of a target token that is listed. Less likely ones are chance, and cost time in each translation.
const LEAST_PROBABILITY: f32 = 1e-5;

/// How many target tokens are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortlistSize {
    /// At most so many for each source token.
    pub best: usize,
    /// So many of the most frequent ones in every set of candidates.
    pub frequent: usize,
}

impl Default for ShortlistSize {
    /// 50 of each, as the published shortlists have it.
    fn default() -> Self {
        Self {
            best: 50,
            frequent: 50,
        }
    }
}

/// The lists of a shortlist, for each source token its target tokens in ascending order.
///
/// A shortlist says of the most frequent tokens only how many they are: they are the first of the vocabulary. Not every
/// vocabulary is sorted like that, so the most frequent ones are in the list of `end_of_sentence`, which ends every source.
/// It is in that list itself, as translations end with it, too.
#[must_use]
pub fn shortlist_lists(
    pairs: TokenPairs,
    end_of_sentence: TokenId,
    size: ShortlistSize,
) -> Vec<Vec<TokenId>> {
    let target_vocabulary = pairs.target.vocabulary;
    let mut table = TranslationTable::new(pairs);
    for _ in 0..STEPS {
        table.improve();
    }
    let best = |source| table.best(source, size.best, LEAST_PROBABILITY);
    let mut lists: Vec<Vec<TokenId>> = (0..table.source_vocabulary()).map(best).collect();
    if let Some(always) = lists.get_mut(end_of_sentence as usize) {
        always.extend(table.frequent(size.frequent));
        if (end_of_sentence as usize) < target_vocabulary {
            always.push(end_of_sentence);
        }
    }
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    lists
}

/// Learns the shortlist of a model.
///
/// Of every 50 pairs the last is not learnt from, but says how good the shortlist is.
#[derive(Debug)]
pub struct ShortlistLearner<'a> {
    model: &'a Model,
    learnt: TokenPairs,
    measured: TokenPairs,
    /// Hashes of the pairs there are. Of two pairs with the same one the second is left out, which is no loss.
    known: HashSet<u64>,
    pieces: Vec<Piece>,
}

/// A shortlist that was learnt.
#[derive(Debug, Clone)]
pub struct LearntShortlist {
    /// The file, as [`Shortlist::open`] reads it.
    pub file: Vec<u8>,
    /// How many pairs it was learnt from.
    pub pairs: usize,
    /// How good it is for the pairs that it was not learnt from.
    pub coverage: Coverage,
}

/// How good a shortlist is for pairs that it was not learnt from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// How many pairs.
    pub pairs: usize,
    /// How many tokens their targets have.
    pub tokens: usize,
    /// How many of these are among the candidates of their sentence.
    pub covered: usize,
    /// How many candidates the sentences have, together.
    pub candidates: usize,
}

impl Coverage {
    /// The share of target tokens that are among the candidates of their sentence, 0 to 1; `None` without tokens.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.tokens > 0).then(|| self.covered as f64 / self.tokens as f64)
    }

    /// The mean number of candidates of a sentence; `None` without sentences.
    #[must_use]
    pub fn mean_candidates(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.candidates as f64 / self.pairs as f64)
    }
}

impl<'a> ShortlistLearner<'a> {
    /// For this model, whether or not it has a shortlist.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        let none = || TokenPairs::new(model.source_tokens, model.target_tokens);
        Self {
            model,
            learnt: none(),
            measured: none(),
            known: HashSet::new(),
            pieces: Vec::new(),
        }
    }

    /// Offers a sentence of the model's source language and its translation.
    pub fn offer(&mut self, source: &str, target: &str) -> Offered {
        let model = self.model;
        let source = self.tokens(model.source_vocabulary(), source);
        let mut target = self.tokens(model.target_vocabulary(), target);
        // It is never produced.
        let unknown = model.target_vocabulary().unknown();
        target.retain(|token| *token != unknown);
        let mut hash = DefaultHasher::new();
        (&source, &target).hash(&mut hash);
        let hash = hash.finish();
        if self.known.contains(&hash) {
            return Offered::Repeated;
        }
        let is_measured = (self.len() + 1).is_multiple_of(MEASURED);
        let pairs = if is_measured {
            &mut self.measured
        } else {
            &mut self.learnt
        };
        let offered = pairs.push(&source, &target);
        if offered == Offered::Taken {
            self.known.insert(hash);
        }
        offered
    }

    fn tokens(&mut self, vocabulary: &Vocabulary, text: &str) -> Vec<TokenId> {
        self.pieces.clear();
        vocabulary.encode(text, &mut self.pieces);
        self.pieces.iter().map(|piece| piece.id).collect()
    }

    /// How many pairs were taken.
    #[must_use]
    pub fn len(&self) -> usize {
        self.learnt.len() + self.measured.len()
    }

    /// Whether no pair was taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Learns from all pairs that were taken. That takes about ten seconds for 100,000 pairs of 25 tokens, and grows
    /// with the product of the lengths.
    ///
    /// # Errors
    /// The model's vocabularies are larger than a shortlist can be for.
    pub fn learn(self, size: ShortlistSize) -> Result<LearntShortlist, FileError> {
        let Self {
            model,
            learnt,
            measured,
            ..
        } = self;
        let pairs = learnt.len();
        let mut lists = shortlist_lists(learnt, model.end_of_sentence, size);
        add_copies(model, &mut lists);
        let file = Shortlist::encode(size.best, &lists)?;
        drop(lists);
        let shortlist = Shortlist::parse(file.clone())?;
        shortlist.check_vocabularies(model.source_tokens, model.target_tokens)?;
        Ok(LearntShortlist {
            file,
            pairs,
            coverage: coverage(model, &shortlist, &measured),
        })
    }
}

/// Puts the target token with the text of a source token into that one's list: names and numbers are mostly copied, the greater
/// part of them was in no text that could be learnt from, and where one vocabulary serves both languages all are copied by the
/// reader of a shortlist.
fn add_copies(model: &Model, lists: &mut [Vec<TokenId>]) {
    if model.shares_vocabulary() {
        return;
    }
    let (source, target) = (model.source_vocabulary(), model.target_vocabulary());
    for (token, list) in (0..).zip(lists) {
        let copy = source.piece(token).and_then(|text| target.id(text));
        if let Some(copy) = copy.filter(|copy| *copy != target.unknown())
            && let Err(place) = list.binary_search(&copy)
        {
            list.insert(place, copy);
        }
    }
}

fn coverage(model: &Model, shortlist: &Shortlist, pairs: &TokenPairs) -> Coverage {
    let mut coverage = Coverage::default();
    let (mut set, mut candidates) = (CandidateSet::default(), Vec::new());
    let mut ended = Vec::new();
    for (source, target) in pairs.iter() {
        ended.clear();
        ended.extend_from_slice(source);
        ended.push(model.end_of_sentence);
        let shared = model.shares_vocabulary();
        shortlist.candidates(
            &ended,
            shared,
            model.target_tokens,
            &mut set,
            &mut candidates,
        );
        let is_covered = |token: &&TokenId| candidates.binary_search(token).is_ok();
        coverage.pairs += 1;
        coverage.tokens += target.len();
        coverage.covered += target.iter().filter(is_covered).count();
        coverage.candidates += candidates.len();
    }
    coverage
}
