//! Where markup without words goes: void elements, comments, elements whose words were lost.
//!
//! It stays beside what it stands beside in the source: the word or element before it, or the one
//! behind it if it touches only that.

use std::ops::Range;

use super::document::{Document, ElementId, Node, NodeId};
use super::tree::{BranchId, Extent, Item, Tree};
use super::units::Unit;

/// Finds the gaps for what has no words in an element, and orders all that it holds. `best` is for
/// each unit of the source the one of the translation that stands for it most.
pub(super) fn fill_gaps(
    document: &Document<'_>,
    tree: &mut Tree,
    parent: BranchId,
    best: &[Option<usize>],
    target: &[Unit],
) {
    let Some(branch) = tree.branches.get(parent) else {
        return;
    };
    let view = View::new(document, tree, parent, best);
    let items = branch.items.as_slice();
    let mut placed: Vec<(usize, Item)> = Vec::new();
    // Where the translation of what came before ends.
    let mut passed = view.place.start;
    let mut index = 0;
    while let Some(&item) = items.get(index) {
        if view.has_words(item) {
            if let Item::Branch(_) = item {
                placed.push((view.start(item).unwrap_or(passed), item));
            }
            passed = view.pass(item, passed, target);
            index += 1;
            continue;
        }
        let rest = items.get(index..).unwrap_or_default();
        let length = rest
            .iter()
            .take_while(|&&item| !view.has_words(item))
            .count();
        let group = rest.get(..length).unwrap_or_default();
        let gap = view.gap(group, index == 0, rest.get(length).copied(), passed);
        placed.extend(group.iter().map(|&item| (gap, item)));
        index += length;
    }
    placed.sort_by_key(|&(gap, item)| (gap, view.is_wide(item)));
    for &(gap, item) in &placed {
        if let Item::Branch(branch) = item
            && let Some(branch) = tree.branches.get_mut(branch)
            && !branch.is_placed
        {
            branch.place = gap..gap;
        }
    }
    if let Some(parent) = tree.branches.get_mut(parent) {
        parent.placed = placed;
    }
}

/// An element whose children with words have their places.
struct View<'tree> {
    document: &'tree Document<'tree>,
    tree: &'tree Tree,
    best: &'tree [Option<usize>],
    /// Where in the element something may stand: behind a child that began before the sentence,
    /// before one that ends behind it.
    place: Range<usize>,
    /// The places of children that have any, in order.
    wide: Vec<Range<usize>>,
}

impl<'tree> View<'tree> {
    fn new(
        document: &'tree Document<'tree>,
        tree: &'tree Tree,
        parent: BranchId,
        best: &'tree [Option<usize>],
    ) -> Self {
        let branch = tree.branches.get(parent);
        let mut view = Self {
            document,
            tree,
            best,
            place: branch.map_or(0..0, |branch| branch.place.clone()),
            wide: Vec::new(),
        };
        let items = branch.map_or(&[][..], |branch| branch.items.as_slice());
        for item in items {
            let Item::Branch(child) = item else {
                continue;
            };
            let Some(child) = tree.branches.get(*child).filter(|child| child.is_placed) else {
                continue;
            };
            match child.extent {
                Extent::Inside => {}
                Extent::FromBefore => view.place.start = child.place.end,
                Extent::ToBehind => view.place.end = child.place.start,
            }
            if !child.place.is_empty() {
                view.wide.push(child.place.clone());
            }
        }
        view.wide.sort_by_key(|place| place.start);
        view
    }

    fn has_words(&self, item: Item) -> bool {
        match item {
            Item::Unit(_) => true,
            Item::Point(_) => false,
            Item::Branch(branch) => self
                .tree
                .branches
                .get(branch)
                .is_some_and(|one| one.is_placed),
        }
    }

    fn is_wide(&self, item: Item) -> bool {
        match item {
            Item::Branch(branch) => {
                let branch = self.tree.branches.get(branch);
                branch.is_some_and(|one| one.is_placed && !one.place.is_empty())
            }
            _ => false,
        }
    }

    /// The child that has the unit of the translation.
    fn child_with(&self, unit: usize) -> Option<&Range<usize>> {
        let after = self.wide.partition_point(|place| place.end <= unit);
        self.wide.get(after).filter(|place| place.contains(&unit))
    }

