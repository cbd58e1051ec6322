//! Translations back into markup.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::{Alignment, Link, SegmentTranslation};
use dragoman_language::Language;

use super::document::{Document, Node, NodeId};
use super::evidence::{Evidence, Side, anchors};
use super::gaps::{is_empty, is_white_space, spaces_around_branch, spaces_around_node};
use super::kept::{KeptUnit, target_units};
use super::output::Output;
use super::placement::place;
use super::sentences::MarkedSentence;
use super::spare::link_spare_words;
use super::stretch::nodes_of;
use super::tree::{BranchId, Item, TRUNK, Tree};
use super::units::{Mark, Unit};
use super::writer::Writer;

/// See [`MarkedText::restore`](super::MarkedText::restore).
pub(super) fn restore<O: Output>(
    document: &Document<'_>,
    sentences: &[MarkedSentence],
    translations: &[SegmentTranslation],
    target: Language,
    output: O,
) -> O {
    let pairs: Vec<_> = sentences.iter().zip(translations).collect();
    let values = values(document, &pairs);
    let mut writer = Writer::new(document, values, output);
    let is_spaced = !matches!(target.base().tag(), "zh" | "ja" | "yue" | "wuu");
    // What is written: the nodes before this one, and the text before there.
    let (mut node, mut written) = (0, 0);
    for (sentence, translation) in pairs {
        let Some(nodes) = nodes_of(document, &sentence.source) else {
            continue;
        };
        if sentence.source.start < written || nodes.start < node {
            continue;
        }
        let touches = written > 0 && written == sentence.source.start;
        let gap = written..sentence.source.start;
        let starts = start_of_tags(document, node..nodes.start);
        write_nodes(&mut writer, node..starts, &gap);
        if touches && is_spaced && !writer.ends_in_space {
            writer.write_text(" ");
        }
        write_nodes(&mut writer, starts..nodes.start, &gap);
        if let Some(Node::Text) = document.nodes.get(nodes.start) {
            // It may begin with other text.
            writer.write_node(nodes.start, &gap);
        } else {
            // White space within the tags before the first word goes before them.
            let lead =
                empty_element(document, nodes.clone()).map_or(gap.end, |lead| lead.min(gap.end));
            let is_text = |node: &NodeId| matches!(document.nodes.get(*node), Some(Node::Text));
            let is_before = |node: &NodeId| {
                let range = document.ranges.get(*node);
                range.is_some_and(|range| range.start < lead)
            };
            for node in nodes.clone().take_while(is_before).filter(is_text) {
                writer.write_node(node, &(gap.start..lead));
            }
        }
        let plan = SentencePlan::new(document, sentence, translation, nodes.clone());
        plan.write(&mut writer);
        written = sentence.source.end;
        let last = document
            .ranges
            .get(nodes.end - 1)
            .cloned()
            .unwrap_or_default();
        // The text of the last node may go on, and its rest may hold another sentence.
        let is_text = matches!(document.nodes.get(nodes.end - 1), Some(Node::Text));
        node = if is_text { nodes.end - 1 } else { nodes.end };
        if !is_text && last.end > written {
            // White space before markup without text is written with it.
            let is_point =
                |node: &NodeId| matches!(document.nodes.get(*node), Some(Node::Point(_)));
            let point = nodes.clone().rev().find(is_point);
            let tail = point.and_then(|node| document.ranges.get(node));
            let start = tail.map_or(written, |tail| tail.start.max(written));
            writer.write_text(document.text_of(start..last.end));
            written = last.end;
        }
    }
    let all = document.nodes.len();
    write_nodes(&mut writer, node..all, &(written..usize::MAX));
    writer.finish()
}

/// Writes nodes as in the source. Of their text only this part.
fn write_nodes<O: Output>(writer: &mut Writer<'_, O>, nodes: Range<NodeId>, text: &Range<usize>) {
    for node in nodes {
        writer.write_node(node, text);
    }
}

/// The first of the start tags that these nodes end with.
fn start_of_tags(document: &Document<'_>, nodes: Range<NodeId>) -> NodeId {
    let is_start = |&node: &NodeId| matches!(document.nodes.get(node), Some(Node::Start(_)));
    nodes
        .clone()
        .rev()
        .take_while(is_start)
        .last()
        .unwrap_or(nodes.end)
}

/// Where in the plain text the first visible markup or element without content of these nodes is.
fn empty_element(document: &Document<'_>, mut nodes: Range<NodeId>) -> Option<usize> {
    let node = nodes.find(|&node| match document.nodes.get(node) {
        Some(Node::Point(verbatim)) => verbatim.is_visible,
        Some(&Node::Start(element)) => is_empty(document, element),
        _ => false,
    })?;
    document.ranges.get(node).map(|range| range.start)
}

