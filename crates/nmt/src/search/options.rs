//! What a caller may ask of the search.

use std::fmt;
use std::sync::Arc;

use super::constraints::Constraints;
use crate::files::{DecoderSettings, MAX_BEAM};
use crate::vocabulary::TokenId;

/// The narrowest beam of a search for terms: room for hypotheses with and without
/// the next one, and for one without any.
const CONSTRAINED_BEAM: usize = 5;

/// How one segment is searched.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// Hypotheses kept at each step, 1 to [`MAX_BEAM`]; 1 is greedy search. `None` is what the
    /// model comes with. A search for terms takes a beam of 5 at least.
    pub beam: Option<usize>,
    /// Translations wanted; widens the beam if necessary.
    pub n_best: usize,
    /// The exponent of the length by which a hypothesis's score is divided. `None` is what the
    /// model comes with.
    pub length_normalization: Option<f32>,
    /// The longest output, in tokens per token of the source with its end of sentence; an output
    /// of a few words is always allowed.
    pub max_length_factor: f32,
    /// Whether probabilities are computed. A beam, terms and a guide have them anyway; greedy
    /// search is faster without.
    pub scores: bool,
    /// Whether attention weights are kept.
    pub alignment: bool,
    /// Words that the translation is to use. They belong to one source.
    pub constraints: Option<Arc<Constraints>>,
    /// What else steers the search, such as formality.
    pub guide: Option<Arc<dyn Guide>>,
}

impl Default for SearchOptions {
    /// One translation, searched as the model's publisher does.
    fn default() -> Self {
        Self {
            beam: None,
            n_best: 1,
            length_normalization: None,
            max_length_factor: 2.0,
            scores: false,
            alignment: false,
            constraints: None,
            guide: None,
        }
    }
}

/// Options with every choice made and every number within its limits.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) beam: usize,
    pub(crate) n_best: usize,
    pub(crate) length_normalization: f32,
    pub(crate) max_length_factor: f32,
    pub(crate) scores: bool,
    pub(crate) alignment: bool,
    pub(crate) constraints: Option<Arc<Constraints>>,
    pub(crate) guide: Option<Arc<dyn Guide>>,
}

impl SearchOptions {
    /// What applies for a model that comes with `defaults`.
    pub(crate) fn settings(self, defaults: &DecoderSettings) -> Settings {
        let n_best = self.n_best.clamp(1, MAX_BEAM);
        let narrowest = match self.constraints {
            Some(_) => n_best.max(CONSTRAINED_BEAM),
            None => n_best,
        };
        let beam = self.beam.unwrap_or(defaults.beam);
        let beam = beam.clamp(narrowest, MAX_BEAM);
        let exponent = self
            .length_normalization
            .unwrap_or(defaults.length_normalization);
        let or = |number: f32, usual| if number.is_finite() { number } else { usual };
        Settings {
            beam,
            n_best,
            length_normalization: or(exponent, defaults.length_normalization),
            max_length_factor: or(self.max_length_factor, 2.0).clamp(0.0, 10.0),
            // Terms widen the beam.
            scores: self.scores || beam > 1 || self.guide.is_some(),
            alignment: self.alignment,
            constraints: self.constraints,
            guide: self.guide,
        }
    }
}

impl Settings {
    /// Tokens that must be among the candidates.
    pub(crate) fn wanted_tokens(&self) -> Vec<TokenId> {
        let constrained = self.constraints.iter();
        let constrained = constrained.flat_map(|constraints| constraints.candidates());
        let guided = self.guide.iter().flat_map(|guide| guide.candidates());
        constrained.chain(guided).copied().collect()
    }
}

/// Steers the search of one segment: formality, a prescribed beginning.
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
    ///
    /// What is added to a logit is added to the score by which hypotheses are compared, so that
    /// what is given at one step can be taken back at a later one. The probabilities that results
    /// tell are the model's own.
    fn adjust(&self, prefix: &[TokenId], candidates: &[TokenId], logits: &mut [f32]);
}
