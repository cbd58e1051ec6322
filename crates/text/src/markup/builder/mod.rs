//! From markup to plain text and what belongs around it.

mod copies;
mod pieces;
mod sections;

use std::ops::Range;

use dragoman_html::{
    Attributes, Element as Traits, Kind, Setting, Token, Tokenizer, decode_value, readable_values,
};

use copies::Copy;
pub(super) use pieces::build_from_pieces;

use super::document::{
    AttributeText, BLOCK_SEPARATOR, Block, Document, Element, ElementId, EndTag, Node, Original,
    Verbatim,
};
use super::outline::structural_elements;
use super::references::decode;
use super::wellformed::read_well_formed;
use super::words::{ends_in_directive, is_behind_note, is_note};
use super::{MAX_DEPTH, MarkupError, MarkupOptions, MarkupSyntax, MarkupVersion};
use crate::words::would_merge;

/// Where the markup stands.
const SETTING: Setting = Setting::Fragment;

/// Takes markup apart.
pub(super) fn build<'source>(
    source: &'source str,
    options: &MarkupOptions,
) -> Result<Document<'source>, MarkupError> {
    let options = &options.normalised();
    let mut builder = Builder::new(source, options);
    let tokens = Tokenizer::new(options.syntax.into(), source);
    match options.syntax {
        MarkupSyntax::Html => tokens.for_each(|token| builder.add(token)),
        MarkupSyntax::Xml => {
            let tokens = match options.version {
                MarkupVersion::V1 => tokens.collect(),
                MarkupVersion::V2 => read_well_formed(source, tokens)?,
            };
            builder.structural = structural_elements(&tokens, options).into_iter();
            tokens.into_iter().for_each(|token| builder.add(token));
        }
    }
    Ok(builder.finish())
}

/// What an open element does to its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Translated(ElementId),
    /// Copied, but for elements inside that want to be translated.
    Fixed(ElementId),
    /// Copied with the element itself.
    Copied,
}

/// An element whose end has not been seen.
struct Open<'source> {
    name: &'source str,
    /// What HTML says of it.
    traits: Traits,
    /// Where the start tag is.
    tag: Range<usize>,
    content: Content,
    is_structural: bool,
    is_character_data: bool,
    keeps_white_space: bool,
    /// The index of the innermost open element, up to this one, that is a block or may be ended by
    /// a start tag.
    barrier: Option<usize>,
}

/// What is known of a start tag.
struct StartTag<'source> {
    raw: &'source str,
    name: &'source str,
    traits: Traits,
    attributes: Attributes<'source>,
    is_empty: bool,
    is_structural: bool,
    translate: Option<bool>,
}

struct Builder<'source, 'options> {
    options: &'options MarkupOptions,
    /// That of the text being read: a section of character data may hold HTML.
    syntax: MarkupSyntax,
    /// Where the current token begins in the source.
    position: usize,
    document: Document<'source>,
    open: Vec<Open<'source>>,
    copy: Option<Copy>,
    /// For each start tag of XML to come whether it parts sentences.
    structural: std::vec::IntoIter<bool>,
    /// What is to come before the next text.
    block_ended: bool,
    start_passed: bool,
    end_passed: bool,
    /// Whether one of the tags passed is of a superscript or subscript.
    script_passed: bool,
    /// Where the current block began, whether it has anything visible, and how much is kept in it.
    block_start: usize,
    block_has_text: bool,
    block_keeps_white_space: bool,
    kept: usize,
}

impl<'source, 'options> Builder<'source, 'options> {
    fn new(source: &'source str, options: &'options MarkupOptions) -> Self {
        Self {
            options,
            syntax: options.syntax,
            position: 0,
            document: Document {
                source,
                syntax: options.syntax,
                text: String::with_capacity(source.len()),
                nodes: Vec::new(),
                ranges: Vec::new(),
                elements: Vec::new(),
                blocks: Vec::new(),
                spaces: Vec::new(),
                attributes: Vec::new(),
                characters: 0,
            },
            open: Vec::new(),
            copy: None,
            structural: Vec::new().into_iter(),
            block_ended: false,
            start_passed: false,
            end_passed: false,
            script_passed: false,
            block_start: 0,
            block_has_text: false,
            block_keeps_white_space: false,
            kept: 0,
        }
    }

