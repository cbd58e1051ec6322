use std::ops::Range;

use crate::{DocumentError, overseer};

use super::malformed;

/// What there is at a place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The start of a statement with this name, and where it begins.
    Open(&'a str, usize),
    /// The end of a statement, and the place after it.
    Close(usize),
    /// A string: the range between its quotes.
    Text(Range<usize>),
    /// Anything else that a statement says: a number, a name.
    Word(&'a str),
    /// The end of the file.
    Eof,
}

/// Reads statements one token after the other.
#[derive(Debug, Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    place: usize,
    depth: usize,
    deepest: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, deepest: usize) -> Self {
        Self {
            text,
            place: 0,
            depth: 0,
            deepest,
        }
    }

    /// The file that is read.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.place..).unwrap_or_default()
    }

    /// What comes next.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] for strings and statements that do not end,
    /// [`DocumentError::TooLarge`] for statements too deep in one another.
    pub(super) fn next(&mut self) -> Result<Token<'a>, DocumentError> {
        overseer::go_on()?;
        self.skip_space();
        let start = self.place;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            if self.depth > 0 {
                return Err(malformed("it ends within a statement", start));
            }
            return Ok(Token::Eof);
        };
        self.place += first.len_utf8();
        match first {
            '<' => self.open(start),
            '>' => {
                self.depth = self
                    .depth
                    .checked_sub(1)
                    .ok_or_else(|| malformed("a statement ends that has not begun", start))?;
                Ok(Token::Close(self.place))
            }
            '`' => self.string(start),
            _ => {
                let is_end =
                    |character: char| character.is_whitespace() || "<>`".contains(character);
                let length = rest.find(is_end).unwrap_or(rest.len());
                self.place = start + length.max(first.len_utf8());
                Ok(Token::Word(rest.get(..length).unwrap_or_default()))
            }
        }
    }

    /// Skips white space, comments, and the lines of data of pictures.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let kept = rest.trim_start();
            self.place += rest.len() - kept.len();
            let is_line_start = rest.len() > kept.len() || self.place == 0;
            let begins_line = || {
                let before = self.text.get(..self.place).unwrap_or_default();
                before.is_empty() || before.ends_with(['\n', '\r'])
            };
            let is_data = is_line_start && kept.starts_with(['&', '=']) && begins_line();
            if !(kept.starts_with('#') || is_data) {
                return;
            }
            self.place += kept.find(['\n', '\r']).unwrap_or(kept.len());
        }
    }

    fn open(&mut self, start: usize) -> Result<Token<'a>, DocumentError> {
        self.depth += 1;
        if self.depth > self.deepest {
            return Err(DocumentError::TooLarge {
                what: "statements within one another",
                most: u64::try_from(self.deepest).unwrap_or(u64::MAX),
            });
        }
        let rest = self.rest();
        let name = rest.trim_start();
        let is_end = |character: char| !(character.is_ascii_alphanumeric() || character == '_');
        let length = name.find(is_end).unwrap_or(name.len());
        self.place += rest.len() - name.len() + length;
        Ok(Token::Open(name.get(..length).unwrap_or_default(), start))
    }

    fn string(&mut self, start: usize) -> Result<Token<'a>, DocumentError> {
        let inner = self.place;
        let mut is_escaped = false;
        for (at, byte) in self.rest().bytes().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'\'' => {
                    self.place = inner + at + 1;
                    return Ok(Token::Text(inner..inner + at));
                }
                _ => {}
            }
        }
        Err(malformed("a string does not end", start))
    }

    /// Reads up to the end of the statement whose start was read last, and gives the place after it.
    ///
    /// # Errors
    /// As [`Scanner::next`].
    pub(super) fn skip(&mut self) -> Result<usize, DocumentError> {
        let outside = self.depth.saturating_sub(1);
        loop {
            match self.next()? {
                Token::Close(end) if self.depth <= outside => return Ok(end),
                Token::Eof => return Ok(self.place),
                _ => {}
            }
        }
    }

    /// The string of the statement whose start was read last, as it is written, and the place after the
    /// statement.
    ///
    /// # Errors
    /// As [`Scanner::next`].
    pub(super) fn value(&mut self) -> Result<(Option<Range<usize>>, usize), DocumentError> {
        let outside = self.depth.saturating_sub(1);
        let mut value = None;
        loop {
            match self.next()? {
                Token::Text(range) if value.is_none() && self.depth == outside + 1 => {
                    value = Some(range);
                }
                Token::Close(end) if self.depth <= outside => return Ok((value, end)),
                Token::Eof => return Ok((value, self.place)),
                _ => {}
            }
        }
    }

    /// The first word of the statement whose start was read last, and the place after the statement.
    ///
    /// # Errors
    /// As [`Scanner::next`].
    pub(super) fn word(&mut self) -> Result<(&'a str, usize), DocumentError> {
        let mut clone = self.clone();
        let word = match clone.next()? {
            Token::Word(word) => word,
            _ => "",
        };
        Ok((word, self.skip()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_without_comments_and_pictures() {
        let text = "<A 1.5 # <no>\n < B `a\\q>\\\\' > \n=TIFF\n&%v <\n=EndInset\n># end of A\n";
        let mut scanner = Scanner::new(text, 4);
        let mut told = Vec::new();
        loop {
            told.push(match scanner.next().unwrap() {
                Token::Open(name, start) => format!("{name} {start}"),
                Token::Close(end) => format!("end {end}"),
                Token::Text(range) => text[range].to_owned(),
                Token::Word(word) => word.to_owned(),
                Token::Eof => break,
            });
        }
        let b = text.find("< B").unwrap();
        let end = text.find("># end").unwrap() + 1;
        let expected = ["A 0", "1.5", &format!("B {b}"), "a\\q>\\\\"].map(str::to_owned);
        assert_eq!(told[..4], expected);
        assert_eq!(told[5], format!("end {end}"));
        assert_eq!(told.len(), 6);
    }

    #[test]
    fn what_does_not_end_is_an_error() {
        for text in ["<A", "<A `b\\'>", ">", "<A `"] {
            let mut scanner = Scanner::new(text, 4);
            let outcome = (0..4).find_map(|_| scanner.next().err());
            assert!(
                matches!(outcome, Some(DocumentError::Malformed { .. })),
                "{text}"
            );
        }
        let mut scanner = Scanner::new("<A<A<A>>>", 2);
        let outcome = (0..4).find_map(|_| scanner.next().err());
        assert!(matches!(outcome, Some(DocumentError::TooLarge { .. })));
    }
}
