use std::borrow::Cow;

use dragoman_domain::{GlossaryEntries, GlossaryPair};

use super::fault::Place;
use super::{EntriesError, EntriesFault, Field, Table, is_blank, names};

/// Entries as a table that [`parse_entries`](super::parse_entries) reads as the same: records as RFC 4180 has them, with
/// quotes only where they are needed.
#[must_use]
pub fn write_csv(entries: &GlossaryEntries) -> String {
    let mut csv = String::with_capacity(entries.as_tsv().len());
    for entry in entries.iter() {
        write_field(&mut csv, entry.source);
        csv.push(',');
        write_field(&mut csv, entry.target);
        csv.push_str("\r\n");
    }
    csv
}

fn write_field(csv: &mut String, term: &str) {
    if term.contains(['"', ',']) {
        csv.push('"');
        csv.push_str(&term.replace('"', "\"\""));
        csv.push('"');
    } else {
        csv.push_str(term);
    }
}

/// The columns that are read: two terms and the codes of their languages.
const COLUMNS: usize = 4;

/// Reads records as RFC 4180 has them from this byte on, of which also a line feed alone is the
/// end. Records in which a language code names another language than the dictionary's are left
/// out.
pub(super) fn read<'a>(
    text: &'a str,
    start: usize,
    pair: GlossaryPair,
    table: &mut Table<'a>,
) -> Result<(), EntriesError> {
    let mut records = Records { text, byte: start };
    let mut at = Place {
        entry: 0,
        byte: start,
    };
    while at.byte < text.len() {
        let record = records
            .next_record()
            .map_err(|(fault, byte)| table.error(fault, Place { byte, ..at }))?;
        if !record.is_blank() {
            take(record, pair, at, table)?;
            at.entry += 1;
        }
        at.byte = records.byte;
    }
    Ok(())
}

fn take<'a>(
    record: Record<'a>,
    pair: GlossaryPair,
    at: Place,
    table: &mut Table<'a>,
) -> Result<(), EntriesError> {
    let [source, target, source_code, target_code] = record.fields;
    let is = |code: &Option<Field<'_>>, language| {
        code.as_ref()
            .is_none_or(|field| names(&field.value, language))
    };
    if !is(&source_code, pair.source()) || !is(&target_code, pair.target()) {
        table.skip();
        return Ok(());
    }
    match (source, target) {
        (Some(source), Some(target)) => table.add(source, target, at),
        _ => Err(table.error(EntriesFault::MissingTarget, at)),
    }
}

/// The first fields of a record; further ones are read over.
#[derive(Default)]
struct Record<'a> {
    fields: [Option<Field<'a>>; COLUMNS],
}

impl Record<'_> {
    fn is_blank(&self) -> bool {
        let [first, second, ..] = &self.fields;
        second.is_none() && first.as_ref().is_none_or(|field| is_blank(field.raw))
    }
}

/// What stands behind a field.
#[derive(PartialEq, Eq)]
enum End {
    Comma,
    Record,
}

struct Records<'a> {
    text: &'a str,
    /// How far it is read.
    byte: usize,
}

/// What is wrong, and at which byte.
type Fault = (EntriesFault, usize);

impl<'a> Records<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.byte..).unwrap_or_default()
    }

    fn next_record(&mut self) -> Result<Record<'a>, Fault> {
        let mut record = Record::default();
        let mut column = 0;
        loop {
            let (field, end) = if self.rest().starts_with('"') {
                self.quoted_field()?
            } else {
                self.plain_field()?
            };
            if let Some(place) = record.fields.get_mut(column) {
                *place = Some(field);
            }
            if end == End::Record {
                return Ok(record);
            }
            column += 1;
        }
    }

    fn plain_field(&mut self) -> Result<(Field<'a>, End), Fault> {
        let (rest, start) = (self.rest(), self.byte);
        let length = rest.find([',', '\n', '"']).unwrap_or(rest.len());
        let (raw, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        self.byte += length;
        if behind.starts_with('"') {
            return Err((EntriesFault::StrayQuote, self.byte));
        }
        let raw = if behind.starts_with(',') {
            raw
        } else {
            raw.strip_suffix('\r').unwrap_or(raw)
        };
        let end = self.pass_end();
        Ok((Field::plain(raw, start), end))
    }

    fn quoted_field(&mut self) -> Result<(Field<'a>, End), Fault> {
        let opening = self.byte;
        let start = opening + 1;
        self.byte = start;
        let mut has_quotes = false;
        loop {
            let Some(length) = self.rest().find('"') else {
                return Err((EntriesFault::OpenQuote, opening));
            };
            self.byte += length + 1;
            if !self.rest().starts_with('"') {
                break;
            }
            has_quotes = true;
            self.byte += 1;
        }
        let raw = self.text.get(start..self.byte - 1).unwrap_or_default();
        let value = if has_quotes {
            Cow::Owned(raw.replace("\"\"", "\""))
        } else {
            Cow::Borrowed(raw)
        };
        let rest = self.rest();
        if rest.starts_with("\r\n") || rest == "\r" {
            self.byte += 1;
        } else if !(rest.is_empty() || rest.starts_with([',', '\n'])) {
            return Err((EntriesFault::StrayQuote, self.byte - 1));
        }
        let end = self.pass_end();
        Ok((Field { value, raw, start }, end))
    }

    /// Goes over the comma or the line feed that stands here, if any does.
    fn pass_end(&mut self) -> End {
        let rest = self.rest();
        if !rest.is_empty() {
            self.byte += 1;
        }
        if rest.starts_with(',') {
            End::Comma
        } else {
            End::Record
        }
    }
}