/// The new values of the attributes that have translations.
fn values(
    document: &Document<'_>,
    pairs: &[(&MarkedSentence, &SegmentTranslation)],
) -> Vec<Option<String>> {
    let Some(first) = document.attributes.first() else {
        return Vec::new();
    };
    let mut values = vec![None; document.attributes.len()];
    let start = pairs.partition_point(|(one, _)| one.source.start < first.text.start);
    let mut pairs = pairs.get(start..).unwrap_or_default().iter().peekable();
    for (attribute, value) in document.attributes.iter().zip(&mut values) {
        let mut written = attribute.text.start;
        let mut new = String::new();
        while let Some((sentence, translation)) =
            pairs.next_if(|(one, _)| one.source.end <= attribute.text.end)
        {
            if sentence.source.start < written {
                continue;
            }
            new.push_str(document.text_of(written..sentence.source.start));
            new.push_str(translation.text());
            written = sentence.source.end;
        }
        if written > attribute.text.start {
            new.push_str(document.text_of(written..attribute.text.end));
            *value = Some(new);
        }
    }
    values
}

/// How a sentence is written.
struct SentencePlan<'plan> {
    document: &'plan Document<'plan>,
    tree: Tree,
    text: &'plan str,
    units: Vec<Unit>,
    /// The nodes of the units that are kept.
    kept: BTreeMap<usize, NodeId>,
    /// For each unit whether the white space before it stands for tags only.
    is_joined: Vec<bool>,
}

impl<'plan> SentencePlan<'plan> {
    fn new(
        document: &'plan Document<'plan>,
        sentence: &'plan MarkedSentence,
        translation: &'plan SegmentTranslation,
        nodes: Range<NodeId>,
    ) -> Self {
        let text = translation.text();
        let mut tree = Tree::new(document, sentence, nodes);
        let (units, kept) = target_units(sentence, &mut tree, translation);
        let mut plan = Self {
            document,
            tree,
            text,
            units,
            kept: kept
                .iter()
                .filter_map(|&(unit, _, node)| Some((unit, node?)))
                .collect(),
            is_joined: Vec::new(),
        };
        let evidence = plan.evidence(sentence, translation.alignment(), &kept);
        plan.is_joined = plan.joined(sentence, &evidence);
        place(document, &mut plan.tree, &evidence, &plan.units, &plan.kept);
        plan.part_without_tags();
        plan
    }

    /// What the words of the translation stand for.
    fn evidence(
        &mut self,
        sentence: &MarkedSentence,
        alignment: Option<&Alignment>,
        kept: &[KeptUnit],
    ) -> Evidence {
        let source_text = self.document.text_of(sentence.source.clone());
        let has_alignment = alignment.is_some();
        let is_sure = |word: &str| {
            let is_sign = !word.contains(char::is_alphanumeric);
            is_sign || word.contains(char::is_numeric) || (!has_alignment && word.len() > 2)
        };
        let source = &self.tree.units;
        let mut sure = anchors(
            &Side::new(source, source_text),
            &Side::new(&self.units, self.text),
            is_sure,
        );
        sure.extend(kept.iter().map(|&(target, source, _)| (target, source)));
        sure.sort_unstable();
        sure.dedup_by_key(|pair| pair.0);
        let mut evidence = match alignment {
            Some(alignment) => Evidence::from_alignment(
                alignment,
                &sentence.squeezed,
                &Side::new(source, source_text),
                &Side::new(&self.units, self.text),
            ),
            None => Evidence::from_order(&sure, source.len(), self.units.len()),
        };
        for (target, source) in sure {
            evidence.set(target, source);
        }
        if alignment.is_some_and(|alignment| !alignment.has_exact_borders()) {
            link_spare_words(&mut evidence, source, &self.units);
        }
        self.split_same_words(source_text, &mut evidence);
        evidence
    }

    /// Parts a word of the translation as tags part the same word of the source.
    fn split_same_words(&mut self, source_text: &str, evidence: &mut Evidence) {
        let source = &self.tree.units;
        let mut parted = parted_words(source, source_text);
        if parted.is_empty() {
            return;
        }
        let mut units = Vec::with_capacity(self.units.len());
        let mut kept = BTreeMap::new();
        let mut parted_evidence = Evidence::default();
        for (index, unit) in self.units.iter().enumerate() {
            let word = self.text.get(unit.range.clone()).unwrap_or_default();
            let strongest = evidence.strongest(index).map(|link| link.source);
            let parts = parted.get_mut(word).and_then(|words| words.take(strongest));
            if let Some(node) = self.kept.get(&index) {
                kept.insert(units.len(), *node);
            }
            let Some(parts) = parts else {
                units.push(unit.clone());
                parted_evidence.push(evidence.links(index).iter().copied());
                continue;
            };
            let start = source.get(parts.start).map_or(0, |head| head.range.start);
            for part in parts {
                let Some(range) = source.get(part).map(|part| part.range.clone()) else {
                    continue;
                };
                units.push(Unit {
                    range: unit.range.start + range.start - start
                        ..unit.range.start + range.end - start,
                    ..unit.clone()
                });
                parted_evidence.push([Link::certain(part)]);
            }
        }
        self.units = units;
        self.kept = kept;
        *evidence = parted_evidence;
    }