    /// Where the translation of something with words is, as far as that can be said.
    fn range(&self, item: Item) -> Option<Range<usize>> {
        match item {
            Item::Branch(branch) => self.tree.branches.get(branch).map(|one| one.place.clone()),
            Item::Unit(unit) => {
                let unit = (*self.best.get(unit)?)?;
                let child = self.child_with(unit).cloned();
                let is_inside = self.place.contains(&unit);
                child.or_else(|| is_inside.then_some(unit..unit + 1))
            }
            Item::Point(_) => None,
        }
    }

    fn within(&self, gap: usize) -> usize {
        gap.min(self.place.end).max(self.place.start)
    }

    fn start(&self, item: Item) -> Option<usize> {
        self.range(item).map(|range| range.start)
    }

    /// Where the translation of an item ends, if that of what came before ended there.
    fn pass(&self, item: Item, passed: usize, target: &[Unit]) -> usize {
        let mark = match item {
            Item::Unit(unit) => self.tree.units.get(unit).and_then(Unit::mark),
            _ => None,
        };
        if mark.is_none() {
            return self.range(item).map_or(passed, |range| range.end);
        }
        // A mark goes with the word before it.
        let is_same = mark == target.get(passed).and_then(Unit::mark);
        if is_same && self.place.contains(&passed) && self.child_with(passed).is_none() {
            passed + 1
        } else {
            passed
        }
    }

    /// The gap for markup without words that stands together.
    fn gap(&self, group: &[Item], is_first: bool, next: Option<Item>, passed: usize) -> usize {
        let gap = match next {
            _ if is_first => self.place.start,
            None => self.place.end,
            Some(next) if self.touches_only_next(group) => self.start(next).unwrap_or(passed),
            Some(_) => passed,
        };
        self.within(gap)
    }

    fn touches_only_next(&self, group: &[Item]) -> bool {
        let before = group
            .first()
            .is_some_and(|&item| self.spaces_around(item).0);
        let after = group.last().is_some_and(|&item| self.spaces_around(item).1);
        before && !after
    }

    fn spaces_around(&self, item: Item) -> (bool, bool) {
        match item {
            Item::Branch(branch) => spaces_around_branch(self.document, self.tree, branch),
            Item::Point(node) => spaces_around_node(self.document, node),
            Item::Unit(_) => (false, false),
        }
    }
}

/// Whether there is white space before and behind an element in the source.
pub(super) fn spaces_around_branch(
    document: &Document<'_>,
    tree: &Tree,
    branch: BranchId,
) -> (bool, bool) {
    let element = tree.branches.get(branch).and_then(|branch| branch.element);
    let nodes = element.and_then(|element| document.elements.get(element));
    let at = |node: usize| document.ranges.get(node).map_or(0, |range| range.start);
    nodes.map_or((false, false), |element| {
        spaces_around(document, &(at(element.nodes.start)..at(element.nodes.end)))
    })
}

/// Whether there is white space before and behind markup without text in the source. What is before
/// and behind several such belongs to the first and to the last of them.
pub(super) fn spaces_around_node(document: &Document<'_>, node: NodeId) -> (bool, bool) {
    let range = document.ranges.get(node).cloned().unwrap_or_default();
    let (before, after) = spaces_around(document, &range);
    let is_point = |node: NodeId| matches!(document.nodes.get(node), Some(Node::Point(_)));
    let follows = node.checked_sub(1).is_some_and(is_point);
    (before && !follows, after && !is_point(node + 1))
}

/// Whether there is white space before and behind a stretch of the plain text. What stands for the
/// tags between words or blocks is none.
fn spaces_around(document: &Document<'_>, range: &Range<usize>) -> (bool, bool) {
    let (before, _) = document
        .text
        .split_at_checked(range.start)
        .unwrap_or_default();
    let (_, after) = document
        .text
        .split_at_checked(range.end)
        .unwrap_or_default();
    (
        before.ends_with(char::is_whitespace),
        after.starts_with(char::is_whitespace) && !document.is_separator(range.end),
    )
}

/// Whether an element has no content, as icons do.
pub(super) fn is_empty(document: &Document<'_>, element: ElementId) -> bool {
    let element = document.elements.get(element);
    element.is_some_and(|one| one.nodes.start.checked_add(1) == Some(one.nodes.end))
}

/// Whether an element has nothing but white space.
pub(super) fn is_white_space(document: &Document<'_>, element: ElementId) -> bool {
    let Some(element) = document.elements.get(element) else {
        return false;
    };
    let at = |node: NodeId| document.ranges.get(node).map_or(0, |range| range.start);
    let text = document.text_of(at(element.nodes.start)..at(element.nodes.end));
    !text.is_empty() && text.chars().all(char::is_whitespace)
}
