//! Amounts of money: the sign, code or name of the currency, and its position.

mod amounts;
mod table;

use dragoman_text::Edit;

use crate::StyleLanguage;
use crate::passage::Passage;

use super::han;
use super::number::differs;
use amounts::{Amount, amounts};
use table::{Currency, Written};

/// The format of an amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) unit: Unit,
    pub(super) place: Place,
    /// Whether a space separates the currency and the digits.
    pub(super) space: bool,
}

/// How the currency is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
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
pub(super) enum Place {
    Before,
    After,
    /// The usual position in the language.
    Custom,
}

/// Writes the amounts of money in a format.
pub(super) fn write(passage: &Passage<'_>, form: Form) -> Vec<Edit> {
    let mut edits = Vec::new();
    for amount in amounts(passage) {
        let Some(text) = written(passage, &amount, form) else {
            continue;
        };
        let old = passage.text.get(amount.range.clone()).unwrap_or_default();
        if differs(old, &text) {
            edits.push(Edit {
                range: amount.range,
                text,
            });
        }
    }
    edits
}

fn written(passage: &Passage<'_>, amount: &Amount<'_>, form: Form) -> Option<String> {
    let (language, currency) = (passage.language, amount.currency);
    let kind = match form.unit {
        Unit::Sign | Unit::FullWidthSign => {
            currency.sign?;
            Written::Sign
        }
        Unit::SignOrCode => currency.sign.map_or(Written::Code, |_| Written::Sign),
        Unit::SignOrName => currency.sign.map_or(Written::Name, |_| Written::Sign),
        Unit::Code => Written::Code,
        Unit::Name => Written::Name,
        Unit::NameBefore => {
            let (before, after) = chinese_names(currency);
            return Some(format!("{before}{}{after}", amount.digits));
        }
        Unit::NameBeforeNumerals => return chinese(amount),
    };
    if kind == Written::Name && amount.is_abbreviated {
        return None;
    }
    let unit = match kind {
        Written::Sign if form.unit == Unit::FullWidthSign => full_width(currency.sign?)?,
        Written::Sign => currency.sign?.to_owned(),
        Written::Code => currency.code.to_owned(),
        Written::Name => name(amount, language),
    };
    let before = match form.place {
        Place::Before => true,
        Place::After => false,
        Place::Custom => kind != Written::Name && !super::number::has_decimal_comma(language),
    };
    let space = match form.place {
        Place::Custom => custom_space(kind, language),
        _ if !form.space => "",
        _ if kind == Written::Name => " ",
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
fn custom_space(kind: Written, language: StyleLanguage) -> &'static str {
    let is_asian = matches!(
        language,
        StyleLanguage::Japanese | StyleLanguage::Korean | StyleLanguage::Chinese
    );
    match kind {
        Written::Name if is_asian => "",
        Written::Name => " ",
        Written::Sign if is_asian || language == StyleLanguage::English => "",
        Written::Sign | Written::Code => "\u{a0}",
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
