//! Which n-grams earn their place.

use rustc_hash::FxHashMap;

use crate::grams::Gram;
use crate::model::Estimate;
use crate::ngrams::LONGEST;

/// Steps of the stored costs in a natural unit of information.
pub const STEPS: f32 = 16.0;

/// What a character costs in a language that does not know it.
pub const UNKNOWN: u8 = 224;

/// What it costs a language more, by the length of the n-gram, that others have an n-gram and it
/// has not.
pub const PENALTIES: [u8; LONGEST + 1] = [0, 0, 32, 24, 20, 16];

/// An estimate costs this much more or less than what the table says without it, in steps, or is
/// not worth its place: first in languages that the n-gram speaks for, then in others.
const WORTH_STORING: f32 = 5.0;
const WORTH_STORING_AGAINST: f32 = 12.0;

/// How much less likely than in the first language, in steps, an n-gram is in the others.
const FAR: f32 = 40.0;

/// The languages of an n-gram by their place among those of the script, with the costs in steps.
pub type Entry = Vec<(u8, u8)>;

/// The n-grams of a script that are kept.
pub struct Kept {
    pub entries: FxHashMap<Gram, Entry>,
    languages: usize,
}

impl Kept {
    /// What the last character of an n-gram costs each language, as a reader of the table finds it;
    /// `None` if the n-gram is not reached.
    fn costs(&self, gram: Gram) -> Vec<f32> {
        let mut costs = vec![f32::from(UNKNOWN); self.languages];
        let mut part = Gram::of([]);
        for (shorter, character) in gram.backwards().enumerate() {
            part = part.preceded_by(character);
            let Some(entry) = self.entries.get(&part) else {
                break;
            };
            if shorter > 0 {
                for cost in &mut costs {
                    *cost += f32::from(PENALTIES[shorter + 1]);
                }
            }
            for &(language, cost) in entry {
                costs[usize::from(language)] = f32::from(cost);
            }
        }
        costs
    }
}

/// A language as pruning sees it.
pub struct Candidate {
    pub estimates: FxHashMap<Gram, Estimate>,
    /// How much it counts.
    pub weight: f32,
}

/// Keeps the n-grams that raise the expected log-probability of the right language by at least
/// `threshold` for each character of text. Shorter ones come first: a longer one must tell more
/// than what is kept of it already.
pub fn prune(candidates: &[Candidate], threshold: f32) -> Kept {
    let mut kept = Kept {
        entries: FxHashMap::default(),
        languages: candidates.len(),
    };
    for length in 1..=LONGEST {
        let mut all: Vec<(Gram, u8, Estimate)> = Vec::new();
        for (language, candidate) in candidates.iter().enumerate() {
            all.extend(
                candidate
                    .estimates
                    .iter()
                    .filter(|(gram, _)| gram.len() == length)
                    .map(|(&gram, &estimate)| (gram, language as u8, estimate)),
            );
        }
        all.sort_unstable_by_key(|&(gram, language, _)| (gram, language));
        let mut found = Vec::new();
        for group in all.chunk_by(|left, right| left.0 == right.0) {
            let gram = group[0].0;
            if let Some(entry) = worth_keeping(&kept, candidates, gram, group, threshold) {
                found.push((gram, entry));
            }
        }
        eprintln!("  {length}: {} of {}", found.len(), all.len());
        kept.entries.extend(found);
    }
    kept
}

fn worth_keeping(
    kept: &Kept,
    candidates: &[Candidate],
    gram: Gram,
    group: &[(Gram, u8, Estimate)],
    threshold: f32,
) -> Option<Entry> {
    let weighted = |&(_, language, estimate): &(Gram, u8, Estimate)| {
        candidates[usize::from(language)].weight * estimate.frequency
    };
    let length = gram.len();
    if length > 1 {
        let most = group.iter().map(weighted).sum::<f32>() * 12.0;
        if most < threshold || !kept.entries.contains_key(&gram.shorter()) {
            return None;
        }
    }
    let before = kept.costs(gram);
    let penalty = f32::from(PENALTIES[length]);
    let default: Vec<f32> = before.iter().map(|cost| cost + penalty).collect();
    let mut after = default.clone();
    for &(_, language, estimate) in group {
        after[usize::from(language)] = (estimate.cost * STEPS).clamp(0.0, 255.0);
    }
    if length > 1 {
        let (sum_before, sum_after) = (log_sum(&before), log_sum(&after));
        let gain: f32 = group
            .iter()
            .map(|item| {
                let place = usize::from(item.1);
                let told = (before[place] + sum_before) - (after[place] + sum_after);
                weighted(item) * told / STEPS
            })
            .sum();
        if gain < threshold {
            return None;
        }
    }
    let best = after.iter().copied().fold(f32::MAX, f32::min);
    let entry: Entry = group
        .iter()
        .filter_map(|&(_, language, _)| {
            let place = usize::from(language);
            let worth = if after[place] > best + FAR {
                WORTH_STORING_AGAINST
            } else {
                WORTH_STORING
            };
            let differs = length == 1 || (after[place] - default[place]).abs() >= worth;
            differs.then_some((language, after[place].round() as u8))
        })
        .collect();
    (!entry.is_empty()).then_some(entry)
}

/// The logarithm of the sum of the probabilities, in steps.
fn log_sum(costs: &[f32]) -> f32 {
    let least = costs.iter().copied().fold(f32::MAX, f32::min);
    let sum: f32 = costs
        .iter()
        .map(|cost| ((least - cost) / STEPS).exp())
        .sum();
    sum.ln() * STEPS - least
}
