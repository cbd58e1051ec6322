//! Whether a text is well-formed XML.
//!
//! The text is what may stand in an element (production 43 of XML 1.0), with or without the
//! declaration and document type of a whole document before it: fragments have several elements
//! and text beside each other. Document types that define something are refused, so that no
//! reference means more than one character.

use std::collections::HashSet;

use dragoman_html::{CDATA_END, CDATA_START, is_xml_name_start};

use super::MAX_DEPTH;
use super::error::{MarkupError, TextPosition};
use super::problem::MarkupProblem;
use super::references::{decode_reference, is_xml_character};

/// Checks a text from its beginning to its end.
pub(super) fn check(source: &str) -> Result<(), MarkupError> {
    let mut checker = Checker {
        source,
        position: 0,
        open: Vec::new(),
        names: HashSet::new(),
        has_document_type: false,
        has_elements: false,
    };
    checker
        .run()
        .map_err(|Fault { byte, problem }| MarkupError {
            position: TextPosition::new(source, byte),
            problem,
        })
}

/// What is wrong and where.
struct Fault {
    byte: usize,
    problem: MarkupProblem,
}

type Checked<T = ()> = Result<T, Fault>;

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
    fn rest(&self) -> &'source str {
        self.source.get(self.position..).unwrap_or_default()
    }

    fn fail<T>(&self, problem: MarkupProblem) -> Checked<T> {
        fail_at(self.position, problem)
    }

    fn run(&mut self) -> Checked {
        self.skip("\u{feff}");
        if self.rest().starts_with("<?xml") && self.rest().get(5..).is_some_and(starts_with_space) {
            self.skip_to("<?", "?>")?;
        }
        while !self.rest().is_empty() {
            let length = self.rest().find('<').unwrap_or(self.rest().len());
            self.text(length)?;
            if !self.rest().is_empty() {
                self.markup()?;
            }
        }
        match self.open.pop() {
            Some((name, start)) => fail_at(start, MarkupProblem::NeverClosed { name: short(name) }),
            None => Ok(()),
        }
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

    /// Passes what begins and ends with these, and returns what is between.
    fn skip_to(&mut self, start: &'static str, end: &'static str) -> Checked<&'source str> {
        let inside = self.rest().get(start.len()..).unwrap_or_default();
        let Some(length) = inside.find(end) else {
            return self.fail(MarkupProblem::Unfinished { start, end });
        };
        let inside = inside.get(..length).unwrap_or_default();
        check_characters(inside, self.position + start.len())?;
        self.position += start.len() + length + end.len();
        Ok(inside)
    }

    fn text(&mut self, length: usize) -> Checked {
        let text = self.rest().get(..length).unwrap_or_default();
        check_characters(text, self.position)?;
        check_references(text, self.position)?;
        if let Some(at) = text.find(CDATA_END) {
            return fail_at(self.position + at, MarkupProblem::StrayCharacterDataEnd);
        }
        self.position += length;
        Ok(())
    }

    fn markup(&mut self) -> Checked {
        let rest = self.rest();
        if rest.starts_with("<!--") {
            self.comment()
        } else if rest.starts_with(CDATA_START) {
            self.skip_to(CDATA_START, CDATA_END).map(|_| ())
        } else if rest.starts_with("<?") {
            self.instruction()
        } else if rest.starts_with("<!DOCTYPE") {
            self.document_type()
        } else if rest.starts_with("</") {
            self.end_tag()
        } else {
            self.start_tag()
        }
    }

    fn comment(&mut self) -> Checked {
        let start = self.position;
        let inside = self.skip_to("<!--", "-->")?;
        match inside.find("--") {
            Some(at) => fail_at(start + "<!--".len() + at, MarkupProblem::DoubleHyphen),
            None if inside.ends_with('-') => {
                fail_at(self.position - "--->".len(), MarkupProblem::DoubleHyphen)
            }
            None => Ok(()),
        }
    }

    fn instruction(&mut self) -> Checked {
        let start = self.position;
        let inside = self.skip_to("<?", "?>")?;
        let name = name(inside);
        let after = inside.get(name.len()..).unwrap_or_default();
        let is_separate = after.is_empty() || starts_with_space(after);
        if name.is_empty() || name.eq_ignore_ascii_case("xml") || !is_separate {
            return fail_at(start, MarkupProblem::MalformedInstruction);
        }
        Ok(())
    }

    fn document_type(&mut self) -> Checked {
        let start = self.position;
        if self.has_document_type || self.has_elements {
            return self.fail(MarkupProblem::RefusedDocumentType);
        }
        self.has_document_type = true;
        let inside = self.skip_to("<!DOCTYPE", ">")?;
        let quotes = |quote: char| inside.matches(quote).count();
        let is_plain = starts_with_space(inside)
            && !name(inside.trim_start()).is_empty()
            && !inside.contains(['[', '<'])
            && quotes('"') % 2 == 0
            && quotes('\'') % 2 == 0;
        if is_plain {
            Ok(())
        } else {
            fail_at(start, MarkupProblem::RefusedDocumentType)
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
