//! The tokens of a file, whose bytes are characters from U+0000 to U+00FF here.

use std::ops::Range;

use crate::{DocumentError, overseer};

use super::malformed;

/// The longest name of a control word.
const LONGEST_NAME: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// A control word, and whether it ends without a space of its own.
    Word(&'a str, Option<i32>, bool),
    /// A backslash with this character.
    Symbol(char),
    /// A byte as `\'xx`.
    Hex(u8),
    Text(&'a str),
    /// The end of a line, which means nothing.
    LineEnd,
    Eof,
}

#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    start: usize,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            start: 0,
            at: 0,
        }
    }

    pub(super) const fn text(&self) -> &'a str {
        self.text
    }

    /// Where the token that was read last stands.
    pub(super) const fn range(&self) -> Range<usize> {
        self.start..self.at
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// # Errors
    /// [`DocumentError::Malformed`] if binary data is longer than the file, and those of an [`overseer`].
    pub(super) fn next(&mut self) -> Result<Token<'a>, DocumentError> {
        overseer::go_on()?;
        self.start = self.at;
        let rest = self.rest();
        let Some(first) = rest.bytes().next() else {
            return Ok(Token::Eof);
        };
        let (token, length) = match first {
            b'{' => (Token::Open, 1),
            b'}' => (Token::Close, 1),
            b'\r' | b'\n' => (Token::LineEnd, 1),
            b'\\' => return self.control(),
            _ => {
                let is_end = |byte: u8| matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n');
                let length = rest.bytes().position(is_end).unwrap_or(rest.len());
                (Token::Text(rest.get(..length).unwrap_or_default()), length)
            }
        };
        self.at += length;
        Ok(token)
    }

    fn control(&mut self) -> Result<Token<'a>, DocumentError> {
        let rest = self.rest().get(1..).unwrap_or_default();
        let is_letter = |byte: u8| byte.is_ascii_alphabetic();
        let name = rest
            .bytes()
            .take(LONGEST_NAME)
            .take_while(|byte| is_letter(*byte));
        let name = rest.get(..name.count()).unwrap_or_default();
        if name.is_empty() {
            return Ok(self.symbol(rest));
        }
        let after = rest.get(name.len()..).unwrap_or_default();
        let sign = usize::from(after.starts_with('-'));
        let digits = after.bytes().skip(sign);
        let digits = digits.take_while(u8::is_ascii_digit).count();
        let mut length = 0;
        let mut parameter = None;
        if digits > 0 {
            length = sign + digits;
            let number = after.get(..length).unwrap_or_default();
            parameter = Some(
                number
                    .parse()
                    .unwrap_or(if sign > 0 { i32::MIN } else { i32::MAX }),
            );
        }
        let is_bare = !after.get(length..).unwrap_or_default().starts_with(' ');
        self.at += 1 + name.len() + length + usize::from(!is_bare);
        if name == "bin"
            && let Some(bytes) = parameter.and_then(|bytes| usize::try_from(bytes).ok())
        {
            self.skip_bytes(bytes)?;
        }
        Ok(Token::Word(name, parameter, is_bare))
    }

    fn symbol(&mut self, rest: &'a str) -> Token<'a> {
        let Some(symbol) = rest.chars().next() else {
            self.at += 1;
            return Token::Symbol('\\');
        };
        let digits = rest
            .get(1..3)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|_| symbol == '\'') {
            Some(byte) => {
                self.at += 4;
                Token::Hex(byte)
            }
            None => {
                self.at += 1 + symbol.len_utf8();
                Token::Symbol(symbol)
            }
        }
    }

    fn skip_bytes(&mut self, bytes: usize) -> Result<(), DocumentError> {
        let rest = self.rest();
        let length = match bytes.checked_sub(1) {
            None => Some(0),
            Some(last) => rest
                .char_indices()
                .nth(last)
                .map(|(at, character)| at + character.len_utf8()),
        };
        let Some(length) = length else {
            return Err(malformed(
                "it has less binary data than it says; it may be incomplete",
            ));
        };
        self.at += length;
        Ok(())
    }

    /// Reads on behind the end of the group that the last token is in, `told` what is in it.
    ///
    /// # Errors
    /// As [`Scanner::next`]; [`DocumentError::TooLarge`] if there are more than `deepest` groups in one another, and
    /// [`DocumentError::Malformed`] if it does not end.
    pub(super) fn skip_group(
        &mut self,
        deepest: usize,
        mut told: impl FnMut(Token<'a>),
    ) -> Result<usize, DocumentError> {
        let mut open = 1_usize;
        loop {
            let token = self.next()?;
            match token {
                Token::Open => {
                    open += 1;
                    if open > deepest {
                        return Err(too_deep(deepest));
                    }
                }
                Token::Close => open -= 1,
                Token::Eof => return Err(unclosed()),
                other => told(other),
            }
            if open == 0 {
                return Ok(self.at);
            }
        }
    }
}

pub(super) fn too_deep(deepest: usize) -> DocumentError {
    DocumentError::too_large("groups within one another", deepest)
}

pub(super) fn unclosed() -> DocumentError {
    malformed("it ends before its groups do; it may be incomplete")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_words_symbols_bytes_and_text() {
        let mut scanner = Scanner::new("{\\b \\i0x\\'e4\\~\\u-5?\\bin3 }{\\}");
        let mut tokens = Vec::new();
        loop {
            match scanner.next().unwrap() {
                Token::Eof => break,
                token => tokens.push(token),
            }
        }
        assert_eq!(
            tokens,
            [
                Token::Open,
                Token::Word("b", None, false),
                Token::Word("i", Some(0), true),
                Token::Text("x"),
                Token::Hex(0xe4),
                Token::Symbol('~'),
                Token::Word("u", Some(-5), true),
                Token::Text("?"),
                Token::Word("bin", Some(3), false),
                Token::Close,
            ]
        );
        let mut scanner = Scanner::new("\\bin9 a");
        assert!(scanner.next().is_err());
    }
}
