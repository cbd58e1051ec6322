//! How a text is written as a string.

use crate::strings::{Convention, StringNotation};
use crate::xml::escape;

/// What a string is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text with elements in it. What it means is markup, too.
    Markup,
    /// Text alone. Tags in it are written as text.
    Text,
    /// The text of a CDATA section.
    Section,
}

/// How a string is written.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub(super) kind: Kind,
    /// Whether it is in quotation marks, so that its white space is kept.
    pub(super) is_quoted: bool,
    /// Whether it has white space that is kept without quotation marks.
    pub(super) has_kept_space: bool,
    /// Whether quotation marks have backslashes also in tags that are written as text.
    pub(super) escapes_in_tags: bool,
}

impl Form {
    /// What is known of what the string means.
    pub(super) fn convention(&self) -> Convention {
        match self.kind {
            Kind::Markup => Convention::Markup,
            Kind::Text | Kind::Section => Convention::Unknown,
        }
    }
}

#[derive(Debug)]
pub(super) struct Notation;

impl StringNotation for Notation {
    type Form = Form;

    fn written(&self, text: &str, form: &Form, has: &dyn Fn(char) -> bool) -> String {
        let mut writer = Writer {
            form,
            has,
            written: String::with_capacity(text.len()),
            is_after_space: true,
            is_at_start: true,
        };
        match form.kind {
            Kind::Markup => writer.markup(text),
            Kind::Text | Kind::Section => writer.text(text),
        }
        if writer.written.ends_with(' ') && !form.is_quoted {
            writer.written.pop();
            writer.written.push_str(writer.space());
        }
        let written = writer.written;
        match form.kind {
            Kind::Section => format!("<![CDATA[{written}]]>"),
            _ if form.is_quoted => format!("\"{written}\""),
            _ => written,
        }
    }
}

struct Writer<'a> {
    form: &'a Form,
    has: &'a dyn Fn(char) -> bool,
    written: String,
    is_after_space: bool,
    is_at_start: bool,
}

impl Writer<'_> {
    /// Writes text with elements, references to entities and comments.
    fn markup(&mut self, text: &str) {
        let mut rest = text;
        while let Some(place) = rest.find(['<', '&']) {
            let (before, at) = rest.split_at(place);
            before
                .chars()
                .for_each(|character| self.character(character));
            let length = match at.starts_with('<') {
                true => tag_length(at),
                false => at.find(';').map_or(at.len(), |end| end + 1),
            };
            let (kept, after) = at.split_at(length);
            match kept {
                "&amp;" => self.character('&'),
                "&lt;" => self.character('<'),
                "&gt;" => self.character('>'),
                _ => {
                    self.written.push_str(kept);
                    // What an entity stands for is not known.
                    if kept.starts_with('&') {
                        (self.is_after_space, self.is_at_start) = (false, false);
                    }
                }
            }
            rest = after;
        }
        rest.chars().for_each(|character| self.character(character));
    }

    fn text(&mut self, text: &str) {
        let mut is_in_tag = false;
        let mut last = ' ';
        for character in text.chars() {
            if is_in_tag {
                is_in_tag = character != '>';
            } else if character.is_ascii_alphabetic() || character == '/' {
                is_in_tag = last == '<';
            }
            if is_in_tag && !self.form.escapes_in_tags && matches!(character, '"' | '\'') {
                self.written.push(character);
                self.is_after_space = false;
            } else {
                self.character(character);
            }
            last = character;
        }
    }

    fn character(&mut self, character: char) {
        let is_quoted = self.form.is_quoted;
        let is_reference = self.is_at_start && !is_quoted && matches!(character, '@' | '?');
        match character {
            '\\' | '"' => self.written.extend(['\\', character]),
            '\'' if !is_quoted => self.written.push_str("\\'"),
            '\n' => self.written.push_str("\\n"),
            '\t' => self.written.push_str("\\t"),
            // Programs take one that is written as it is for other white space.
            '\u{a0}' | '\u{202f}' => {
                self.written
                    .push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            _ if is_reference => self.written.extend(['\\', character]),
            // Codes that an engine has put elsewhere leave spaces on both sides.
            ' ' if self.is_after_space && !is_quoted => self.written.push_str(self.space()),
            _ => self.literal(character),
        }
        self.is_after_space = character == ' ';
        self.is_at_start = false;
    }

    /// A space that would be read as nothing otherwise.
    fn space(&self) -> &'static str {
        if self.form.has_kept_space {
            "\\u0020"
        } else {
            ""
        }
    }

    /// Writes a character that means itself, if XML has it.
    fn literal(&mut self, character: char) {
        let escaped = escape(character.encode_utf8(&mut [0; 4]));
        let is_lacking = !character.is_ascii() && !(self.has)(character);
        match (self.form.kind, is_lacking) {
            _ if escaped.is_empty() || character == '\r' => {}
            (Kind::Section, false) => {
                if character == '>' && self.written.ends_with("]]") {
                    self.written.push_str("]]><![CDATA[");
                }
                self.written.push(character);
            }
            (Kind::Section, true) if u32::from(character) <= 0xffff => {
                self.written
                    .push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            (Kind::Section, true) => {
                let number = u32::from(character);
                self.written.push_str(&format!("]]>&#{number};<![CDATA["));
            }
            (_, true) => self
                .written
                .push_str(&format!("&#{};", u32::from(character))),
            (_, false) => self.written.push_str(&escaped),
        }
    }
}

/// How long a tag, a comment or an instruction is.
fn tag_length(text: &str) -> usize {
    let until = |end: &str| text.find(end).map(|at| at + end.len());
    let length = if text.starts_with("<!--") {
        until("-->")
    } else if text.starts_with("<?") {
        until("?>")
    } else {
        let mut quote = None;
        let end = text.find(|sign: char| {
            match (quote, sign) {
                (None, '"' | '\'') => quote = Some(sign),
                (Some(open), _) if open == sign => quote = None,
                _ => {}
            }
            quote.is_none() && sign == '>'
        });
        end.map(|end| end + 1)
    };
    length.unwrap_or(text.len())
}

/// Whether elements end in the order in which they began.
pub(super) fn is_nested(markup: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = markup;
    while let Some(place) = rest.find('<') {
        let (tag, after) = rest
            .split_at(place)
            .1
            .split_at(tag_length(rest.split_at(place).1));
        rest = after;
        let inside = tag.trim_start_matches('<').trim_end_matches('>');
        let name = |text: &str| -> String {
            text.chars()
                .take_while(|it| !it.is_whitespace() && *it != '/')
                .collect()
        };
        match inside.strip_prefix('/') {
            Some(end) if open.pop() != Some(name(end)) => return false,
            Some(_) => {}
            None if inside.starts_with(['!', '?']) || inside.ends_with('/') => {}
            None => open.push(name(inside)),
        }
    }
    open.is_empty()
}
