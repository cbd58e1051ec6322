//! Where the elements of a sentence go in its translation.
//!
//! An element comes back once, around one run of words. Which run is decided from the outside to
//! the inside: within the words of an element, each element in it gets the run that gains most,
//! where a word counts for it as far as it stands for words of the element, and against it as far
//! as it does not. So a stray word far away is left out, and a foreign word in between is taken
//! in (Kadane's algorithm for the greatest sum of a run). Elements with more words choose first.

use std::collections::BTreeMap;
use std::ops::Range;

use super::document::{Document, NodeId};
use super::evidence::Evidence;
use super::gaps::fill_gaps;
use super::tree::{BranchId, Extent, Item, TRUNK, Tree};
use super::units::{Mark, Unit};

/// What a word that is linked to nothing counts against a run that it is in.
const UNLINKED: f32 = 0.05;

/// What any other word does that the element has no part in.
const FOREIGN: f32 = 0.5;

/// The least part of a word that an element must have to be put around it for want of better.
const LEAST: f32 = 0.1;

/// A word of the translation that stands for words of an element.
#[derive(Debug, Clone, Copy)]
struct Hit {
    unit: usize,
    /// How much of it, at most 1.
    part: f32,
    /// What it counts for a run, from -0.5 to 0.5.
    gain: f32,
}

/// Gives each branch of the tree its place in the translation. `kept` are the units of the
/// translation that are markup.
pub(super) fn place(
    document: &Document<'_>,
    tree: &mut Tree,
    evidence: &Evidence,
    target: &[Unit],
    kept: &BTreeMap<usize, NodeId>,
) {
    let best = evidence.best_targets(tree.units.len());
    if let Some(trunk) = tree.branches.get_mut(TRUNK) {
        trunk.place = 0..target.len();
    }
    // Parents come before their children.
    for branch in 0..tree.branches.len() {
        place_children(document, tree, branch, evidence, target, kept);
        fill_gaps(document, tree, branch, &best, target);
    }
}

/// An element to be placed within another one.
struct Child {
    branch: BranchId,
    extent: Extent,
    /// Of the source.
    units: Range<usize>,
    /// Whether it has any unit that says something.
    has_content: bool,
    hits: Vec<Hit>,
    place: Option<Range<usize>>,
}

/// The place to share out, with what is known about it.
struct Ground<'units> {
    target: &'units [Unit],
    place: Range<usize>,
    /// For each unit of the place and its end: what those before it count against a run.
    costs: Vec<f32>,
    /// What is taken: starts and ends.
    taken: BTreeMap<usize, usize>,
}

