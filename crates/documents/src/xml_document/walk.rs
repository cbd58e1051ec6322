use std::ops::Range;

use crate::collection::Collection;
use crate::values;
use crate::{Content, DocumentError, Limits, Unit};

use super::flow::{Item, ItemKind, Slot};
use super::text::{self, PartKind};
use super::tree::{Kind, Node, Tree};
use super::vocabulary::Role;

const SECTION_START: &str = "<![CDATA[";
const SECTION_END: &str = "]]>";

/// What a document's texts come to.
pub(super) struct Found {
    pub(super) units: Vec<Unit>,
    /// Where they stand. What stands in another comes after it.
    pub(super) slots: Vec<Slot>,
    /// The values of `xml:lang` that hold for what is translated.
    pub(super) languages: Vec<Range<usize>>,
    pub(super) has_foreign: bool,
}

/// Goes over a document and collects its texts.
///
/// # Errors
/// [`DocumentError::TooLarge`].
pub(super) fn walk(
    text: &str,
    tree: &Tree,
    is_prose: bool,
    limits: &Limits,
) -> Result<Found, DocumentError> {
    let mut walk = Walk {
        text,
        tree,
        is_prose,
        collection: Collection::new(limits),
        slots: Vec::new(),
        languages: Vec::new(),
        has_foreign: false,
    };
    if let Some(root) = tree.first() {
        walk.element(root, State::default())?;
    }
    Ok(Found {
        units: walk.collection.into_units(),
        slots: walk.slots,
        languages: walk.languages,
        has_foreign: walk.has_foreign,
    })
}

/// What holds in an element unless it says otherwise.
#[derive(Debug, Clone, Copy)]
struct State {
    is_translated: bool,
    is_foreign: bool,
    keeps_space: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            is_translated: true,
            is_foreign: false,
            keeps_space: false,
        }
    }
}

impl State {
    fn within(self, node: &Node) -> Self {
        Self {
            is_translated: node.is_translated.unwrap_or(self.is_translated),
            is_foreign: node.is_foreign.unwrap_or(self.is_foreign),
            keeps_space: node.keeps_space.unwrap_or(self.keeps_space),
        }
    }

    fn is_live(self) -> bool {
        self.is_translated && !self.is_foreign
    }
}

struct Walk<'a> {
    text: &'a str,
    tree: &'a Tree,
    is_prose: bool,
    collection: Collection,
    slots: Vec<Slot>,
    languages: Vec<Range<usize>>,
    has_foreign: bool,
}

/// A text that is being put together.
#[derive(Default)]
struct Flow {
    items: Vec<Item>,
    /// How many stretches are open.
    depth: usize,
    /// What has texts of its own that come after it.
    after: Vec<After>,
}

enum After {
    /// An element that is a code in the text, in this state.
    Element(usize, State),
    /// The attributes of an element that is a stretch of the text.
    Attributes(usize),
}

impl Flow {
    /// Adds what is not text within elements.
    fn push(&mut self, kind: ItemKind, range: Range<usize>, state: State) {
        self.add(Item {
            kind,
            range,
            is_in_section: false,
            keeps_space: state.keeps_space,
            is_html: false,
        });
    }

    fn add(&mut self, item: Item) {
        match item.kind {
            ItemKind::Open | ItemKind::OpenSection => self.depth += 1,
            ItemKind::Close | ItemKind::CloseSection => self.depth = self.depth.saturating_sub(1),
            ItemKind::Text | ItemKind::Mark | ItemKind::Aside => {}
        }
        self.items.push(item);
    }
}

