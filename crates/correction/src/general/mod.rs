//! What is wrong in any language: words that stand twice, and spaces, marks and capitals in wrong places.
//!
//! The rules are the same for all languages that put spaces between words; [`typography`] has their differences.

mod annotated_text;
mod capitals;
mod east_asian;
mod inversion;
mod punctuation;
mod repetition;
mod spacing;
mod typography;
mod verbatim;

use std::ops::Range;

use crate::base_language::BaseLanguage;
use crate::draft::Draft;
use crate::orthography::Orthography;
use annotated_text::AnnotatedText;
use east_asian::EastAsianTypography;
use typography::Typography;

/// How often what is left of a mistake may give another rule something to do.
const ROUNDS: usize = 4;

/// Applies the rules that all languages have in common, with the data of one language.
pub(crate) fn apply(draft: &mut Draft, base: BaseLanguage, orthography: &Orthography) {
    if let Some(typography) = EastAsianTypography::of(base) {
        east_asian::apply(draft, typography);
        return;
    }
    let Some(typography) = Typography::of(base) else {
        return;
    };
    for _ in 0..ROUNDS {
        let before = draft.text().to_owned();
        draft.apply(repetition::edits(draft, orthography, typography));
        draft.apply(punctuation::edits(&AnnotatedText::new(draft)));
        draft.apply(spacing::edits(&AnnotatedText::new(draft), typography));
        draft.apply(inversion::edits(&AnnotatedText::new(draft), typography));
        draft.apply(capitals::edits(&AnnotatedText::new(draft), typography));
        if draft.text() == before {
            return;
        }
    }
}

/// What a text quotes with its mistakes, and, in a language without a dictionary, words that it speaks of, apart from what
/// is kept.
pub(crate) fn mentions(text: &str, base: BaseLanguage, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut mentions = verbatim::stretches(text);
    if EastAsianTypography::of(base).is_some() {
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
