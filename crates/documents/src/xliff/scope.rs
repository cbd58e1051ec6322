//! Annotations of 2.x that say what is translated. They may begin in one segment and end in another.

use std::collections::BTreeMap;
use std::ops::Range;

use super::splice::{Kind, Token, attribute, slice};
use super::{Version, Xml};

/// What is said of the text at one place of a unit.
#[derive(Debug)]
pub(super) struct Scope {
    /// What the unit says.
    outermost: bool,
    /// What the annotations say that have begun, in their order.
    begun: BTreeMap<usize, bool>,
    by_id: BTreeMap<String, usize>,
    next: usize,
}

impl Scope {
    pub(super) const fn new(is_translated: bool) -> Self {
        Self {
            outermost: is_translated,
            begun: BTreeMap::new(),
            by_id: BTreeMap::new(),
            next: 0,
        }
    }

    /// Whether text at this place is translated: the innermost annotation decides.
    pub(super) fn is_translated(&self) -> bool {
        let innermost = self.begun.last_key_value();
        innermost.map_or(self.outermost, |(_, said)| *said)
    }

    /// Begins what this tag says, if it says something.
    pub(super) fn enter(&mut self, tag: &str) -> Option<usize> {
        let said = match attribute(tag, "translate").as_deref() {
            Some("yes") => true,
            Some("no") => false,
            _ => return None,
        };
        self.next = self.next.saturating_add(1);
        self.begun.insert(self.next, said);
        Some(self.next)
    }

    pub(super) fn leave(&mut self, entered: usize) {
        self.begun.remove(&entered);
    }

    /// Heeds a mark that begins or ends an annotation.
    pub(super) fn pass(&mut self, xml: &Xml<'_>, token: &Token) {
        let tag = slice(xml.text, &token.span);
        match (xml.version, xml.local_name(token)) {
            (Version::V2, "sm") => {
                if let (Some(id), Some(entered)) = (attribute(tag, "id"), self.enter(tag)) {
                    self.by_id.insert(id.into_owned(), entered);
                }
            }
            (Version::V2, "em") => {
                let id = attribute(tag, "startRef").unwrap_or_default();
                if let Some(entered) = self.by_id.remove(id.as_ref()) {
                    self.leave(entered);
                }
            }
            _ => {}
        }
    }
}

/// What has begun at one place and forbids to translate what follows.
struct Begun {
    place: usize,
    parent: Option<usize>,
    divisions: usize,
}

/// The stretches that can be kept as one code, by the place of their first token, with that of the last:
/// what says that it is not translated, where nothing in it says otherwise or ends outside of it.
pub(super) fn protected(
    xml: &Xml<'_>,
    tokens: &[Token],
    range: &Range<usize>,
) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    if xml.version == Version::V1 {
        return found;
    }
    let mut marks: BTreeMap<String, Begun> = BTreeMap::new();
    let mut elements: Vec<Begun> = Vec::new();
    // How many tags there were so far that would make it wrong to keep what is around them as one code.
    let mut divisions = 0_usize;
    for (place, token) in tokens.iter().enumerate().take(range.end).skip(range.start) {
        let tag = slice(xml.text, &token.span);
        let is_tag = matches!(token.kind, Kind::Start | Kind::Empty);
        let name = if is_tag { xml.local_name(token) } else { "" };
        let said = attribute(if is_tag { tag } else { "" }, "translate");
        let parent = elements.last().map(|parent| parent.place);
        if name == "em" {
            let id = attribute(tag, "startRef").unwrap_or_default();
            if let Some(begun) = marks.remove(id.as_ref())
                && begun.parent == parent
                && begun.divisions == divisions
            {
                found.insert(begun.place, token.mate);
            }
        }
        if matches!(name, "sc" | "ec" | "sm" | "em") || said.as_deref() == Some("yes") {
            divisions = divisions.saturating_add(1);
        }
        let begun = Begun {
            place,
            parent,
            divisions,
        };
        if name == "sm" && said.as_deref() == Some("no") {
            let id = attribute(tag, "id").unwrap_or_default().into_owned();
            marks.insert(id, begun);
        } else if token.kind == Kind::Start {
            elements.push(begun);
        } else if token.kind == Kind::End
            && let Some(begun) = elements.pop()
            && begun.divisions == divisions
            && let Some(start) = tokens.get(begun.place)
            && xml.local_name(start) == "mrk"
            && attribute(slice(xml.text, &start.span), "translate").as_deref() == Some("no")
        {
            found.insert(begun.place, place);
        }
    }
    found
}
