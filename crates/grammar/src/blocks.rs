//! Splits a text into blocks that are checked one by one.

use std::ops::Range;

/// The maximum length of a block, in bytes: the time of some rules grows faster than the length of the text.
const MAX_LENGTH: usize = 4096;

/// Splits a text into paragraphs that cover all its bytes. A line that the next one continues in lower case is part of
/// the same paragraph.
pub(crate) fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        match blocks.last_mut() {
            Some(last) if continues(text.get(last.clone()).unwrap_or_default(), line) => {
                last.end = range.end;
            }
            _ => blocks.push(range),
        }
    }
    blocks
        .into_iter()
        .flat_map(|block| pieces(text, block))
        .collect()
}

fn continues(before: &str, line: &str) -> bool {
    let before = before.trim_end_matches(['\n', '\r']);
    !before.trim().is_empty()
        && !before.ends_with(['.', '!', '?', ':'])
        && line.starts_with(char::is_lowercase)
}

/// Splits a paragraph into pieces of at most [`MAX_LENGTH`] bytes, at the ends of sentences if possible, otherwise at the
/// ends of words.
fn pieces(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = block.start;
    while block.end - start > MAX_LENGTH {
        let window = text.get(start..text.floor_char_boundary(start + MAX_LENGTH));
        let window = window.unwrap_or_default();
        let cut = window.rfind(". ").map(|at| at + 2);
        let cut = cut.or_else(|| window.rfind(' ').map(|at| at + 1));
        let cut = cut.unwrap_or(window.len()).max(1);
        let end = text.ceil_char_boundary(start + cut).min(block.end);
        pieces.push(start..end);
        start = end;
    }
    pieces.push(start..block.end);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        blocks(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn a_sentence_that_goes_on_on_the_next_line_is_one_piece() {
        assert_eq!(
            parts("This goes\non here.\nThis does\n\nnot.\n- a\n"),
            [
                "This goes\non here.\n",
                "This does\n",
                "\n",
                "not.\n",
                "- a\n"
            ]
        );
    }

    #[test]
    fn long_paragraphs_are_cut_between_sentences_and_nothing_is_lost() {
        for text in [
            "This is a sentence. ".repeat(900),
            "é".repeat(9000),
            "a b".repeat(5000),
        ] {
            let parts = parts(&text);
            assert!(parts.iter().all(|part| part.len() <= MAX_LENGTH));
            assert_eq!(parts.concat(), text);
        }
    }
}
