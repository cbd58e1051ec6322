use std::fmt;

/// A Markdown table: the first column to the left, the others, which are numbers, to the right.
#[derive(Debug, Clone)]
pub struct Table<const COLUMNS: usize> {
    rows: Vec<[String; COLUMNS]>,
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// A table with a heading and no rows yet.
    #[must_use]
    pub fn new(heading: [&str; COLUMNS]) -> Self {
        Self {
            rows: vec![heading.map(str::to_owned)],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells);
    }
}

impl<const COLUMNS: usize> fmt::Display for Table<COLUMNS> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let lengths = self.rows.iter().map(|row| row[column].chars().count());
            lengths.max().unwrap_or_default().max(3)
        };
        for (index, row) in self.rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let width = width(column);
                if column == 0 {
                    write!(formatter, "| {cell:<width$} ")?;
                } else {
                    write!(formatter, "| {cell:>width$} ")?;
                }
            }
            writeln!(formatter, "|")?;
            if index == 0 {
                for column in 0..COLUMNS {
                    let dashes = "-".repeat(width(column));
                    let end = if column == 0 { "-" } else { ":" };
                    write!(formatter, "|-{dashes}{end}")?;
                }
                writeln!(formatter, "|")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(["What", "ms"]);
        table.row(["en→es".to_owned(), "10.25".to_owned()]);
        assert_eq!(
            table.to_string(),
            "| What  |    ms |\n|-------|------:|\n| en→es | 10.25 |\n"
        );
    }
}
