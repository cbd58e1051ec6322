use std::ops::Range;

use dragoman_domain::{Edit, Language, Segment, SegmentTranslation};

mod articles;
mod layout;
mod occurrences;
mod replacement;
mod runs;

use layout::Layout;
use occurrences::Claims;

/// What became of the terms of a segment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Enforcement {
    /// Terms that the translation used already.
    pub kept: usize,
    /// Terms that were put in the place of other words.
    pub replaced: usize,
    /// Terms that the translation does not use, because it cannot be told what stands for them.
    pub missed: usize,
}

/// Where a translation into `target` uses the terms of its segment: a byte range for each of
/// [`Segment::terms`], in their order, if it does.
///
/// A term is used if one of its targets stands among the words that are aligned to it, in any form
/// and with any capitals, as a part of a compound, or close by. One word is the use of one term only: what
/// the segment has twice the translation must have twice. Where no word is aligned to the term, or
/// no alignment is known, any word will do that is no other term's.
#[must_use]
pub fn occurrences(
    segment: &Segment,
    translation: &SegmentTranslation,
    target: Language,
) -> Vec<Option<Range<usize>>> {
    let layout = Layout::new(segment, translation, target);
    let claims = Claims::new(&layout);
    let ranges = claims.words.iter().map(|words| {
        let words = words.clone()?;
        layout.bytes(&words)
    });
    ranges.collect()
}

/// Puts the terms of a segment into its translation into `target` where they are not.
///
/// A term takes the place of the words that are aligned to it and to nothing else, or of its own
/// source where that is left untranslated. Placeholders and the words of other terms stay, as do
/// articles before the term: nothing around it is inflected. A term for which no such words are
/// found is missed, and the translation is as it was there. A term that is used without the capitals
/// of its entry gets them. The translation is told where its terms stand.
pub fn enforce(
    segment: &Segment,
    translation: &mut SegmentTranslation,
    target: Language,
) -> Enforcement {
    if segment.terms().is_empty() {
        return Enforcement::default();
    }
    let layout = Layout::new(segment, translation, target);
    let mut claims = Claims::new(&layout);
    let mut outcome = Enforcement::default();
    let mut edits: Vec<Edit> = Vec::new();
    let mut places: Vec<Option<Range<usize>>> = Vec::with_capacity(segment.terms().len());
    let mut runs = layout.aligned_runs(&claims);
    for (run, used) in runs.iter_mut().zip(&claims.words) {
        run.take_if(|_| used.is_some());
    }
    for run in runs.iter().flatten() {
        claims.take(run.clone());
    }
    for (run, term) in runs.iter_mut().zip(segment.terms()) {
        if let Some(run) = run {
            *run = layout.with_marks(run.clone(), term, &claims);
            claims.take(run.clone());
        }
    }
    for (index, term) in segment.terms().iter().enumerate() {
        if let Some(Some(used)) = claims.words.get(index) {
            places.push(layout.bytes(used));
            match replacement::capitals(&layout, term, used) {
                Some(edit) => {
                    outcome.replaced += 1;
                    edits.push(edit);
                }
                None => outcome.kept += 1,
            }
            continue;
        }
        let run = runs.get(index).cloned().flatten();
        let run = run.or_else(|| {
            let run = layout.untranslated(term, &mut claims)?;
            claims.take(run.clone());
            Some(run)
        });
        let replaced = run.and_then(|run| replacement::edit(&layout, term, &run));
        let (edit, place) = replaced.unzip();
        places.push(place);
        match edit {
            Some(edit) => {
                outcome.replaced += 1;
                edits.push(edit);
            }
            None => outcome.missed += 1,
        }
    }
    edits.sort_by_key(|edit| edit.range.start);
    translation.set_terms(places);
    translation.edit(edits);
    outcome
}

#[cfg(test)]
mod tests;
