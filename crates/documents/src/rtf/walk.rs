//! Goes over the groups of a file.

mod words;

use std::collections::HashMap;
use std::ops::Range;

use crate::office::pass::Pass;
use crate::xml::Edits;
use crate::{DocumentError, overseer};

use super::charsets::Charset;
use super::language::Marks;
use super::looks::{Look, Looks, PLAIN};
use super::malformed;
use super::paragraph::{Kind, Paragraph, Part, Setting, Structure};
use super::pending::Pending;
use super::scanner::{Scanner, Token, too_deep, unclosed};

/// What is done with what is in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Text,
    /// Only groups in it are read.
    Container,
    Field,
    Fonts,
}

/// What the end of a group ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Nothing,
    Flow,
    Container,
    Field,
    FieldResult,
}

#[derive(Debug, Clone, Copy)]
struct Group {
    start: usize,
    mode: Mode,
    end: End,
    /// Whether nothing was in it yet that says what it is.
    is_fresh: bool,
    is_starred: bool,
    look: Look,
    fallbacks: i32,
    is_right_to_left: bool,
    alignment: Option<Alignment>,
    link: Link,
}

/// On which side a paragraph is, where its direction says that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alignment {
    Left,
    Right,
    Other,
}

/// What is known of a field as a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    No,
    /// Its text comes.
    Expected,
    /// It shows what is drawn, with text of its own.
    Shape,
    /// Its text is in this paragraph, and ends there.
    Of(usize, usize),
}

/// A pass over a file.
pub(super) struct Walk<'a, 'p, 's> {
    scanner: Scanner<'a>,
    pub(super) edits: Edits,
    pass: &'s mut Pass<'p>,
    marks: Marks,
    /// Whether the file says the language of the translation from now on.
    is_translated: bool,
    deepest: usize,
    looks: Looks,
    fonts: HashMap<i32, Charset>,
    font: Option<i32>,
    charset: Charset,
    groups: Vec<Group>,
    flows: Vec<Paragraph>,
    /// How many paragraphs ended.
    paragraphs: usize,
    pending: Pending,
    /// How many characters are still to come that stand for one in Unicode.
    fallbacks: i32,
    /// Whether the last token is a control word without a space of its own.
    is_bare: bool,
}

impl<'a, 'p, 's> Walk<'a, 'p, 's> {
    pub(super) fn new(
        text: &'a str,
        pass: &'s mut Pass<'p>,
        marks: Marks,
        is_translated: bool,
        deepest: usize,
    ) -> Self {
        Self {
            scanner: Scanner::new(text),
            edits: Edits::default(),
            pass,
            marks,
            is_translated,
            deepest,
            looks: Looks::new(),
            fonts: HashMap::new(),
            font: None,
            charset: Charset::WESTERN,
            groups: Vec::new(),
            flows: Vec::new(),
            paragraphs: 0,
            pending: Pending::default(),
            fallbacks: 0,
            is_bare: false,
        }
    }

    /// Goes over the file, and gives the replacements that its translations make.
    ///
    /// # Errors
    /// Those of the scanner and of the pass.
    pub(super) fn run(mut self) -> Result<Edits, DocumentError> {
        if self.scanner.next()? != Token::Open
            || !matches!(self.scanner.next()?, Token::Word("rtf", ..))
        {
            return Err(malformed("it does not begin with {\\rtf"));
        }
        self.flows.push(Paragraph::default());
        self.groups.push(Group {
            start: 0,
            mode: Mode::Text,
            end: End::Flow,
            is_fresh: false,
            is_starred: false,
            look: PLAIN,
            fallbacks: 1,
            is_right_to_left: false,
            alignment: None,
            link: Link::No,
        });
        while !self.groups.is_empty() {
            let token = self.scanner.next()?;
            self.token(token)?;
        }
        Ok(self.edits)
    }

    fn token(&mut self, token: Token<'a>) -> Result<(), DocumentError> {
        let range = self.scanner.range();
        match token {
            Token::Open => self.open(range)?,
            Token::Close => self.close(range)?,
            Token::Word(name, parameter, is_bare) => {
                let end = range.end;
                self.word(name, parameter, is_bare, range)?;
                // Nothing goes on in the word where its whole group was read over.
                self.is_bare = is_bare && self.scanner.range().end == end;
                return Ok(());
            }
            Token::Symbol(symbol) => self.symbol(symbol, range)?,
            Token::Hex(byte) => {
                self.begin_content();
                if !self.falls_back(&range) && self.extend(range)? {
                    self.pending.push_byte(byte);
                }
            }
            Token::Text(text) => self.text(text, range.start)?,
            Token::LineEnd => {}
            Token::Eof => return Err(unclosed()),
        }
        self.is_bare = false;
        Ok(())
    }

