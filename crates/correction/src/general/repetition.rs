//! Repeated words.

use dragoman_text::Edit;

use super::typography::Typography;
use crate::editable_text::EditableText;
use crate::orthography::Orthography;
use crate::words::{Word, words_to_look_up};

/// Removes the second of two equal words that only white space separates, unless the language allows the repetition.
pub(super) fn edits(
    editable: &EditableText,
    orthography: &Orthography,
    typography: &Typography,
) -> Vec<Edit> {
    let text = editable.text();
    let words = words_to_look_up(editable, orthography);
    let mut edits = Vec::new();
    let mut follows_relative = false;
    for (index, one) in words.iter().enumerate() {
        if one.is_first {
            follows_relative = false;
        }
        let word = one.text(text).to_lowercase();
        follows_relative |= typography.relatives.contains(&word.as_str());
        let Some(other) = words.get(index + 1) else {
            break;
        };
        // A word that occurs three times in a row is repeated on purpose.
        let is_echo = |index: Option<usize>| {
            let third = index.and_then(|index| words.get(index));
            third.is_some_and(|third| third.text(text).to_lowercase() == word)
        };
        let may_be_meant = follows_relative || typography.allows_repetition;
        let is_mistake = is_repeated(text, one, other, &word)
            && !is_emphasis(text, one, other, typography)
            && !is_noun_with_verb(text, one, orthography)
            && !is_echo(index.checked_sub(1))
            && !is_echo(index.checked_add(2))
            && !orthography.repeatable.contains(&word.as_str())
            && !typography.repeatable.contains(&word.as_str())
            && (!may_be_meant || typography.particles.contains(&word.as_str()))
            && !(typography.name_particles.contains(&word.as_str())
                && text
                    .get(other.range.end..)
                    .is_some_and(|rest| rest.trim_start().starts_with(char::is_uppercase)));
        if is_mistake {
            edits.push(Edit {
                range: one.range.end..other.range.end,
                text: String::new(),
            });
        }
    }
    edits
}

/// Whether the repetition of a word is emphasis.
fn is_emphasis(text: &str, one: &Word, other: &Word, typography: &Typography) -> bool {
    is_whole_utterance(text, one, other)
        || (typography.emphasises_by_doubling && ends_clause(text, other))
}

/// Whether a word is a noun before a verb with the same letters, as in "wenn Fliegen fliegen".
fn is_noun_with_verb(text: &str, one: &Word, orthography: &Orthography) -> bool {
    orthography.capitalises_nouns && !one.is_first && one.text(text).starts_with(char::is_uppercase)
}

/// Whether the two words are the whole utterance, as in "Hola hola, ...".
fn is_whole_utterance(text: &str, one: &Word, other: &Word) -> bool {
    let before = text.get(..one.range.start).unwrap_or_default().trim_end();
    let begins = before.is_empty() || before.ends_with(|c: char| ",.;:!?…«\"“".contains(c));
    begins && ends_clause(text, other)
}

/// Whether a punctuation mark follows the repeated word, as in "c'est joli joli." and "oh la la,".
fn ends_clause(text: &str, other: &Word) -> bool {
    let after = text.get(other.range.end..).unwrap_or_default();
    let mark = after
        .trim_start_matches([' ', '\u{a0}', '\u{202f}'])
        .chars()
        .next();
    mark.is_some_and(|c| ",.;:!?…".contains(c))
}

/// Whether two adjacent words are the same, and neither is joined to another word.
fn is_repeated(text: &str, one: &Word, other: &Word, word: &str) -> bool {
    let between = text
        .get(one.range.end..other.range.start)
        .unwrap_or_default();
    let is_joint = |c: char| matches!(c, '-' | '\'' | '’' | '\u{2011}');
    // Names may repeat a word, as in "Baden Baden", and consecutive lines may begin with the same word.
    other.text(text) == word
        && !between.is_empty()
        && between.chars().all(|c| matches!(c, ' ' | '\u{a0}'))
        && !text
            .get(..one.range.start)
            .is_some_and(|before| before.ends_with(is_joint))
        && !text
            .get(other.range.end..)
            .is_some_and(|after| after.starts_with(is_joint))
}
