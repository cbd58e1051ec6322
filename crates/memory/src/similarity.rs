//! How much two texts resemble each other.

use rustc_hash::FxHashMap;

use crate::key::MatchKey;
use crate::tokens::TokenKind;

/// The longest key that is compared symbol by symbol; longer ones match only if all symbols are
/// equal. The time of a comparison grows with the product of the lengths.
const LONGEST: usize = 2_000;

/// The score of the same text.
const EXACT: u8 = 100;

/// The best score of texts that differ in more than values, white space and markup.
pub(crate) const BEST_FUZZY: u8 = 94;

/// How much a stored text resembles the one that is looked up, in per cent, if it is at least
/// `cutoff`.
///
/// * 100: the same text (form NFC, outer white space apart), to the case of the letters.
/// * 99: only numbers, inner white space or invisible characters differ.
/// * 98: placeholders differ too, such as `{name}` or an address.
/// * 97: inline tags differ too, but tags of the same shape stand at the same places.
/// * 95: inline tags are missing, added or at other places.
/// * up to 94: words differ. The score is then 1 − *d* ⁄ *n* in per cent, rounded to the nearest,
///   where *d* is the Levenshtein distance of the symbols (see [`MatchKey`]) and *n* the number of
///   symbols of the longer text; 94 if it would be more, so that a threshold of 95 never lets a
///   wrong word through. A difference in case only counts as a difference of words.
///
/// Keys of more than 2,000 symbols are below 95 unless only values differ: they are not
/// compared further.
#[must_use]
pub fn score(query: &MatchKey, candidate: &MatchKey, cutoff: u8) -> Option<u8> {
    let score = if query.exact_text() == candidate.exact_text() {
        EXACT
    } else if cutoff >= EXACT || query.fuzzy_len() == 0 || candidate.fuzzy_len() == 0 {
        return None;
    } else if query.symbols() == candidate.symbols() {
        value_score(query, candidate)
    } else if cutoff > BEST_FUZZY {
        return None;
    } else {
        fuzzy_score(query, candidate, cutoff)?
    };
    (score >= cutoff).then_some(score)
}

/// The score of two texts whose symbols are equal.
fn value_score(query: &MatchKey, candidate: &MatchKey) -> u8 {
    if query.cased_symbols() != candidate.cased_symbols() {
        return BEST_FUZZY;
    }
    let is_tag = |kind| matches!(kind, TokenKind::Tag(_));
    let is_placeholder = |kind| kind == TokenKind::Placeholder;
    let shapes =
        |key: &MatchKey| -> Vec<TokenKind> { key.spelled(is_tag).map(|(kind, _)| kind).collect() };
    if query.tag_places() != candidate.tag_places() || shapes(query) != shapes(candidate) {
        return 95;
    }
    if !query.spelled(is_tag).eq(candidate.spelled(is_tag)) {
        return 97;
    }
    if query
        .spelled(is_placeholder)
        .eq(candidate.spelled(is_placeholder))
    {
        99
    } else {
        98
    }
}

fn fuzzy_score(query: &MatchKey, candidate: &MatchKey, cutoff: u8) -> Option<u8> {
    let longest = query.fuzzy_len().max(candidate.fuzzy_len());
    if longest > LONGEST {
        return None;
    }
    let furthest = furthest_distance(longest, cutoff);
    if query.fuzzy_len().abs_diff(candidate.fuzzy_len()) > furthest {
        return None;
    }
    let distance = distance(query.symbols(), candidate.symbols(), furthest)?;
    // Rounded to the nearest in whole numbers.
    let doubled = (200 * (longest - distance.min(longest)) + longest) / (2 * longest);
    Some(u8::try_from(doubled).unwrap_or(BEST_FUZZY).min(BEST_FUZZY))
}

/// The largest distance whose similarity still rounds to the cutoff.
fn furthest_distance(longest: usize, cutoff: u8) -> usize {
    longest * (201 - 2 * usize::from(cutoff.min(100))) / 200
}

/// The Levenshtein distance of two sequences, if it is at most `furthest`.
///
/// Bit-parallel over the columns of the matrix of distances: Myers (1999), in the formulation of
/// Hyyrö (2003) with blocks of 64 rows.
fn distance(left: &[u32], right: &[u32], furthest: usize) -> Option<usize> {
    let (left, right) = without_common_ends(left, right);
    let (short, long) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    let distance = if short.is_empty() {
        long.len()
    } else {
        bit_parallel(&Pattern::new(short), short.len(), long, furthest)?
    };
    (distance <= furthest).then_some(distance)
}

