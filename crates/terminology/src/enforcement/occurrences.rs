use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::Layout;
use crate::matching::{Word, folded, words_and_marks};

/// Alignments are often wrong by a word or two: a term that stands so close to what is aligned to
/// it is not written there again.
const CLOSE: usize = 3;

/// Which words of a translation are the use of which term.
pub(super) struct Claims {
    /// The words of each term.
    pub(super) words: Vec<Option<Range<usize>>>,
    is_taken: Vec<bool>,
    /// Where each word of the translation stands, by its small letters.
    places: FxHashMap<String, VecDeque<usize>>,
}

/// A target of some terms, with the words of the translation that are it.
struct Occurrence {
    words: Range<usize>,
    /// Which of the forms.
    form: usize,
}

impl Claims {
    pub(super) fn new(layout: &Layout<'_>) -> Self {
        let mut places: FxHashMap<String, VecDeque<usize>> = FxHashMap::default();
        for (index, word) in layout.words.iter().enumerate() {
            let places = places.entry(word.folded.to_string()).or_default();
            places.push_back(index);
        }
        let mut claims = Self {
            words: vec![None; layout.segment.terms().len()],
            is_taken: vec![false; layout.words.len()],
            places,
        };
        let forms = Forms::new(layout);
        let occurrences = forms.occurrences(layout);
        claims.claim_linked(layout, &forms, &occurrences, 0);
        claims.claim_compounds(layout);
        claims.claim_linked(layout, &forms, &occurrences, CLOSE);
        claims.claim_others(layout, &forms, &occurrences);
        claims
    }

    pub(super) fn is_taken(&self, word: usize) -> bool {
        self.is_taken.get(word).copied().unwrap_or(true)
    }

    pub(super) fn take(&mut self, words: Range<usize>) {
        if let Some(words) = self.is_taken.get_mut(words) {
            words.fill(true);
        }
    }

    /// Leaves out the first places of a word that are taken: those are most, and would be looked at
    /// for each term again.
    pub(super) fn forget_taken(&mut self, folded: &str) {
        if let Some(places) = self.places.get_mut(folded) {
            let is_taken = |place: &usize| self.is_taken.get(*place) != Some(&false);
            while places.front().is_some_and(is_taken) {
                places.pop_front();
            }
        }
    }

    /// Where a word stands that is written like this in small letters.
    pub(super) fn places_of(&self, folded: &str) -> impl Iterator<Item = usize> {
        let places = self.places.get(folded);
        places.into_iter().flatten().copied()
    }

    fn is_satisfied(&self, term: usize) -> bool {
        self.words.get(term).is_none_or(Option::is_some)
    }

    fn claim(&mut self, term: usize, words: Range<usize>) {
        if let Some(claimed) = self.words.get_mut(term) {
            *claimed = Some(words.clone());
        }
        self.take(words);
    }

    fn is_free(&self, words: &Range<usize>) -> bool {
        words.clone().all(|word| !self.is_taken(word))
    }

    /// Gives words to the terms that words up to `distance` beside them are linked to.
    fn claim_linked(
        &mut self,
        layout: &Layout<'_>,
        forms: &Forms<'_>,
        found: &[Occurrence],
        distance: usize,
    ) {
        for occurrence in found {
            if !self.is_free(&occurrence.words) {
                continue;
            }
            let mut weights: FxHashMap<usize, f32> = FxHashMap::default();
            let start = occurrence.words.start.saturating_sub(distance);
            let end = (occurrence.words.end + distance).min(layout.links.len());
            let links = layout.links.get(start..end).unwrap_or_default();
            for (term, weight) in links.iter().flat_map(|links| &links.terms) {
                if !self.is_satisfied(*term) && forms.has(occurrence.form, *term) {
                    *weights.entry(*term).or_default() += weight;
                }
            }
            let best = weights
                .into_iter()
                .max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
            if let Some((term, _)) = best {
                self.claim(term, occurrence.words.clone());
            }
        }
    }

