//! What both databases can do, and what is done with any two of them.

use dragoman_domain::StoreError;

use super::digest::TableDigest;
use super::tables::Table;
use super::values::{Record, Value};

/// A database that rows come from or go to.
pub(super) trait Side {
    /// The next rows in the order of their keys: those behind the key, or the first ones.
    async fn page(
        &mut self,
        table: &Table,
        after: Option<&[Value]>,
    ) -> Result<Vec<Record>, StoreError>;

    /// Adds the rows, all or none of them, but for those whose keys are there: how many it has added.
    async fn add(&mut self, table: &Table, rows: Vec<Record>) -> Result<u64, StoreError>;

    /// How many rows a table has.
    async fn count(&mut self, table: &Table) -> Result<u64, StoreError>;
}

/// Goes through a table in pages.
pub(super) struct Pages<'a> {
    table: &'a Table,
    after: Option<Vec<Value>>,
    is_done: bool,
}

impl<'a> Pages<'a> {
    pub(super) const fn of(table: &'a Table) -> Self {
        Self {
            table,
            after: None,
            is_done: false,
        }
    }

    /// The next page; an empty one at the end.
    pub(super) async fn next(&mut self, side: &mut impl Side) -> Result<Vec<Record>, StoreError> {
        if self.is_done {
            return Ok(Vec::new());
        }
        let rows = side.page(self.table, self.after.as_deref()).await?;
        self.is_done = rows.len() < self.table.page;
        let key = rows.last().and_then(|row| row.get(..self.table.key));
        self.after = key.map(<[Value]>::to_vec);
        Ok(rows)
    }
}

/// Adds all rows of a table to the other side, as far as they are not there; `tell` hears how many it has gone through.
pub(super) async fn copy(
    table: &Table,
    from: &mut impl Side,
    to: &mut impl Side,
    mut tell: impl FnMut(u64),
) -> Result<u64, StoreError> {
    let mut pages = Pages::of(table);
    let (mut done, mut added) = (0, 0);
    loop {
        let rows = pages.next(from).await?;
        if rows.is_empty() {
            return Ok(added);
        }
        done += rows.len() as u64;
        added += to.add(table, rows).await?;
        tell(done);
    }
}

/// Reads a whole table.
pub(super) async fn digest(table: &Table, side: &mut impl Side) -> Result<TableDigest, StoreError> {
    let mut pages = Pages::of(table);
    let mut digest = TableDigest::default();
    loop {
        let rows = pages.next(side).await?;
        if rows.is_empty() {
            return Ok(digest);
        }
        for row in &rows {
            digest.add(row);
        }
    }
}