impl Ground<'_> {
    fn cost(&self, units: Range<usize>) -> f32 {
        let at = |unit: usize| {
            let index = unit.saturating_sub(self.place.start);
            self.costs.get(index).copied().unwrap_or_default()
        };
        at(units.end) - at(units.start)
    }

    fn is_free(&self, units: Range<usize>) -> bool {
        let before = self.taken.range(..units.end).next_back();
        before.is_none_or(|(_, &end)| end <= units.start)
    }

    fn take(&mut self, units: Range<usize>) {
        if !units.is_empty() {
            self.taken.insert(units.start, units.end);
        }
    }

    /// The free run that gains most.
    fn best_run(&self, hits: &[Hit]) -> Option<Range<usize>> {
        /// Sums closer to each other than this are equal.
        const EQUAL: f32 = 1e-4;
        let mut best: Option<(f32, Range<usize>)> = None;
        let mut run: Option<(f32, Range<usize>)> = None;
        for hit in hits {
            let own = hit.unit..hit.unit + 1;
            if !self.is_free(own.clone()) {
                run = None;
                continue;
            }
            let goes_on = run.take().and_then(|(sum, units)| {
                let between = units.end..hit.unit;
                let sum = sum - self.cost(between.clone());
                let is_free = between.is_empty() || self.is_free(between);
                (sum > -EQUAL && is_free).then_some((sum + hit.gain, units.start..own.end))
            });
            let current = goes_on.unwrap_or((hit.gain, own));
            let is_better = |best: &(f32, Range<usize>)| current.0 > best.0 - EQUAL;
            if current.0 > 0.0 && best.as_ref().is_none_or(is_better) {
                best = Some(current.clone());
            }
            run = Some(current);
        }
        best.map(|(_, units)| units)
            .or_else(|| self.best_unit(hits))
    }

    /// The free word that has the most to do with the element.
    fn best_unit(&self, hits: &[Hit]) -> Option<Range<usize>> {
        let free = hits
            .iter()
            .filter(|hit| hit.part >= LEAST && self.is_free(hit.unit..hit.unit + 1));
        let best = free.reduce(|best, hit| if hit.part > best.part { hit } else { best });
        best.map(|hit| hit.unit..hit.unit + 1)
    }

    /// The run from the start of the place that gains most, or to its end.
    fn best_edge(&self, hits: &[Hit], from_start: bool) -> Range<usize> {
        let Range { start, end } = self.place;
        let mut best = (0.0, if from_start { start } else { end });
        let mut sum = 0.0;
        let mut last = best.1;
        let mut count = |hit: &Hit| {
            let (between, next) = if from_start {
                (last..hit.unit, hit.unit + 1)
            } else {
                (hit.unit + 1..last, hit.unit)
            };
            sum += hit.gain - self.cost(between);
            last = next;
            if sum >= best.0 {
                best = (sum, next);
            }
        };
        if from_start {
            hits.iter().for_each(&mut count);
            start..best.1
        } else {
            hits.iter().rev().for_each(&mut count);
            best.1..end
        }
    }
}

fn place_children(
    document: &Document<'_>,
    tree: &mut Tree,
    parent: BranchId,
    evidence: &Evidence,
    target: &[Unit],
    kept: &BTreeMap<usize, NodeId>,
) {
    let Some(branch) = tree.branches.get(parent) else {
        return;
    };
    let mut children: Vec<Child> = branch
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Branch(child) => tree.branches.get(*child).map(|branch| (*child, branch)),
            _ => None,
        })
        .map(|(child, branch)| {
            let units = tree.units.get(branch.units.clone()).unwrap_or_default();
            Child {
                branch: child,
                extent: branch.extent,
                units: branch.units.clone(),
                has_content: units.iter().any(Unit::has_content),
                hits: Vec::new(),
                place: None,
            }
        })
        .filter(|child| !child.units.is_empty() || child.extent != Extent::Inside)
        .collect();
    if children.is_empty() {
        return;
    }
    let mut ground = survey(&mut children, evidence, target, branch.place.clone());
    share_out(&mut children, &mut ground);
    let has_own = branch.items.iter().any(|item| match item {
        Item::Unit(unit) => tree.units.get(*unit).is_some_and(Unit::has_content),
        _ => false,
    });
    let mut order: Vec<usize> = (0..children.len())
        .filter(|&child| children[child].place.is_some())
        .collect();
    order.sort_by_key(|&child| children[child].place.clone().map(|place| place.start));
    if !has_own {
        cover(&mut children, &order, &ground);
    }
    take_marks(&mut children, &order, &ground, &tree.units, &branch.units);
    for child in &mut children {
        leave_kept_outside(document, tree, child, kept);
    }
    for child in children {
        if let (Some(place), Some(branch)) = (child.place, tree.branches.get_mut(child.branch)) {
            branch.place = place;
            branch.is_placed = true;
        }
    }
}

