//! How likely a model finds a translation that is given.

use std::ops::Range;
use std::sync::Arc;

use crate::model::Model;
use crate::search::{Guide, SearchOptions, TokenTranslation};
use crate::vocabulary::{Piece, TokenId};
use crate::wrapping::MAX_SOURCE_TOKENS;

/// A translation that a search writes whatever it would find itself (*forced decoding*), so that the model tells how
/// likely it is.
#[derive(Debug, Clone)]
pub struct Prescription {
    prescribed: Arc<Prescribed>,
}

/// How likely a piece of a translation is.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceScore {
    /// Its bytes in the translation; none for the end of sentence.
    pub range: Range<usize>,
    /// The logarithm of its probability after what stands before it.
    pub log_probability: f32,
}

#[derive(Debug)]
struct Prescribed {
    /// The tokens; the last is the end of sentence.
    tokens: Vec<TokenId>,
    /// The same, ascending.
    candidates: Vec<TokenId>,
    /// The bytes of the translation that each token stands for.
    ranges: Vec<Range<usize>>,
}

impl Model {
    /// The pieces of a translation into this model's target language as something to prescribe. `None` if it has none,
    /// if the vocabulary lacks one of them, or if they are more than are translated together
    /// ([`MAX_SOURCE_TOKENS`]).
    #[must_use]
    pub fn prescribe(&self, translation: &str) -> Option<Prescription> {
        let vocabulary = self.target_vocabulary();
        let mut pieces: Vec<Piece> = Vec::new();
        vocabulary.encode(translation, &mut pieces);
        let is_writable = |piece: &Piece| {
            piece.id != vocabulary.unknown() && (piece.id as usize) < self.target_tokens
        };
        if pieces.is_empty() || pieces.len() >= MAX_SOURCE_TOKENS || !pieces.iter().all(is_writable)
        {
            return None;
        }
        let mut tokens: Vec<TokenId> = pieces.iter().map(|piece| piece.id).collect();
        tokens.push(self.end_of_sentence);
        let mut ranges: Vec<Range<usize>> = pieces.into_iter().map(|piece| piece.range).collect();
        ranges.push(translation.len()..translation.len());
        let mut candidates = tokens.clone();
        candidates.sort_unstable();
        candidates.dedup();
        Some(Prescription {
            prescribed: Arc::new(Prescribed {
                tokens,
                candidates,
                ranges,
            }),
        })
    }
}

impl Prescription {
    /// The search that writes it.
    #[must_use]
    pub fn options(&self) -> SearchOptions {
        SearchOptions {
            beam: Some(1),
            max_length_factor: f32::MAX,
            scores: true,
            guide: Some(Arc::clone(&self.prescribed) as Arc<dyn Guide>),
            ..SearchOptions::default()
        }
    }

    /// Of what that search found, how likely each piece is and the end of sentence, as the model sees it. `None` if the
    /// search was cut short: because the translation goes round in a loop, or is ten times as long as the source.
    #[must_use]
    pub fn scores(&self, found: &TokenTranslation) -> Option<Vec<PieceScore>> {
        let Prescribed { tokens, ranges, .. } = &*self.prescribed;
        let (_, written) = tokens.split_last()?;
        if found.tokens != written || found.log_probabilities.len() != tokens.len() {
            return None;
        }
        let pieces = ranges.iter().zip(&found.log_probabilities);
        let scores = pieces.map(|(range, log_probability)| PieceScore {
            range: range.clone(),
            log_probability: *log_probability,
        });
        Some(scores.collect())
    }
}

impl Guide for Prescribed {
    fn candidates(&self) -> &[TokenId] {
        &self.candidates
    }

    fn adjust(&self, prefix: &[TokenId], candidates: &[TokenId], logits: &mut [f32]) {
        let next = self.tokens.get(prefix.len());
        for (candidate, logit) in candidates.iter().zip(logits) {
            if Some(candidate) != next {
                *logit = f32::NEG_INFINITY;
            }
        }
    }
}
