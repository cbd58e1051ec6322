//! Words that an alignment forgets.
//!
//! Attention gives every word of a translation something to stand for, but not every word of the
//! source something that stands for it: an article or an auxiliary often shows its noun or verb
//! instead. If a word of the source is left over, and beside the translation of its neighbour
//! there is a word whose own has a better translation, the two belong together. It is a step of
//! the usual symmetrisation of alignments (Och and Ney 2003), taken for words left over only.

use super::evidence::Evidence;
use super::units::Unit;

/// Links the words left over on both sides where they are beside each other.
pub(super) fn link_spare_words(evidence: &mut Evidence, source: &[Unit], target: &[Unit]) {
    let mut pairs = Pairs::new(evidence, source, target);
    let words: Vec<usize> = (0..source.len())
        .filter(|&unit| source.get(unit).is_some_and(Unit::has_content))
        .collect();
    for (index, &word) in words.iter().enumerate() {
        if pairs.is_covered(word) {
            continue;
        }
        let neighbour = |index: Option<usize>| index.and_then(|index| words.get(index)).copied();
        let place = |neighbour: Option<usize>, end: usize| match neighbour {
            Some(neighbour) => pairs.place(neighbour),
            None => Some(end),
        };
        // Counted from 1, so that there is a place before the first.
        let before = place(neighbour(index.checked_sub(1)), 0);
        let after = place(neighbour(Some(index + 1)), target.len() + 1);
        let candidates = [
            before.and_then(|place| place.checked_add(1)),
            after.and_then(|place| place.checked_sub(1)),
            after.and_then(|place| place.checked_add(1)),
            before.and_then(|place| place.checked_sub(1)),
        ];
        let found = candidates
            .into_iter()
            .flatten()
            .filter_map(|place| place.checked_sub(1))
            .find(|&unit| pairs.is_spare(unit));
        if let Some(unit) = found {
            pairs.set(unit, word);
        }
    }
}

/// Which word stands for which most.
struct Pairs<'units> {
    evidence: &'units mut Evidence,
    source: &'units [Unit],
    target: &'units [Unit],
    /// For each unit of the source the unit that it is the strongest of, and how strong.
    best: Vec<Option<(usize, f32)>>,
}

impl<'units> Pairs<'units> {
    fn new(evidence: &'units mut Evidence, source: &'units [Unit], target: &'units [Unit]) -> Self {
        let mut best: Vec<Option<(usize, f32)>> = vec![None; source.len()];
        for (index, unit) in target.iter().enumerate() {
            if let Some(link) = evidence.strongest(index).filter(|_| unit.has_content())
                && let Some(best) = best.get_mut(link.source)
                && best.is_none_or(|(_, best)| link.weight > best)
            {
                *best = Some((index, link.weight));
            }
        }
        Self {
            evidence,
            source,
            target,
            best,
        }
    }

    fn is_covered(&self, word: usize) -> bool {
        self.place(word).is_some()
    }

    /// The unit that stands for a word, counted from 1.
    fn place(&self, word: usize) -> Option<usize> {
        let best = self.best.get(word).copied().flatten();
        best.map(|(unit, _)| unit + 1)
    }

    /// Whether a word of the translation stands for nothing, for a mark, or for a word that
    /// another one stands for more.
    fn is_spare(&self, unit: usize) -> bool {
        if !self.target.get(unit).is_some_and(|unit| unit.has_content()) {
            return false;
        }
        let Some(link) = self.evidence.strongest(unit) else {
            return true;
        };
        let word = link.source;
        let is_mark = self.source.get(word).is_none_or(|word| !word.has_content());
        is_mark || self.place(word) != Some(unit + 1)
    }

    fn set(&mut self, unit: usize, word: usize) {
        self.evidence.set(unit, word);
        if let Some(best) = self.best.get_mut(word) {
            *best = Some((unit, 1.0));
        }
    }
}