/// Leaves only a part of the place without what is kept, if that would become text there as tags
/// do in a section of character data.
fn leave_kept_outside(
    document: &Document<'_>,
    tree: &Tree,
    child: &mut Child,
    kept: &BTreeMap<usize, NodeId>,
) {
    let branch = tree.branches.get(child.branch);
    let element = branch.and_then(|branch| document.elements.get(branch.element?));
    let (Some(place), Some(element)) = (&mut child.place, element) else {
        return;
    };
    if !document.is_section(element) {
        return;
    }
    let foreign = kept
        .range(place.clone())
        .filter(|(_, node)| !element.nodes.contains(node));
    let mut pieces = Vec::new();
    let mut start = place.start;
    for (&unit, _) in foreign {
        pieces.push(start..unit);
        start = unit + 1;
    }
    pieces.push(start..place.end);
    let piece = match child.extent {
        Extent::FromBefore => pieces.into_iter().next(),
        Extent::ToBehind => pieces.pop(),
        Extent::Inside => pieces.into_iter().rev().max_by_key(Range::len),
    };
    *place = piece.unwrap_or(start..start);
}

/// Finds for each child the words of the place that stand for its own.
fn survey<'units>(
    children: &mut [Child],
    evidence: &Evidence,
    target: &'units [Unit],
    place: Range<usize>,
) -> Ground<'units> {
    let mut costs = Vec::with_capacity(place.len() + 1);
    let mut cost = 0.0;
    for unit in place.clone() {
        costs.push(cost);
        let has_content = target.get(unit).is_some_and(Unit::has_content);
        let links = evidence.links(unit);
        if has_content {
            cost += if links.is_empty() { UNLINKED } else { FOREIGN };
        }
        let strongest = evidence.strongest(unit).map(|link| link.source);
        for link in links {
            let child = children.partition_point(|child| child.units.end <= link.source);
            let Some(child) = children.get_mut(child) else {
                continue;
            };
            if !child.units.contains(&link.source) || child.has_content != has_content {
                continue;
            }
            match child.hits.last_mut().filter(|hit| hit.unit == unit) {
                Some(hit) => hit.part += link.weight,
                None => child.hits.push(Hit {
                    unit,
                    part: link.weight,
                    gain: -FOREIGN / 2.0,
                }),
            }
            if let Some(hit) = child.hits.last_mut()
                && strongest == Some(link.source)
            {
                hit.gain = FOREIGN / 2.0;
            }
        }
    }
    costs.push(cost);
    for child in children {
        for hit in &mut child.hits {
            hit.gain += FOREIGN * (hit.part - 0.5);
        }
    }
    Ground {
        target,
        place,
        costs,
        taken: BTreeMap::new(),
    }
}

/// Gives each child a place of its own.
fn share_out(children: &mut [Child], ground: &mut Ground<'_>) {
    for child in &mut *children {
        if child.extent == Extent::Inside {
            continue;
        }
        let from_start = child.extent == Extent::FromBefore;
        let mut place = ground.best_edge(&child.hits, from_start);
        if let Some((&start, &end)) = ground.taken.first_key_value() {
            // Only the other one of the two is there.
            place = if from_start {
                place.start..place.end.min(start)
            } else {
                place.start.max(end)..place.end
            };
        }
        ground.take(place.clone());
        child.place = Some(place);
    }
    let weight = |child: &Child| child.hits.iter().map(|hit| hit.part).sum::<f32>();
    let mut order: Vec<(f32, usize)> = children
        .iter()
        .enumerate()
        .filter(|(_, child)| child.extent == Extent::Inside)
        .map(|(index, child)| (weight(child), index))
        .collect();
    order.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    for (_, index) in order {
        if let Some(child) = children.get_mut(index) {
            child.place = ground.best_run(&child.hits);
            if let Some(place) = &child.place {
                ground.take(place.clone());
            }
        }
    }
}

