//! What stays in a table because it is for programs: cells, columns and headers.

use std::collections::BTreeSet;

use dragoman_language::Language;

use crate::values::{has_words, is_technical};
use crate::{DocumentError, overseer};

use super::reader::Cell;
use super::rows::Rows;

/// How many different words are counted: no enumeration has more.
const MOST_WORDS: usize = 64;

/// What a word of those takes, in bytes, apart from its letters.
const OF_WORD: usize = 96;

/// Columns by which tables are known that a certain program reads by the names of its columns, though these look like names
/// for people.
const KNOWN_HEADERS: [&[&str]; 6] = [
    // Products of Shopify and of WooCommerce.
    &["Handle", "Title", "Vendor"],
    &["SKU", "Name", "Published"],
    // Contacts of Google and of Outlook, and events of Google.
    &["First Name", "Last Name", "E-mail 1 - Value"],
    &["First Name", "Last Name", "E-mail Address"],
    &["Subject", "Start Date"],
    // Issues of Jira.
    &["Summary", "Issue Type"],
];

/// What is known of the columns of a table.
#[derive(Debug)]
pub(super) struct Columns<'a> {
    rows: &'a Rows<'a>,
    columns: Vec<Column<'a>>,
    has_program_header: bool,
}

/// What stands in a column below the header.
#[derive(Debug, Default)]
struct Column<'a> {
    /// Cells with letters that are for programs by themselves.
    technical: usize,
    /// All others with letters.
    texts: usize,
    /// Those that are one word in capital letters, and in small ones.
    capital_words: usize,
    small_words: usize,
    /// Those of small words that consist of several.
    joined_words: usize,
    /// Those that are tags of languages.
    languages: usize,
    words: BTreeSet<&'a str>,
    stays: bool,
}

impl<'a> Columns<'a> {
    /// Those of a table.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    pub(super) fn of(rows: &'a Rows<'a>) -> Result<Self, DocumentError> {
        let header = rows.header();
        let mut columns: Vec<Column<'_>> = Vec::new();
        for cell in rows.below_header().flatten() {
            overseer::go_on()?;
            if columns.len() <= cell.column {
                overseer::borrow_for::<Column<'_>>(1)?;
                columns.resize_with(cell.column + 1, Column::default);
            }
            let name = header.get(cell.column).map(|name| rows.text(name));
            if let Some(column) = columns.get_mut(cell.column) {
                column.add(rows, cell, &name.unwrap_or_default())?;
            }
        }
        let mut columns = Self {
            rows,
            columns,
            has_program_header: false,
        };
        columns.has_program_header = columns.is_header_for_programs();
        for column in &mut columns.columns {
            column.stays = column.is_for_programs(columns.has_program_header);
        }
        Ok(columns)
    }

    /// Whether a cell with this text stays as it is.
    pub(super) fn stays(&self, cell: &Cell, text: &str) -> bool {
        if cell.is_odd() {
            return true;
        }
        let column = self.columns.get(cell.column);
        if self.rows.is_of_header(cell) {
            // A table may have no header.
            let is_tag = || column.is_some_and(Column::is_of_languages) && is_language(text.trim());
            return self.has_program_header || is_cell_technical(text, "") || is_tag();
        }
        let name = || {
            let name = self.rows.header().get(cell.column);
            name.map(|name| self.rows.text(name)).unwrap_or_default()
        };
        column.is_some_and(|column| column.stays) || is_cell_technical(text, &name())
    }

    /// Whether programs find columns by what stands in the first row: by names of a known kind of table, or by words as
    /// programs write names, over columns of which some have something else in them.
    fn is_header_for_programs(&self) -> bool {
        let header = self.rows.header();
        let names: Vec<_> = header.iter().map(|cell| self.rows.text(cell)).collect();
        let named = names
            .iter()
            .map(|name| name.trim())
            .filter(|name| !name.is_empty());
        let has = |name: &&str| names.iter().any(|it| it.trim() == *name);
        if KNOWN_HEADERS.iter().any(|known| known.iter().all(has)) {
            return true;
        }
        let is_name = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/[]".contains(&byte))
        };
        let is_like_text = |column: &Column<'_>| column.texts > column.small_words;
        let has_other_content = self
            .columns
            .iter()
            .any(|column| is_like_text(column) || column.technical + column.texts == 0);
        let is_joined = |name: &str| is_technical(name, "");
        let are_all_names = named.clone().count() > 0 && named.clone().all(is_name);
        are_all_names
            && (named.clone().any(is_joined) || (named.clone().count() > 1 && has_other_content))
    }
}

