//! Full-width and half-width forms, and the kinds of brackets, in Chinese, Japanese and Korean.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use super::context::{char_after, char_before, is_cjk, is_han, run_after, run_before};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

static COLON: LazyLock<Regex> = LazyLock::new(|| pattern("：|:[ \u{a0}]?"));

fn is_east_asian(language: StyleLanguage) -> bool {
    use StyleLanguage::{Chinese, Japanese, Korean};
    matches!(language, Chinese | Japanese | Korean)
}

/// Whether full-width punctuation marks belong next to a character.
fn is_wide(sign: char) -> bool {
    is_cjk(sign)
        || matches!(
            sign,
            '」' | '』' | '”' | '》' | '）' | '】' | '〉' | '“' | '「' | '『' | '《' | '（'
        )
}

/// The rule `colon`.
pub(super) fn colon(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_full = match option {
        "use_full_width_colon" => true,
        "use_half_width_colon" => false,
        _ => return None,
    };
    is_east_asian(language).then(|| {
        Implementation::edits(move |target| {
            target.replace(&COLON, |found| {
                let whole = found.get(0)?;
                let before = char_before(target, whole.start())?;
                if is_full {
                    return (is_wide(before) && !whole.as_str().starts_with('：'))
                        .then(|| "：".to_owned());
                }
                let after = char_after(target, whole.end());
                let is_tight = after.is_none_or(char::is_whitespace)
                    || before.is_ascii_digit() && after.is_some_and(|sign| sign.is_ascii_digit());
                (whole.as_str() == "：").then(|| if is_tight { ":" } else { ": " }.to_owned())
            })
        })
    })
}

static BRACKETED: LazyLock<Regex> = LazyLock::new(|| pattern(r"[(（]([^()（）]*)[)）]"));

/// The rule `round_brackets`. Both brackets of a pair have the same width, and brackets around
/// Latin text stay half-width.
pub(super) fn round_brackets(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let (open, close) = match option {
        "use_full_width_round_brackets" => ("（", "）"),
        "use_half_width_round_brackets" => ("(", ")"),
        _ => return None,
    };
    is_east_asian(language).then(|| {
        Implementation::edits(move |target| {
            let pairs = BRACKETED.captures_iter(target.text);
            pairs
                .filter_map(|found| {
                    let (whole, inner) = (found.get(0)?, found.get(1)?);
                    let is_in_text = inner.as_str().chars().any(is_cjk)
                        || char_before(target, whole.start()).is_some_and(is_wide);
                    // The brackets around the area code of a telephone number do not change.
                    let is_number = char_after(target, whole.end())
                        .is_some_and(|sign| sign.is_ascii_digit())
                        && inner.as_str().chars().all(|sign| sign.is_ascii_digit());
                    (is_in_text && !is_number).then_some((whole.range(), inner.range()))
                })
                .flat_map(|(whole, inner)| {
                    [
                        (whole.start..inner.start, open),
                        (inner.end..whole.end, close),
                    ]
                })
                .filter(|(range, sign)| target.text.get(range.clone()) != Some(*sign))
                .map(|(range, sign)| Edit {
                    range,
                    text: sign.to_owned(),
                })
                .collect()
        })
    })
}

static ANY_BRACKETS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"（([^（）]*)）|\(([^()]*)\)|〔([^〔〕]*)〕|【([^【】]*)】|\[([^\[\]]*)\]|［([^［］]*)］",
    )
});

const NATIONS: &str = "美英法德日俄意西葡荷奥瑞印加澳韩苏希挪丹比波匈捷爱埃墨巴智";
const DYNASTIES: &str = "周秦汉晋隋唐宋元明清魏梁陈辽金";

/// The rule `bracket` in Chinese (GB/T 15834, 4.9).
pub(super) fn bracket(option: &str, language: StyleLanguage) -> Option<Implementation> {
    if language != StyleLanguage::Chinese {
        return None;
    }
    let pair = match option {
        "use_hexagonal_brackets" => Some(('〔', '〕')),
        "use_lenticular_brackets" => Some(('【', '】')),
        "use_parentheses" => Some(('（', '）')),
        "use_square_brackets_for_nationality_and_hexagonal_brackets_for_historical_period" => None,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        target.replace(&ANY_BRACKETS, |found| {
            let whole = found.get(0)?;
            let inner = found.iter().skip(1).flatten().next()?.as_str();
            let Some((open, close)) = pair else {
                return of_author(target, whole.start(), whole.end(), inner);
            };
            // Nested brackets, and brackets around Latin text, keep their distinct shapes.
            let is_plain =
                inner.chars().any(is_han) && !inner.contains(['（', '(', '〔', '【', '[', '［']);
            // After Latin letters, the brackets are an index or a function call.
            let is_index =
                char_before(target, whole.start()).is_some_and(|sign| sign.is_ascii_alphanumeric());
            (is_plain && !is_index).then(|| format!("{open}{inner}{close}"))
        })
    }))
}

