//! Full-width Latin letters and digits.

use std::ops::Range;

use dragoman_text::Edit;
use unicode_normalization::UnicodeNormalization;

use super::annotated_text::AnnotatedText;
use super::typography::EastAsianTypography;

/// Words of texts about character widths.
const WIDTHS: [&str; 8] = [
    "全角", "半角", "全形", "半形", "全宽", "半宽", "전각", "반각",
];

/// Changes full-width Latin letters and digits to half-width.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    if WIDTHS.iter().any(|word| annotated.text.contains(word)) {
        return edits;
    }
    let usage = WidthUsage::of(annotated);
    let mut index = 0;
    while annotated.at(index).is_some() {
        let end = end_of_run(annotated, index);
        if end > index
            && annotated.is_prose(index)
            && (!typography.has_wide_latin || usage.is_exception(annotated, &(index..end)))
        {
            let run = annotated.chars.get(index..end).unwrap_or_default();
            let narrow: String = run.iter().map(|(_, c)| *c).nfkc().collect();
            edits.push(annotated.edit(index..end, &narrow));
        }
        index = end.max(index + 1);
    }
    edits
}

const fn is_wide_digit(c: char) -> bool {
    matches!(c, '０'..='９')
}

const fn is_wide(c: char) -> bool {
    matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ')
}

/// The end of the run of full-width letters and digits that begins at a character, including the separators in numbers
/// and addresses.
fn end_of_run(annotated: &AnnotatedText<'_>, begin: usize) -> usize {
    let mut end = begin;
    loop {
        end = annotated.end_of(end, is_wide);
        if end == begin {
            return begin;
        }
        let (before, mark, next) = (
            annotated.before(end),
            annotated.at(end),
            annotated.at(end + 1),
        );
        let (Some(before), Some(mark), Some(next)) = (before, mark, next) else {
            return end;
        };
        let joins = match mark {
            '．' | '＠' | '＿' => is_wide(next),
            '：' | '－' | '／' => is_wide_digit(before) && is_wide_digit(next),
            _ => false,
        };
        if !joins {
            return end;
        }
        end += 1;
    }
}

/// Which half-width letters and digits a text contains.
struct WidthUsage {
    /// Whether the text has a number of a single half-width digit.
    has_digit: bool,
    /// Whether the text has a number of several half-width digits.
    has_number: bool,
    has_letters: bool,
}

impl WidthUsage {
    fn of(annotated: &AnnotatedText<'_>) -> Self {
        let mut usage = Self {
            has_digit: false,
            has_number: false,
            has_letters: false,
        };
        let mut index = 0;
        while let Some(c) = annotated.at(index) {
            let end = annotated.end_of(index, |c| c.is_ascii_digit());
            match end - index {
                0 => {}
                1 => usage.has_digit = true,
                _ => usage.has_number = true,
            }
            usage.has_letters |= c.is_ascii_alphabetic();
            index = end.max(index + 1);
        }
        usage
    }

    /// Whether full-width letters or digits are an exception in the text. Some writers use full-width single digits and
    /// half-width longer numbers.
    fn is_exception(&self, annotated: &AnnotatedText<'_>, run: &Range<usize>) -> bool {
        let beside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let begin = annotated.start_of(run.start, |c| c == '-' || c == '.');
        let end = annotated.end_of(run.end, |c| c == '-' || c == '.');
        if beside(annotated.before(begin)) || beside(annotated.at(end)) {
            return true;
        }
        let chars = annotated.chars.get(run.clone()).unwrap_or_default();
        let has_digits = chars.iter().any(|(_, c)| is_wide_digit(*c));
        let is_single = chars.len() == 1;
        match (has_digits, is_single) {
            (true, true) => self.has_digit,
            (true, false) => self.has_digit || self.has_number,
            (false, _) => self.has_letters,
        }
    }
}
