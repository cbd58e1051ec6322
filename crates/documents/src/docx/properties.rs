//! Properties of paragraphs, runs and tables: what of them makes a formatting, and what a translation
//! changes in them.

use std::ops::Range;

use crate::DocumentError;
use crate::xml::{Edits, Reader, Tag, Token};

use crate::office::names::Namespace;

use super::marks::{EAST_ASIAN, Marks};

/// Properties of runs that make no difference to the eye.
const INVISIBLE: [&str; 4] = ["lang", "kern", "noProof", "rPrChange"];

/// What may follow `w:rtl` in a run's properties.
const AFTER_RTL: [&str; 7] = [
    "cs",
    "em",
    "lang",
    "eastAsianLayout",
    "specVanish",
    "oMath",
    "rPrChange",
];

/// What may follow `w:lang` in a run's properties.
const AFTER_LANGUAGE: [&str; 3] = ["eastAsianLayout", "specVanish", "oMath"];

/// What may stand before `w:bidi` in a paragraph's properties.
const BEFORE_BIDI: [&str; 17] = [
    "pStyle",
    "keepNext",
    "keepLines",
    "pageBreakBefore",
    "framePr",
    "widowControl",
    "numPr",
    "suppressLineNumbers",
    "pBdr",
    "shd",
    "tabs",
    "suppressAutoHyphens",
    "kinsoku",
    "wordWrap",
    "overflowPunct",
    "topLinePunct",
    "autoSpaceDE",
];

/// The last property that may stand before `w:bidi`.
const LAST_BEFORE_BIDI: &str = "autoSpaceDN";

/// The properties of something: an element with one element for each property.
#[derive(Debug, Default)]
pub(super) struct Properties<'a> {
    pub(super) range: Range<usize>,
    children: Vec<Property<'a>>,
    open: &'a str,
    close: String,
    /// The number of the numbering that they name.
    pub(super) numbering: Option<String>,
}

#[derive(Debug)]
struct Property<'a> {
    tag: Tag<'a, Namespace>,
    range: Range<usize>,
}

