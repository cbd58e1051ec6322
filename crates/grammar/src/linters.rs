//! Harper's rules of grammar, of which a reviewed list is on.

use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use dragoman_correction::Draft;
use dragoman_domain::Edit;
use dragoman_text::begins_sentence;
use harper_core::linting::{Lint, LintGroup, Suggestion};
use harper_core::{Dialect, Document, remove_overlaps_map};
use rustc_hash::FxHashMap;

use crate::vocabulary::Vocabulary;

/// The rules that are on. Each line: the name, and `one` if it is followed where it has a single proposal, `first` if its
/// first proposal is good whatever else it proposes.
const LIST: &str = include_str!("../rules/linters.tsv");

/// The names of the rules that are on, and how their proposals are taken.
static MANNERS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| rules().collect());

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
    if is_doubtful(rule, text, &range, vocabulary) {
        return None;
    }
    let takes_first = || MANNERS.get(rule) == Some(&"first");
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

/// Words that may follow a noun, where another noun would make it the first part of a name.
const AFTER_NOUNS: [&str; 26] = [
    "is", "are", "was", "were", "has", "have", "had", "in", "of", "on", "at", "from", "that",
    "which", "who", "and", "or", "but", "to", "for", "with", "we", "i", "you", "will", "can",
];

/// Words behind which no noun stands.
const BEFORE_VERBS: [&str; 8] = [
    "will", "would", "can", "could", "may", "might", "should", "not",
];

/// Whether a rule of harper has likely misread what stands there.
fn is_doubtful(rule: &str, text: &str, range: &Range<usize>, vocabulary: &Vocabulary) -> bool {
    let found = text.get(range.clone()).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    match rule {
        "AnA" => is_no_article(text, range) || is_before_unheard(behind, vocabulary),
        "OneOfTheSingular" => {
            let next = behind.strip_prefix(' ').unwrap_or_default();
            let next = next.split(|c: char| !c.is_alphanumeric()).next();
            let next = next.unwrap_or_default().to_lowercase();
            !next.is_empty() && !AFTER_NOUNS.contains(&next.as_str())
        }
        // "Its only effect is that …"
        "NounVerbConfusion" => {
            let before = text.get(..range.start).unwrap_or_default();
            let last = before.split_whitespace().next_back().unwrap_or_default();
            let found = found.to_lowercase();
            // In psychology an affect is a feeling: "flat affect".
            (found.contains("effect") && !BEFORE_VERBS.contains(&last))
                || (found.contains("affect") && !behind.starts_with(" on "))
        }
        // "Only then were the doors opened", "Gone were the days".
        "WereWhere" => {
            let before = text.get(..range.start).unwrap_or_default();
            let sentence = before.rsplit(['.', '!', '?', ';']).next();
            let first = sentence.unwrap_or_default().split_whitespace().next();
            first.is_some_and(|word| OPENINGS.contains(&word.to_lowercase().as_str()))
        }
        _ => false,
    }
}

/// Words that begin a sentence whose verb may stand before its subject.
const OPENINGS: [&str; 24] = [
    "only", "not", "never", "so", "such", "also", "among", "amongst", "gone", "included", "nor",
    "neither", "rarely", "seldom", "under", "in", "on", "at", "with", "behind", "attached",
    "beside", "above", "below",
];

/// Whether the letter A is the name of something: an option, a package, one of A and B.
fn is_no_article(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let article = text.get(range.clone()).unwrap_or_default();
    let is_large = article.starts_with('A') && !begins_sentence(text, range.start);
    is_large || !(before.is_empty() || before.ends_with(|c: char| " \n\t\"“‘(".contains(c)))
}

/// Whether an article stands before something whose sound nobody here knows: an acronym, a sign, a word that is not in
/// the dictionary, or one of harper's exceptions.
fn is_before_unheard(behind: &str, vocabulary: &Vocabulary) -> bool {
    let next = behind.split_whitespace().next().unwrap_or_default();
    let is_acronym = next.chars().filter(|c| c.is_uppercase()).count() >= 2;
    let next = next.trim_start_matches(['"', '“', '‘', '\'', '(']);
    let word = next.split(|c: char| !c.is_alphabetic()).next();
    let word = word.unwrap_or_default();
    // Harper knows no British spelling here.
    let is_honour = word.to_lowercase().starts_with("honour");
    is_acronym || is_honour || word.starts_with("ewe") || !vocabulary.has_letters(word)
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
