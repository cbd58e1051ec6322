//! The markup in and around one sentence.

use std::ops::Range;

use super::document::{Document, Node, NodeId};

/// The nodes that the translation of a sentence takes the place of, given where the sentence
/// stands in the plain text: from the first to the last text of it, and with them the tags beside
/// these that begin or end elements around a part of the sentence only. Nothing if no node has any
/// of the text, as it is with attributes.
pub(super) fn nodes_of(document: &Document<'_>, sentence: &Range<usize>) -> Option<Range<NodeId>> {
    let first = document
        .ranges
        .partition_point(|range| range.end <= sentence.start);
    let end = document
        .ranges
        .partition_point(|range| range.start < sentence.end);
    let last = (first..end)
        .rev()
        .find(|&node| matches!(document.nodes.get(node), Some(Node::Text | Node::Kept(_))))?;
    Some(start(document, first, last, sentence)..end_of(document, first, last, sentence))
}

fn start(document: &Document<'_>, first: NodeId, last: NodeId, sentence: &Range<usize>) -> NodeId {
    let own = document.ranges.get(first).map_or(0, |range| range.start);
    let mut start = first;
    // Other text in between ends the sentence's own. Most is trimmed away next to the sentence.
    let before = document.text_of(own..sentence.start.max(own));
    if !before.trim_end().is_empty() {
        return start;
    }
    for node in (0..first).rev() {
        match document.nodes.get(node) {
            Some(&Node::Start(element)) => {
                let ends = document
                    .elements
                    .get(element)
                    .map(|element| element.nodes.end);
                if ends.is_some_and(|end| first < end && end < last) {
                    start = node;
                }
            }
            Some(Node::Kept(_)) => break,
            Some(Node::Text) if document.says_something(node) => break,
            _ => {}
        }
    }
    start
}

fn end_of(document: &Document<'_>, first: NodeId, last: NodeId, sentence: &Range<usize>) -> NodeId {
    let own = document.ranges.get(last).map_or(0, |range| range.end);
    let mut end = last;
    let after = document.text_of(sentence.end.min(own)..own);
    if !after.trim_start().is_empty() {
        return end + 1;
    }
    for node in last + 1..document.nodes.len() {
        match document.nodes.get(node) {
            Some(&Node::End(element)) => {
                let starts = document
                    .elements
                    .get(element)
                    .map(|element| element.nodes.start);
                if starts.is_some_and(|start| first < start && start < last) {
                    end = node;
                }
            }
            Some(Node::Kept(_)) => break,
            Some(Node::Text) if document.says_something(node) => break,
            _ => {}
        }
    }
    end + 1
}
