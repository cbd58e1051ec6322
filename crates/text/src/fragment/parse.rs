//! From HTML to plain text and the markup that belongs to each stretch of it.

use std::borrow::Cow;
use std::ops::Range;

use super::elements::{
    ends_implicitly, is_block, is_cell, is_inside_words, is_table_part, is_untranslated, is_void,
    keeps_line_ends, may_end_implicitly,
};
use super::scanner::{Scanner, Token};
use super::words::would_merge;

/// The most elements open at a time, as in browsers. An element beyond is closed where it is
/// opened.
const MAX_DEPTH: usize = 512;

/// What parts blocks in the plain text.
pub(super) const BLOCK_SEPARATOR: &str = "\n\n";

/// An index into [`Document::elements`].
pub(super) type ElementId = usize;

/// The element that holds everything and has no tags.
pub(super) const ROOT: ElementId = 0;

/// An element that is not void.
#[derive(Debug, Clone)]
pub(super) struct Element<'html> {
    /// The start tag as in the source.
    pub(super) start_tag: &'html str,
    pub(super) name: &'html str,
    /// The root is its own parent.
    pub(super) parent: ElementId,
    pub(super) depth: usize,
    /// The last element inside this one, or this one. Elements are numbered in the order of their
    /// start tags, so those inside are exactly the numbers in between.
    last_inside: ElementId,
    /// The bytes of the tags that open and close this element and those around it.
    pub(super) cost: usize,
    keeps_line_ends: bool,
}

/// Markup without translatable content, in one place of the text.
#[derive(Debug, Clone)]
pub(super) struct Verbatim<'html> {
    pub(super) raw: &'html str,
    /// What the source lacks to end it.
    pub(super) missing: String,
    /// Whether a reader sees it.
    pub(super) visible: bool,
}

/// A stretch of the plain text within one element, or a place in it.
#[derive(Debug, Clone)]
pub(super) struct Span<'html> {
    /// In the plain text. Empty for a place: one of verbatim markup, or of an element without
    /// content.
    pub(super) range: Range<usize>,
    /// The innermost element.
    pub(super) element: ElementId,
    pub(super) verbatim: Option<Verbatim<'html>>,
}

/// HTML taken apart.
#[derive(Debug, Clone)]
pub(super) struct Document<'html> {
    /// Character references decoded, with separators between blocks and between inline elements
    /// that would look like one word.
    pub(super) text: String,
    pub(super) elements: Vec<Element<'html>>,
    /// In the order of the source; the ranges ascend and do not overlap. What no range covers is a
    /// separator.
    pub(super) spans: Vec<Span<'html>>,
    /// The positions in the text of the spaces put between inline elements.
    pub(super) spaces: Vec<usize>,
    /// The stretches of the text between separators of blocks, in order.
    pub(super) blocks: Vec<Range<usize>>,
}

impl<'html> Document<'html> {
    pub(super) fn parse(html: &'html str) -> Self {
        let mut builder = Builder::new(html);
        for token in Scanner::new(html) {
            builder.add(token);
        }
        builder.finish()
    }

    /// Whether `inner` is `outer` or inside it.
    pub(super) fn contains(&self, outer: ElementId, inner: ElementId) -> bool {
        outer <= inner && inner <= self.elements[outer].last_inside
    }

    /// The innermost element that contains both.
    pub(super) fn common(&self, one: ElementId, other: ElementId) -> ElementId {
        let mut common = one;
        while !self.contains(common, other) {
            common = self.elements[common].parent;
        }
        common
    }

    /// How many characters of white space the source has on both sides of a place. What is before
    /// belongs to the first of several places without text in between.
    pub(super) fn white_space_around(&self, place: usize) -> (usize, usize) {
        /// Sets a bound to the time; nobody cares for the place within a long run.
        const MOST: usize = 64;
        let Some(at) = self.spans.get(place).map(|span| span.range.start) else {
            return (0, 0);
        };
        let (before, after) = self.text.split_at_checked(at).unwrap_or_default();
        let is_first = place
            .checked_sub(1)
            .and_then(|previous| self.spans.get(previous))
            .is_none_or(|previous| !previous.range.is_empty());
        let is_space = |character: &char| character.is_whitespace();
        let before = before.chars().rev().take(MOST).take_while(is_space);
        let after = after.chars().take(MOST).take_while(is_space);
        let is_separator = self.spaces.binary_search(&at).is_ok();
        (
            if is_first { before.count() } else { 0 },
            if is_separator { 0 } else { after.count() },
        )
    }

