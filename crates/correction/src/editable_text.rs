use std::ops::Range;

use dragoman_text::Edit;

/// A text to which edits are applied, with byte ranges that no edit may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditableText {
    text: String,
    /// Sorted, without overlap.
    kept: Vec<Range<usize>>,
}

impl EditableText {
    /// Creates a text whose byte ranges `kept` do not change. Ranges that are out of bounds, empty, overlapping or
    /// inside a character are ignored.
    #[must_use]
    pub fn new(text: String, mut kept: Vec<Range<usize>>) -> Self {
        kept.sort_by_key(|range| (range.start, range.end));
        let mut end = 0;
        kept.retain(|range| {
            let is_there = range.start >= end && text.get(range.clone()).is_some();
            if is_there && !range.is_empty() {
                end = range.end;
            }
            is_there && !range.is_empty()
        });
        Self { text, kept }
    }

    /// The current text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The current text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Whether a range overlaps a kept range. An empty range overlaps a kept range if it is strictly inside it.
    #[must_use]
    pub fn is_kept(&self, range: &Range<usize>) -> bool {
        let next = self.kept.partition_point(|kept| kept.end <= range.start);
        self.kept
            .get(next)
            .is_some_and(|kept| kept.start < range.end)
    }

    /// Applies the edits that change something and overlap no kept range. Of two overlapping edits, only the first is
    /// applied.
    pub fn apply(&mut self, mut edits: Vec<Edit>) {
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut end = 0;
        edits.retain(|edit| {
            let before = self.text.get(edit.range.clone());
            let is_change = before.is_some_and(|before| before != edit.text);
            let is_free = edit.range.start >= end && !self.is_kept(&edit.range);
            if is_change && is_free {
                end = edit.range.end.max(edit.range.start + 1);
            }
            is_change && is_free
        });
        if edits.is_empty() {
            return;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut kept = self.kept.iter_mut().peekable();
        let mut copied = 0;
        // An empty edit at the end shifts the kept ranges after the last real edit.
        let end = self.text.len();
        let last = Edit {
            range: end..end,
            text: String::new(),
        };
        for edit in edits.into_iter().chain([last]) {
            while let Some(range) = kept.next_if(|range| range.start < edit.range.start) {
                let start = text.len() + (range.start - copied);
                *range = start..start + range.len();
            }
            text.push_str(self.text.get(copied..edit.range.start).unwrap_or_default());
            text.push_str(&edit.text);
            copied = edit.range.end;
        }
        self.text = text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<usize>, text: &str) -> Edit {
        let text = text.to_owned();
        Edit { range, text }
    }

    #[test]
    fn what_is_kept_moves_with_the_edits_and_is_not_touched() {
        let kept = vec![4..7, 13..16];
        let mut editable = EditableText::new("one two tree two end".to_owned(), kept);
        editable.apply(vec![
            edit(8..12, "three"),
            edit(5..6, "x"),
            edit(0..3, "eleven"),
            edit(4..4, "-"),
            edit(15..15, "x"),
            edit(16..16, "."),
        ]);
        assert_eq!(editable.text(), "eleven -two three two. end");
        editable.apply(vec![edit(8..9, "x"), edit(18..19, "x")]);
        assert_eq!(editable.text(), "eleven -two three two. end");
    }
}
