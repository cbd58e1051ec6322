//! Character classes of East Asian scripts.

/// Whether a character is a Chinese character.
pub(crate) const fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Whether a character is full-width hiragana or katakana.
pub(crate) const fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}')
}

/// Whether a character is a Korean syllable or letter.
pub(crate) const fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether a character belongs to a script without word boundaries at the ends of letter runs: Chinese and Japanese
/// have no spaces between words, and Korean appends particles to words.
pub(crate) const fn is_east_asian(c: char) -> bool {
    is_han(c) || is_kana(c) || is_hangul(c)
}

/// Whether a character is hiragana, the syllabary for endings and particles in Japanese.
pub(crate) const fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}')
}
