//! Where the placeholders of a segment stand in its translation.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::words::would_merge;
use crate::{Alignment, Segment};

/// A stretch of a translation that is written like a placeholder of its segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceholderCopy {
    /// Bytes of the translation.
    pub range: Range<usize>,
    /// Which of the segment's [`placeholders`](Segment::placeholders) it is; none if there are more copies than
    /// placeholders, or if only a part of a word is written like one.
    pub placeholder: Option<usize>,
}

/// All copies of the segment's placeholders in its translation, from left to right.
pub(crate) fn find_copies(
    segment: &Segment,
    translation: &str,
    alignment: Option<&Alignment>,
) -> Vec<PlaceholderCopy> {
    let found = segment.copies_in(translation).into_iter();
    let mut copies: Vec<PlaceholderCopy> = found
        .map(|range| PlaceholderCopy {
            range,
            placeholder: None,
        })
        .collect();
    if copies.is_empty() {
        return copies;
    }
    let mut alike: HashMap<&str, Alike> = HashMap::new();
    for (index, range) in segment.placeholders().iter().enumerate() {
        let text = text_of(segment.text(), range);
        alike.entry(text).or_default().placeholders.push(index);
    }
    for (index, copy) in copies.iter().enumerate() {
        let text = text_of(translation, &copy.range);
        alike.entry(text).or_default().copies.push(index);
    }
    let search = Search {
        segment,
        translation,
        alignment,
        in_source: OnceCell::new(),
    };
    for alike in alike.values() {
        for (copy, placeholder) in search.pairs(alike, &copies) {
            if let Some(copy) = copies.get_mut(copy) {
                copy.placeholder = Some(placeholder);
            }
        }
    }
    copies
}

/// Placeholders of the same text and the copies of that, as indexes in order.
#[derive(Default)]
struct Alike {
    placeholders: Vec<usize>,
    copies: Vec<usize>,
}

struct Search<'a> {
    segment: &'a Segment,
    translation: &'a str,
    alignment: Option<&'a Alignment>,
    /// Where the segment has the texts of its placeholders, whether or not they are placeholders there.
    in_source: OnceCell<HashMap<&'a str, Vec<Range<usize>>>>,
}

impl<'a> Search<'a> {
    /// Which copy is which placeholder.
    fn pairs(&self, alike: &Alike, copies: &[PlaceholderCopy]) -> Vec<(usize, usize)> {
        let (source, all) = (self.segment.text(), self.segment.placeholders());
        let of_source = alike.placeholders.iter().filter_map(|&one| all.get(one));
        let placeholders: Vec<&Range<usize>> = of_source.collect();
        // A word that only holds the text is no copy, unless a placeholder is a part of a word, too.
        let are_apart = placeholders.iter().all(|range| is_apart(source, range));
        let fits = |text: &str, range: &Range<usize>| !are_apart || is_apart(text, range);
        let (fitting, places): (Vec<usize>, Vec<&Range<usize>>) = alike
            .copies
            .iter()
            .filter_map(|&index| Some((index, &copies.get(index)?.range)))
            .filter(|(_, range)| fits(self.translation, range))
            .unzip();
        // The same words may stand in the source without being a placeholder.
        let mut numbers: Vec<usize> = (0..placeholders.len()).collect();
        if let Some(first) = placeholders.first()
            && places.len() > placeholders.len()
        {
            let like = self.in_source().get(text_of(source, first));
            let like = like.into_iter().flatten();
            let others: Vec<&Range<usize>> = like.filter(|range| fits(source, range)).collect();
            if others.len() == places.len() {
                let number =
                    |range: &&Range<usize>| others.partition_point(|one| one.start < range.start);
                numbers = placeholders.iter().map(number).collect();
            }
        }
        let chosen = self.choose(&placeholders, &places, &numbers).into_iter();
        let pairs = chosen.zip(&alike.placeholders);
        pairs
            .filter_map(|(place, &placeholder)| Some((*fitting.get(place?)?, placeholder)))
            .collect()
    }

    /// For each of some placeholders of the same text the one of its places: that which the alignment links with it
    /// most, or else that with its number, or one that is left.
    fn choose(
        &self,
        placeholders: &[&Range<usize>],
        places: &[&Range<usize>],
        numbers: &[usize],
    ) -> Vec<Option<usize>> {
        let is_certain = placeholders.len() == 1 && places.len() == 1;
        let linked = if is_certain {
            Vec::new()
        } else {
            self.linked(placeholders, places)
        };
        let mut chosen: Vec<Option<usize>> = vec![None; placeholders.len()];
        let mut is_taken = vec![false; places.len()];
        let numbered = numbers.iter().copied().enumerate();
        for (index, place) in linked.into_iter().chain(numbered) {
            if let (Some(chosen @ None), Some(is_taken @ false)) =
                (chosen.get_mut(index), is_taken.get_mut(place))
            {
                *chosen = Some(place);
                *is_taken = true;
            }
        }
        let is_left = is_taken
            .iter()
            .enumerate()
            .filter(|(_, is_taken)| !**is_taken);
        let mut left = is_left.map(|(place, _)| place);
        for chosen in chosen.iter_mut().filter(|chosen| chosen.is_none()) {
            *chosen = left.next();
        }
        chosen
    }