    fn mode(&self) -> Option<Mode> {
        self.groups.last().map(|group| group.mode)
    }

    fn is_text(&self) -> bool {
        self.mode() == Some(Mode::Text)
    }

    /// Says that the group is none of those that are known by the word with which they begin.
    fn begin_content(&mut self) {
        if let Some(group) = self.groups.last_mut() {
            group.is_fresh = false;
        }
    }

    /// What holds here for text that is copied as it is.
    fn setting(&self) -> Setting {
        let (look, fallbacks) = self
            .groups
            .last()
            .map_or((PLAIN, 1), |group| (group.look, group.fallbacks));
        let font = self.looks.font(look);
        let charset = font.and_then(|font| self.fonts.get(&font)).copied();
        Setting {
            look,
            fallbacks,
            charset: charset.unwrap_or(self.charset),
        }
    }

    fn open(&mut self, range: Range<usize>) -> Result<(), DocumentError> {
        self.flush()?;
        self.fallbacks = 0;
        self.begin_content();
        if self.groups.len() >= self.deepest {
            return Err(too_deep(self.deepest));
        }
        self.structure(range.clone(), Structure::Open(self.setting(), self.is_bare))?;
        if let Some(group) = self.groups.last().copied() {
            self.groups.push(Group {
                start: range.start,
                end: End::Nothing,
                is_fresh: true,
                is_starred: false,
                link: Link::No,
                ..group
            });
        }
        Ok(())
    }

    fn structure(&mut self, range: Range<usize>, kind: Structure) -> Result<(), DocumentError> {
        let is_of_paragraph = matches!(self.mode(), Some(Mode::Text | Mode::Field));
        match self.flows.last_mut().filter(|_| is_of_paragraph) {
            Some(paragraph) => paragraph.push_structure(range, kind),
            None => Ok(()),
        }
    }

    fn part(
        &mut self,
        kind: Kind,
        range: Range<usize>,
        is_bare: bool,
    ) -> Result<(), DocumentError> {
        let setting = self.setting();
        let fallbacks = setting.fallbacks;
        match self.flows.last_mut() {
            Some(paragraph) => paragraph.push(Part {
                kind,
                range,
                setting,
                fallbacks,
                is_bare,
            }),
            None => Ok(()),
        }
    }

    fn fix(&mut self) {
        if let Some(paragraph) = self.flows.last_mut() {
            paragraph.is_fixed = true;
        }
    }

    fn close(&mut self, range: Range<usize>) -> Result<(), DocumentError> {
        self.flush()?;
        self.fallbacks = 0;
        let Some(group) = self.groups.last().copied() else {
            return Ok(());
        };
        let whole = group.start..range.end;
        if group.end == End::Flow {
            self.end_paragraph(range.start)?;
            self.flows.pop();
        } else {
            self.structure(range.clone(), Structure::Close)?;
        }
        self.groups.pop();
        match group.end {
            End::Flow | End::Container if self.is_text() => self.part(Kind::Mark, whole, false),
            End::FieldResult => {
                if let Some(field) = self.groups.last_mut()
                    && let Link::Of(paragraph, _) = field.link
                {
                    field.link = Link::Of(paragraph, range.start);
                }
                Ok(())
            }
            End::Field => match group.link {
                Link::Of(paragraph, end) if paragraph == self.paragraphs => {
                    self.part(Kind::Close, end..range.end, false)
                }
                Link::Of(..) => {
                    self.fix();
                    Ok(())
                }
                Link::No | Link::Expected | Link::Shape => {
                    if let Some(paragraph) = self.flows.last_mut() {
                        paragraph.forget_group(group.start);
                    }
                    self.part(Kind::Mark, whole, false)
                }
            },
            End::Nothing | End::Flow | End::Container => Ok(()),
        }
    }

