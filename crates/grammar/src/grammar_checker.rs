//! The grammar checker and the steps of a check.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_correction::{EditableText, RuleTable};
use dragoman_language::Language;

use crate::blocks::blocks;
use crate::dialect::dialect_of;
use crate::linters::Linters;
use crate::protected_ranges::{is_dialect, protected};
use crate::vocabulary::Vocabulary;
use crate::{capitals, punctuation, repetition, spelling};

/// Pattern rules for frequent mistakes.
static RULES: LazyLock<RuleTable> =
    LazyLock::new(|| RuleTable::read(include_str!("../rules/en.tsv")));

/// Corrects English texts. A checker can be shared between threads.
pub struct GrammarChecker {
    vocabulary: Vocabulary,
    linters: Linters,
}

impl Default for GrammarChecker {
    fn default() -> Self {
        Self::new()
    }
}

impl GrammarChecker {
    /// Loads the dictionary, which takes half a second and most of the memory of the process.
    #[must_use]
    pub fn new() -> Self {
        Self {
            vocabulary: Vocabulary::new(),
            linters: Linters::new(),
        }
    }

    /// Corrects the certain mistakes of a text. The byte ranges `kept` do not change. The time is linear in the length
    /// of the text. When `stop` is set, the rest of the text is not checked.
    #[must_use]
    pub fn proofread(
        &self,
        text: &str,
        language: Language,
        kept: &[Range<usize>],
        stop: &AtomicBool,
    ) -> String {
        let dialect = dialect_of(language, text, &self.vocabulary);
        let mut read = String::with_capacity(text.len() + 16);
        let mut begins = true;
        for block in blocks(text) {
            let part = text.get(block.clone()).unwrap_or_default();
            if stop.load(Ordering::Relaxed) || part.trim().is_empty() {
                read.push_str(part);
                begins = true;
                continue;
            }
            let inside = kept.iter().filter_map(|range| intersection(range, &block));
            let inside: Vec<Range<usize>> = inside.collect();
            let mut editable = EditableText::new(part.to_owned(), protected(part, &inside));
            self.correct_block(&mut editable, language, dialect, begins);
            if part.contains('’') && !part.contains('\'') {
                // The text has only curved apostrophes, so that all straight ones come from rules.
                read.push_str(&editable.text().replace('\'', "’"));
            } else {
                read.push_str(editable.text());
            }
            begins = part.trim_end().ends_with(['.', '!', '?']);
        }
        read
    }

    fn correct_block(
        &self,
        editable: &mut EditableText,
        language: Language,
        dialect: harper_core::Dialect,
        begins: bool,
    ) {
        let vocabulary = &self.vocabulary;
        editable.apply(punctuation::edits(editable, vocabulary));
        RULES.apply(editable, language);
        editable.apply(spelling::edits(editable, dialect, vocabulary));
        editable.apply(repetition::edits(editable));
        if !is_dialect(editable.text()) {
            editable.apply(self.linters.edits(editable, dialect, vocabulary));
        }
        // A correction may reveal another mistake.
        RULES.apply(editable, language);
        editable.apply(capitals::edits(editable, vocabulary, begins));
    }
}

/// The intersection of a range with a block, as offsets in the block.
fn intersection(range: &Range<usize>, block: &Range<usize>) -> Option<Range<usize>> {
    let start = range.start.max(block.start);
    let end = range.end.min(block.end);
    (start < end).then(|| start - block.start..end - block.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_corrects_its_own_example_and_leaves_the_correct_one() {
        let mut wrong = Vec::new();
        for rule in RULES.rules() {
            let language = Language::parse(rule.variant.unwrap_or("en")).unwrap();
            let after = |text: &str| {
                let mut editable = EditableText::new(text.to_owned(), Vec::new());
                RULES.apply(&mut editable, language);
                editable.into_text()
            };
            let unaffected = rule.unaffected.into_iter().map(|text| (text, text));
            let examples = [(rule.incorrect, rule.correct), (rule.correct, rule.correct)];
            for (before, wanted) in examples.into_iter().chain(unaffected) {
                let found = after(before);
                if found != wanted {
                    wrong.push(format!("{before:?} -> {found:?}, not {wanted:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
