//! What styles say of text: what of it is seen, and what is hidden.

use std::collections::HashMap;

use crate::xml::{Reader, Tag, Token};
use crate::{DocumentError, overseer};

use super::names::Namespace::{self, Office, Style as StyleNames};

/// How many styles may be based on one another.
const LONGEST_CHAIN: usize = 32;

/// How long what is seen of a style may be, in bytes; a style with more of it is told by its name.
const LONGEST_KEY: usize = 512;

/// What an entry takes besides its strings, in bytes.
const OF_STYLE: usize = 512;

/// Properties of text that make no difference to the eye: its language, and who changed it when.
const INVISIBLE: [&str; 4] = ["language", "country", "script", "rfc-language-tag"];

/// Properties that are seen on a space.
const ON_SPACE: [&str; 4] = [
    "text-underline",
    "text-overline",
    "text-line-through",
    "background-color",
];

/// The part whose styles are meant: each has some of its own besides those of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    /// The content.
    Content,
    /// The part with styles, in which headers and footers are.
    Styles,
    /// A chart.
    Chart,
    /// All of them.
    Document,
}

/// What is styled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Family {
    Text,
    Paragraph,
    Table,
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_name: HashMap<(Scope, Family, String), Style>,
    /// Whether text is written from right to left unless something else is said.
    pub(super) is_right_to_left: bool,
}

#[derive(Debug, Default)]
struct Style {
    parent: Option<String>,
    /// What is seen of its text: two styles with the same look the same.
    key: String,
    hides: Option<bool>,
    shows_on_space: bool,
}

/// How text of a style looks.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    /// The same for what looks the same, and empty for what looks as everything around it.
    pub(super) key: String,
    /// Whether a space shows it.
    pub(super) shows_on_space: bool,
    pub(super) is_hidden: bool,
}

impl Styles {
    /// Adds the styles of a part, which is the content or the one with styles.
    ///
    /// # Errors
    /// Those of the reader and of an overseer.
    pub(super) fn read(
        &mut self,
        part: &str,
        own: Scope,
        (format, depth): (&'static str, usize),
    ) -> Result<(), DocumentError> {
        let mut reader = Reader::new(part, Namespace::of, format, depth);
        let mut scope = own;
        loop {
            match reader.next()? {
                Token::Start(tag) => match (tag.namespace, tag.name) {
                    (Office, "styles") => scope = Scope::Document,
                    (Office, "automatic-styles") => scope = own,
                    // There are no styles after it.
                    (Office, "body") => return Ok(()),
                    (StyleNames, "style") => self.read_style(&mut reader, &tag, scope)?,
                    (StyleNames, "page-layout-properties") => self.read_direction(&tag),
                    (StyleNames, "default-style") if is_of_paragraphs(&tag) => {
                        self.read_default(&mut reader)?;
                    }
                    _ => {}
                },
                Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn read_default(&mut self, reader: &mut Reader<'_, Namespace>) -> Result<(), DocumentError> {
        loop {
            match reader.next()? {
                Token::Start(tag) => {
                    self.read_direction(&tag);
                    reader.skip()?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn read_direction(&mut self, tag: &Tag<'_, Namespace>) {
        let mode = tag.attribute("writing-mode");
        self.is_right_to_left |= mode.is_some_and(|mode| mode.raw.starts_with("rl"));
    }

    fn read_style<'a>(
        &mut self,
        reader: &mut Reader<'a, Namespace>,
        tag: &Tag<'a, Namespace>,
        scope: Scope,
    ) -> Result<(), DocumentError> {
        let value = |name| tag.attribute(name).map(|found| found.value());
        let family = match value("family").as_deref() {
            Some("text") => Family::Text,
            Some("paragraph") => Family::Paragraph,
            Some("table") => Family::Table,
            _ => return reader.skip().map(drop),
        };
        let name = value("name").unwrap_or_default();
        let mut style = Style {
            parent: value("parent-style-name").filter(|parent| !parent.is_empty()),
            ..Style::default()
        };
        // Styles with names that people know are seen, whatever they say.
        if scope == Scope::Document {
            style.key = named(&name);
            style.shows_on_space = true;
        } else if let Some(parent) = &style.parent {
            style.key = named(parent);
            style.shows_on_space = true;
        }
        loop {
            match reader.next()? {
                Token::Start(child) => {
                    match child.name {
                        "text-properties" => style.read_text(&child, scope),
                        "table-properties" => {
                            let display = child.attribute("display");
                            style.hides = display.map(|display| display.raw == "false");
                        }
                        _ => {}
                    }
                    reader.skip()?;
                }
                Token::End(_) | Token::Eof => break,
                _ => {}
            }
        }
        if style.key.len() > LONGEST_KEY {
            style.key = named(&name);
        }
        let strings = name.len().saturating_add(style.key.len());
        overseer::borrow(OF_STYLE.saturating_add(strings.saturating_mul(2)))?;
        self.by_name.insert((scope, family, name), style);
        Ok(())
    }

    fn get(&self, scope: Scope, family: Family, name: &str) -> Option<&Style> {
        let of = |scope| self.by_name.get(&(scope, family, name.to_owned()));
        of(scope).or_else(|| of(Scope::Document))
    }

    /// How text of this style looks.
    pub(super) fn look(&self, scope: Scope, name: &str) -> Look {
        match self.get(scope, Family::Text, name) {
            Some(style) => Look {
                key: style.key.clone(),
                shows_on_space: style.shows_on_space,
                is_hidden: self.hides(scope, Family::Text, name),
            },
            None => Look {
                key: named(name),
                shows_on_space: true,
                is_hidden: false,
            },
        }
    }

    /// Whether paragraphs of this style are hidden.
    pub(super) fn hides_paragraph(&self, scope: Scope, name: &str) -> bool {
        self.hides(scope, Family::Paragraph, name)
    }

    /// Whether tables of this style are hidden: sheets of workbooks are.
    pub(super) fn hides_table(&self, scope: Scope, name: &str) -> bool {
        self.hides(scope, Family::Table, name)
    }

    fn hides(&self, scope: Scope, family: Family, name: &str) -> bool {
        let styles = std::iter::successors(self.get(scope, family, name), |style| {
            self.get(Scope::Document, family, style.parent.as_deref()?)
        });
        let mut said = styles.take(LONGEST_CHAIN).filter_map(|style| style.hides);
        said.next().unwrap_or(false)
    }
}

impl Style {
    fn read_text(&mut self, tag: &Tag<'_, Namespace>, scope: Scope) {
        for attribute in tag.attributes() {
            let name = attribute.name();
            if name == "display" {
                self.hides = Some(attribute.raw == "none");
            }
            // Which changes were saved together is no property of what is seen.
            let kind = name.strip_suffix("-asian").unwrap_or(name);
            let kind = kind.strip_suffix("-complex").unwrap_or(kind);
            if INVISIBLE.contains(&kind) || name.ends_with("rsid") || scope == Scope::Document {
                continue;
            }
            self.shows_on_space |= ON_SPACE.iter().any(|shown| name.starts_with(shown));
            if self.key.len() <= LONGEST_KEY {
                self.key += &format!("{}={} ", attribute.full_name, attribute.raw);
            }
        }
    }
}

fn is_of_paragraphs(tag: &Tag<'_, Namespace>) -> bool {
    let family = tag.attribute("family");
    family.is_some_and(|family| family.raw == "paragraph")
}

/// The key of what is told by its style's name.
fn named(name: &str) -> String {
    format!("={name} ")
}
