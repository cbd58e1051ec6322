//! Changes of a translation, and where what stands in it is afterwards.

use std::ops::Range;

/// A stretch of a translation and what to write in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the translation; empty for an insertion.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

/// Changes in the order of the text, which do not overlap.
pub(crate) struct Edits<'edits> {
    edits: &'edits [Edit],
    /// How many bytes the changes before each change, and all of them, remove and add.
    shifts: Vec<(usize, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

impl<'edits> Edits<'edits> {
    pub(crate) fn new(edits: &'edits [Edit]) -> Self {
        let mut shifts = Vec::with_capacity(edits.len() + 1);
        let (mut removed, mut added) = (0, 0);
        shifts.push((removed, added));
        for edit in edits {
            removed += edit.range.len();
            added += edit.text.len();
            shifts.push((removed, added));
        }
        Self { edits, shifts }
    }

    /// Whether a change begins before this place and ends behind it.
    pub(crate) fn reach_into(&self, place: usize) -> bool {
        let change = self.edits.partition_point(|edit| edit.range.end <= place);
        let change = self.edits.get(change);
        change.is_some_and(|edit| edit.range.start < place)
    }

    /// Whether a change replaces any of this range, or inserts something within it.
    pub(crate) fn change(&self, range: &Range<usize>) -> bool {
        let change = self
            .edits
            .partition_point(|edit| edit.range.end <= range.start);
        let change = self.edits.get(change);
        change.is_some_and(|edit| edit.range.start < range.end)
    }

    /// Where a range is after the changes. What replaces all of it is it, and so is what replaces its end.
    pub(crate) fn moved(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.border(range.start, Side::Start);
        start..self.border(range.end, Side::End).max(start)
    }

    fn border(&self, border: usize, side: Side) -> usize {
        let before = self.edits.partition_point(|Edit { range, .. }| {
            range.end < border || (range.end == border && side == Side::Start)
        });
        let (removed, added) = self.shifts.get(before).copied().unwrap_or_default();
        match self.edits.get(before) {
            // An end at the end of what is replaced is one of the replacement.
            Some(Edit { range, text }) if range.start < border => {
                range.start - removed + added + text.len()
            }
            _ => border - removed + added,
        }
    }
}
