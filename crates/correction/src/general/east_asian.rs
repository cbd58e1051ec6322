//! Spacing, and the width and repetition of punctuation marks, in Chinese, Japanese and Korean.
//!
//! Chinese and Japanese use full-width punctuation marks without spaces; Korean separates words by spaces and uses
//! half-width marks. The rules examine only marks next to letters of the language, so that numbers, times, addresses
//! and Latin text do not change. Lines of code and tables do not change at all.

mod annotated_text;
mod brackets;
mod characters;
pub(crate) mod mentions;
mod quotations;
mod spaces_after_marks;
mod spaces_between_letters;
mod typography;
mod widths;
mod wrong_spaces;

use std::ops::Range;

use dragoman_text::Edit;
use unicode_normalization::UnicodeNormalization;

use crate::editable_text::EditableText;
use crate::scripts::is_east_asian;
use annotated_text::AnnotatedText;
use characters::{MAX_DISTANCE, WIDE_CLOSERS, WIDE_MARKS, WIDE_OPENERS, is_numeral, is_space};
use spaces_after_marks::SpacesAfterMarks;
pub(super) use typography::EastAsianTypography;

/// The maximum number of passes: a correction made in one pass may reveal another mistake.
const MAX_PASSES: usize = 3;

/// Applies the rules.
pub(super) fn apply(editable: &mut EditableText, typography: &EastAsianTypography) {
    for _ in 0..MAX_PASSES {
        let before = editable.text().to_owned();
        editable.apply(marks(&AnnotatedText::new(editable.text()), typography));
        editable.apply(brackets::edits(
            &AnnotatedText::new(editable.text()),
            typography,
        ));
        editable.apply(digits(&AnnotatedText::new(editable.text())));
        editable.apply(widths::edits(
            &AnnotatedText::new(editable.text()),
            typography,
        ));
        editable.apply(half_width_kana(
            &AnnotatedText::new(editable.text()),
            typography,
        ));
        editable.apply(repeated_marks(
            &AnnotatedText::new(editable.text()),
            typography,
        ));
        editable.apply(quotations::edits(
            &AnnotatedText::new(editable.text()),
            typography,
        ));
        editable.apply(spaces_between_letters::edits(
            &AnnotatedText::new(editable.text()),
            typography,
        ));
        editable.apply(spaces(&AnnotatedText::new(editable.text()), typography));
        editable.apply(repeated(&AnnotatedText::new(editable.text()), typography));
        if editable.text() == before {
            return;
        }
    }
}

/// Replaces punctuation marks of the wrong width.
fn marks(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut index = 0;
    while let Some(c) = annotated.at(index) {
        let is_exclamation = |c: char| matches!(c, '!' | '?' | '！' | '？');
        let end = if is_exclamation(c) {
            annotated.end_of(index, is_exclamation)
        } else {
            index + 1
        };
        let run = index..end;
        index = end;
        if annotated.is_prose(run.start)
            && typography.mark(c, "").is_some()
            && !annotated.is_in_address(run.start)
            && is_of_other_width(annotated, typography, &run)
        {
            let marks = annotated.chars.get(run.clone()).unwrap_or_default();
            let other: String = marks
                .iter()
                .map(|(_, c)| match typography.mark(*c, annotated.text) {
                    Some(mark) => mark.to_owned(),
                    None => c.to_string(),
                })
                .collect();
            edits.push(with_spaces(annotated, typography, run, other));
        }
    }
    edits
}

/// The edit that replaces punctuation marks, including the spaces around them that the replacement makes redundant.
fn with_spaces(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    run: Range<usize>,
    mut marks: String,
) -> Edit {
    let begin = annotated.start_of(run.start, is_space);
    let mut end = run.end;
    if typography.has_spaces {
        if annotated.at(end).is_some_and(typography.is_letter) {
            marks.push(' ');
        }
    } else {
        let is_exclamation = marks.ends_with(['！', '？']);
        let next = annotated.end_of(end, is_space);
        let is_text = |c: char| (typography.is_letter)(c) || WIDE_OPENERS.contains(c);
        // A full-width comma has no space after it, not even before Latin letters.
        let is_joined = matches!(marks.as_str(), "、" | "，")
            && annotated
                .at(next)
                .is_some_and(|c| c.is_ascii_alphanumeric());
        let may_have_space = is_exclamation && typography.has_space_after_exclamation;
        if is_joined || (annotated.at(next).is_some_and(is_text) && !may_have_space) {
            end = next;
        }
    }
    annotated.edit(begin..end, &marks)
}

