use std::collections::BTreeSet;

/// What formulas need of the texts of cells.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    /// What stands in brackets, in small letters: names of tables' columns.
    columns: BTreeSet<String>,
    /// Whether some look cells up by their text.
    pub(super) look_up: bool,
}

/// Functions that compare the text of cells.
const COMPARING: [&str; 5] = ["LOOKUP(", "MATCH(", "COUNTIF", "SUMIF", "AVERAGEIF"];

impl Formulas {
    /// Takes note of a formula.
    pub(super) fn add(&mut self, formula: &str) {
        let is_comparing = || {
            let upper = formula.to_ascii_uppercase();
            COMPARING.iter().any(|name| upper.contains(name)) || upper.contains("=\"")
        };
        self.look_up = self.look_up || is_comparing();
        if formula.contains('[') {
            self.add_columns(formula);
        }
    }

    fn add_columns(&mut self, formula: &str) {
        let mut name = None;
        let mut characters = formula.chars();
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

    /// Whether a formula names a column of this name.
    pub(super) fn name_column(&self, name: &str) -> bool {
        self.columns.contains(&name.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_in_every_form_of_reference() {
        let mut formulas = Formulas::default();
        for formula in [
            "SUM(Sales[Net])",
            "[@Gross]*2",
            "T[[#Headers],[Unit price]]",
            "T[[From]:[To]]",
            "T[Items '[kg']]",
        ] {
            formulas.add(formula);
        }
        for name in ["net", "Gross", "Unit price", "From", "To", "Items [kg]"] {
            assert!(formulas.name_column(name), "{name}");
        }
        assert!(!formulas.name_column("Sales"));
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
            formulas.add(formula);
            assert!(formulas.look_up, "{formula}");
        }
    }
}
