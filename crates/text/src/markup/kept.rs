//! What is kept, in a translation.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::SegmentTranslation;

use super::document::NodeId;
use super::sentences::MarkedSentence;
use super::tree::{Item, Tree};
use super::units::{Unit, add_units};

/// The unit of the translation, that of the source, and the node if it is markup.
pub(super) type KeptUnit = (usize, usize, Option<NodeId>);

/// The units of a translation, and of those that are kept the units of the source and the nodes of
/// those that are markup. Markup that is kept but not there becomes markup without text.
pub(super) fn target_units(
    sentence: &MarkedSentence,
    tree: &mut Tree,
    translation: &SegmentTranslation,
) -> (Vec<Unit>, Vec<KeptUnit>) {
    let text = translation.text();
    let found = find_kept(sentence, tree, translation);
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

/// Where the translation holds what is kept: ranges in order, with units of the source and nodes.
fn find_kept(
    sentence: &MarkedSentence,
    tree: &Tree,
    translation: &SegmentTranslation,
) -> Vec<(Range<usize>, usize, Option<NodeId>)> {
    if tree.kept.is_empty() {
        return Vec::new();
    }
    let placeholders = sentence.placeholders();
    let mut places: Vec<Option<&Range<usize>>> = vec![None; placeholders.len()];
    let copies = translation.placeholders(sentence.segment());
    for copy in copies.iter() {
        let place = copy.placeholder.and_then(|index| places.get_mut(index));
        if let Some(place) = place {
            *place = Some(&copy.range);
        }
    }
    let place_of = |unit: &Unit| {
        let squeezed = |offset: usize| sentence.squeezed.squeezed(offset);
        let range = squeezed(unit.range.start)..squeezed(unit.range.end);
        let index = placeholders.partition_point(|one| one.end <= range.start);
        let place = places.get(index).copied().flatten()?;
        // It may be a part of the placeholder.
        let offset = range.start.checked_sub(placeholders.get(index)?.start)?;
        let start = place.start.checked_add(offset)?;
        Some(start..start.checked_add(range.len())?)
            .filter(|part| !part.is_empty() && part.end <= place.end)
    };
    let found = tree.kept.iter().filter_map(|&(unit, node)| {
        let place = place_of(tree.units.get(unit)?)?;
        Some((place, unit, node))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(range, _, _)| range.start);
    found
}
