//! What a caller may ask of the search.

use std::fmt;
use std::sync::Arc;

use crate::vocabulary::TokenId;

/// The widest beam.
pub const MAX_BEAM: usize = 16;

/// How one segment is searched.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// Hypotheses kept at each step, 1 to [`MAX_BEAM`]; 1 is greedy search.
    pub beam: usize,
    /// Translations wanted, at most `beam`.
    pub n_best: usize,
    /// The exponent of the length by which a hypothesis's score is divided.
    pub length_normalization: f32,
    /// The longest output, in tokens per token of the source with its end of sentence.
    pub max_length_factor: f32,
    /// Whether probabilities are computed. A beam needs and has them anyway; greedy search is
    /// faster without.
    pub scores: bool,
    /// Whether attention weights are kept.
    pub alignment: bool,
    /// What steers the search, for glossaries and formality.
    pub guide: Option<Arc<dyn Guide>>,
}

impl Default for SearchOptions {
    /// Greedy, one translation, as the students are used in production.
    fn default() -> Self {
        Self {
            beam: 1,
            n_best: 1,
            length_normalization: 1.0,
            max_length_factor: 2.0,
            scores: false,
            alignment: false,
            guide: None,
        }
    }
}

impl SearchOptions {
    /// The options with every number brought within its limits.
    pub(crate) fn within_limits(mut self) -> Self {
        self.beam = self.beam.clamp(1, MAX_BEAM).max(self.n_best.min(MAX_BEAM));
        self.n_best = self.n_best.clamp(1, self.beam);
        if !(self.length_normalization.is_finite() && self.max_length_factor.is_finite()) {
            let usual = Self::default();
            self.length_normalization = usual.length_normalization;
            self.max_length_factor = usual.max_length_factor;
        }
        self.max_length_factor = self.max_length_factor.clamp(0.0, 10.0);
        self
    }

    /// Whether each step needs the logits themselves and not only the best of them.
    pub(crate) fn needs_logits(&self) -> bool {
        self.beam > 1 || self.scores || self.guide.is_some()
    }
}

/// Steers the search of one segment: glossary entries, formality, a prescribed beginning.
///
/// Called once per hypothesis and step, on the worker's thread.
pub trait Guide: Send + Sync + fmt::Debug {
    /// Tokens that must be among the candidates even if the shortlist does not propose them.
    fn candidates(&self) -> &[TokenId] {
        &[]
    }

    /// Changes the logits of the next token. `logits[i]` belongs to `candidates[i]` (ascending
    /// ids); `prefix` is what the hypothesis has produced. A logit of negative infinity forbids
    /// its token; forbidding all of them ends the hypothesis.
    fn adjust(&self, prefix: &[TokenId], candidates: &[TokenId], logits: &mut [f32]);
}