impl<'a> Properties<'a> {
    /// Reads properties whose start was read last.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn read(
        reader: &mut Reader<'a, Namespace>,
        tag: &Tag<'a, Namespace>,
    ) -> Result<Self, DocumentError> {
        let mut children = Vec::new();
        let mut numbering = None;
        let start = tag.range.start;
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.namespace == Namespace::Word && tag.name == "numPr" => {
                    let end = read_numbering(reader, &mut numbering)?;
                    let range = tag.range.start..end;
                    children.push(Property { tag, range });
                }
                Token::Start(tag) => {
                    let end = reader.skip()?;
                    let range = tag.range.start..end;
                    children.push(Property { tag, range });
                }
                Token::End(range) => {
                    let part = reader.part();
                    return Ok(Self {
                        range: start..range.end,
                        children,
                        open: if tag.is_empty {
                            ""
                        } else {
                            part.get(tag.range.clone()).unwrap_or_default()
                        },
                        close: format!("</{}>", tag.full_name),
                        numbering,
                    });
                }
                _ => {}
            }
        }
    }

    fn word(&self, name: &str) -> Option<&Property<'a>> {
        let is_it = |property: &&Property<'_>| {
            property.tag.namespace == Namespace::Word && property.tag.name == name
        };
        self.children.iter().find(is_it)
    }

    /// Whether a property that is on or off is on; `None` if it is not said.
    pub(super) fn is_on(&self, name: &str) -> Option<bool> {
        Some(is_on(&self.word(name)?.tag))
    }

    /// The value of a property.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let value = self.word(name)?.tag.attribute("val")?;
        Some(value.value())
    }

    /// What two runs have in common that look the same.
    pub(super) fn key(&self, part: &str) -> String {
        let is_visible = |property: &&Property<'_>| {
            let tag = &property.tag;
            let is_hint = tag.name == "rFonts"
                && tag.attributes().all(|attribute| attribute.name() == "hint");
            !(INVISIBLE.contains(&tag.name) || is_hint)
        };
        let visible = self.children.iter().filter(is_visible);
        let raw = visible.filter_map(|property| part.get(property.range.clone()));
        raw.collect()
    }

    /// Whether they are seen on a space: lines and backgrounds are.
    pub(super) fn shows_on_space(&self) -> bool {
        let mut names = self.children.iter().map(|property| property.tag.name);
        names.any(|name| {
            matches!(
                name,
                "u" | "strike" | "dstrike" | "highlight" | "shd" | "bdr" | "effect" | "rStyle"
            )
        })
    }

    /// A run's properties in the translation.
    pub(super) fn of_run(&self, part: &str, marks: &Marks, prefix: &str) -> String {
        let mut written = Written::new(self, part, prefix, "rPr");
        let has = |name| self.word(name).is_some();
        let complex = [("b", !has("bCs")), ("i", !has("iCs")), ("sz", !has("szCs"))];
        let mut wants_rtl = marks.is_right_to_left();
        let mut wants_hint = marks.wants_hint() == Some(true) && !has("rFonts");
        let mut wants_language = marks.is_behind() && !has("lang");
        for property in &self.children {
            let name = property.tag.name;
            // It has a number, and says how the source was changed.
            if name == "rPrChange" && marks.is_behind() {
                continue;
            }
            if name == "rtl" && (marks.is_right_to_left() || is_on(&property.tag)) {
                continue;
            }
            if name != "rStyle" {
                written.add_hint(std::mem::take(&mut wants_hint));
            }
            if wants_rtl && AFTER_RTL.contains(&name) {
                written.add_empty("rtl");
                wants_rtl = false;
            }
            if wants_language && AFTER_LANGUAGE.contains(&name) {
                written.add_new_language(marks);
                wants_language = false;
            }
            if name == "lang" {
                written.add_language(property, marks);
                continue;
            }
            if name == "rFonts" {
                written.add_fonts(property, marks);
                continue;
            }
            written.add(property);
            if marks.is_complex() && complex.contains(&(name, true)) {
                written.inner += &complex_form(part, property);
            }
        }
        written.add_hint(wants_hint);
        if wants_rtl {
            written.add_empty("rtl");
        }
        if wants_language {
            written.add_new_language(marks);
        }
        written.end()
    }

    /// As they are, unless they say that they were changed: that has a number. Empty if there are none.
    pub(super) fn unchanged(&self, part: &'a str) -> Option<&'a str> {
        let has_change = self.word("rPrChange").is_some();
        part.get(self.range.clone()).filter(|_| !has_change)
    }

    /// Changes the properties of a style's paragraphs or runs, or of those without a style, as the translation needs
    /// them. What is written in the other direction says so itself, but not what a style says of all.
    pub(super) fn mark_style(&self, part: &str, marks: &Marks, is_style: bool, edits: &mut Edits) {
        for property in &self.children {
            let name = property.tag.name;
            let is_direction = matches!(name, "bidi" | "rtl") && !marks.is_behind();
            if is_direction && is_on(&property.tag) != marks.is_right_to_left() {
                edits.replace(property.range.clone(), String::new());
            }
            let is_complex = matches!(name, "b" | "i" | "sz") && marks.is_complex();
            if is_complex && self.word(&format!("{name}Cs")).is_none() {
                let end = property.range.end;
                edits.replace(end..end, complex_form(part, property));
            } else if name == "lang" && !is_style && !marks.is_behind() {
                marks.set_language(&property.tag, edits);
            }
        }
    }

    /// A paragraph's properties in the translation.
    pub(super) fn of_paragraph(&self, part: &str, marks: &Marks, prefix: &str) -> String {
        let is_before = |name: &str| BEFORE_BIDI.contains(&name) || name == LAST_BEFORE_BIDI;
        let mut written = Written::new(self, part, prefix, "pPr");
        let mut wants_flag = marks.is_right_to_left();
        for property in &self.children {
            let is_flag = property.tag.name == "bidi";
            if is_flag && (marks.is_right_to_left() || is_on(&property.tag)) {
                continue;
            }
            if wants_flag && !is_before(property.tag.name) {
                written.add_empty("bidi");
                wants_flag = false;
            }
            written.add(property);
        }
        if wants_flag {
            written.add_empty("bidi");
        }
        written.end()
    }
}

