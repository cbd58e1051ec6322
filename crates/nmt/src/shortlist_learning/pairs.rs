//! Parallel text as token ids.

use std::ops::Range;

use crate::vocabulary::TokenId;

/// The longest sentence that is learnt from, in tokens. In longer ones nearly everything stands beside everything.
pub const MOST_SENTENCE_TOKENS: usize = 200;

/// Most tokens of one language that are kept.
const MOST_TOKENS: usize = 24 << 20;

/// Most pairs that are kept.
const MOST_PAIRS: usize = 2 << 20;

/// What became of a pair that was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    /// It is learnt from.
    Taken,
    /// It is the same as one before.
    Repeated,
    /// One of its sides has no token of the vocabulary.
    Empty,
    /// One of its sides has more than [`MOST_SENTENCE_TOKENS`] tokens.
    TooLong,
    /// There is no room for more pairs.
    Full,
}

/// Sentences of two languages that are translations of each other, as token ids without an end of sentence.
///
/// At most 2^21 pairs and 24 · 2^20 tokens of each language, 4 bytes for each.
#[derive(Debug, Clone)]
pub struct TokenPairs {
    pub(super) source: Sentences,
    pub(super) target: Sentences,
}

impl TokenPairs {
    /// None yet, of vocabularies with so many tokens.
    #[must_use]
    pub fn new(source_vocabulary: usize, target_vocabulary: usize) -> Self {
        Self {
            source: Sentences::new(source_vocabulary),
            target: Sentences::new(target_vocabulary),
        }
    }

    /// Offers a pair. Tokens that the vocabularies do not have are left out.
    pub fn push(&mut self, source: &[TokenId], target: &[TokenId]) -> Offered {
        let is_known = |vocabulary: usize| move |token: &TokenId| (*token as usize) < vocabulary;
        if !source.iter().any(is_known(self.source.vocabulary))
            || !target.iter().any(is_known(self.target.vocabulary))
        {
            return Offered::Empty;
        }
        if source.len().max(target.len()) > MOST_SENTENCE_TOKENS {
            return Offered::TooLong;
        }
        let has_room = |side: &Sentences, sentence: &[TokenId]| {
            side.tokens.len() + sentence.len() <= MOST_TOKENS
        };
        if self.len() >= MOST_PAIRS
            || !has_room(&self.source, source)
            || !has_room(&self.target, target)
        {
            return Offered::Full;
        }
        self.source.push(source);
        self.target.push(target);
        Offered::Taken
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.source.ends.len()
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every pair, source first.
    pub fn iter(&self) -> impl Iterator<Item = (&[TokenId], &[TokenId])> {
        (0..self.len()).map(|index| (self.source.get(index), self.target.get(index)))
    }
}

/// The sentences of one language, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Sentences {
    pub(super) vocabulary: usize,
    pub(super) tokens: Vec<TokenId>,
    /// Where in `tokens` each sentence ends.
    ends: Vec<usize>,
}

impl Sentences {
    fn new(vocabulary: usize) -> Self {
        Self {
            vocabulary,
            tokens: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn push(&mut self, sentence: &[TokenId]) {
        let vocabulary = self.vocabulary;
        let known = sentence
            .iter()
            .filter(|token| (**token as usize) < vocabulary);
        self.tokens.extend(known);
        self.ends.push(self.tokens.len());
    }

    /// How many sentences there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where a sentence is in `tokens`.
    pub(super) fn range(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[index]
    }

    pub(super) fn get(&self, index: usize) -> &[TokenId] {
        &self.tokens[self.range(index)]
    }
}
