//! Translation probabilities of single tokens: IBM Model 1.
//!
//! P. F. Brown, S. A. Della Pietra, V. J. Della Pietra and R. L. Mercer: The Mathematics of Statistical Machine Translation:
//! Parameter Estimation. Computational Linguistics 19(2), 1993. Each target token is made by one source token of its sentence,
//! any of them equally likely, or by none (the "empty cept"). Expectation maximisation finds the probabilities t(target | source)
//! that make the text likeliest; the likelihood has one maximum only, so neither chance nor the order of the text plays a part.
//!
//! The table is never looked up. All sentences with one source token are gone through together, with the probabilities of that
//! token spread over an array with a place for each target token, which stays in the cache.

use std::ops::Range;

use super::pairs::{Sentences, TokenPairs};
use crate::vocabulary::TokenId;

/// Most probabilities in the table, at 8 bytes. They are divided equally among the source tokens that occur.
const MOST_ENTRIES: usize = 16 << 20;

/// Most target tokens that one source token keeps, far more than it is ever translated with.
const MOST_TARGETS: usize = 1_000;

/// t(target | source) for the target tokens that occur beside each source token, and without a source token.
#[derive(Debug)]
pub(super) struct TranslationTable {
    text: IndexedText,
    /// Where in `targets` and `probabilities` the row of each source token begins, and where the last one ends.
    starts: Vec<usize>,
    targets: Vec<TokenId>,
    probabilities: Vec<f32>,
    /// For each target token how likely it is made by no source token.
    unaligned: Vec<f32>,
}

/// Target sentences, and in which of them each source token is translated.
#[derive(Debug)]
struct IndexedText {
    targets: Sentences,
    /// For each token of `targets` how often it is there.
    counts: Vec<u32>,
    /// Where in `sentences` those of each source token begin, and where the last ones end.
    starts: Vec<usize>,
    /// Numbers of sentences, ascending for each source token; one that has the token twice is there twice.
    sentences: Vec<u32>,
}

impl TranslationTable {
    /// Chooses the target tokens of each source token; all probabilities are equal.
    pub(super) fn new(pairs: TokenPairs) -> Self {
        let text = IndexedText::new(pairs);
        let rows = text.starts.windows(2).filter(|row| row[0] < row[1]).count();
        let most = (MOST_ENTRIES / rows.max(1)).clamp(1, MOST_TARGETS);
        let vocabulary = text.targets.vocabulary;
        let mut together = vec![0u32; vocabulary];
        let mut found = Vec::new();
        let mut starts = vec![0];
        let mut targets = Vec::new();
        for source in 0..text.source_vocabulary() {
            text.count_beside(source, &mut together, &mut found);
            strongest(&mut found, most, &text.counts);
            found.sort_unstable();
            targets.extend(found.drain(..).map(|(target, _)| target));
            starts.push(targets.len());
        }
        Self {
            text,
            probabilities: vec![1.0; targets.len()],
            starts,
            targets,
            unaligned: vec![1.0; vocabulary],
        }
    }

    /// One step of expectation maximisation.
    pub(super) fn improve(&mut self) {
        let weights = self.weights();
        let vocabulary = self.text.targets.vocabulary;
        let mut expected = vec![0.0f64; vocabulary];
        for (target, weight) in self.text.targets.tokens.iter().zip(&weights) {
            let place = *target as usize;
            expected[place] += f64::from(self.unaligned[place] * weight);
        }
        let sum: f64 = expected.iter().sum();
        for (probability, expected) in self.unaligned.iter_mut().zip(&mut expected) {
            *probability = share(std::mem::take(expected), sum);
        }
        let mut spread = vec![0.0f32; vocabulary];
        for source in 0..self.text.source_vocabulary() {
            let row = self.row(source);
            self.spread(row.clone(), &mut spread);
            for range in self.text.sentences(source) {
                let tokens = &self.text.targets.tokens[range.clone()];
                for (target, weight) in tokens.iter().zip(&weights[range]) {
                    let place = *target as usize;
                    expected[place] += f64::from(spread[place] * weight);
                }
            }
            let targets = &self.targets[row.clone()];
            let sum: f64 = targets.iter().map(|t| expected[*t as usize]).sum();
            for (target, probability) in targets.iter().zip(&mut self.probabilities[row]) {
                let place = *target as usize;
                *probability = share(std::mem::take(&mut expected[place]), sum);
                spread[place] = 0.0;
            }
        }
    }

    /// For each token of the target text 1 ⁄ the sum of t(target | source) over its sentence's source tokens and none.
    fn weights(&self) -> Vec<f32> {
        let tokens = &self.text.targets.tokens;
        let mut sums: Vec<f32> = tokens
            .iter()
            .map(|target| self.unaligned[*target as usize])
            .collect();
        let mut spread = vec![0.0f32; self.text.targets.vocabulary];
        for source in 0..self.text.source_vocabulary() {
            let row = self.row(source);
            self.spread(row.clone(), &mut spread);
            for range in self.text.sentences(source) {
                for (target, sum) in tokens[range.clone()].iter().zip(&mut sums[range]) {
                    *sum += spread[*target as usize];
                }
            }
            for target in &self.targets[row] {
                spread[*target as usize] = 0.0;
            }
        }
        for sum in &mut sums {
            // Nothing makes a token whose probabilities are all too small for a number with an inverse.
            *sum = if *sum >= f32::MIN_POSITIVE {
                sum.recip()
            } else {
                0.0
            };
        }
        sums
    }

