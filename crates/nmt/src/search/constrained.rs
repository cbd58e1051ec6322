//! What the search does for the sake of terms.

use std::ops::RangeInclusive;

use dragoman_kernels::Kernels;

use super::constraints::Progress;
use super::hypotheses::{Extension, Finished, Hypothesis, Search};
use crate::vocabulary::TokenId;

/// How much attention the words around a term may give to its source. Articles do; the source's
/// own translation, which would stand beside the term, gives it all of its attention.
const MOST_OWN_ATTENTION: f32 = 0.7;

/// By how much the attention to any other source token may differ from that of the translation
/// without terms. A word that is left out or comes twice makes a difference of 1.
const MOST_DIFFERENCE: f32 = 0.9;

/// The same for all source tokens together: so much, and so much more for each.
const MOST_DIFFERENCES: (f32, f32) = (0.5, 0.1);

impl Search {
    /// Takes note of the attention of this step, one row for each live hypothesis, `stride` apart,
    /// if constraints need it.
    pub(crate) fn observe(&mut self, attention: &[f32], stride: usize) {
        self.attention.clear();
        if self.settings.constraints.is_none() {
            return;
        }
        for row in attention.chunks(stride.max(1)).take(self.live.len()) {
            let row = row.get(..self.source_length).unwrap_or_default();
            self.attention.extend_from_slice(row);
        }
    }

    /// The extensions of a hypothesis that its constraints allow: the best of `tokens` by their
    /// probabilities, and what begins or goes on with a term. Nothing if there are no constraints.
    pub(crate) fn constrained(
        &mut self,
        kernels: Kernels,
        parent: usize,
        tokens: &[TokenId],
        log_probabilities: &mut [f32],
    ) -> Option<Vec<Extension>> {
        let constraints = self.settings.constraints.clone()?;
        let progress = self.live.get(parent)?.progress;
        let start = parent * self.source_length;
        let attention = self.attention.get(start..start + self.source_length);
        let attention = attention.map(<[f32]>::to_vec).unwrap_or_default();
        let extend = |token: TokenId, begins, log_probabilities: &[f32]| {
            let position = tokens.binary_search(&token).ok()?;
            Some(Extension {
                parent,
                token,
                log_probability: log_probabilities.get(position).copied()?,
                bias: 0.0,
                begins,
            })
        };
        let mut extensions = Vec::new();
        let continuations = constraints.continuations(progress);
        for token in &continuations {
            extensions.extend(extend(*token, None, log_probabilities));
        }
        if !constraints.is_free(progress) && !extensions.is_empty() {
            return Some(extensions);
        }
        let prefix = self.prefix(parent);
        for (term, token) in
            constraints.beginnings(progress, &attention, prefix, (tokens, &*log_probabilities))
        {
            extensions.extend(extend(token, Some(term), log_probabilities));
        }
        constraints.keep_apart(progress, tokens, log_probabilities);
        let mut free = Vec::new();
        kernels.greatest(log_probabilities, self.extensions_wanted(), &mut free);
        let free = free.into_iter().filter_map(|(position, _)| {
            let token = *tokens.get(position)?;
            let is_new = !continuations.contains(&token);
            is_new.then(|| extend(token, None, log_probabilities))?
        });
        extensions.extend(free);
        Some(extensions)
    }

    /// Of extensions, the best first, those that get a place when there are terms: half of the
    /// places are for those with the most terms, one for those with one fewer, one for the best
    /// without any until such a one is finished, and the rest for the best.
    pub(super) fn allocated(
        &self,
        extended: &[(Extension, Hypothesis)],
    ) -> Vec<(Extension, Hypothesis)> {
        let places = self.places();
        let count = |index: &usize| {
            extended
                .get(*index)
                .map_or(0, |(_, next)| next.progress.count())
        };
        let most = (0..extended.len()).map(|index| count(&index)).max();
        let most = most.unwrap_or(0);
        let is_known = self.finished.iter().any(|done| done.terms == Some(0));
        let mut chosen: Vec<usize> = Vec::with_capacity(places);
        let mut take = |number: usize, terms: RangeInclusive<usize>| {
            let number = number.min(places.saturating_sub(chosen.len()));
            let fitting = (0..extended.len()).filter(|index| terms.contains(&count(index)));
            let new = fitting.filter(|index| !chosen.contains(index)).take(number);
            let new: Vec<usize> = new.collect();
            chosen.extend(new);
        };
        take(1, most..=most);
        take(usize::from(!is_known), 0..=0);
        take(places.div_ceil(2).saturating_sub(1), most..=most);
        if let Some(fewer) = most.checked_sub(1) {
            take(1, fewer..=fewer);
        }
        take(places, 0..=most);
        chosen.sort_unstable();
        let chosen = chosen.into_iter().filter_map(|index| extended.get(index));
        chosen.copied().collect()
    }

