//! What control words say.

use std::ops::Range;

use crate::rtf::charsets::Charset;
use crate::rtf::destinations::{
    Destination, character, destination, ends_paragraph, is_lasting, is_mark,
};
use crate::rtf::looks::{PLAIN, is_of_characters};
use crate::rtf::paragraph::{Kind, Paragraph, Structure};
use crate::rtf::scanner::Token;
use crate::{DocumentError, overseer};

use super::{Alignment, End, Group, Link, Mode, Walk};

impl<'a> Walk<'a, '_, '_> {
    pub(super) fn word(
        &mut self,
        name: &'a str,
        parameter: Option<i32>,
        is_bare: bool,
        range: Range<usize>,
    ) -> Result<(), DocumentError> {
        let Some(group) = self.groups.last().copied() else {
            return Ok(());
        };
        if let Some(destination) = destination(name, group.is_starred && group.is_fresh) {
            if group.is_fresh {
                return self.destination(destination, range, is_bare);
            }
            if group.mode == Mode::Text {
                self.flush()?;
                self.fix();
                return Ok(());
            }
        }
        self.begin_content();
        if name == "u" {
            return self.unicode(parameter.unwrap_or(0), range);
        }
        if let Some(known) = character(name) {
            return self.character(known, range);
        }
        self.flush()?;
        self.fallbacks = 0;
        match group.mode {
            Mode::Text => self.word_in_text(name, parameter, is_bare, range),
            Mode::Fonts => self.word_of_fonts(name, parameter),
            Mode::Container | Mode::Field => Ok(()),
        }
    }

    fn word_of_fonts(&mut self, name: &str, parameter: Option<i32>) -> Result<(), DocumentError> {
        let charset = match name {
            "f" => {
                self.font = parameter;
                return Ok(());
            }
            "fcharset" => parameter.and_then(Charset::of_font),
            "cpg" => parameter.map(Charset::of_code_page),
            _ => None,
        };
        if let (Some(font), Some(charset)) = (self.font, charset) {
            overseer::borrow_for::<(i32, Charset)>(1)?;
            self.fonts.insert(font, charset);
        }
        Ok(())
    }

    fn word_in_text(
        &mut self,
        name: &'a str,
        parameter: Option<i32>,
        is_bare: bool,
        range: Range<usize>,
    ) -> Result<(), DocumentError> {
        if ends_paragraph(name) {
            return self.end_paragraph(range.start);
        }
        if is_mark(name) {
            self.part(Kind::Mark, range, is_bare)?;
            if let Some(paragraph) = self.flows.last_mut()
                && let Some(part) = paragraph.parts.last_mut()
            {
                part.fallbacks = 1;
            }
            return Ok(());
        }
        let kind = if is_lasting(name) {
            Structure::Lasting
        } else {
            Structure::Word
        };
        self.structure(range.clone(), kind)?;
        if self.is_translated
            && let Some(number) = self.marks.number(name, parameter)
        {
            let space = if is_bare { "" } else { " " };
            self.edits
                .replace(range.clone(), format!("\\{name}{number}{space}"));
        }
        if is_of_characters(name) {
            let raw = self.scanner.text().get(range).unwrap_or_default();
            let look = self.groups.last().map_or(PLAIN, |group| group.look);
            let look = self.looks.after(look, raw.trim_end_matches(' '))?;
            if let Some(group) = self.groups.last_mut() {
                group.look = look;
            }
            return Ok(());
        }
        self.property(name, parameter);
        Ok(())
    }

    /// Properties of the document and of paragraphs.
    fn property(&mut self, name: &str, parameter: Option<i32>) {
        match name {
            "ansi" => self.charset = Charset::WESTERN,
            "mac" => self.charset = Charset::MAC,
            "pc" => self.charset = Charset::Pc,
            "pca" => self.charset = Charset::PcLatin,
            "ansicpg" => self.charset = Charset::of_code_page(parameter.unwrap_or(0)),
            "deff" => self.looks.default_font = parameter,
            _ => {}
        }
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        match name {
            "uc" => group.fallbacks = parameter.unwrap_or(1),
            "pard" => (group.is_right_to_left, group.alignment) = (false, None),
            "rtlpar" => group.is_right_to_left = true,
            "ltrpar" => group.is_right_to_left = false,
            "ql" => group.alignment = Some(Alignment::Left),
            "qr" => group.alignment = Some(Alignment::Right),
            "qc" | "qj" | "qd" | "qt" | "qk" => group.alignment = Some(Alignment::Other),
            _ => {}
        }
    }

    /// What begins with the group that is open.
    fn destination(
        &mut self,
        destination: Destination,
        range: Range<usize>,
        is_bare: bool,
    ) -> Result<(), DocumentError> {
        self.begin_content();
        let Some(group) = self.groups.last().copied() else {
            return Ok(());
        };
        let is_of_paragraph = matches!(group.mode, Mode::Text | Mode::Field);
        let is_result = destination == Destination::FieldResult;
        let outer = self.groups.len().checked_sub(2);
        let link = outer
            .and_then(|outer| self.groups.get(outer))
            .filter(|field| field.mode == Mode::Field)
            .map_or(Link::No, |field| field.link);
        if is_result && link == Link::Expected {
            let number = self.paragraphs;
            let field = outer.and_then(|outer| self.groups.get_mut(outer));
            let start = field.map_or(group.start, |field| {
                field.link = Link::Of(number, range.end);
                field.start
            });
            self.set(Mode::Text, End::FieldResult);
            return self.part(Kind::Open, start..range.end, is_bare);
        }
        if destination == Destination::Field && group.mode == Mode::Text {
            self.set(Mode::Field, End::Field);
            return Ok(());
        }
        if let Some(paragraph) = self.flows.last_mut().filter(|_| is_of_paragraph) {
            paragraph.forget_group(group.start);
        }
        match destination {
            Destination::Flow if group.mode != Mode::Field => {
                self.flows.push(Paragraph::default());
                self.set(Mode::Text, End::Flow);
            }
            Destination::Container if group.mode != Mode::Field => {
                self.set(Mode::Container, End::Container);
            }
            Destination::FieldResult if link == Link::Shape => {
                self.set(Mode::Container, End::Container);
            }
            Destination::Fonts => self.set(Mode::Fonts, End::Container),
            _ => return self.skip(destination, group),
        }
        Ok(())
    }

    fn set(&mut self, mode: Mode, end: End) {
        if let Some(group) = self.groups.last_mut() {
            (group.mode, group.end) = (mode, end);
        }
    }

    /// Reads over a group that stays as it is.
    fn skip(&mut self, destination: Destination, group: Group) -> Result<(), DocumentError> {
        let mut instruction = String::new();
        let deepest = self.deepest.saturating_sub(self.groups.len());
        let end = self.scanner.skip_group(deepest, |token| {
            if let Token::Text(text) = token
                && instruction.len() < 64
            {
                instruction.extend(text.chars().take(64));
            }
        })?;
        self.groups.pop();
        match destination {
            Destination::Instruction => {
                let link = match instruction.split_whitespace().next() {
                    Some("HYPERLINK") => Link::Expected,
                    Some("SHAPE") => Link::Shape,
                    _ => Link::No,
                };
                if let Some(field) = self
                    .groups
                    .last_mut()
                    .filter(|field| field.mode == Mode::Field && link != Link::No)
                {
                    field.link = link;
                }
                Ok(())
            }
            Destination::Anchor if self.is_text() => {
                self.part(Kind::Ordered, group.start..end, false)
            }
            _ if self.is_text() => self.part(Kind::Mark, group.start..end, false),
            _ => Ok(()),
        }
    }
}
