/// How quotation marks are written in a cell that is in quotation marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Twice.
    Doubled,
    /// Behind a backslash.
    Escaped,
    /// There are no such cells: quotation marks are letters as others.
    Literal,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) delimiter: char,
    pub(super) quotes: Quotes,
    /// Where the first row begins: a line before it may only say what divides the cells.
    pub(super) start: usize,
}