/// Where in the source every word is in one of the children, so it is in the translation: what is
/// between two of them goes to the one that has more to do with it.
fn cover(children: &mut [Child], order: &[usize], ground: &Ground<'_>) {
    let part = |child: &Child, unit: usize| {
        let found = child.hits.binary_search_by_key(&unit, |hit| hit.unit);
        found.map_or(0.0, |index| child.hits[index].part)
    };
    let content = |units: Range<usize>| {
        units.filter(|&unit| ground.target.get(unit).is_some_and(Unit::has_content))
    };
    let order: Vec<usize> = order
        .iter()
        .copied()
        .filter(|&child| {
            children[child]
                .place
                .as_ref()
                .is_some_and(|place| !place.is_empty())
        })
        .collect();
    let mut end = ground.place.start;
    let mut left: Option<usize> = None;
    for &right in &order {
        let Some(place) = children[right].place.clone() else {
            continue;
        };
        // The words up to here go to the left.
        let mut border = match left {
            Some(_) => content(end..place.start)
                .next_back()
                .map_or(end, |last| last + 1),
            None => end,
        };
        if let Some(left) = left {
            let (mut sum, mut best) = (0.0, 0.0);
            for unit in content(end..place.start)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
            {
                sum += part(&children[right], unit) - part(&children[left], unit);
                if sum > best {
                    (best, border) = (sum, unit);
                }
            }
            let last = content(end..border).next_back();
            if let (Some(last), Some(place)) = (last, &mut children[left].place) {
                place.end = last + 1;
            }
        }
        let first = content(border..place.start).next();
        if let (Some(first), Some(place)) = (first, &mut children[right].place) {
            place.start = first;
        }
        end = place.end;
        left = Some(right);
    }
    let last = content(end..ground.place.end).next_back();
    if let (Some(last), Some(left)) = (last, left)
        && let Some(place) = &mut children[left].place
    {
        place.end = last + 1;
    }
}

/// Takes the marks beside the words into the children where the source has such marks inside.
fn take_marks(
    children: &mut [Child],
    order: &[usize],
    ground: &Ground<'_>,
    source: &[Unit],
    parent: &Range<usize>,
) {
    let mut free = ground.place.start;
    for (index, &child) in order.iter().enumerate() {
        let next = order
            .get(index + 1)
            .and_then(|&next| children[next].place.as_ref())
            .map_or(ground.place.end, |place| place.start);
        let child = &mut children[child];
        let Some(place) = &mut child.place else {
            continue;
        };
        let own = source.get(child.units.clone()).unwrap_or_default();
        if place.start < place.end && child.has_content {
            let leading = marks(own.iter());
            let is_first = child.units.start == parent.start;
            let taken = marks_to_take(
                (free..place.start)
                    .rev()
                    .map_while(|unit| mark_at(ground, unit)),
                &leading,
                is_first && free == ground.place.start,
                place.start - free,
            );
            place.start -= taken;
            let trailing = marks(own.iter().rev());
            let is_last = child.units.end == parent.end;
            let taken = marks_to_take(
                (place.end..next).map_while(|unit| mark_at(ground, unit)),
                &trailing,
                is_last && next == ground.place.end,
                next - place.end,
            );
            place.end += taken;
        }
        free = place.end;
    }
}

fn mark_at(ground: &Ground<'_>, unit: usize) -> Option<Mark> {
    ground.target.get(unit).and_then(Unit::mark)
}

/// The marks up to the first word.
fn marks<'unit>(units: impl Iterator<Item = &'unit Unit>) -> Vec<Mark> {
    units.map_while(Unit::mark).collect()
}

/// How many of the marks next to a word, the nearest first, belong to an element that has these
/// `own` marks on this side in the source. If nothing else is on this side of the element in the
/// source, nor in the translation, all do; `distance` is how many units there are.
fn marks_to_take(
    beside: impl Iterator<Item = Mark>,
    own: &[Mark],
    is_edge: bool,
    distance: usize,
) -> usize {
    let beside: Vec<Mark> = beside.collect();
    if is_edge && beside.len() == distance {
        return distance;
    }
    let is_own = |mark: &Mark| {
        own.iter().any(|own| {
            own == mark || matches!((own, mark), (Mark::Quote, Mark::Opening | Mark::Closing))
        })
    };
    beside
        .iter()
        .take(own.len())
        .take_while(|mark| is_own(mark))
        .count()
}
