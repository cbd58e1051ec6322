//! What has to be written into a catalogue so that it has a language.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::collection::Collection;
use crate::json::{Kind, Node, Tree, decode};
use crate::strings::{Convention, TranslatableText};
use crate::values::is_technical;
use crate::{DocumentError, Options, overseer};

use super::{FORMAT, codes, plurals};

/// What a part of a text that is written takes, and a text, in bytes, apart from its letters.
pub(super) const OF_PART: usize = 640;

/// What it takes for each level on which it stands: the white space at the beginnings of its lines.
const OF_LEVEL: usize = 96;

/// What each of its bytes takes where it is written.
const OF_TEXT: usize = 4;

/// A text of the target language that is there and only prepared.
#[derive(Debug)]
pub(super) struct Fill {
    /// Where its state stands.
    pub(super) state: Range<usize>,
    /// Where the text stands.
    pub(super) value: Range<usize>,
    /// The number of the text that comes there.
    pub(super) text: usize,
}

/// Members that an object gets.
#[derive(Debug)]
pub(super) struct Insertion {
    pub(super) object: usize,
    pub(super) name: String,
    pub(super) part: Part,
}

/// What is written of a language.
#[derive(Debug)]
pub(super) enum Part {
    /// What stands in this range.
    Copy(Range<usize>),
    /// The translation of the text with this number, with its state.
    Text(usize),
    Object(Vec<(String, Part)>),
}

impl Part {
    /// Whether it has a text that was translated.
    pub(super) fn is_translated(&self, texts: &[Option<String>]) -> bool {
        match self {
            Self::Copy(_) => false,
            Self::Text(number) => texts.get(*number).is_some_and(Option::is_some),
            Self::Object(members) => members.iter().any(|(_, part)| part.is_translated(texts)),
        }
    }
}

/// What a catalogue gets.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) units: Collection,
    pub(super) texts: Vec<TranslatableText>,
    /// Where the sources of the texts stand.
    pub(super) sources: Vec<Range<usize>>,
    pub(super) fills: Vec<Fill>,
    pub(super) insertions: Vec<Insertion>,
}

/// Finds out what a catalogue needs.
pub(super) struct Planner<'a> {
    pub(super) text: &'a str,
    pub(super) tree: &'a Tree,
    strings: usize,
    source: &'a str,
    target: String,
    categories: &'static [&'static str],
    /// The numbers of texts by where their sources stand.
    numbers: BTreeMap<usize, usize>,
    pub(super) plan: Plan,
}

impl<'a> Planner<'a> {
    /// One for this catalogue.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none.
    pub(super) fn new(
        text: &'a str,
        tree: &'a Tree,
        options: &Options,
    ) -> Result<Self, DocumentError> {
        let missing = |name: &str| DocumentError::Malformed {
            format: FORMAT,
            reason: format!("it is JSON, but has no \"{name}\", as a catalogue of strings has"),
        };
        let source = tree
            .member(text, 0, "sourceLanguage")
            .and_then(|number| tree.node(number));
        let source = source.filter(|node| node.kind == Kind::String);
        let source = source.and_then(|node| text.get(node.range.clone()));
        let source = source.ok_or_else(|| missing("sourceLanguage"))?;
        let strings = tree.member(text, 0, "strings").filter(|number| {
            tree.node(*number)
                .is_some_and(|node| node.kind == Kind::Object)
        });
        let strings = strings.ok_or_else(|| missing("strings"))?;
        let mut planner = Self {
            text,
            tree,
            strings,
            source,
            target: String::new(),
            categories: plurals::categories(options.target),
            numbers: BTreeMap::new(),
            plan: Plan {
                units: Collection::new(&options.limits),
                texts: Vec::new(),
                sources: Vec::new(),
                fills: Vec::new(),
                insertions: Vec::new(),
            },
        };
        planner.target = codes::name(options.target, &planner.languages()?, source);
        Ok(planner)
    }

    pub(super) fn into_plan(self) -> Plan {
        self.plan
    }

