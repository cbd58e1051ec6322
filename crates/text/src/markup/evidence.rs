//! Which words of the source the words of a translation stand for.

use std::collections::HashMap;
use std::ops::Range;

use crate::Alignment;
use crate::links::{Link, Links};

use super::sentences::Squeezed;
use super::units::Unit;

/// For each unit of a translation what it stands for: links to units of the source, whose weights add up to 1.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    links: Links,
    /// For each unit the one link that counts if it is certain what it stands for.
    certain: Vec<Option<Link>>,
    /// Whether the words of a stretch stand for all words of its source alike, so that the last of
    /// them is where it ends.
    has_exact_borders: bool,
}

impl Evidence {
    fn with_capacity(units: usize) -> Self {
        Self {
            links: Links::with_capacity(units),
            certain: Vec::with_capacity(units),
            has_exact_borders: false,
        }
    }

    /// Adds the next unit.
    pub(super) fn push(&mut self, links: impl IntoIterator<Item = Link>) {
        self.links.push(links);
        self.certain.push(None);
    }

    /// Nothing if that is unknown.
    pub(super) fn links(&self, target: usize) -> &[Link] {
        match self.certain.get(target) {
            Some(Some(certain)) => std::slice::from_ref(certain),
            _ => self.links.of(target),
        }
    }

    /// What it stands for most.
    pub(super) fn strongest(&self, target: usize) -> Option<Link> {
        Link::strongest(self.links(target))
    }

    /// The other way round, for each of so many units of the source the one that stands for it most: the
    /// first of several, or the last where stretches are known as wholes.
    pub(super) fn best_targets(&self, source: usize) -> Vec<Option<usize>> {
        let mut best: Vec<Option<(usize, f32)>> = vec![None; source];
        for unit in 0..self.links.len() {
            for link in self.links(unit) {
                if let Some(best) = best.get_mut(link.source)
                    && best.is_none_or(|(_, weight)| {
                        link.weight > weight || (self.has_exact_borders && link.weight >= weight)
                    })
                {
                    *best = Some((unit, link.weight));
                }
            }
        }
        let unit = |best: Option<(usize, f32)>| best.map(|(unit, _)| unit);
        best.into_iter().map(unit).collect()
    }

    /// From an alignment of tokens to one of units. A unit made of several tokens stands for what
    /// they stand for together. A token that is the same on both sides stands for itself part by
    /// part.
    pub(super) fn from_alignment(
        alignment: &Alignment,
        squeezed: &Squeezed,
        source: &Side<'_>,
        target: &Side<'_>,
    ) -> Self {
        let mut evidence = Self {
            has_exact_borders: alignment.has_exact_borders(),
            ..Self::with_capacity(target.units.len())
        };
        let mut links = Vec::new();
        for unit in target.units {
            for part in alignment.parts_of(&unit.range) {
                // What is no range of the text is left out.
                let Some(text) = target.trimmed(part.token) else {
                    continue;
                };
                for link in part.links {
                    let Some(piece) = alignment.source_tokens().get(link.source) else {
                        continue;
                    };
                    let piece = squeezed.whole(piece);
                    let Some(same) = source.trimmed(&piece) else {
                        continue;
                    };
                    let piece = if source.text_of(&same) == target.text_of(&text) {
                        let moved = |at: usize| same.start + (at.max(text.start) - text.start);
                        moved(part.range.start)..moved(part.range.end)
                    } else {
                        piece
                    };
                    source.share(&piece, ratio(part.range.len(), 1) * link.weight, &mut links);
                }
            }
            normalise(&mut links);
            evidence.push(links.drain(..));
        }
        evidence
    }

    /// Without an alignment: the unit at the same proportion of the way between two that belong
    /// together for certain. `anchors` are pairs of a unit of the translation and one of the
    /// source; `ends` are the numbers of units of both.
    pub(super) fn from_order(anchors: &[(usize, usize)], source: usize, target: usize) -> Self {
        let mut evidence = Self::with_capacity(target);
        // Bounds are exclusive; shifted by one so that the beginning is a bound, too.
        let mut left = (0, 0);
        let inner = anchors
            .iter()
            .map(|&(target, source)| (target + 1, source + 1));
        for right in inner.chain([(target + 1, source + 1)]) {
            if right.0 <= left.0 || right.1 <= left.1 {
                continue;
            }
            let (targets, sources) = (right.0 - left.0 - 1, right.1 - left.1 - 1);
            for step in 0..targets {
                // The middle of the step decides.
                let place = (2 * step + 1).saturating_mul(sources) / (2 * targets);
                let linked = (sources > 0).then_some(left.1 + place);
                evidence.push(linked.map(Link::certain));
            }
            if right.0 <= target {
                evidence.push([Link::certain(right.1 - 1)]);
            }
            left = right;
        }
        evidence
    }

