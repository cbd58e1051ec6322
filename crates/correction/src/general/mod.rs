//! Rules for all languages: repeated words, and misplaced spaces, punctuation marks and capitals.
//!
//! The rules are the same for all languages that separate words by spaces; [`typography`] has their differences.

mod annotated_text;
mod capitals;
mod east_asian;
mod inverted_marks;
mod punctuation;
mod repetition;
mod spacing;
mod typography;
mod verbatim;

use std::ops::Range;

use crate::base_language::BaseLanguage;
use crate::editable_text::EditableText;
use crate::orthography::Orthography;
use annotated_text::AnnotatedText;
use east_asian::EastAsianTypography;
use typography::Typography;

/// The maximum number of passes: a correction made in one pass may reveal another mistake.
const MAX_PASSES: usize = 4;

/// Applies the rules for all languages with the data of one language.
pub(crate) fn apply(editable: &mut EditableText, base: BaseLanguage, orthography: &Orthography) {
    if let Some(typography) = EastAsianTypography::of(base) {
        east_asian::apply(editable, typography);
        return;
    }
    let Some(typography) = Typography::of(base) else {
        return;
    };
    for _ in 0..MAX_PASSES {
        let before = editable.text().to_owned();
        editable.apply(repetition::edits(editable, orthography, typography));
        editable.apply(punctuation::edits(&AnnotatedText::new(editable)));
        editable.apply(spacing::edits(&AnnotatedText::new(editable), typography));
        editable.apply(inverted_marks::edits(
            &AnnotatedText::new(editable),
            typography,
        ));
        editable.apply(capitals::edits(&AnnotatedText::new(editable), typography));
        if editable.text() == before {
            return;
        }
    }
}

/// The byte ranges of a text that quote somebody else's mistakes and, in a language without a dictionary, the words
/// that the text mentions. Ranges that overlap a kept one are left out.
pub(crate) fn mentions(text: &str, base: BaseLanguage, kept: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut mentions = verbatim::quotations(text);
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