/// Whether punctuation marks belong to the letters next to them but have the wrong width.
fn is_of_other_width(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    run: &Range<usize>,
) -> bool {
    let begin = annotated.start_of(run.start, is_space);
    let (Some(mark), Some(before)) = (annotated.at(run.start), annotated.before(begin)) else {
        return false;
    };
    let next = annotated.at(run.end);
    let end = annotated.end_of(run.end, is_space);
    let ahead = annotated.at(end).filter(|c| *c != '\n' && *c != '\r');
    let is_letter = |c: Option<char>| c.is_some_and(typography.is_letter);
    let is_text = |c: Option<char>| {
        c.is_none_or(|c| typography.is_text(c) || WIDE_OPENERS.contains(c) || c.is_whitespace())
    };
    let is_narrow = next.is_some_and(|c| c.is_ascii_graphic());
    let are_numerals = is_numeral(before) && ahead.is_some_and(is_numeral);
    let are_units = is_unit(before) && ahead.is_some_and(is_unit);
    if typography.has_spaces {
        return (typography.is_letter)(before);
    }
    if mentions_mark(annotated, run) {
        return false;
    }
    // A half-width mark after a space belongs to what follows it.
    if begin < run.start && is_narrow {
        return false;
    }
    match mark {
        ',' if is_letter(next) && before.is_ascii_alphanumeric() => {
            is_within_text(annotated, typography, begin)
        }
        ',' => {
            typography.is_text(before)
                && !is_in_tuple(annotated, run)
                && !are_numerals
                && !are_units
                && (ahead.is_none()
                    || is_letter(ahead)
                    || ahead.is_some_and(|c| {
                        c.is_ascii_alphanumeric() || WIDE_OPENERS.contains(c) || c == '"'
                    }))
        }
        '.' => typography.is_text(before) && ends_sentence(annotated, typography, begin, run.end),
        '!' | '?' => typography.is_text(before) && is_text(next),
        ';' => typography.is_text(before) && is_letter(ahead),
        ':' => {
            let is_face = next.is_some_and(|c| "()/\\-*:DPpOo3|]['".contains(c))
                && !annotated
                    .at(run.end + 1)
                    .is_some_and(|c| c.is_ascii_alphanumeric());
            let is_other = is_face || are_numerals || are_units || next == Some('/');
            (typography.is_letter)(before) && !is_other && !begins_command(annotated, run.end)
        }
        _ => false,
    }
}

/// Whether a comma and a space separate names in half-width brackets, as in "(名前, 値)", or follow an item of a list that
/// begins with Latin letters, as in "HTML, manページ, CSS".
fn is_in_tuple(annotated: &AnnotatedText<'_>, run: &Range<usize>) -> bool {
    let is_inside = |c: char| !WIDE_MARKS.contains(c) && !matches!(c, ',' | '(' | '\n');
    let begin = annotated.start_of(run.start, is_inside);
    let is_listed = begin
        .checked_sub(1)
        .is_some_and(|opener| match annotated.at(opener) {
            Some('(') => true,
            Some(',') => annotated
                .before(opener)
                .is_some_and(|c| c.is_ascii_alphanumeric()),
            _ => false,
        });
    is_listed && annotated.at(run.end).is_some_and(is_space)
}

/// Whether a character is a unit of time: "时:分:秒" describes how times are written.
fn is_unit(c: char) -> bool {
    "年月日时時分秒".contains(c)
}

/// Whether a text mentions question marks as symbols, as in "通配符 ? 和 *".
fn mentions_mark(annotated: &AnnotatedText<'_>, run: &Range<usize>) -> bool {
    let is_set_apart =
        annotated.before(run.start) == Some(' ') && annotated.at(run.end) == Some(' ');
    is_set_apart && annotated.at(run.start) == Some('?')
}

/// Whether a colon introduces a command, as in "输入:quit退出".
fn begins_command(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let end = annotated.end_of(index, |c| c.is_ascii_lowercase() || c == '_');
    end > index && !annotated.at(end).is_some_and(|c| c.is_ascii_graphic())
}

