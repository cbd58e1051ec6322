//! Connections of a workbook to data, and which of its own tables they read. Most read a database or a file, whose rows
//! are put into a table of theirs or into a pivot table. Queries and models of data can read tables of the workbook,
//! and call their columns by their names, in forms of their own.

use std::collections::BTreeSet;

use crate::DocumentError;
use crate::office::names::Namespace::{self, Sheet};
use crate::xml::{Reader, Tag, Token};

use super::FORMAT;

/// What in a connection says that it reads a workbook, perhaps this one, in small letters. Which tables it reads stands
/// elsewhere, or in a language of its own.
const OF_WORKBOOKS: [&str; 4] = ["$workbook$", "excel driver", "excel 8.0", "excel 12.0"];

/// Of tables with these names, in small letters, those that the connections in a part may read.
///
/// # Errors
/// Those of the reader.
pub(super) fn tables_read(
    part: &str,
    tables: &BTreeSet<String>,
    depth: usize,
) -> Result<BTreeSet<String>, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
    let mut read = BTreeSet::new();
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.namespace == Sheet && tag.name == "connection" => {
                match of_connection(&mut reader, &tag, tables)? {
                    Some(more) => read.extend(more),
                    None => return Ok(tables.clone()),
                }
            }
            Token::Eof => return Ok(read),
            _ => {}
        }
    }
}

/// Those that a connection may read whose start was read last: the ones that it names, for there is no telling of what
/// it says of them. `None` if it may be any.
fn of_connection(
    reader: &mut Reader<'_, Namespace>,
    tag: &Tag<'_, Namespace>,
    tables: &BTreeSet<String>,
) -> Result<Option<BTreeSet<String>>, DocumentError> {
    let mut named = BTreeSet::new();
    let mut is_of_workbook = says(tag, tables, &mut named);
    let mut has_range = false;
    let mut open = 1_usize;
    while open > 0 {
        match reader.next()? {
            Token::Start(child) => {
                open += 1;
                is_of_workbook |= says(&child, tables, &mut named);
                has_range |= child.name == "rangePr";
            }
            Token::End(_) => open -= 1,
            Token::Eof => break,
            _ => {}
        }
    }
    let is_unknown = is_of_workbook || (has_range && named.is_empty());
    Ok((!is_unknown).then_some(named))
}

/// Adds the tables that an element's attributes name, and tells whether they say that a workbook is read.
fn says(tag: &Tag<'_, Namespace>, tables: &BTreeSet<String>, named: &mut BTreeSet<String>) -> bool {
    let mut is_of_workbook = false;
    for attribute in tag.attributes() {
        let value = attribute.value().to_lowercase();
        is_of_workbook |= OF_WORKBOOKS.iter().any(|known| value.contains(known));
        let is_in_name =
            |character: char| character.is_alphanumeric() || "_.\\".contains(character);
        let words = value.split(|character| !is_in_name(character));
        named.extend(
            words
                .filter(|word| tables.contains(*word))
                .map(str::to_owned),
        );
    }
    is_of_workbook
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_read_the_tables_that_they_name_or_perhaps_all() {
        let tables: BTreeSet<String> = ["sales", "täble.1", "other"].map(str::to_owned).into();
        for (connection, expected) in [
            (
                "<dbPr connection=\"Provider=SQLOLEDB\" command=\"SELECT * FROM Orders\"/>",
                &[][..],
            ),
            ("<webPr url=\"https://example.org/sales_2\"/>", &[]),
            (
                "<dbPr command=\"SELECT a FROM [Täble.1] t\"/>",
                &["täble.1"],
            ),
            (
                "<x:connection id=\"Sales-4f\"><x:rangePr sourceName=\"_xlcn.Book1Sales1\"/></x:connection>",
                &["sales"],
            ),
            (
                "<x:rangePr sourceName=\"_xlcn.Book1Sales1\"/>",
                &["other", "sales", "täble.1"],
            ),
            (
                "<dbPr connection=\"Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;Location=Q\"/>",
                &["other", "sales", "täble.1"],
            ),
            (
                "<dbPr connection=\"DSN=a;Driver={Microsoft Excel Driver (*.xls)}\"/>",
                &["other", "sales", "täble.1"],
            ),
        ] {
            let part = format!(
                "<connections xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:x=\"urn:x\">\
                 <connection id=\"1\" name=\"x\">{connection}</connection></connections>"
            );
            let read: Vec<String> = tables_read(&part, &tables, 64)
                .unwrap()
                .into_iter()
                .collect();
            assert_eq!(read, expected, "{connection}");
        }
    }
}
