//! Properties of paragraphs, runs and tables: what of them makes a formatting, and what a translation
//! changes in them.

use std::ops::Range;

use dragoman_language::Language;

use crate::DocumentError;
use crate::xml::{Reader, Tag, Token};

use crate::office::direction;
use crate::office::names::Namespace;

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

/// What may stand before `w:bidiVisual` in a table's properties.
const BEFORE_BIDI_VISUAL: [&str; 3] = ["tblStyle", "tblpPr", "tblOverlap"];

/// What a translation says of its language and direction.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    tag: &'static str,
    /// The attribute of `w:lang` for the target's kind of script.
    attribute: &'static str,
    is_right_to_left: bool,
}

impl Marks {
    pub(super) fn new(target: Language) -> Self {
        let common = direction::Marks::new(target);
        let (tag, is_right_to_left) = (common.tag(), common.is_right_to_left());
        let primary = tag.split('-').next().unwrap_or(tag);
        Self {
            tag,
            attribute: match primary {
                _ if is_right_to_left => "bidi",
                "zh" | "ja" | "ko" => "eastAsia",
                _ => "val",
            },
            is_right_to_left,
        }
    }

    /// The language that an element `w:lang` should have, with its place.
    pub(super) fn language<N>(&self, tag: &Tag<'_, N>) -> Option<(Range<usize>, &'static str)> {
        let attribute = tag.attribute(self.attribute)?;
        (attribute.raw != self.tag).then_some((attribute.range, self.tag))
    }
}

/// The properties of something: an element with one element for each property.
#[derive(Debug, Default)]
pub(super) struct Properties<'a> {
    pub(super) range: Range<usize>,
    children: Vec<Property<'a>>,
    open: &'a str,
    close: String,
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
        let start = tag.range.start;
        loop {
            match reader.next()? {
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
        let value = self.word(name)?.tag.attribute("val");
        let is_off = |raw: &str| matches!(raw, "0" | "false" | "off");
        Some(!value.is_some_and(|value| is_off(value.raw)))
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
        let mut wants_rtl = marks.is_right_to_left;
        for property in &self.children {
            let name = property.tag.name;
            if name == "rtl" {
                continue;
            }
            if wants_rtl && AFTER_RTL.contains(&name) {
                written.add_empty("rtl");
                wants_rtl = false;
            }
            if name == "lang" {
                written.add_language(property, marks);
                continue;
            }
            written.add(property);
            if marks.is_right_to_left && complex.contains(&(name, true)) {
                written.add_complex(property);
            }
        }
        if wants_rtl {
            written.add_empty("rtl");
        }
        written.end()
    }

    /// A paragraph's properties in the translation.
    pub(super) fn of_paragraph(&self, part: &str, marks: &Marks, prefix: &str) -> String {
        let is_before = |name: &str| BEFORE_BIDI.contains(&name) || name == LAST_BEFORE_BIDI;
        self.with_flag(part, marks, prefix, ("pPr", "bidi"), is_before)
    }

    /// A table's properties in the translation.
    pub(super) fn of_table(&self, part: &str, marks: &Marks, prefix: &str) -> String {
        let is_before = |name: &str| BEFORE_BIDI_VISUAL.contains(&name);
        self.with_flag(part, marks, prefix, ("tblPr", "bidiVisual"), is_before)
    }

    fn with_flag(
        &self,
        part: &str,
        marks: &Marks,
        prefix: &str,
        (name, flag): (&str, &str),
        is_before: impl Fn(&str) -> bool,
    ) -> String {
        let mut written = Written::new(self, part, prefix, name);
        let mut wants_flag = marks.is_right_to_left;
        for property in &self.children {
            if property.tag.name == flag {
                continue;
            }
            if wants_flag && !is_before(property.tag.name) {
                written.add_empty(flag);
                wants_flag = false;
            }
            written.add(property);
        }
        if wants_flag {
            written.add_empty(flag);
        }
        written.end()
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

    /// The same property for complex scripts, which have their own.
    fn add_complex(&mut self, property: &Property<'_>) {
        let raw = self.raw(property);
        let name_end = 1 + property.tag.full_name.len();
        if let (true, Some((start, rest))) = (property.tag.is_empty, raw.split_at_checked(name_end))
        {
            self.inner.push_str(start);
            self.inner.push_str("Cs");
            self.inner.push_str(rest);
        }
    }

    fn add_language(&mut self, property: &Property<'_>, marks: &Marks) {
        let Some((range, tag)) = marks.language(&property.tag) else {
            self.add(property);
            return;
        };
        let before = self.part.get(property.range.start..range.start);
        let after = self.part.get(range.end..property.range.end);
        self.inner.push_str(before.unwrap_or_default());
        self.inner.push_str(tag);
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
