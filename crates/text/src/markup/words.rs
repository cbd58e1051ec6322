//! Which characters make up words that are parted by spaces.

/// Whether a writing system is one that puts no spaces between its words.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}'         // Thai, Lao
        | '\u{1000}'..='\u{109f}'     // Burmese
        | '\u{1780}'..='\u{17ff}'     // Khmer
        | '\u{2e80}'..='\u{312f}'     // radicals, punctuation, kana
        | '\u{3190}'..='\u{9fff}'     // ideographs
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}'     // full-width forms
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether a space is needed to keep the two texts, written one behind the other, from looking
/// like one word.
pub(super) fn would_merge(left: &str, right: &str) -> bool {
    let is_word =
        |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    is_word(left.chars().next_back()) && is_word(right.chars().next())
}
