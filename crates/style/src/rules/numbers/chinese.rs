//! Chinese: adjacent numerals, and the two characters for zero.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::han;

static ROUGHLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?<one>[一二两三四五六七八九1-9])(?<mark>[、，,])(?<next>[二三四五六七八九2-9])(?<counter>[个天年月日次人位岁点件块元米里公斤倍种家名小百千万十成])",
    )
});

/// Writes approximate numbers without a comma: `三四天`.
pub(super) fn approximate(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&ROUGHLY, |captures| {
        let whole = captures.get(0)?;
        let before = target.before(whole.start()).chars().next_back();
        // A longer number, a list, ordinals such as 第三、四个, or dates such as 5月3、4日.
        if before.is_some_and(|c| {
            c.is_numeric() || han::value(c).is_some() || "、，,.第月年十百千初周".contains(c)
        }) {
            return None;
        }
        let value = |name| {
            let c = captures.name(name)?.as_str().chars().next()?;
            c.to_digit(10).map(u64::from).or_else(|| han::value(c))
        };
        let (one, next) = (value("one")?, value("next")?);
        let written = |name| {
            let c = captures.name(name)?.as_str().chars().next()?;
            han::digit(c).or(Some(c))
        };
        let counter = captures.name("counter")?.as_str();
        let is_month = counter == "月";
        (next == one + 1 && !is_month)
            .then(|| Some(format!("{}{}{counter}", written("one")?, written("next")?)))?
    })
}

static ABBREVIATED_ORDINALS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?<digits>[一二三四五六七八九]{2,4})(?<what>线城市|年级|产业|季度|等奖|把手|审|期工程|楼层)",
    )
});

/// Writes a comma between numerals of abbreviated ordinals: `一、二线城市`.
pub(super) fn abbreviated_ordinals(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&ABBREVIATED_ORDINALS, |captures| {
        let digits = captures.name("digits")?;
        let before = target.before(digits.start()).chars().next_back();
        if before.is_some_and(|c| "十百千万零〇".contains(c) || c.is_ascii_digit()) {
            return None;
        }
        let values: Vec<u64> = digits.as_str().chars().filter_map(han::value).collect();
        let rises = values
            .windows(2)
            .all(|pair| matches!(pair, [one, next] if next == &(one + 1)));
        let members: Vec<String> = digits.as_str().chars().map(String::from).collect();
        rises.then(|| {
            Some(format!(
                "{}{}",
                members.join("、"),
                captures.name("what")?.as_str()
            ))
        })?
    })
}

/// The use of the two characters for zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zero {
    /// `〇` in numbers that are read digit by digit, such as years.
    InNumbering,
    /// `零` in numbers that measure or count.
    InMeasurement,
}

static NUMERALS: LazyLock<Regex> =
    LazyLock::new(|| pattern("[零〇一二两三四五六七八九十百千万亿点]+"));

/// Writes the zeros of numbers in characters.
pub(super) fn zero(target: &TargetText<'_>, zero: Zero) -> Vec<Edit> {
    target.replace(&NUMERALS, |captures| {
        let found = captures.get(0)?.as_str();
        let has_power = found.contains(['十', '百', '千', '万', '亿', '点', '两']);
        let digits = found.chars().filter(|c| han::value(*c).is_some()).count();
        let has_others = found.chars().any(|c| !matches!(c, '零' | '〇'));
        match zero {
            Zero::InNumbering => {
                (!has_power && has_others && digits >= 3).then(|| found.replace('零', "〇"))
            }
            Zero::InMeasurement => {
                let after = target.after(captures.get(0)?.end());
                let is_degree = found == "〇" && after.starts_with(['度', '下', '上']);
                ((has_power && digits >= 1) || is_degree).then(|| found.replace('〇', "零"))
            }
        }
    })
}

/// A counter after a number in characters that is not part of an idiom.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?<numerals>[零〇一二三四五六七八九十百千]{2,})(?<counter>个|人|年|月|日|天|次|岁|名|件|台|块|元|米|公里|公斤|分钟|小时|秒|页|本|张|辆|位|家|倍|篇|吨)",
    )
});

/// Writes numbers of two and more characters in digits before a counter.
pub(super) fn arabic(target: &TargetText<'_>) -> Vec<Edit> {
    let found = COUNTED.captures_iter(target.text).filter_map(|captures| {
        let numerals = captures.name("numerals")?;
        let before = target.before(numerals.start()).chars().next_back();
        let is_part = before
            .is_some_and(|c| c.is_ascii_digit() || "第数几万亿点初正".contains(c) || c == '星');
        let text = numerals.as_str();
        let counter = captures.name("counter")?.as_str();
        // Years of eras, and months and days in characters, do not change (GB/T 15835, 4.2).
        let is_of_calendar = matches!(counter, "年" | "月" | "日")
            && before.is_some_and(|c| "年月历曆国國治熙正隆庆光丰绪统武乐".contains(c));
        if is_of_calendar || counter == "月" {
            return None;
        }
        // 百十个 means about a hundred.
        if text.starts_with(['百', '千']) {
            return None;
        }
        let digits = if text.contains(['十', '百', '千']) {
            han::parse(text)?.to_string()
        } else {
            let values: Option<String> = text
                .chars()
                .map(|c| Some(han::value(c)?.to_string()))
                .collect();
            values.filter(|digits| digits.len() == 4 && counter == "年")?
        };
        let is_part = is_part || han::follows_numeral(target.before(numerals.start()));
        (!is_part).then_some(Edit {
            range: numerals.range(),
            text: digits,
        })
    });
    found.collect()
}
