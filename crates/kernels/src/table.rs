//! Tables whose columns are written by more than one thread.

use std::marker::PhantomData;
use std::ops::Range;

use crate::isa::LANES;

/// Rows of values, of which different threads write different columns.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    values: *mut f32,
    rows: usize,
    width: usize,
    of: PhantomData<&'a mut [f32]>,
}

// SAFETY: it gives values only through `columns`, whose callers see to it that no two threads have the same ones.
unsafe impl Send for Table<'_> {}
// SAFETY: as above.
unsafe impl Sync for Table<'_> {}

/// The columns of some tiles.
pub(crate) struct Columns<'a> {
    table: Table<'a>,
    tiles: Range<usize>,
}

impl<'a> Table<'a> {
    /// All values, in rows of `width`.
    pub(crate) fn new(values: &'a mut [f32], width: usize) -> Self {
        Self {
            rows: values.len().checked_div(width).unwrap_or(0),
            width,
            values: values.as_mut_ptr(),
            of: PhantomData,
        }
    }

    /// The columns of some tiles of [`LANES`] columns each.
    ///
    /// # Safety
    /// As long as these exist there are no other ones of the same tiles.
    pub(crate) unsafe fn columns(self, tiles: Range<usize>) -> Columns<'a> {
        Columns { table: self, tiles }
    }
}

impl Columns<'_> {
    /// Those of one row in some of the tiles; fewer than whole tiles have where the table ends.
    ///
    /// # Panics
    /// If these are not the columns of all these tiles, or there is no such row.
    #[inline(always)]
    pub(crate) fn of_row(&mut self, row: usize, tiles: Range<usize>) -> &mut [f32] {
        let Table {
            values,
            rows,
            width,
            ..
        } = self.table;
        assert!(row < rows && self.tiles.start <= tiles.start && tiles.end <= self.tiles.end);
        let first = width.min(tiles.start * LANES);
        let end = width.min(tiles.end * LANES);
        // SAFETY: the row is one of the table's, the columns are in it and belong to nobody else, and whoever has some of them has
        // borrowed these from `self`.
        unsafe { std::slice::from_raw_parts_mut(values.add(row * width + first), end - first) }
    }
}
