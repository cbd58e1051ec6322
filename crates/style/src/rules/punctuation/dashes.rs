//! Dashes: sentence breaks, connections, and double dashes.

use std::sync::LazyLock;

use dragoman_text::is_capitalised;
use regex::Regex;

use super::context::{
    char_after, char_before, is_cjk, is_end, is_han, is_start, run_after, run_before, word_after,
    word_before,
};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static BREAK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"[ \u{a0}\u{202f}\u{2009}]*—[ \u{a0}\u{202f}\u{2009}]*|[ \u{a0}\u{202f}]+(?:–|-|--)[ \u{a0}\u{202f}]+|--",
    )
});

/// The rule `sentence_break_indicator`.
pub(super) fn sentence_break(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{English, French, German, Italian};
    let dash = match option {
        "use_em_dash_with_space_on_either_side" => " — ",
        "use_em_dash_without_space_on_either_side" => "—",
        "use_en_dash_with_space_on_either_side" => " – ",
        _ => return None,
    };
    matches!(language, English | French | German | Italian).then(|| {
        Implementation::edits(move |target| {
            let is_command = has_option(target);
            target.replace(&BREAK, |found| {
                let whole = found.get(0)?;
                let is_of_command = is_command && whole.as_str().contains("--");
                (!is_of_command && breaks(target, whole.start(), whole.end(), whole.as_str()))
                    .then(|| whole.as_str())
                    .filter(|found| !is_same(found, dash))
                    .map(|_| dash.to_owned())
            })
        })
    })
}

/// Whether two dashes differ at most in the width of their spaces.
fn is_same(found: &str, dash: &str) -> bool {
    let starts = |text: &str| text.starts_with(char::is_whitespace);
    let ends = |text: &str| text.ends_with(char::is_whitespace);
    found.trim() == dash.trim() && starts(found) == starts(dash) && ends(found) == ends(dash)
}

/// Whether a dash breaks the sentence, and does not mark a range, a list, a command-line option or
/// a subtraction.
fn breaks(target: &TargetText<'_>, start: usize, end: usize, found: &str) -> bool {
    // A wide gap separates columns of a table.
    let gap = found.chars().take_while(|sign| sign.is_whitespace());
    if is_start(target, start) || is_end(target, end) || gap.count() > 2 {
        return false;
    }
    let (before, after) = (char_before(target, start), char_after(target, end));
    let is_word = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let may_precede = is_word(before)
        || matches!(
            before,
            Some('”' | '"' | '»' | '“' | ')' | '’' | '!' | '?' | '…' | '%')
        );
    let may_follow = is_word(after)
        || matches!(
            after,
            Some('“' | '"' | '«' | '»' | '„' | '(' | '¿' | '¡' | '‘' | '…')
        );
    if !may_precede || !may_follow {
        return false;
    }
    let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    let (left, right) = (word_before(target, start), word_after(target, end));
    match found.trim() {
        "—" => !(is_digit(before) && is_digit(after)),
        "--" if found.len() == 2 => is_word(before) && is_word(after),
        "--" => true,
        "–" => {
            let may_be_range = |word: &str, sign| is_digit(sign) || is_capitalised(word);
            !(may_be_range(left, before) && may_be_range(right, after))
        }
        // A hyphen is a dash only between words of the running text.
        _ => {
            left.chars().count() > 1
                && right.chars().next().is_some_and(char::is_lowercase)
                && left.chars().next_back().is_some_and(char::is_lowercase)
                && !is_digit(after)
        }
    }
}

/// Whether a text contains a command-line option: ` --all`.
fn has_option(target: &TargetText<'_>) -> bool {
    let mut dashes = target.text.match_indices(" --");
    dashes.any(|(at, _)| {
        let next = char_after(target, at + 3);
        next.is_some_and(|next| next.is_ascii_lowercase())
    })
}

static DOUBLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[ \u{a0}\u{3000}]+[—–―][ \u{a0}\u{3000}]+|[ \u{a0}]*--[ \u{a0}]*"));

/// The rule `em_dash`: double dashes in Chinese and Japanese.
pub(super) fn em_dash(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_double = option == "use_double_em_dash";
    let has_double = matches!(language, StyleLanguage::Chinese | StyleLanguage::Japanese);
    (is_double && has_double).then(|| {
        Implementation::edits(|target| {
            target.replace(&DOUBLE, |found| {
                let whole = found.get(0)?;
                let is_text = |sign: char| {
                    is_cjk(sign)
                        || matches!(
                            sign,
                            '”' | '“' | '」' | '「' | '》' | '《' | '）' | '（' | '，' | '、'
                        )
                };
                let before = char_before(target, whole.start());
                let after = char_after(target, whole.end());
                // “--” mentions the sign.
                if before == Some('“') && after == Some('”') {
                    return None;
                }
                (before.is_some_and(is_text) && after.is_some_and(is_text)).then(|| "——".to_owned())
            })
        })
    })
}

static CONNECTION: LazyLock<Regex> = LazyLock::new(|| pattern(r"[-–—～~]"));

/// The rule `dash`: the sign that connects places and times in Chinese (GB/T 15834).
pub(super) fn connection(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let sign = match option {
        "use_em_dash" => "—",
        "use_hyphen" => "-",
        "use_tilde" => "～",
        _ => return None,
    };
    (language == StyleLanguage::Chinese).then(|| {
        Implementation::edits(move |target| {
            target.replace(&CONNECTION, |found| {
                let whole = found.get(0)?;
                connects(target, whole.start(), whole.end()).then(|| sign.to_owned())
            })
        })
    })
}

/// The last characters of places and times that a dash connects.
const PLACE_OR_TIME: &str = "京海津庆州圳汉安都明阳沙肥昌门台岛港澳省市县区站年月日时点分";

fn connects(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    let left = run_before(target, start, is_han);
    let right = run_after(target, end, is_han);
    let is_end = |sign: Option<char>| sign.is_some_and(|sign| PLACE_OR_TIME.contains(sign));
    let leads_to = right
        .chars()
        .skip(1)
        .take(3)
        .any(|sign| PLACE_OR_TIME.contains(sign));
    let follows_number = run_after(target, end, |sign| sign.is_ascii_digit());
    let unit = char_after(target, end + follows_number.len());
    is_end(left.chars().next_back())
        && (leads_to && left.chars().count() > 1 || !follows_number.is_empty() && is_end(unit))
}
