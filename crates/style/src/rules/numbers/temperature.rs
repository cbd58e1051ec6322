//! Temperatures.

use std::sync::LazyLock;

use dragoman_text::Edit;
use regex::{Captures, Regex};

use crate::language::StyleLanguage;
use crate::pattern::pattern;
use crate::target_text::TargetText;

use super::context::{is_asian, preceding_text, word_ends};
use super::han;
use super::number::{Number, differs_beyond_spaces, numbers};

/// The format of a temperature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TemperatureFormat {
    /// `25 °C`, or without the space.
    Symbol { space: bool },
    /// `25 degrees Celsius`, `25摄氏度`.
    Name,
    /// `25摄氏度` with a space.
    SpacedName,
    /// `섭씨 25도`: the scale precedes the number.
    ScaleFirst,
    /// `25 gradi`, `25度`: the scale is not written.
    NoScale,
    /// `二十五摄氏度`.
    ChineseNumerals,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Celsius,
    Fahrenheit,
}

static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^[ \x{a0}\x{2009}\x{202f}]?(?:(?:°[ \x{a0}\x{202f}]?(?<letter>[CF])|(?<one>[℃℉]))|",
        r"(?i:Grad|degrees?|degrés?|grados?|gradi|grado)[ \x{a0}](?i:centigrade)?(?<scale>Celsius|celsius|Fahrenheit|fahrenheit|centígrados?)|",
        r"(?<asian>摄氏度|攝氏度|华氏度|度))",
    ))
});

static SCALE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?<scale>섭씨|화씨|摂氏|華氏|摄氏|华氏)[ ]?(?<minus>영하[ ]?|マイナス|零下|[-−])?$")
});

struct Temperature {
    number: Number,
    scale: Scale,
    start: usize,
    end: usize,
    is_negative: bool,
}

/// Writes temperatures in a format.
pub(super) fn write(target: &TargetText<'_>, format: TemperatureFormat) -> Vec<Edit> {
    let mut edits = Vec::new();
    for number in numbers(target) {
        let Some(found) = temperature(target, number) else {
            continue;
        };
        let Some(text) = written(target, &found, format) else {
            continue;
        };
        let old = target.text.get(found.start..found.end).unwrap_or_default();
        if differs_beyond_spaces(old, &text) {
            edits.push(Edit {
                range: found.start..found.end,
                text,
            });
        }
    }
    edits
}

fn temperature(target: &TargetText<'_>, number: Number) -> Option<Temperature> {
    let after = target.after(number.range.end);
    let before = preceding_text(target, number.range.start);
    let found = AFTER.captures(after);
    let (length, trailing) = match &found {
        Some(found) => (found.get(0)?.end(), scale(found)),
        // In this format, the scale has to precede the digits.
        None if after.starts_with('도') => ('도'.len_utf8(), None),
        None => return None,
    };
    let following = after.get(length..).unwrap_or_default();
    let is_symbol = found
        .as_ref()
        .is_some_and(|found| found.name("letter").or(found.name("one")).is_some());
    let ends = if is_symbol {
        !following.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/'))
    } else {
        word_ends(target.language, following) || target.language == StyleLanguage::Chinese
    };
    if !ends {
        return None;
    }
    let (scale, start, is_negative) = before_digits(before, number.range.start, trailing)?;
    let end = number.range.end + length;
    Some(Temperature {
        number,
        scale,
        start,
        end,
        is_negative,
    })
}

/// The scale before the digits at `digits`, the start of the temperature, and whether it is
/// negative.
fn before_digits(
    before: &str,
    digits: usize,
    trailing: Option<Scale>,
) -> Option<(Scale, usize, bool)> {
    Some(match SCALE_BEFORE.captures(before) {
        Some(leading) => {
            let start = digits - (before.len() - leading.get(0)?.start());
            let scale = named(leading.name("scale")?.as_str())?;
            (scale, start, leading.name("minus").is_some())
        }
        None => match before.chars().next_back() {
            Some(sign @ ('-' | '−')) => {
                let earlier = before.strip_suffix(sign)?;
                // The mark is the dash of a range, not a minus sign.
                if earlier.ends_with(|c: char| {
                    (c.is_alphanumeric() && !is_asian(c)) || "°℃度도".contains(c)
                }) {
                    return None;
                }
                (trailing?, digits - sign.len_utf8(), true)
            }
            Some('–' | '~' | '～' | '〜') => return None,
            _ => (trailing?, digits, false),
        },
    })
}

