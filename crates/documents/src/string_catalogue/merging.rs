//! What a language needs that a catalogue has in part.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::json::Kind;
use crate::{DocumentError, overseer};

use super::plan::{Fill, OF_PART, Part, Planner};
use super::plurals;

impl<'a> Planner<'a> {
    /// Adds what the target language lacks of what the source language has here.
    pub(super) fn merge(
        &mut self,
        source: usize,
        target: usize,
        is_in_plural: bool,
    ) -> Result<(), DocumentError> {
        if self.kind(target) != Some(Kind::Object) {
            return Ok(());
        }
        let has_own = ["stringUnit", "variations"]
            .iter()
            .any(|name| self.member(target, name).is_some());
        if self.member(target, "stringUnit").is_some() {
            let value = self.best_value(source);
            self.fill_with(value, target)?;
        }
        for name in ["stringUnit", "variations", "substitutions"] {
            let Some(of_source) = self.member(source, name) else {
                continue;
            };
            match (name, self.member(target, name)) {
                ("variations", Some(of_target)) => {
                    self.merge_variations(of_source, of_target, is_in_plural)?;
                }
                ("substitutions", Some(of_target)) => {
                    self.merge_members(of_source, of_target, is_in_plural)?;
                }
                ("stringUnit", Some(_)) => {}
                (_, None) if has_own && name != "substitutions" => {}
                (_, None) => self.insert_copy(target, of_source, is_in_plural)?,
                _ => {}
            }
        }
        // What is varied only in the target language.
        if self.member(source, "variations").is_none()
            && let Some(variations) = self.member(target, "variations")
        {
            let value = self.best_value(source);
            self.fill_all(value, variations)?;
        }
        Ok(())
    }

    fn merge_variations(
        &mut self,
        source: usize,
        target: usize,
        is_in_plural: bool,
    ) -> Result<(), DocumentError> {
        let of_source = self.by_name(source)?;
        for (name, kind) in self.by_name(target)? {
            match of_source.get(name) {
                Some(of_source) if name == "plural" && !is_in_plural => {
                    self.merge_plural(*of_source, kind)?;
                }
                Some(of_source) => self.merge_members(*of_source, kind, is_in_plural)?,
                None => {
                    let value = self.best_value_of_variations(source);
                    self.fill_all(value, kind)?;
                }
            }
        }
        Ok(())
    }

    fn merge_plural(&mut self, source: usize, target: usize) -> Result<(), DocumentError> {
        let sources = self.sources(source);
        for (name, of_source) in &sources {
            match self.member(target, name) {
                Some(of_target) => self.merge(*of_source, of_target, true)?,
                None => {
                    if let Some(part) = self.part(*of_source, true)? {
                        self.insert(target, name, part)?;
                    }
                }
            }
        }
        // Somebody may know more categories.
        let is_done = |name: &str| sources.iter().any(|(done, _)| *done == name);
        let further = plurals::ALL.iter().filter(|name| !is_done(name));
        for name in further {
            if let Some(of_target) = self.member(target, name)
                && let Some(other) = self.member(source, "other")
            {
                self.merge(other, of_target, true)?;
            }
        }
        Ok(())
    }

    /// Merges members of the same names, and adds those that are missing.
    fn merge_members(
        &mut self,
        source: usize,
        target: usize,
        is_in_plural: bool,
    ) -> Result<(), DocumentError> {
        let present = self.by_name(target)?;
        for (name, of_source) in self.by_name(source)? {
            match present.get(name) {
                Some(of_target) => self.merge(of_source, *of_target, is_in_plural)?,
                None => self.insert_copy(target, of_source, is_in_plural)?,
            }
        }
        Ok(())
    }

    /// The members of an object by their names; of those with the same name the first one.
    fn by_name(&self, object: usize) -> Result<BTreeMap<&'a str, usize>, DocumentError> {
        let mut members = BTreeMap::new();
        for member in self.tree.children(object) {
            overseer::borrow(OF_PART)?;
            members.entry(self.key(member)).or_insert(member);
        }
        Ok(members)
    }

    /// Adds to an object what the target language gets for a member of the source language.
    fn insert_copy(
        &mut self,
        object: usize,
        member: usize,
        is_in_plural: bool,
    ) -> Result<(), DocumentError> {
        let name = self.key(member);
        let part = match name {
            "stringUnit" => {
                let value = self.value(member);
                let number = value.map(|value| self.number(value)).transpose()?.flatten();
                number.map(Part::Text)
            }
            _ => self.part(member, is_in_plural)?,
        };
        match part {
            Some(part) => self.insert(object, name, part),
            None => Ok(()),
        }
    }

    /// Fills in the text of the target language here if it is only prepared.
    pub(super) fn fill_with(
        &mut self,
        value: Option<Range<usize>>,
        target: usize,
    ) -> Result<(), DocumentError> {
        let Some(unit) = self.member(target, "stringUnit") else {
            return match self.member(target, "variations") {
                Some(variations) => self.fill_all(value, variations),
                None => Ok(()),
            };
        };
        let state = self
            .member(unit, "state")
            .and_then(|number| self.node(number));
        let state = state.filter(|node| self.text.get(node.range.clone()) == Some("new"));
        let (Some(value), Some(state), Some(place)) = (value, state, self.value(unit)) else {
            return Ok(());
        };
        let state = state.range.clone();
        if let Some(text) = self.number(value)? {
            overseer::borrow(OF_PART)?;
            let value = place;
            self.plan.fills.push(Fill { state, value, text });
        }
        Ok(())
    }

    /// Fills in all texts within, however they are varied.
    fn fill_all(
        &mut self,
        value: Option<Range<usize>>,
        target: usize,
    ) -> Result<(), DocumentError> {
        let tree = self.tree;
        for member in tree.children(target) {
            overseer::go_on()?;
            if self.member(member, "stringUnit").is_some() {
                self.fill_with(value.clone(), member)?;
            } else {
                self.fill_all(value.clone(), member)?;
            }
        }
        Ok(())
    }

    /// Where the text stands that the source language has here, or the one of its variants that fits best for all.
    fn best_value(&self, source: usize) -> Option<Range<usize>> {
        if let Some(unit) = self.member(source, "stringUnit") {
            return self.value(unit);
        }
        let variations = self.member(source, "variations")?;
        self.best_value_of_variations(variations)
    }

    fn best_value_of_variations(&self, variations: usize) -> Option<Range<usize>> {
        let kind = self.tree.children(variations).next()?;
        let other = self.member(kind, "other");
        self.best_value(other.or_else(|| self.tree.children(kind).next())?)
    }
}
