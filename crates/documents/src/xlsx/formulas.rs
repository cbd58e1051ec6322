//! What formulas say of the texts of cells: names of tables' columns, and texts that they compare.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// What formulas need of the texts of cells.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    /// Names of tables' columns, in small letters, that formulas use in ways in which they cannot be changed: in
    /// texts, and without the name of the table.
    columns: BTreeSet<String>,
    /// Whether some look cells up by their text.
    pub(super) look_up: bool,
}

/// New names of columns, by the names of their tables and their own, in small letters.
pub(super) type Renamed = HashMap<(String, String), String>;

/// Functions that compare the text of cells.
const COMPARING: [&str; 5] = ["LOOKUP(", "MATCH(", "COUNTIF", "SUMIF", "AVERAGEIF"];

/// A reference to a column of a table.
#[derive(Debug, PartialEq, Eq)]
struct Reference<'f> {
    table: &'f str,
    /// The column's name without escapes.
    column: String,
    /// Where the name is written.
    range: Range<usize>,
    /// Whether it has brackets of its own.
    has_brackets: bool,
}

impl Formulas {
    /// Takes note of a formula; of one in a table, with the name of that: it need not say it.
    pub(super) fn add(&mut self, formula: &str, table: Option<&str>) {
        let is_comparing = || {
            let upper = formula.to_ascii_uppercase();
            COMPARING.iter().any(|name| upper.contains(name)) || upper.contains("=\"")
        };
        self.look_up = self.look_up || is_comparing();
        if formula.contains('[') {
            let (references, texts) = references(formula);
            for text in texts {
                self.add_columns(text);
            }
            let is_unknown = |found: &Reference<'_>| found.table.is_empty() && table.is_none();
            let unknown = references.into_iter().filter(is_unknown);
            let columns = unknown.map(|found| found.column.to_lowercase());
            self.columns.extend(columns);
        }
    }

    /// The names of columns in a text that may become a formula.
    fn add_columns(&mut self, text: &str) {
        let mut name = None;
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match (character, &mut name) {
                ('[', _) => name = Some(String::new()),
                (']', _) => {
                    let name = name.take().unwrap_or_default();
                    let name = name.strip_prefix('@').unwrap_or(&name);
                    self.columns.insert(name.to_lowercase());
                }
                // It escapes the characters that have a meaning in brackets.
                ('\'', Some(name)) => name.extend(characters.next()),
                (_, Some(name)) => name.push(character),
                (_, None) => {}
            }
        }
    }

    /// Whether a formula names a column of this name in a way in which it cannot be changed.
    pub(super) fn name_column(&self, name: &str) -> bool {
        self.columns.contains(&name.to_lowercase())
    }
}

/// A formula, perhaps in this table, with the new names of columns; `None` if it has none of them.
pub(super) fn renamed(formula: &str, names: &Renamed, own: Option<&str>) -> Option<String> {
    if names.is_empty() || !formula.contains('[') {
        return None;
    }
    let mut written = String::new();
    let mut copied = 0;
    for reference in references(formula).0 {
        let column = &reference.column;
        let table = match reference.table {
            "" => own.unwrap_or_default(),
            table => table,
        };
        let Some(name) = names.get(&(table.to_lowercase(), column.to_lowercase())) else {
            continue;
        };
        let is_plain =
            |character: char| character.is_alphanumeric() || " _()[]#'".contains(character);
        let needs_brackets = !reference.has_brackets && !name.chars().all(is_plain);
        written.push_str(formula.get(copied..reference.range.start)?);
        written.push_str(if needs_brackets { "[" } else { "" });
        for character in name.chars() {
            if matches!(character, '[' | ']' | '#' | '\'') {
                written.push('\'');
            }
            written.push(character);
        }
        written.push_str(if needs_brackets { "]" } else { "" });
        copied = reference.range.end;
    }
    written.push_str(formula.get(copied..)?);
    (copied > 0).then_some(written)
}

/// The references to columns in a formula, and the texts in it.
fn references(formula: &str) -> (Vec<Reference<'_>>, Vec<&str>) {
    let mut references = Vec::new();
    let mut texts = Vec::new();
    let mut place = 0;
    // Where the name begins that is read.
    let mut name = 0;
    while let Some(rest) = formula.get(place..)
        && let Some(character) = rest.chars().next()
    {
        let end = place + character.len_utf8();
        place = match character {
            '"' | '\'' => {
                let end = end_of_quotes(formula, end, character);
                if character == '"' {
                    texts.extend(formula.get(place..end));
                }
                end
            }
            '[' => {
                // That of another workbook is not one of these.
                let before = formula.get(..name).unwrap_or_default();
                let name = if before.ends_with('!') {
                    name - 1
                } else {
                    name
                };
                let table = formula.get(name..place).unwrap_or_default();
                specifier(formula, end, table, &mut references)
            }
            _ => end,
        };
        if !(character.is_alphanumeric() || matches!(character, '_' | '.' | '\\')) {
            name = place;
        }
    }
    (references, texts)
}