    fn add(&mut self, token: Token<'source>) {
        self.position = token.start;
        let raw = token.raw;
        match token.kind {
            Kind::Text => self.add_text(raw),
            Kind::Unfinished => self.add_unfinished(raw),
            Kind::Start {
                name,
                element: traits,
                is_self_closing,
                translate,
            } => {
                let is_html = self.syntax == MarkupSyntax::Html;
                let tag = StartTag {
                    raw,
                    name,
                    traits,
                    attributes: token.attributes(),
                    is_empty: is_self_closing || (is_html && traits.is_void(SETTING)),
                    is_structural: self.is_structural(name, traits),
                    translate,
                };
                self.add_start(&tag);
            }
            Kind::End { name, element } => {
                self.position = token.range().end;
                self.add_end(name, element, token.start);
            }
            Kind::RawText {
                name,
                element,
                is_closed,
                translate,
            } => {
                let tag = StartTag {
                    raw,
                    name,
                    traits: element,
                    attributes: token.attributes(),
                    is_empty: true,
                    is_structural: element.is_block(SETTING),
                    translate,
                };
                if self.copy.is_none() && !element.is_for_programs() && !self.is_copied(&tag) {
                    self.add_attributes(&tag);
                }
                let missing = if is_closed {
                    String::new()
                } else {
                    format!("</{name}>")
                };
                self.add_point(raw.len(), missing, false, tag.is_structural);
            }
            Kind::Declaration { missing } => {
                self.add_point(raw.len(), missing.to_owned(), false, false);
            }
            Kind::CharacterData { content, missing } => {
                self.add_character_data(raw, content, missing);
            }
        }
    }

    /// Adds text at the end that begins like markup.
    fn add_unfinished(&mut self, raw: &'source str) {
        if let Some(copy) = &mut self.copy {
            copy.tail = Some((self.position, raw.replace('<', "&lt;")));
        }
        if self.copy.is_none() && matches!(self.content(), Some(Content::Fixed(_))) {
            self.add_point(0, raw.replace('<', "&lt;"), true, true);
        } else {
            self.add_text(raw);
        }
    }

    fn is_structural(&mut self, name: &str, traits: Traits) -> bool {
        if self.options.syntax == MarkupSyntax::Xml && self.syntax == MarkupSyntax::Xml {
            return self.structural.next().unwrap_or(true);
        }
        let listed = |names| self.options.contains(names, name);
        listed(&self.options.splitting_tags)
            || (traits.is_block(SETTING) && !listed(&self.options.non_splitting_tags))
    }

    /// What is done to the content of the innermost open element.
    fn content(&self) -> Option<Content> {
        self.open.last().map(|open| open.content)
    }

    fn push_node(&mut self, node: Node) {
        let end = self.document.text.len();
        self.document.nodes.push(node);
        self.document.ranges.push(end..end);
    }

    fn is_in_character_data(&self) -> bool {
        let is_xml = self.syntax == MarkupSyntax::Xml;
        is_xml && self.open.last().is_some_and(|open| open.is_character_data)
    }

    fn add_text(&mut self, raw: &'source str) {
        let is_html = self.syntax == MarkupSyntax::Html;
        let is_fixed = matches!(self.content(), Some(Content::Fixed(_)));
        if is_html || is_fixed || self.copy.is_some() || self.is_in_character_data() {
            self.add_part(raw);
        } else {
            self.add_text_with_references(raw);
        }
    }

    fn add_part(&mut self, raw: &'source str) {
        let text = if self.is_in_character_data() {
            raw.into()
        } else {
            decode(self.syntax, raw)
        };
        if let Some(copy) = &mut self.copy {
            self.document.characters += text.chars().count();
            copy.see(&text);
            return;
        }
        if matches!(self.content(), Some(Content::Fixed(_))) {
            self.document.characters += text.chars().count();
            self.add_point(raw.len(), String::new(), true, true);
            return;
        }
        self.add_decoded(&text);
    }

    /// Adds text as it is read.
    fn add_decoded(&mut self, text: &str) {
        self.document.characters += text.chars().count();
        let is_visible = text.contains(|character: char| !character.is_whitespace());
        self.begin_text(text, is_visible);
        let start = self.document.text.len();
        self.document.text.push_str(text);
        if start < self.document.text.len() {
            self.document.nodes.push(Node::Text);
            self.document.ranges.push(start..self.document.text.len());
        }
    }

    /// Puts what separates this text from the one before, and begins a block if that is needed.
    fn begin_text(&mut self, text: &str, is_visible: bool) {
        if is_visible && self.block_ended {
            self.end_block();
        } else if self.needs_space(text) {
            self.document.spaces.push(self.document.text.len());
            self.document.text.push(' ');
        }
        if is_visible && !self.block_has_text {
            self.block_keeps_white_space =
                self.open.last().is_some_and(|open| open.keeps_white_space);
        }
        // White space between two blocks belongs to neither, so the separator waits.
        self.block_ended &= !is_visible;
        self.start_passed = false;
        self.end_passed = false;
        self.script_passed = false;
        self.block_has_text |= is_visible;
    }