/// Whether the line has letters of the language before a character.
fn is_within_text(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    index: usize,
) -> bool {
    let is_other = |c: char| c != '\n' && !(typography.is_letter)(c);
    let begin = annotated.start_of(index, is_other);
    annotated.before(begin).is_some_and(typography.is_letter)
}

/// Whether a full stop ends a sentence, and not the initial of a name or the number of a paragraph.
fn ends_sentence(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    begin: usize,
    end: usize,
) -> bool {
    let line = annotated.start_of(begin, |c| c != '\n');
    let is_long = begin - line > 2
        && annotated
            .chars
            .get(line..begin)
            .is_some_and(|chars| !chars.iter().all(|(_, c)| is_numeral(*c)));
    let before = annotated.before(begin).unwrap_or(' ');
    let next = annotated.end_of(end, is_space);
    let is_end = annotated.at(next).is_none_or(|c| matches!(c, '\n' | '\r'));
    let is_letter = annotated.at(next).is_some_and(typography.is_letter);
    let rest = annotated.from(end);
    let is_opened = typography
        .openers
        .iter()
        .any(|opener| rest.starts_with(opener));
    let is_final = typography.finals.contains(before) || is_opened;
    is_long && (is_end || (is_letter && (next > end || is_final)))
}

/// Replaces the full-width digits of numbers that mix both widths.
fn digits(annotated: &AnnotatedText<'_>) -> Vec<Edit> {
    let is_wide = |c: char| matches!(c, '０'..='９');
    let is_digit = |c: char| c.is_ascii_digit() || is_wide(c);
    let mut edits = Vec::new();
    let mut index = 0;
    while annotated.at(index).is_some() {
        let end = annotated.end_of(index, is_digit);
        let digits = annotated.chars.get(index..end).unwrap_or_default();
        if annotated.is_prose(index)
            && digits.iter().any(|(_, c)| is_wide(*c))
            && digits.iter().any(|(_, c)| !is_wide(*c))
        {
            let narrow: String = digits.iter().map(|(_, c)| *c).nfkc().collect();
            edits.push(annotated.edit(index..end, &narrow));
        }
        index = end.max(index + 1);
    }
    edits
}

/// Replaces half-width kana in running text, unless the text is about them.
fn half_width_kana(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let is_mark = |c: char| matches!(c, '｡' | '｢' | '｣' | '､');
    let is_half = |c: char| matches!(c, '\u{ff66}'..='\u{ff9f}') || is_mark(c);
    let mut edits = Vec::new();
    if !(typography.is_letter)('あ') || annotated.text.contains("半角") {
        return edits;
    }
    let mut index = 0;
    while annotated.at(index).is_some() {
        let end = annotated.end_of(index, is_half);
        let is_beside = annotated.before(index).is_some_and(typography.is_letter)
            || annotated.at(end).is_some_and(typography.is_letter);
        let begins_with_mark = matches!(annotated.at(index), Some('\u{ff9e}' | '\u{ff9f}'));
        let is_word = end > index + 1 || annotated.at(index).is_some_and(is_mark);
        if is_word && is_beside && !begins_with_mark && annotated.is_prose(index) {
            let kana = annotated.chars.get(index..end).unwrap_or_default();
            let wide: String = kana.iter().map(|(_, c)| *c).nfkc().collect();
            edits.push(annotated.edit(index..end, &wide));
        }
        index = end.max(index + 1);
    }
    edits
}

