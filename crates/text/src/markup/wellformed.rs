//! Whether a text is well-formed XML.
//!
//! The text is what may stand in an element (production 43 of XML 1.0), with or without the
//! declaration and document type of a whole document before it: fragments have several elements
//! and text beside each other. Document types that define something are refused, so that no
//! reference means more than one character.
//!
//! Tokens are checked one by one, as they are read for the tree. Where a token ends the tokenizer says;
//! if nothing is wrong with it, XML says the same.

use std::collections::HashSet;

use dragoman_html::{CDATA_END, CDATA_START, Kind, Token, is_xml_name_start};

use super::MAX_DEPTH;
use super::error::{MarkupError, TextPosition};
use super::problem::MarkupProblem;
use super::references::{decode_reference, is_xml_character};

/// What may stand before the declaration of a document.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The tokens of a text, each checked as it is read.
///
/// # Errors
/// [`MarkupError`] for the first thing in the text that makes it not well-formed.
pub(super) fn read_well_formed<'source>(
    source: &'source str,
    tokens: impl Iterator<Item = Token<'source>>,
) -> Result<Vec<Token<'source>>, MarkupError> {
    let mut checker = Checker::new(source);
    let mut read = Vec::new();
    for token in tokens {
        checker.check(&token)?;
        read.push(token);
    }
    checker.finish()?;
    Ok(read)
}

/// What is wrong and where.
struct Fault {
    byte: usize,
    problem: MarkupProblem,
}

type Checked<T = ()> = Result<T, Fault>;

/// Checks the tokens of a text in their order.
struct Checker<'source> {
    source: &'source str,
    position: usize,
    /// The names of the open elements and where they begin.
    open: Vec<(&'source str, usize)>,
    /// Of the attributes of a tag.
    names: HashSet<&'source str>,
    has_document_type: bool,
    has_elements: bool,
}

impl<'source> Checker<'source> {
    fn new(source: &'source str) -> Self {
        Self {
            source,
            position: 0,
            open: Vec::new(),
            names: HashSet::new(),
            has_document_type: false,
            has_elements: false,
        }
    }

    /// Checks the next token.
    fn check(&mut self, token: &Token<'source>) -> Result<(), MarkupError> {
        self.position = token.start;
        let checked = match token.kind {
            Kind::Text => self.text(token.raw),
            Kind::CharacterData { content, missing } => {
                self.check_inside(CDATA_START, content, CDATA_END, missing)
            }
            Kind::Declaration { missing } => self.declaration(token.raw, missing),
            Kind::End { .. } => self.end_tag(),
            Kind::Unfinished if token.raw.starts_with("</") => self.end_tag(),
            Kind::Unfinished | Kind::Start { .. } | Kind::RawText { .. } => self.start_tag(),
        };
        let is_tag = matches!(token.kind, Kind::Start { .. } | Kind::End { .. });
        debug_assert!(
            !is_tag || checked.is_err() || self.position == token.range().end,
            "a tag ends elsewhere"
        );
        checked.map_err(|fault| self.error(fault))
    }

    /// Checks that nothing is missing at the end.
    fn finish(mut self) -> Result<(), MarkupError> {
        self.open.pop().map_or(Ok(()), |(name, byte)| {
            let problem = MarkupProblem::NeverClosed { name: short(name) };
            Err(self.error(Fault { byte, problem }))
        })
    }

    fn error(&self, Fault { byte, problem }: Fault) -> MarkupError {
        MarkupError {
            position: TextPosition::new(self.source, byte),
            problem,
        }
    }

