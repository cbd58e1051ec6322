//! Units of measure, their symbols and their names.

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::language::StyleLanguage;

/// A unit of measure in one language.
#[derive(Debug)]
pub(super) struct Unit {
    /// The symbol as the language writes it.
    pub(super) symbol: &'static str,
    pub(super) singular: &'static str,
    pub(super) plural: &'static str,
}

/// One spelling of a unit.
#[derive(Debug)]
pub(super) struct Spelling {
    pub(super) written: &'static str,
    pub(super) is_symbol: bool,
    pub(super) unit: usize,
}

/// The units of a language.
pub(super) struct Units {
    pub(super) units: Vec<Unit>,
    /// Longer spellings first.
    pub(super) spellings: Vec<Spelling>,
}

static TABLES: LazyLock<Vec<(StyleLanguage, Units)>> = LazyLock::new(|| {
    let of = |language| (language, read(language));
    StyleLanguage::ALL.into_iter().map(of).collect()
});

/// The units of a language.
pub(super) fn units(language: StyleLanguage) -> Option<&'static Units> {
    let mut tables = TABLES.iter();
    tables
        .find(|(known, _)| *known == language)
        .map(|(_, units)| units)
}

fn read(language: StyleLanguage) -> Units {
    let column = StyleLanguage::ALL
        .iter()
        .position(|known| *known == language);
    let column = column.unwrap_or_default() + 2;
    let mut units = Vec::new();
    let mut spellings = Vec::new();
    let rows = include_str!("names.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let columns: Vec<&'static str> = row.split('\t').collect();
        let (Some(&symbol), Some(&others), Some(&names)) =
            (columns.first(), columns.get(1), columns.get(column))
        else {
            continue;
        };
        let mut names = names.split(';');
        let written = names.next().unwrap_or_default();
        let (singular, plural) = written.split_once('/').unwrap_or((written, written));
        let symbols = french_symbol(symbol, language);
        let mut add = |written, is_symbol| {
            spellings.push(Spelling {
                written,
                is_symbol,
                unit: units.len(),
            });
        };
        add(symbols, true);
        add(symbol, true);
        others
            .split(';')
            .filter(|other| !other.is_empty())
            .for_each(|other| add(other, true));
        [singular, plural]
            .into_iter()
            .chain(names)
            .for_each(|name| add(name, false));
        units.push(Unit {
            symbol: symbols,
            singular,
            plural,
        });
    }
    spellings.sort_by_key(|spelling| Reverse(spelling.written.len()));
    Units { units, spellings }
}

/// French uses the octet, not the byte.
fn french_symbol(symbol: &'static str, language: StyleLanguage) -> &'static str {
    match (language, symbol) {
        (StyleLanguage::French, "kB") => "ko",
        (StyleLanguage::French, "MB") => "Mo",
        (StyleLanguage::French, "GB") => "Go",
        (StyleLanguage::French, "TB") => "To",
        _ => symbol,
    }
}
