//! Which words of a text the words of its translation stand for, over one step or several.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use dragoman_domain::{Alignment, Link};

use super::labels::{Label, Labelled, Token};

/// An alignment in the making.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Links {
    /// Bytes of the text, in order.
    source: Vec<Range<usize>>,
    /// Bytes of its translation, in order, with what they stand for.
    target: Vec<(Range<usize>, Vec<Link>)>,
}

impl Links {
    /// Links tokens that have a label in common, characters that are of no word with their like, if
    /// there are as many in the translation, and words that have lost their label by their place.
    pub(super) fn between(source: &Labelled, target: &Labelled) -> Self {
        let mut bearers: HashMap<Label, Vec<usize>> = HashMap::new();
        for (index, token) in source.tokens.iter().enumerate() {
            for label in &token.labels {
                bearers.entry(*label).or_default().push(index);
            }
        }
        let mut signs = paired_signs(source, target);
        let link = |(index, token): (usize, &Token)| {
            let labels = token.labels.iter();
            let mut linked: Vec<usize> = labels
                .filter_map(|label| bearers.get(label))
                .flatten()
                .copied()
                .chain(signs.remove(&index))
                .collect();
            linked.sort_unstable();
            linked.dedup();
            (token.range.clone(), evenly(&linked))
        };
        let mut links = Self {
            target: target.tokens.iter().enumerate().map(link).collect(),
            source: source
                .tokens
                .iter()
                .map(|token| token.range.clone())
                .collect(),
        };
        links.fill_gaps();
        links
    }

    /// Links unlinked words between two linked ones with the unlinked words between what those are
    /// linked to, if there are as many: the stage `rtx-proc` loses the number of every other word.
    fn fill_gaps(&mut self) {
        let mut is_linked = vec![false; self.source.len()];
        for link in self.target.iter().flat_map(|(_, links)| links) {
            if let Some(linked) = is_linked.get_mut(link.source) {
                *linked = true;
            }
        }
        let mut start = 0;
        let mut after = 0;
        for end in 0..=self.target.len() {
            let links = self.target.get(end).map(|(_, links)| links.as_slice());
            if links.is_some_and(<[Link]>::is_empty) {
                continue;
            }
            // What the linked word after the gap stands for, the end of the text for none.
            let linked = links.unwrap_or_default().iter().map(|link| link.source);
            let (first, last) = linked.fold((self.source.len(), 0), |(first, last), source| {
                (first.min(source), last.max(source + 1))
            });
            let gap = self.target.get_mut(start..end).unwrap_or_default();
            let lost = after..first;
            let is_free = is_linked
                .get(lost.clone())
                .is_some_and(|linked| linked.len() == gap.len() && !linked.contains(&true));
            if is_free {
                for ((_, links), source) in gap.iter_mut().zip(lost) {
                    *links = evenly(&[source]);
                }
            }
            start = end + 1;
            after = last;
        }
    }

    /// Links each word of stretches that stand in the translation as they are with itself. Those
    /// that are kept are one token each.
    pub(super) fn unchanged<'a>(
        stretches: impl IntoIterator<Item = (&'a str, Option<usize>)>,
    ) -> Self {
        let mut links = Self::default();
        let mut at = 0;
        for (text, kept) in stretches {
            let is_border = |character: char| kept.is_none() && character.is_whitespace();
            let mut start = at;
            for word in text.split_inclusive(is_border) {
                let end = start + word.trim_end_matches(is_border).len();
                if end > start {
                    let link = evenly(&[links.source.len()]);
                    links.source.push(start..end);
                    links.target.push((start..end, link));
                }
                start += word.len();
            }
            at += text.len();
        }
        links
    }

    /// Adds the links of what follows, whose text and translation begin at these places.
    pub(super) fn append(&mut self, other: Self, source_start: usize, target_start: usize) {
        let before = self.source.len();
        let moved = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        let source = other.source.into_iter();
        self.source
            .extend(source.map(|range| moved(range, source_start)));
        let target = other.target.into_iter().map(|(range, mut links)| {
            for link in &mut links {
                link.source += before;
            }
            (moved(range, target_start), links)
        });
        self.target.extend(target);
    }

