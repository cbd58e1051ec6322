//! Japanese: digits or kanji.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::{Captures, Regex};

use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::context::{ends_range, may_be_number};
use super::han;
use super::number::{half_width, numbers};

/// Counters after numbers in kanji that are not part of idioms.
const COUNTERS: &str = "人|名|個|台|本|冊|枚|年|月|日|時間|時|分|秒|円|歳|回|件|階|社|匹|頭|羽|着|杯|通|点|か月|か国|キロ|メートル|パーセント|ページ|ドル|世帯|校|戸|票|万|億";

const KANJI: &str = "〇一二三四五六七八九十百千万億";

static ROUGHLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        "(?<one>[1-9１-９])[、,，・～〜](?<next>[1-9１-９])(?<counter>{COUNTERS}|十|百|千|週間)"
    ))
});
static SOME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?:(?<before>[1-9１-９][0０]?)数|数(?<after>[1１][0０]{0,3}))(?<counter>[人名個台本冊枚年月日時分秒円歳回件階社匹頭か万億カヶ])",
    )
});

/// Writes approximate numbers in kanji: `二、三日`, `十数人`.
pub(super) fn approximate(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = target.replace(&ROUGHLY, |captures| {
        let whole = captures.get(0)?;
        let before = target.before(whole.start()).chars().next_back();
        if before
            .is_some_and(|c| c.is_numeric() || matches!(c, '、' | ',' | '第' | '～' | '〜' | '.'))
        {
            return None;
        }
        let digit = |name| half_width(captures.name(name)?.as_str().chars().next()?).to_digit(10);
        let (one, next) = (digit("one")?, digit("next")?);
        let kanji = |value: u32| han::digit(char::from_digit(value, 10)?);
        let counter = captures.name("counter")?.as_str();
        // 1、2年生 are two years of school.
        let is_list = target
            .after(whole.end())
            .starts_with(['生', '目', '次', '級', '組']);
        let is_date = is_list || counter == "月" || (counter == "日" && before == Some('月'));
        (next == one + 1 && !is_date)
            .then(|| Some(format!("{}、{}{counter}", kanji(one)?, kanji(next)?)))?
    });
    edits.extend(target.replace(&SOME, |captures| {
        let counter = captures.name("counter")?.as_str();
        let whole = captures.get(0)?;
        let before = target.before(whole.start()).chars().next_back();
        if before.is_some_and(|c| c.is_numeric() || matches!(c, '.' | ',' | '回' | '件' | '人'))
        {
            return None;
        }
        let kanji =
            |digits: &str| han::japanese(&digits.chars().map(half_width).collect::<String>());
        Some(match (captures.name("before"), captures.name("after")) {
            (Some(digits), _) if digits.as_str().chars().count() == 2 => {
                format!("{}数{counter}", kanji(digits.as_str())?)
            }
            (None, Some(digits)) if digits.as_str().chars().count() > 1 => {
                format!("数{}{counter}", kanji(digits.as_str())?)
            }
            _ => return None,
        })
    }));
    edits
}

static NATIVE: LazyLock<Regex> =
    LazyLock::new(|| pattern("(?<digit>[1-9１-９])(?<rest>つ|人(?:[^称前目口月工格員用材件]|$))"));

/// Idioms with numbers: with digits, and in their usual form.
const SAYINGS: [(&str, &str); 10] = [
    ("1石2鳥", "一石二鳥"),
    ("10人10色", "十人十色"),
    ("4苦8苦", "四苦八苦"),
    ("7転び8起き", "七転び八起き"),
    ("3日坊主", "三日坊主"),
    ("1期1会", "一期一会"),
    ("5里霧中", "五里霧中"),
    ("1生懸命", "一生懸命"),
    ("2度と", "二度と"),
    ("1目瞭然", "一目瞭然"),
];

/// Writes the numbers of idioms and native numerals (`一つ`, `二人`) in kanji.
pub(super) fn idioms_and_native_numerals(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (digits, kanji) in SAYINGS {
        for (start, found) in target.text.match_indices(digits) {
            if is_free(target, start) {
                edits.push(Edit {
                    range: start..start + found.len(),
                    text: kanji.to_owned(),
                });
            }
        }
    }
    for captures in NATIVE.captures_iter(target.text) {
        let (Some(digit), Some(rest)) = (captures.name("digit"), captures.name("rest")) else {
            continue;
        };
        let Some(value) = digit.as_str().chars().next().map(half_width) else {
            continue;
        };
        // From three on, people are counted with Chinese readings.
        let is_native = rest.as_str().starts_with('つ') || matches!(value, '1' | '2');
        if let Some(kanji) = han::digit(value)
            && is_native
            && is_free(target, digit.start())
        {
            edits.push(Edit {
                range: digit.range(),
                text: kanji.to_string(),
            });
        }
    }
    edits
}