    /// For each unit whether it goes on with a word of the source that was parted for the
    /// translator only.
    fn joined(&self, sentence: &MarkedSentence, evidence: &Evidence) -> Vec<bool> {
        if self.document.spaces.is_empty() {
            return Vec::new();
        }
        let is_joined = |unit: usize| {
            let left = evidence.strongest(unit.checked_sub(1)?)?.source;
            let right = evidence.strongest(unit)?.source;
            let end = self.tree.units.get(left)?.range.end;
            let start = self.tree.units.get(right)?.range.start;
            let is_space = self
                .document
                .spaces
                .binary_search(&(sentence.source.start + end));
            Some(left + 1 == right && start == end + 1 && is_space.is_ok())
        };
        (0..self.units.len())
            .map(|unit| is_joined(unit).unwrap_or(false))
            .collect()
    }

    /// Joins only what a tag stands between.
    fn part_without_tags(&mut self) {
        if self.is_joined.is_empty() {
            return;
        }
        let mut has_tag = vec![false; self.units.len() + 1];
        let mut see = |gap: usize| {
            if let Some(has_tag) = has_tag.get_mut(gap) {
                *has_tag = true;
            }
        };
        for branch in &self.tree.branches {
            if branch.element.is_some() {
                see(branch.place.start);
                see(branch.place.end);
            }
            branch.placed.iter().for_each(|&(gap, _)| see(gap));
        }
        for &unit in self.kept.keys() {
            see(unit);
            see(unit + 1);
        }
        for (is_joined, has_tag) in self.is_joined.iter_mut().zip(has_tag) {
            *is_joined &= has_tag;
        }
    }

    /// The translation before a unit, from the unit before it.
    fn gap(&self, unit: usize) -> &'plan str {
        let end = |unit: usize| self.units.get(unit).map(|unit| unit.range.end);
        let before = unit.checked_sub(1).and_then(end).unwrap_or(0);
        let next = self
            .units
            .get(unit)
            .map_or(self.text.len(), |unit| unit.range.start);
        let gap = self.text.get(before..next).unwrap_or_default();
        match self.is_joined.get(unit) {
            Some(true) if gap == " " => "",
            _ => gap,
        }
    }

    fn write<O: Output>(&self, writer: &mut Writer<'_, O>) {
        let mut sentence_writer = SentenceWriter {
            plan: self,
            pending: self.gap(0),
            next: 0,
        };
        let mut open: Vec<(BranchId, usize)> = vec![(TRUNK, 0)];
        while let Some((branch, done)) = open.pop() {
            let Some(branch_data) = self.tree.branches.get(branch) else {
                continue;
            };
            match branch_data.placed.get(done) {
                Some(&(gap, item)) => {
                    sentence_writer.write_units(writer, gap);
                    open.push((branch, done + 1));
                    match item {
                        Item::Branch(inner) => {
                            sentence_writer.write_start(writer, inner);
                            open.push((inner, 0));
                        }
                        Item::Point(node) => sentence_writer.write_point(writer, node),
                        Item::Unit(_) => {}
                    }
                }
                None => {
                    sentence_writer.write_units(writer, branch_data.place.end);
                    sentence_writer.write_end(writer, branch);
                }
            }
        }
        // What marks wanted behind them is there already.
        if sentence_writer.next >= self.units.len() {
            writer.write_text(self.gap(self.units.len()));
        }
    }
}

/// Writes a sentence from left to right.
struct SentenceWriter<'plan> {
    plan: &'plan SentencePlan<'plan>,
    /// White space that comes before the next word, inside or outside of tags.
    pending: &'plan str,
    /// The next unit.
    next: usize,
}

