//! What numbered paragraphs begin with: the words in it, as in "Chapter 1".

use std::collections::{BTreeMap, BTreeSet};

use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape_attribute};
use crate::{CodeId, Content, DocumentError, Piece};

use super::FORMAT;
use super::language::Marks;

/// The attribute with what a numbered paragraph begins with.
const EXPRESSION: &str = "NumberingExpression";

/// The styles of paragraphs that are seen, and those on which they are based.
///
/// # Errors
/// Those of the reader.
pub(super) fn with_bases(
    part: &str,
    used: &BTreeSet<String>,
    depth: usize,
) -> Result<BTreeSet<String>, DocumentError> {
    let mut reader = Reader::new(part, |_| (), FORMAT, depth);
    let mut bases: BTreeMap<String, String> = BTreeMap::new();
    let mut style = None;
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.name == "ParagraphStyle" => {
                style = tag.attribute("Self").map(|own| own.value());
            }
            Token::Start(tag) if tag.name == "BasedOn" => {
                let (base, _) = reader.text()?;
                bases.extend(style.take().map(|style| (style, base)));
            }
            Token::Eof => break,
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for style in used {
        let mut next = Some(style);
        while let Some(style) = next.take_if(|style| found.insert((*style).clone())) {
            next = bases.get(style);
        }
    }
    Ok(found)
}

/// Goes over the styles. When they are written, they say in which language text is.
///
/// # Errors
/// Those of the reader and of the pass.
pub(super) fn styles(
    part: &str,
    pass: &mut Pass<'_>,
    seen: &BTreeSet<String>,
    marks: Option<&Marks>,
    depth: usize,
) -> Result<Edits, DocumentError> {
    let mut reader = Reader::new(part, |_| (), FORMAT, depth);
    let mut edits = Edits::default();
    loop {
        let tag = match reader.next()? {
            Token::Start(tag) if tag.name.ends_with("Style") => tag,
            Token::Eof => return Ok(edits),
            _ => continue,
        };
        for (range, wanted) in marks.into_iter().flat_map(|marks| marks.changes(&tag)) {
            edits.replace(range, wanted.to_owned());
        }
        let own = tag.attribute("Self").map(|own| own.value());
        if tag.name == "ParagraphStyle" && own.is_some_and(|own| seen.contains(&own)) {
            label(&tag, pass, &mut edits)?;
        }
    }
}

/// What paragraphs with this tag begin with, as a unit of its own if it has words in it.
///
/// # Errors
/// Those of the pass.
pub(super) fn label(
    tag: &Tag<'_, ()>,
    pass: &mut Pass<'_>,
    edits: &mut Edits,
) -> Result<(), DocumentError> {
    let Some(expression) = tag.attribute(EXPRESSION) else {
        return Ok(());
    };
    let value = expression.value();
    let start = value.len() - value.trim_start().len();
    let end = end_of_words(&value).max(start);
    let (content, codes) = content(value.get(start..end).unwrap_or_default());
    if !has_word(&content) {
        return Ok(());
    }
    if let Some(translation) = pass.place(content)? {
        let before = value.get(..start).unwrap_or_default();
        let after = value.get(end..).unwrap_or_default();
        let text = format!("{before}{}{after}", written(&translation, &codes));
        edits.replace(expression.range, escape_attribute(&text));
    }
    Ok(())
}

/// Where the spaces and tabs begin with which an expression ends.
fn end_of_words(expression: &str) -> usize {
    let mut words = expression.trim_end();
    loop {
        let mut signs = words.char_indices().rev();
        let is_space = |sign: char| !(sign.is_ascii_digit() || sign == '#');
        match (signs.next(), signs.next()) {
            (Some((_, sign)), Some((place, '^'))) if is_space(sign) => {
                words = words.get(..place).unwrap_or_default().trim_end();
            }
            _ => return words.len(),
        }
    }
}

/// An expression with codes for numbers, tabs and special spaces, and those as they are written: a sign after a
/// circumflex.
fn content(expression: &str) -> (Content, Vec<String>) {
    let mut codes = Vec::new();
    let mut pieces = Vec::new();
    let mut characters = expression.chars();
    while let Some(character) = characters.next() {
        let sign = if character == '^' {
            characters.next()
        } else {
            None
        };
        match sign {
            Some(sign) => {
                codes.push(format!("^{sign}"));
                let id = u32::try_from(codes.len()).unwrap_or(u32::MAX);
                pieces.push(Piece::Mark(CodeId(id)));
            }
            None => pieces.push(Piece::Text(character.to_string())),
        }
    }
    (Content::new(pieces), codes)
}

/// Whether there is more than single letters.
fn has_word(content: &Content) -> bool {
    let is_word = |text: &str| {
        let mut words = text.split(|character: char| !character.is_alphabetic());
        words.any(|word| word.chars().count() > 1 || word.chars().any(|one| one > '\u{2e80}'))
    };
    let mut pieces = content.pieces().iter();
    pieces.any(|piece| matches!(piece, Piece::Text(text) if is_word(text)))
}

fn written(translation: &Content, codes: &[String]) -> String {
    let pieces = translation.pieces().iter().map(|piece| match piece {
        // It would begin a code.
        Piece::Text(text) => text.replace('^', ""),
        Piece::Mark(CodeId(id)) => {
            let place = usize::try_from(*id).unwrap_or(0).checked_sub(1);
            let code = place.and_then(|place| codes.get(place));
            code.cloned().unwrap_or_default()
        }
        Piece::Open(_) | Piece::Close(_) => String::new(),
    });
    pieces.collect()
}
