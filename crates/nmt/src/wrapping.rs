//! Where an over-long segment is cut.

use std::ops::Range;

/// The most tokens of one source, the end of sentence included: what the models were trained for.
pub const MAX_SOURCE_TOKENS: usize = 128;

/// The most pieces of one source.
const MAX_PIECES: usize = MAX_SOURCE_TOKENS - 1;

/// How good a place to cut is; the order is the preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Boundary {
    InsideWord,
    BetweenWords,
    Comma,
    Clause,
}

/// Cuts pieces (byte ranges of `text`) into stretches of at most [`MAX_PIECES`].
///
/// A cut goes behind the strongest mark in the second half of a stretch: the end of a clause,
/// else a comma, else any space; inside a word only if there is nothing else.
pub(crate) fn wrap(text: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let mut start = 0;
    while pieces.len() - start > MAX_PIECES {
        let window = start + MAX_PIECES / 2..start + MAX_PIECES;
        let cut = window
            .map(|last| (boundary_behind(text, pieces, last), last + 1))
            .max()
            .map_or(start + MAX_PIECES, |(_, cut)| cut);
        stretches.push(start..cut);
        start = cut;
    }
    if start < pieces.len() {
        stretches.push(start..pieces.len());
    }
    stretches
}

fn boundary_behind(text: &str, pieces: &[Range<usize>], last: usize) -> Boundary {
    let surface = |index: usize| pieces.get(index).and_then(|range| text.get(range.clone()));
    let next = surface(last + 1).unwrap_or_default();
    let spaced = next.starts_with(char::is_whitespace);
    match surface(last)
        .unwrap_or_default()
        .trim_end()
        .chars()
        .next_back()
    {
        Some('。' | '！' | '？' | '；' | '：') => Boundary::Clause,
        Some('、' | '，') => Boundary::Comma,
        Some('.' | '!' | '?' | ';' | ':' | '…' | '—' | '–') if spaced => Boundary::Clause,
        Some(',' | ')' | '،') if spaced => Boundary::Comma,
        _ if spaced => Boundary::BetweenWords,
        _ => Boundary::InsideWord,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{MAX_PIECES, wrap};

    /// A piece per word, with the space before it.
    fn words(text: &str) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        starts.insert(0, 0);
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts
            .iter()
            .zip(ends)
            .map(|(start, end)| *start..end)
            .collect()
    }

    #[test]
    fn what_is_short_stays_whole() {
        let text = "one two three";
        assert_eq!(wrap(text, &words(text)), vec![0..3]);
        assert_eq!(wrap("", &[]), Vec::<Range<usize>>::new());
    }

    #[test]
    fn a_cut_goes_behind_the_strongest_mark() {
        let text = format!(
            "{}b; {}c, {}",
            "a ".repeat(70),
            "a ".repeat(30),
            "a ".repeat(100)
        );
        let pieces = words(text.trim_end());
        assert_eq!(wrap(text.trim_end(), &pieces)[0], 0..71);
    }

    #[test]
    fn without_a_mark_the_cut_is_as_late_as_a_space_allows() {
        let text = "a ".repeat(200);
        let pieces = words(text.trim_end());
        assert_eq!(
            wrap(text.trim_end(), &pieces),
            [0..MAX_PIECES, MAX_PIECES..200]
        );
    }

    #[test]
    fn a_word_without_end_is_cut_all_the_same() {
        let text = "x".repeat(1000);
        let pieces: Vec<_> = (0..1000).map(|at| at..at + 1).collect();
        let stretches = wrap(&text, &pieces);
        assert!(stretches.iter().all(|stretch| stretch.len() <= MAX_PIECES));
        assert_eq!(stretches.iter().map(Range::len).sum::<usize>(), 1000);
    }
}