/// The place after the quote that ends what is in quotes; two of them are one in it.
fn end_of_quotes(formula: &str, start: usize, quote: char) -> usize {
    let mut place = start;
    while let Some(rest) = formula.get(place..) {
        let Some(found) = rest.find(quote) else { break };
        let after = place + found + 1;
        if !formula
            .get(after..)
            .is_some_and(|rest| rest.starts_with(quote))
        {
            return after;
        }
        place = after + 1;
    }
    formula.len()
}

/// Reads what is in the brackets after the name of a table, and gives the place after them: a column, or columns
/// and parts of the table in brackets of their own.
fn specifier<'f>(
    formula: &'f str,
    start: usize,
    table: &'f str,
    references: &mut Vec<Reference<'f>>,
) -> usize {
    let mut column = String::new();
    let mut column_start = start;
    let mut is_inner = false;
    let mut has_inner = false;
    let mut place = start;
    let mut characters = formula.get(start..).unwrap_or_default().chars();
    while let Some(character) = characters.next() {
        let end = place + character.len_utf8();
        match character {
            // It escapes the characters that have a meaning in brackets.
            '\'' => {
                let escaped = characters.next();
                column.extend(escaped);
                place = end + escaped.map_or(0, char::len_utf8);
                continue;
            }
            '[' => {
                (is_inner, has_inner) = (true, true);
                column.clear();
                column_start = end;
            }
            ']' => {
                if (is_inner || !has_inner) && !column.is_empty() && !column.starts_with('#') {
                    references.push(Reference {
                        table,
                        column: std::mem::take(&mut column),
                        range: column_start..place,
                        has_brackets: is_inner,
                    });
                }
                if !is_inner {
                    return end;
                }
                is_inner = false;
                column.clear();
            }
            '@' if !is_inner && column.is_empty() => column_start = end,
            _ => column.push(character),
        }
        place = end;
    }
    formula.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_renamed_in_every_form_of_reference() {
        let names = [
            ("net", "Netto"),
            ("unit price", "Preis/Stück"),
            ("a [kg]", "B #1"),
        ];
        let names: Renamed = names
            .into_iter()
            .map(|(from, to)| (("sales".to_owned(), from.to_owned()), to.to_owned()))
            .collect();
        for (formula, expected) in [
            ("SUM(Sales[Net])", "SUM(Sales[Netto])"),
            ("SALES[@net]*2", "SALES[@Netto]*2"),
            ("Sales[@[Unit price]]", "Sales[@[Preis/Stück]]"),
            ("Sales[@Unit price]", "Sales[@[Preis/Stück]]"),
            ("1+Sales[Unit price]", "1+Sales[[Preis/Stück]]"),
            (
                "Sales[[#Headers],[Unit price]:[Net]]",
                "Sales[[#Headers],[Preis/Stück]:[Netto]]",
            ),
            ("Sales[a '[kg']]&'a[Net]'!A1", "Sales[B '#1]&'a[Net]'!A1"),
        ] {
            assert_eq!(renamed(formula, &names, None).unwrap(), expected);
        }
        let own = |formula| renamed(formula, &names, Some("Sales")).unwrap();
        assert_eq!(own("SUBTOTAL(109,[Net])"), "SUBTOTAL(109,[Netto])");
        assert_eq!(own("[[#This Row],[Net]]"), "[[#This Row],[Netto]]");
        for formula in [
            "Other[Net]",
            "[Net]",
            "Sales[#All]",
            "[1]Sales!A1",
            "[1]!Sales[Net]",
            "Book.xlsx!Sales[Net]",
            "\"Sales[Net]\"",
            "Sales[",
            "Sales[Net",
            "Sales['",
            "\"",
        ] {
            assert_eq!(renamed(formula, &names, None), None, "{formula}");
        }
    }

    #[test]
    fn columns_are_kept_that_texts_name_and_those_of_no_table() {
        let mut formulas = Formulas::default();
        for formula in [
            "SUM(Sales[Net])",
            "[@Gross]*2",
            "INDIRECT(\"T[[#Headers],[Unit price]]\")",
        ] {
            formulas.add(formula, None);
        }
        formulas.add("[@Own]", Some("T"));
        assert!(!formulas.name_column("Own"));
        for name in ["Gross", "unit price"] {
            assert!(formulas.name_column(name), "{name}");
        }
        assert!(!formulas.name_column("Net"));
        assert!(!formulas.look_up);
    }

    #[test]
    fn formulas_that_compare_texts_are_found() {
        for formula in [
            "vlookup(A1,B:C,2)",
            "IF(A1=\"yes\",1,2)",
            "COUNTIFS(A:A,B1)",
        ] {
            let mut formulas = Formulas::default();
            formulas.add(formula, None);
            assert!(formulas.look_up, "{formula}");
        }
    }
}
