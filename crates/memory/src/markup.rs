//! Texts without their inline tags.

use crate::tokens::{TagShape, TokenKind, tokens};

/// A text without its inline tags, for those who want the words alone. A tag without content, such as `<br/>`, leaves a blank,
/// since it may stand between two words; others leave nothing.
#[must_use]
pub fn without_tags(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut position = 0;
    for token in tokens(text) {
        if let TokenKind::Tag(shape) = token.kind {
            words.push_str(text.get(position..token.range.start).unwrap_or_default());
            position = token.range.end;
            if shape == TagShape::Empty {
                words.push(' ');
            }
        }
    }
    words.push_str(text.get(position..).unwrap_or_default());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_left_out_and_what_only_looks_like_one_stays() {
        assert_eq!(without_tags("A <b>bo</b>ld<1/> move"), "A bold  move");
        assert_eq!(without_tags("one<br/>two"), "one two");
        assert_eq!(without_tags("a < b, {name} 5 %s"), "a < b, {name} 5 %s");
        assert_eq!(without_tags("<g id=\"1\"></g>"), "");
    }
}
