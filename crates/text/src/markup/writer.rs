//! Markup around plain text, written.

use std::ops::Range;

use super::document::{Document, ElementId, EndTag, Node, NodeId, Original, Verbatim};
use super::output::Output;
use super::pieces::MarkupPiece;
use super::references::write_value;

/// The result, while it grows.
pub(super) struct Writer<'document, O> {
    document: &'document Document<'document>,
    /// For each attribute to translate its new value, unless it stays.
    values: Vec<Option<String>>,
    output: O,
    /// Whether white space is the last text of the output, or nothing. Tags are not looked at.
    pub(super) ends_in_space: bool,
    /// Whether text is written as it is.
    in_character_data: bool,
}

impl<'document, O: Output> Writer<'document, O> {
    pub(super) const fn new(
        document: &'document Document<'document>,
        values: Vec<Option<String>>,
        output: O,
    ) -> Self {
        Self {
            document,
            values,
            output,
            ends_in_space: true,
            in_character_data: false,
        }
    }

    /// Writes a node as in the source. Of its text only this part.
    pub(super) fn write_node(&mut self, node: NodeId, part: &Range<usize>) {
        let document = self.document;
        match document.nodes.get(node) {
            Some(&Node::Start(element)) => self.write_start(element),
            Some(&Node::End(element)) => self.write_end(element),
            Some(Node::Text) => {
                let range = document.ranges.get(node).cloned().unwrap_or_default();
                let start = range.start.max(part.start);
                let end = range.end.min(part.end);
                if start < end {
                    self.write_text(document.text_of(start..end));
                }
            }
            Some(Node::Kept(verbatim) | Node::Point(verbatim)) => self.write_verbatim(verbatim),
            None => {}
        }
    }

    pub(super) fn write_start(&mut self, element: ElementId) {
        let document = self.document;
        if let Some(element) = document.elements.get(element) {
            self.write_original(&element.start_tag, MarkupPiece::Start);
            self.in_character_data |= element.is_character_data;
        }
    }

    pub(super) fn write_end(&mut self, element: ElementId) {
        let document = self.document;
        if let Some(element) = document.elements.get(element) {
            match &element.end_tag {
                EndTag::Source(tag) => self.output.source(document.slice(tag)),
                EndTag::Written(tag) => self.output.source(tag),
                EndTag::Code => self.output.piece(MarkupPiece::End),
            }
            self.in_character_data &= !element.is_character_data;
        }
    }

    pub(super) fn write_verbatim(&mut self, verbatim: &Verbatim) {
        self.write_original(&verbatim.original, MarkupPiece::Mark);
        if let Some(missing) = &verbatim.missing {
            self.output.source(missing);
        }
        self.ends_in_space &= !verbatim.is_visible;
    }

    pub(super) fn write_text(&mut self, text: &str) {
        self.output.text(text, self.in_character_data);
        if let Some(last) = text.chars().next_back() {
            self.ends_in_space = last.is_whitespace();
        }
    }

    /// Writes markup as it was; a code as that kind of piece.
    fn write_original(&mut self, original: &Original, piece: impl Fn(u32) -> MarkupPiece<'static>) {
        match original {
            Original::Source(range) => self.write_source(range),
            Original::Code(code) => self.output.piece(piece(*code)),
            Original::Character(character) => {
                let text = character.encode_utf8(&mut [0; 4]).to_owned();
                self.output.piece(MarkupPiece::Text(&text));
            }
        }
    }

    /// Writes a part of the source, but the values of attributes as they were translated.
    fn write_source(&mut self, range: &Range<usize>) {
        let document = self.document;
        let mut start = range.start;
        for index in document.attributes_in(range) {
            let attribute = document.attributes.get(index);
            let value = self.values.get(index).and_then(Option::as_ref);
            if let (Some(attribute), Some(value)) = (attribute, value) {
                self.output
                    .source(document.slice(&(start..attribute.value.start)));
                let quote = attribute.quote.unwrap_or('"');
                let mut written = String::with_capacity(value.len() + 2);
                let added = attribute.quote.is_none().then_some(quote);
                written.extend(added);
                write_value(value, quote, &mut written);
                written.extend(added);
                self.output.source(&written);
                start = attribute.value.end;
            }
        }
        self.output.source(document.slice(&(start..range.end)));
    }

    /// What everything was written to.
    pub(super) fn finish(self) -> O {
        self.output
    }
}
