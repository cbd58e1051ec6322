//! Spaces between scripts that are written without spaces.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::numbers::{is_han, is_space, numbers, spaces_before_units};

static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^[ \x{a0}\x{2009}\x{202f}](?:[%‰％℃]|°[CF]|",
        r"(?:人|名|個|个|件|台|枚|冊|本|歳|岁|円|元|年|月|日|時間|小时|分钟|分|秒|ドル|ユーロ|キロ|次|天|명|개|건|대|권|장|원|년|월|일|시간|분|초|살|달러|유로|퍼센트|번|회)(?:[^\p{Latin}\p{Han}\p{Hangul}\p{Katakana}]|$|[的了]|[은는이가을를의에로과와도만]))",
    ))
});

/// Removes the space between digits and the unit or counter after them.
pub(super) fn close_up_units(target: &TargetText<'_>) -> Vec<Edit> {
    let counted = numbers(target).into_iter().filter_map(|number| {
        let at = number.range.end;
        let found = UNIT.find(target.after(at))?;
        let gap = found.as_str().chars().next()?.len_utf8();
        Some(at..at + gap)
    });
    let mut gaps: Vec<_> = spaces_before_units(target)
        .into_iter()
        .chain(counted)
        .collect();
    gaps.sort_by_key(|gap| gap.start);
    gaps.dedup();
    gaps.into_iter().map(removal).collect()
}

/// Removes spaces between Chinese and Latin letters.
pub(super) fn close_up_english(target: &TargetText<'_>) -> Vec<Edit> {
    close_up(target, |c| c.is_ascii_alphabetic())
}

/// Removes spaces between Chinese characters and digits.
pub(super) fn close_up_digits(target: &TargetText<'_>) -> Vec<Edit> {
    close_up(target, |c| c.is_ascii_digit())
}

/// Removes single spaces between a Chinese character and a character of another kind, in either
/// order.
fn close_up(target: &TargetText<'_>, is_other: impl Fn(char) -> bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut characters = target.text.char_indices().peekable();
    let mut previous: Option<char> = None;
    while let Some((at, c)) = characters.next() {
        if is_space(c)
            && let (Some(left), Some(&(end, right))) = (previous, characters.peek())
            && ((is_han(left) && is_other(right)) || (is_other(left) && is_han(right)))
        {
            edits.push(removal(at..end));
        }
        previous = Some(c);
    }
    edits
}

fn removal(range: std::ops::Range<usize>) -> Edit {
    Edit {
        range,
        text: String::new(),
    }
}
