//! Units of measure: symbol or name, the space before them, and lists of measurements.

mod lists;
mod table;

use std::ops::Range;

use dragoman_text::Edit;

use crate::StyleLanguage;
use crate::passage::Passage;

use super::context::{is_asian, just_before, qualifies_noun, unit_ends, word_ends};
use super::number::{Number, is_space, numbers};
use table::Unit;

pub(super) use lists::repeat_unit;

/// The format of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Symbol,
    Name,
}

/// A number with its unit.
struct Measurement {
    number: Number,
    /// The space between number and unit; may be empty.
    space: Range<usize>,
    /// The range of the unit.
    unit_at: Range<usize>,
    unit: &'static Unit,
    is_symbol: bool,
}

/// Writes the units after numbers as symbols or names.
pub(super) fn write(passage: &Passage<'_>, form: Form) -> Vec<Edit> {
    let measurements = measurements(passage);
    let others = measurements.into_iter().filter(|measurement| {
        let is_symbol = form == Form::Symbol;
        measurement.is_symbol != is_symbol
            && !is_paid(passage, measurement)
            && (is_symbol || !qualifies_noun(passage, &whole(measurement)))
            && (is_symbol || !says_speed(passage, measurement))
    });
    others
        .map(|measurement| {
            let unit = written(&measurement, form, passage.language);
            let space = space(form, passage.language);
            Edit {
                range: measurement.space.start..measurement.unit_at.end,
                text: format!("{space}{unit}"),
            }
        })
        .collect()
}

/// Writes units as names after numbers in words, and as symbols after digits.
pub(super) fn by_kind_of_number(passage: &Passage<'_>) -> Vec<Edit> {
    let mut edits = write(passage, Form::Symbol);
    edits.extend(lists::names_after_words(passage));
    edits
}

/// Writes or removes the space between a number and the symbol of its unit.
pub(super) fn spacing(passage: &Passage<'_>, has_space: bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    for measurement in measurements(passage) {
        let has = !measurement.space.is_empty();
        if measurement.is_symbol && has != has_space && !is_paid(passage, &measurement) {
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
fn says_speed(passage: &Passage<'_>, measurement: &Measurement) -> bool {
    let before = just_before(passage, measurement.number.range.start).trim_end_matches(is_space);
    ["时速", "時速", "시속", "每小时", "毎時"]
        .iter()
        .any(|word| before.ends_with(word))
}

/// The byte range of a number and its unit.
const fn whole(measurement: &Measurement) -> Range<usize> {
    measurement.number.range.start..measurement.unit_at.end
}

/// Whether a currency sign precedes the number, so that the letter is not a unit: `£5m`.
fn is_paid(passage: &Passage<'_>, measurement: &Measurement) -> bool {
    let before = just_before(passage, measurement.number.range.start);
    before
        .trim_end_matches(is_space)
        .ends_with(['€', '$', '£', '¥', '₩', '₹', '￥'])
}

fn written(measurement: &Measurement, form: Form, language: StyleLanguage) -> &'static str {
    let unit = measurement.unit;
    match form {
        Form::Symbol => unit.symbol,
        Form::Name if measurement.number.is_singular(language) => unit.singular,
        Form::Name => unit.plural,
    }
}

/// The space between a number and a unit in a language.
fn space(form: Form, language: StyleLanguage) -> &'static str {
    match (form, language) {
        (_, StyleLanguage::Japanese | StyleLanguage::Chinese) => "",
        (Form::Name, StyleLanguage::Korean) => "",
        (Form::Symbol, StyleLanguage::Korean) => "",
        (Form::Symbol, _) => "\u{a0}",
        (Form::Name, _) => " ",
    }
}

fn measurements(passage: &Passage<'_>) -> Vec<Measurement> {
    let measured = |number: Number| {
        let at = number.range.end;
        let after = passage.after(at);
        let gap = after.chars().next().filter(|c| is_space(*c));
        let start = at + gap.map_or(0, char::len_utf8);
        let (unit, is_symbol, length) = symbol_or_name(passage.after(start), passage.language)?;
        let touches_name = gap.is_none() && !is_symbol && !is_asian_name(unit);
        (!touches_name).then_some(Measurement {
            number,
            space: at..start,
            unit_at: start..start + length,
            unit,
            is_symbol,
        })
    };
    numbers(passage).into_iter().filter_map(measured).collect()
}

fn is_asian_name(unit: &Unit) -> bool {
    unit.singular.starts_with(is_asian)
}

/// The unit at the beginning of a text, whether it is a symbol, and its length in bytes.
fn symbol_or_name(text: &str, language: StyleLanguage) -> Option<(&'static Unit, bool, usize)> {
    let units = table::units(language)?;
    let spelling = units.spellings.iter().find(|spelling| {
        text.strip_prefix(spelling.written)
            .is_some_and(|rest| ends(spelling.is_symbol, language, rest))
    })?;
    let unit = units.units.get(spelling.unit)?;
    Some((unit, spelling.is_symbol, spelling.written.len()))
}

/// Whether a unit ends before a text. A symbol may touch a word of a script without spaces.
fn ends(is_symbol: bool, language: StyleLanguage, rest: &str) -> bool {
    if is_symbol {
        let next = rest.chars().next();
        next.is_some_and(is_asian) || word_ends(StyleLanguage::English, rest)
    } else {
        unit_ends(language, rest)
    }
}

/// The spaces between numbers and the units after them.
pub(in super::super) fn measured_gaps(passage: &Passage<'_>) -> Vec<Range<usize>> {
    let gaps = measurements(passage).into_iter();
    gaps.map(|measurement| measurement.space)
        .filter(|space| !space.is_empty())
        .collect()
}