impl SentenceWriter<'_> {
    fn flush<O: Output>(&mut self, writer: &mut Writer<'_, O>) {
        writer.write_text(std::mem::take(&mut self.pending));
    }

    /// Writes the units before this one.
    fn write_units<O: Output>(&mut self, writer: &mut Writer<'_, O>, end: usize) {
        while self.next < end {
            let Some(unit) = self.plan.units.get(self.next) else {
                return;
            };
            self.flush(writer);
            let node = self.plan.kept.get(&self.next);
            match node.and_then(|&node| self.plan.document.nodes.get(node)) {
                Some(Node::Kept(verbatim)) => writer.write_verbatim(verbatim),
                _ => writer.write_text(self.plan.text.get(unit.range.clone()).unwrap_or_default()),
            }
            self.next += 1;
            if self.next < self.plan.units.len() {
                self.pending = self.plan.gap(self.next);
            }
        }
    }

    fn write_start<O: Output>(&mut self, writer: &mut Writer<'_, O>, branch: BranchId) {
        let plan = self.plan;
        let Some(data) = plan.tree.branches.get(branch) else {
            return;
        };
        if data.extent == super::tree::Extent::FromBefore {
            return;
        }
        let is_empty = data.place.is_empty();
        if !is_empty || spaces_around_branch(plan.document, &plan.tree, branch).0 {
            self.flush(writer);
        }
        if let Some(element) = data.element {
            writer.write_start(element);
        }
    }

    fn write_end<O: Output>(&mut self, writer: &mut Writer<'_, O>, branch: BranchId) {
        let data = self.plan.tree.branches.get(branch);
        let data = data.filter(|data| data.extent != super::tree::Extent::ToBehind);
        // What holds a space in the source does so in the translation.
        let is_space = |element| is_white_space(self.plan.document, element);
        if data.is_some_and(|data| data.place.is_empty() && data.element.is_some_and(is_space)) {
            self.flush(writer);
        }
        if let Some(element) = data.and_then(|data| data.element) {
            writer.write_end(element);
        }
        let Some(data) = data.filter(|data| data.place.is_empty()) else {
            return;
        };
        let is_seen = data
            .element
            .is_some_and(|element| is_empty(self.plan.document, element));
        let (_, after) = spaces_around_branch(self.plan.document, &self.plan.tree, branch);
        if is_seen && after && self.pending.is_empty() && self.next_may_follow_space() {
            self.pending = " ";
        }
    }

    /// Whether white space may come before the next unit: a mark goes with the word before it, if
    /// there is one and the mark opens nothing.
    fn next_may_follow_space(&self) -> bool {
        let next = self.plan.units.get(self.next);
        next.is_some_and(|unit| self.next == 0 || matches!(unit.mark(), None | Some(Mark::Opening)))
    }

    /// Writes markup without text, at the distance from the words that it has in the source.
    fn write_point<O: Output>(&mut self, writer: &mut Writer<'_, O>, node: NodeId) {
        let document = self.plan.document;
        let (Node::Point(verbatim) | Node::Kept(verbatim)) = &document.nodes[node] else {
            return;
        };
        let (before, after) = spaces_around_node(document, node);
        if before {
            let is_last = self.next >= self.plan.units.len();
            let is_wanted = (verbatim.is_visible || is_last) && !writer.ends_in_space;
            if self.pending.is_empty() && is_wanted {
                writer.write_text(" ");
            }
            self.flush(writer);
        }
        writer.write_verbatim(verbatim);
        if after && self.pending.is_empty() && self.next_may_follow_space() {
            self.pending = if verbatim.is_visible || !writer.ends_in_space {
                " "
            } else {
                ""
            };
        }
    }
}

/// The words of a source that have the same text.
#[derive(Default)]
struct SameWords {
    /// The units of those that tags part, the last ones first.
    parted: Vec<Range<usize>>,
    has_whole: bool,
}

impl SameWords {
    /// The units of the word that has this one or, if all of them are parted, of the next one.
    fn take(&mut self, unit: Option<usize>) -> Option<Range<usize>> {
        /// How many words of the same text are looked at.
        const MOST: usize = 32;
        let has_unit = |word: &Range<usize>| unit.is_some_and(|unit| word.contains(&unit));
        let first = self.parted.len().saturating_sub(MOST);
        let next = self.parted.get(first..).unwrap_or_default();
        match next.iter().rposition(has_unit) {
            Some(index) => Some(self.parted.remove(first + index)),
            None if self.has_whole => None,
            None => self.parted.pop(),
        }
    }
}

/// The words that tags part, by their text.
fn parted_words<'text>(source: &[Unit], text: &'text str) -> HashMap<&'text str, SameWords> {
    let mut words: HashMap<&str, SameWords> = HashMap::new();
    let mut first = 0;
    while let Some(head) = source.get(first) {
        let rest = source.get(first + 1..).unwrap_or_default();
        let length = 1 + rest.iter().take_while(|unit| unit.continues).count();
        let tail = source.get(first + length - 1).unwrap_or(head);
        let word = text
            .get(head.range.start..tail.range.end)
            .unwrap_or_default();
        let same = words.entry(word).or_default();
        if length > 1 {
            same.parted.push(first..first + length);
        } else {
            same.has_whole = true;
        }
        first += length;
    }
    words.retain(|_, same| !same.parted.is_empty());
    words.values_mut().for_each(|same| same.parted.reverse());
    words
}
