//! The strings of a file of resources.

use std::ops::Range;

use crate::strings::{Convention, StringCollection};
use crate::values::is_technical;
use crate::xml::{Reader, Tag, Token};
use crate::{DocumentError, Limits, overseer};

use super::notation::Form;

pub(super) const FORMAT: &str = "resx";

/// Properties of the controls of a form that are strings and nothing to read.
const PROPERTIES: [&str; 24] = [
    "AccessibleRole",
    "Anchor",
    "AutoSize",
    "AutoSizeMode",
    "ClientSize",
    "DataMember",
    "DisplayMember",
    "Dock",
    "Enabled",
    "Font",
    "HelpKeyword",
    "ImageKey",
    "ImeMode",
    "Location",
    "Margin",
    "Name",
    "Padding",
    "Parent",
    "RightToLeft",
    "Size",
    "TabIndex",
    "Type",
    "ValueMember",
    "ZOrder",
];

/// Reads the strings of a file.
///
/// # Errors
/// [`DocumentError::Malformed`], [`DocumentError::TooLarge`], and those of an [`overseer`].
pub(super) fn read(text: &str, limits: &Limits) -> Result<StringCollection<Form>, DocumentError> {
    let resources = Resources {
        text,
        reader: Reader::new(text, |_| (), FORMAT, limits.depth),
        // What belongs to the controls of a form has such names, and other programs may call their texts the same.
        is_form: text.contains("name=\"&gt;&gt;")
            || text.contains("name=\">>")
            || text.contains("name=\"$this."),
        strings: StringCollection::new(Convention::Unknown, limits),
    };
    resources.read()
}

struct Resources<'a> {
    text: &'a str,
    reader: Reader<'a, ()>,
    is_form: bool,
    strings: StringCollection<Form>,
}

/// A value as it is read.
struct Value {
    range: Range<usize>,
    form: Form,
    text: String,
}

impl<'a> Resources<'a> {
    fn read(mut self) -> Result<StringCollection<Form>, DocumentError> {
        let mut is_begun = false;
        loop {
            match self.reader.next()? {
                Token::Start(tag) if !is_begun => {
                    is_begun = tag.full_name == "root";
                    if !is_begun {
                        break;
                    }
                }
                Token::Start(tag) if tag.full_name == "data" => self.data(&tag)?,
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::Eof if is_begun => return Ok(self.strings),
                Token::Eof => break,
                Token::End(_) | Token::Text(_) | Token::Reference | Token::Other => {}
            }
        }
        Err(DocumentError::Malformed {
            format: FORMAT,
            reason: "it has no element `root` with resources".to_owned(),
        })
    }

    /// Reads a resource to its end.
    fn data(&mut self, tag: &Tag<'a, ()>) -> Result<(), DocumentError> {
        let name = tag
            .attribute("name")
            .map_or_else(String::new, |name| name.value());
        let is_translated = self.is_string(tag, &name);
        loop {
            match self.reader.next()? {
                Token::Start(value) if value.full_name == "value" && is_translated => {
                    let key = name.rsplit('.').next().unwrap_or_default();
                    let value = self.value(&value)?;
                    if let Some(value) = value.filter(|value| !is_technical(&value.text, key)) {
                        self.strings.push(value.range, value.form, value.text)?;
                    }
                }
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::End(_) | Token::Eof => return Ok(()),
                Token::Text(_) | Token::Reference | Token::Other => {}
            }
        }
    }

    fn is_string(&self, tag: &Tag<'a, ()>, name: &str) -> bool {
        let mut attributes = tag.attributes();
        let is_typed = attributes.any(|attribute| match attribute.full_name {
            "type" => !attribute.raw.starts_with("System.String"),
            "mimetype" => true,
            _ => false,
        });
        let property = name.rsplit_once('.').map_or("", |(_, property)| property);
        let is_property = self.is_form && PROPERTIES.contains(&property);
        !is_typed && !is_property && !name.starts_with(">>")
    }

    /// Reads a value to the end of its element; nothing if there is more than text in it.
    fn value(&mut self, tag: &Tag<'a, ()>) -> Result<Option<Value>, DocumentError> {
        let mut text = String::new();
        let mut sections: Option<Range<usize>> = None;
        let mut is_text = true;
        let mut has_text_besides = false;
        loop {
            let start = self.reader.place();
            let token = self.reader.next()?;
            let range = start..self.reader.place();
            match token {
                Token::Text(more) => {
                    overseer::borrow(more.len())?;
                    let raw = self.text.get(range.clone()).unwrap_or_default();
                    if raw.starts_with("<![CDATA[") {
                        let first = sections.map_or(range.start, |sections| sections.start);
                        sections = Some(first..range.end);
                    } else {
                        has_text_besides |= !more.trim().is_empty();
                    }
                    text.push_str(&more);
                }
                Token::Start(_) => {
                    is_text = false;
                    self.reader.skip()?;
                }
                Token::Reference | Token::Other => is_text = false,
                Token::End(end) => {
                    let inner = tag.range.end..end.start.max(tag.range.end);
                    let value = match sections.filter(|_| !has_text_besides) {
                        Some(range) => Value {
                            range,
                            form: Form::Section,
                            text: text.trim().to_owned(),
                        },
                        None => Value {
                            range: inner,
                            form: Form::Text,
                            text,
                        },
                    };
                    return Ok(is_text.then_some(value));
                }
                Token::Eof => return Ok(None),
            }
        }
    }
}
