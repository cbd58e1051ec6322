//! The scalars of a file that are values and texts.

use std::collections::BTreeSet;
use std::ops::Range;

use dragoman_language::Language;
use saphyr_parser::{Event, ScalarStyle};

use crate::strings::{Convention, StringCollection};
use crate::values::is_technical;
use crate::{DocumentError, Limits, overseer};

use super::events::{Events, FORMAT, Placed, is_of_programs};
use super::form::{Form, Scalar};
use super::schema::means_other_than_text;

/// As much of a key as is looked at.
const LONGEST_KEY: usize = 64;

/// The key at the root of a file that names the language of all texts under it.
#[derive(Debug)]
pub(super) struct Locale {
    pub(super) number: usize,
    /// Where the name stands, without quotation marks.
    pub(super) range: Range<usize>,
    pub(super) is_plain: bool,
    pub(super) has_underscore: bool,
}

/// What there is in a file.
pub(super) struct Contents {
    pub(super) strings: StringCollection<Form>,
    pub(super) locale: Option<Locale>,
    pub(super) quotes: ScalarStyle,
}

/// What an anchor takes in a set, in bytes.
const OF_ANCHOR: usize = 64;

/// A collection that has not ended.
struct Open {
    is_mapping: bool,
    is_key_next: bool,
    /// The key under which it stands, and from then on its own.
    key: String,
    /// Whether it is in a key, or for programs.
    stays: bool,
    is_in_flow: bool,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    limits: &'a Limits,
    open: Vec<Open>,
    strings: StringCollection<Form>,
    /// Anchors of what is a key elsewhere.
    keys: BTreeSet<usize>,
    documents: usize,
    /// How many keys there are at the root, and what the first one is.
    root_keys: usize,
    locale: Option<Locale>,
    single: usize,
    double: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, limits: &'a Limits) -> Self {
        Self {
            text,
            limits,
            open: Vec::new(),
            strings: StringCollection::new(Convention::Unknown, limits),
            keys: BTreeSet::new(),
            documents: 0,
            root_keys: 0,
            locale: None,
            single: 0,
            double: 0,
        }
    }

    /// Reads the whole file.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`], [`DocumentError::TooLarge`], and those of an [`overseer`].
    pub(super) fn read(mut self) -> Result<Contents, DocumentError> {
        if self.text.contains('*') {
            self.keys = keys_by_alias(self.text)?;
        }
        let mut events = Events::new(self.text);
        let mut number = 0_usize;
        while let Some(placed) = events.next()? {
            self.event(placed, number)?;
            number += 1;
        }
        let is_single = self.documents == 1 && self.root_keys == 1;
        Ok(Contents {
            strings: self.strings,
            locale: self.locale.filter(|_| is_single),
            quotes: if self.single > self.double {
                ScalarStyle::SingleQuoted
            } else {
                ScalarStyle::DoubleQuoted
            },
        })
    }

    fn event(&mut self, placed: Placed<'a>, number: usize) -> Result<(), DocumentError> {
        let Placed { event, range } = placed;
        match event {
            Event::DocumentStart(_) => self.documents += 1,
            Event::Alias(_) => self.after_node(),
            Event::Scalar(value, style, anchor, tag) => {
                let scalar = Scalar {
                    text: self.text,
                    span: range,
                    has_properties: anchor > 0 || tag.is_some(),
                    style,
                    value: &value,
                    number,
                    is_in_flow: self.open.last().is_some_and(|open| open.is_in_flow),
                };
                let stays = is_of_programs(tag.as_ref()) || self.keys.contains(&anchor);
                self.scalar(&scalar, stays)?;
                self.after_node();
            }
            Event::SequenceStart(_, tag) => {
                self.start(false, &range, is_of_programs(tag.as_ref()))?;
            }
            Event::MappingStart(_, tag) => {
                self.start(true, &range, is_of_programs(tag.as_ref()))?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
                self.after_node();
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    /// Whether the next node is a key.
    fn is_key(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.is_mapping && open.is_key_next)
    }

    fn after_node(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_key_next = !open.is_key_next;
        }
    }

    fn start(
        &mut self,
        is_mapping: bool,
        range: &Range<usize>,
        is_of_programs: bool,
    ) -> Result<(), DocumentError> {
        if self.open.len() >= self.limits.depth {
            return Err(DocumentError::too_large(
                "collections within one another",
                self.limits.depth,
            ));
        }
        let around = self.open.last();
        let is_bracket = self
            .text
            .get(..range.end)
            .is_some_and(|before| before.ends_with(['[', '{']));
        let open = Open {
            is_mapping,
            is_key_next: is_mapping,
            key: around.map(|open| open.key.clone()).unwrap_or_default(),
            stays: is_of_programs || self.is_key() || around.is_some_and(|open| open.stays),
            is_in_flow: is_bracket || around.is_some_and(|open| open.is_in_flow),
        };
        // A locale has texts in its mapping.
        if self.open.len() == 1 && !is_mapping {
            self.locale = None;
        }
        self.open.push(open);
        Ok(())
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, stays: bool) -> Result<(), DocumentError> {
        match scalar.style {
            ScalarStyle::SingleQuoted => self.single += 1,
            ScalarStyle::DoubleQuoted => self.double += 1,
            ScalarStyle::Plain if self.open.is_empty() && !means_other_than_text(scalar.value) => {
                return Err(DocumentError::Malformed {
                    format: FORMAT,
                    reason: "it is a text without keys or lists".to_owned(),
                });
            }
            _ => {}
        }
        if self.is_key() {
            self.key(scalar, stays);
            return Ok(());
        }
        let (key, stays) = match self.open.last() {
            Some(open) => (open.key.as_str(), open.stays || stays),
            None => ("", stays),
        };
        if self.open.len() == 1 {
            self.locale = None;
        }
        let is_text = scalar.style != ScalarStyle::Plain || !means_other_than_text(scalar.value);
        if stays || !is_text || is_technical(scalar.value, key) {
            return Ok(());
        }
        match scalar.place() {
            Some((range, form)) => self.strings.push(range, form, scalar.value.to_owned()),
            None => Ok(()),
        }
    }

    fn key(&mut self, scalar: &Scalar<'_>, stays: bool) {
        if self.open.len() == 1 {
            self.root_keys += 1;
            let is_locale = self.root_keys == 1 && !stays;
            self.locale = is_locale.then(|| locale(scalar)).flatten();
        }
        if let Some(open) = self.open.last_mut() {
            let end = scalar.value.floor_char_boundary(LONGEST_KEY);
            open.key.clear();
            open.key
                .push_str(scalar.value.get(..end).unwrap_or_default());
        }
    }
}

