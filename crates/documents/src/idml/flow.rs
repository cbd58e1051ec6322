use std::ops::Range;

use crate::office::inline::{Around, Format, Fragment, Inline, Item};

/// A character range that is open.
#[derive(Debug)]
pub(super) struct CharacterRange {
    pub(super) format: Format,
    /// Where its tag begins.
    pub(super) start: usize,
    /// Whether nothing of a paragraph was in it yet.
    pub(super) is_fresh: bool,
    /// Its number in a paragraph, and which paragraph that is.
    number: Option<(u64, usize)>,
}

impl CharacterRange {
    pub(super) fn new(format: Format, start: usize) -> Self {
        Self {
            format,
            start,
            is_fresh: true,
            number: None,
        }
    }
}

/// What of a paragraph is to be written again: its range, and the formats of the character ranges that are
/// open before and after it.
#[derive(Debug)]
pub(super) struct Extent {
    pub(super) range: Range<usize>,
    pub(super) first: Option<usize>,
    pub(super) last: Option<usize>,
}

/// A flow of text: paragraphs, with the character ranges that reach from one into the next.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// The paragraph that is being read.
    inline: Inline,
    extent: Option<Extent>,
    /// The character ranges that are open, the outermost first.
    pub(super) ranges: Vec<CharacterRange>,
    paragraphs: u64,
}

impl Flow {
    /// The number of this character range in the paragraph.
    fn number(&mut self, place: usize) -> Option<usize> {
        let range = self.ranges.get_mut(place)?;
        match range.number {
            Some((paragraph, number)) if paragraph == self.paragraphs => Some(number),
            _ => {
                let number = self.inline.format(range.format.clone());
                range.number = Some((self.paragraphs, number));
                Some(number)
            }
        }
    }

    /// The format of the innermost character range.
    fn innermost(&mut self) -> Option<usize> {
        self.number(self.ranges.len().checked_sub(1)?)
    }

    /// The format of what stands here.
    pub(super) fn format(&mut self) -> usize {
        self.innermost().unwrap_or_else(|| {
            self.inline.format(Format {
                key: String::new(),
                open: String::new(),
                close: String::new(),
                around: Around::default(),
                shows_on_space: false,
            })
        })
    }

    /// Adds what stands in this range.
    pub(super) fn push(&mut self, item: Item, range: &Range<usize>) {
        let last = self.innermost();
        let fresh = self.ranges.iter().position(|range| range.is_fresh);
        if let Some(extent) = &mut self.extent {
            extent.range.end = range.end;
            extent.last = last;
        } else {
            // A character range of which nothing was needed yet is written again as a whole.
            let start = fresh.and_then(|place| self.ranges.get(place));
            let start = start.map_or(range.start, |fresh| fresh.start);
            let first = match fresh {
                Some(place) => place.checked_sub(1).and_then(|outer| self.number(outer)),
                None => last,
            };
            self.extent = Some(Extent {
                range: start..range.end,
                first,
                last,
            });
        }
        self.touch();
        self.inline.push(item);
    }

    /// Adds what stands in a run, without text.
    pub(super) fn mark(&mut self, range: Range<usize>) {
        let format = self.format();
        let fragment = Fragment::InRun(range.clone(), format);
        self.push(Item::Mark(vec![fragment]), &range);
    }

    /// What was added last goes on to this place.
    pub(super) fn extend_to(&mut self, end: usize) {
        if let Some(extent) = &mut self.extent {
            extent.range.end = end;
        }
    }

    /// Something that is no part of a paragraph stands in the open character ranges.
    pub(super) fn touch(&mut self) {
        for range in &mut self.ranges {
            range.is_fresh = false;
        }
    }

    /// Whether the paragraph has something in it.
    pub(super) fn has_items(&self) -> bool {
        self.extent.is_some()
    }

    /// Ends the innermost character range, with its end tag.
    pub(super) fn end_range(&mut self, tag: Range<usize>) {
        let Some(ended) = self.ranges.pop() else {
            return;
        };
        let last = self.innermost();
        // What of the paragraph was last is in the range that ends here, or in one that ended in it.
        if let Some(extent) = &mut self.extent
            && extent.range.end > ended.start
        {
            extent.range.end = tag.end;
            extent.last = last;
        }
    }

    /// Ends the paragraph, and gives it if there was one.
    pub(super) fn end_paragraph(&mut self) -> Option<(Inline, Extent)> {
        self.paragraphs = self.paragraphs.wrapping_add(1);
        let inline = std::mem::take(&mut self.inline);
        Some((inline, self.extent.take()?))
    }
}
