//! Large numbers in languages that count in myriads: Chinese, Japanese and Korean.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::super::context::{ends_range, is_quantity, may_be_number};
use super::super::han;
use super::super::number::{Number, grouped, numbers};

/// The spaces between the parts of `1억 2345만`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Spacing {
    Spaced,
    Tight,
}

static MYRIADS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[0-9][0-9,]*(?:\.[0-9]+)?(?:[万萬億亿兆만억조](?: ?[0-9][0-9,]*(?:\.[0-9]+)?)?)+")
});
static PART: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?<digits>[0-9][0-9,]*(?:\.[0-9]+)?)(?<power>[万萬億亿兆만억조])?"));

/// Writes large numbers in digits alone, with commas.
pub(in super::super) fn in_digits(target: &TargetText<'_>) -> Vec<Edit> {
    target.replace(&MYRIADS, |captures| {
        let found = captures.get(0)?;
        let following = target.after(found.end());
        let is_vague = following.starts_with(|c: char| {
            "十百千万億亿兆多余餘来几数십백천만억조여".contains(c) || c.is_ascii_alphanumeric()
        });
        if is_vague || !may_be_number(target, &found.range()) || ends_range(target, found.start()) {
            return None;
        }
        let value = value(found.as_str())?;
        Some(grouped(&value.to_string(), ','))
    })
}

/// The value of digits with characters between them; `None` if the powers do not decrease.
fn value(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut last = u64::MAX;
    for part in PART.captures_iter(text) {
        let digits = part.name("digits")?.as_str().replace(',', "");
        let power = match part.name("power") {
            Some(power) => han::power(power.as_str().chars().next()?)?,
            None => 1,
        };
        if power >= last {
            return None;
        }
        last = power;
        let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
        let unit = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        let scaled: u64 = format!("{whole}{fraction}").parse().ok()?;
        let exact = scaled.checked_mul(power)?;
        if exact % unit != 0 {
            return None;
        }
        total = total.checked_add(exact / unit)?;
    }
    Some(total)
}

/// Writes large numbers with the characters for ten thousand and its powers.
pub(in super::super) fn with_characters(target: &TargetText<'_>, spacing: Spacing) -> Vec<Edit> {
    let mut edits: Vec<Edit> = numbers(target)
        .into_iter()
        .filter(|number| number.group.is_some() || is_quantity(target, &number.range))
        .filter_map(|number| {
            let following = target.after(number.range.end);
            let stays = following.starts_with(['年', '년', '%', '％'])
                || following.starts_with(|c| han::power(c).is_some());
            let written = written(&number, target.language, spacing)?;
            (!stays).then_some(Edit {
                range: number.range,
                text: written,
            })
        })
        .collect();
    if target.language == StyleLanguage::Korean {
        edits.extend(respaced(target, spacing));
    }
    edits
}

fn written(number: &Number, language: StyleLanguage, spacing: Spacing) -> Option<String> {
    let value = number.whole().filter(|value| *value >= 10_000)?;
    if language == StyleLanguage::Chinese {
        return chinese(value);
    }
    let powers: [(u64, &str); 4] = match language {
        StyleLanguage::Korean => [
            (1_000_000_000_000, "조"),
            (100_000_000, "억"),
            (10_000, "만"),
            (1, ""),
        ],
        _ => [
            (1_000_000_000_000, "兆"),
            (100_000_000, "億"),
            (10_000, "万"),
            (1, ""),
        ],
    };
    let mut rest = value;
    let mut parts = Vec::new();
    for (power, character) in powers {
        let count = rest / power;
        rest %= power;
        if count > 9_999 {
            return None;
        }
        if count > 0 {
            parts.push(format!("{count}{character}"));
        }
    }
    Some(parts.join(if spacing == Spacing::Spaced { " " } else { "" }))
}

/// Chinese uses a single unit, with up to two decimals.
fn chinese(value: u64) -> Option<String> {
    let (unit, character) = if value >= 100_000_000 {
        (100_000_000, '亿')
    } else {
        (10_000, '万')
    };
    let hundredths = value
        .is_multiple_of(unit / 100)
        .then_some(value / (unit / 100))?;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    Some(match rest {
        0 => format!("{whole}{character}"),
        _ => {
            let fraction = format!("{rest:02}");
            format!("{whole}.{}{character}", fraction.trim_end_matches('0'))
        }
    })
}

/// Changes the spaces of numbers such as `1억2345만`.
fn respaced(target: &TargetText<'_>, spacing: Spacing) -> Vec<Edit> {
    static JOINT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"[0-9](?<power>[조억만])(?<gap> ?)(?:[0-9])"));
    // Matches overlap: each ends with the digit with which the next one may begin, so that the
    // spaces of every part are counted once.
    let mut edits = Vec::new();
    let mut from = 0;
    while let Some(found) = JOINT.captures_at(target.text, from) {
        let (Some(gap), Some(whole)) = (found.name("gap"), found.get(0)) else {
            break;
        };
        from = whole.end() - 1;
        let wanted = if spacing == Spacing::Spaced { " " } else { "" };
        if gap.as_str() != wanted {
            edits.push(Edit {
                range: gap.range(),
                text: wanted.to_owned(),
            });
        }
    }
    edits
}