    /// Ends the paragraph before what stands here.
    fn end_paragraph(&mut self, at: usize) -> Result<(), DocumentError> {
        self.flush()?;
        self.fallbacks = 0;
        self.paragraphs += 1;
        let Some(paragraph) = self.flows.last_mut().map(std::mem::take) else {
            return Ok(());
        };
        let place = (self.scanner.text(), &mut self.edits);
        let is_written = paragraph.finish(self.pass, place, &self.looks, &self.marks)?;
        let Some(group) = self.groups.last().filter(|_| is_written) else {
            return Ok(());
        };
        let words = match (
            self.marks.is_right_to_left,
            group.is_right_to_left,
            group.alignment,
        ) {
            (true, false, None | Some(Alignment::Left)) => "\\rtlpar\\qr",
            (true, false, _) => "\\rtlpar",
            (false, true, Some(Alignment::Right)) => "\\ltrpar\\ql",
            (false, true, _) => "\\ltrpar",
            _ => return Ok(()),
        };
        self.edits.replace(at..at, words.to_owned());
        Ok(())
    }

    /// Adds the text that was read last to its paragraph.
    fn flush(&mut self) -> Result<(), DocumentError> {
        let Some(taken) = self.pending.take() else {
            return Ok(());
        };
        overseer::borrow(taken.text.as_ref().map_or(0, String::len).saturating_mul(3))?;
        let setting = taken.setting;
        let kind = match taken.text {
            Some(text) if !self.looks.is_hidden(setting.look) => Kind::Text(text),
            _ => Kind::Mark,
        };
        let is_mark = matches!(kind, Kind::Mark);
        let Some(paragraph) = self.flows.last_mut() else {
            return Ok(());
        };
        // A character without its fallback would take one from what is written behind it.
        paragraph.is_fixed |= is_mark && self.fallbacks > 0;
        paragraph.push(Part {
            kind,
            range: taken.range,
            setting,
            // What is written has one character beside each in Unicode.
            fallbacks: if is_mark { setting.fallbacks } else { 1 },
            is_bare: taken.is_bare && !is_mark,
        })
    }

    /// Takes a token in as text, if there is text here.
    fn extend(&mut self, range: Range<usize>) -> Result<bool, DocumentError> {
        if !self.is_text() {
            return Ok(false);
        }
        let setting = self.setting();
        self.pending.extend(range, setting, self.is_bare);
        overseer::go_on()?;
        Ok(true)
    }

    /// Whether this stands for a character in Unicode that was read before.
    fn falls_back(&mut self, range: &Range<usize>) -> bool {
        let is_fallback = self.fallbacks > 0;
        if is_fallback {
            self.fallbacks -= 1;
            self.pending.extend_to(range.end);
        }
        is_fallback
    }

    fn text(&mut self, text: &str, start: usize) -> Result<(), DocumentError> {
        self.begin_content();
        for (at, character) in text.char_indices() {
            let range = start + at..start + at + character.len_utf8();
            if self.falls_back(&range) {
                continue;
            }
            match character {
                '\t' if self.is_text() => {
                    self.flush()?;
                    self.part(Kind::Mark, range, false)?;
                }
                _ if character.is_ascii_control() => {}
                _ => {
                    if self.extend(range)?
                        && let Ok(byte) = u8::try_from(character)
                    {
                        self.pending.push_byte(byte);
                    }
                }
            }
            self.is_bare = false;
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: char, range: Range<usize>) -> Result<(), DocumentError> {
        if symbol == '*' && self.groups.last().is_some_and(|group| group.is_fresh) {
            if let Some(group) = self.groups.last_mut() {
                group.is_starred = true;
            }
            return Ok(());
        }
        self.begin_content();
        let character = match symbol {
            '\\' | '{' | '}' => symbol,
            '~' => '\u{a0}',
            '_' => '\u{2011}',
            '\n' | '\r' if self.is_text() => return self.end_paragraph(range.start),
            '\t' if self.is_text() => {
                self.flush()?;
                return self.part(Kind::Mark, range, false);
            }
            // Where a word may be parted is another matter in a translation.
            _ => return Ok(()),
        };
        self.character(character, range)
    }

    fn character(&mut self, character: char, range: Range<usize>) -> Result<(), DocumentError> {
        if !self.falls_back(&range) && self.extend(range)? {
            self.pending.push(character);
        }
        Ok(())
    }

    fn unicode(&mut self, number: i32, range: Range<usize>) -> Result<(), DocumentError> {
        if self.extend(range)? {
            let number = match number {
                i32::MIN..=-1 => number.saturating_add(0x1_0000),
                _ => number,
            };
            match u16::try_from(number) {
                Ok(unit) => self.pending.push_unit(unit),
                Err(_) => {
                    let character = u32::try_from(number).ok().and_then(char::from_u32);
                    let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                    self.pending.push(character);
                }
            }
        }
        let fallbacks = self.groups.last().map_or(1, |group| group.fallbacks);
        self.fallbacks = fallbacks.max(0);
        Ok(())
    }
}
