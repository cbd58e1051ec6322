//! Amounts of money: the sign, code or name of the currency, and its position.

mod amounts;
mod table;

use dragoman_text::Edit;

use crate::language::StyleLanguage;
use crate::target_text::TargetText;

use super::han;
use super::number::differs_beyond_spaces;
use amounts::{Amount, amounts};
use table::{Currency, CurrencyNotation};

/// The format of an amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CurrencyFormat {
    pub(super) unit: CurrencyDisplay,
    pub(super) place: CurrencyPosition,
    /// Whether a space separates the currency and the digits.
    pub(super) space: bool,
}

/// How the currency is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CurrencyDisplay {
    Sign,
    SignOrCode,
    SignOrName,
    FullWidthSign,
    Code,
    Name,
    /// The name before the digits, as in Chinese accounts.
    NameBefore,
    /// The name before Chinese numerals.
    NameBeforeNumerals,
}

/// The position of the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CurrencyPosition {
    Before,
    After,
    /// The usual position in the language.
    Usual,
}

/// Writes the amounts of money in a format.
pub(super) fn write(target: &TargetText<'_>, format: CurrencyFormat) -> Vec<Edit> {
    let mut edits = Vec::new();
    for amount in amounts(target) {
        let Some(text) = written(target, &amount, format) else {
            continue;
        };
        let old = target.text.get(amount.range.clone()).unwrap_or_default();
        if differs_beyond_spaces(old, &text) {
            edits.push(Edit {
                range: amount.range,
                text,
            });
        }
    }
    edits
}

fn written(target: &TargetText<'_>, amount: &Amount<'_>, format: CurrencyFormat) -> Option<String> {
    let (language, currency) = (target.language, amount.currency);
    let kind = match format.unit {
        CurrencyDisplay::Sign | CurrencyDisplay::FullWidthSign => {
            currency.sign?;
            CurrencyNotation::Sign
        }
        CurrencyDisplay::SignOrCode => currency
            .sign
            .map_or(CurrencyNotation::Code, |_| CurrencyNotation::Sign),
        CurrencyDisplay::SignOrName => currency
            .sign
            .map_or(CurrencyNotation::Name, |_| CurrencyNotation::Sign),
        CurrencyDisplay::Code => CurrencyNotation::Code,
        CurrencyDisplay::Name => CurrencyNotation::Name,
        CurrencyDisplay::NameBefore => {
            let (before, after) = chinese_names(currency);
            return Some(format!("{before}{}{after}", amount.digits));
        }
        CurrencyDisplay::NameBeforeNumerals => return chinese(amount),
    };
    if kind == CurrencyNotation::Name && amount.is_abbreviated {
        return None;
    }
    let unit = match kind {
        CurrencyNotation::Sign if format.unit == CurrencyDisplay::FullWidthSign => {
            full_width(currency.sign?)?
        }
        CurrencyNotation::Sign => currency.sign?.to_owned(),
        CurrencyNotation::Code => currency.code.to_owned(),
        CurrencyNotation::Name => name(amount, language),
    };
    let before = match format.place {
        CurrencyPosition::Before => true,
        CurrencyPosition::After => false,
        CurrencyPosition::Usual => {
            kind != CurrencyNotation::Name && !super::number::has_decimal_comma(language)
        }
    };
    let space = match format.place {
        CurrencyPosition::Usual => usual_space(kind, language),
        _ if !format.space => "",
        _ if kind == CurrencyNotation::Name => " ",
        _ => "\u{a0}",
    };
    let (sign, digits) = (amount.sign, amount.digits);
    Some(if before {
        format!("{sign}{unit}{space}{digits}")
    } else {
        format!("{sign}{digits}{space}{unit}")
    })
}

/// The space between an amount and its currency in a language.
fn usual_space(kind: CurrencyNotation, language: StyleLanguage) -> &'static str {
    let is_asian = matches!(
        language,
        StyleLanguage::Japanese | StyleLanguage::Korean | StyleLanguage::Chinese
    );
    match kind {
        CurrencyNotation::Name if is_asian => "",
        CurrencyNotation::Name => " ",
        CurrencyNotation::Sign if is_asian || language == StyleLanguage::English => "",
        CurrencyNotation::Sign | CurrencyNotation::Code => "\u{a0}",
    }
}

/// The name of the currency in the grammatical number of the amount, after the preposition that
/// scale words such as `millions` require.
fn name(amount: &Amount<'_>, language: StyleLanguage) -> String {
    let currency = amount.currency;
    if amount.is_singular {
        return currency.singular.to_owned();
    }
    let name = currency.plural;
    match (amount.has_scale, language) {
        (true, StyleLanguage::French) if name.starts_with('e') => format!("d’{name}"),
        (true, StyleLanguage::French | StyleLanguage::Spanish) => format!("de {name}"),
        (true, StyleLanguage::Italian) => format!("di {name}"),
        _ => name.to_owned(),
    }
}

/// The full-width form of a sign, if it exists.
fn full_width(sign: &str) -> Option<String> {
    let wide = match sign {
        "$" => "＄",
        "£" => "￡",
        "¥" => "￥",
        "₩" => "￦",
        _ => return None,
    };
    Some(wide.to_owned())
}

/// The words before and after an amount in Chinese accounts.
fn chinese_names(currency: &Currency) -> (&'static str, &'static str) {
    match currency.code {
        "CNY" => ("人民币", "元"),
        "HKD" => ("港币", "元"),
        _ => (currency.plural, ""),
    }
}

fn chinese(amount: &Amount<'_>) -> Option<String> {
    let (before, after) = chinese_names(amount.currency);
    let number = amount.number.as_ref()?;
    let numerals = han::chinese_decimal(&number.integer, number.fraction.as_deref())?;
    Some(format!("{}{before}{numerals}{after}", amount.sign))
}
