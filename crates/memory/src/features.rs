//! What an index files segments under, so that similar ones are found without comparing all.

use std::ops::RangeInclusive;

use crate::hashing::StableHash;
use crate::key::MatchKey;
use crate::similarity::BEST_FUZZY;

/// Stands before and after the symbols of a key.
const BORDER: u32 = 0x11_0002;

/// Keys up to this length are also filed under shorter pieces, of which an edit leaves more intact.
const SHORT: usize = 24;

/// How many features a key has at most.
const MOST_FEATURES: usize = 64;

/// What a segment is filed under in an index, and what a text is looked up by: hashes of pieces
/// that similar texts have in common. Ascending, each once, the same in every version.
///
/// The pieces are runs of four symbols, in short keys also of three, and where there are no blanks
/// between words and many characters (Chinese, Japanese) one shorter; and where two words meet, the
/// blank with three symbols on each side, which few segments have in common by chance. Of a long
/// key only those with the smallest hashes are taken, at most 64, so that they are chosen alike in
/// similar keys (a bottom-*k* sketch: Cohen and Kaplan, 2007).
#[must_use]
pub fn features(key: &MatchKey) -> Vec<u32> {
    let mut padded = Vec::with_capacity(key.fuzzy_len() + 2);
    padded.push(BORDER);
    padded.extend_from_slice(key.symbols());
    padded.push(BORDER);
    if key.fuzzy_len() == 0 {
        return Vec::new();
    }
    let mut found = Vec::with_capacity(padded.len() * 2);
    for start in 0..padded.len() {
        let rest = padded.get(start..).unwrap_or_default();
        let long = if rest.iter().take(3).any(|symbol| is_dense(*symbol)) {
            3
        } else {
            4
        };
        let lengths = if key.fuzzy_len() <= SHORT {
            long - 1..=long
        } else {
            long..=long
        };
        found.extend(
            lengths
                .filter_map(|length| rest.get(..length))
                .map(hash_of_piece),
        );
    }
    found.extend(seams(&padded).map(hash_of_piece));
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_FEATURES);
    found
}

/// Where two words meet, with three symbols of each.
fn seams(padded: &[u32]) -> impl Iterator<Item = &[u32]> {
    padded
        .windows(7)
        .filter(|window| window.get(3) == Some(&u32::from(' ')))
}

fn hash_of_piece(piece: &[u32]) -> u32 {
    let mut hash = StableHash::new();
    for symbol in piece {
        hash.write(&symbol.to_le_bytes());
    }
    let hash = hash.finish();
    // The upper half of a mixed hash is as good as the lower.
    u32::try_from(hash >> 32).unwrap_or_default()
}

/// Whether a symbol is of a script with thousands of characters.
const fn is_dense(symbol: u32) -> bool {
    matches!(symbol, 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff)
}

/// How much of an index one look-up may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookupBudget {
    /// Postings (entries of segments under features) in all.
    pub postings: u64,
    /// Features.
    pub features: usize,
    /// Segments that are compared.
    pub candidates: usize,
}

impl Default for LookupBudget {
    fn default() -> Self {
        Self {
            postings: 60_000,
            features: 32,
            candidates: 128,
        }
    }
}

/// Which features of a text to look up, rarest first, given how many segments are filed under each.
///
/// The rarest tell most and cost least. There are never more than needed: as many pieces as
/// `threshold` (per cent) allows edits to destroy, and one. The postings of all of them stay within
/// the budget, but the rarest feature that occurs at all is always looked up, unless it alone is
/// beyond it.
#[must_use]
pub fn plan(frequencies: &[(u32, u64)], threshold: u8, budget: LookupBudget) -> Vec<u32> {
    let mut rarest: Vec<(u64, u32)> = frequencies
        .iter()
        .filter(|(_, frequency)| *frequency > 0)
        .map(|(feature, frequency)| (*frequency, *feature))
        .collect();
    rarest.sort_unstable();
    let needed = needed(frequencies.len(), threshold).min(budget.features);
    let mut left = budget.postings;
    rarest
        .into_iter()
        .map_while(|(frequency, feature)| {
            left = left.checked_sub(frequency)?;
            Some(feature)
        })
        .take(needed)
        .collect()
}

/// How many features tell enough: one more than edits can destroy within the threshold.
fn needed(features: usize, threshold: u8) -> usize {
    // Above the scores of words that differ all features are alike, and some are enough to rank.
    if threshold > BEST_FUZZY {
        return features.min(8);
    }
    let edits = features * (100 - usize::from(threshold)) / 100 + 1;
    // A symbol is in four runs and, near a blank, in two seams.
    (edits * 6 + 1).min(features)
}

/// The numbers of symbols ([`MatchKey::fuzzy_len`]) that a segment must have to reach `threshold`
/// per cent with a text of `length` symbols.
#[must_use]
pub fn length_bounds(length: usize, threshold: u8) -> RangeInclusive<usize> {
    let threshold = usize::from(threshold.min(100));
    if threshold > usize::from(BEST_FUZZY) {
        return length..=length;
    }
    // The similarity is at most that of the lengths, and half a per cent is rounded up.
    let doubled = (2 * threshold).saturating_sub(1);
    if doubled == 0 {
        return 0..=usize::MAX;
    }
    let shortest = length.saturating_mul(doubled).div_ceil(200);
    shortest..=length.saturating_mul(200) / doubled
}
