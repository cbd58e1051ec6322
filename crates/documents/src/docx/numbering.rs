//! The labels of numbered paragraphs: the words in them, as in "Chapter 1".

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::office::names::Namespace::{self, Word};
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape_attribute};
use crate::{CodeId, Content, DocumentError, Piece};

use super::FORMAT;
use super::styles::Styles;

/// Fonts whose letters are signs.
const SYMBOLS: [&str; 4] = ["Symbol", "Wingdings", "Webdings", "Marlett"];

/// What the paragraphs of a document say of how they are numbered.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// Numberings that paragraphs name themselves.
    pub(super) numberings: BTreeSet<String>,
    /// Their styles, which may name numberings.
    pub(super) styles: BTreeSet<String>,
}

/// The numberings that number something. Documents define many more.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// With levels of their own here and there.
    instances: BTreeSet<String>,
    /// What those are instances of.
    definitions: BTreeSet<String>,
}

/// What a part with numberings defines.
#[derive(Debug, Default)]
struct Definitions {
    /// By the number of the instance, that of its definition.
    instances: BTreeMap<String, String>,
    /// The styles whose numberings stand for definitions.
    links: BTreeMap<String, String>,
}

impl Numbering {
    /// Finds the numberings in a part that are used.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn read(
        part: &str,
        used: &Used,
        styles: &Styles,
        depth: usize,
    ) -> Result<Self, DocumentError> {
        let definitions = Definitions::read(part, depth)?;
        let mut numbering = Self::default();
        let of_styles = used
            .styles
            .iter()
            .map(|style| styles.numbering(Some(style)));
        let of_styles = of_styles.chain([styles.numbering(None)]).flatten();
        let mut open: Vec<&str> = used.numberings.iter().map(String::as_str).collect();
        open.extend(of_styles);
        while let Some(instance) = open.pop() {
            if !numbering.instances.insert(instance.to_owned()) {
                continue;
            }
            let Some(definition) = definitions.instances.get(instance) else {
                continue;
            };
            numbering.definitions.insert(definition.clone());
            let link = definitions.links.get(definition);
            open.extend(link.and_then(|style| styles.numbering(Some(style))));
        }
        Ok(numbering)
    }

    /// Goes over the part, and gives the replacements that its translations make.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(super) fn walk(
        &self,
        part: &str,
        pass: &mut Pass<'_>,
        depth: usize,
    ) -> Result<Edits, DocumentError> {
        let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
        let mut edits = Edits::default();
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.namespace == Word => {
                    let is_used = match tag.name {
                        "abstractNum" => is_among(&self.definitions, &tag, "abstractNumId"),
                        "num" => is_among(&self.instances, &tag, "numId"),
                        "lvl" => {
                            level(&mut reader, pass, &mut edits)?;
                            true
                        }
                        _ => true,
                    };
                    if !is_used {
                        reader.skip()?;
                    }
                }
                Token::Eof => return Ok(edits),
                _ => {}
            }
        }
    }
}

impl Definitions {
    fn read(part: &str, depth: usize) -> Result<Self, DocumentError> {
        let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
        let mut definitions = Self::default();
        let (mut definition, mut instance) = (None, None);
        loop {
            match reader.next()? {
                Token::Start(tag) if tag.namespace == Word => {
                    let value = |name| tag.attribute(name).map(|found| found.value());
                    match tag.name {
                        "abstractNum" => definition = value("abstractNumId"),
                        "num" => instance = value("numId"),
                        "numStyleLink" => {
                            let link = definition.clone().zip(value("val"));
                            definitions.links.extend(link);
                        }
                        "abstractNumId" => {
                            let pair = instance.clone().zip(value("val"));
                            definitions.instances.extend(pair);
                        }
                        _ => {}
                    }
                }
                Token::Eof => return Ok(definitions),
                _ => {}
            }
        }
    }
}

fn is_among(known: &BTreeSet<String>, tag: &Tag<'_, Namespace>, name: &str) -> bool {
    let number = tag.attribute(name);
    number.is_some_and(|number| known.contains(&number.value()))
}

