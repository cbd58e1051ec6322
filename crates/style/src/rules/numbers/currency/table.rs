//! Currencies, their signs and their names.

use std::sync::LazyLock;

use regex::Regex;

use crate::language::StyleLanguage;
use crate::pattern::pattern;

/// A currency in one language.
#[derive(Debug)]
pub(super) struct Currency {
    pub(super) code: &'static str,
    /// The sign, unless it denotes another currency in the language.
    pub(super) sign: Option<&'static str>,
    pub(super) singular: &'static str,
    pub(super) plural: &'static str,
}

/// How a currency is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CurrencyNotation {
    Sign,
    Code,
    Name,
}

/// One spelling of a currency.
#[derive(Debug)]
pub(super) struct Spelling {
    pub(super) text: &'static str,
    pub(super) written: CurrencyNotation,
    currency: usize,
}

/// The currencies of a language.
pub(super) struct Currencies {
    currencies: Vec<Currency>,
    spellings: Vec<Spelling>,
    /// Matches a spelling at the end of a text.
    pub(super) at_end: Regex,
    /// Matches a spelling at the start of a text, longer spellings first.
    pub(super) at_start: Regex,
}

impl Currencies {
    /// The currency with a spelling; codes and signs are case-sensitive.
    pub(super) fn find(&self, text: &str) -> Option<(&Currency, CurrencyNotation)> {
        let spelling = self.spellings.iter().find(|spelling| {
            spelling.text == text
                || (spelling.written == CurrencyNotation::Name
                    && spelling.text.to_lowercase() == text.to_lowercase())
        })?;
        let currency = self.currencies.get(spelling.currency)?;
        Some((currency, spelling.written))
    }
}

static TABLES: LazyLock<Vec<(StyleLanguage, Currencies)>> = LazyLock::new(|| {
    let of = |language| (language, read(language));
    StyleLanguage::ALL.into_iter().map(of).collect()
});

/// The currencies of a language.
pub(super) fn currencies(language: StyleLanguage) -> Option<&'static Currencies> {
    let mut tables = TABLES.iter();
    tables
        .find(|(known, _)| *known == language)
        .map(|(_, currencies)| currencies)
}

fn read(language: StyleLanguage) -> Currencies {
    let column = StyleLanguage::ALL
        .iter()
        .position(|known| *known == language);
    let column = column.unwrap_or_default() + 3;
    let (mut currencies, mut spellings) = (Vec::new(), Vec::new());
    let rows = include_str!("names.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let columns: Vec<&'static str> = row.split('\t').collect();
        let (Some(&code), Some(&sign), Some(&signs), Some(&names)) = (
            columns.first(),
            columns.get(1),
            columns.get(2),
            columns.get(column),
        ) else {
            continue;
        };
        let sign = unambiguous_sign(code, sign, language);
        let mut names = names.split(';');
        let written = names.next().unwrap_or_default();
        let (singular, plural) = written.split_once('/').unwrap_or((written, written));
        let mut add = |text, written| {
            spellings.push(Spelling {
                text,
                written,
                currency: currencies.len(),
            });
        };
        add(code, CurrencyNotation::Code);
        sign.into_iter()
            .for_each(|sign| add(sign, CurrencyNotation::Sign));
        signs
            .split(';')
            .filter(|other| unambiguous_sign(code, other, language).is_some())
            .for_each(|other| add(other, CurrencyNotation::Sign));
        [singular, plural]
            .into_iter()
            .chain(names)
            .for_each(|name| add(name, CurrencyNotation::Name));
        currencies.push(Currency {
            code,
            sign,
            singular,
            plural,
        });
    }
    let any = alternatives(&spellings);
    Currencies {
        currencies,
        spellings,
        at_end: pattern(&format!("(?:{any})$")),
        at_start: pattern(&format!("^(?:{any})")),
    }
}

fn alternatives(spellings: &[Spelling]) -> String {
    let mut texts: Vec<String> = spellings
        .iter()
        .map(|spelling| match spelling.written {
            CurrencyNotation::Name => format!("(?i:{})", regex::escape(spelling.text)),
            CurrencyNotation::Sign | CurrencyNotation::Code => regex::escape(spelling.text),
        })
        .collect();
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts.join("|")
}

/// A sign, if it denotes this currency in the language. `¥` is the yuan in Chinese and the yen
/// elsewhere; in Korean it is ambiguous, and a longer sign may be written instead.
fn unambiguous_sign(
    code: &str,
    sign: &'static str,
    language: StyleLanguage,
) -> Option<&'static str> {
    // In most Spanish-speaking countries `$` alone is the peso.
    if (code, sign, language) == ("USD", "$", StyleLanguage::Spanish) {
        return Some("US$");
    }
    let is_own = match (code, sign) {
        (_, "") => false,
        ("JPY", _) => !matches!(language, StyleLanguage::Chinese | StyleLanguage::Korean),
        ("CNY", "¥" | "￥") => language == StyleLanguage::Chinese,
        _ => true,
    };
    is_own.then_some(sign)
}
