//! A sentence as a tree of elements, with the words of the source at its leaves.

use std::ops::Range;

use super::document::{Document, ElementId, Node, NodeId};
use super::sentences::MarkedSentence;
use super::units::{Unit, add_units};

/// An index into [`Tree::branches`].
pub(super) type BranchId = usize;

/// The whole sentence.
pub(super) const TRUNK: BranchId = 0;

/// Which tags of an element the sentence has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Both.
    Inside,
    /// The end tag: the element began before.
    FromBefore,
    /// The start tag: the element ends behind.
    ToBehind,
}

/// Something in an element, in the order of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// An index into [`Tree::units`].
    Unit(usize),
    Branch(BranchId),
    /// Markup without text.
    Point(NodeId),
}

/// An element, or the part of it that is in the sentence.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    /// None for the trunk.
    pub(super) element: Option<ElementId>,
    pub(super) extent: Extent,
    /// The units of the source inside.
    pub(super) units: Range<usize>,
    pub(super) items: Vec<Item>,
    /// Whether words of the translation say where it is.
    pub(super) is_placed: bool,
    /// The units of the translation inside; the gap before the first of them if there are none.
    pub(super) place: Range<usize>,
    /// What to write where: in order, with the number of the unit of the translation that it comes
    /// before.
    pub(super) placed: Vec<(usize, Item)>,
}

/// A sentence with its markup.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    /// Parents come before children.
    pub(super) branches: Vec<Branch>,
    /// The units of the source, as ranges of the sentence.
    pub(super) units: Vec<Unit>,
    /// The units that are kept, in order, with the nodes of those that are markup.
    pub(super) kept: Vec<(usize, Option<NodeId>)>,
}

impl Branch {
    fn new(element: Option<ElementId>, extent: Extent, unit: usize) -> Self {
        Self {
            element,
            extent,
            units: unit..unit,
            items: Vec::new(),
            is_placed: false,
            place: 0..0,
            placed: Vec::new(),
        }
    }
}

impl Tree {
    /// The tree of a sentence, from the nodes that it covers.
    pub(super) fn new(
        document: &Document<'_>,
        sentence: &MarkedSentence,
        nodes: Range<NodeId>,
    ) -> Self {
        let placeholders = sentence.whole_placeholders();
        let sentence = &sentence.source;
        let mut tree = Self {
            branches: vec![Branch::new(None, Extent::Inside, 0)],
            units: Vec::new(),
            kept: Vec::new(),
        };
        let mut open = vec![TRUNK];
        tree.enter_from_before(document, &nodes, &mut open);
        for node in nodes.clone() {
            match document.nodes.get(node) {
                Some(&Node::Start(element)) => {
                    let ends = document.elements.get(element).map(|one| one.nodes.end);
                    let is_inside = ends.is_some_and(|end| nodes.contains(&end));
                    let extent = if is_inside {
                        Extent::Inside
                    } else {
                        Extent::ToBehind
                    };
                    tree.enter(element, extent, &mut open);
                }
                Some(Node::End(_)) => tree.leave(&mut open),
                Some(Node::Point(_)) => tree.push(&open, Item::Point(node)),
                Some(Node::Text) => {
                    tree.add_text(document, sentence, node, &placeholders, &open);
                }
                Some(Node::Kept(_)) => {
                    if let Some((text, part)) = part_of(document, sentence, node) {
                        tree.kept.push((tree.units.len(), Some(node)));
                        tree.add_units(text, part, true, &open);
                    }
                }
                None => {}
            }
        }
        while !open.is_empty() {
            tree.leave(&mut open);
        }
        tree
    }

    /// Enters the elements that end in these nodes and began before, the outermost first.
    fn enter_from_before(
        &mut self,
        document: &Document<'_>,
        nodes: &Range<NodeId>,
        open: &mut Vec<BranchId>,
    ) {
        let ended = document.nodes.get(nodes.clone()).unwrap_or_default().iter();
        let began_before = |node: &Node| match node {
            Node::End(element) => document
                .elements
                .get(*element)
                .filter(|one| one.nodes.start < nodes.start)
                .map(|_| *element),
            _ => None,
        };
        for element in ended.rev().filter_map(began_before) {
            self.enter(element, Extent::FromBefore, open);
        }
    }

    fn push(&mut self, open: &[BranchId], item: Item) {
        if let Some(branch) = open
            .last()
            .and_then(|&branch| self.branches.get_mut(branch))
        {
            branch.items.push(item);
        }
    }

    fn enter(&mut self, element: ElementId, extent: Extent, open: &mut Vec<BranchId>) {
        let branch = self.branches.len();
        let unit = self.units.len();
        self.branches.push(Branch::new(Some(element), extent, unit));
        self.push(open, Item::Branch(branch));
        open.push(branch);
    }

    fn leave(&mut self, open: &mut Vec<BranchId>) {
        let units = self.units.len();
        if let Some(branch) = open.pop().and_then(|branch| self.branches.get_mut(branch)) {
            branch.units.end = units;
        }
    }

    /// Adds a text, in which no placeholder is taken apart.
    fn add_text(
        &mut self,
        document: &Document<'_>,
        sentence: &Range<usize>,
        node: NodeId,
        placeholders: &[Range<usize>],
        open: &[BranchId],
    ) {
        let Some((text, part)) = part_of(document, sentence, node) else {
            return;
        };
        let first = placeholders.partition_point(|range| range.start < part.start);
        let last = placeholders.partition_point(|range| range.end <= part.end);
        let mut end = part.start;
        for range in placeholders.get(first..last).unwrap_or_default() {
            self.add_units(text, end..range.start, false, open);
            end = range.end;
            self.kept.push((self.units.len(), None));
            self.add_units(text, range.clone(), true, open);
        }
        self.add_units(text, end..part.end, false, open);
    }

    fn add_units(&mut self, text: &str, range: Range<usize>, kept: bool, open: &[BranchId]) {
        let first = self.units.len();
        add_units(text, range, kept, &mut self.units);
        for unit in first..self.units.len() {
            self.push(open, Item::Unit(unit));
        }
    }
}

/// The text of a sentence, and the part of it that a node has.
fn part_of<'document>(
    document: &'document Document<'_>,
    sentence: &Range<usize>,
    node: NodeId,
) -> Option<(&'document str, Range<usize>)> {
    let whole = document.ranges.get(node)?;
    let start = whole.start.max(sentence.start);
    let end = whole.end.min(sentence.end);
    let text = document.text_of(sentence.clone());
    (start < end).then(|| (text, start - sentence.start..end - sentence.start))
}
