//! JSON: strings that people read are units, and all else stays byte for byte.

mod escapes;
mod scanner;

use std::io::Write;
use std::ops::Range;

use crate::collection::{Collection, changed_units};
use crate::encoding::{NestedEdits, TextFile};
use crate::strings::{Code, Convention, Fragment, Syntax, fragments};
use crate::values::is_technical;
use crate::{CodeId, Content, Document, DocumentError, Options, Piece, Source, Unit};

use escapes::Style;

/// A file of JSON.
///
/// Units are strings that are values and that people read: no names of members, URLs, identifiers,
/// colours, dates, paths or encoded data. Placeholders and tags in them are codes. The paragraphs of a
/// value are units of their own, as are the branches of a message with plurals or choices.
#[derive(Debug)]
pub struct Json {
    file: TextFile,
    style: Style,
    units: Vec<Unit>,
    /// Where the units stand; those within the code of another come after it.
    places: Vec<Place>,
}

/// Where a unit stands in the document.
#[derive(Debug)]
struct Place {
    range: Range<usize>,
    codes: Vec<Code>,
    syntax: Syntax,
}

impl Json {
    /// Reads a file of JSON as RFC 8259 has it, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "JSON")?;
        let text = file.text();
        let values = scanner::values(text, &options.limits)?;
        let mut collection = Collection::new(&options.limits);
        let mut places = Vec::new();
        for value in &values {
            let decoded = escapes::decode(text, value.range.clone());
            let key = text.get(value.key.clone()).unwrap_or_default();
            if is_technical(&decoded.text, key) {
                continue;
            }
            for fragment in fragments(&decoded.text, &decoded.halves, Convention::Unknown) {
                let Fragment {
                    range,
                    content,
                    codes,
                    syntax,
                } = fragment;
                collection.push(content)?;
                let codes = codes.iter().map(|code| Code {
                    start: decoded.place(&code.start),
                    end: decoded.place(&code.end),
                });
                places.push(Place {
                    range: decoded.place(&range),
                    codes: codes.collect(),
                    syntax,
                });
            }
        }
        let strings = values.into_iter().map(|value| value.range);
        Ok(Self {
            style: Style::of(text, strings),
            units: collection.into_units(),
            places,
            file,
        })
    }
}

impl Document for Json {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut changes = Changes {
            document: self,
            edits: NestedEdits::default(),
        };
        let translations: Vec<_> = changed_units(&self.units, translations).collect();
        // What stands within a code of another unit comes before that.
        for (place, translation) in self.places.iter().zip(translations).rev() {
            if let Some(translation) = translation {
                changes.put(place, &translation);
            }
        }
        let edits = changes.edits.into_edits();
        self.file.write(&edits, output)
    }
}

struct Changes<'a> {
    document: &'a Json,
    edits: NestedEdits,
}

impl Changes<'_> {
    fn put(&mut self, place: &Place, translation: &Content) {
        let code = |id: &CodeId| {
            usize::try_from(id.0)
                .ok()
                .and_then(|at| place.codes.get(at))
        };
        let text = self.document.file.text();
        let mut written = String::new();
        for piece in translation.pieces() {
            match piece {
                Piece::Text(words) => {
                    let words = place.syntax.write(words);
                    let has = |character| self.document.file.has(character);
                    self.document.style.escape(&words, has, &mut written);
                }
                Piece::Open(id) | Piece::Mark(id) => {
                    if let Some(code) = code(id) {
                        self.edits.copy(text, &code.start, &mut written);
                    }
                }
                Piece::Close(id) => {
                    if let Some(code) = code(id) {
                        self.edits.copy(text, &code.end, &mut written);
                    }
                }
            }
        }
        self.edits.replace(place.range.clone(), written);
    }
}

#[cfg(test)]
mod tests;
