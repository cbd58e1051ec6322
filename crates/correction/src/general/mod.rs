//! What is wrong in any language: words that stand twice, and spaces, marks and capitals in wrong places.

mod repetition;

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::tongue::Tongue;

/// Carries out the rules that are the same for all languages but for their conventions.
pub(crate) fn carry_out(draft: &mut Draft, _tongue: Tongue, conventions: &Conventions) {
    draft.apply(repetition::edits(draft, conventions));
}