    /// Whether this text would look like one word with the one before, which it is not.
    fn needs_space(&self, text: &str) -> bool {
        if !(self.start_passed || self.end_passed) || !would_merge(&self.document.text, text) {
            return false;
        }
        let before = &self.document.text;
        (self.start_passed && self.end_passed)
            || ends_in_directive(before)
            || (self.script_passed && self.start_passed && is_note(before, text))
            || (self.script_passed && self.end_passed && is_behind_note(before, text))
    }

    fn end_block(&mut self) {
        if self.block_has_text {
            self.document.blocks.push(Block {
                range: self.block_start..self.document.text.len(),
                keeps_white_space: self.block_keeps_white_space,
            });
            self.document.text.push_str(BLOCK_SEPARATOR);
            self.block_start = self.document.text.len();
            self.block_has_text = false;
            self.kept = 0;
        }
    }

    /// Adds markup that is copied, of that many bytes from the current position on.
    fn add_point(&mut self, length: usize, missing: String, is_visible: bool, is_structural: bool) {
        if let Some(copy) = &mut self.copy {
            copy.tail = Some((self.position + length, missing));
            return;
        }
        self.block_ended |= is_structural;
        let verbatim = Verbatim {
            original: Original::Source(self.position..self.position + length),
            missing: (!missing.is_empty()).then(|| missing.into_boxed_str()),
            is_visible,
        };
        self.push_node(Node::Point(verbatim));
    }

    fn add_start(&mut self, tag: &StartTag<'source>) {
        if self.syntax == MarkupSyntax::Html {
            // Only inline elements may stand between the new tag and the element that it ends.
            let mut ended = self.open.len();
            while let Some(inner) = ended.checked_sub(1)
                && let Some(index) = self.open[inner].barrier
                && self.open[index].traits.ends_before(tag.traits, SETTING)
            {
                ended = index;
            }
            self.close_down_to(ended, self.position, false);
        }
        if self.copy.is_some() && tag.translate == Some(true) && !tag.is_empty {
            self.interrupt_copy();
        }
        if let Some(copy) = &mut self.copy {
            copy.is_structural |= tag.is_structural && !copy.is_picture;
            if !tag.is_empty {
                self.push_open(tag, Content::Copied);
            }
            return;
        }
        self.pass_start(tag);
        let length = tag.raw.len();
        if tag.is_empty {
            if !self.is_copied(tag) {
                self.add_attributes(tag);
            }
            let is_visible = !tag.traits.joins_words();
            self.add_point(length, String::new(), is_visible, tag.is_structural);
        } else if self.open.len() >= MAX_DEPTH {
            // Closed where it is opened.
            let element = self.add_element(tag);
            self.end_element(element, EndTag::Written(format!("</{}>", tag.name)));
        } else if self.is_copied(tag) {
            self.copy = Some(Copy {
                depth: self.open.len(),
                start: self.position,
                is_structural: tag.is_structural,
                is_picture: tag.traits.is_picture(),
                seen: (!tag.traits.is_picture()).then(String::new),
                tail: None,
            });
            self.push_open(tag, Content::Copied);
        } else {
            let element = self.add_element(tag);
            self.push_open(tag, Content::Translated(element));
        }
    }

    /// Notes what the start tag does to the text around it.
    fn pass_start(&mut self, tag: &StartTag<'source>) {
        self.block_ended |= tag.is_structural;
        let parts_words = !tag.traits.joins_words();
        self.start_passed |= parts_words;
        self.end_passed |= parts_words && tag.is_empty;
        self.script_passed |= tag.traits.is_script();
    }

    fn push_open(&mut self, tag: &StartTag<'source>, content: Content) {
        if self.open.len() >= MAX_DEPTH {
            return;
        }
        let barrier = if tag.is_structural || tag.traits.is_reading() {
            Some(self.open.len())
        } else {
            self.open.last().and_then(|open| open.barrier)
        };
        let around = self.open.last().is_some_and(|open| open.keeps_white_space);
        let keeps = match self.syntax {
            MarkupSyntax::Html => tag.traits.keeps_space(SETTING),
            MarkupSyntax::Xml => tag.raw.contains("xml:space") && tag.raw.contains("preserve"),
        };
        self.open.push(Open {
            name: tag.name,
            traits: tag.traits,
            tag: self.position..self.position + tag.raw.len(),
            content,
            is_structural: tag.is_structural,
            is_character_data: false,
            keeps_white_space: around || keeps,
            barrier,
        });
    }

