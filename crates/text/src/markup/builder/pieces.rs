//! A text that comes in pieces.

use super::super::document::{Document, EndTag, Node, Original, Verbatim};
use super::super::pieces::{MarkupPiece, is_unseen};
use super::Builder;
use crate::markup::{MAX_DEPTH, MarkupOptions, MarkupVersion};

/// Puts pieces together. Ends of nothing are left out, and what is open at the end is closed there.
pub(in super::super) fn build_from_pieces<'text>(
    pieces: impl IntoIterator<Item = MarkupPiece<'text>>,
) -> Document<'static> {
    let options = MarkupOptions::xml(MarkupVersion::V1);
    let mut builder = Builder::new("", &options);
    let mut open = Vec::new();
    for piece in pieces {
        match piece {
            MarkupPiece::Text(text) => builder.add_seen(text),
            MarkupPiece::Mark(code) => builder.add_code(Original::Code(code)),
            MarkupPiece::Start(code) => {
                builder.start_passed = true;
                let element = builder.begin_element(Original::Code(code));
                if open.len() >= MAX_DEPTH {
                    // Closed where it is opened.
                    builder.end_element(element, EndTag::Code);
                    open.push(None);
                } else {
                    open.push(Some(element));
                }
            }
            MarkupPiece::End => {
                if let Some(Some(element)) = open.pop() {
                    builder.end_element(element, EndTag::Code);
                    builder.end_passed = true;
                }
            }
        }
    }
    while let Some(innermost) = open.pop() {
        if let Some(element) = innermost {
            builder.end_element(element, EndTag::Code);
        }
    }
    builder.finish()
}

impl Builder<'_, '_> {
    /// Adds text, the characters that nobody sees as markup: no engine has to see them.
    fn add_seen(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(is_unseen) {
            let (before, from) = rest.split_at(at);
            if !before.is_empty() {
                self.add_decoded(before);
            }
            let mut characters = from.chars();
            if let Some(unseen) = characters.next() {
                self.add_code(Original::Character(unseen));
            }
            rest = characters.as_str();
        }
        if !rest.is_empty() {
            self.add_decoded(rest);
        }
    }

    /// Adds something without text, which parts words.
    fn add_code(&mut self, original: Original) {
        self.start_passed = true;
        self.end_passed = true;
        self.push_node(Node::Point(Verbatim {
            original,
            missing: None,
            is_visible: true,
        }));
    }
}
