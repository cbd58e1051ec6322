use crate::DocumentError;
use crate::office::names::Namespace::{self, Sheet};
use crate::xml::{Reader, Token};

use super::FORMAT;
use super::formulas::Formulas;
use super::sheet::{Cells, Position, cell_position, row_position};
use super::strings::{SharedText, text_within};

/// Takes note of the formulas of a sheet before it is read, and gives the headers of tables whose text
/// stands in their cells: whether they are translated depends on the formulas of all sheets.
///
/// # Errors
/// Those of the reader.
pub(super) fn headers(
    part: &str,
    cells: &Cells,
    formulas: &mut Formulas,
    depth: usize,
) -> Result<Vec<(Position, SharedText)>, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
    let mut headers = Vec::new();
    let mut position = (0, 0);
    loop {
        match reader.next()? {
            Token::Start(tag) => match (tag.namespace, tag.name) {
                (Sheet, "row") => position = row_position(&tag, position),
                (Sheet, "c") => position = cell_position(&tag, position),
                (Sheet, "is") if cells.headers.contains(&position) => {
                    headers.push((position, text_within(&mut reader)?));
                }
                (Sheet, "f") => {
                    let table = cells.table_at(position);
                    formulas.add(&reader.text()?.0, table);
                }
                (_, "f") | (Sheet, "formula" | "formula1" | "formula2") => {
                    formulas.add(&reader.text()?.0, None);
                }
                _ => {}
            },
            Token::Eof => return Ok(headers),
            _ => {}
        }
    }
}