    fn rest(&self) -> &'source str {
        self.source.get(self.position..).unwrap_or_default()
    }

    fn fail<T>(&self, problem: MarkupProblem) -> Checked<T> {
        fail_at(self.position, problem)
    }

    /// Passes this if it is what comes next.
    fn skip(&mut self, expected: &str) -> bool {
        let is_next = self.rest().starts_with(expected);
        if is_next {
            self.position += expected.len();
        }
        is_next
    }

    fn skip_spaces(&mut self) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        self.position += rest.len() - trimmed.len();
        trimmed.len() < rest.len()
    }

    /// Checks what is between these, which begins at the position. `missing` is the end if there is
    /// none.
    fn check_inside(
        &self,
        start: &'static str,
        inside: &str,
        end: &'static str,
        missing: &str,
    ) -> Checked {
        if missing.is_empty() {
            check_characters(inside, self.position + start.len())
        } else {
            self.fail(MarkupProblem::Unfinished { start, end })
        }
    }

    /// What is between these, which begins at the position.
    fn find_inside(&self, start: &'static str, end: &'static str) -> Checked<&'source str> {
        let inside = self.rest().get(start.len()..).unwrap_or_default();
        let length = inside.find(end);
        let missing = if length.is_some() { "" } else { end };
        let inside = inside.get(..length.unwrap_or(0)).unwrap_or_default();
        self.check_inside(start, inside, end, missing)
            .map(|()| inside)
    }

    /// Checks text, which holds no `<` that begins markup.
    fn text(&self, raw: &str) -> Checked {
        let bare = raw.find('<');
        let text = raw.get(..bare.unwrap_or(raw.len())).unwrap_or_default();
        check_characters(text, self.position)?;
        check_references(text, self.position)?;
        if let Some(at) = text.find(CDATA_END) {
            return fail_at(self.position + at, MarkupProblem::StrayCharacterDataEnd);
        }
        bare.map_or(Ok(()), |at| {
            fail_at(self.position + at, MarkupProblem::BareLessThan)
        })
    }

    fn declaration(&mut self, raw: &'source str, missing: &str) -> Checked {
        if raw.starts_with("<!--") {
            self.comment(raw, missing)
        } else if raw.starts_with("<?") {
            self.instruction()
        } else if raw.starts_with("<!DOCTYPE") {
            self.document_type()
        } else {
            // An end tag without a name, or a declaration of a document type.
            self.fail(MarkupProblem::BareLessThan)
        }
    }

    fn comment(&self, raw: &str, missing: &str) -> Checked {
        const START: &str = "<!--";
        const END: &str = "-->";
        let end = raw.len() - if missing.is_empty() { END.len() } else { 0 };
        let inside = raw.get(START.len()..end).unwrap_or_default();
        self.check_inside(START, inside, END, missing)?;
        match inside.find("--") {
            Some(at) => fail_at(
                self.position + START.len() + at,
                MarkupProblem::DoubleHyphen,
            ),
            None if inside.ends_with('-') => {
                fail_at(self.position + end - 1, MarkupProblem::DoubleHyphen)
            }
            None => Ok(()),
        }
    }

    fn instruction(&self) -> Checked {
        // Not that of the token, which ends behind the first two marks of `<?>`.
        let inside = self.find_inside("<?", "?>")?;
        let name = name(inside);
        let after = inside.get(name.len()..).unwrap_or_default();
        let before = self.source.get(..self.position).unwrap_or_default();
        let is_first = before.is_empty() || before == BYTE_ORDER_MARK;
        let is_declaration = is_first && name == "xml" && starts_with_space(after);
        let is_separate = after.is_empty() || starts_with_space(after);
        let is_reserved = name.eq_ignore_ascii_case("xml") && !is_declaration;
        if name.is_empty() || is_reserved || !is_separate {
            return self.fail(MarkupProblem::MalformedInstruction);
        }
        Ok(())
    }

    fn document_type(&mut self) -> Checked {
        if self.has_document_type || self.has_elements {
            return self.fail(MarkupProblem::RefusedDocumentType);
        }
        self.has_document_type = true;
        let inside = self.find_inside("<!DOCTYPE", ">")?;
        let quotes = |quote: char| inside.matches(quote).count();
        let is_plain = starts_with_space(inside)
            && !name(inside.trim_start()).is_empty()
            && !inside.contains(['[', '<'])
            && quotes('"') % 2 == 0
            && quotes('\'') % 2 == 0;
        if is_plain {
            Ok(())
        } else {
            self.fail(MarkupProblem::RefusedDocumentType)
        }
    }

    fn end_tag(&mut self) -> Checked {
        let start = self.position;
        self.position += "</".len();
        let found = name(self.rest());
        if found.is_empty() {
            return fail_at(start, MarkupProblem::BareLessThan);
        }
        self.position += found.len();
        self.skip_spaces();
        if !self.skip(">") {
            let name = short(found);
            return self.fail(MarkupProblem::MalformedTag { name });
        }
        match self.open.pop() {
            Some((expected, _)) if expected == found => Ok(()),
            Some((expected, _)) => {
                let (expected, found) = (short(expected), short(found));
                fail_at(start, MarkupProblem::WrongEndTag { expected, found })
            }
            None => {
                let name = short(found);
                fail_at(start, MarkupProblem::UnexpectedEndTag { name })
            }
        }
    }

    fn start_tag(&mut self) -> Checked {
        let start = self.position;
        self.position += "<".len();
        let name = name(self.rest());
        if name.is_empty() {
            return fail_at(start, MarkupProblem::BareLessThan);
        }
        self.has_elements = true;
        self.position += name.len();
        self.names.clear();
        loop {
            let is_apart = self.skip_spaces();
            if self.skip("/>") {
                return Ok(());
            }
            if self.skip(">") {
                break;
            }
            if !is_apart {
                let name = short(name);
                return self.fail(MarkupProblem::MalformedTag { name });
            }
            self.attribute(name)?;
        }
        if self.open.len() >= MAX_DEPTH {
            return fail_at(start, MarkupProblem::TooDeep { most: MAX_DEPTH });
        }
        self.open.push((name, start));
        Ok(())
    }

    fn attribute(&mut self, element: &str) -> Checked {
        let start = self.position;
        let name = name(self.rest());
        if name.is_empty() {
            let name = short(element);
            return self.fail(MarkupProblem::MalformedTag { name });
        }
        if !self.names.insert(name) {
            let name = short(name);
            return self.fail(MarkupProblem::DuplicateAttribute { name });
        }
        self.position += name.len();
        self.skip_spaces();
        let has_value = self.skip("=");
        self.skip_spaces();
        let quote = self
            .rest()
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''));
        let Some(quote) = quote.filter(|_| has_value) else {
            let name = short(name);
            return fail_at(start, MarkupProblem::UnquotedValue { name });
        };
        let inside = self.rest().get(1..).unwrap_or_default();
        let value = inside.find([quote, '<']).and_then(|end| {
            let is_end = inside.get(end..)?.starts_with(quote);
            inside.get(..end).filter(|_| is_end)
        });
        let Some(value) = value else {
            let name = short(name);
            return fail_at(start, MarkupProblem::MalformedValue { name });
        };
        check_characters(value, self.position + 1)?;
        check_references(value, self.position + 1)?;
        self.position += value.len() + 2;
        Ok(())
    }
}

