//! Words that stand twice.

use dragoman_domain::Edit;

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::words::words;

/// Takes out the second of two equal words with nothing but white space between them, unless the language lets them
/// stand twice.
pub(super) fn edits(draft: &Draft, conventions: &Conventions) -> Vec<Edit> {
    let text = draft.text();
    let words = words(draft, conventions);
    let pairs = words.iter().zip(words.iter().skip(1));
    pairs
        .filter_map(|(one, other)| {
            let between = text.get(one.range.end..other.range.start)?;
            let word = one.text(text);
            // Names are written twice, as in "Baden Baden"; lines begin with the same word.
            let is_twice = word == other.text(text)
                && word.chars().all(char::is_lowercase)
                && !between.is_empty()
                && between
                    .chars()
                    .all(|c| c.is_whitespace() && c != '\n' && c != '\r');
            let is_right = conventions.repeatable.contains(&word);
            (is_twice && !is_right).then(|| Edit {
                range: one.range.end..other.range.end,
                text: String::new(),
            })
        })
        .collect()
}