/// A level whose start was read last.
fn level(
    reader: &mut Reader<'_, Namespace>,
    pass: &mut Pass<'_>,
    edits: &mut Edits,
) -> Result<(), DocumentError> {
    let mut label: Option<(String, Range<usize>)> = None;
    let mut has_signs = false;
    let mut depth = 0_usize;
    loop {
        match reader.next()? {
            Token::Start(tag) => {
                depth += 1;
                if tag.namespace != Word {
                    continue;
                }
                if tag.name == "lvlText" {
                    let value = tag.attribute("val");
                    label = value.map(|value| (value.value(), value.range));
                } else if tag.name == "rFonts" {
                    has_signs |= tag.attributes().any(|font| is_symbol_font(font.raw));
                }
            }
            Token::End(_) if depth > 0 => depth -= 1,
            Token::End(_) | Token::Eof => break,
            _ => {}
        }
    }
    let Some((label, range)) = label.filter(|(label, _)| !has_signs && has_word(label)) else {
        return Ok(());
    };
    let (content, numbers) = content(label.trim());
    let Some(translation) = pass.place(content)? else {
        return Ok(());
    };
    if let Some(text) = written(&translation, &numbers) {
        let start = label.len() - label.trim_start().len();
        let before = label.get(..start).unwrap_or_default();
        let after = label.get(label.trim_end().len()..).unwrap_or_default();
        edits.replace(range, escape_attribute(&format!("{before}{text}{after}")));
    }
    Ok(())
}

fn is_symbol_font(name: &str) -> bool {
    SYMBOLS.iter().any(|symbols| name.starts_with(symbols))
}

/// Whether a label has more than numbers, single letters and signs in it.
fn has_word(label: &str) -> bool {
    let mut last = false;
    label.chars().any(|character| {
        let is_letter = character.is_alphabetic();
        let is_word = is_letter && (last || character > '\u{2e80}');
        last = is_letter;
        is_word
    })
}

/// A label with codes for the numbers of its levels, and those as they are written.
fn content(label: &str) -> (Content, Vec<String>) {
    let mut pieces = Vec::new();
    let mut numbers = Vec::new();
    let mut rest = label;
    while let Some(place) = rest.find('%') {
        let (before, at) = rest.split_at(place);
        let level = at.chars().nth(1).filter(char::is_ascii_digit);
        let length = if level.is_some() { 2 } else { 1 };
        let (number, after) = at.split_at(length);
        pieces.push(Piece::Text(before.to_owned()));
        if level.is_some() {
            numbers.push(number.to_owned());
            let id = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            pieces.push(Piece::Mark(CodeId(id)));
        } else {
            pieces.push(Piece::Text(number.to_owned()));
        }
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    (Content::new(pieces), numbers)
}

/// The label that a translation makes; `None` if its text would be taken for numbers of levels.
fn written(translation: &Content, numbers: &[String]) -> Option<String> {
    let mut text = String::new();
    let mut codes = 0;
    for piece in translation.pieces() {
        match piece {
            Piece::Text(more) => text.push_str(more),
            Piece::Mark(CodeId(id)) => {
                let place = usize::try_from(*id).ok()?.checked_sub(1)?;
                text.push_str(numbers.get(place)?);
                codes += 1;
            }
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    let (_, found) = content(&text);
    (found.len() == codes).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_labels_with_words_are_to_be_translated() {
        for label in ["Chapter %1", "第%1章", "%1. Teil", "Note:"] {
            assert!(has_word(label), "{label}");
        }
        for label in ["%1.", "(a)", "o", "\u{f0b7}", "%1.%2 §", "–", "%1)a"] {
            assert!(!has_word(label), "{label}");
        }
    }

    #[test]
    fn numbers_of_levels_are_codes() {
        let (content, numbers) = content("Part %1-%2, 5 %");
        assert_eq!(content.text(), "Part -, 5 %");
        assert_eq!(numbers, ["%1", "%2"]);
        assert_eq!(written(&content, &numbers).unwrap(), "Part %1-%2, 5 %");
        let other = Content::new([Piece::Text("100 %3".to_owned())]);
        assert_eq!(written(&other, &[]), None);
    }
}
