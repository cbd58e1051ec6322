//! What a rule sees of a text.

use std::ops::Range;

use dragoman_domain::Edit;
use regex::{Captures, Regex};

use crate::StyleLanguage;

/// A sentence or so of written text, and the stretches of it that must stay as they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage<'text> {
    pub(crate) text: &'text str,
    pub(crate) language: StyleLanguage,
    /// Byte ranges, in order.
    pub(crate) kept: &'text [Range<usize>],
}

impl Passage<'_> {
    /// Whether any of a range must stay as it is.
    pub(crate) fn is_kept(&self, range: &Range<usize>) -> bool {
        let next = self.kept.partition_point(|kept| kept.end <= range.start);
        self.kept
            .get(next)
            .is_some_and(|kept| kept.start < range.end)
    }

    /// What stands before a byte position.
    pub(crate) fn before(&self, at: usize) -> &str {
        self.text.get(..at).unwrap_or_default()
    }

    /// What stands from a byte position on.
    pub(crate) fn after(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// What `write` makes of the matches of a pattern outside of what is kept, as edits of the whole
    /// match; `None` leaves a match as it is.
    pub(crate) fn replace(
        &self,
        pattern: &Regex,
        write: impl Fn(&Captures<'_>) -> Option<String>,
    ) -> Vec<Edit> {
        pattern
            .captures_iter(self.text)
            .filter_map(|captures| {
                let whole = captures.get(0)?;
                if self.is_kept(&whole.range()) {
                    return None;
                }
                let text = write(&captures)?;
                (text != whole.as_str()).then(|| Edit {
                    range: whole.range(),
                    text,
                })
            })
            .collect()
    }
}
