//! Full stops next to brackets.

use std::sync::LazyLock;

use regex::Regex;

use super::context::is_cjk;
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static WHOLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*([(（])([^()（）]+)([)）])([.。]?)\s*$"));

/// The rule `full_sentence_in_round_brackets`: brackets around a whole sentence.
pub(super) fn full_sentence(language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English, French, German, Italian, Japanese};
    let stop = match language {
        English | French | German | Italian => ".",
        Chinese | Japanese => "。",
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        target.replace(&WHOLE, |found| {
            let part = |number| found.get(number).map_or("", |part| part.as_str());
            let (open, inner, close, after) = (part(1), part(2), part(3), part(4));
            let is_sentence = inner.chars().any(char::is_whitespace) || inner.chars().any(is_cjk);
            let begins = !inner.starts_with(char::is_lowercase);
            let ends = inner.ends_with(['.', '。', '!', '?', '！', '？', '…']);
            // Only a full stop outside shows that the content is a sentence.
            if after.is_empty() || !is_sentence || !begins {
                return None;
            }
            let stop = if ends { "" } else { stop };
            let whole = found.get(0)?.as_str();
            let lead = whole.len() - whole.trim_start().len();
            let tail = whole.trim_end().len();
            let (lead, tail) = (whole.get(..lead)?, whole.get(tail..)?);
            Some(format!("{lead}{open}{inner}{stop}{close}{tail}"))
        })
    }))
}

fn in_japanese(
    pattern: &'static LazyLock<Regex>,
    write: fn(&TargetText<'_>, &str) -> Option<String>,
    language: StyleLanguage,
) -> Option<Implementation> {
    (language == StyleLanguage::Japanese).then(|| {
        Implementation::edits(move |target| {
            target.replace(pattern, |found| write(target, found.get(1)?.as_str()))
        })
    })
}

static SUPPLEMENT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[^。！？.\s(（）)]((?:。?（[^（）]+）|\([^()]+\))。?)$"));

/// The rule `text_in_round_brackets_supplementing_preceding_text`: a supplement to a part of the
/// sentence precedes the full stop and has none of its own: `…した（図1）。`.
pub(super) fn supplement(language: StyleLanguage) -> Option<Implementation> {
    (language == StyleLanguage::Japanese).then(|| {
        Implementation::edits(|target| {
            let Some(found) = SUPPLEMENT
                .captures(target.text)
                .and_then(|found| found.get(1))
            else {
                return Vec::new();
            };
            let text = found.as_str();
            // Brackets after a full stop or without one belong to another rule.
            if text.starts_with('。') || !text.contains('。') {
                return Vec::new();
            }
            let inner = text.trim_end_matches('。').trim_end_matches(['）', ')']);
            let inner = inner.trim_end_matches('。');
            let close = if text.starts_with('(') { ')' } else { '）' };
            edit(target, &found.range(), format!("{inner}{close}。"))
        })
    })
}

static REFERRING: LazyLock<Regex> = LazyLock::new(|| pattern(r"。(（[^（）]+）。?)$"));

/// The rule `text_in_round_brackets_referring_to_previous_sentence`: the full stop of brackets that
/// follow the sentence to which they refer.
pub(super) fn referring(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_before = match option {
        "add_period_before_closing_round_bracket" => true,
        "add_period_after_closing_round_bracket" => false,
        _ => return None,
    };
    (language == StyleLanguage::Japanese).then(|| {
        Implementation::edits(move |target| {
            let Some(found) = REFERRING
                .captures(target.text)
                .and_then(|found| found.get(1))
            else {
                return Vec::new();
            };
            let inner = found.as_str().trim_end_matches('。').trim_end_matches('）');
            let bare = inner.trim_end_matches('。');
            let text = if is_before {
                format!("{bare}。）")
            } else {
                format!("{bare}）。")
            };
            edit(target, &found.range(), text)
        })
    })
}

fn edit(
    target: &TargetText<'_>,
    range: &std::ops::Range<usize>,
    text: String,
) -> Vec<dragoman_text::Edit> {
    let is_same = target.text.get(range.clone()) == Some(text.as_str());
    let edit = dragoman_text::Edit {
        range: range.clone(),
        text,
    };
    if is_same { Vec::new() } else { vec![edit] }
}

static AT_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"(。?」)$"));
static GOES_ON: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(。」)(?:と|って|など|は|が|を|に|の|も|で|、)"));

/// The rule `corner_bracket_and_periods`: the full stop after a closing corner bracket at the end
/// of a sentence, if a full stop shows that it is a sentence.
pub(super) fn corner_at_end(language: StyleLanguage) -> Option<Implementation> {
    fn write(target: &TargetText<'_>, found: &str) -> Option<String> {
        let before = target.text.strip_suffix(found)?;
        let lead = before.rsplit_once('「').map_or("", |(lead, _)| lead);
        let is_sentence = found.starts_with('。') || lead.contains(['。', '！', '？']);
        let ends = before.ends_with(['！', '？', '…', '!', '?']);
        (is_sentence && !ends).then(|| "」。".to_owned())
    }
    in_japanese(&AT_END, write, language)
}

/// The rule `corner_brackets_and_periods`: no full stop in a quotation within a sentence.
pub(super) fn corner_within(language: StyleLanguage) -> Option<Implementation> {
    (language == StyleLanguage::Japanese).then(|| {
        Implementation::edits(|target| {
            let marks = GOES_ON
                .captures_iter(target.text)
                .filter_map(|found| found.get(1));
            marks
                .flat_map(|mark| edit(target, &mark.range(), "」".to_owned()))
                .collect()
        })
    })
}
