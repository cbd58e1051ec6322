//! Rules of the Korean punctuation standard (한글 맞춤법, 문장 부호).

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use super::context::{char_after, char_before, is_hangul, run_after, run_before};
use super::quote_classifier::{MarkClass, MarkRole, marks};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

fn edits_in_korean(
    language: StyleLanguage,
    find: impl Fn(&TargetText<'_>) -> Vec<Edit> + Send + Sync + 'static,
) -> Option<Implementation> {
    (language == StyleLanguage::Korean).then(|| Implementation::edits(find))
}

static TIME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\d{1,3})(?:[ \u{a0}]+[:：][ \u{a0}]*|[:：][ \u{a0}]+)(\d{1,3})"));

/// The rule `colon_between_hours_and_minutes_or_chapters_and_verses`: the second number has two
/// digits, or the word for a minute or a verse follows it.
pub(super) fn colon_in_times(language: StyleLanguage) -> Option<Implementation> {
    edits_in_korean(language, |target| numbers_joined(target, true))
}

/// The rule `colon_to_replace_versus_or_to`: a colon between the numbers of a result or a ratio.
pub(super) fn colon_for_versus(language: StyleLanguage) -> Option<Implementation> {
    edits_in_korean(language, |target| numbers_joined(target, false))
}

fn numbers_joined(target: &TargetText<'_>, times_only: bool) -> Vec<Edit> {
    target.replace(&TIME, |found| {
        let whole = found.get(0)?;
        let (left, right) = (found.get(1)?.as_str(), found.get(2)?.as_str());
        let is_part =
            |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',' | '-' | '/' | ':');
        let before = char_before(target, whole.start());
        let after = char_after(target, whole.end());
        if before.is_some_and(is_part)
            || after.is_some_and(|sign| is_part(sign) && sign != '.' && sign != ',')
        {
            return None;
        }
        let hour: u32 = left.parse().ok()?;
        let minute: u32 = right.parse().ok()?;
        let is_time = hour <= 24 && right.len() == 2 && minute < 60;
        let is_verse = run_before(target, whole.start(), |sign| is_hangul(sign) || sign == ' ')
            .trim_end()
            .ends_with(['편', '음', '서', '기', '세']);
        (!times_only || is_time || is_verse).then(|| format!("{left}:{right}"))
    })
}

static LABEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^([\p{Hangul}][\p{Hangul} ]{0,12}?)([ \u{a0}]*):([ \u{a0}]*)(\S)"));

/// The rule `colon_in_heading`: `일시: 5월 1일`.
pub(super) fn colon_in_heading(language: StyleLanguage) -> Option<Implementation> {
    edits_in_korean(language, |target| {
        target.replace(&LABEL, |found| {
            let part = |number| found.get(number).map_or("", |part| part.as_str());
            let (label, before, after, next) = (part(1), part(2), part(3), part(4));
            // Without spaces, the colon may separate two opponents, as in 청군:백군.
            let is_versus = before.is_empty() && after.is_empty() && next.chars().all(is_hangul);
            (!is_versus && !label.contains(' ') && next != "/").then(|| format!("{label}: {next}"))
        })
    })
}

static PAIRED: LazyLock<Regex> = LazyLock::new(|| pattern(r"[·‧・-]|,[ ]"));

/// Single syllables that abbreviate countries and the like in pairs.
const SHORT: &str = "한미중일영러독불북남여야노사민관산학군";

/// The rule `related_phrases_indicator`: the sign between the words of a pair, where a middle dot
/// or a hyphen joins two abbreviated names.
pub(super) fn related_phrases(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let sign = match option {
        "use_comma" => ", ",
        "use_hyphen" => "-",
        "use_middle_dot" => "·",
        _ => return None,
    };
    edits_in_korean(language, move |target| {
        target.replace(&PAIRED, |found| {
            let whole = found.get(0)?;
            if whole.as_str() == ", " {
                return None;
            }
            let left = run_before(target, whole.start(), is_hangul);
            let right = run_after(target, whole.end(), is_hangul);
            let is_short = |word: &str| {
                let mut signs = word.chars();
                signs.next().is_some_and(|sign| SHORT.contains(sign)) && signs.next().is_none()
            };
            let is_dot = whole.as_str() != "-";
            let before = char_before(target, whole.start() - left.len());
            let joins_digits = before.is_some_and(|sign| sign.is_ascii_digit());
            let is_pair = !left.is_empty() && !right.is_empty() && !joins_digits;
            let right_is_short = right
                .chars()
                .next()
                .is_some_and(|sign| SHORT.contains(sign))
                && (right.chars().count() == 1 || is_short(left) && !is_dot);
            (is_pair && (is_dot || is_short(left) && right_is_short)).then(|| sign.to_owned())
        })
    })
}