impl<'a> Column<'a> {
    fn add(&mut self, rows: &Rows<'a>, cell: &Cell, name: &str) -> Result<(), DocumentError> {
        let text = rows.text(cell);
        if !text.contains(char::is_alphabetic) {
            return Ok(());
        }
        if cell.is_odd() || is_cell_technical(&text, name) {
            self.technical += 1;
            return Ok(());
        }
        self.texts += 1;
        let word = text.trim();
        let is_word = |is_letter: fn(&u8) -> bool| {
            word.bytes()
                .all(|byte| is_letter(&byte) || byte.is_ascii_digit() || b"-_./".contains(&byte))
        };
        self.capital_words += usize::from(is_word(u8::is_ascii_uppercase));
        if is_word(u8::is_ascii_lowercase) {
            self.small_words += 1;
            self.languages += usize::from(is_language(word));
            self.joined_words += usize::from(word.contains(['-', '_', '.', '/']));
            if let std::borrow::Cow::Borrowed(text) = text
                && self.words.len() < MOST_WORDS
                && !self.words.contains(text.trim())
            {
                overseer::borrow(OF_WORD)?;
                self.words.insert(text.trim());
            }
        }
        Ok(())
    }

    /// Whether it has nothing but tags of languages.
    fn is_of_languages(&self) -> bool {
        self.languages > 1 && self.languages == self.texts
    }

    /// Whether all of it is for programs: most of it is by itself, or it has nothing but words as programs use them for a
    /// choice.
    fn is_for_programs(&self, has_program_header: bool) -> bool {
        let are_all = |words: usize| self.texts > 1 && words == self.texts;
        let is_choice = self.words.len() <= self.small_words / 2;
        let are_joined = self.joined_words * 2 > self.small_words;
        self.technical > self.texts
            || are_all(self.capital_words)
            || self.is_of_languages()
            || (has_program_header && are_all(self.small_words) && (is_choice || are_joined))
    }
}

/// Whether a cell is for programs or has nothing to translate, in a column of this name.
pub(super) fn is_cell_technical(text: &str, name: &str) -> bool {
    let text = text.trim();
    !has_words(text)
        || is_formula(text)
        || is_gap(text)
        || is_article(text)
        || is_technical(text, name)
}

/// Whether this is the tag of a language.
fn is_language(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase()) && Language::parse(word).is_ok()
}

/// What spreadsheets compute. Text that begins with other signs than that of equality is one only if it is written as one.
fn is_formula(text: &str) -> bool {
    let is_expression = || {
        !text.contains(char::is_whitespace)
            && text.contains(|sign: char| sign == '(' || sign.is_ascii_digit())
    };
    text.starts_with('=') || (text.starts_with(['+', '-', '@']) && is_expression())
}

/// What says that a value is not there.
fn is_gap(text: &str) -> bool {
    ["n/a", "#n/a"]
        .iter()
        .any(|gap| gap.eq_ignore_ascii_case(text))
}

/// Numbers of articles and the like: `AB-123`, `X200`.
fn is_article(text: &str) -> bool {
    let is_part =
        |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"-_./#:".contains(&byte);
    text.bytes().all(is_part) && text.bytes().any(|byte| byte.is_ascii_digit())
}
