//! From counts to probabilities.

use rustc_hash::FxHashMap;

use crate::counts::Counts;
use crate::grams::Gram;
use crate::ngrams::LONGEST;

/// What is taken from each count for n-grams that were not seen.
const DISCOUNT: f64 = 0.75;

/// An n-gram in a language.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The negative natural logarithm of the probability of its last character after the others.
    pub cost: f32,
    /// Its occurrences for each character of text.
    pub frequency: f32,
}

/// Interpolated absolute discounting: the probability of a character after up to four others is
/// what is left of its count, and of the rest its share by one character less. (H. Ney, U. Essen,
/// R. Kneser, On structuring probabilistic dependences in stochastic language modelling, 1994.)
pub fn estimates(counts: &Counts) -> FxHashMap<Gram, Estimate> {
    let mut contexts: FxHashMap<Gram, (f64, f64)> = FxHashMap::default();
    let mut by_length: [Vec<(Gram, f64)>; LONGEST + 1] = Default::default();
    for (&gram, &count) in counts {
        let context = contexts.entry(gram.context()).or_default();
        context.0 += count;
        context.1 += 1.0;
        by_length[gram.len()].push((gram, count));
    }
    let characters = by_length[1].iter().map(|&(_, count)| count).sum::<f64>();
    let mut probabilities: FxHashMap<Gram, f64> = FxHashMap::default();
    for (gram, count) in by_length.iter().flatten() {
        let (total, kinds) = contexts[&gram.context()];
        let kept = (count - DISCOUNT).max(0.0) / total;
        let shared = (DISCOUNT * kinds / total).min(1.0);
        let shorter = if gram.len() == 1 {
            1e-6
        } else {
            // A pruned model lacks some of the shorter ones.
            probabilities.get(&gram.shorter()).copied().unwrap_or(1e-6)
        };
        probabilities.insert(*gram, kept + shared * shorter);
    }
    probabilities
        .into_iter()
        .map(|(gram, probability)| {
            let estimate = Estimate {
                cost: -probability.ln() as f32,
                frequency: (counts[&gram] / characters) as f32,
            };
            (gram, estimate)
        })
        .collect()
}
