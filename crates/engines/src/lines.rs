//! Long texts in pieces.

use dragoman_domain::Language;
use dragoman_text::{SentenceSplitting, segment};

/// The pieces of a text: whole lines of at most so many characters together, if no line is longer, and if it can be
/// whole paragraphs.
pub(crate) fn split(text: &str, most_characters: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut at, mut length) = (0, 0, 0);
    let mut paragraph_end = 0;
    for line in text.split_inclusive('\n') {
        let characters = line.chars().count();
        while length + characters > most_characters && at > start {
            let cut = if paragraph_end > start {
                paragraph_end
            } else {
                at
            };
            pieces.extend(text.get(start..cut));
            start = cut;
            length = text.get(start..at).unwrap_or_default().chars().count();
        }
        length += characters;
        at += line.len();
        if line.trim().is_empty() {
            paragraph_end = at;
        }
    }
    pieces.extend(text.get(start..));
    pieces
}

/// The pieces of a text as those of [`split`], but for lines that are too long: those are cut between sentences, so that
/// a piece has more characters only if a sentence has.
pub(crate) fn split_with_sentences(
    text: &str,
    language: Language,
    most_characters: usize,
) -> Vec<&str> {
    let pieces = split(text, most_characters).into_iter();
    pieces
        .flat_map(|piece| {
            if piece.chars().count() > most_characters {
                split_between_sentences(piece, language, most_characters)
            } else {
                vec![piece]
            }
        })
        .collect()
}

/// A line in pieces of whole sentences, each with the white space behind them.
fn split_between_sentences(line: &str, language: Language, most_characters: usize) -> Vec<&str> {
    let segmented = segment(line, language, SentenceSplitting::PunctuationAndNewlines);
    let starts = segmented.spans().iter().map(|span| span.start).skip(1);
    let mut pieces = Vec::new();
    let (mut start, mut at, mut length) = (0, 0, 0);
    for end in starts.chain([line.len()]) {
        let characters = line.get(at..end).unwrap_or_default().chars().count();
        if length + characters > most_characters && at > start {
            pieces.extend(line.get(start..at));
            start = at;
            length = 0;
        }
        length += characters;
        at = end;
    }
    pieces.extend(line.get(start..));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_split_between_sentences() {
        let english = "It rains. We stay at home, where it is dry.  They do not.\r\nShe leaves.";
        let chinese = "下雨了。我们待在家里，因为外面很冷。他们不在。";
        for (tag, text, most, expected) in [
            (
                "en",
                english,
                20,
                &[
                    "It rains. ",
                    "We stay at home, where it is dry.  ",
                    "They do not.\r\n",
                    "She leaves.",
                ][..],
            ),
            (
                "en",
                english,
                45,
                &[
                    "It rains. We stay at home, where it is dry.  ",
                    "They do not.\r\n",
                    "She leaves.",
                ],
            ),
            ("en", english, 100, &[english]),
            ("en", "- One. - Two.", 6, &["- One. ", "- Two."]),
            ("en", "1, 2, 3", 2, &["1, 2, 3"]),
            ("en", "", 2, &[""]),
            (
                "zh",
                chinese,
                16,
                &["下雨了。", "我们待在家里，因为外面很冷。", "他们不在。"],
            ),
        ] {
            let language = Language::parse(tag).unwrap();
            assert_eq!(
                split_with_sentences(text, language, most),
                expected,
                "{most}"
            );
            for most in 0..60 {
                let pieces = split_with_sentences(text, language, most);
                assert_eq!(pieces.concat(), text);
            }
        }
    }

    #[test]
    fn a_long_text_is_split_between_paragraphs_or_else_between_lines() {
        assert_eq!(split("", 5), [""]);
        assert_eq!(split("one two three", 5), ["one two three"]);
        assert_eq!(split("a\nb\n\nc\nd", 7), ["a\nb\n\n", "c\nd"]);
        assert_eq!(split("aaaa\nbbbb\ncc", 8), ["aaaa\n", "bbbb\ncc"]);
        let text = "first\nsecond\n\n\nthird line\n\nfourth";
        for most in 1..40 {
            let pieces = split(text, most);
            assert_eq!(pieces.concat(), text);
            let fits = |piece: &&str| piece.chars().count() <= most || piece.lines().count() == 1;
            assert!(pieces.iter().all(fits), "{most}: {pieces:?}");
        }
    }
}