    fn spread(&self, row: Range<usize>, spread: &mut [f32]) {
        let targets = &self.targets[row.clone()];
        for (target, probability) in targets.iter().zip(&self.probabilities[row]) {
            spread[*target as usize] = *probability;
        }
    }

    fn row(&self, source: usize) -> Range<usize> {
        self.starts[source]..self.starts[source + 1]
    }

    /// How many source tokens the table has rows for.
    pub(super) fn source_vocabulary(&self) -> usize {
        self.text.source_vocabulary()
    }

    /// The likeliest translations of a source token, at most `most`, each with at least the probability `least`, the
    /// likeliest first.
    pub(super) fn best(&self, source: usize, most: usize, least: f32) -> Vec<TokenId> {
        let row = self.row(source);
        let targets = self.targets[row.clone()].iter().copied();
        let mut found: Vec<(TokenId, f32)> = targets
            .zip(self.probabilities[row].iter().copied())
            .collect();
        found.retain(|(_, probability)| *probability >= least);
        found.sort_by(|(left, one), (right, other)| other.total_cmp(one).then(left.cmp(right)));
        found.truncate(most);
        found.into_iter().map(|(target, _)| target).collect()
    }

    /// The target tokens that occur most often, at most `most`, the most frequent first.
    pub(super) fn frequent(&self, most: usize) -> Vec<TokenId> {
        let counts = (0..).zip(&self.text.counts);
        let mut found: Vec<(TokenId, u32)> = counts
            .filter(|(_, count)| **count > 0)
            .map(|(target, count)| (target, *count))
            .collect();
        found.sort_by_key(|(target, count)| (std::cmp::Reverse(*count), *target));
        found.truncate(most);
        found.into_iter().map(|(target, _)| target).collect()
    }
}

impl IndexedText {
    fn new(pairs: TokenPairs) -> Self {
        let TokenPairs { source, target } = pairs;
        let mut counts = vec![0u32; target.vocabulary];
        for token in &target.tokens {
            counts[*token as usize] += 1;
        }
        // Sorted by source token by counting how many places each needs.
        let mut starts = vec![0usize; source.vocabulary + 1];
        for token in &source.tokens {
            starts[*token as usize + 1] += 1;
        }
        for token in 0..source.vocabulary {
            starts[token + 1] += starts[token];
        }
        let mut next = starts.clone();
        let mut sentences = vec![0u32; source.tokens.len()];
        for (number, index) in (0u32..).zip(0..source.len()) {
            for token in source.get(index) {
                let place = &mut next[*token as usize];
                sentences[*place] = number;
                *place += 1;
            }
        }
        Self {
            targets: target,
            counts,
            starts,
            sentences,
        }
    }

    fn source_vocabulary(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where in the tokens of `targets` the sentences are that translate one with this source token.
    fn sentences(&self, source: usize) -> impl Iterator<Item = Range<usize>> {
        let numbers = &self.sentences[self.starts[source]..self.starts[source + 1]];
        numbers
            .iter()
            .map(|number| self.targets.range(*number as usize))
    }

    /// Puts into `found` how often each target token occurs beside a source token. `together` is 0 before and after.
    fn count_beside(&self, source: usize, together: &mut [u32], found: &mut Vec<(TokenId, u32)>) {
        for range in self.sentences(source) {
            for target in &self.targets.tokens[range] {
                let count = &mut together[*target as usize];
                if *count == 0 {
                    found.push((*target, 0));
                }
                *count = count.saturating_add(1);
            }
        }
        for (target, count) in found {
            *count = std::mem::take(&mut together[*target as usize]);
        }
    }
}

/// Leaves the `most` target tokens that occur most often beside a source token, weighed against how often they occur at all: the
/// tokens that are in nearly every sentence would otherwise displace the translations of source tokens that are frequent, too.
fn strongest(found: &mut Vec<(TokenId, u32)>, most: usize, counts: &[u32]) {
    if found.len() <= most {
        return;
    }
    let strength = |(target, together): &(TokenId, u32)| {
        let total = f64::from(counts[*target as usize].max(1));
        f64::from(*together) / total.sqrt()
    };
    found.sort_by(|one, other| {
        let order = strength(other).total_cmp(&strength(one));
        order.then(one.0.cmp(&other.0))
    });
    found.truncate(most);
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a probability needs no more digits than single precision has"
)]
fn share(part: f64, whole: f64) -> f32 {
    if whole > 0.0 {
        (part / whole) as f32
    } else {
        0.0
    }
}
