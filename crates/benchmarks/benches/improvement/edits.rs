//! What changes a sentence into another, as edits that can be compared.

use std::collections::BTreeSet;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The changes of a sentence that make another of it, each from a piece to another and what stands there afterwards. Words are compared as a whole, marks and spaces one by one; in
/// Chinese and Japanese, which write no spaces, letters are.
pub(crate) fn changes(before: &str, after: &str) -> BTreeSet<(usize, usize, String)> {
    let (before, after) = (pieces(before), pieces(after));
    let mut changes = BTreeSet::new();
    for operation in capture_diff_slices(Algorithm::Myers, &before, &after) {
        let (old, new) = (operation.old_range(), operation.new_range());
        let mut add = |old: Range<usize>, new: Range<usize>| {
            let text = after.get(new).unwrap_or_default().concat();
            changes.insert((old.start, old.end, text));
        };
        match operation {
            DiffOp::Equal { .. } => {}
            // As many pieces as before are changed one by one.
            DiffOp::Replace {
                old_len, new_len, ..
            } if old_len == new_len => {
                for (one, other) in old.zip(new) {
                    add(one..one + 1, other..other + 1);
                }
            }
            _ => add(old, new),
        }
    }
    changes
}

/// The words, marks and spaces of a sentence. All spaces between words are the same: which of them a language sets before
/// a mark is a matter of taste.
fn pieces(sentence: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut joins = false;
    for letter in sentence.chars() {
        let is_of_word = letter.is_alphanumeric() && !is_ideographic(letter);
        let letter = if matches!(letter, '\u{a0}' | '\u{202f}') {
            ' '
        } else {
            letter
        };
        match pieces.last_mut() {
            Some(last) if joins && is_of_word => last.push(letter),
            _ => pieces.push(letter.to_string()),
        }
        joins = is_of_word;
    }
    pieces
}

fn is_ideographic(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff66}'..='\u{ff9f}')
}
