use crate::DocumentError;

use super::dialect::{Dialect, Quotes};
use super::reader::Reader;

/// How much of a table is looked at to find out what divides it, in bytes and in rows.
const SAMPLE_BYTES: usize = 64 << 10;
const SAMPLE_ROWS: usize = 200;

/// Signs that divide cells. Of two that divide a table equally well the first one does: in decimal numbers there are
/// commas, and in texts bars are rare.
const DELIMITERS: [char; 4] = ['\t', ';', ',', '|'];

impl Dialect {
    /// That of a table, which is usually divided by this sign.
    ///
    /// # Errors
    /// Those of an [`overseer`](crate::overseer).
    pub(super) fn of(text: &str, usual: char) -> Result<Self, DocumentError> {
        let (said, start) = match said_delimiter(text) {
            Some((delimiter, start)) => (Some(delimiter), start),
            None => (None, 0),
        };
        let mut dialect = Self {
            delimiter: usual,
            quotes: Quotes::Doubled,
            start,
        };
        dialect.delimiter = match said {
            Some(delimiter) => delimiter,
            None => dialect.best_delimiter(text)?,
        };
        dialect.quotes = dialect.best_quotes(text)?;
        Ok(dialect)
    }

    /// The sign with which most rows have the same number of cells, and more than one.
    fn best_delimiter(self, text: &str) -> Result<char, DocumentError> {
        let sample = text.get(..text.floor_char_boundary(SAMPLE_BYTES));
        let sample = sample.unwrap_or_default();
        let is_whole = sample.len() == text.len();
        let mut best = (0, 0, self.delimiter);
        for delimiter in DELIMITERS {
            let dialect = Self { delimiter, ..self };
            let mut counts = cells_of_rows(sample, &dialect)?;
            if !is_whole && counts.len() > 1 {
                counts.pop();
            }
            let (share, cells) = regularity(counts);
            if cells > 1 && delimiter == '\t' && self.delimiter == '\t' {
                // Nothing else is called so.
                return Ok(delimiter);
            }
            if cells > 1 && (share, cells) > (best.0, best.1) {
                best = (share, cells, delimiter);
            }
        }
        Ok(best.2)
    }

    /// How quotation marks are written, by whether all cells end where they should.
    fn best_quotes(self, text: &str) -> Result<Quotes, DocumentError> {
        let is_clean = |quotes| {
            let dialect = Self { quotes, ..self };
            let mut cells = Reader::new(text, &dialect);
            loop {
                match cells.next_cell()? {
                    Some(cell) if cell.is_odd() => return Ok::<bool, DocumentError>(false),
                    Some(_) => {}
                    None => return Ok(true),
                }
            }
        };
        let quotes = if is_clean(Quotes::Doubled)? {
            Quotes::Doubled
        } else if text.contains("\\\"") && is_clean(Quotes::Escaped)? {
            Quotes::Escaped
        } else if self.delimiter == '\t' {
            Quotes::Literal
        } else {
            Quotes::Doubled
        };
        Ok(quotes)
    }
}

/// What the line `sep=;` says, and where the next one begins.
fn said_delimiter(text: &str) -> Option<(char, usize)> {
    let line = text.get(..text.find(['\r', '\n'])?)?;
    let said = line.trim_matches('"');
    let said = said
        .get(..4)
        .filter(|it| it.eq_ignore_ascii_case("sep="))
        .and(said.get(4..))?;
    let delimiter = said
        .chars()
        .next()
        .filter(|sign| sign.is_ascii() && !sign.is_alphanumeric())?;
    let rest = text.get(line.len()..)?;
    let end = if rest.starts_with("\r\n") { 2 } else { 1 };
    (said.len() == 1 && delimiter != '"').then_some((delimiter, line.len() + end))
}

/// How many cells each of the first rows has that is not empty.
fn cells_of_rows(sample: &str, dialect: &Dialect) -> Result<Vec<usize>, DocumentError> {
    let mut counts = Vec::new();
    let mut reader = Reader::new(sample, dialect);
    while let Some(cell) = reader.next_cell()? {
        let is_blank = cell.column == 0 && cell.range.is_empty();
        if cell.ends_row && !is_blank {
            counts.push(cell.column + 1);
        }
        if counts.len() >= SAMPLE_ROWS {
            break;
        }
    }
    Ok(counts)
}

/// How many in a thousand rows have the most frequent number of cells, and this number.
fn regularity(mut counts: Vec<usize>) -> (usize, usize) {
    counts.sort_unstable();
    let runs = counts.chunk_by(|one, other| one == other);
    let most = runs.max_by_key(|run| run.len()).unwrap_or_default();
    let share = most.len().saturating_mul(1000) / counts.len().max(1);
    (share, most.first().copied().unwrap_or(0))
}
