//! Harper's grammar rules, of which a reviewed list is enabled.

use std::sync::{LazyLock, Mutex, PoisonError};

use dragoman_correction::EditableText;
use dragoman_text::Edit;
use harper_core::linting::{Lint, LintGroup, Suggestion};
use harper_core::{Dialect, Document, remove_overlaps_map};
use rustc_hash::FxHashMap;

use crate::false_positives::{Finding, is_false_positive};
use crate::vocabulary::Vocabulary;

/// The enabled rules. Each line has the name of a rule, and `one` if its suggestion is used if it is the only one, or
/// `first` if its first suggestion is always used.
const LIST: &str = include_str!("../rules/linters.tsv");

/// The names of the enabled rules, and which of their suggestions are used.
static ENABLED: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| rules().collect());

/// The rules of each dialect, created at their first use and shared by all threads.
///
/// Harper's rules have mutable state, and creating them takes time and memory. Therefore only one text in each dialect
/// is checked at a time; other texts wait.
pub(crate) struct Linters {
    american: Mutex<Option<LintGroup>>,
    british: Mutex<Option<LintGroup>>,
}

impl Linters {
    pub(crate) fn new() -> Self {
        Self {
            american: Mutex::new(None),
            british: Mutex::new(None),
        }
    }

    /// The edits of the rules in a text.
    pub(crate) fn edits(
        &self,
        editable: &EditableText,
        dialect: Dialect,
        vocabulary: &Vocabulary,
    ) -> Vec<Edit> {
        let text = editable.text();
        let document = Document::new_plain_english(text, vocabulary.dictionary());
        let mut findings = self.findings(&document, dialect, vocabulary);
        remove_overlaps_map(&mut findings);
        let offsets = byte_offsets(text);
        let mut edits = Vec::new();
        for (rule, lints) in findings {
            for lint in lints {
                edits.extend(edit(&rule, &lint, text, &offsets, vocabulary));
            }
        }
        edits.retain(|edit| !is_beside_kept(editable, edit));
        edits
    }

    /// The findings of the rules. Only one text is checked at a time.
    fn findings(
        &self,
        document: &Document,
        dialect: Dialect,
        vocabulary: &Vocabulary,
    ) -> std::collections::BTreeMap<String, Vec<Lint>> {
        let group = match dialect {
            Dialect::British => &self.british,
            _ => &self.american,
        };
        let mut group = group.lock().unwrap_or_else(|poisoned| {
            // A rule that panicked leaves the state undefined.
            group.clear_poison();
            let mut group = PoisonError::into_inner(poisoned);
            *group = None;
            group
        });
        let group = group.get_or_insert_with(|| linters(dialect, vocabulary));
        group.organized_lints(document)
    }
}

fn linters(dialect: Dialect, vocabulary: &Vocabulary) -> LintGroup {
    let mut group = LintGroup::new_curated(vocabulary.dictionary().clone(), dialect);
    group.set_all_rules_to(Some(false));
    for (rule, _) in rules() {
        group.config.set_rule_enabled(rule, true);
    }
    group
}

/// The names of the enabled rules, and which of their suggestions are used.
fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t'))
}

/// The byte offset of each character of a text, and that of its end.
fn byte_offsets(text: &str) -> Vec<usize> {
    let starts = text.char_indices().map(|(at, _)| at);
    starts.chain([text.len()]).collect()
}

/// The edit of a finding; `None` for a false positive, and for a finding without a suggestion that is used.
fn edit(
    rule: &str,
    lint: &Lint,
    text: &str,
    offsets: &[usize],
    vocabulary: &Vocabulary,
) -> Option<Edit> {
    let start = *offsets.get(lint.span.start)?;
    let end = *offsets.get(lint.span.end)?;
    let range = start..end;
    if is_false_positive(rule, &Finding::new(text, &range), vocabulary) {
        return None;
    }
    let takes_first = || ENABLED.get(rule) == Some(&"first");
    let suggestion = match lint.suggestions.as_slice() {
        [only] => only,
        [first, ..] if takes_first() => first,
        _ => return None,
    };
    let (range, text) = match suggestion {
        Suggestion::ReplaceWith(letters) => (range, letters.iter().collect::<String>()),
        Suggestion::InsertAfter(letters) => (end..end, letters.iter().collect()),
        Suggestion::Remove => (range, String::new()),
    };
    Some(Edit { range, text })
}

/// Whether an edit is next to a kept range, so that the rule has analysed something that is not a word.
fn is_beside_kept(editable: &EditableText, edit: &Edit) -> bool {
    let text = editable.text();
    let before = text.get(..edit.range.start).unwrap_or_default();
    let after = text.get(edit.range.end..).unwrap_or_default();
    let start = before.trim_end().len().saturating_sub(1);
    let end = text.len() - after.trim_start().len();
    editable.is_kept(&(start..(end + 1).min(text.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_list_is_one_of_harpers() {
        let vocabulary = Vocabulary::new();
        let group = LintGroup::new_curated(vocabulary.dictionary().clone(), Dialect::American);
        let unknown: Vec<&str> = rules()
            .map(|(rule, _)| rule)
            .filter(|rule| !group.contains_key(rule))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(rules().all(|(_, taken)| ["one", "first"].contains(&taken)));
    }
}