    /// A stretch of the text with line ends as spaces of the same length, but for where HTML shows
    /// them.
    pub(super) fn with_soft_line_ends(&self, range: &Range<usize>) -> String {
        let mut soft = String::with_capacity(range.len());
        let mut end = range.start;
        let first = self.spans.partition_point(|span| span.range.end <= end);
        for span in self.spans.get(first..).unwrap_or_default() {
            if span.range.start >= range.end {
                break;
            }
            let inside = span.range.start.max(end)..span.range.end.min(range.end);
            soft.push_str(self.text.get(end..inside.start).unwrap_or_default());
            let text = self.text.get(inside.clone()).unwrap_or_default();
            if self.elements[span.element].keeps_line_ends {
                soft.push_str(text);
            } else {
                soft.push_str(&text.replace(['\n', '\r', '\u{c}'], " "));
            }
            end = inside.end;
        }
        soft.push_str(self.text.get(end..range.end).unwrap_or_default());
        soft
    }
}

/// An element whose end has not been seen.
struct Open<'html> {
    name: &'html str,
    /// None inside elements that are not translated.
    element: Option<ElementId>,
    /// How many spans there were before.
    spans: usize,
    is_block: bool,
    is_cell: bool,
    /// The index of the innermost open element, up to this one, that is a block or may be ended by
    /// a start tag.
    barrier: Option<usize>,
}

/// An open element that is copied as it is.
struct Copied {
    /// Of [`Open`] elements around it.
    depth: usize,
    /// Where it begins in the source.
    start: usize,
    /// If the source ends inside a tag or comment: where what replaces the end begins, and that.
    tail: Option<(usize, String)>,
}

struct Builder<'html> {
    html: &'html str,
    /// Where the current token begins in the source.
    position: usize,
    document: Document<'html>,
    open: Vec<Open<'html>>,
    copied: Option<Copied>,
    /// What is to come before the next text.
    block_ended: bool,
    tag_passed: bool,
    /// Where the current block began, and whether it has anything visible.
    block_start: usize,
    block_has_text: bool,
}

impl<'html> Builder<'html> {
    fn new(html: &'html str) -> Self {
        let root = Element {
            start_tag: "",
            name: "",
            parent: ROOT,
            depth: 0,
            last_inside: ROOT,
            cost: 0,
            keeps_line_ends: false,
        };
        Self {
            html,
            position: 0,
            document: Document {
                text: String::with_capacity(html.len()),
                elements: vec![root],
                spans: Vec::new(),
                spaces: Vec::new(),
                blocks: Vec::new(),
            },
            open: Vec::new(),
            copied: None,
            block_ended: false,
            tag_passed: false,
            block_start: 0,
            block_has_text: false,
        }
    }

    fn add(&mut self, token: Token<'html>) {
        match token {
            Token::Text { raw } => {
                self.add_text(raw);
                self.position += raw.len();
            }
            Token::Unfinished { raw } => {
                if let Some(copied) = &mut self.copied {
                    copied.tail = Some((self.position, raw.replace('<', "&lt;")));
                }
                self.add_text(raw);
                self.position += raw.len();
            }
            Token::Start {
                raw,
                name,
                self_closing,
                untranslated,
            } => {
                let is_void = self_closing || is_void(name);
                self.add_start(raw, name, is_void, untranslated || is_untranslated(name));
                self.position += raw.len();
            }
            Token::End { raw, name } => {
                let start = self.position;
                self.position += raw.len();
                self.add_end(name, start);
            }
            Token::Verbatim { raw, missing, name } => {
                if let Some(name) = name {
                    self.pass_tag(name);
                }
                self.add_verbatim(raw, missing, false);
                self.position += raw.len();
            }
        }
    }

    /// The innermost open element that is translated.
    fn current(&self) -> ElementId {
        self.open
            .iter()
            .rev()
            .find_map(|open| open.element)
            .unwrap_or(ROOT)
    }

    fn add_text(&mut self, raw: &'html str) {
        if self.copied.is_some() {
            return;
        }
        let text: Cow<'html, str> = htmlize::unescape(raw);
        let is_visible = text.contains(|character: char| !character.is_whitespace());
        if is_visible && self.block_ended {
            if self.block_has_text {
                let block = self.block_start..self.document.text.len();
                self.document.blocks.push(block);
                self.document.text.push_str(BLOCK_SEPARATOR);
                self.block_start = self.document.text.len();
                self.block_has_text = false;
            }
        } else if self.tag_passed && would_merge(&self.document.text, &text) {
            self.document.spaces.push(self.document.text.len());
            self.document.text.push(' ');
        }
        // White space between two blocks belongs to neither, so the separator waits.
        self.block_ended &= !is_visible;
        self.tag_passed = false;
        self.block_has_text |= is_visible;
        let start = self.document.text.len();
        self.document.text.push_str(&text);
        let element = self.current();
        if start < self.document.text.len() {
            self.document.spans.push(Span {
                range: start..self.document.text.len(),
                element,
                verbatim: None,
            });
        }
    }

    /// Notes what the tag does to the text around it.
    fn pass_tag(&mut self, name: &str) {
        if self.copied.is_some() {
            return;
        }
        self.block_ended |= is_block(name);
        self.tag_passed |= !is_inside_words(name);
    }