    /// The row of alignment of a token that is part of a term: it stands for the term's source,
    /// wherever attention is.
    pub(super) fn row_of_term(&self, progress: Progress, row: &[f32]) -> Option<Vec<f32>> {
        let source = self.settings.constraints.as_deref()?.source_of(progress)?;
        let mut weights = vec![0.0; row.len()];
        let inside = row.get(source.clone())?;
        let total: f32 = inside.iter().sum();
        #[expect(clippy::cast_precision_loss, reason = "a source has few tokens")]
        let even = 1.0 / inside.len().max(1) as f32;
        for (weight, attention) in weights.get_mut(source)?.iter_mut().zip(inside) {
            *weight = if total > 0.01 {
                attention / total
            } else {
                even
            };
        }
        Some(weights)
    }

    /// Finished hypotheses, those before the others that translate everything but their terms
    /// once. A model that does not expect a term may lose its place behind it.
    pub(super) fn faithful_first(&self, finished: Vec<Finished>) -> Vec<Finished> {
        let is_faithful = self.faithful(&finished);
        let rated = finished.into_iter().zip(is_faithful);
        let (faithful, others): (Vec<_>, Vec<_>) =
            rated.partition(|(finished, is_faithful)| *is_faithful && finished.terms.is_some());
        // What was cut is the last of the others.
        let all = faithful.into_iter().chain(others);
        all.map(|(finished, _)| finished).collect()
    }

    /// Which of the finished hypotheses do so, as far as attention can tell: as the best one
    /// without terms does.
    fn faithful(&self, finished: &[Finished]) -> Vec<bool> {
        let usual = finished.iter().find(|finished| finished.terms == Some(0));
        let usual = usual.map(|usual| self.coverage(usual).0);
        let is_faithful = |finished: &Finished| {
            let Some(usual) = usual.as_ref().filter(|_| finished.terms != Some(0)) else {
                return true;
            };
            let (own, is_of_term) = self.coverage(finished);
            // The end of the sentence gets what nothing else wants.
            let tokens = self.source_length.saturating_sub(1);
            let all = own.iter().zip(usual).zip(is_of_term).take(tokens);
            let mut differences = MOST_DIFFERENCES.0;
            for ((own, usual), is_of_term) in all {
                let difference = (own - usual).abs();
                if is_of_term && *own > MOST_OWN_ATTENTION
                    || !is_of_term && difference > MOST_DIFFERENCE
                {
                    return false;
                }
                differences += MOST_DIFFERENCES.1 - if is_of_term { 0.0 } else { difference };
            }
            differences >= 0.0
        };
        finished.iter().map(is_faithful).collect()
    }

    /// How much attention each source token got from tokens that are no part of a term, and
    /// whether it belongs to a term that was begun.
    fn coverage(&self, finished: &Finished) -> (Vec<f32>, Vec<bool>) {
        let mut coverage = vec![0.0; self.source_length];
        let mut is_of_term = vec![false; self.source_length];
        let Some(constraints) = &self.settings.constraints else {
            return (coverage, is_of_term);
        };
        let (mut tokens, mut progress) = (Vec::new(), Progress::default());
        self.tree.path_tokens(finished.leaf, &mut tokens);
        let attention = self.tree.attention(finished.leaf);
        let begins = self.tree.begins(finished.leaf);
        let rows = attention.chunks_exact(self.source_length.max(1));
        for ((token, begins), row) in tokens.iter().zip(begins).zip(rows) {
            progress = constraints.after(progress, *token, begins);
            match constraints.source_of(progress) {
                Some(source) => {
                    let of_term = is_of_term.get_mut(source).unwrap_or_default();
                    of_term.fill(true);
                }
                None => {
                    let sums = coverage.iter_mut().zip(row);
                    sums.for_each(|(sum, weight)| *sum += weight);
                }
            }
        }
        (coverage, is_of_term)
    }
}
