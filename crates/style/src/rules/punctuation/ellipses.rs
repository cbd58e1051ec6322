//! The form of ellipses.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use super::context::{char_after, char_before, is_end, run_after};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static ELLIPSIS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[…⋯]+|\.{3,}|·{3,}|。{3,}|\.(?:[ \u{a0}]\.){2,3}"));

/// The form of an ellipsis.
#[derive(Clone, Copy)]
struct EllipsisFormat {
    text: &'static str,
    /// Whether spaces separate it from the words next to it.
    is_apart: bool,
}

const SPACED: EllipsisFormat = EllipsisFormat {
    text: ".\u{a0}.\u{a0}.",
    is_apart: true,
};

/// The rule `ellipsis`.
pub(super) fn ellipsis(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English, Japanese, Korean};
    let is_latin = !matches!(language, Chinese | Japanese | Korean);
    let plain = |text| EllipsisFormat {
        text,
        is_apart: false,
    };
    let format = match option {
        "use_ellipsis_character" => plain("…"),
        "use_three_periods" => plain("..."),
        "use_three_periods_without_spaces" if is_latin => plain("..."),
        "use_three_spaced_periods" if language == English => SPACED,
        "use_one_ellipsis_character" if !is_latin => plain("…"),
        "use_two_ellipsis_characters" if !is_latin => plain("……"),
        "use_three_ellipsis_characters" if language == Japanese => plain("………"),
        "use_six_dots_in_the_center" if language == Korean => plain("……"),
        "use_six_dots_at_the_bottom" if language == Korean => plain("......"),
        "use_three_dots_in_the_center" if language == Korean => plain("…"),
        "use_three_dots_at_the_bottom" if language == Korean => plain("..."),
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        ELLIPSIS
            .find_iter(target.text)
            .filter_map(|found| rewrite(target, found.start(), found.as_str(), format, is_latin))
            .collect()
    }))
}

fn rewrite(
    target: &TargetText<'_>,
    start: usize,
    found: &str,
    format: EllipsisFormat,
    is_latin: bool,
) -> Option<Edit> {
    let dots = found.chars().filter(|sign| !sign.is_whitespace()).count();
    let is_character = found.starts_with(['…', '⋯']);
    let stop = match (is_character, dots) {
        (true, ..=3) | (false, 3) => "",
        (false, 6) if !is_latin => "",
        // Four dots are an ellipsis and a full stop.
        (false, 4) if is_latin => ".",
        _ => return None,
    };
    let end = start + found.len();
    if is_of_other_use(target, start, end) {
        return None;
    }
    let is_spaced = found.contains([' ', '\u{a0}']);
    let (before, after) = (char_before(target, start), char_after(target, end));
    let mut text = String::new();
    if format.is_apart {
        if is_spaced {
            return None;
        }
        if before.is_some_and(char::is_alphanumeric) {
            text.push('\u{a0}');
        }
    }
    text.push_str(format.text);
    if format.is_apart && !stop.is_empty() {
        text.push('\u{a0}');
    }
    text.push_str(stop);
    if format.is_apart && after.is_some_and(char::is_alphanumeric) && !is_end(target, end) {
        text.push(' ');
    }
    (text != found).then_some(Edit {
        range: start..end,
        text,
    })
}

/// Whether dots are part of code, a path, or a range of numbers.
fn is_of_other_use(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    let is_code = |sign: char| matches!(sign, '/' | '\\' | '=' | '*' | '_' | '.' | '<' | '{' | '$');
    let (before, after) = (char_before(target, start), char_after(target, end));
    let is_digit = |sign: char| sign.is_ascii_digit();
    let in_call = before == Some('(')
        && char_before(target, start - 1)
            .is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == '_');
    let in_path = before.is_some_and(char::is_alphanumeric)
        && run_after(target, end, |sign| !sign.is_whitespace()).contains(['/', '_', '(', '=']);
    in_path
        || before.is_some_and(is_code)
        || after.is_some_and(is_code)
        || in_call
        || (before.is_some_and(is_digit) && after.is_some_and(is_digit))
}
