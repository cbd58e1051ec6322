//! A text in pieces that are read one by one.

use std::ops::Range;

/// The longest piece, in bytes: some rules take more time per byte the longer a text is.
const LONGEST: usize = 4096;

/// A text in paragraphs, without a byte left out. A line that goes on in small letters on the next one is one with it.
pub(crate) fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        match blocks.last_mut() {
            Some(last) if goes_on(text.get(last.clone()).unwrap_or_default(), line) => {
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

fn goes_on(before: &str, line: &str) -> bool {
    let before = before.trim_end_matches(['\n', '\r']);
    !before.trim().is_empty()
        && !before.ends_with(['.', '!', '?', ':'])
        && line.starts_with(char::is_lowercase)
}

/// A paragraph in pieces of at most [`LONGEST`] bytes, cut at the end of a sentence or else of a word.
fn pieces(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = block.start;
    while block.end - start > LONGEST {
        let window = text.get(start..text.floor_char_boundary(start + LONGEST));
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
            assert!(parts.iter().all(|part| part.len() <= LONGEST));
            assert_eq!(parts.concat(), text);
        }
    }
}
