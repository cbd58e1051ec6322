//! Punctuation marks and numerals of East Asian scripts.

/// Full-width punctuation marks.
pub(super) const WIDE_MARKS: &str = "，。、！？；：";
/// Full-width closing brackets and quotation marks.
pub(super) const WIDE_CLOSERS: &str = "）」』》】〉〕”";
/// Full-width opening brackets and quotation marks.
pub(super) const WIDE_OPENERS: &str = "（「『《【〈〔“";
/// How many characters before or after a position are examined, which keeps the time linear in the length of the text.
pub(super) const MAX_DISTANCE: usize = 100;

pub(super) const fn is_space(c: char) -> bool {
    c == ' '
}

/// Whether a character is a Chinese numeral.
pub(super) fn is_numeral(c: char) -> bool {
    "〇零一二三四五六七八九十百千万亿億两".contains(c)
}