/// The anchors of what is a key somewhere else, by its alias.
fn keys_by_alias(text: &str) -> Result<BTreeSet<usize>, DocumentError> {
    let mut keys = BTreeSet::new();
    let mut events = Events::new(text);
    // For each collection that is open, whether its next node is a key.
    let mut open: Vec<(bool, bool)> = Vec::new();
    while let Some(placed) = events.next()? {
        match placed.event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                overseer::borrow_for::<(bool, bool)>(1)?;
                let is_mapping = matches!(placed.event, Event::MappingStart(..));
                open.push((is_mapping, is_mapping));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
            }
            Event::Alias(anchor) if matches!(open.last(), Some((true, true))) => {
                overseer::borrow(OF_ANCHOR)?;
                keys.insert(anchor);
            }
            Event::Alias(_) | Event::Scalar(..) => {}
            _ => continue,
        }
        if let Some((_, is_key_next)) = open.last_mut() {
            *is_key_next = !*is_key_next;
        }
    }
    Ok(keys)
}

/// What a key at the root is if it names a language.
fn locale(scalar: &Scalar<'_>) -> Option<Locale> {
    Language::parse(&scalar.value.replace('_', "-")).ok()?;
    let (range, _) = scalar.place()?;
    let raw = scalar.text.get(range.clone())?;
    let start = range.start + raw.find(scalar.value)?;
    Some(Locale {
        number: scalar.number,
        range: start..start + scalar.value.len(),
        is_plain: scalar.style == ScalarStyle::Plain,
        has_underscore: scalar.value.contains('_'),
    })
}
