//! Markup that is not translated.

use std::ops::Range;

use super::super::document::{Element, EndTag, Node, Original, Verbatim};
use super::super::references::unknown_references;
use super::{Builder, Content, Open, SETTING, StartTag};
use crate::markup::MarkupSyntax;

/// The longest text that is kept within a sentence instead of being left out of it, in bytes.
const LONGEST_KEPT: usize = 200;

/// How many such texts a block may have. Looking for them takes time.
const MOST_KEPT: usize = 100;

/// The outermost open element that is copied as it is.
pub(super) struct Copy {
    /// Of [`Open`] elements around it.
    pub(super) depth: usize,
    /// Where it begins in the source.
    pub(super) start: usize,
    pub(super) is_structural: bool,
    pub(super) is_picture: bool,
    /// What a reader sees of it, unless it is too long.
    pub(super) seen: Option<String>,
    /// If the source ends inside a tag or comment: where what replaces the end begins, and that.
    pub(super) tail: Option<(usize, String)>,
}

impl Copy {
    /// Notes text inside, with its white space as one would see it.
    pub(super) fn see(&mut self, text: &str) {
        let Some(seen) = &mut self.seen else {
            return;
        };
        for character in text.chars() {
            let is_space = character.is_ascii_whitespace();
            if !(is_space && seen.ends_with(' ')) {
                seen.push(if is_space { ' ' } else { character });
            }
            if seen.len() > LONGEST_KEPT {
                self.seen = None;
                return;
            }
        }
    }
}

impl<'source> Builder<'source, '_> {
    pub(super) fn is_copied(&self, tag: &StartTag<'source>) -> bool {
        let is_inside = matches!(self.content(), Some(Content::Fixed(_)));
        let is_html = self.syntax == MarkupSyntax::Html;
        tag.translate.map_or_else(
            || {
                is_inside
                    || (is_html && tag.traits.is_kept(SETTING))
                    || self.options.contains(&self.options.ignore_tags, tag.name)
            },
            |translate| !translate,
        )
    }

    /// Makes elements of those that are being copied, because of one inside that is translated.
    /// What is between their start tags is copied.
    pub(super) fn interrupt_copy(&mut self) {
        let Some(Copy { depth, start, .. }) = self.copy.take() else {
            return;
        };
        let position = self.position;
        let mut end = start;
        for index in depth..self.open.len() {
            let tag = self.open[index].tag.clone();
            self.copy_gap(end..tag.start);
            end = tag.end;
            let element = self.document.elements.len();
            self.document.elements.push(Element {
                start_tag: Original::Source(tag),
                end_tag: EndTag::Written(String::new()),
                nodes: self.document.nodes.len()..usize::MAX,
                is_character_data: false,
            });
            self.push_node(Node::Start(element));
            self.open[index].content = Content::Fixed(element);
            self.open[index].is_structural = true;
        }
        self.copy_gap(end..position);
        self.position = position;
        self.block_ended = true;
    }

    fn copy_gap(&mut self, gap: Range<usize>) {
        if !gap.is_empty() {
            self.position = gap.start;
            self.add_point(gap.len(), String::new(), true, true);
        }
    }

    /// Adds text of XML. References to unknown entities are kept.
    pub(super) fn add_text_with_references(&mut self, raw: &'source str) {
        let position = self.position;
        let mut end = 0;
        for range in unknown_references(raw) {
            let reference = raw.get(range.clone()).unwrap_or_default();
            if range.start > end {
                self.add_part(raw.get(end..range.start).unwrap_or_default());
            }
            end = range.end;
            self.document.characters += reference.chars().count();
            let verbatim = Verbatim {
                original: Original::Source(position + range.start..position + range.end),
                missing: None,
                is_visible: true,
            };
            if self.kept < MOST_KEPT {
                self.begin_text(reference, true);
                self.add_kept(reference, verbatim);
            } else {
                self.push_node(Node::Point(verbatim));
            }
        }
        if end < raw.len() {
            self.add_part(raw.get(end..).unwrap_or_default());
        }
    }

    fn add_kept(&mut self, text: &str, verbatim: Verbatim) {
        self.kept += 1;
        let start = self.document.text.len();
        self.document.text.push_str(text);
        self.document.nodes.push(Node::Kept(verbatim));
        self.document.ranges.push(start..self.document.text.len());
    }

    /// Adds what was copied, up to where it ends in the source.
    pub(super) fn end_copy(&mut self, copy: Copy, end: usize, by_own_tag: bool) {
        let mut unclosed = self.open.split_off(copy.depth);
        if by_own_tag {
            unclosed.clear();
        }
        let (end, tail) = copy
            .tail
            .filter(|(_, tail)| !tail.is_empty())
            .unwrap_or((end, String::new()));
        let end_tag = |open: &Open<'source>| format!("</{}>", open.name);
        let missing = tail + &unclosed.iter().rev().map(end_tag).collect::<String>();
        let verbatim = Verbatim {
            original: Original::Source(copy.start..end),
            missing: (!missing.is_empty()).then(|| missing.into_boxed_str()),
            is_visible: true,
        };
        let seen = copy.seen.unwrap_or_default();
        let inside = seen.trim();
        self.block_ended |= copy.is_structural;
        if inside.is_empty() || copy.is_structural || self.kept >= MOST_KEPT {
            self.push_node(Node::Point(verbatim));
        } else {
            self.begin_text(&seen, true);
            let is_apart = seen.starts_with(' ');
            if is_apart && !self.document.text.ends_with(char::is_whitespace) {
                self.document.spaces.push(self.document.text.len());
                self.document.text.push(' ');
            }
            self.add_kept(inside, verbatim);
        }
        self.end_passed = true;
    }
}
