//! Names of a book's entries.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::{DocumentError, overseer};

/// What a name takes apart from its letters, in bytes: its place in a list that grows and in a set, and what is counted of it.
const OF_NAME: usize = 160;

/// Names in their order, each once: a reference takes a few bytes of a file however long the name is that it means, so that
/// there must be no more of them here than the archive has entries.
#[derive(Debug, Default)]
pub(super) struct Names {
    list: Vec<Rc<str>>,
    seen: BTreeSet<Rc<str>>,
}

impl Names {
    /// Adds a name unless it is there, and gives the one that is kept.
    ///
    /// # Errors
    /// Those of an [`overseer`].
    pub(super) fn add(&mut self, name: Rc<str>) -> Result<Rc<str>, DocumentError> {
        if let Some(kept) = self.seen.get(&name) {
            return Ok(Rc::clone(kept));
        }
        overseer::borrow(OF_NAME.saturating_add(name.len()))?;
        self.list.push(Rc::clone(&name));
        self.seen.insert(Rc::clone(&name));
        Ok(name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.seen.contains(name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The names in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Rc<str>> {
        self.list.iter()
    }
}
