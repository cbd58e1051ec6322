//! What texts look like: their lines, their marks and their ends.

use dragoman_text::is_capitalised;

use crate::has_new_lines;

/// Marks of formatting that models like.
const FORMATTING: &[&str] = &["**", "__", "~~", "`"];

/// What lines of lists, headings and quotations begin with.
const LINE_MARKS: &[&str] = &["#", "- ", "* ", "• ", "> "];

/// Signs of quotation.
const QUOTES: &[char] = &[
    '"', '“', '”', '„', '«', '»', '‘', '’', '\'', '「', '」', '『', '』',
];

/// Marks that other words may need more or fewer of.
const FREE_MARKS: &[char] = &[',', '、', '，', '\'', '’', '-'];

/// Whether there are other lines, other empty lines, or control characters that the text does not have.
pub(crate) fn has_other_lines(text: &str, written: &str) -> bool {
    let shape = |text: &str| -> Vec<bool> {
        let lines = text.trim().lines();
        lines.map(|line| line.trim().is_empty()).collect()
    };
    has_new_lines(text, written) || shape(text) != shape(written)
}

/// Whether there are quotation marks around it all, or marks of formatting, that the text does not have.
pub(crate) fn is_decorated(text: &str, written: &str) -> bool {
    let quotes = |text: &str| text.matches(QUOTES).count();
    let inner = written.trim();
    let is_quoted = inner.starts_with(QUOTES) && inner.ends_with(QUOTES);
    let marked_lines = |text: &str| {
        let lines = text.lines().map(str::trim_start);
        lines
            .filter(|line| LINE_MARKS.iter().any(|mark| line.starts_with(mark)))
            .count()
    };
    let adds = |mark: &str| written.matches(mark).count() > text.matches(mark).count();
    (is_quoted && quotes(written) > quotes(text))
        || FORMATTING.iter().any(|mark| adds(mark))
        || marked_lines(written) > marked_lines(text)
}

/// Whether it ends inside a sentence, where the text ends with one.
pub(crate) fn ends_early(text: &str, written: &str) -> bool {
    let is_end = |character: char| !character.is_alphanumeric() && !",;、，；".contains(character);
    text.trim_end().ends_with(is_end) && !written.trim_end().ends_with(is_end)
}

/// Whether there are more or fewer lines with text, or control characters that the text does not have.
pub(crate) fn has_other_paragraphs(text: &str, written: &str) -> bool {
    let paragraphs = |text: &str| {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.count()
    };
    has_new_lines(text, written) || paragraphs(written) != paragraphs(text)
}

/// Signs that are neither letters, digits nor white space, but for those that may change.
fn marks(text: &str) -> Vec<char> {
    let is_mark = |character: &char| {
        !character.is_alphanumeric()
            && !character.is_whitespace()
            && !FREE_MARKS.contains(character)
    };
    let mut marks: Vec<char> = text.chars().filter(is_mark).collect();
    marks.sort_unstable();
    marks
}

/// Whether it has other marks, begins in another case, or ends with another mark.
pub(crate) fn has_other_marks(text: &str, written: &str) -> bool {
    let last_mark = |text: &str| {
        let last = text.chars().next_back();
        last.filter(|last| !last.is_alphanumeric())
    };
    marks(text) != marks(written)
        || last_mark(text) != last_mark(written)
        || is_capitalised(text) != is_capitalised(written)
}