    /// Which of the placeholders is linked with which of the places, the strongest link first.
    fn linked(
        &self,
        placeholders: &[&Range<usize>],
        places: &[&Range<usize>],
    ) -> Vec<(usize, usize)> {
        let Some(alignment) = self.alignment else {
            return Vec::new();
        };
        let mut linked: Vec<(f32, usize, usize)> = Vec::new();
        for (place, range) in places.iter().enumerate() {
            for part in alignment.parts_of(range) {
                // A token with several of them says nothing of which is which.
                let before = place.checked_sub(1).and_then(|before| places.get(before));
                if before.is_some_and(|before| before.end > part.token.start) {
                    continue;
                }
                for link in part.links {
                    let Some(token) = alignment.source_tokens().get(link.source) else {
                        continue;
                    };
                    let first = placeholders.partition_point(|one| one.end <= token.start);
                    let end = placeholders.partition_point(|one| one.start < token.end);
                    linked.extend((first..end).map(|index| (link.weight, index, place)));
                }
            }
        }
        linked.sort_by(|one, other| {
            let order = other.0.total_cmp(&one.0);
            order.then((one.1, one.2).cmp(&(other.1, other.2)))
        });
        let linked = linked.into_iter();
        linked.map(|(_, index, place)| (index, place)).collect()
    }

    fn in_source(&self) -> &HashMap<&'a str, Vec<Range<usize>>> {
        self.in_source.get_or_init(|| {
            let mut places: HashMap<&str, Vec<Range<usize>>> = HashMap::new();
            let source = self.segment.text();
            for range in self.segment.copies_in(source) {
                places
                    .entry(text_of(source, &range))
                    .or_default()
                    .push(range);
            }
            places
        })
    }
}

fn text_of<'text>(text: &'text str, range: &Range<usize>) -> &'text str {
    text.get(range.clone()).unwrap_or_default()
}

/// Whether a stretch of a text stands by itself, not as a part of a word.
fn is_apart(text: &str, range: &Range<usize>) -> bool {
    let inside = text_of(text, range);
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    !would_merge(before, inside) && !would_merge(inside, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Link;

    /// The copies as text with the placeholder that each is, those of the segment being in brackets.
    fn found(
        segment: &str,
        translation: &str,
        links: &[(usize, usize)],
    ) -> Vec<(usize, Option<usize>)> {
        let (mut text, mut placeholders) = (String::new(), Vec::new());
        for (index, piece) in segment.split(['[', ']']).enumerate() {
            let start = text.len();
            text.push_str(piece);
            if index % 2 == 1 {
                placeholders.push(start..text.len());
            }
        }
        let words = |text: &str| -> Vec<Range<usize>> {
            let words = crate::spaced_words(text);
            words.map(|(at, word)| at..at + word.len()).collect()
        };
        let mut alignment = Alignment::new(words(&text));
        for (index, word) in words(translation).into_iter().enumerate() {
            let of_word = links.iter().filter(|(_, target)| *target == index);
            let link = |&(source, _): &(usize, usize)| Link {
                source,
                weight: 0.5,
            };
            alignment.push(word, of_word.map(link));
        }
        let segment = Segment::new(text, placeholders);
        let copies = find_copies(&segment, translation, Some(&alignment)).into_iter();
        copies
            .map(|copy| (copy.range.start, copy.placeholder))
            .collect()
    }

    #[test]
    fn copies_come_in_the_order_of_their_placeholders_unless_the_alignment_says_otherwise() {
        let (segment, translation) = ("[x] a [x] b", "1 x 2 x");
        let in_order = [(2, Some(0)), (6, Some(1))];
        let reversed = [(2, Some(1)), (6, Some(0))];
        assert_eq!(found(segment, translation, &[]), in_order);
        assert_eq!(found(segment, translation, &[(0, 1), (2, 3)]), in_order);
        assert_eq!(found(segment, translation, &[(2, 1)]), reversed);
        assert_eq!(found(segment, translation, &[(0, 3)]), reversed);
    }

    #[test]
    fn what_is_written_like_a_placeholder_need_not_be_one() {
        // The same words stand in the source as well, or are one too many.
        assert_eq!(
            found("x [x] x", "x x x", &[]),
            [(0, None), (2, Some(0)), (4, None)]
        );
        assert_eq!(found("a [x]", "x x", &[]), [(0, Some(0)), (2, None)]);
        assert_eq!(found("a [x]", "x x", &[(1, 1)]), [(0, None), (2, Some(0))]);
        // Parts of words count only if the placeholder is one.
        assert_eq!(found("a [x] b", "xy x", &[]), [(0, None), (3, Some(0))]);
        assert_eq!(found("a [x]b", "xy", &[]), [(0, Some(0))]);
        assert_eq!(found("a [x] b", "y", &[]), []);
    }

    #[test]
    fn many_placeholders_take_linear_time() {
        let many = |number: usize| (0..number).map(|one| format!("[{{{}}}] ", one / 2));
        let segment: String = many(20_000).collect();
        let translation = segment.replace(['[', ']'], "");
        let found = found(&segment, &translation, &[]).into_iter();
        let numbers: Vec<_> = found.map(|(_, placeholder)| placeholder).collect();
        assert!(numbers.into_iter().eq((0..20_000).map(Some)));
    }
}