fn scale(found: &Captures<'_>) -> Option<Scale> {
    ["letter", "one", "scale", "asian"]
        .into_iter()
        .find_map(|group| named(found.name(group)?.as_str()))
}

fn named(scale: &str) -> Option<Scale> {
    match scale {
        "C" | "℃" | "Celsius" | "celsius" | "摄氏度" | "攝氏度" | "摄氏" | "摂氏" | "섭씨"
        | "centígrado" | "centígrados" => Some(Scale::Celsius),
        "F" | "℉" | "Fahrenheit" | "fahrenheit" | "华氏度" | "华氏" | "華氏" | "화씨" => {
            Some(Scale::Fahrenheit)
        }
        _ => None,
    }
}

fn written(
    target: &TargetText<'_>,
    found: &Temperature,
    format: TemperatureFormat,
) -> Option<String> {
    let language = target.language;
    let digits = target.text.get(found.number.range.clone())?;
    let minus = target
        .text
        .get(found.start..found.number.range.start)?
        .chars()
        .find(|c| matches!(c, '-' | '−'))
        .unwrap_or('−');
    let signed = if found.is_negative {
        format!("{minus}{digits}")
    } else {
        digits.to_owned()
    };
    let letter = match found.scale {
        Scale::Celsius => 'C',
        Scale::Fahrenheit => 'F',
    };
    Some(match format {
        TemperatureFormat::Symbol { space } => {
            format!("{signed}{}°{letter}", if space { "\u{a0}" } else { "" })
        }
        TemperatureFormat::Name | TemperatureFormat::SpacedName => {
            if super::context::may_be_attributive(target, &(found.start..found.end)) {
                return None;
            }
            let name = name(found, language)?;
            let space = if name.starts_with(|c: char| c.is_ascii())
                || format == TemperatureFormat::SpacedName
            {
                " "
            } else {
                ""
            };
            format!("{signed}{space}{name}")
        }
        TemperatureFormat::ScaleFirst => {
            let scale = match found.scale {
                Scale::Celsius => "섭씨",
                Scale::Fahrenheit => "화씨",
            };
            format!(
                "{scale} {}{digits}도",
                if found.is_negative { "영하 " } else { "" }
            )
        }
        // A temperature without a scale is understood in Celsius.
        TemperatureFormat::NoScale if found.scale == Scale::Fahrenheit => return None,
        TemperatureFormat::NoScale => without_scale(found, language, &signed, digits)?,
        TemperatureFormat::ChineseNumerals => {
            let number = &found.number;
            let numerals = han::chinese_decimal(&number.integer, number.fraction.as_deref())?;
            let minus = if found.is_negative { "零下" } else { "" };
            format!("{minus}{numerals}{}", name(found, language)?)
        }
    })
}

fn without_scale(
    found: &Temperature,
    language: StyleLanguage,
    signed: &str,
    digits: &str,
) -> Option<String> {
    let one = found.number.is_singular(language);
    Some(match language {
        StyleLanguage::Italian => format!("{signed} {}", if one { "grado" } else { "gradi" }),
        StyleLanguage::Spanish => format!("{signed} {}", if one { "grado" } else { "grados" }),
        StyleLanguage::Japanese => {
            format!(
                "{}{digits}度",
                if found.is_negative {
                    "マイナス"
                } else {
                    ""
                }
            )
        }
        StyleLanguage::Korean => {
            format!("{}{digits}도", if found.is_negative { "영하 " } else { "" })
        }
        _ => return None,
    })
}

/// The name of a unit of temperature, in the grammatical number of the measurement.
fn name(found: &Temperature, language: StyleLanguage) -> Option<String> {
    let scale = match found.scale {
        Scale::Celsius => "Celsius",
        Scale::Fahrenheit => "Fahrenheit",
    };
    let one = found.number.is_singular(language);
    Some(match language {
        StyleLanguage::German => format!("Grad {scale}"),
        StyleLanguage::English => format!("degree{} {scale}", if one { "" } else { "s" }),
        StyleLanguage::Spanish => format!("grado{} {scale}", if one { "" } else { "s" }),
        StyleLanguage::French => format!("degré{} {scale}", if one { "" } else { "s" }),
        StyleLanguage::Italian => format!("grad{} {scale}", if one { "o" } else { "i" }),
        StyleLanguage::Chinese => match found.scale {
            Scale::Celsius => "摄氏度".to_owned(),
            Scale::Fahrenheit => "华氏度".to_owned(),
        },
        StyleLanguage::Japanese | StyleLanguage::Korean => return None,
    })
}
