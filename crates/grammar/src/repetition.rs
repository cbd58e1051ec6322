//! Words that stand twice by mistake.

use dragoman_correction::Draft;
use dragoman_domain::Edit;
use unicode_segmentation::UnicodeSegmentation;

/// Words that hardly ever stand twice on purpose. Others do: "that that", "had had", "log in in the morning",
/// "gave her her coat", "very very".
const NEVER_TWICE: [&str; 36] = [
    "a", "an", "and", "are", "as", "at", "be", "because", "but", "could", "every", "for", "from",
    "i", "if", "into", "is", "my", "of", "or", "our", "some", "than", "the", "their", "these",
    "this", "those", "to", "was", "we", "were", "which", "with", "would", "your",
];

/// Words after which a sentence may say "what it is is".
const FREE_CLAUSES: [&str; 5] = ["what", "who", "where", "how", "whatever"];

/// Takes out the second of two equal words with nothing but spaces between them.
pub(crate) fn edits(draft: &Draft) -> Vec<Edit> {
    let text = draft.text();
    let mut edits = Vec::new();
    let mut last: Option<(usize, &str)> = None;
    let mut has_free_clause = false;
    for (at, word) in text.unicode_word_indices() {
        let small = word.to_lowercase();
        has_free_clause |= FREE_CLAUSES.contains(&small.as_str());
        if let Some((start, before)) = last {
            let end = start + before.len();
            let between = text.get(end..at).unwrap_or_default();
            let is_spaced = !between.is_empty() && between.chars().all(|c| c == ' ');
            let is_twice = before.to_lowercase() == small && word == small;
            let may_stand = has_free_clause && ["is", "was", "are", "were"].contains(&word);
            if is_twice
                && is_spaced
                && !may_stand
                && NEVER_TWICE.contains(&word)
                && !is_named(text, start)
            {
                edits.push(Edit {
                    range: end..at + word.len(),
                    text: String::new(),
                });
            }
        }
        last = Some((at, word));
    }
    edits
}

/// Whether a word stands in quotation marks or beside a sign, as what is spoken of.
fn is_named(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    before.is_some_and(|c| "\"'“‘«-/".contains(c))
}