/// Removes redundant repeated marks, and replaces dots and dashes by the ellipsis and the dash of the language.
fn repeated_marks(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut index = 0;
    while let Some(c) = annotated.at(index) {
        let is_mark = |c: char| WIDE_MARKS.contains(c) || matches!(c, ',' | '.' | '-');
        let end = annotated.end_of(index, is_mark).max(index + 1);
        let run = annotated
            .text
            .get(annotated.byte(index)..annotated.byte(end))
            .unwrap_or_default();
        let is_beside = annotated
            .before(index)
            .is_some_and(|c| typography.is_text(c));
        if is_mark(c) && is_beside && annotated.is_prose(index) {
            let next = annotated.at(end);
            // A full stop before Latin letters begins a name or a number: "小文字にする。.jpgは…".
            let begins_name = run.ends_with('.') && next.is_some_and(|c| c.is_ascii_alphanumeric());
            let pair = typography.doubled.iter().find(|(pair, _)| *pair == run);
            let pair = pair.filter(|_| !begins_name);
            let is_free = !next.is_some_and(|c| c.is_ascii_alphanumeric())
                && !is_command_name(annotated, typography, index, end);
            let other = match typography.dots {
                _ if pair.is_some() => pair.map(|(_, other)| *other),
                Some((dots, _))
                    if is_free && matches!(run, "..." | "......" | "。。。" | "。。。。。。") =>
                {
                    Some(dots)
                }
                Some((_, dash)) if run == "--" && next.is_some_and(typography.is_letter) => {
                    Some(dash)
                }
                _ if run == "。。" && !typography.has_spaces => Some("。"),
                _ => None,
            };
            if let Some(other) = other {
                edits.push(annotated.edit(index..end, other));
            }
        }
        index = end;
    }
    edits
}

/// Whether dots end the label of a menu command that opens a dialog, as in "选择“打开...”" or "工具 - 选项... - 常规".
fn is_command_name(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    dots: usize,
    end: usize,
) -> bool {
    if annotated.from(end).starts_with(" -") || annotated.from(end).starts_with(" →") {
        return true;
    }
    let is_closed = annotated
        .at(end)
        .is_some_and(|c| WIDE_CLOSERS.contains(c) || c == '"');
    let is_inside =
        |c: char| !WIDE_MARKS.contains(c) && !WIDE_OPENERS.contains(c) && c != '"' && c != '\n';
    let begin = annotated.start_of(dots, is_inside);
    let Some(opener) = begin.checked_sub(1) else {
        return false;
    };
    // Direct speech follows a punctuation mark or a verb of saying.
    let is_in_sentence = annotated
        .before(opener)
        .is_some_and(|c| (typography.is_letter)(c) && !"说道问喊答想叫".contains(c));
    let is_opener = |c: char| WIDE_OPENERS.contains(c) || c == '"';
    is_closed && is_in_sentence && annotated.at(opener).is_some_and(is_opener)
}

/// Removes superfluous spaces next to punctuation marks, and inserts missing ones between words.
fn spaces(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    let pauses = SpacesAfterMarks::of(annotated, typography);
    let mut index = 0;
    while let Some(c) = annotated.at(index) {
        if !annotated.is_prose(index) {
            index += 1;
            continue;
        }
        if is_space(c) {
            let end = annotated.end_of(index, is_space);
            if let Some(text) = corrected_space(annotated, typography, &pauses, index..end) {
                edits.push(annotated.edit(index..end, text));
            }
            index = end;
            continue;
        }
        if typography.has_spaces && needs_space(annotated, typography, index) {
            edits.push(annotated.edit(index + 1..index + 1, " "));
        }
        index += 1;
    }
    edits
}

/// The replacement of a run of spaces, if it is wrong.
fn corrected_space(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    pauses: &SpacesAfterMarks,
    spaces: Range<usize>,
) -> Option<&'static str> {
    let before = annotated.before(spaces.start)?;
    let after = annotated.at(spaces.end)?;
    let is_letter = typography.is_letter;
    if typography.has_spaces {
        let next = annotated.at(spaces.end + 1);
        let is_end = next.is_none_or(char::is_whitespace);
        if is_letter(before) && matches!(after, ',' | '.' | '!' | '?') && is_end {
            return Some("");
        }
        let is_long = spaces.len() == 2 && is_letter(after);
        let ends_word = is_letter(before) || matches!(before, ',' | '.' | '!' | '?');
        return (is_long && ends_word && annotated.text.matches("  ").count() == 1).then_some(" ");
    }
    // Spaces next to Latin letters and digits are a matter of style.
    let is_closing = WIDE_CLOSERS.contains(after) && !has_space_inside(annotated, spaces.start);
    if typography.is_text(before) && (WIDE_MARKS.contains(after) || is_closing) {
        return Some("");
    }
    let begins_text = is_letter(after) || WIDE_OPENERS.contains(after);
    if begins_text && WIDE_MARKS.contains(before) && !pauses.has_space_after(before) {
        return Some("");
    }
    // The German closing quotation mark is the Chinese opening one.
    if is_letter(after) && WIDE_OPENERS.contains(before) && before != '“' {
        return Some("");
    }
    (is_letter(before) && is_single_space(annotated, typography, spaces)).then_some("")
}

