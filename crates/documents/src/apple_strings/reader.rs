use std::ops::Range;

use crate::{DocumentError, Limits, overseer};

use super::FORMAT;
use super::escapes::WrittenForm;

/// A string that is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    /// With its quotation marks.
    pub(super) range: Range<usize>,
    pub(super) form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// In these quotation marks.
    Quoted(char),
    /// A word without quotation marks.
    Bare,
    /// A quoted key without a value, which is its own.
    Key(char),
}

impl Value {
    /// Where it stands without its quotation marks.
    pub(super) fn inner(&self) -> Range<usize> {
        match self.form {
            Form::Quoted(_) | Form::Key(_) => self.range.start + 1..self.range.end - 1,
            Form::Bare => self.range.clone(),
        }
    }

    /// How a translation of it is written.
    pub(super) fn written_form(&self, text: &str) -> WrittenForm {
        let written = text.get(self.inner()).unwrap_or_default();
        let (mark, before) = match self.form {
            Form::Quoted(mark) => (mark, String::new()),
            Form::Bare => ('"', String::new()),
            Form::Key(mark) => {
                let key = text.get(self.range.clone()).unwrap_or_default();
                (mark, format!("{key} = "))
            }
        };
        WrittenForm::new(mark, before, written)
    }
}

/// Tells all strings that are values, in their order.
///
/// # Errors
/// [`DocumentError::Malformed`] with the place, [`DocumentError::TooLarge`], those of an [`overseer`] and those of `visit`.
pub(super) fn read_values(
    text: &str,
    limits: &Limits,
    visit: impl FnMut(Value) -> Result<(), DocumentError>,
) -> Result<(), DocumentError> {
    let reader = Reader {
        text,
        position: 0,
        open: Vec::new(),
        has_root: false,
        depth: limits.depth,
        visit,
    };
    reader.read()
}

/// A collection that was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Dictionary,
    Array,
}

struct Reader<'a, V> {
    text: &'a str,
    position: usize,
    open: Vec<Open>,
    /// Whether all of the file is in one dictionary or array.
    has_root: bool,
    depth: usize,
    visit: V,
}

impl<'a, V: FnMut(Value) -> Result<(), DocumentError>> Reader<'a, V> {
    fn read(mut self) -> Result<(), DocumentError> {
        self.skip_space()?;
        if matches!(self.peek(), Some(b'{' | b'(')) {
            self.has_root = true;
            self.value()?;
            while !self.open.is_empty() {
                self.item()?;
            }
            return match self.peek() {
                None => Ok(()),
                Some(_) => Err(self.error("there is something after its end")),
            };
        }
        while self.peek().is_some() {
            self.item()?;
        }
        if self.open.is_empty() {
            Ok(())
        } else {
            Err(self.error("a dictionary or an array does not end"))
        }
    }

    /// Reads a member of a dictionary or array, or the end of one.
    fn item(&mut self) -> Result<(), DocumentError> {
        overseer::go_on()?;
        match (self.open.last(), self.peek()) {
            (Some(Open::Dictionary), Some(b'}')) | (Some(Open::Array), Some(b')')) => {
                self.open.pop();
                self.position += 1;
                match self.has_root && self.open.is_empty() {
                    true => self.skip_space(),
                    false => self.after_value(),
                }
            }
            (Some(_), None) => Err(self.error("a dictionary or an array does not end")),
            (Some(Open::Array), Some(_)) => self.value(),
            (Some(Open::Dictionary) | None, _) => self.member(),
        }
    }

    fn member(&mut self) -> Result<(), DocumentError> {
        let key = self.string()?;
        self.skip_space()?;
        match self.peek() {
            Some(b'=') => {
                self.position += 1;
                self.skip_space()?;
                self.value()
            }
            Some(b';') => {
                if let Form::Quoted(mark) = key.form {
                    let form = Form::Key(mark);
                    (self.visit)(Value { form, ..key })?;
                }
                self.after_value()
            }
            _ => Err(self.error("`=` is missing after a key")),
        }
    }

    /// Reads a value, or the beginning of one with members.
    fn value(&mut self) -> Result<(), DocumentError> {
        let open = match self.peek() {
            Some(b'{') => Open::Dictionary,
            Some(b'(') => Open::Array,
            Some(b'<') => {
                let data = self.rest();
                let length = data.find('>');
                let Some(length) = length else {
                    return Err(self.error("data does not end"));
                };
                self.position += length + 1;
                return self.after_value();
            }
            _ => {
                let value = self.string()?;
                (self.visit)(value)?;
                return self.after_value();
            }
        };
        if self.open.len() >= self.depth {
            return Err(DocumentError::too_large(
                "dictionaries and arrays within one another",
                self.depth,
            ));
        }
        self.open.push(open);
        self.position += 1;
        self.skip_space()
    }

    /// Goes on behind a value to what comes next.
    fn after_value(&mut self) -> Result<(), DocumentError> {
        self.skip_space()?;
        let (sign, end) = match self.open.last() {
            Some(Open::Array) => (b',', Some(b')')),
            Some(Open::Dictionary) => (b';', Some(b'}')),
            None => (b';', None),
        };
        let next = self.peek();
        if next == Some(sign) {
            self.position += 1;
            self.skip_space()
        } else if next == end || next.is_none() {
            // At the end it may be left out.
            Ok(())
        } else {
            Err(self.error(&format!("`{}` is missing after a value", char::from(sign))))
        }
    }

    fn string(&mut self) -> Result<Value, DocumentError> {
        let start = self.position;
        let first = self.rest().chars().next();
        let form = match first {
            Some(mark @ ('"' | '\'')) => {
                let length = quoted_length(self.rest(), mark);
                let length = length.ok_or_else(|| self.error("a string does not end"))?;
                self.position += length;
                Form::Quoted(mark)
            }
            _ => {
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$/:.-".contains(byte);
                let length = self.rest().bytes().take_while(is_part).count();
                if length == 0 {
                    return Err(self.error("a string is missing"));
                }
                self.position += length;
                Form::Bare
            }
        };
        let range = start..self.position;
        Ok(Value { range, form })
    }

    /// Goes on behind white space and comments.
    fn skip_space(&mut self) -> Result<(), DocumentError> {
        loop {
            let rest = self.rest();
            let text = rest.trim_start();
            self.position += rest.len() - text.len();
            let length = if text.starts_with("//") {
                text.find(['\n', '\r', '\u{2028}', '\u{2029}'])
                    .unwrap_or(text.len())
            } else if let Some(comment) = text.strip_prefix("/*") {
                let length = comment.find("*/").map(|length| length + 4);
                length.ok_or_else(|| self.error("a comment does not end"))?
            } else {
                return Ok(());
            };
            self.position += length;
            overseer::go_on()?;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn error(&self, reason: &str) -> DocumentError {
        let before = self.text.get(..self.position).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default();
        let column = column.chars().count() + 1;
        DocumentError::Malformed {
            format: FORMAT,
            reason: format!("{reason} (line {line}, column {column})"),
        }
    }
}

/// How long the string is, with its quotation marks, with which a text begins.
fn quoted_length(rest: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    let mut characters = rest.char_indices().skip(1);
    let end = characters.find(|(_, character)| {
        let ends = !is_escaped && *character == mark;
        is_escaped = *character == '\\' && !is_escaped;
        ends
    });
    end.map(|(at, _)| at + 1)
}
