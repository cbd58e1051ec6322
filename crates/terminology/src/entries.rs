//! The entries of a dictionary as people upload them: a table of terms with a tab (TSV) or a comma
//! (CSV, as in RFC 4180) between its columns.

mod csv;
mod fault;
mod tsv;

use std::borrow::Cow;
use std::collections::HashMap;

use dragoman_domain::{GlossaryEntries, GlossaryEntry, GlossaryPair, Language};

pub use csv::write_csv;
pub use fault::{EntriesError, EntriesFault};

use fault::Place;

/// The longest term, in bytes of UTF-8.
pub const LONGEST_TERM: usize = 1024;

/// How a table of entries is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum EntriesFormat {
    /// A line for each entry: source term, tab, target term.
    #[default]
    Tsv,
    /// A record for each entry: source term, target term and, if given, the codes of their
    /// languages. Records for another pair than the dictionary's are left out, further columns are
    /// not read. Fields may be quoted.
    Csv,
}

/// Reads a table of entries for one pair.
///
/// Lines without anything but spaces are ignored, as are a byte order mark and the white space
/// around a term. The time it takes is linear in the length of the text.
///
/// # Errors
/// [`EntriesError`] for the first entry that is not one, and for a table without any.
pub fn parse_entries(
    text: &str,
    format: EntriesFormat,
    pair: GlossaryPair,
) -> Result<GlossaryEntries, EntriesError> {
    let mut table = Table::new(text);
    // Spreadsheets put a byte order mark in front.
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    match format {
        EntriesFormat::Tsv => tsv::read(text, start, &mut table)?,
        EntriesFormat::Csv => csv::read(text, start, pair, &mut table)?,
    }
    table.finish()
}

/// A field of the table.
#[derive(Debug)]
struct Field<'a> {
    /// What the field says.
    value: Cow<'a, str>,
    /// How it is written.
    raw: &'a str,
    /// Where that begins, in bytes of the text.
    start: usize,
}

impl<'a> Field<'a> {
    const fn plain(raw: &'a str, start: usize) -> Self {
        Self {
            value: Cow::Borrowed(raw),
            raw,
            start,
        }
    }
}

/// The entries read so far.
struct Table<'a> {
    text: &'a str,
    entries: GlossaryEntries,
    /// Where the entry of each source term is.
    sources: HashMap<Cow<'a, str>, Place>,
    skipped: bool,
}

impl<'a> Table<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            entries: GlossaryEntries::default(),
            sources: HashMap::new(),
            skipped: false,
        }
    }

    fn error(&self, fault: EntriesFault, at: Place) -> EntriesError {
        EntriesError::new(self.text, fault, at)
    }

    /// Leaves out an entry for another pair.
    fn skip(&mut self) {
        self.skipped = true;
    }

    /// Takes the entry that begins at `at`.
    fn add(&mut self, source: Field<'a>, target: Field<'a>, at: Place) -> Result<(), EntriesError> {
        let source = self.term(source, at)?;
        let target = self.term(target, at)?;
        if let Some(&first) = self.sources.get(&source) {
            return Err(EntriesError::duplicate(self.text, first, at));
        }
        let added = self.entries.push(GlossaryEntry {
            source: &source,
            target: &target,
        });
        self.sources.insert(source, at);
        // A term without control characters is always added.
        if added {
            Ok(())
        } else {
            Err(self.error(EntriesFault::ControlCharacter, at))
        }
    }

    /// The term in a field.
    fn term(&self, field: Field<'a>, at: Place) -> Result<Cow<'a, str>, EntriesError> {
        if let Some((offset, _)) = field
            .raw
            .char_indices()
            .find(|&(_, character)| is_forbidden(character))
        {
            let byte = field.start + offset;
            return Err(self.error(EntriesFault::ControlCharacter, Place { byte, ..at }));
        }
        let term = match field.value {
            Cow::Borrowed(value) => Cow::Borrowed(value.trim()),
            Cow::Owned(value) => Cow::Owned(value.trim().to_owned()),
        };
        let fault = if term.is_empty() {
            EntriesFault::EmptyTerm
        } else if term.len() > LONGEST_TERM {
            EntriesFault::LongTerm { length: term.len() }
        } else {
            return Ok(term);
        };
        let byte = field.start;
        Err(self.error(fault, Place { byte, ..at }))
    }

    fn finish(self) -> Result<GlossaryEntries, EntriesError> {
        if self.entries.is_empty() {
            let fault = if self.skipped {
                EntriesFault::OnlyOtherPairs
            } else {
                EntriesFault::NoEntries
            };
            return Err(self.error(fault, Place { entry: 0, byte: 0 }));
        }
        Ok(self.entries)
    }
}

/// Control characters (C0 and C1) and the two separators that some programs take for the end of a
/// line.
fn is_forbidden(character: char) -> bool {
    matches!(character, '\0'..='\u{1f}' | '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}')
}

/// Whether a line says nothing.
fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| byte == b' ')
}

/// Whether a column for a language code, if it says anything, names this language or a variant.
fn names(code: &str, language: Language) -> bool {
    let code = code.trim();
    let base = code.split(['-', '_']).next().unwrap_or_default();
    code.is_empty() || base.eq_ignore_ascii_case(language.tag())
}
