//! Harper's rules of grammar, of which a reviewed list is on.

use std::sync::{LazyLock, Mutex, PoisonError};

use dragoman_correction::Draft;
use dragoman_text::Edit;
use harper_core::linting::{Lint, LintGroup, Suggestion};
use harper_core::{Dialect, Document, remove_overlaps_map};
use rustc_hash::FxHashMap;

use crate::false_positives::{Finding, is_false_positive};
use crate::vocabulary::Vocabulary;

/// The rules that are on. Each line: the name, and `one` if it is followed where it has a single proposal, `first` if its
/// first proposal is good whatever else it proposes.
const LIST: &str = include_str!("../rules/linters.tsv");

/// The names of the rules that are on, and how their proposals are taken.
static ENABLED: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| rules().collect());

/// The rules for each dialect, made when they are first wanted and shared from then on.
///
/// Harper's rules keep state while they read, and making them takes time and memory. So they read one text in each
/// dialect at a time, whatever the number of threads; another text waits for its turn.
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
                edits.extend(edit(&rule, &lint, text, &offsets, vocabulary));
            }
        }
        edits.retain(|edit| !is_beside_kept(draft, edit));
        edits
    }

    /// What the rules find, one text at a time.
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
        assert!(rules().all(|(_, taken)| ["one", "first"].contains(&taken)));
    }
}