    /// The languages that the catalogue has.
    fn languages(&self) -> Result<BTreeSet<&'a str>, DocumentError> {
        let mut languages = BTreeSet::new();
        for entry in self.tree.children(self.strings) {
            overseer::go_on()?;
            let localizations = self.member(entry, "localizations");
            for number in localizations
                .into_iter()
                .flat_map(|it| self.tree.children(it))
            {
                let name = self.key(number);
                if !languages.contains(name) {
                    overseer::borrow(OF_PART)?;
                    languages.insert(name);
                }
            }
        }
        Ok(languages)
    }

    /// Goes through all strings.
    ///
    /// # Errors
    /// Those of [`Collection::push`].
    pub(super) fn plan(&mut self) -> Result<(), DocumentError> {
        let tree = self.tree;
        if self.source == self.target {
            return Ok(());
        }
        for entry in tree.children(self.strings) {
            overseer::go_on()?;
            if self.is_to_be_translated(entry) {
                self.plan_string(entry)?;
            }
        }
        Ok(())
    }

    fn is_to_be_translated(&self, entry: usize) -> bool {
        let is = |name: &str, value: &str| {
            self.member(entry, name)
                .is_some_and(|number| self.written(number) == value)
        };
        self.kind(entry) == Some(Kind::Object)
            && !is("shouldTranslate", "false")
            && !is("extractionState", "stale")
    }

    fn plan_string(&mut self, entry: usize) -> Result<(), DocumentError> {
        let localizations = self.member(entry, "localizations");
        if localizations.is_some_and(|number| self.kind(number) != Some(Kind::Object)) {
            return Ok(());
        }
        let of = |language: &str| localizations.and_then(|number| self.member(number, language));
        let (source, target) = (of(self.source), of(&self.target));
        if let Some(target) = target {
            return match source {
                Some(source) => self.merge(source, target, false),
                None => {
                    let key = self.node(entry).map(|node| node.key.clone());
                    self.fill_with(key, target)
                }
            };
        }
        let part = match source {
            Some(source) => self.part(source, false)?,
            None => {
                let key = self.node(entry).map(|node| node.key.clone());
                let number = key.map(|key| self.number(key)).transpose()?.flatten();
                number.map(of_text)
            }
        };
        let Some(part) = part else {
            return Ok(());
        };
        let target = self.target.clone();
        match localizations {
            Some(object) => self.insert(object, &target, part),
            None => {
                let part = Part::Object(vec![(target, part)]);
                self.insert(entry, "localizations", part)
            }
        }
    }

    pub(super) fn insert(
        &mut self,
        object: usize,
        name: &str,
        part: Part,
    ) -> Result<(), DocumentError> {
        self.borrow_for_part(object)?;
        let name = name.to_owned();
        self.plan.insertions.push(Insertion { object, name, part });
        Ok(())
    }

    /// What the target language gets where the source language has this; nothing if there is nothing to translate in it.
    pub(super) fn part(
        &mut self,
        source: usize,
        is_in_plural: bool,
    ) -> Result<Option<Part>, DocumentError> {
        let mut members = Vec::new();
        let mut has_text = false;
        let tree = self.tree;
        for member in tree.children(source) {
            self.borrow_for_part(member)?;
            let (key, kind) = (self.key(member), self.kind(member));
            let is_plural = key == "plural" && !is_in_plural;
            let part = match kind {
                Some(Kind::Object) if key == "stringUnit" => {
                    let value = self.value(member);
                    let number = value.map(|value| self.number(value)).transpose()?.flatten();
                    number.map(Part::Text)
                }
                Some(Kind::Object) if is_plural => self.plural(member)?,
                Some(Kind::Object) => self.part(member, is_in_plural)?,
                _ => None,
            };
            has_text |= part.is_some();
            let range = self.node(member).map(Node::whole).unwrap_or_default();
            let part = match part {
                Some(part) => part,
                None => {
                    overseer::borrow(range.len().saturating_mul(OF_TEXT))?;
                    Part::Copy(range)
                }
            };
            members.push((key.to_owned(), part));
        }
        Ok(has_text.then_some(Part::Object(members)))
    }

    /// What the categories of the target language get of those of the source language.
    fn plural(&mut self, plural: usize) -> Result<Option<Part>, DocumentError> {
        let mut members = Vec::new();
        let mut has_text = false;
        for (name, source) in self.sources(plural) {
            self.borrow_for_part(source)?;
            let part = self.part(source, true)?;
            has_text |= part.is_some();
            if let Some(part) = part {
                members.push((name.to_owned(), part));
            } else if let Some(node) = self.node(source) {
                overseer::borrow(node.range.len().saturating_mul(OF_TEXT))?;
                members.push((name.to_owned(), Part::Copy(node.whole())));
            }
        }
        Ok(has_text.then_some(Part::Object(members)))
    }

    /// Which category of the source language each category of the target language is translated from. One for zero is there
    /// in every language for whoever wants to say that there is nothing.
    pub(super) fn sources(&self, plural: usize) -> Vec<(&'static str, usize)> {
        let zero = self.member(plural, "zero").map(|number| ("zero", number));
        let zero = zero.filter(|_| !self.categories.contains(&"zero"));
        let other = self.member(plural, "other");
        let categories = self.categories.iter().filter_map(|name| {
            let same = self.member(plural, name);
            Some((*name, same.or(other)?))
        });
        categories.chain(zero).collect()
    }

    /// The number of the text that stands there; none if it is not for people, or has half a character.
    pub(super) fn number(&mut self, place: Range<usize>) -> Result<Option<usize>, DocumentError> {
        if let Some(number) = self.numbers.get(&place.start) {
            overseer::borrow(place.len().saturating_mul(OF_TEXT))?;
            return Ok(Some(*number));
        }
        overseer::borrow(OF_PART.saturating_add(place.len().saturating_mul(2 * OF_TEXT)))?;
        let decoded = decode(self.text, place.clone());
        if is_technical(&decoded.text, "") || !decoded.halves.is_empty() {
            return Ok(None);
        }
        let units = &mut self.plan.units;
        let text = TranslatableText::new(decoded.text, Convention::Numbered, units)?;
        if !text.has_units() {
            return Ok(None);
        }
        let number = self.plan.texts.len();
        self.plan.texts.push(text);
        self.plan.sources.push(place.clone());
        self.numbers.insert(place.start, number);
        Ok(Some(number))
    }

    /// Borrows what takes a part that stands as deep as this value.
    fn borrow_for_part(&self, number: usize) -> Result<(), DocumentError> {
        let depth = self.node(number).map_or(0, |node| node.depth);
        overseer::borrow(OF_PART.saturating_add(depth.saturating_mul(OF_LEVEL)))
    }

    /// Where the text of a unit stands.
    pub(super) fn value(&self, unit: usize) -> Option<Range<usize>> {
        let value = self
            .member(unit, "value")
            .and_then(|number| self.node(number));
        let value = value.filter(|node| node.kind == Kind::String);
        value.map(|node| node.range.clone())
    }

    pub(super) fn member(&self, object: usize, name: &str) -> Option<usize> {
        self.tree.member(self.text, object, name)
    }

    pub(super) fn node(&self, number: usize) -> Option<&'a Node> {
        self.tree.node(number)
    }

    pub(super) fn kind(&self, number: usize) -> Option<Kind> {
        self.node(number).map(|node| node.kind)
    }

    fn written(&self, number: usize) -> &'a str {
        let range = self.node(number).map(|node| node.range.clone());
        range
            .and_then(|range| self.text.get(range))
            .unwrap_or_default()
    }

    pub(super) fn key(&self, number: usize) -> &'a str {
        let key = self.node(number).map(|node| node.key.clone());
        key.and_then(|key| self.text.get(key)).unwrap_or_default()
    }
}

/// What a language gets that has just this text.
fn of_text(number: usize) -> Part {
    Part::Object(vec![("stringUnit".to_owned(), Part::Text(number))])
}