    /// Says for certain what a unit stands for.
    pub(super) fn set(&mut self, target: usize, source: usize) {
        if let Some(link) = self.certain.get_mut(target) {
            *link = Some(Link::certain(source));
        }
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "a few bytes, or too many to matter"
)]
fn ratio(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// A text and its units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'text> {
    units: &'text [Unit],
    text: &'text str,
}

impl<'text> Side<'text> {
    pub(super) const fn new(units: &'text [Unit], text: &'text str) -> Self {
        Self { units, text }
    }

    fn text_of(&self, range: &Range<usize>) -> &'text str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The range without white space at both ends, if it is one of the text.
    fn trimmed(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let text = self.text.get(range.clone())?;
        let start = range.start + text.len() - text.trim_start().len();
        Some(start..start + text.trim().len())
    }

    /// The units that have any of the range.
    fn overlapping(&self, range: &Range<usize>) -> Range<usize> {
        let first = self
            .units
            .partition_point(|unit| unit.range.end <= range.start);
        let end = self
            .units
            .partition_point(|unit| unit.range.start < range.end);
        first..end.max(first)
    }

    /// What is in both, the unit and the range.
    fn part_of(&self, unit: usize, range: &Range<usize>) -> Range<usize> {
        self.units.get(unit).map_or(0..0, |unit| {
            let start = unit.range.start.max(range.start);
            start..unit.range.end.min(range.end).max(start)
        })
    }

    /// Shares a weight out to the units that have any of the range.
    fn share(&self, range: &Range<usize>, weight: f32, links: &mut Vec<Link>) {
        let units = self.overlapping(range);
        let length = |unit: usize| self.part_of(unit, range).len();
        let whole: usize = units.clone().map(length).sum();
        links.extend(units.map(|unit| Link {
            source: unit,
            weight: weight * ratio(length(unit), whole),
        }));
    }
}

/// One link for each unit, the weights adding up to 1.
fn normalise(links: &mut Vec<Link>) {
    links.retain(|link| link.weight.is_finite() && link.weight > 0.0);
    links.sort_unstable_by_key(|link| link.source);
    links.dedup_by(|next, kept| {
        let same = next.source == kept.source;
        if same {
            kept.weight += next.weight;
        }
        same
    });
    let sum: f32 = links.iter().map(|link| link.weight).sum();
    for link in links {
        link.weight /= sum;
    }
}

/// Pairs of units of the translation and of the source that are the same text and the only ones of
/// it on both sides. `is_sure` says which of them to take.
pub(super) fn anchors(
    source: &Side<'_>,
    target: &Side<'_>,
    is_sure: impl Fn(&str) -> bool,
) -> Vec<(usize, usize)> {
    /// Where a text was seen.
    #[derive(Default)]
    struct Places {
        source: Option<usize>,
        target: Option<usize>,
        is_repeated: bool,
    }
    fn see<'text>(
        places: &mut HashMap<&'text str, Places>,
        side: &Side<'text>,
        place_in: impl Fn(&mut Places) -> &mut Option<usize>,
    ) {
        for (index, unit) in side.units.iter().enumerate() {
            let place = places.entry(side.text_of(&unit.range)).or_default();
            place.is_repeated |= place_in(place).replace(index).is_some();
        }
    }
    let mut places: HashMap<&str, Places> = HashMap::new();
    see(&mut places, source, |place| &mut place.source);
    see(&mut places, target, |place| &mut place.target);
    let mut found: Vec<_> = places
        .into_iter()
        .filter(|(word, place)| !place.is_repeated && is_sure(word))
        .filter_map(|(_, place)| Some((place.target?, place.source?)))
        .collect();
    found.sort_unstable();
    found
}