fn without_common_ends<'a>(left: &'a [u32], right: &'a [u32]) -> (&'a [u32], &'a [u32]) {
    let start = left
        .iter()
        .zip(right)
        .take_while(|(one, other)| one == other)
        .count();
    let left = left.get(start..).unwrap_or_default();
    let right = right.get(start..).unwrap_or_default();
    let end = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    (
        left.get(..left.len() - end).unwrap_or_default(),
        right.get(..right.len() - end).unwrap_or_default(),
    )
}

/// Where each symbol stands in a sequence, as bits.
struct Pattern {
    blocks: usize,
    /// The masks of one symbol after those of another; first those of a symbol that does not occur.
    masks: Vec<u64>,
    ascii: [u16; 128],
    others: FxHashMap<u32, u16>,
}

impl Pattern {
    fn new(symbols: &[u32]) -> Self {
        let blocks = symbols.len().div_ceil(64);
        let mut pattern = Self {
            blocks,
            masks: vec![0; blocks],
            ascii: [0; 128],
            others: FxHashMap::default(),
        };
        let mut known = 0_u16;
        for (place, symbol) in symbols.iter().enumerate() {
            let slot = match usize::try_from(*symbol)
                .ok()
                .and_then(|index| pattern.ascii.get_mut(index))
            {
                Some(slot) => slot,
                None => pattern.others.entry(*symbol).or_default(),
            };
            if *slot == 0 {
                // No overflow: there are at most as many symbols as a key that is compared has.
                known = known.saturating_add(1);
                *slot = known;
                pattern.masks.resize(pattern.masks.len() + blocks, 0);
            }
            let first = usize::from(*slot) * blocks;
            if let Some(mask) = pattern.masks.get_mut(first + place / 64) {
                *mask |= 1 << (place % 64);
            }
        }
        pattern
    }

    fn masks(&self, symbol: u32) -> &[u64] {
        let slot = usize::try_from(symbol)
            .ok()
            .and_then(|index| self.ascii.get(index))
            .or_else(|| self.others.get(&symbol))
            .copied()
            .unwrap_or(0);
        let first = usize::from(slot) * self.blocks;
        self.masks
            .get(first..first + self.blocks)
            .unwrap_or_default()
    }
}

/// The vertical differences of 64 rows of a column, as bits.
#[derive(Clone, Copy)]
struct Block {
    up: u64,
    down: u64,
}

fn bit_parallel(pattern: &Pattern, rows: usize, text: &[u32], furthest: usize) -> Option<usize> {
    let mut column = vec![Block { up: !0, down: 0 }; pattern.blocks];
    let last_row = 1_u64 << ((rows - 1) % 64);
    let mut score = rows;
    for (index, symbol) in text.iter().enumerate() {
        let (mut carry_up, mut carry_down) = (1_u64, 0_u64);
        let (mut rises, mut falls) = (0_u64, 0_u64);
        for (block, mask) in column.iter_mut().zip(pattern.masks(*symbol)) {
            let vertical = mask | block.down;
            let mask = mask | carry_down;
            let diagonal = ((mask & block.up).wrapping_add(block.up) ^ block.up) | mask;
            rises = block.down | !(diagonal | block.up);
            falls = block.up & diagonal;
            let shifted_rises = (rises << 1) | carry_up;
            let shifted_falls = (falls << 1) | carry_down;
            block.up = shifted_falls | !(vertical | shifted_rises);
            block.down = shifted_rises & vertical;
            carry_up = rises >> 63;
            carry_down = falls >> 63;
        }
        score += usize::from(rises & last_row != 0);
        score -= usize::from(falls & last_row != 0);
        // Every further column lowers the distance by one at most.
        if score > furthest + (text.len() - index - 1) {
            return None;
        }
    }
    Some(score)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition, cell by cell.
    fn plain_distance(left: &[u32], right: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=right.len()).collect();
        for (i, one) in left.iter().enumerate() {
            let mut diagonal = i;
            row[0] = i + 1;
            for (j, other) in right.iter().enumerate() {
                let changed = diagonal + usize::from(one != other);
                diagonal = row[j + 1];
                row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
            }
        }
        row[right.len()]
    }

    proptest! {
        #[test]
        fn the_fast_distance_is_the_defined_one(
            left in prop::collection::vec(prop_oneof![97_u32..101, 19968_u32..19970], 0..200),
            right in prop::collection::vec(prop_oneof![97_u32..101, 19968_u32..19970], 0..200),
            furthest in 0_usize..220,
        ) {
            let expected = plain_distance(&left, &right);
            prop_assert_eq!(
                distance(&left, &right, furthest),
                (expected <= furthest).then_some(expected)
            );
        }
    }
}
