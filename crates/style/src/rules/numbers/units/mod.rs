//! Units of measure: symbol or name, the space before them, and lists of measurements.

mod lists;
mod measurement;
mod table;

use std::ops::Range;

use dragoman_text::Edit;

use crate::language::StyleLanguage;
use crate::target_text::TargetText;

use super::context::{may_be_attributive, preceding_text};
use super::number::is_space;
use measurement::{Measurement, measurements, symbol_or_name};

pub(super) use lists::repeat_unit;

/// The format of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitFormat {
    Symbol,
    Name,
}

/// Writes the units after numbers as symbols or names.
pub(super) fn write(target: &TargetText<'_>, format: UnitFormat) -> Vec<Edit> {
    let measurements = measurements(target);
    let others = measurements.into_iter().filter(|measurement| {
        let is_symbol = format == UnitFormat::Symbol;
        measurement.is_symbol != is_symbol
            && !follows_currency_sign(target, measurement)
            && (is_symbol || !may_be_attributive(target, &measurement.range()))
            && (is_symbol || !is_speed_per_hour(target, measurement))
    });
    others
        .map(|measurement| {
            let unit = written(&measurement, format, target.language);
            let space = space(format, target.language);
            Edit {
                range: measurement.space.start..measurement.unit_at.end,
                text: format!("{space}{unit}"),
            }
        })
        .collect()
}

/// Writes units as names after numbers in words, and as symbols after digits.
pub(super) fn by_kind_of_number(target: &TargetText<'_>) -> Vec<Edit> {
    let mut edits = write(target, UnitFormat::Symbol);
    edits.extend(lists::names_after_words(target));
    edits
}

/// Writes or removes the space between a number and the symbol of its unit.
pub(super) fn spacing(target: &TargetText<'_>, has_space: bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    for measurement in measurements(target) {
        let has = !measurement.space.is_empty();
        if measurement.is_symbol && has != has_space && !follows_currency_sign(target, &measurement)
        {
            edits.push(Edit {
                range: measurement.space,
                text: if has_space { "\u{a0}" } else { "" }.to_owned(),
            });
        }
    }
    edits
}

/// Whether a text begins with the symbol of a unit.
pub(super) fn begins_with_symbol(text: &str) -> bool {
    symbol_or_name(text, StyleLanguage::English).is_some_and(|(_, is_symbol, _)| is_symbol)
}

/// Whether the word before a number denotes a speed per hour: `时速60km/h`.
fn is_speed_per_hour(target: &TargetText<'_>, measurement: &Measurement) -> bool {
    let before = preceding_text(target, measurement.number.range.start).trim_end_matches(is_space);
    ["时速", "時速", "시속", "每小时", "毎時"]
        .iter()
        .any(|word| before.ends_with(word))
}

/// Whether a currency sign precedes the number, so that the letter is not a unit: `£5m`.
fn follows_currency_sign(target: &TargetText<'_>, measurement: &Measurement) -> bool {
    let before = preceding_text(target, measurement.number.range.start);
    before
        .trim_end_matches(is_space)
        .ends_with(['€', '$', '£', '¥', '₩', '₹', '￥'])
}

fn written(measurement: &Measurement, format: UnitFormat, language: StyleLanguage) -> &'static str {
    let unit = measurement.unit;
    match format {
        UnitFormat::Symbol => unit.symbol,
        UnitFormat::Name if measurement.number.is_singular(language) => unit.singular,
        UnitFormat::Name => unit.plural,
    }
}

/// The space between a number and a unit in a language.
fn space(format: UnitFormat, language: StyleLanguage) -> &'static str {
    match (format, language) {
        (_, StyleLanguage::Japanese | StyleLanguage::Chinese) => "",
        (UnitFormat::Name, StyleLanguage::Korean) => "",
        (UnitFormat::Symbol, StyleLanguage::Korean) => "",
        (UnitFormat::Symbol, _) => "\u{a0}",
        (UnitFormat::Name, _) => " ",
    }
}

/// The spaces between numbers and the units after them.
pub(in super::super) fn spaces_before_units(target: &TargetText<'_>) -> Vec<Range<usize>> {
    let gaps = measurements(target).into_iter();
    gaps.map(|measurement| measurement.space)
        .filter(|space| !space.is_empty())
        .collect()
}
