//! What a document says of its language, its direction and its encoding.

use std::ops::Range;

use dragoman_html::{Attributes, Token, Value};
use dragoman_language::Language;

use super::charset;
use crate::document::is_right_to_left;
use crate::encoding::Edit;

/// Where a document says something that its translation changes.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The language of the root element, without region.
    language: Option<String>,
    /// Values that name a language.
    languages: Vec<Place>,
    /// Values of `dir` with the direction from right to left, and others of the root.
    right_to_left: Vec<Place>,
    left_to_right: Vec<Place>,
    /// Whether the root has the direction from right to left.
    is_right_to_left: bool,
    /// Whether the root says that the document is XHTML.
    is_xhtml: bool,
    /// Where an attribute of the root element may be put, if it has no direction.
    attribute: Option<usize>,
    /// Names of the encoding.
    charsets: Vec<Range<usize>>,
    /// Where the encoding may be named.
    head: Option<usize>,
}

#[derive(Debug)]
struct Place {
    range: Range<usize>,
    is_quoted: bool,
}

impl From<Value<'_>> for Place {
    fn from(value: Value<'_>) -> Self {
        Self {
            range: value.range,
            is_quoted: value.quote.is_some(),
        }
    }
}

impl Place {
    fn edit(&self, text: &str) -> Edit {
        let replacement = if self.is_quoted || !self.range.is_empty() {
            text.to_owned()
        } else {
            format!("\"{text}\"")
        };
        Edit {
            range: self.range.clone(),
            replacement,
        }
    }
}

impl Settings {
    /// Takes note of what a start tag says.
    pub(super) fn observe(&mut self, tag: &Token<'_>, name: &str) {
        let attributes = &tag.attributes();
        let is = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
        let is_root = is(&["html", "body"]);
        if is(&["html", "head"]) {
            self.head = Some(tag.range().end);
        } else if is(&["meta"]) {
            self.observe_meta(attributes);
        }
        self.is_xhtml |= is(&["html"]) && attributes.value("xmlns").is_some();
        for name in ["lang", "xml:lang"] {
            let Some(value) = attributes.value(name).filter(|value| !value.raw.is_empty()) else {
                continue;
            };
            let language = primary(value.raw);
            if is_root {
                self.language.get_or_insert_with(|| language.clone());
            }
            // Another language is that of a quotation or a name.
            if self.language.as_ref() == Some(&language) {
                self.languages.push(value.into());
            }
        }
        match attributes.value("dir") {
            Some(value) if value.raw.eq_ignore_ascii_case("rtl") => {
                self.is_right_to_left |= is_root;
                self.right_to_left.push(value.into());
            }
            Some(value) if is_root && value.raw.eq_ignore_ascii_case("ltr") => {
                self.left_to_right.push(value.into());
            }
            None if is(&["html"]) => {
                self.attribute = Some(tag.start + 1 + name.len());
            }
            _ => {}
        }
    }

    fn observe_meta(&mut self, attributes: &Attributes<'_>) {
        self.charsets.extend(charset::label(attributes));
        let kind = attributes.value("http-equiv").map(|value| value.raw);
        if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("content-language"))
            && let Some(value) = attributes.value("content")
            && !value.raw.is_empty()
        {
            self.languages.push(value.into());
        }
    }

    /// Takes note of a declaration.
    pub(super) fn observe_declaration(&mut self, declaration: &Token<'_>) {
        self.charsets.extend(charset::label_of_xml(declaration));
    }

    /// The changes that a translation into a language brings with it, in no order.
    pub(super) fn edits(&self, target: Language) -> Vec<Edit> {
        let languages = self.languages.iter().map(|place| place.edit(target.tag()));
        let mut edits: Vec<Edit> = languages.collect();
        if is_right_to_left(target) {
            edits.extend(self.left_to_right.iter().map(|place| place.edit("rtl")));
            edits.extend(self.attribute.map(|at| Edit {
                range: at..at,
                replacement: " dir=\"rtl\"".to_owned(),
            }));
        } else {
            edits.extend(self.right_to_left.iter().map(|place| place.edit("ltr")));
        }
        edits
    }

    /// Whether the document says that it is written from right to left.
    pub(super) const fn is_right_to_left(&self) -> bool {
        self.is_right_to_left
    }

    /// Whether it says so of itself or of something in it.
    pub(super) fn has_right_to_left(&self) -> bool {
        !self.right_to_left.is_empty()
    }

    /// Whether the document says that it is XHTML.
    pub(super) const fn is_xhtml(&self) -> bool {
        self.is_xhtml
    }

    /// Whether the document says in which encoding it is.
    pub(super) fn has_charset(&self) -> bool {
        !self.charsets.is_empty()
    }

    /// The changes by which it says that it is in UTF-8.
    pub(super) fn utf_8(&self) -> Vec<Edit> {
        let label = |range: &Range<usize>| Edit {
            range: range.clone(),
            replacement: "utf-8".to_owned(),
        };
        if self.has_charset() {
            return self.charsets.iter().map(label).collect();
        }
        let insertion = self.head.map(|at| Edit {
            range: at..at,
            replacement: "<meta charset=\"utf-8\">".to_owned(),
        });
        insertion.into_iter().collect()
    }
}

fn primary(tag: &str) -> String {
    let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
    primary.to_ascii_lowercase()
}