    /// The links of a translation's translation: what a word stands for is what the words it
    /// stands for stand for.
    pub(super) fn then(self, next: Self) -> Self {
        let between: Vec<Vec<Link>> = next
            .source
            .iter()
            .map(|range| self.under(range.clone()))
            .collect();
        let target = next.target.into_iter().map(|(range, links)| {
            let mut weights: BTreeMap<usize, f32> = BTreeMap::new();
            for link in links {
                for before in between.get(link.source).into_iter().flatten() {
                    *weights.entry(before.source).or_default() += link.weight * before.weight;
                }
            }
            let links = weights
                .into_iter()
                .map(|(source, weight)| Link { source, weight });
            (range, links.collect())
        });
        Self {
            target: target.collect(),
            source: self.source,
        }
    }

    /// What a stretch of the translation stands for, each linked token in it as much as the
    /// others.
    fn under(&self, stretch: Range<usize>) -> Vec<Link> {
        let first = self
            .target
            .partition_point(|(range, _)| range.end <= stretch.start);
        let tokens = self.target.iter().skip(first);
        let linked: Vec<&Vec<Link>> = tokens
            .take_while(|(range, _)| range.start < stretch.end)
            .map(|(_, links)| links)
            .filter(|links| !links.is_empty())
            .collect();
        #[allow(
            clippy::cast_precision_loss,
            reason = "the number of words in a stretch"
        )]
        let share = 1.0 / linked.len() as f32;
        let links = linked.into_iter().flatten().map(|link| Link {
            source: link.source,
            weight: link.weight * share,
        });
        links.collect()
    }

    /// The alignment, if there is anything to align. `text` is what was translated and `original`
    /// another spelling of it, in which the tokens are wanted.
    pub(super) fn into_alignment(self, text: &str, original: &str) -> Option<Alignment> {
        if self.target.is_empty() {
            return None;
        }
        let source = if text == original {
            self.source
        } else {
            respelled(&self.source, text, original)?
        };
        let mut alignment = Alignment::new(source);
        for (range, links) in self.target {
            alignment.push(range, links);
        }
        Some(alignment)
    }
}

/// Links to these tokens, all alike.
fn evenly(linked: &[usize]) -> Vec<Link> {
    #[allow(
        clippy::cast_precision_loss,
        reason = "the number of words that one stands for"
    )]
    let weight = 1.0 / linked.len() as f32;
    let links = linked.iter().map(|source| Link {
        source: *source,
        weight,
    });
    links.collect()
}

/// The characters without a label, such as quotation marks and dashes, by their token in the
/// translation, with their token in the source: those that stand equally often in both.
fn paired_signs(source: &Labelled, target: &Labelled) -> HashMap<usize, usize> {
    let (mut in_source, in_target) = (signs(source), signs(target));
    let mut pairs = HashMap::new();
    for (sign, places) in in_target {
        let of_source = in_source.remove(sign).unwrap_or_default();
        if of_source.len() == places.len() {
            pairs.extend(places.into_iter().zip(of_source));
        }
    }
    pairs
}

fn signs(labelled: &Labelled) -> HashMap<&str, Vec<usize>> {
    let mut signs: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, token) in labelled.tokens.iter().enumerate() {
        let text = labelled.text.get(token.range.clone()).unwrap_or_default();
        if token.labels.is_empty() && !text.contains(char::is_alphanumeric) {
            signs.entry(text).or_default().push(index);
        }
    }
    signs
}

