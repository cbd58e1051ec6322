//! What is wrong in any language: words that stand twice, and spaces, marks and capitals in wrong places.

mod east_asian;
mod repetition;

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::tongue::Tongue;
use east_asian::Writing;

/// Carries out the rules that are the same for all languages but for their conventions.
pub(crate) fn carry_out(draft: &mut Draft, tongue: Tongue, conventions: &Conventions) {
    if let Some(writing) = Writing::of(tongue) {
        east_asian::carry_out(draft, writing);
        return;
    }
    draft.apply(repetition::edits(draft, conventions));
}