fn is_free(target: &TargetText<'_>, start: usize) -> bool {
    let before = target.before(start).chars().next_back();
    !before.is_some_and(|c| {
        c.is_ascii_alphanumeric()
            || ('０'..='９').contains(&c)
            || matches!(
                c,
                '.' | ','
                    | '．'
                    | '，'
                    | '第'
                    | '-'
                    | '−'
                    | '/'
                    | '_'
                    | '～'
                    | '〜'
                    | '×'
                    | '万'
                    | '億'
            )
    })
}

static PLACES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?<last>[0-9０-９〇一二三四五六七八九十百千数])(?<word>(?:か|カ|ヵ|ヶ|ケ|ｹ|箇|個)(?<what>所|月))",
    )
});

/// Writes `か所` and `か月` after digits, and `箇所` and `箇月` after kanji.
pub(super) fn places_and_months(target: &TargetText<'_>) -> Vec<Edit> {
    let wanted = |captures: &Captures<'_>| {
        let (last, what) = (captures.name("last")?, captures.name("what")?);
        let is_digit = last
            .as_str()
            .chars()
            .all(|c| half_width(c).is_ascii_digit());
        let small = if is_digit { 'か' } else { '箇' };
        Some(format!("{}{small}{}", last.as_str(), what.as_str()))
    };
    target.replace(&PLACES, wanted)
}

static RANGE: LazyLock<Regex> = LazyLock::new(|| pattern("^(?:から|[-–~～〜、])[0-9０-９]"));

/// Writes numbers in kanji.
pub(super) fn kanji(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let after = target.after(number.range.end);
        // The counter of the last number of `2、3日` applies to the others too.
        let begins_range = RANGE.is_match(after);
        if begins_range || ends_range(target, number.range.start) {
            continue;
        }
        let before = target.before(number.range.start).chars().next_back();
        let is_year = after.starts_with('年') && number.integer.len() == 4;
        let is_plain = number.fraction.is_none()
            && before.is_none_or(|c| !matches!(c, '-' | '−' | '¥' | '$' | '€' | '￥' | ' '))
            && after.starts_with(|c: char| {
                super::context::is_asian(c) && !('\u{30a0}'..='\u{30ff}').contains(&c)
            });
        let written = if is_year {
            han::digit_by_digit(&number.integer, '〇')
        } else {
            han::japanese(&number.integer)
        };
        if let Some(text) = written.filter(|_| is_plain) {
            edits.push(Edit {
                range: number.range,
                text,
            });
        }
    }
    edits
}

static IN_KANJI: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        "(?<numerals>[{KANJI}]{{2,}})(?<counter>{COUNTERS})"
    ))
});

/// Writes numbers of two and more kanji in digits before a counter.
pub(super) fn arabic(target: &TargetText<'_>) -> Vec<Edit> {
    let found = IN_KANJI.captures_iter(target.text).filter_map(|captures| {
        let numerals = captures.name("numerals")?;
        let counter = captures.name("counter")?.as_str();
        let before = target.before(numerals.start()).chars().next_back();
        let is_part = before.is_some_and(|c| "第数何約".contains(c) && c != '約')
            || before.is_some_and(|c| c.is_ascii_digit())
            || han::follows_numeral(target.before(numerals.start()));
        let is_custom = numerals.as_str() == "四十九" && counter == "日";
        let text = numerals.as_str();
        let is_positional = !text.contains(['十', '百', '千', '万', '億']);
        let digits = if is_positional {
            let digits: Option<String> = text
                .chars()
                .map(|c| Some(han::value(c)?.to_string()))
                .collect();
            digits.filter(|digits| digits.len() == 4 && counter == "年")?
        } else {
            let value = han::parse(text)?;
            if value >= 10_000 {
                return None;
            }
            value.to_string()
        };
        (!is_part && !is_custom).then_some(Edit {
            range: numerals.range(),
            text: digits,
        })
    });
    found.collect()
}

static DIGITS: LazyLock<Regex> = LazyLock::new(|| pattern("[0-9]+|[０-９]+(?:[．，][０-９]+)*"));

/// Writes digits in running text in full width.
pub(super) fn full_width(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&DIGITS, |captures| {
        let found = captures.get(0)?;
        let is_free = |c: Option<char>| {
            c.is_none_or(|c| super::context::is_asian(c) || "、。「」『』（）！？　：".contains(c))
        };
        let before = target.before(found.start()).chars().next_back();
        let after = target.after(found.end()).chars().next();
        let fits = is_free(before) && is_free(after) && may_be_number(target, &found.range());
        fits.then(|| found.as_str().chars().map(full_width_digit).collect())
    })
}

/// Writes full-width digits and the marks between them in half width.
pub(super) fn half_width_digits(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&DIGITS, |captures| {
        Some(captures.get(0)?.as_str().chars().map(half_width).collect())
    })
}

fn full_width_digit(c: char) -> char {
    c.to_digit(10)
        .and_then(|value| char::from_u32(u32::from('０') + value))
        .unwrap_or(c)
}