/// Whether a property that is on or off is on.
pub(super) fn is_on(tag: &Tag<'_, Namespace>) -> bool {
    let value = tag.attribute("val");
    !value.is_some_and(|value| matches!(value.raw, "0" | "false" | "off"))
}

/// A property for complex scripts, which have their own.
fn complex_form(part: &str, property: &Property<'_>) -> String {
    let raw = part.get(property.range.clone()).unwrap_or_default();
    let name_end = 1 + property.tag.full_name.len();
    match raw.split_at_checked(name_end) {
        Some((start, rest)) if property.tag.is_empty => format!("{start}Cs{rest}"),
        _ => String::new(),
    }
}

/// Reads to the end of what a paragraph says of its numbering, and gives the place after it.
fn read_numbering(
    reader: &mut Reader<'_, Namespace>,
    numbering: &mut Option<String>,
) -> Result<usize, DocumentError> {
    let mut depth = 0_usize;
    loop {
        match reader.next()? {
            Token::Start(tag) => {
                depth += 1;
                if tag.name == "numId" {
                    *numbering = tag.attribute("val").map(|number| number.value());
                }
            }
            Token::End(_) if depth > 0 => depth -= 1,
            Token::End(range) => return Ok(range.end),
            Token::Eof => return Ok(reader.place()),
            _ => {}
        }
    }
}

/// Properties as they are written: only what differs from the original is new.
struct Written<'a> {
    properties: &'a Properties<'a>,
    part: &'a str,
    prefix: &'a str,
    name: &'a str,
    inner: String,
}

impl<'a> Written<'a> {
    fn new(properties: &'a Properties<'a>, part: &'a str, prefix: &'a str, name: &'a str) -> Self {
        Self {
            properties,
            part,
            prefix,
            name,
            inner: String::new(),
        }
    }

    fn raw(&self, property: &Property<'_>) -> &'a str {
        self.part.get(property.range.clone()).unwrap_or_default()
    }

    fn add(&mut self, property: &Property<'_>) {
        self.inner.push_str(self.raw(property));
    }

    fn add_empty(&mut self, name: &str) {
        self.inner.push_str(&format!("<{}{name}/>", self.prefix));
    }

    /// Fonts that say nothing but that signs are those of East Asia.
    fn add_hint(&mut self, is_wanted: bool) {
        let prefix = self.prefix;
        // Attributes without a prefix would be in no namespace.
        if is_wanted && !prefix.is_empty() {
            let fonts = format!("<{prefix}rFonts {prefix}hint=\"{EAST_ASIAN}\"/>");
            self.inner.push_str(&fonts);
        }
    }

    fn add_fonts(&mut self, property: &Property<'_>, marks: &Marks) {
        match marks.fonts(&property.tag) {
            Some(fonts) => self.inner.push_str(&fonts),
            None => self.add(property),
        }
    }

    fn add_new_language(&mut self, marks: &Marks) {
        self.inner.extend(marks.new_language(self.prefix));
    }

    fn add_language(&mut self, property: &Property<'_>, marks: &Marks) {
        let added = || {
            let added = marks.added_language(&property.tag);
            added.filter(|_| marks.is_behind())
        };
        let changed = marks.language(&property.tag);
        let changed = changed.map(|(range, tag)| (range, tag.to_owned()));
        let changed = changed.or_else(|| added().map(|(place, text)| (place..place, text)));
        let Some((range, text)) = changed else {
            self.add(property);
            return;
        };
        let before = self.part.get(property.range.start..range.start);
        let after = self.part.get(range.end..property.range.end);
        self.inner.push_str(before.unwrap_or_default());
        self.inner.push_str(&text);
        self.inner.push_str(after.unwrap_or_default());
    }

    fn end(self) -> String {
        let range = self.properties.range.clone();
        let original = self.part.get(range).unwrap_or_default();
        let raw = |property: &Property<'_>| self.part.get(property.range.clone());
        let before: String = self.properties.children.iter().filter_map(raw).collect();
        if before == self.inner {
            return original.to_owned();
        }
        let Self {
            properties,
            prefix,
            name,
            inner,
            ..
        } = self;
        if properties.open.is_empty() {
            format!("<{prefix}{name}>{inner}</{prefix}{name}>")
        } else {
            format!("{}{inner}{}", properties.open, properties.close)
        }
    }
}
