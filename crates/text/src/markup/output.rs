//! Where markup and text are written to.

use super::MarkupSyntax;
use super::pieces::MarkupPiece;
use super::references::{is_xml_character, write_character_data, write_escaped};

/// What takes a text with its markup, from left to right.
pub(super) trait Output {
    /// Markup as the source has it.
    fn source(&mut self, markup: &str);

    /// Text as one reads it.
    fn text(&mut self, text: &str, in_character_data: bool);

    /// A code of a text that came in pieces, or the end of a stretch.
    fn piece(&mut self, piece: MarkupPiece<'_>);
}

/// Markup as a string.
pub(super) struct MarkupString {
    syntax: MarkupSyntax,
    pub(super) written: String,
}

impl MarkupString {
    pub(super) fn new(syntax: MarkupSyntax, capacity: usize) -> Self {
        Self {
            syntax,
            written: String::with_capacity(capacity),
        }
    }
}

impl Output for MarkupString {
    fn source(&mut self, markup: &str) {
        self.written.push_str(markup);
    }

    fn text(&mut self, text: &str, in_character_data: bool) {
        if in_character_data {
            write_character_data(text, &mut self.written);
        } else {
            write_escaped(self.syntax, text, &mut self.written);
        }
    }

    /// A source has no codes, but nothing of a text is lost.
    fn piece(&mut self, piece: MarkupPiece<'_>) {
        if let MarkupPiece::Text(text) = piece {
            self.text(text, false);
        }
    }
}

/// Pieces for whoever wants them.
pub(super) struct Pieces<F>(pub(super) F);

impl<F: FnMut(MarkupPiece<'_>)> Output for Pieces<F> {
    /// Pieces have no source.
    fn source(&mut self, _: &str) {}

    fn text(&mut self, text: &str, _: bool) {
        let parts = text.split(|character: char| !is_xml_character(character));
        for part in parts.filter(|part| !part.is_empty()) {
            (self.0)(MarkupPiece::Text(part));
        }
    }

    fn piece(&mut self, piece: MarkupPiece<'_>) {
        (self.0)(piece);
    }
}
