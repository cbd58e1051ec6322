//! What was changed in a text, word by word.

use similar::{ChangeTag, TextDiff};

/// A stretch of both texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// It is in both.
    Same(String),
    /// The one stands where the other stood; either may be empty.
    Changed { before: String, after: String },
}

/// The texts side by side. Blanks between two changed words belong to the change.
pub(crate) fn difference(before: &str, after: &str) -> Vec<Piece> {
    let diff = TextDiff::configure().diff_unicode_words(before, after);
    let mut pieces: Vec<Piece> = Vec::new();
    for change in diff.iter_all_changes() {
        let text = change.value();
        match (change.tag(), pieces.last_mut()) {
            (ChangeTag::Equal, Some(Piece::Same(same))) => same.push_str(text),
            (ChangeTag::Equal, _) => pieces.push(Piece::Same(text.to_owned())),
            (ChangeTag::Delete, Some(Piece::Changed { before, .. })) => before.push_str(text),
            (ChangeTag::Insert, Some(Piece::Changed { after, .. })) => after.push_str(text),
            (tag, _) => {
                let (mut before, mut after) = (String::new(), String::new());
                if tag == ChangeTag::Delete {
                    before.push_str(text);
                } else {
                    after.push_str(text);
                }
                pieces.push(Piece::Changed { before, after });
            }
        }
    }
    joined(pieces)
}

/// Joins changes with only blanks between them.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let last = joined.len();
        let is_follow_up = matches!(piece, Piece::Changed { .. })
            && matches!(joined.get(last.wrapping_sub(1)), Some(Piece::Same(blanks)) if is_blank(blanks))
            && matches!(
                joined.get(last.wrapping_sub(2)),
                Some(Piece::Changed { .. })
            );
        if is_follow_up
            && let Some(Piece::Same(blanks)) = joined.pop()
            && let Some(Piece::Changed { before, after }) = joined.last_mut()
            && let Piece::Changed {
                before: next_before,
                after: next_after,
            } = &piece
        {
            *before = format!("{before}{blanks}{next_before}");
            *after = format!("{after}{blanks}{next_after}");
        } else {
            joined.push(piece);
        }
    }
    joined
}

fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|character| character == ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str) -> String {
        difference(before, after)
            .into_iter()
            .map(|piece| match piece {
                Piece::Same(same) => same,
                Piece::Changed { before, after } => format!("[{before}|{after}]"),
            })
            .collect()
    }

    #[test]
    fn changes_are_words_and_neighbours_are_one_change() {
        assert_eq!(
            shown("I has an car.", "I have a car."),
            "I [has an|have a] car."
        );
        assert_eq!(shown("the the end", "the end"), "the [the |]end");
        assert_eq!(shown("same", "same"), "same");
        assert_eq!(shown("今天,好。", "今天，好。"), "今天[,|，]好。");
        assert_eq!(shown("", "new"), "[|new]");
    }
}
