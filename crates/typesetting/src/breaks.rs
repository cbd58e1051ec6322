//! Where lines may end.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

use crate::Hyphenation;
use crate::coverage::is_space;

/// A place where a line may end without a sign.
const SOFT_HYPHEN: char = '\u{AD}';

/// The most places at which a word is tried to be divided.
const MOST_PLACES: usize = 32;

/// A piece of text that stays in one line, unless it is divided at a hyphen, with the white space after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// What is seen.
    pub(crate) word: Range<usize>,
    /// The white space after it.
    pub(crate) space: Range<usize>,
    /// Where it may be divided by a hyphen, in order.
    pub(crate) hyphens: Vec<usize>,
    /// Whether the line ends after it, whatever room is left.
    pub(crate) ends_line: bool,
}

/// The pieces of a text, in order and without gaps.
pub(crate) fn pieces(text: &str, hyphenation: &[Hyphenation]) -> Vec<Piece> {
    let words: HashMap<&str, &[usize]> = hyphenation
        .iter()
        .map(|it| (it.word.as_str(), it.places.as_slice()))
        .collect();
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut soft = Vec::new();
    for end in segmenter().segment_str(text).skip(1) {
        let before = text.get(start..end).unwrap_or_default();
        if end < text.len() && before.ends_with(SOFT_HYPHEN) {
            soft.push(end);
            continue;
        }
        let seen = before.trim_end_matches(is_space);
        let word = start..start + seen.len();
        let mut hyphens = std::mem::take(&mut soft);
        hyphens.retain(|place| *place < word.end);
        if hyphens.is_empty() && !words.is_empty() {
            hyphens = divisions(seen, &words)
                .map(|place| word.start + place)
                .collect();
        }
        hyphens.truncate(MOST_PLACES);
        let space = word.end..end;
        let ends_line = text.get(space.clone()).is_some_and(has_line_break);
        pieces.push(Piece {
            word,
            space,
            hyphens,
            ends_line,
        });
        start = end;
    }
    pieces
}

/// Where a word may be divided, without regard to the punctuation around it.
fn divisions<'a>(
    seen: &'a str,
    words: &HashMap<&str, &'a [usize]>,
) -> impl Iterator<Item = usize> + use<'a> {
    let before = seen.len()
        - seen
            .trim_start_matches(|it: char| !it.is_alphanumeric())
            .len();
    let word = seen.trim_matches(|it: char| !it.is_alphanumeric());
    let places = words.get(word).copied().unwrap_or_default();
    let is_inside = move |place: &usize| *place > 0 && *place < word.len();
    let places = places.iter().copied().filter(is_inside);
    places
        .filter(move |place| word.is_char_boundary(*place))
        .map(move |place| before + place)
}

/// Whether white space ends a line.
fn has_line_break(space: &str) -> bool {
    let is_break = |it: char| {
        matches!(
            it,
            '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    space.contains(is_break)
}

fn segmenter() -> LineSegmenterBorrowed<'static> {
    static SEGMENTER: OnceLock<LineSegmenterBorrowed<'static>> = OnceLock::new();
    *SEGMENTER.get_or_init(|| LineSegmenter::new_lstm(LineBreakOptions::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let pieces = pieces(text, &[]);
        let whole: String = pieces
            .iter()
            .map(|it| &text[it.word.start..it.space.end])
            .collect();
        assert_eq!(whole, text);
        pieces.into_iter().map(|it| &text[it.word]).collect()
    }

    #[test]
    fn pieces_follow_the_rules_of_their_writing_system() {
        assert_eq!(
            words("a well-known (fact)."),
            ["a", "well-", "known", "(fact)."]
        );
        assert_eq!(words("100\u{A0}000\u{A0}€ x"), ["100\u{A0}000\u{A0}€", "x"]);
        assert_eq!(words("「日本」は。"), ["「日", "本」", "は。"]);
        assert_eq!(words("สวัสดีชาวโลก").len(), 3);
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn lines_end_where_the_text_says_so() {
        let pieces = pieces("a\nb \r\n\nc", &[]);
        let ends: Vec<bool> = pieces.iter().map(|it| it.ends_line).collect();
        assert_eq!(ends, [true, true, true, false]);
    }

    #[test]
    fn words_are_divided_at_soft_hyphens_and_where_they_were() {
        let hyphenation = Hyphenation {
            word: "Übersetzung".to_owned(),
            places: vec![0, 1, 6, 40],
        };
        let all = pieces("(Übersetzung), trans\u{AD}la\u{AD}tion", &[hyphenation]);
        assert_eq!(all[0].hyphens, [7]);
        let text = "(Übersetzung), trans\u{AD}la\u{AD}tion";
        assert_eq!(&text[all[1].word.start..all[1].hyphens[0]], "trans\u{AD}");
        assert_eq!(&text[all[1].hyphens[1]..], "tion");
        assert_eq!(all.len(), 2);
    }
}
