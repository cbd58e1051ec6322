//! Harper's rules of grammar, of which a reviewed list is on.

use std::sync::{Mutex, PoisonError};

use dragoman_correction::Draft;
use dragoman_domain::Edit;
use harper_core::linting::{Lint, LintGroup, Suggestion};
use harper_core::{Dialect, Document, remove_overlaps_map};

use crate::vocabulary::Vocabulary;

/// The rules that are on. Each line: the name, and `one` if it is followed where it has a single proposal, `first` if its
/// first proposal is good whatever else it proposes.
const LIST: &str = include_str!("../rules/linters.tsv");

/// The rules for each dialect, made when they are first wanted and shared from then on.
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

    /// What the rules change in a text.
    pub(crate) fn edits(
        &self,
        draft: &Draft,
        dialect: Dialect,
        vocabulary: &Vocabulary,
    ) -> Vec<Edit> {
        let text = draft.text();
        let document = Document::new_plain_english(text, vocabulary.dictionary());
        let mut findings = self.findings(&document, dialect, vocabulary);
        remove_overlaps_map(&mut findings);
        let offsets = byte_offsets(text);
        let mut edits = Vec::new();
        for (rule, lints) in findings {
            for lint in lints {
                edits.extend(edit(&rule, &lint, text, &offsets));
            }
        }
        edits.retain(|edit| !is_beside_kept(draft, edit));
        edits
    }

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
            // A rule that panicked may have left anything in there.
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

/// The list: names, and how their proposals are taken.
fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t'))
}

/// Where each character of a text begins, and where the last one ends.
fn byte_offsets(text: &str) -> Vec<usize> {
    let starts = text.char_indices().map(|(at, _)| at);
    starts.chain([text.len()]).collect()
}

/// The change that a finding asks for; nothing if it asks for none, or for several.
fn edit(rule: &str, lint: &Lint, text: &str, offsets: &[usize]) -> Option<Edit> {
    let start = *offsets.get(lint.span.start)?;
    let end = *offsets.get(lint.span.end)?;
    let range = start..end;
    if is_before_unheard(rule, text.get(end..)?) {
        return None;
    }
    let takes_first = || rules().any(|(name, manner)| name == rule && manner == "first");
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

/// Whether an article stands before something whose sound harper does not know: an acronym, or one of its exceptions.
fn is_before_unheard(rule: &str, behind: &str) -> bool {
    let next = behind.split_whitespace().next().unwrap_or_default();
    let is_acronym = next.chars().filter(|c| c.is_uppercase()).count() >= 2;
    rule == "AnA" && (is_acronym || next.starts_with("ewe"))
}

/// Whether what is kept stands beside a change, so that the rule has read something that is no word.
fn is_beside_kept(draft: &Draft, edit: &Edit) -> bool {
    let text = draft.text();
    let before = text.get(..edit.range.start).unwrap_or_default();
    let behind = text.get(edit.range.end..).unwrap_or_default();
    let start = before.trim_end().len().saturating_sub(1);
    let end = text.len() - behind.trim_start().len();
    draft.is_kept(&(start..(end + 1).min(text.len())))
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
        assert!(rules().all(|(_, manner)| ["one", "first"].contains(&manner)));
    }
}
