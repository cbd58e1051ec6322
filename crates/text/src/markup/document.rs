//! Markup taken apart.

use std::ops::Range;

use dragoman_html::CDATA_START;

use super::MarkupSyntax;

/// What parts blocks in the plain text.
pub(super) const BLOCK_SEPARATOR: &str = "\n\n";

/// An index into [`Document::elements`].
pub(super) type ElementId = usize;

/// An index into [`Document::nodes`].
pub(super) type NodeId = usize;

/// What markup is written as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Original {
    /// As these bytes of the source.
    Source(Range<usize>),
    /// As this code of a text that came in pieces.
    Code(u32),
    /// As a character that nobody sees.
    Character(char),
}

/// How an element ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EndTag {
    /// As the code that it began with.
    Code,
    /// As these bytes of the source.
    Source(Range<usize>),
    /// By a tag that the source lacks or spells otherwise.
    Written(String),
}

/// An element with a start and an end.
#[derive(Debug, Clone)]
pub(super) struct Element {
    pub(super) start_tag: Original,
    pub(super) end_tag: EndTag,
    /// Where its start and its end are.
    pub(super) nodes: Range<NodeId>,
    /// Whether its text is written as it is, without character references.
    pub(super) is_character_data: bool,
}

/// Something in the order of the source.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Start(ElementId),
    End(ElementId),
    Text,
    /// Inline markup that is copied, and stands in the text with what a reader sees of it.
    Kept(Verbatim),
    /// Markup that is copied, and of which nothing stands in the text.
    Point(Verbatim),
}

/// Markup that is copied.
#[derive(Debug, Clone)]
pub(super) struct Verbatim {
    pub(super) original: Original,
    /// What the source lacks to end it.
    pub(super) missing: Option<Box<str>>,
    /// Whether a reader sees it.
    pub(super) is_visible: bool,
}

/// A stretch of the plain text that sentences do not leave.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) range: Range<usize>,
    /// Whether white space is shown as it is.
    pub(super) keeps_white_space: bool,
}

/// The value of an attribute that is translated. Its text is a block.
#[derive(Debug, Clone)]
pub(super) struct AttributeText {
    /// Bytes of the source, without quotes.
    pub(super) value: Range<usize>,
    pub(super) quote: Option<char>,
    /// In the plain text.
    pub(super) text: Range<usize>,
}

/// Markup taken apart.
#[derive(Debug, Clone)]
pub(super) struct Document<'source> {
    pub(super) source: &'source str,
    pub(super) syntax: MarkupSyntax,
    /// Character references decoded, with separators between blocks and between elements that
    /// would look like one word. After the content come the attributes.
    pub(super) text: String,
    /// In the order of the source. Starts and ends are balanced.
    pub(super) nodes: Vec<Node>,
    /// For each node its bytes of the plain text; they ascend and do not overlap. What no node
    /// covers is a separator.
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) elements: Vec<Element>,
    pub(super) blocks: Vec<Block>,
    /// The positions in the text of the spaces put between elements.
    pub(super) spaces: Vec<usize>,
    /// In the order of the source.
    pub(super) attributes: Vec<AttributeText>,
    /// Characters of text between the tags.
    pub(super) characters: usize,
}

impl Document<'_> {
    /// Bytes of the source.
    pub(super) fn slice(&self, range: &Range<usize>) -> &str {
        self.source.get(range.clone()).unwrap_or_default()
    }

    /// Whether the element is a section of character data.
    pub(super) fn is_section(&self, element: &Element) -> bool {
        match &element.start_tag {
            Original::Source(tag) => self.slice(tag).starts_with(CDATA_START),
            Original::Code(_) | Original::Character(_) => false,
        }
    }

    /// The part of the plain text.
    pub(super) fn text_of(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// Whether what begins there in the plain text is a separator, not text of the source.
    pub(super) fn is_separator(&self, position: usize) -> bool {
        let parts_blocks = || {
            let block = self
                .blocks
                .binary_search_by_key(&position, |block| block.range.end);
            block.is_ok()
        };
        self.spaces.binary_search(&position).is_ok() || parts_blocks()
    }

    /// The attributes whose values lie in these bytes of the source.
    pub(super) fn attributes_in(&self, range: &Range<usize>) -> Range<usize> {
        let first = |end: usize| {
            self.attributes
                .partition_point(|attribute| attribute.value.start < end)
        };
        first(range.start)..first(range.end)
    }

    /// Whether the node says something: text other than white space, or something kept.
    pub(super) fn says_something(&self, node: NodeId) -> bool {
        match self.nodes.get(node) {
            Some(Node::Text) => {
                let range = self.ranges.get(node).cloned().unwrap_or_default();
                self.text_of(range)
                    .contains(|character: char| !character.is_whitespace())
            }
            Some(Node::Kept(_)) => true,
            _ => false,
        }
    }
}