impl Walk<'_> {
    /// Goes over an element that is no part of a text around it. `state` is that around it.
    fn element(&mut self, number: usize, state: State) -> Result<(), DocumentError> {
        let tree = self.tree;
        let Some(node) = tree.node(number).filter(|node| node.kind == Kind::Element) else {
            return Ok(());
        };
        let state = state.within(node);
        self.has_foreign |= state.is_translated && state.is_foreign && node.holds_text;
        if !state.is_live() {
            for child in tree.children(number) {
                self.element(child, state)?;
            }
            return Ok(());
        }
        self.languages.extend(tree.languages(number).cloned());
        self.attributes(number)?;
        let mut flow = Flow::default();
        for child in tree.children(number) {
            self.child(child, node, state, &mut flow)?;
        }
        self.end(&mut flow, Some(node))
    }

    /// Adds what is directly in an element to its text.
    fn child(
        &mut self,
        number: usize,
        parent: &Node,
        state: State,
        flow: &mut Flow,
    ) -> Result<(), DocumentError> {
        let tree = self.tree;
        let Some(node) = tree.node(number) else {
            return Ok(());
        };
        let range = node.range.clone();
        match node.kind {
            Kind::Text => self.text(range, parent, state, false, flow)?,
            Kind::Reference => flow.push(ItemKind::Mark, range, state),
            Kind::Aside => flow.push(ItemKind::Aside, range, state),
            Kind::Section => self.section(range, parent, state, flow)?,
            Kind::Element => {
                let is_within = flow.depth > 0;
                match role(node, parent, is_within) {
                    Role::Block if !is_within => {
                        self.end(flow, None)?;
                        self.element(number, state)?;
                    }
                    Role::Block | Role::Nested => {
                        flow.push(ItemKind::Mark, range, state);
                        flow.after.push(After::Element(number, state));
                    }
                    Role::Inline => self.inline(number, node, state, flow)?,
                }
            }
        }
        Ok(())
    }

    /// Adds an element to the text around it.
    fn inline(
        &mut self,
        number: usize,
        node: &Node,
        around: State,
        flow: &mut Flow,
    ) -> Result<(), DocumentError> {
        let state = around.within(node);
        if !state.is_live() || !node.holds_text {
            flow.push(ItemKind::Mark, node.range.clone(), around);
            flow.after.push(After::Element(number, around));
            return Ok(());
        }
        let tree = self.tree;
        self.languages.extend(tree.languages(number).cloned());
        flow.after.push(After::Attributes(number));
        let (start, end) = (node.range.start, node.range.end);
        flow.push(ItemKind::Open, start..node.inner.start, around);
        for child in tree.children(number) {
            self.child(child, node, state, flow)?;
        }
        flow.push(ItemKind::Close, node.inner.end..end, around);
        Ok(())
    }

    /// Adds text, in which there may be tags.
    fn text(
        &mut self,
        range: Range<usize>,
        parent: &Node,
        state: State,
        is_in_section: bool,
        flow: &mut Flow,
    ) -> Result<(), DocumentError> {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        let may_break = !self.is_prose && flow.depth == 0;
        let parts = text::parts(raw, is_in_section, may_break);
        let is_html = !self.is_prose && parts.iter().any(|part| part.kind != PartKind::Text);
        for part in parts {
            let place = range.start + part.range.start..range.start + part.range.end;
            let kind = match part.kind {
                PartKind::Text => ItemKind::Text,
                PartKind::Open => ItemKind::Open,
                PartKind::Close => ItemKind::Close,
                PartKind::Mark => ItemKind::Mark,
                PartKind::Break => {
                    self.end(flow, Some(parent))?;
                    continue;
                }
            };
            flow.add(Item {
                kind,
                range: place,
                is_in_section,
                keeps_space: state.keeps_space,
                is_html,
            });
        }
        Ok(())
    }

    fn section(
        &mut self,
        range: Range<usize>,
        parent: &Node,
        state: State,
        flow: &mut Flow,
    ) -> Result<(), DocumentError> {
        let start = range.start + SECTION_START.len();
        let end = range.end.saturating_sub(SECTION_END.len()).max(start);
        if parent.has_only_sections() && flow.depth == 0 {
            // A section that follows another directly goes on with it: that is how "]]>" is written.
            let goes_on = flow.items.last().is_some_and(|last| {
                last.is_in_section && last.range.end + SECTION_END.len() == range.start
            });
            if !goes_on {
                self.end(flow, Some(parent))?;
            }
            return self.text(start..end, parent, state, true, flow);
        }
        flow.push(ItemKind::OpenSection, range.start..start, state);
        self.text(start..end, parent, state, true, flow)?;
        flow.push(ItemKind::CloseSection, end..range.end, state);
        Ok(())
    }

    /// Ends a text. `whole` is the element whose only text it may be.
    fn end(&mut self, flow: &mut Flow, whole: Option<&Node>) -> Result<(), DocumentError> {
        let flow = std::mem::take(flow);
        if let Some((slot, content)) = Slot::of(self.text, &flow.items, self.is_prose) {
            let whole = whole.filter(|node| !node.has_element);
            self.add(slot, content, whole)?;
        }
        for after in flow.after {
            match after {
                After::Element(number, state) => self.element(number, state)?,
                After::Attributes(number) => self.attributes(number)?,
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        slot: Slot,
        content: Content,
        whole: Option<&Node>,
    ) -> Result<(), DocumentError> {
        let text = content.text();
        // An element with a word alone may be data.
        let is_data = |node: &Node| {
            let tag = self.text.get(node.range.start..node.inner.start);
            let name = tag.and_then(|tag| {
                let tag = tag.trim_start_matches('<').trim_end_matches('>');
                tag.split(|end: char| end.is_whitespace()).next()
            });
            values::is_technical(&text, name.unwrap_or_default())
        };
        let is_technical =
            !values::has_words(&text) || (!self.is_prose && whole.is_some_and(is_data));
        if !is_technical {
            self.collection.push(content)?;
            self.slots.push(slot);
        }
        Ok(())
    }

    /// The values of an element's attributes that are texts.
    fn attributes(&mut self, number: usize) -> Result<(), DocumentError> {
        let tree = self.tree;
        for range in tree.attributes(number) {
            let items = attribute_items(self.text, range);
            if let Some((mut slot, content)) = Slot::of(self.text, &items, self.is_prose) {
                slot.is_attribute = true;
                self.add(slot, content, None)?;
            }
        }
        Ok(())
    }
}

/// What an element is to the text around it. `is_within` says whether that is within a stretch.
fn role(node: &Node, parent: &Node, is_within: bool) -> Role {
    match node.role {
        Some(role) => role,
        None if node.is_structure() => Role::Block,
        None if parent.is_mixed() || is_within => Role::Inline,
        None => Role::Block,
    }
}

/// The text of an attribute's value, with references to entities as marks.
fn attribute_items(text: &str, range: &Range<usize>) -> Vec<Item> {
    let raw = text.get(range.clone()).unwrap_or_default();
    let mut items = Vec::new();
    let mut push = |kind, start: usize, end: usize| {
        if start < end {
            items.push(Item {
                kind,
                range: range.start + start..range.start + end,
                is_in_section: false,
                keeps_space: false,
                is_html: false,
            });
        }
    };
    let (mut copied, mut searched) = (0, 0);
    while let Some(found) = raw.get(searched..).and_then(|rest| rest.find('&')) {
        let start = searched + found;
        let Some(rest) = raw.get(start..) else { break };
        let end = rest.find(';').map_or(raw.len(), |end| start + end + 1);
        let reference = raw.get(start..end).unwrap_or_default();
        if crate::xml::unescape(reference).is_err() {
            push(ItemKind::Text, copied, start);
            push(ItemKind::Mark, start, end);
            copied = end;
        }
        searched = end;
    }
    push(ItemKind::Text, copied, raw.len());
    items
}
