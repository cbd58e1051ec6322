//! The events of a parser, with places in bytes.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput, Tag};

use crate::error::quoted;
use crate::{DocumentError, overseer};

use super::schema::means_other_than_text;

pub(super) const FORMAT: &str = "YAML";

/// What a token takes while the parser does not know yet whether a collection in brackets is a key, in bytes.
const OF_TOKEN: usize = 900;

/// Borrows what a parser takes for a text: the longest scalar, and the tokens of the longest collection in brackets.
///
/// # Errors
/// Those of an [`overseer`].
pub(super) fn borrow_for_parser(text: &str) -> Result<(), DocumentError> {
    let has_brackets = text.contains(['[', '{']);
    let signs = text.bytes().filter(|byte| b"[]{},:&*!?".contains(byte));
    let tokens = if has_brackets { signs.count() } else { 0 };
    let names = text.bytes().filter(|byte| b"&%".contains(byte)).count();
    let tokens = tokens.saturating_add(names);
    overseer::borrow(
        text.len()
            .saturating_mul(3)
            .saturating_add(tokens.saturating_mul(OF_TOKEN)),
    )
}

/// The events of a text.
pub(super) struct Events<'a> {
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    /// A character and the byte at which it begins.
    near: (usize, usize),
    is_ascii: bool,
}

/// An event, and where what it tells begins and ends.
pub(super) struct Placed<'a> {
    pub(super) event: Event<'a>,
    pub(super) range: Range<usize>,
}

impl<'a> Events<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            parser: Parser::new_from_str(text),
            near: (0, 0),
            is_ascii: text.is_ascii(),
        }
    }

    /// The next event; nothing at the end.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`], [`DocumentError::TooLarge`], and those of an [`overseer`].
    pub(super) fn next(&mut self) -> Result<Option<Placed<'a>>, DocumentError> {
        overseer::go_on()?;
        match self.parser.next_event() {
            None => Ok(None),
            Some(Err(error)) => Err(refused(&error)),
            Some(Ok((event, span))) => {
                let start = self.byte(span.start);
                let range = start..self.byte(span.end).max(start);
                Ok(Some(Placed { event, range }))
            }
        }
    }

    /// The byte of a place that the parser tells in characters. The next one is near to it.
    fn byte(&mut self, place: Marker) -> usize {
        let wanted = place.index();
        if self.is_ascii {
            return wanted.min(self.text.len());
        }
        let (mut character, mut byte) = self.near;
        let is_start = |byte: &u8| !matches!(byte, 0x80..=0xbf);
        let bytes = self.text.as_bytes();
        while character < wanted && byte < bytes.len() {
            byte += 1;
            while bytes.get(byte).is_some_and(|next| !is_start(next)) {
                byte += 1;
            }
            character += 1;
        }
        while character > wanted && byte > 0 {
            byte -= 1;
            while bytes.get(byte).is_some_and(|last| !is_start(last)) {
                byte -= 1;
            }
            character -= 1;
        }
        self.near = (character, byte);
        byte
    }
}

/// Whether an event tells the same scalar as another, but with this text.
pub(super) fn is_changed_to(before: &Event<'_>, after: &Event<'_>, text: &str) -> bool {
    let (Event::Scalar(_, _, anchor, tag), Event::Scalar(value, style, other_anchor, other_tag)) =
        (before, after)
    else {
        return false;
    };
    let is_text = *style != ScalarStyle::Plain || !means_other_than_text(value);
    value == text && is_text && anchor == other_anchor && tag == other_tag
}

/// Whether what has this tag is for programs.
pub(super) fn is_of_programs(tag: Option<&Cow<'_, Tag>>) -> bool {
    const TEXTS: [&str; 5] = ["str", "map", "seq", "omap", "set"];
    tag.is_some_and(|tag| {
        let is_of_texts = tag.is_yaml_core_schema() && TEXTS.contains(&tag.suffix.as_str());
        // "!" alone says that it is what it looks like.
        let is_alone = matches!((&*tag.handle, &*tag.suffix), ("", "!") | ("!", ""));
        !is_of_texts && !is_alone
    })
}

fn refused(error: &ScanError) -> DocumentError {
    if error.info() == "recursion limit exceeded" {
        return DocumentError::too_large("collections within one another", usize::from(u8::MAX));
    }
    let place = error.marker();
    DocumentError::Malformed {
        format: FORMAT,
        reason: format!(
            "{} (line {}, column {})",
            quoted(error.info()),
            place.line(),
            place.col() + 1
        ),
    }
}