/// The same tokens in another spelling of their text. Those that have no letter there are empty.
fn respelled(tokens: &[Range<usize>], text: &str, other: &str) -> Option<Vec<Range<usize>>> {
    let tokens = tokens.iter().enumerate();
    let labelled = Labelled {
        text: text.to_owned(),
        tokens: tokens
            .map(|(index, range)| Token {
                range: range.clone(),
                labels: vec![Label::Word(index)],
            })
            .collect(),
    };
    let mut ranges: Vec<Option<Range<usize>>> = vec![None; labelled.tokens.len()];
    for token in labelled.transfer(std::iter::once((other, None)))?.tokens {
        // What belongs to several is the first's.
        let Some(Label::Word(index)) = token.labels.first() else {
            continue;
        };
        if let Some(place) = ranges.get_mut(*index) {
            let start = place
                .as_ref()
                .map_or(token.range.start, |range| range.start);
            *place = Some(start..token.range.end);
        }
    }
    let mut end = 0;
    let ranges = ranges.into_iter().map(|range| {
        let range = range.unwrap_or(end..end);
        end = range.end;
        range
    });
    Some(ranges.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(stream: &str) -> Labelled {
        let read = Labelled::read(stream, &[]);
        let text = read.text.clone();
        read.transfer(std::iter::once((text.as_str(), None)))
            .unwrap()
    }

    /// For each word of the translation, the words of the source by their index.
    fn written(links: &Links) -> String {
        let word = |(_, links): &(Range<usize>, Vec<Link>)| {
            let sources = links.iter().map(|link| link.source.to_string());
            sources.collect::<Vec<_>>().join("+")
        };
        let words: Vec<String> = links.target.iter().map(word).collect();
        words.join(" ")
    }

    fn between(source: &str, target: &str) -> Links {
        Links::between(&labelled(source), &labelled(target))
    }

    #[test]
    fn words_with_the_same_number_are_linked_alike() {
        let links = between(
            "[[1]]in front of[[/]] [[2]]it[[/]]",
            "[[2]]él[[/]] [[1]]delante de[[/]]",
        );
        assert_eq!(written(&links), "3 0+1+2 0+1+2");
        let weights: f32 = links.target[1].1.iter().map(|link| link.weight).sum();
        assert!((weights - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_gap_is_filled_if_as_many_words_are_lost_on_both_sides() {
        let source = "[[1]]a[[/]] [[2]]b[[/]] [[3]]c[[/]] [[4]]d[[/]] [[5]]e[[/]]";
        assert_eq!(
            written(&between(source, "p [[2]]q[[/]] r [[4]]s[[/]] t")),
            "0 1 2 3 4"
        );
        assert_eq!(
            written(&between(source, "p p [[2]]q[[/]] [[4]]s[[/]] t")),
            "  1 3 4"
        );
        assert_eq!(
            written(&between(source, "[[2]]q[[/]] p [[1]]s[[/]] t")),
            "1  0 "
        );
    }

    #[test]
    fn signs_are_linked_if_none_is_lost() {
        let source = "\"[[1]]a[[/]]\" - [[2]]b[[/]]";
        assert_eq!(
            written(&between(source, "[[2]]b[[/]] - \"[[1]]a[[/]]\"")),
            "4 3 0 1 2"
        );
        assert_eq!(
            written(&between(source, "[[2]]b[[/]] \"- [[1]]a[[/]]")),
            "4  3 1"
        );
    }

    #[test]
    fn two_steps_make_one() {
        let first = between(
            "[[1]]the[[/]] [[2]]red[[/]] [[3]]house[[/]]",
            "[[1]]la[[/]] [[3]]casa[[/]] [[2]]roja[[/]]",
        );
        let second = between(
            "[[1]]la casa[[/]] [[2]]roja[[/]]",
            "[[1]]maison[[/]] de [[2]]rouge[[/]]",
        );
        assert_eq!(written(&first.then(second)), "0+2  1");
    }

    #[test]
    fn what_follows_is_moved_to_its_place() {
        let mut links = Links::unchanged([("1 - ", None), ("{ x }", Some(0))]);
        links.append(Links::unchanged([("2", None)]), 10, 20);
        assert_eq!(links.source, [0..1, 2..3, 4..9, 10..11]);
        assert_eq!(links.target[3].0, 20..21);
        assert_eq!(written(&links), "0 1 2 3");
    }

    #[test]
    fn tokens_are_found_again_in_the_original_spelling() {
        let links = Links::unchanged([("é b", None)]);
        let alignment = links.into_alignment("é b", "e\u{301}\0 b").unwrap();
        assert_eq!(alignment.source_tokens(), [0..4, 5..6]);
        assert_eq!(alignment.target_tokens(), [0..2, 3..4]);
        assert_eq!(Links::default().into_alignment("", ""), None);
    }
}
