//! Markup around plain text, written.

use std::ops::Range;

use super::document::{Document, ElementId, EndTag, Node, NodeId, Verbatim};
use super::references::{write_character_data, write_escaped, write_value};

/// The result, while it grows.
pub(super) struct Writer<'document> {
    document: &'document Document<'document>,
    /// For each attribute to translate its new value, unless it stays.
    values: Vec<Option<String>>,
    pub(super) output: String,
    /// Whether white space is the last text of the output, or nothing. Tags are not looked at.
    pub(super) ends_in_space: bool,
    /// Whether text is written as it is.
    in_character_data: bool,
}

impl<'document> Writer<'document> {
    pub(super) fn new(
        document: &'document Document<'document>,
        values: Vec<Option<String>>,
        capacity: usize,
    ) -> Self {
        Self {
            document,
            values,
            output: String::with_capacity(capacity),
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
            self.write_source(&element.start_tag);
            self.in_character_data |= element.is_character_data;
        }
    }

    pub(super) fn write_end(&mut self, element: ElementId) {
        let document = self.document;
        if let Some(element) = document.elements.get(element) {
            self.output.push_str(match &element.end_tag {
                EndTag::Source(tag) => document.slice(tag),
                EndTag::Written(tag) => tag,
            });
            self.in_character_data &= !element.is_character_data;
        }
    }

    pub(super) fn write_verbatim(&mut self, verbatim: &Verbatim) {
        self.write_source(&verbatim.source);
        self.output
            .push_str(verbatim.missing.as_deref().unwrap_or_default());
        self.ends_in_space &= !verbatim.is_visible;
    }

    pub(super) fn write_text(&mut self, text: &str) {
        if self.in_character_data {
            write_character_data(text, &mut self.output);
        } else {
            write_escaped(self.document.syntax, text, &mut self.output);
        }
        if let Some(last) = text.chars().next_back() {
            self.ends_in_space = last.is_whitespace();
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
                    .push_str(document.slice(&(start..attribute.value.start)));
                let quote = attribute.quote.unwrap_or('"');
                let added = attribute.quote.is_none().then_some(quote);
                self.output.extend(added);
                write_value(value, quote, &mut self.output);
                self.output.extend(added);
                start = attribute.value.end;
            }
        }
        self.output.push_str(document.slice(&(start..range.end)));
    }
}
