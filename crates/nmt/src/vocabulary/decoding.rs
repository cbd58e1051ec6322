//! Pieces to text.

use std::ops::Range;

use super::file::ModelFile;
use super::pieces::{Kind, Pieces};
use super::{SPACE_SYMBOL, TokenId};

/// How a model wants its pieces to become text.
#[derive(Clone)]
pub(super) struct Decoder {
    /// Whether a space at the beginning is dropped.
    strip_first_space: bool,
    /// Whether all spaces at the beginning are.
    strip_leading_spaces: bool,
    unknown_surface: String,
}

impl Decoder {
    pub(super) fn new(file: &ModelFile<'_>) -> Self {
        Self {
            strip_first_space: file.normalizer.add_dummy_prefix
                || file.normalizer.remove_extra_whitespaces,
            strip_leading_spaces: file.normalizer.remove_extra_whitespaces,
            unknown_surface: file.unknown_surface.to_owned(),
        }
    }

    /// Appends the text of the pieces to `text`, and to `ranges` where in it the part of each piece is.
    pub(super) fn decode(
        &self,
        pieces: &Pieces,
        ids: &[TokenId],
        text: &mut String,
        ranges: &mut Vec<Range<usize>>,
    ) {
        let start = text.len();
        ranges.reserve(ids.len());
        let mut bytes = Vec::new();
        let mut at_start = true;
        let mut dropped_space = false;
        for &id in ids {
            if let Some(byte) = pieces.byte(id) {
                bytes.push(byte);
                continue;
            }
            push_characters(&mut bytes, text, ranges);
            at_start &= !dropped_space && text.len() == start;
            let begin = text.len();
            dropped_space = false;
            match pieces.kind(id) {
                Some(Kind::Control) => {}
                Some(Kind::Unknown) | None => text.push_str(&self.unknown_surface),
                Some(_) => {
                    let mut surface = pieces.text(id).unwrap_or_default();
                    if at_start
                        && self.strip_first_space
                        && let Some(rest) = surface.strip_prefix(SPACE_SYMBOL)
                    {
                        surface = rest;
                        dropped_space = !self.strip_leading_spaces;
                    }
                    push_unescaped(surface, text);
                }
            }
            ranges.push(begin..text.len());
        }
        push_characters(&mut bytes, text, ranges);
    }
}

fn push_unescaped(surface: &str, text: &mut String) {
    let mut rest = surface;
    while let Some((before, after)) = rest.split_once(SPACE_SYMBOL) {
        text.push_str(before);
        text.push(' ');
        rest = after;
    }
    text.push_str(rest);
}

/// Appends the characters that a run of bytes makes up, with a range for each byte, and empties the run.
fn push_characters(bytes: &mut Vec<u8>, text: &mut String, ranges: &mut Vec<Range<usize>>) {
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        let begin = text.len();
        let length = match first_character(rest) {
            Some(character) => {
                text.push_str(character);
                character.len()
            }
            None => {
                text.push(char::REPLACEMENT_CHARACTER);
                1
            }
        };
        ranges.extend((1..length).map(|_| begin..begin));
        ranges.push(begin..text.len());
        rest = rest.get(length..).unwrap_or_default();
    }
    bytes.clear();
}

/// The character at the beginning of bytes, if they begin with a whole one.
fn first_character(bytes: &[u8]) -> Option<&str> {
    (1..=4)
        .filter_map(|length| bytes.get(..length))
        .find_map(|bytes| std::str::from_utf8(bytes).ok())
}
