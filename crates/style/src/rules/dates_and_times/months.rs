//! The names of the months.

use crate::language::StyleLanguage;

/// The names of one month.
pub(super) struct Month {
    /// Full names, the usual one first.
    pub(super) full: &'static [&'static str],
    /// Abbreviations, without the period that may follow.
    pub(super) short: &'static [&'static str],
}

const fn month(full: &'static [&'static str], short: &'static [&'static str]) -> Month {
    Month { full, short }
}

const GERMAN: [Month; 12] = [
    month(&["Januar", "Jänner"], &["Jan", "Jän"]),
    month(&["Februar", "Feber"], &["Feb", "Febr"]),
    month(&["März"], &["Mrz", "Mär"]),
    month(&["April"], &["Apr"]),
    month(&["Mai"], &[]),
    month(&["Juni"], &["Jun"]),
    month(&["Juli"], &["Jul"]),
    month(&["August"], &["Aug"]),
    month(&["September"], &["Sep", "Sept"]),
    month(&["Oktober"], &["Okt"]),
    month(&["November"], &["Nov"]),
    month(&["Dezember"], &["Dez"]),
];

const ENGLISH: [Month; 12] = [
    month(&["January"], &["Jan"]),
    month(&["February"], &["Feb"]),
    month(&["March"], &["Mar"]),
    month(&["April"], &["Apr"]),
    month(&["May"], &[]),
    month(&["June"], &["Jun"]),
    month(&["July"], &["Jul"]),
    month(&["August"], &["Aug"]),
    month(&["September"], &["Sep", "Sept"]),
    month(&["October"], &["Oct"]),
    month(&["November"], &["Nov"]),
    month(&["December"], &["Dec"]),
];

const SPANISH: [Month; 12] = [
    month(&["enero"], &["ene"]),
    month(&["febrero"], &["feb"]),
    month(&["marzo"], &["mar"]),
    month(&["abril"], &["abr"]),
    month(&["mayo"], &["may"]),
    month(&["junio"], &["jun"]),
    month(&["julio"], &["jul"]),
    month(&["agosto"], &["ago"]),
    month(&["septiembre", "setiembre"], &["sept", "sep"]),
    month(&["octubre"], &["oct"]),
    month(&["noviembre"], &["nov"]),
    month(&["diciembre"], &["dic"]),
];

const FRENCH: [Month; 12] = [
    month(&["janvier"], &["janv", "jan"]),
    month(&["février"], &["févr", "fév"]),
    month(&["mars"], &[]),
    month(&["avril"], &["avr"]),
    month(&["mai"], &[]),
    month(&["juin"], &[]),
    month(&["juillet"], &["juill", "juil"]),
    month(&["août", "aout"], &[]),
    month(&["septembre"], &["sept"]),
    month(&["octobre"], &["oct"]),
    month(&["novembre"], &["nov"]),
    month(&["décembre"], &["déc"]),
];

const ITALIAN: [Month; 12] = [
    month(&["gennaio"], &["gen", "genn"]),
    month(&["febbraio"], &["feb", "febbr"]),
    month(&["marzo"], &["mar"]),
    month(&["aprile"], &["apr"]),
    month(&["maggio"], &["mag"]),
    month(&["giugno"], &["giu"]),
    month(&["luglio"], &["lug"]),
    month(&["agosto"], &["ago"]),
    month(&["settembre"], &["set", "sett"]),
    month(&["ottobre"], &["ott"]),
    month(&["novembre"], &["nov"]),
    month(&["dicembre"], &["dic"]),
];

/// The months of a language that names them. Empty for East Asian languages, which number them.
pub(super) const fn of(language: StyleLanguage) -> &'static [Month] {
    match language {
        StyleLanguage::German => &GERMAN,
        StyleLanguage::English => &ENGLISH,
        StyleLanguage::Spanish => &SPANISH,
        StyleLanguage::French => &FRENCH,
        StyleLanguage::Italian => &ITALIAN,
        StyleLanguage::Japanese | StyleLanguage::Korean | StyleLanguage::Chinese => &[],
    }
}

/// The number of the month with a name.
pub(super) fn named(language: StyleLanguage, name: &str) -> Option<u8> {
    let name = name.trim_end_matches('.').to_lowercase();
    let is_it = |known: &str| known.to_lowercase() == name;
    let at = of(language).iter().position(|month| {
        let mut names = month.full.iter().chain(month.short);
        names.any(|known| is_it(known))
    })?;
    u8::try_from(at + 1).ok()
}

/// The usual full name of a month.
pub(super) fn name(language: StyleLanguage, number: u8) -> Option<&'static str> {
    at(of(language), number)?.full.first().copied()
}

/// Whether a name is a full name.
pub(super) fn is_full(language: StyleLanguage, name: &str) -> bool {
    of(language).iter().any(|month| month.full.contains(&name))
}

/// The entry of a month in a table of twelve.
pub(super) fn at<T>(table: &[T], month: u8) -> Option<&T> {
    table.get(usize::from(month).checked_sub(1)?)
}

/// A pattern that matches all names, with the longest first.
pub(super) fn expression(language: StyleLanguage) -> String {
    let mut names: Vec<String> = Vec::new();
    for month in of(language) {
        names.extend(month.full.iter().map(|&name| name.to_owned()));
        names.extend(month.short.iter().map(|name| format!(r"{name}\.?")));
    }
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    format!("(?:{})", names.join("|"))
}
