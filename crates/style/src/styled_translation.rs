//! A translation during the application of rules.

use std::ops::Range;

use dragoman_text::{Edit, SegmentTranslation};

use crate::implementation::RuleFunction;
use crate::language::StyleLanguage;
use crate::target_text::TargetText;

/// A translation and the ranges that must not change.
pub(crate) struct StyledTranslation<'translation> {
    translation: &'translation mut SegmentTranslation,
    language: StyleLanguage,
    kept: Vec<Range<usize>>,
}

impl<'translation> StyledTranslation<'translation> {
    pub(crate) fn new(
        translation: &'translation mut SegmentTranslation,
        language: StyleLanguage,
        kept: &[Range<usize>],
    ) -> Self {
        let mut kept = kept.to_vec();
        kept.sort_by_key(|range| (range.start, range.end));
        Self {
            translation,
            language,
            kept,
        }
    }

    /// Applies one rule. Edits that overlap a kept range are dropped.
    pub(crate) fn apply(&mut self, function: &RuleFunction) {
        let target = TargetText {
            text: self.translation.text(),
            language: self.language,
            kept: &self.kept,
        };
        let mut edits = function(&target);
        edits
            .retain(|edit| !target.is_kept(&edit.range) && !is_inside_kept_range(&self.kept, edit));
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut end = 0;
        edits.retain(|edit| {
            let follows = edit.range.start >= end;
            if follows {
                end = edit.range.end;
            }
            follows
        });
        if edits.is_empty() {
            return;
        }
        shift_ranges(&mut self.kept, &edits);
        self.translation.edit(edits);
    }
}

/// Whether an insertion is inside a kept range.
fn is_inside_kept_range(kept: &[Range<usize>], edit: &Edit) -> bool {
    let at = edit.range.start;
    edit.range.is_empty() && kept.iter().any(|kept| kept.start < at && at < kept.end)
}

/// Shifts ranges by edits that are sorted and overlap none of them.
fn shift_ranges(kept: &mut [Range<usize>], edits: &[Edit]) {
    let (mut next, mut removed, mut added) = (0, 0, 0);
    for range in kept {
        while let Some(edit) = edits.get(next)
            && edit.range.end <= range.start
        {
            removed += edit.range.len();
            added += edit.text.len();
            next += 1;
        }
        *range = range.start + added - removed..range.end + added - removed;
    }
}
