//! What is kept, found again in a translation.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Alignment;

use super::document::NodeId;
use super::sentences::MarkedSentence;
use super::tree::{Item, Tree};
use super::units::{Unit, add_units};
use super::words::would_merge;

/// The unit of the translation, that of the source, and the node if it is markup.
pub(super) type KeptUnit = (usize, usize, Option<NodeId>);

/// The units of a translation, and of those that are kept the units of the source and the nodes of
/// those that are markup. Markup that is kept but not there becomes markup without text.
pub(super) fn target_units(
    sentence: &MarkedSentence,
    tree: &mut Tree,
    text: &str,
    alignment: Option<&Alignment>,
) -> (Vec<Unit>, Vec<KeptUnit>) {
    let found = find_kept(sentence, tree, text, alignment);
    let mut is_found = vec![false; tree.units.len()];
    for &(_, unit, _) in &found {
        is_found[unit] = true;
    }
    let lost: BTreeMap<usize, NodeId> = tree
        .kept
        .iter()
        .filter(|(unit, _)| is_found.get(*unit) == Some(&false))
        .filter_map(|&(unit, node)| Some((unit, node?)))
        .collect();
    if !lost.is_empty() {
        for item in tree
            .branches
            .iter_mut()
            .flat_map(|branch| &mut branch.items)
        {
            if let Item::Unit(unit) = item
                && let Some(node) = lost.get(unit)
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

/// Something kept that is looked for.
struct Kept {
    unit: usize,
    node: Option<NodeId>,
    /// In the text of the sentence.
    range: Range<usize>,
}

/// Ranges that do not overlap: starts and ends.
#[derive(Default)]
struct Taken(BTreeMap<usize, usize>);

impl Taken {
    fn is_free(&self, range: &Range<usize>) -> bool {
        let before = self.0.range(..range.end).next_back();
        before.is_none_or(|(_, &end)| end <= range.start)
    }

    fn take(&mut self, range: &Range<usize>) {
        self.0.insert(range.start, range.end);
    }
}

/// Where the translation holds what is kept: ranges, with units of the source and nodes.
fn find_kept(
    sentence: &MarkedSentence,
    tree: &Tree,
    text: &str,
    alignment: Option<&Alignment>,
) -> Vec<(Range<usize>, usize, Option<NodeId>)> {
    /// How many different texts are looked for, besides those of markup.
    const MOST: usize = 200;
    let source_text = sentence.text();
    // The longest first, since a short one may stand in it.
    let mut by_text: BTreeMap<(std::cmp::Reverse<usize>, &str), Vec<Kept>> = BTreeMap::new();
    for &(unit, node) in &tree.kept {
        let Some(whole) = tree.units.get(unit).map(|unit| &unit.range) else {
            continue;
        };
        let range = sentence.squeezed.squeezed(whole.start)..sentence.squeezed.squeezed(whole.end);
        let word = source_text.get(range.clone()).unwrap_or_default();
        let key = (std::cmp::Reverse(word.len()), word);
        let is_wanted = node.is_some() || by_text.len() < MOST || by_text.contains_key(&key);
        if !word.is_empty() && is_wanted {
            by_text
                .entry(key)
                .or_default()
                .push(Kept { unit, node, range });
        }
    }
    let links = alignment.map(links_by_source).unwrap_or_default();
    let mut found: Vec<(Range<usize>, usize, Option<NodeId>)> = Vec::new();
    let (mut source_taken, mut target_taken) = (Taken::default(), Taken::default());
    for ((_, word), kept) in by_text {
        let free = |starts: Vec<usize>, taken: &Taken| -> Vec<usize> {
            let is_free = |start: &usize| taken.is_free(&(*start..start + word.len()));
            starts.into_iter().filter(is_free).collect()
        };
        let mut in_source = free(places_apart(word, source_text), &source_taken);
        let mut in_target = free(places_apart(word, text), &target_taken);
        if kept
            .iter()
            .any(|one| in_source.binary_search(&one.range.start).is_err())
        {
            // It is a part of a word.
            in_source = free(places(word, source_text).collect(), &source_taken);
            in_target = free(places(word, text).collect(), &target_taken);
        }
        let chosen = choose(&kept, &in_source, &in_target, alignment, &links);
        for (one, chosen) in kept.iter().zip(chosen) {
            source_taken.take(&one.range);
            if let Some(at) = chosen {
                let range = at..at + word.len();
                target_taken.take(&range);
                found.push((range, one.unit, one.node));
            }
        }
    }
    found.sort_by_key(|(range, _, _)| range.start);
    found
}

/// For each of some with the same text the one of its places in the translation: the one that the
/// alignment links with it, or else that which comes at the same number.
fn choose(
    kept: &[Kept],
    in_source: &[usize],
    in_target: &[usize],
    alignment: Option<&Alignment>,
    links: &[Vec<(usize, f32)>],
) -> Vec<Option<usize>> {
    let length = kept.first().map_or(0, |one| one.range.len());
    let mut linked: Vec<(f32, usize, usize)> = Vec::new();
    for (index, one) in kept.iter().enumerate() {
        let Some(alignment) = alignment else {
            break;
        };
        let tokens = alignment.source_tokens();
        let first = tokens.partition_point(|token| token.end <= one.range.start);
        let end = tokens.partition_point(|token| token.start < one.range.end);
        for &(target, weight) in links.get(first..end).unwrap_or_default().iter().flatten() {
            let Some(token) = alignment.target_tokens().get(target) else {
                continue;
            };
            let place = in_target.partition_point(|at| at + length <= token.start);
            if in_target.get(place).is_some_and(|&at| at < token.end) {
                linked.push((weight, index, place));
            }
        }
    }
    linked.sort_by(|one, other| {
        let order = other.0.total_cmp(&one.0);
        order.then((one.1, one.2).cmp(&(other.1, other.2)))
    });
    let mut chosen: Vec<Option<usize>> = vec![None; kept.len()];
    let mut is_taken = vec![false; in_target.len()];
    for (_, index, place) in linked {
        if chosen[index].is_none() && !is_taken[place] {
            chosen[index] = in_target.get(place).copied();
            is_taken[place] = true;
        }
    }
    let is_same = in_source.len() == in_target.len();
    for (index, one) in kept.iter().enumerate() {
        // The same words may stand there without being kept.
        let place = match in_source.binary_search(&one.range.start) {
            Ok(place) if is_same => place,
            _ => index,
        };
        if chosen[index].is_none() && is_taken.get(place) == Some(&false) {
            chosen[index] = in_target.get(place).copied();
            is_taken[place] = true;
        }
    }
    chosen
}

/// For each token of the source the tokens of the translation that it is linked with.
fn links_by_source(alignment: &Alignment) -> Vec<Vec<(usize, f32)>> {
    let mut links = vec![Vec::new(); alignment.source_tokens().len()];
    for target in 0..alignment.target_tokens().len() {
        for link in alignment.links(target) {
            if let Some(links) = links.get_mut(link.source) {
                links.push((target, link.weight));
            }
        }
    }
    links
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
