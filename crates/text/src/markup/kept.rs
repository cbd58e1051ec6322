//! What is kept, found again in a translation.

use std::collections::HashMap;
use std::ops::Range;

use super::document::{Document, NodeId};
use super::sentences::MarkedSentence;
use super::tree::{Item, Tree};
use super::units::{Unit, add_units};
use super::words::would_merge;

/// The units of a translation, and of those that are kept the units of the source and the nodes.
/// What is kept but not there becomes markup without text.
pub(super) fn target_units(
    document: &Document<'_>,
    sentence: &MarkedSentence,
    tree: &mut Tree,
    text: &str,
) -> (Vec<Unit>, Vec<(usize, usize, NodeId)>) {
    let found = find_kept(document, sentence, tree, text);
    let lost: Vec<(usize, NodeId)> = tree
        .kept
        .iter()
        .copied()
        .filter(|(unit, _)| !found.iter().any(|(_, kept, _)| kept == unit))
        .collect();
    if !lost.is_empty() {
        for item in tree
            .branches
            .iter_mut()
            .flat_map(|branch| &mut branch.items)
        {
            if let Item::Unit(unit) = item
                && let Some((_, node)) = lost.iter().find(|(lost, _)| lost == unit)
            {
                *item = Item::Point(*node);
            }
        }
    }
    let mut units = Vec::new();
    let mut kept = Vec::new();
    let mut end = 0;
    for (range, unit, node) in found {
        add_units(text, end..range.start, false, &mut units);
        end = range.end;
        kept.push((units.len(), unit, node));
        add_units(text, range, true, &mut units);
    }
    add_units(text, end..text.len(), false, &mut units);
    (units, kept)
}

/// Where the translation holds what is kept: ranges, with units of the source and nodes.
fn find_kept(
    document: &Document<'_>,
    sentence: &MarkedSentence,
    tree: &Tree,
    text: &str,
) -> Vec<(Range<usize>, usize, NodeId)> {
    let source_text = document.text_of(sentence.source.clone());
    let mut by_text: HashMap<&str, Vec<(usize, NodeId, usize)>> = HashMap::new();
    for &(unit, node) in &tree.kept {
        let Some(range) = tree.units.get(unit).map(|unit| unit.range.clone()) else {
            continue;
        };
        let word = source_text.get(range.clone()).unwrap_or_default();
        by_text
            .entry(word)
            .or_default()
            .push((unit, node, range.start));
    }
    let mut found: Vec<(Range<usize>, usize, NodeId)> = Vec::new();
    for (word, kept) in by_text {
        let mut in_source = places_apart(word, source_text);
        let mut in_target = places_apart(word, text);
        if kept
            .iter()
            .any(|(_, _, start)| in_source.binary_search(start).is_err())
        {
            // It is a part of a word.
            in_source = places(word, source_text).collect();
            in_target = places(word, text).collect();
        }
        let is_same = in_source.len() == in_target.len();
        for (index, (unit, node, start)) in kept.into_iter().enumerate() {
            // The same words may stand there without being kept.
            let place = match in_source.binary_search(&start) {
                Ok(place) if is_same => place,
                _ => index,
            };
            if let Some(&at) = in_target.get(place) {
                found.push((at..at + word.len(), unit, node));
            }
        }
    }
    found.sort_by_key(|(range, _, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.retain(|(range, _, _)| {
        let is_free = range.start >= end;
        if is_free {
            end = range.end;
        }
        is_free
    });
    found
}

/// Where the text has the word.
fn places(word: &str, text: &str) -> impl Iterator<Item = usize> {
    text.match_indices(word).map(|(at, _)| at)
}

/// Where the text has it by itself, not as a part of another word.
fn places_apart(word: &str, text: &str) -> Vec<usize> {
    let is_apart = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        !would_merge(before, word) && !would_merge(word, after)
    };
    places(word, text).filter(is_apart).collect()
}