    fn add_element(&mut self, tag: &StartTag<'source>) -> ElementId {
        self.add_attributes(tag);
        let range = self.position..self.position + tag.raw.len();
        self.begin_element(Original::Source(range))
    }

    fn begin_element(&mut self, start_tag: Original) -> ElementId {
        let element = self.document.elements.len();
        self.document.elements.push(Element {
            start_tag,
            end_tag: EndTag::Written(String::new()),
            nodes: self.document.nodes.len()..usize::MAX,
            is_character_data: false,
        });
        self.push_node(Node::Start(element));
        element
    }

    fn end_element(&mut self, element: ElementId, end_tag: EndTag) {
        let node = self.document.nodes.len();
        if let Some(element) = self.document.elements.get_mut(element) {
            element.nodes.end = node;
            element.end_tag = end_tag;
        }
        self.push_node(Node::End(element));
    }

    /// Notes the values to translate. Their texts come when the content is complete.
    fn add_attributes(&mut self, tag: &StartTag<'source>) {
        if self.syntax != MarkupSyntax::Html || self.options.syntax != MarkupSyntax::Html {
            return;
        }
        let values = readable_values(SETTING, tag.name, &tag.attributes);
        let values = values.into_iter();
        let values = values.filter(|value| value.raw.contains(char::is_alphabetic));
        self.document
            .attributes
            .extend(values.map(|value| AttributeText {
                value: value.range,
                quote: value.quote,
                text: 0..0,
            }));
    }

    /// `start` is where the tag begins.
    fn add_end(&mut self, name: &'source str, traits: Traits, start: usize) {
        let is_html = self.syntax == MarkupSyntax::Html;
        let is_inline = !traits.is_block(SETTING);
        let is_confined = !traits.is_table_part();
        let blocks_way = |open: &Open<'source>| {
            let is_block = || open.traits.is_block(SETTING);
            let confines = || open.traits.confines_end_tags(SETTING);
            open.is_character_data
                || (is_html && ((is_inline && is_block()) || (is_confined && confines())))
        };
        let matches = |open: &Open<'source>| {
            if is_html {
                open.name.eq_ignore_ascii_case(name) && !open.is_character_data
            } else {
                open.name == name
            }
        };
        let found = self
            .open
            .iter()
            .rposition(|open| matches(open) || blocks_way(open))
            .filter(|&index| matches(&self.open[index]));
        // A tag that closes nothing is left out.
        if let Some(index) = found {
            self.close_down_to(index, start, true);
        }
    }

    /// Closes the open element with the index and all inside it. `before` is where the source of
    /// their content ends, `by_tag` whether an end tag of the outermost one follows, up to the
    /// current position.
    fn close_down_to(&mut self, index: usize, before: usize, by_tag: bool) {
        if let Some(copy) = self.copy.take_if(|copy| index <= copy.depth) {
            let by_own_tag = by_tag && index == copy.depth;
            self.end_copy(
                copy,
                if by_own_tag { self.position } else { before },
                by_own_tag,
            );
        }
        while self.open.len() > index
            && let Some(open) = self.open.pop()
        {
            let (Content::Translated(element) | Content::Fixed(element)) = open.content else {
                continue;
            };
            let is_last = self.open.len() == index;
            // The end tag of HTML may be spelled otherwise than the start tag.
            let tag = before..self.position;
            let spells = |tag: &str| tag.get(2..).is_some_and(|tag| tag.starts_with(open.name));
            let end_tag = if by_tag && is_last && spells(self.document.slice(&tag)) {
                EndTag::Source(tag)
            } else {
                EndTag::Written(format!("</{}>", open.name))
            };
            self.end_element(element, end_tag);
            self.block_ended |= open.is_structural;
            self.end_passed |= !open.traits.joins_words();
            self.script_passed |= open.traits.is_script();
        }
    }

    fn finish(mut self) -> Document<'source> {
        self.close_down_to(0, self.document.source.len(), false);
        self.end_block();
        let Document {
            source,
            text,
            attributes,
            blocks,
            ..
        } = &mut self.document;
        for attribute in attributes {
            let raw = source.get(attribute.value.clone()).unwrap_or_default();
            let start = text.len();
            text.push_str(&decode_value(raw));
            attribute.text = start..text.len();
            blocks.push(Block {
                range: attribute.text.clone(),
                keeps_white_space: false,
            });
            text.push_str(BLOCK_SEPARATOR);
        }
        if text.ends_with(BLOCK_SEPARATOR) && !blocks.is_empty() {
            text.truncate(text.len() - BLOCK_SEPARATOR.len());
        }
        self.document
    }
}
