//! What is on a page as it is read: paragraphs and pictures one after another, some of them in tables and columns.

use std::ops::Range;

use dragoman_typesetting::Align;
use kurbo::Rect;

/// What is read one after another.
#[derive(Debug)]
pub(crate) enum Flow {
    /// A paragraph, by its number on the page.
    Text(usize),
    /// A picture, by its number on the page.
    Picture(usize),
    Table(Table),
    Columns(Vec<Column>),
}

/// A column of a page.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) place: Rect,
    pub(crate) flow: Vec<Flow>,
}

/// Something that stands on a page.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) place: Rect,
    pub(crate) flow: Flow,
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) edges: Edges,
    /// From the top, and from the left in each row. They cover it all.
    pub(crate) cells: Vec<Cell>,
    /// Whether its cells are where rules are.
    pub(crate) is_ruled: bool,
}

/// Where the columns and rows of a table begin and end.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    pub(crate) columns: Vec<f64>,
    pub(crate) rows: Vec<f64>,
}

/// A cell.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) rows: Range<usize>,
    pub(crate) columns: Range<usize>,
    pub(crate) place: Rect,
    pub(crate) borders: Borders,
    /// Where its texts stand, if those of its column say it.
    pub(crate) align: Option<Align>,
    pub(crate) flow: Vec<Flow>,
}

/// Which sides of a cell have a rule.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Borders {
    pub(crate) top: bool,
    pub(crate) left: bool,
    pub(crate) bottom: bool,
    pub(crate) right: bool,
}

impl Edges {
    pub(crate) fn place(&self, rows: Range<usize>, columns: Range<usize>) -> Rect {
        let at = |edges: &[f64], number: usize| edges.get(number).copied().unwrap_or_default();
        Rect::new(
            at(&self.columns, columns.start),
            at(&self.rows, rows.start),
            at(&self.columns, columns.end),
            at(&self.rows, rows.end),
        )
    }
}
