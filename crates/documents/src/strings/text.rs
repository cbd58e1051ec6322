use std::ops::Range;

use crate::collection::Collection;
use crate::encoding::NestedEdits;
use crate::{CodeId, Content, DocumentError, Piece};

use super::arguments::{Argument, arguments};
use super::fragments::{Code, Convention, Fragment, Syntax, fragments};

/// A text without the escapes of its file, with the units that stand in it: its lines and the branches of its plural
/// forms, with placeholders and tags as codes.
#[derive(Debug)]
pub(crate) struct TranslatableText {
    text: String,
    /// The number of the first unit.
    first: usize,
    /// Where the units stand; those within the code of another come after it.
    parts: Vec<Part>,
    /// The arguments that get numbers if they are in another order.
    arguments: Vec<Argument>,
}

#[derive(Debug)]
struct Part {
    range: Range<usize>,
    codes: Vec<Code>,
    syntax: Syntax,
}

impl TranslatableText {
    /// Adds what is to be translated in a text to the units of its document.
    ///
    /// # Errors
    /// Those of [`Collection::push`].
    pub(crate) fn new(
        text: String,
        convention: Convention,
        units: &mut Collection,
    ) -> Result<Self, DocumentError> {
        Self::with_kept(text, &[], convention, units)
    }

    /// As [`new`](Self::new), where these stretches of the text, in their order, are kept as they are.
    ///
    /// # Errors
    /// Those of [`Collection::push`].
    pub(crate) fn with_kept(
        text: String,
        kept: &[Range<usize>],
        convention: Convention,
        units: &mut Collection,
    ) -> Result<Self, DocumentError> {
        let first = units.len();
        let mut parts = Vec::new();
        for fragment in fragments(&text, kept, convention) {
            let Fragment {
                range,
                content,
                codes,
                syntax,
            } = fragment;
            units.push(content)?;
            parts.push(Part {
                range,
                codes,
                syntax,
            });
        }
        let arguments = match convention {
            Convention::Numbered => arguments(&text),
            _ => Vec::new(),
        };
        Ok(Self {
            text,
            first,
            parts,
            arguments,
        })
    }

    /// The source.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is something to translate in it.
    pub(crate) fn has_units(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The text with these translations of all units of the document; nothing if none of its own has one.
    pub(crate) fn translated(&self, translations: &[Option<Content>]) -> Option<String> {
        let translations = translations.get(self.first..)?;
        let mut edits = NestedEdits::default();
        let mut is_changed = false;
        if self.is_in_disorder(translations) {
            for argument in &self.arguments {
                edits.replace(argument.range.clone(), argument.numbered(&self.text));
            }
        }
        // What stands within a code of another unit comes before that.
        let units = self.parts.iter().zip(translations).rev();
        for (part, translation) in units {
            let Some(translation) = translation else {
                continue;
            };
            let mut written = String::new();
            for piece in translation.pieces() {
                let code = |id: &CodeId| part.codes.get(usize::try_from(id.0).ok()?);
                let range = match piece {
                    Piece::Text(text) => {
                        written.push_str(&part.syntax.write(text));
                        continue;
                    }
                    Piece::Open(id) | Piece::Mark(id) => code(id).map(|code| &code.start),
                    Piece::Close(id) => code(id).map(|code| &code.end),
                };
                if let Some(range) = range {
                    edits.copy(&self.text, range, &mut written);
                }
            }
            edits.replace(part.range.clone(), written);
            is_changed = true;
        }
        is_changed.then(|| {
            let mut whole = String::new();
            edits.copy(&self.text, &(0..self.text.len()), &mut whole);
            whole
        })
    }

    /// Whether a translation has arguments in another order.
    fn is_in_disorder(&self, translations: &[Option<Content>]) -> bool {
        let is_argument = |start: &usize| {
            let found = self
                .arguments
                .binary_search_by_key(start, |it| it.range.start);
            found.is_ok()
        };
        let mut units = self.parts.iter().zip(translations);
        self.arguments.len() > 1
            && units.any(|(part, translation)| {
                let pieces = translation.iter().flat_map(Content::pieces);
                let codes = pieces.filter_map(|piece| match piece {
                    Piece::Mark(id) => part.codes.get(usize::try_from(id.0).ok()?),
                    _ => None,
                });
                let starts = codes.map(|code| code.start.start).filter(is_argument);
                !starts.is_sorted()
            })
    }
}
