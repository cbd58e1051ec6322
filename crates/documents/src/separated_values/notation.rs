use crate::strings::StringNotation;

use super::dialect::{Dialect, Quotes};
use super::reader::{Cell, Writing};

/// With what a cell begins that spreadsheets take for a formula.
const BEGINS_FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// How cells of a table are written.
#[derive(Debug)]
pub(super) struct Notation {
    delimiter: char,
    quotes: Quotes,
}

/// How a cell is written.
#[derive(Debug)]
pub(super) struct Form {
    is_quoted: bool,
    /// Whether white space stands around the source without quotation marks.
    has_space_around: bool,
    /// The first character of the source that is no white space.
    first: Option<char>,
    /// How many signs that divide cells have to stand before it, so that it is in its column.
    missing: usize,
}

impl Form {
    /// That of a cell with this source.
    pub(super) fn of(cell: &Cell, source: &str) -> Self {
        Self {
            is_quoted: cell.writing == Writing::Quoted,
            has_space_around: cell.writing == Writing::Plain && source.trim() != source,
            first: first(source),
            missing: 0,
        }
    }

    /// That of a cell which is the first one after so many that are missing in its row.
    pub(super) fn of_missing(missing: usize, source: &str) -> Self {
        Self {
            is_quoted: false,
            has_space_around: false,
            first: first(source),
            missing,
        }
    }
}

fn first(text: &str) -> Option<char> {
    text.trim_start().chars().next()
}

impl Notation {
    pub(super) fn new(dialect: &Dialect) -> Self {
        Self {
            delimiter: dialect.delimiter,
            quotes: dialect.quotes,
        }
    }

    /// Whether a text can only stand in a cell with quotation marks. White space around it may get lost without them.
    fn needs_quotes(&self, text: &str, form: &Form) -> bool {
        text.contains([self.delimiter, '"', '\r', '\n'])
            || (text.trim() != text && !form.has_space_around)
    }
}

impl StringNotation for Notation {
    type Form = Form;

    fn written(&self, text: &str, form: &Form, _: &dyn Fn(char) -> bool) -> String {
        let mut written: String = std::iter::repeat_n(self.delimiter, form.missing).collect();
        let start = first(text).filter(|start| BEGINS_FORMULA.contains(start));
        let is_new_formula = start.is_some() && start != form.first;
        let text = match is_new_formula {
            // Spreadsheets then take it for text.
            true => format!("'{text}"),
            false => text.to_owned(),
        };
        match self.quotes {
            Quotes::Literal => {
                // Programs that know quotation marks would look for the other one in the cells behind.
                if text.starts_with('"') && form.first != Some('"') {
                    written.push(' ');
                }
                written.push_str(&text.replace([self.delimiter, '\r', '\n'], " "));
            }
            Quotes::Doubled | Quotes::Escaped
                if !form.is_quoted && !self.needs_quotes(&text, form) =>
            {
                written.push_str(&text);
            }
            Quotes::Doubled => {
                written.extend(["\"", &text.replace('"', "\"\""), "\""]);
            }
            Quotes::Escaped => {
                let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                written.extend(["\"", &text, "\""]);
            }
        }
        written
    }
}
