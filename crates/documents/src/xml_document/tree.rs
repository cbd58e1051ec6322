use std::ops::Range;

use crate::xml::{Reader, Tag, Token};
use crate::{DocumentError, Limits, overseer};

use super::vocabulary::{Namespace, Role, Treatment, Vocabulary};

/// A document's elements and texts in their order, each with its place.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Values that are texts, by the elements whose attributes they are, which are in their order.
    attributes: Vec<(usize, Range<usize>)>,
    /// Values of `xml:lang` that name the document's language, in the same way.
    languages: Vec<(usize, Range<usize>)>,
    /// The document's language, as it says itself.
    pub(super) language: Option<String>,
    /// The first other language of which it says that a part is in it.
    pub(super) other_language: Option<String>,
    pub(super) root: Option<Root>,
    pub(super) declares_entities: bool,
}

/// The start tag of the root.
#[derive(Debug, Default)]
pub(crate) struct Root {
    /// Where its name ends.
    pub(crate) name_end: usize,
    /// What it says of the direction of the text, and where.
    pub(crate) direction: Option<(String, Range<usize>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Element,
    Text,
    /// A reference to an entity of the document's own.
    Reference,
    /// A CDATA section.
    Section,
    /// A comment or a processing instruction.
    Aside,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    /// Of elements: what is between their tags.
    pub(super) inner: Range<usize>,
    /// The number of the node that follows it and what is in it.
    next: usize,
    pub(super) role: Option<Role>,
    pub(super) is_translated: Option<bool>,
    pub(super) keeps_space: Option<bool>,
    /// Whether it says that it is in another language than the document.
    pub(super) is_foreign: Option<bool>,
    /// Whether there is something else than white space directly in it.
    pub(super) has_text: bool,
    /// Whether there is a CDATA section directly in it.
    pub(super) has_section: bool,
    pub(super) has_element: bool,
    /// Whether something in it begins a line.
    has_lines: bool,
    /// Whether there is text in it or in elements within, except in those that are texts of their own.
    pub(super) holds_text: bool,
}

impl Node {
    fn new(kind: Kind, range: Range<usize>, next: usize) -> Self {
        Self {
            kind,
            inner: range.clone(),
            range,
            next,
            role: None,
            is_translated: None,
            keeps_space: None,
            is_foreign: None,
            has_text: false,
            has_section: false,
            has_element: false,
            has_lines: false,
            holds_text: false,
        }
    }

    /// Whether text and elements stand side by side in it.
    pub(super) fn is_mixed(&self) -> bool {
        (self.has_text || self.has_section) && self.has_element
    }

    /// Whether its elements stand on lines of their own, as those of structures do.
    pub(super) fn is_structure(&self) -> bool {
        self.has_element && self.has_lines && !self.has_text && !self.has_section
    }

    /// Whether all its text is in CDATA sections.
    pub(super) fn has_only_sections(&self) -> bool {
        self.has_section && !self.has_text && !self.has_element
    }
}

impl Tree {
    /// Reads a document.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] and [`DocumentError::TooLarge`].
    pub(super) fn read(
        text: &str,
        vocabulary: &dyn Vocabulary,
        limits: &Limits,
    ) -> Result<Self, DocumentError> {
        let format = vocabulary.format();
        let mut builder = Builder {
            tree: Self::default(),
            open: Vec::new(),
            path: Vec::new(),
            vocabulary,
            most: limits.units,
        };
        let mut reader =
            Reader::new(text, Namespace::of, format, limits.depth).with_document_type();
        loop {
            let start = reader.place();
            let token = reader.next()?;
            // The end of an empty tag has no width, and where it is was told with the tag.
            let range = start..reader.place();
            let raw = text.get(range.clone()).unwrap_or_default();
            match token {
                Token::Start(tag) => builder.start(&tag)?,
                Token::End(end) => builder.end(&end),
                Token::Text(_) if raw.starts_with("<![CDATA[") => {
                    builder.leaf(Kind::Section, range, raw)?;
                }
                Token::Text(_) => builder.leaf(Kind::Text, range, raw)?,
                Token::Reference => builder.leaf(Kind::Reference, range, raw)?,
                Token::Other if raw.starts_with("<!DOCTYPE") => {
                    builder.tree.declares_entities = raw.contains("<!ENTITY");
                }
                Token::Other => builder.leaf(Kind::Aside, range, raw)?,
                Token::Eof => break,
            }
        }
        if builder.tree.root.is_none() {
            return Err(DocumentError::Malformed {
                format,
                reason: "it has no element".to_owned(),
            });
        }
        Ok(builder.tree)
    }

    pub(super) fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// The number of the root.
    pub(super) fn first(&self) -> Option<usize> {
        (!self.nodes.is_empty()).then_some(0)
    }

    /// The numbers of what is directly in an element.
    pub(super) fn children(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.node(number).map_or(number, |node| node.next);
        let mut child = number.saturating_add(1);
        std::iter::from_fn(move || {
            let current = child;
            let node = self.node(current).filter(|_| current < end)?;
            child = node.next;
            Some(current)
        })
    }

    pub(super) fn attributes(&self, number: usize) -> impl Iterator<Item = &Range<usize>> {
        of(&self.attributes, number)
    }