    fn add_verbatim(&mut self, raw: &'html str, missing: String, visible: bool) {
        if let Some(copied) = &mut self.copied {
            copied.tail = Some((self.position + raw.len(), missing));
            return;
        }
        let verbatim = Verbatim {
            raw,
            missing,
            visible,
        };
        self.add_place(self.current(), Some(verbatim));
    }

    fn add_place(&mut self, element: ElementId, verbatim: Option<Verbatim<'html>>) {
        let end = self.document.text.len();
        self.document.spans.push(Span {
            range: end..end,
            element,
            verbatim,
        });
    }

    fn add_start(
        &mut self,
        raw: &'html str,
        name: &'html str,
        is_void: bool,
        is_untranslated: bool,
    ) {
        // Only inline elements may stand between the new tag and the element that it ends.
        let mut ended = self.open.len();
        while let Some(inner) = ended.checked_sub(1)
            && let Some(index) = self.open[inner].barrier
            && ends_implicitly(self.open[index].name, name)
        {
            ended = index;
        }
        self.close_down_to(ended, self.position, false);
        self.pass_tag(name);
        if is_void {
            self.add_verbatim(raw, String::new(), !is_inside_words(name));
            return;
        }
        if self.copied.is_some() {
            self.push_open(name, None);
        } else if self.open.len() >= MAX_DEPTH {
            let element = self.add_element(raw, name);
            self.add_place(element, None);
        } else if is_untranslated {
            self.copied = Some(Copied {
                depth: self.open.len(),
                start: self.position,
                tail: None,
            });
            self.push_open(name, None);
        } else {
            let element = self.add_element(raw, name);
            self.push_open(name, Some(element));
        }
    }

    fn push_open(&mut self, name: &'html str, element: Option<ElementId>) {
        if self.open.len() >= MAX_DEPTH {
            return;
        }
        let is_block = is_block(name);
        let barrier = if is_block || may_end_implicitly(name) {
            Some(self.open.len())
        } else {
            self.open.last().and_then(|open| open.barrier)
        };
        self.open.push(Open {
            name,
            element,
            spans: self.document.spans.len(),
            is_block,
            is_cell: is_cell(name),
            barrier,
        });
    }

    fn add_element(&mut self, start_tag: &'html str, name: &'html str) -> ElementId {
        let element = self.document.elements.len();
        let parent = self.current();
        let around = &self.document.elements[parent];
        let tags = start_tag.len() + name.len() + "</>".len();
        let new = Element {
            start_tag,
            name,
            parent,
            depth: around.depth + 1,
            last_inside: element,
            cost: around.cost + tags,
            keeps_line_ends: around.keeps_line_ends || keeps_line_ends(name),
        };
        self.document.elements.push(new);
        element
    }

    /// `start` is where the tag begins.
    fn add_end(&mut self, name: &'html str, start: usize) {
        let is_inline = !is_block(name);
        let ends_cells = is_table_part(name);
        let blocks_way =
            |open: &Open<'html>| (is_inline && open.is_block) || (!ends_cells && open.is_cell);
        let found = self
            .open
            .iter()
            .rposition(|open| open.name.eq_ignore_ascii_case(name) || blocks_way(open))
            .filter(|&index| self.open[index].name.eq_ignore_ascii_case(name));
        // A tag that closes nothing is left out.
        if let Some(index) = found {
            self.close_down_to(index, start, true);
            self.pass_tag(name);
        }
    }

    /// Closes the open element with the index and all inside it. `before` is where the source of
    /// their content ends, `by_tag` whether an end tag of the outermost one follows.
    fn close_down_to(&mut self, index: usize, before: usize, by_tag: bool) {
        let copied = self.copied.take_if(|copied| index <= copied.depth);
        if let Some(Copied { depth, start, tail }) = copied {
            let by_own_tag = by_tag && index == depth;
            let end = if by_own_tag { self.position } else { before };
            let (end, tail) = tail
                .filter(|(_, tail)| !tail.is_empty())
                .unwrap_or((end, String::new()));
            let mut unclosed = self.open.split_off(depth);
            if by_own_tag {
                unclosed.clear();
            }
            let end_tag = |open: &Open<'html>| format!("</{}>", open.name);
            let missing = tail + &unclosed.iter().rev().map(end_tag).collect::<String>();
            let raw = self.html.get(start..end).unwrap_or_default();
            self.add_verbatim(raw, missing, true);
            self.tag_passed = true;
        }
        while self.open.len() > index
            && let Some(open) = self.open.pop()
        {
            let Some(element) = open.element else {
                continue;
            };
            self.document.elements[element].last_inside = self.document.elements.len() - 1;
            if self.document.spans.len() == open.spans {
                self.add_place(element, None);
            }
            self.pass_tag(open.name);
        }
    }

    fn finish(mut self) -> Document<'html> {
        self.close_down_to(0, self.html.len(), false);
        self.document.elements[ROOT].last_inside = self.document.elements.len() - 1;
        if self.block_start < self.document.text.len() {
            let block = self.block_start..self.document.text.len();
            self.document.blocks.push(block);
        }
        self.document
    }
}
