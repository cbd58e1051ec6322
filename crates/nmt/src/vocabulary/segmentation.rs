//! The best way to cut a normalised text into pieces.
//!
//! Each piece has a score, the logarithm of its probability. A segmentation is as good as the sum of the scores; the best one is found
//! from left to right by keeping the best way to reach each place (A. Viterbi, 1967). Source of the model: T. Kudo, "Subword
//! Regularization" (2018).
//!
//! Sums are taken in single precision and from the left, as in the reference implementation, because among ways of nearly the same
//! score the rounding decides.

use super::TokenId;
use super::trie::Trie;

/// How much less likely than the least likely piece an unknown character is.
const UNKNOWN_PENALTY: f32 = 10.0;

/// No way leads here yet.
const UNREACHED: u32 = u32::MAX;

/// One stretch of a segmentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) id: TokenId,
    /// Where it begins and ends in the normalised text, in bytes.
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The best way to a place: its score, and its last piece.
#[derive(Debug, Clone, Copy)]
struct Way {
    score: f32,
    /// Where the last piece begins; where it ends after the links have been turned round.
    link: u32,
    id: TokenId,
}

/// Cuts texts into the likeliest pieces.
#[derive(Clone)]
pub(super) struct Segmenter {
    trie: Trie,
    /// The score of each piece by its number.
    scores: Vec<f32>,
    unknown: TokenId,
    unknown_score: f32,
}

/// A piece that can be in a segmentation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// The score of the file, `None` for a piece that the user defined.
    pub(super) score: Option<f32>,
    pub(super) length: usize,
}

impl Segmenter {
    /// Builds it from a trie of the pieces that may be produced, and all pieces by number (`None` for those that may not).
    pub(super) fn new(trie: Trie, pieces: &[Option<Candidate>], unknown: TokenId) -> Self {
        let scores = pieces.iter().flatten().filter_map(|piece| piece.score);
        let least = scores.fold(f32::MAX, f32::min);
        Self {
            trie,
            scores: pieces
                .iter()
                .map(|piece| piece.map_or(0.0, Candidate::value))
                .collect(),
            unknown,
            unknown_score: least - UNKNOWN_PENALTY,
        }
    }

    /// The number of the piece with exactly this text, if it may be produced.
    pub(super) fn id(&self, piece: &str) -> Option<TokenId> {
        self.trie.get(piece.as_bytes())
    }

    /// The best segmentation of a text of less than 4 GiB.
    pub(super) fn segment(&self, text: &str) -> Segmentation {
        let mut ways = vec![
            Way {
                score: 0.0,
                link: UNREACHED,
                id: self.unknown,
            };
            text.len().saturating_add(1)
        ];
        let bytes = text.as_bytes();
        let mut start = 0_usize;
        while let Some((rest, character)) = bytes
            .get(start..)
            .and_then(|rest| Some((rest, width(*rest.first()?).min(rest.len()))))
        {
            self.extend(&mut ways, start, rest, character);
            start = start.saturating_add(character);
        }
        turn_round(&mut ways);
        Segmentation { ways, position: 0 }
    }

    /// Extends the best way to `start` by every piece that the rest of the text begins with, or by the first character alone as unknown
    /// if it is no piece.
    #[inline]
    fn extend(&self, ways: &mut [Way], start: usize, rest: &[u8], character: usize) {
        let Some((way, after)) = ways
            .get_mut(start..)
            .and_then(|ways| ways.split_first_mut())
        else {
            return;
        };
        let score = way.score;
        let link = u32::try_from(start).unwrap_or(UNREACHED);
        let mut node = self.trie.root();
        let mut known = false;
        for (index, (&byte, target)) in rest.iter().zip(after.iter_mut()).enumerate() {
            let Some((next, value)) = self.trie.step(node, byte) else {
                break;
            };
            node = next;
            let Some(id) = value else { continue };
            let piece = self.scores.get(id as usize).copied().unwrap_or(0.0);
            let candidate = piece + score;
            if target.link == UNREACHED || candidate > target.score {
                *target = Way {
                    score: candidate,
                    link,
                    id,
                };
            }
            known |= index.saturating_add(1) == character;
        }
        if known {
            return;
        }
        let candidate = self.unknown_score + score;
        if let Some(target) = after.get_mut(character.saturating_sub(1))
            && (target.link == UNREACHED || candidate > target.score)
        {
            *target = Way {
                score: candidate,
                link,
                id: self.unknown,
            };
        }
    }
}

impl Candidate {
    /// The score that counts. That of what the user defined is far above all others, which are logarithms of probabilities, and such
    /// that one long symbol is better than two short ones. (Release 0.2.3 of the reference implementation; in older ones each had -0.1.)
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Pieces are short; it is to be rounded.
    fn value(self) -> f32 {
        self.score
            .unwrap_or_else(|| (self.length.saturating_sub(1) as f64 * 0.1) as f32)
    }
}

/// How many bytes the character has that begins with this one.
#[inline]
fn width(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

/// Makes the links of the best way, which lead from the end to the start, lead from the start to the end.
fn turn_round(ways: &mut [Way]) {
    let Some(mut at) = ways.len().checked_sub(1) else {
        return;
    };
    let Some(mut way) = ways.get(at).copied() else {
        return;
    };
    while at > 0 {
        let start = way.link as usize;
        let end = u32::try_from(at).unwrap_or(UNREACHED);
        let Some(target) = ways.get_mut(start).filter(|_| start < at) else {
            return;
        };
        let previous = *target;
        target.link = end;
        target.id = way.id;
        way = previous;
        at = start;
    }
}

/// The stretches of a segmentation from left to right.
pub(super) struct Segmentation {
    ways: Vec<Way>,
    position: u32,
}

impl Iterator for Segmentation {
    type Item = Stretch;

    #[inline]
    fn next(&mut self) -> Option<Stretch> {
        let start = self.position;
        let way = self.ways.get(start as usize)?;
        if way.link <= start || way.link == UNREACHED {
            return None;
        }
        self.position = way.link;
        Some(Stretch {
            id: way.id,
            start,
            end: way.link,
        })
    }
}
