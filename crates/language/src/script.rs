/// Whether a character is of a writing system that puts no spaces between its words.
#[must_use]
pub const fn is_unspaced(character: char) -> bool {
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
