//! A sentence as a tree of elements, with the words of the source at its leaves.

use std::ops::Range;

use super::document::{Document, ElementId, Node, NodeId};
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
    /// The units that are kept, in order, with their nodes.
    pub(super) kept: Vec<(usize, NodeId)>,
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
    /// The tree of a sentence, which stands there in the plain text, from the nodes that it
    /// covers.
    pub(super) fn new(
        document: &Document<'_>,
        sentence: &Range<usize>,
        nodes: Range<NodeId>,
    ) -> Self {
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
                Some(Node::Text) => tree.add_text(document, sentence, node, false, &open),
                Some(Node::Kept(_)) => {
                    tree.kept.push((tree.units.len(), node));
                    tree.add_text(document, sentence, node, true, &open);
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

    fn add_text(
        &mut self,
        document: &Document<'_>,
        sentence: &Range<usize>,
        node: NodeId,
        kept: bool,
        open: &[BranchId],
    ) {
        let whole = document.ranges.get(node).cloned().unwrap_or_default();
        let start = whole.start.max(sentence.start);
        let end = whole.end.min(sentence.end);
        if start >= end {
            return;
        }
        let first = self.units.len();
        let text = document.text_of(sentence.clone());
        let range = start - sentence.start..end - sentence.start;
        add_units(text, range, kept, &mut self.units);
        for unit in first..self.units.len() {
            self.push(open, Item::Unit(unit));
        }
    }
}
