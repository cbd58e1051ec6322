//! What is wrong in any language: words that stand twice, and spaces, marks and capitals in wrong places.
//!
//! The rules are the same for all languages that put spaces between words; [`customs`] says in what these differ.

mod capitals;
mod customs;
mod east_asian;
mod inversion;
mod punctuation;
mod repetition;
mod sheet;
mod spacing;
mod verbatim;

use std::ops::Range;

use crate::base_language::BaseLanguage;
use crate::conventions::Conventions;
use crate::draft::Draft;
use customs::Customs;
use east_asian::Writing;
use sheet::Sheet;

/// How often what is left of a mistake may give another rule something to do.
const ROUNDS: usize = 4;

/// Carries out the rules that are the same for all languages but for their conventions.
pub(crate) fn carry_out(draft: &mut Draft, base: BaseLanguage, conventions: &Conventions) {
    if let Some(writing) = Writing::of(base) {
        east_asian::carry_out(draft, writing);
        return;
    }
    let Some(customs) = Customs::of(base) else {
        return;
    };
    for _ in 0..ROUNDS {
        let before = draft.text().to_owned();
        draft.apply(repetition::edits(draft, conventions, customs));
        draft.apply(punctuation::edits(&Sheet::new(draft)));
        draft.apply(spacing::edits(&Sheet::new(draft), customs));
        draft.apply(inversion::edits(&Sheet::new(draft), customs));
        draft.apply(capitals::edits(&Sheet::new(draft), customs));
        if draft.text() == before {
            return;
        }
    }
}

/// What a text quotes with its mistakes, and, in a language without a dictionary, words that it speaks of, apart from what
/// is kept.
pub(crate) fn mentions(text: &str, base: BaseLanguage, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut mentions = verbatim::stretches(text);
    if Writing::of(base).is_some() {
        mentions.extend(east_asian::mentions::mentions(text));
    }
    mentions.retain(|range| {
        let is_apart = |kept: &Range<usize>| kept.end <= range.start || range.end <= kept.start;
        kept.iter().all(is_apart)
    });
    mentions
}

#[cfg(test)]
mod tests;
