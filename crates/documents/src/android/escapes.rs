//! Text as it is written in a string: with backslashes, in quotation marks, and with white space that means nothing.

use std::ops::Range;

use crate::tags;
use crate::xml::unescape;

use super::notation::{Form, Kind};

/// A string that is being read. Its text is written as markup until it is known to have none.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    text: String,
    /// What of the text is kept as it is.
    kept: Vec<Range<usize>>,
    /// Where the outermost element began that is a placeholder, and how many are open.
    placeholder: usize,
    depth: usize,
    is_in_quotes: bool,
    /// Whether white space would be read as nothing, after other white space.
    is_after_space: bool,
    /// Whether a tag that is written as text has begun.
    is_in_tag: bool,
    has_markup: bool,
    has_sections: bool,
    has_text_besides: bool,
    escapes_in_tags: bool,
    has_kept_space: bool,
}

/// A string as it is read.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) kept: Vec<Range<usize>>,
    pub(super) form: Form,
}

impl Decoder {
    pub(super) fn new() -> Self {
        Self {
            is_after_space: true,
            ..Self::default()
        }
    }

    /// Adds text as it is written between tags.
    pub(super) fn characters(&mut self, raw: &str) {
        self.has_text_besides |= !raw.trim().is_empty();
        let mut rest = raw;
        while let Some(next) = rest.chars().next() {
            let meaning = (next == '&').then(|| reference(rest)).flatten();
            let length = match meaning {
                Some((reference, meaning)) => {
                    meaning
                        .chars()
                        .for_each(|character| self.character(character));
                    reference.len()
                }
                None => self.escaped(rest),
            };
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// Adds what stands in a CDATA section.
    pub(super) fn section(&mut self, raw: &str) {
        self.has_sections = true;
        let mut rest = raw;
        while !rest.is_empty() {
            let length = self.escaped(rest);
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// Adds a tag.
    pub(super) fn tag(&mut self, raw: &str) {
        let is_known = tags::tag(raw).is_some_and(|tag| tag.length == raw.len());
        self.markup(raw, !is_known);
    }

    /// Adds the tag with which an element begins whose content is a placeholder.
    pub(super) fn begin_placeholder(&mut self, raw: &str) {
        if self.depth == 0 {
            self.placeholder = self.text.len();
        }
        self.depth += 1;
        self.markup(raw, false);
    }

    /// Adds the tag with which it ends.
    pub(super) fn end_placeholder(&mut self, raw: &str) {
        self.markup(raw, false);
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.kept.push(self.placeholder..self.text.len());
        }
    }

    /// Adds a reference to an entity. What it stands for is not known.
    pub(super) fn entity(&mut self, raw: &str) {
        self.markup(raw, true);
        self.is_after_space = false;
    }

    /// Adds a comment or an instruction.
    pub(super) fn aside(&mut self, raw: &str) {
        self.markup(raw, true);
    }

    fn markup(&mut self, raw: &str, is_kept: bool) {
        self.has_markup = true;
        let start = self.text.len();
        self.text.push_str(raw);
        if is_kept && self.depth == 0 && !raw.is_empty() {
            self.kept.push(start..self.text.len());
        }
    }

    /// Adds the first character of what is left, with its escape, and tells how long that is.
    fn escaped(&mut self, rest: &str) -> usize {
        let mut characters = rest.chars();
        let Some(first) = characters.next() else {
            return 1;
        };
        if first != '\\' {
            self.character(first);
            return first.len_utf8();
        }
        let next = characters.next();
        let digits = rest.get(2..6).filter(|digits| {
            next == Some('u') && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if let Some(character) = code.and_then(char::from_u32) {
            self.push(character);
            return 6;
        }
        match next {
            Some('n') => self.push('\n'),
            Some('t') => self.push('\t'),
            Some(space) if space.is_ascii_whitespace() => self.character(space),
            Some(character) => {
                self.escapes_in_tags |= self.is_in_tag && matches!(character, '"' | '\'');
                self.push(character);
            }
            None => {}
        }
        1 + next.map_or(0, char::len_utf8)
    }

    /// Adds a character that is written without a backslash.
    fn character(&mut self, character: char) {
        if character == '"' && !self.is_in_tag {
            self.is_in_quotes = !self.is_in_quotes;
        } else if character.is_ascii_whitespace() && !self.is_in_quotes {
            if !self.is_after_space {
                self.text.push(' ');
            }
            self.is_after_space = true;
        } else {
            self.push(character);
        }
    }

    fn push(&mut self, character: char) {
        self.has_kept_space |= character == ' ';
        self.is_after_space = false;
        if self.is_in_tag {
            self.is_in_tag = character != '>';
        } else if character.is_ascii_alphabetic() || character == '/' {
            self.is_in_tag = self.text.ends_with("&lt;");
        }
        match character {
            '&' => self.text.push_str("&amp;"),
            '<' => self.text.push_str("&lt;"),
            '>' => self.text.push_str("&gt;"),
            _ => self.text.push(character),
        }
    }

    /// The whole string, as it is written between the tags of its element.
    pub(super) fn end(mut self, raw: &str) -> Decoded {
        if self.is_after_space && self.text.ends_with(' ') {
            self.text.pop();
        }
        let kind = match (self.has_markup, self.has_sections) {
            (true, _) => Kind::Markup,
            (false, true) if !self.has_text_besides => Kind::Section,
            _ => Kind::Text,
        };
        let text = match kind {
            Kind::Markup => self.text,
            _ => unescape(&self.text).map_or_else(|_| self.text.clone(), |text| text.into_owned()),
        };
        Decoded {
            text,
            kept: self.kept,
            form: Form {
                kind,
                is_quoted: is_quoted(raw),
                escapes_in_tags: self.escapes_in_tags,
                has_kept_space: self.has_kept_space,
            },
        }
    }
}

/// Whether a string is in quotation marks as a whole.
fn is_quoted(raw: &str) -> bool {
    let inside = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    inside.is_some_and(|inside| {
        let mut is_escaped = false;
        let ends = inside.chars().any(|character| {
            let is_end = character == '"' && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            is_end
        });
        !ends && !is_escaped
    })
}

/// The character reference with which a text begins, and what it means.
fn reference(rest: &str) -> Option<(&str, String)> {
    let reference = rest.get(..=rest.find(';')?)?;
    Some((reference, unescape(reference).ok()?.into_owned()))
}