/// The brackets around the nation or dynasty of an author before a name.
fn of_author(target: &TargetText<'_>, start: usize, end: usize, inner: &str) -> Option<String> {
    let name = run_after(target, end, |sign| is_han(sign) || sign == '·');
    let leads = match char_before(target, start) {
        None => true,
        Some(sign) => {
            sign.is_whitespace() || matches!(sign, '，' | '、' | '；' | '：' | '。' | '》')
        }
    };
    let mut signs = inner.chars();
    let sign = signs.next()?;
    let full = inner.trim_end_matches('代').trim_end_matches('朝');
    if !leads || name.chars().count() < 2 {
        return None;
    }
    if signs.next().is_none() && NATIONS.contains(sign)
        || matches!(inner, "美国" | "英国" | "法国" | "德国" | "日本" | "俄国")
    {
        return Some(format!("[{inner}]"));
    }
    (full.chars().count() == 1 && DYNASTIES.contains(sign)).then(|| format!("〔{inner}〕"))
}

static ENGLISH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[A-Za-z][A-Za-z0-9.+#’'&-]*(?: [A-Za-z][A-Za-z0-9.+#’'&-]*)*"));
static QUOTED_ENGLISH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"“([A-Za-z][A-Za-z0-9.+#&-]*(?: [A-Za-z][A-Za-z0-9.+#&-]*){0,2})”"));

/// The rule `chinese_mixed_with_english`.
pub(super) fn mixed_english(option: &str, language: StyleLanguage) -> Option<Implementation> {
    if language != StyleLanguage::Chinese {
        return None;
    }
    match option {
        "do_not_place_english_in_quotation_marks" => Some(Implementation::edits(|target| {
            target.replace(&QUOTED_ENGLISH, |found| {
                let (whole, inner) = (found.get(0)?, found.get(1)?.as_str());
                let speaks = matches!(
                    char_before(target, whole.start()),
                    None | Some('：' | ':' | '，')
                );
                let ends = inner.ends_with(['.', '!', '?']);
                (!speaks && !ends && among_chinese(target, whole.start(), whole.end()))
                    .then(|| inner.to_owned())
            })
        })),
        "place_english_in_quotation_marks" => Some(Implementation::edits(|target| {
            // The words may be inside an existing quotation.
            if target.text.contains(['“', '"']) {
                return Vec::new();
            }
            target.replace(&ENGLISH, |found| {
                let whole = found.get(0)?;
                let text = whole.as_str();
                let (start, end) = (whole.start(), whole.end());
                let is_word = text.chars().filter(char::is_ascii_alphabetic).count() > 1
                    && !text.contains('.')
                    && !text.ends_with(['-', '.', '&', '\'']);
                (is_word && among_chinese(target, start, end)).then(|| format!("“{text}”"))
            })
        })),
        _ => None,
    }
}

/// Whether Chinese characters or punctuation marks are directly on both sides, with a character on
/// at least one side and a number on neither.
fn among_chinese(target: &TargetText<'_>, start: usize, end: usize) -> bool {
    let (before, after) = (char_before(target, start), char_after(target, end));
    let is_stop = |sign: char| matches!(sign, '，' | '。' | '、' | '；' | '！' | '？');
    let may_be_beside = |sign: Option<char>| sign.is_none_or(|sign| is_han(sign) || is_stop(sign));
    // An item of a list has the same format as the others.
    let is_character = |sign: Option<char>| sign.is_some_and(|sign| is_han(sign) || sign == '、');
    may_be_beside(before) && may_be_beside(after) && (is_character(before) || is_character(after))
}

static STOPS: LazyLock<Regex> = LazyLock::new(|| pattern("[。．、，]|[.,]"));

/// The rule `periods_and_commas` in Japanese.
pub(super) fn periods_and_commas(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let (period, comma) = match option {
        "use_full_width_japanese_periods_and_full_width_japanese_commas" => ("。", "、"),
        "use_full_width_japanese_periods_and_full_width_non_japanese_commas" => ("。", "，"),
        "use_full_width_non_japanese_periods_and_full_width_japanese_commas" => ("．", "、"),
        "use_full_width_non_japanese_periods_and_full_width_non_japanese_commas" => ("．", "，"),
        _ => return None,
    };
    (language == StyleLanguage::Japanese).then(|| {
        Implementation::edits(move |target| {
            target.replace(&STOPS, |found| {
                let whole = found.get(0)?;
                let before = char_before(target, whole.start());
                let after = char_after(target, whole.end());
                let sign = whole.as_str();
                let is_digit = |sign: Option<char>| {
                    sign.is_some_and(|sign| sign.is_numeric() && !is_cjk(sign))
                };
                let is_text = |sign: char| is_wide(sign);
                let is_half = matches!(sign, "." | ",");
                let is_latin = before.is_some_and(|sign| sign.is_alphanumeric() && !is_cjk(sign));
                if is_digit(before) && is_digit(after)
                    || sign == "．" && is_latin
                    || is_half && !before.is_some_and(is_text)
                    || is_half && !after.is_none_or(|sign| is_text(sign) || sign == '\n')
                    || matches!(sign, "．" | "，")
                        && !before.is_some_and(|sign| is_text(sign) || sign.is_alphanumeric())
                {
                    return None;
                }
                // 「1．」 is the number of a list item.
                let number = run_before(target, whole.start(), char::is_numeric);
                let lists = sign == "．" && !number.is_empty() && number.len() == whole.start();
                let is_period = matches!(sign, "。" | "．" | ".");
                (!lists).then(|| if is_period { period } else { comma }.to_owned())
            })
        })
    })
}
