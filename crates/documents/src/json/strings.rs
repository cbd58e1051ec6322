use std::io::Write;
use std::ops::Range;

use crate::collection::{Collection, changed_units};
use crate::encoding::{Edit, NestedEdits, TextFile};
use crate::strings::{Code, Convention, Fragment, Syntax, fragments};
use crate::{CodeId, Content, DocumentError, Limits, Piece, Unit};

use super::escapes::{Style, decode};
use super::scanner::Value;

/// A file of JSON of which some strings are translated, and all else stays byte for byte, escapes too.
#[derive(Debug)]
pub(crate) struct JsonStrings {
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

impl JsonStrings {
    /// A file in which these values are translated, but for those that stay by what they mean and by their keys.
    ///
    /// # Errors
    /// Those of [`Collection::push`].
    pub(crate) fn new(
        file: TextFile,
        values: Vec<Value>,
        convention: Convention,
        stays: impl Fn(&str, &str) -> bool,
        limits: &Limits,
    ) -> Result<Self, DocumentError> {
        let text = file.text();
        let mut collection = Collection::new(limits);
        let mut places = Vec::new();
        for value in &values {
            let decoded = decode(text, value.range.clone());
            if stays(&decoded.text, file.get(value.key.clone())) {
                continue;
            }
            for fragment in fragments(&decoded.text, &decoded.halves, convention) {
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

    pub(crate) fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Writes the file with these translations of its units; `further` are changes that it needs if there are any, none of
    /// them in a string that may be translated.
    ///
    /// # Errors
    /// [`DocumentError::Io`].
    pub(crate) fn write(
        &self,
        translations: &[Option<Content>],
        further: impl FnOnce() -> Vec<Edit>,
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
        let mut edits = changes.edits.into_edits();
        if !edits.is_empty() {
            edits.extend(further());
            edits.sort_by_key(|edit| edit.range.start);
        }
        self.file.write(&edits, output)
    }
}

struct Changes<'a> {
    document: &'a JsonStrings,
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
