//! The tokens of a catalogue, as gettext reads them.

use std::ops::Range;

use crate::DocumentError;
use crate::error::quoted;

use super::FORMAT;
use super::strings::{self, Unreadable};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// To the end of its line.
    Comment(Range<usize>),
    Keyword(Keyword, usize),
    /// The number of a form of a plural, in brackets; none if it is too large.
    Form(Option<usize>, usize),
    /// With its quotation marks, and what is read; none if that are bytes which are no text by themselves.
    String(Range<usize>, Option<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Domain,
    Context,
    Id,
    Plural,
    Target,
}

impl Keyword {
    const ALL: [Self; 5] = [
        Self::Domain,
        Self::Context,
        Self::Id,
        Self::Plural,
        Self::Target,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Context => "msgctxt",
            Self::Id => "msgid",
            Self::Plural => "msgid_plural",
            Self::Target => "msgstr",
        }
    }
}

/// Reads tokens one by one.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// A carriage return ends lines in old files only.
    line_end: char,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line_end: if text.contains('\n') { '\n' } else { '\r' },
        }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The next token; none at the end.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] for what gettext does not read either.
    pub(super) fn token(&mut self) -> Result<Option<Token>, DocumentError> {
        let is_space = |letter: char| letter.is_ascii_whitespace() || letter == '\u{b}';
        self.at = self.text.len() - self.rest().trim_start_matches(is_space).len();
        let Some(first) = self.rest().chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '#' => self.comment(),
            '"' => self.string()?,
            '[' => self.form()?,
            _ => self.keyword()?,
        };
        Ok(Some(token))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes over so many bytes.
    fn pass(&mut self, length: usize) -> Range<usize> {
        let start = self.at;
        self.at += length;
        start..self.at
    }

    fn comment(&mut self) -> Token {
        let line = self.rest().split(self.line_end).next().unwrap_or_default();
        Token::Comment(self.pass(line.trim_end().len()))
    }

    fn keyword(&mut self) -> Result<Token, DocumentError> {
        let rest = self.rest();
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let name = rest.get(..length).unwrap_or_default();
        let keyword = Keyword::ALL.into_iter().find(|known| known.name() == name);
        match keyword {
            Some(keyword) => Ok(Token::Keyword(keyword, self.pass(length).start)),
            None => {
                let word = rest.split_whitespace().next().unwrap_or_default();
                let reason = format!("{} stands outside of strings", quoted(word));
                Err(self.error(&reason, self.at))
            }
        }
    }

    fn form(&mut self) -> Result<Token, DocumentError> {
        let length = self.rest().find(']').map(|end| end + 1);
        let written = length.and_then(|length| self.rest().get(1..length - 1));
        let digits = written.unwrap_or_default().trim();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error("a form of a plural has no number", self.at));
        }
        let range = self.pass(length.unwrap_or(1));
        Ok(Token::Form(digits.parse().ok(), range.start))
    }

    fn string(&mut self) -> Result<Token, DocumentError> {
        let mut is_escaped = false;
        let mut letters = self.rest().char_indices().skip(1);
        // An escaped line end is none.
        let end = letters.find(|(_, letter)| {
            let ends = !is_escaped && (*letter == '"' || *letter == self.line_end);
            is_escaped = *letter == '\\' && !is_escaped;
            ends
        });
        let end = end.filter(|(_, letter)| *letter == '"');
        let Some((end, _)) = end else {
            return Err(self.error("a string does not end", self.at));
        };
        let written = self.rest().get(1..end).unwrap_or_default();
        let text = match strings::decoded(written) {
            Ok(text) => Some(text),
            Err(Unreadable::Byte) => None,
            Err(Unreadable::Escape(at)) => {
                let escape = written.get(at..).unwrap_or_default();
                let escape: String = escape.chars().take(2).collect();
                let reason = format!("a string has an unknown escape, {escape}");
                return Err(self.error(&reason, self.at + 1 + at));
            }
        };
        Ok(Token::String(self.pass(end + 1), text))
    }

    /// That something is wrong there.
    pub(super) fn error(&self, reason: &str, at: usize) -> DocumentError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches(self.line_end).count() + 1;
        let column = before.rsplit(self.line_end).next().unwrap_or_default();
        let column = column.chars().count() + 1;
        DocumentError::Malformed {
            format: FORMAT,
            reason: format!("{reason} (line {line}, column {column})"),
        }
    }
}
