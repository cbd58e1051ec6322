use std::ops::Range;

use crate::{DocumentError, Limits, overseer};

use super::scanner::{Event, scan};

/// A JSON text as a tree, by the places of its values.
#[derive(Debug)]
pub(crate) struct Tree {
    /// In the order in which they begin.
    nodes: Vec<Node>,
}

/// A value of a JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Where it stands; a string without its quotation marks.
    pub(crate) range: Range<usize>,
    /// Where the name of the member stands of which it is the value, or an element of it.
    pub(crate) key: Range<usize>,
    /// Within how many objects and arrays it stands.
    pub(crate) depth: usize,
    /// The number of the first node behind it and what is in it.
    next: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    Array,
    String,
    Scalar,
}

impl Node {
    /// Where it stands; a string with its quotation marks.
    pub(crate) fn whole(&self) -> Range<usize> {
        match self.kind {
            Kind::String => self.range.start - 1..self.range.end + 1,
            Kind::Object | Kind::Array | Kind::Scalar => self.range.clone(),
        }
    }
}

impl Tree {
    /// Reads a JSON text.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] and those of an [`overseer`].
    pub(crate) fn read(text: &str, limits: &Limits) -> Result<Self, DocumentError> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        scan(text, limits, |event, key| {
            let (kind, range) = match event {
                Event::Object(start) => (Kind::Object, start..start),
                Event::Array(start) => (Kind::Array, start..start),
                Event::String(range) => (Kind::String, range),
                Event::Scalar(range) => (Kind::Scalar, range),
                Event::End(end) => {
                    let next = nodes.len();
                    if let Some(node) = open.pop().and_then(|opened| nodes.get_mut(opened)) {
                        (node.range.end, node.next) = (end, next);
                    }
                    return Ok(());
                }
            };
            let number = nodes.len();
            if u64::try_from(number).unwrap_or(u64::MAX) >= limits.tags {
                return Err(DocumentError::TooLarge {
                    what: "values",
                    most: limits.tags,
                });
            }
            overseer::borrow_for::<Node>(1)?;
            nodes.push(Node {
                kind,
                range,
                key: key.clone(),
                depth: open.len(),
                next: number + 1,
            });
            if matches!(kind, Kind::Object | Kind::Array) {
                open.push(number);
            }
            Ok(())
        })?;
        Ok(Self { nodes })
    }

    /// All values.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The value with this number; 0 is that of the whole text.
    pub(crate) fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// The numbers of the members of an object or the elements of an array.
    pub(crate) fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.node(number).map_or(0, |node| node.next);
        let mut next = number.saturating_add(1);
        std::iter::from_fn(move || {
            let child = next;
            next = self.node(child).filter(|_| child < end)?.next;
            Some(child)
        })
    }

    /// The number of the first member of an object that has this name, as it is written.
    pub(crate) fn member(&self, text: &str, object: usize, name: &str) -> Option<usize> {
        self.node(object).filter(|node| node.kind == Kind::Object)?;
        self.children(object).find(|member| {
            let key = self
                .node(*member)
                .and_then(|node| text.get(node.key.clone()));
            key == Some(name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_the_names_of_members() {
        let text = r#"{"a": {"b": ["x", 1, {}], "c": "d"}, "e": null, "a": 2}"#;
        let tree = Tree::read(text, &Limits::default()).unwrap();
        let a = tree.member(text, 0, "a").unwrap();
        let c = tree.member(text, a, "c").unwrap();
        let node = tree.node(c).unwrap();
        assert_eq!(&text[node.range.clone()], "d");
        assert_eq!(&text[node.whole()], "\"d\"");
        assert_eq!(node.depth, 2);
        let b = tree.member(text, a, "b").unwrap();
        let whole = |number: usize| &text[tree.node(number).unwrap().whole()];
        assert_eq!(
            tree.children(b).map(whole).collect::<Vec<_>>(),
            ["\"x\"", "1", "{}"]
        );
        assert_eq!(tree.children(0).map(whole).last(), Some("2"));
        assert_eq!(tree.member(text, 0, "b"), None);
        assert_eq!(tree.member(text, c, "b"), None);
        assert_eq!(tree.children(c).count(), 0);
    }
}