fn fail_at<T>(byte: usize, problem: MarkupProblem) -> Checked<T> {
    Err(Fault { byte, problem })
}

/// As much of a name as a message can show.
fn short(name: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = name.chars().take(LONGEST).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

fn starts_with_space(text: &str) -> bool {
    text.starts_with([' ', '\t', '\n', '\r'])
}

fn check_characters(text: &str, start: usize) -> Checked {
    if text
        .bytes()
        .all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
    {
        return Ok(());
    }
    match text.char_indices().find(|&(_, one)| !is_xml_character(one)) {
        Some((at, one)) => {
            let code = u32::from(one);
            fail_at(start + at, MarkupProblem::ForbiddenCharacter { code })
        }
        None => Ok(()),
    }
}

fn check_references(text: &str, start: usize) -> Checked {
    for (at, _) in text.match_indices('&') {
        let rest = text.get(at + 1..).unwrap_or_default();
        let number = rest.strip_prefix('#').map(|number| {
            let end = number.find(|next: char| !next.is_ascii_alphanumeric());
            1 + end.unwrap_or(number.len())
        });
        let length = number.unwrap_or_else(|| name(rest).len());
        let inside = rest.get(..length).unwrap_or_default();
        let is_whole = length > 0 && rest.get(length..).is_some_and(|rest| rest.starts_with(';'));
        let problem = if !is_whole {
            MarkupProblem::BareAmpersand
        } else if decode_reference(text.get(at..at + length + 2).unwrap_or_default()).is_some() {
            continue;
        } else if number.is_some() {
            MarkupProblem::UnknownCharacter {
                name: short(inside),
            }
        } else {
            MarkupProblem::UnknownEntity {
                name: short(inside),
            }
        };
        return fail_at(start + at, problem);
    }
    Ok(())
}

/// The name that the text begins with (production 5 of XML 1.0), empty if there is none.
fn name(text: &str) -> &str {
    if !text.starts_with(is_xml_name_start) {
        return "";
    }
    let end = text
        .find(|next| !continues_name(next))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Whether a name of XML may go on with the character (production 4a).
const fn continues_name(character: char) -> bool {
    is_xml_name_start(character)
        || matches!(character,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}