static SPACED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[ \u{a0}]+(?:\(([^()]{1,60})\)|（([^（）]{1,60})）)"));

/// The rule `parentheses_for_supplementary_information`: no space before the bracket.
pub(super) fn parentheses(language: StyleLanguage) -> Option<Implementation> {
    edits_in_korean(language, |target| {
        target.replace(&SPACED, |found| {
            let whole = found.get(0)?;
            let inner = found.iter().skip(1).flatten().next()?.as_str();
            let before = char_before(target, whole.start());
            let is_number = inner.chars().count() < 3
                && !inner
                    .chars()
                    .any(|sign| sign.is_alphabetic() && !is_hangul(sign));
            let follows_word =
                before.is_some_and(|sign| is_hangul(sign) || sign.is_ascii_alphabetic());
            (follows_word && !is_number).then(|| whole.as_str().trim_start().to_owned())
        })
    })
}

/// The rule `periods_in_direct_quotes`: the full stop before the closing mark of a quoted sentence.
pub(super) fn periods_in_quotes(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let with_period = match option {
        "use" => true,
        "do_not_use" => false,
        _ => return None,
    };
    edits_in_korean(language, move |target| {
        let closes = |mark: &super::quote_classifier::Mark| {
            mark.class == MarkClass::Double && mark.role == MarkRole::Close
        };
        marks(target)
            .iter()
            .filter(|mark| closes(mark))
            .filter_map(|mark| period_edit(target, mark.at, mark.end(), with_period))
            .collect()
    })
}

/// The particles and verbs after a quoted sentence.
const QUOTING: [&str; 6] = ["라고", "하고", "라며", "라는", "고 ", "며 "];

fn period_edit(target: &TargetText<'_>, at: usize, end: usize, with_period: bool) -> Option<Edit> {
    let before = target.before(at);
    let after = target.after(end).trim_start();
    if !QUOTING.iter().any(|word| after.starts_with(word)) {
        return None;
    }
    if with_period {
        let word = run_before(target, at, is_hangul);
        let ends_sentence =
            word.chars().count() > 1 && word.ends_with(['다', '요', '자', '오', '죠']);
        return ends_sentence.then(|| Edit {
            range: at..at,
            text: ".".to_owned(),
        });
    }
    let is_stop = before.ends_with('.') && !before.ends_with("..");
    let follows_word = before
        .trim_end_matches('.')
        .chars()
        .next_back()
        .is_some_and(is_hangul);
    (is_stop && follows_word).then(|| Edit {
        range: at - 1..at,
        text: String::new(),
    })
}

static TITLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"『([^『』]*)』|《([^《》]*)》|≪([^≪≫]*)≫"));
static WORK: LazyLock<Regex> = LazyLock::new(|| pattern(r"「([^「」]*)」|〈([^〈〉]*)〉"));

/// The rule `titles_of_books_and_newspapers`: the shape of marks that only titles have.
pub(super) fn titles_of_books(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let marks = match option {
        "use_double_angle_brackets" => ('《', '》'),
        "use_double_corner_brackets" => ('『', '』'),
        "use_double_straight_quotation_marks" => ('"', '"'),
        _ => return None,
    };
    edits_in_korean(language, move |target| retitled(target, &TITLE, marks))
}

/// The rule `titles_of_creative_works_trade_names_laws_and_regulations`.
pub(super) fn titles_of_works(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let marks = match option {
        "use_single_angle_brackets" => ('〈', '〉'),
        "use_single_corner_brackets" => ('「', '」'),
        "use_single_straight_quotation_marks" => ('\'', '\''),
        _ => return None,
    };
    edits_in_korean(language, move |target| retitled(target, &WORK, marks))
}

fn retitled(target: &TargetText<'_>, titles: &Regex, (open, close): (char, char)) -> Vec<Edit> {
    target.replace(titles, |found| {
        let title = found.iter().skip(1).flatten().next()?.as_str();
        // Straight marks within straight marks would be ambiguous.
        let is_unclear = open == close && title.contains(open);
        (!title.is_empty() && !is_unclear).then(|| format!("{open}{title}{close}"))
    })
}