    pub(super) fn languages(&self, number: usize) -> impl Iterator<Item = &Range<usize>> {
        of(&self.languages, number)
    }
}

fn of(values: &[(usize, Range<usize>)], number: usize) -> impl Iterator<Item = &Range<usize>> {
    let first = values.partition_point(|(owner, _)| *owner < number);
    let values = values.get(first..).unwrap_or_default().iter();
    let values = values.take_while(move |(owner, _)| *owner == number);
    values.map(|(_, range)| range)
}

struct Builder<'a, 'v> {
    tree: Tree,
    /// The elements that have not ended.
    open: Vec<usize>,
    /// Their names.
    path: Vec<&'a str>,
    vocabulary: &'v dyn Vocabulary,
    most: usize,
}

impl<'a> Builder<'a, '_> {
    fn malformed(&self, place: usize, reason: &str) -> DocumentError {
        DocumentError::Malformed {
            format: self.vocabulary.format(),
            reason: format!("{reason} (byte {place})"),
        }
    }

    fn add(&mut self, mut node: Node) -> Result<usize, DocumentError> {
        let number = self.tree.nodes.len();
        if number >= self.most {
            return Err(DocumentError::TooLarge {
                what: "elements and texts",
                most: u64::try_from(self.most).unwrap_or(u64::MAX),
            });
        }
        overseer::borrow_for::<Node>(1)?;
        node.next = number.saturating_add(1);
        self.tree.nodes.push(node);
        Ok(number)
    }

    fn parent(&mut self) -> Option<&mut Node> {
        let number = self.open.last()?;
        self.tree.nodes.get_mut(*number)
    }

    fn start(&mut self, tag: &Tag<'a, Namespace>) -> Result<(), DocumentError> {
        if let Some(parent) = self.parent() {
            parent.has_element = true;
        } else if self.tree.root.is_some() {
            return Err(self.malformed(tag.range.start, "it has a second root element"));
        } else {
            let mut attributes = tag.attributes();
            let direction = attributes.find(|found| found.full_name == "dir");
            self.tree.root = Some(Root {
                name_end: tag.range.start + 1 + tag.full_name.len(),
                direction: direction.map(|found| (found.raw.trim().to_owned(), found.range)),
            });
        }
        self.path.push(tag.name);
        let Treatment {
            role,
            is_translated,
            keeps_space,
            attributes,
        } = self.vocabulary.treatment(tag, &self.path);
        let mut node = Node::new(Kind::Element, tag.range.clone(), 0);
        node.inner = tag.range.end..tag.range.end;
        node.role = role;
        node.is_translated = is_translated;
        let mut space = tag
            .attributes()
            .filter(|found| found.full_name == "xml:space");
        node.keeps_space = match space.next().map(|space| space.raw) {
            Some("preserve") => Some(true),
            Some("default") => Some(false),
            _ => keeps_space,
        };
        let number = self.add(node)?;
        overseer::borrow_for::<(usize, Range<usize>)>(attributes.len())?;
        let attributes = attributes.into_iter().map(|range| (number, range));
        self.tree.attributes.extend(attributes);
        self.language(tag, number);
        self.open.push(number);
        Ok(())
    }

    /// Heeds what an element says of its language.
    fn language(&mut self, tag: &Tag<'a, Namespace>, number: usize) {
        let mut attributes = tag.attributes();
        let Some(found) = attributes.find(|found| found.full_name == "xml:lang") else {
            return;
        };
        let value = found.raw.trim();
        // A document that does not say its language as a whole may be in several side by side.
        let is_first = number == 0 || (self.vocabulary.is_prose() && self.open.len() == 1);
        if self.tree.language.is_none() && is_first && !value.is_empty() {
            self.tree.language = Some(value.to_owned());
        }
        let Some(own) = self.tree.language.as_deref() else {
            return;
        };
        let is_own = value.is_empty() || base(value).eq_ignore_ascii_case(base(own));
        if is_own && !value.is_empty() {
            self.tree.languages.push((number, found.range));
        } else if !is_own && self.tree.other_language.is_none() {
            self.tree.other_language = Some(value.to_owned());
        }
        if let Some(node) = self.tree.nodes.get_mut(number) {
            node.is_foreign = Some(!is_own);
        }
    }

    fn end(&mut self, end: &Range<usize>) {
        self.path.pop();
        let Some(number) = self.open.pop() else {
            return;
        };
        let count = self.tree.nodes.len();
        let Some(node) = self.tree.nodes.get_mut(number) else {
            return;
        };
        node.next = count;
        if !end.is_empty() {
            node.inner.end = end.start;
            node.range.end = end.end;
        }
        let is_apart = matches!(node.role, Some(Role::Block | Role::Nested));
        let holds_text = node.holds_text && !is_apart;
        if let Some(parent) = self.parent() {
            parent.holds_text |= holds_text;
        }
    }

    fn leaf(&mut self, kind: Kind, range: Range<usize>, raw: &str) -> Result<(), DocumentError> {
        let is_blank = raw.chars().all(is_space);
        let Some(parent) = self.parent() else {
            let is_allowed = kind == Kind::Aside || (kind == Kind::Text && is_blank);
            return if is_allowed {
                Ok(())
            } else {
                Err(self.malformed(range.start, "it has text outside of its root element"))
            };
        };
        match kind {
            Kind::Text if is_blank => parent.has_lines |= raw.contains(['\n', '\r']),
            Kind::Section => parent.has_section = true,
            Kind::Text | Kind::Reference => parent.has_text = true,
            Kind::Element | Kind::Aside => {}
        }
        parent.holds_text |= parent.has_text || parent.has_section;
        if kind == Kind::Text
            && let Some(last) = self.tree.nodes.last_mut()
            && last.kind == Kind::Text
            && last.range.end == range.start
        {
            last.range.end = range.end;
            return Ok(());
        }
        self.add(Node::new(kind, range, 0)).map(|_| ())
    }
}

/// Whether this is white space to XML.
pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

/// The language of a tag, without what follows.
fn base(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or(tag)
}
