//! Sections of character data.

use dragoman_html::{Attributes, CDATA_START, Element as Traits, Kind, Syntax, Tokenizer};

use super::super::document::EndTag;
use super::{Builder, Content, StartTag};
use crate::markup::{MAX_DEPTH, MarkupSyntax};

impl<'source> Builder<'source, '_> {
    /// A section of character data: an element without name, whose content is text or HTML.
    pub(super) fn add_character_data(
        &mut self,
        raw: &'source str,
        content: &'source str,
        missing: &'static str,
    ) {
        let end = self.position + raw.len();
        if let Some(copy) = &mut self.copy {
            copy.see(content);
            copy.tail = Some((end, missing.to_owned()));
            self.position = end;
            return;
        }
        if matches!(self.content(), Some(Content::Fixed(_))) || self.open.len() >= MAX_DEPTH {
            self.add_point(raw.len(), missing.to_owned(), true, false);
            self.position = end;
            return;
        }
        let tag = StartTag {
            raw: raw.get(..CDATA_START.len()).unwrap_or_default(),
            name: "",
            traits: Traits::default(),
            attributes: Attributes::new("", self.position),
            is_empty: false,
            is_structural: false,
            translate: None,
        };
        let element = self.add_element(&tag);
        let depth = self.open.len();
        self.push_open(&tag, Content::Translated(element));
        if let Some(open) = self.open.last_mut() {
            open.is_character_data = true;
            // Nothing inside ends an element around it.
            open.barrier = Some(depth);
        }
        self.position += CDATA_START.len();
        let content_end = self.position + content.len();
        let tokens = Tokenizer::new_at(Syntax::Html, content, self.position);
        let has_tags = tokens
            .clone()
            .any(|token| !matches!(token.kind, Kind::Text | Kind::Unfinished));
        if has_tags {
            self.syntax = MarkupSyntax::Html;
            tokens.for_each(|token| self.add(token));
            self.close_down_to(depth + 1, content_end, false);
            self.syntax = MarkupSyntax::Xml;
        } else if !content.is_empty() {
            if let Some(element) = self.document.elements.get_mut(element) {
                element.is_character_data = true;
            }
            self.add_text(content);
        }
        self.open.truncate(depth);
        let end_tag = if missing.is_empty() {
            EndTag::Source(content_end..end)
        } else {
            EndTag::Written(missing.to_owned())
        };
        self.end_element(element, end_tag);
        self.position = end;
    }
}