    /// Gives compounds to the terms that they are linked to and hold.
    fn claim_compounds(&mut self, layout: &Layout<'_>) {
        for (index, (word, links)) in layout.words.iter().zip(&layout.links).enumerate() {
            let holder = links.terms.iter().find(|(term, _)| {
                let targets = layout.segment.terms().get(*term).map(|term| &term.targets);
                let holds = |target: &String| {
                    let parts = words_and_marks(target, layout.language);
                    matches!(&parts[..], [part] if layout.inflection.is_compound_of(word, part))
                };
                !self.is_satisfied(*term) && targets.is_some_and(|t| t.iter().any(holds))
            });
            if let Some((term, _)) = holder.copied()
                && !self.is_taken(index)
            {
                self.claim(term, index..index + 1);
            }
        }
    }

    /// Gives words that stand for nothing known to terms for which nothing is known to stand.
    fn claim_others(&mut self, layout: &Layout<'_>, forms: &Forms<'_>, found: &[Occurrence]) {
        let linked = layout.links.iter().flat_map(|links| &links.terms);
        let linked: FxHashSet<usize> = linked.map(|(term, _)| *term).collect();
        let mut waiting: Vec<VecDeque<usize>> = forms
            .terms
            .iter()
            .map(|terms| {
                let unlinked = terms.iter().filter(|term| !linked.contains(term));
                unlinked.copied().collect()
            })
            .collect();
        for occurrence in found {
            if !self.is_free(&occurrence.words) {
                continue;
            }
            let Some(waiting) = waiting.get_mut(occurrence.form) else {
                continue;
            };
            while let Some(term) = waiting.pop_front() {
                if !self.is_satisfied(term) {
                    self.claim(term, occurrence.words.clone());
                    break;
                }
            }
        }
    }
}

/// The targets of all terms, those of several terms once.
struct Forms<'a> {
    words: Vec<Vec<Word<'a>>>,
    /// The terms that want each, in order.
    terms: Vec<Vec<usize>>,
}

impl<'a> Forms<'a> {
    fn new(layout: &Layout<'a>) -> Self {
        let mut forms = Self {
            words: Vec::new(),
            terms: Vec::new(),
        };
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        for (index, term) in layout.segment.terms().iter().enumerate() {
            for target in &term.targets {
                let text = folded(target, layout.language).into_owned();
                let form = *known.entry(text).or_insert_with(|| {
                    forms.words.push(words_and_marks(target, layout.language));
                    forms.terms.push(Vec::new());
                    forms.words.len() - 1
                });
                if let Some(terms) = forms.terms.get_mut(form)
                    && terms.last() != Some(&index)
                {
                    terms.push(index);
                }
            }
        }
        forms
    }

    fn has(&self, form: usize, term: usize) -> bool {
        let terms = self.terms.get(form);
        terms.is_some_and(|terms| terms.binary_search(&term).is_ok())
    }

    /// Where the forms stand in a translation, the longest first.
    fn occurrences(&self, layout: &Layout<'_>) -> Vec<Occurrence> {
        let inflection = layout.inflection;
        let mut by_stem: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (index, word) in layout.words.iter().enumerate() {
            let nouns = inflection.without_particle(&word.folded);
            let nouns = nouns.filter_map(|length| word.folded.get(..length));
            for noun in nouns.chain([inflection.stem(&word.folded).as_ref()]) {
                by_stem.entry(noun.to_owned()).or_default().push(index);
            }
        }
        let mut found = Vec::new();
        for (form, wanted) in self.words.iter().enumerate() {
            let first = wanted.first().map(|word| inflection.stem(&word.folded));
            let starts = first.and_then(|stem| by_stem.get(stem.as_ref()));
            for start in starts.into_iter().flatten().copied() {
                let words = start..start + wanted.len();
                if is_form(layout, &words, wanted) {
                    found.push(Occurrence { words, form });
                }
            }
        }
        found.sort_by_key(|found| (usize::MAX - found.words.len(), found.words.start));
        found
    }
}

/// Whether some words of a translation are a form of the wanted ones.
fn is_form(layout: &Layout<'_>, found: &Range<usize>, wanted: &[Word<'_>]) -> bool {
    let inflection = layout.inflection;
    let is_kept = |word| layout.is_placeholder(word);
    let Some(words) = layout.words.get(found.clone()) else {
        return false;
    };
    let are_equal = |(found, wanted): (&Word<'_>, &Word<'_>)| {
        inflection.may_be_forms(found, wanted)
            || inflection
                .without_particle(&found.folded)
                .any(|length| found.folded.get(..length) == Some(wanted.folded.as_ref()))
    };
    !found.clone().any(is_kept) && words.iter().zip(wanted).all(are_equal)
}