/// Whether a space that does not change follows the innermost open bracket.
fn has_space_inside(annotated: &AnnotatedText<'_>, index: usize) -> bool {
    let begin = annotated.start_of(index, |c| !WIDE_OPENERS.contains(c));
    let next = annotated.end_of(begin, is_space);
    let is_letter = annotated.at(next).is_some_and(is_east_asian);
    next > begin && (!is_letter || annotated.before(begin) == Some('“'))
}

/// Whether the space before a word that is joined to the previous one is the only one between letters of the sentence.
fn is_single_space(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    spaces: Range<usize>,
) -> bool {
    let rest = annotated.from(spaces.end);
    if spaces_between_letters::begins_after_label(rest) {
        return false;
    }
    // "的确" and "的士" are other words, and in some texts every word is followed by a space.
    let is_joined = typography.joined.iter().any(|word| {
        rest.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(['确', '士', '啡', ' ']))
    });
    let begin = annotated.start_of(spaces.start, |c| c != '\n');
    let end = annotated.end_of(spaces.end, |c| c != '\n');
    let line = annotated.chars.get(begin..end).unwrap_or_default();
    is_joined
        && !annotated.is_in_address(spaces.start)
        && end - begin < MAX_DISTANCE
        && line.iter().filter(|(_, c)| c.is_whitespace()).count() == spaces.len()
        && line
            .last()
            .is_some_and(|(_, c)| matches!(c, '。' | '！' | '？'))
}

/// Whether a word follows a punctuation mark without the space that it needs.
fn needs_space(
    annotated: &AnnotatedText<'_>,
    typography: &EastAsianTypography,
    index: usize,
) -> bool {
    let (Some(mark), Some(before)) = (annotated.at(index), annotated.before(index)) else {
        return false;
    };
    let is_letter = |c: Option<char>| c.is_some_and(typography.is_letter);
    let is_between = (typography.is_letter)(before)
        && is_letter(annotated.at(index + 1))
        && is_letter(index.checked_sub(2).and_then(|index| annotated.at(index)));
    is_between
        && match mark {
            ',' | '!' | '?' => !annotated.is_in_address(index) && !annotated.text.contains('#'),
            // A particle follows a quotation.
            '.' => {
                typography.finals.contains(before)
                    && !annotated.is_in_address(index)
                    && !annotated.from(index + 1).starts_with("라고")
                    && !annotated.from(index + 1).starts_with("라는")
            }
            _ => false,
        }
}

/// Removes the repetition of words that are never repeated for emphasis.
fn repeated(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    if !typography.has_spaces {
        return repeated_unspaced(annotated, typography);
    }
    let is_inside = |c: char| (typography.is_letter)(c);
    let mut edits = Vec::new();
    let mut index = 0;
    while annotated.at(index).is_some() {
        let end = annotated.end_of(index, is_inside);
        let word = annotated
            .text
            .get(annotated.byte(index)..annotated.byte(end))
            .unwrap_or_default();
        let after = annotated.from(end).strip_prefix(' ');
        let rest = after.and_then(|after| after.strip_prefix(word));
        if typography.single.contains(&word)
            && rest.is_some_and(|rest| !rest.starts_with(is_inside))
        {
            let second = annotated.end_of(end + 1, is_inside);
            edits.push(annotated.edit(end..second, ""));
            index = second;
        } else {
            index = end.max(index + 1);
        }
    }
    edits
}

/// Removes repeated words in texts without spaces, unless the letters may belong to a longer word.
fn repeated_unspaced(annotated: &AnnotatedText<'_>, typography: &EastAsianTypography) -> Vec<Edit> {
    let mut edits = Vec::new();
    for word in typography.single {
        let places = annotated.text.match_indices(word).map(|(at, _)| at);
        for at in places {
            let second = at + word.len()..at + 2 * word.len();
            let is_prose = annotated
                .chars
                .binary_search_by_key(&at, |(byte, _)| *byte)
                .is_ok_and(|index| annotated.is_prose(index));
            if is_prose && annotated.text.get(second.clone()) == Some(word) {
                edits.push(Edit {
                    range: second,
                    text: String::new(),
                });
            }
        }
    }
    edits
}
