//! Finds measurements in a text.

use std::ops::Range;

use crate::language::StyleLanguage;
use crate::target_text::TargetText;

use super::super::context::{is_asian, unit_ends, word_ends};
use super::super::number::{Number, is_space, numbers};
use super::table::{Unit, units};

/// A number with its unit.
pub(super) struct Measurement {
    pub(super) number: Number,
    /// The space between number and unit; may be empty.
    pub(super) space: Range<usize>,
    /// The range of the unit.
    pub(super) unit_at: Range<usize>,
    pub(super) unit: &'static Unit,
    pub(super) is_symbol: bool,
}

impl Measurement {
    /// The byte range of the number and its unit.
    pub(super) const fn range(&self) -> Range<usize> {
        self.number.range.start..self.unit_at.end
    }
}

/// The measurements of a text.
pub(super) fn measurements(target: &TargetText<'_>) -> Vec<Measurement> {
    let measured = |number: Number| {
        let at = number.range.end;
        let after = target.after(at);
        let gap = after.chars().next().filter(|c| is_space(*c));
        let start = at + gap.map_or(0, char::len_utf8);
        let (unit, is_symbol, length) = symbol_or_name(target.after(start), target.language)?;
        let touches_name = gap.is_none() && !is_symbol && !is_asian_name(unit);
        (!touches_name).then_some(Measurement {
            number,
            space: at..start,
            unit_at: start..start + length,
            unit,
            is_symbol,
        })
    };
    numbers(target).into_iter().filter_map(measured).collect()
}

fn is_asian_name(unit: &Unit) -> bool {
    unit.singular.starts_with(is_asian)
}

/// The unit at the beginning of a text, whether it is a symbol, and its length in bytes.
pub(super) fn symbol_or_name(
    text: &str,
    language: StyleLanguage,
) -> Option<(&'static Unit, bool, usize)> {
    let units = units(language)?;
    let spelling = units.spellings.iter().find(|spelling| {
        text.strip_prefix(spelling.written)
            .is_some_and(|rest| may_end_before(spelling.is_symbol, language, rest))
    })?;
    let unit = units.units.get(spelling.unit)?;
    Some((unit, spelling.is_symbol, spelling.written.len()))
}

/// Whether a unit ends before a text. A symbol may touch a word of a script without spaces.
fn may_end_before(is_symbol: bool, language: StyleLanguage, rest: &str) -> bool {
    if is_symbol {
        let next = rest.chars().next();
        next.is_some_and(is_asian) || word_ends(StyleLanguage::English, rest)
    } else {
        unit_ends(language, rest)
    }
}
