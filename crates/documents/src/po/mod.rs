//! Catalogues of gettext: messages without a translation are units, which become their translations, and all else stays
//! byte for byte.

mod entries;
mod header;
mod plural;
mod strings;
mod style;

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use dragoman_language::Language;
use encoding_rs::UTF_8;

use crate::collection::{Collection, changed_units};
use crate::encoding::{Edit, NestedEdits, TextFile};
use crate::json::fragments::{Code, Fragment, Syntax, fragments};
use crate::{Content, Document, DocumentError, Options, Piece, Source, Unit, overseer};

use entries::{Entry, Item, Reader};
use header::Header;
use plural::{MOST_FORMS, Plurals};
use style::Style;

/// What an entry takes, in bytes, apart from its text and its units.
const OF_ENTRY: usize = 600;

/// A catalogue of gettext, or the template of one.
///
/// Units are the messages that have no translation yet or a fuzzy one, divided into their lines and with placeholders and
/// tags as codes. Of one with a plural both forms are units, and all forms of the target language are written.
#[derive(Debug)]
pub struct Gettext {
    file: TextFile,
    units: Vec<Unit>,
    messages: Vec<Message>,
    header: Option<Header>,
    style: Style,
    target: Language,
}

/// A message that is to be translated.
#[derive(Debug)]
struct Message {
    entry: Entry,
    singular: Text,
    plural: Option<Text>,
}

/// A text with its units.
#[derive(Debug)]
struct Text {
    text: String,
    /// The number of the first unit.
    first: usize,
    /// Where the units stand; those within the code of another come after it.
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    range: Range<usize>,
    codes: Vec<Code>,
    syntax: Syntax,
}

impl Gettext {
    /// Reads a catalogue in the encoding that it names, or in the one that it seems to be in.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if there are no messages in it, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read_declared(source, limits, "PO", header::declared)?;
        let text = file.text();
        let mut style = Style::of(text);
        let mut collection = Collection::new(limits);
        let mut messages = Vec::new();
        let mut header = None;
        let mut has_entries = false;
        for entry in Reader::new(text, &file.lines(limits)?) {
            overseer::go_on()?;
            has_entries = true;
            style.observe(&entry);
            if entry.is_header() {
                header = header.or_else(|| Header::of(text, &entry));
            } else if entry.is_open() {
                let length = entry.text_bytes().saturating_mul(6);
                overseer::borrow(OF_ENTRY.saturating_add(length))?;
                messages.extend(message(entry, &mut collection)?);
            }
        }
        if !has_entries && !text.trim().is_empty() {
            return Err(DocumentError::Malformed {
                format: "PO",
                reason: "there are no messages in it".to_owned(),
            });
        }
        Ok(Self {
            units: collection.into_units(),
            messages,
            header,
            style,
            target: options.target,
            file,
        })
    }

    /// Whether the catalogue is in UTF-8 from now on, and has to say so.
    fn becomes_utf_8(&self, edits: &[Edit]) -> bool {
        let encoding = self.file.encoding();
        let lacks = |header: &Header| header.lacks_characters(edits, encoding);
        !self.file.keeps_encoding(edits) || self.header.as_ref().is_some_and(lacks)
    }

    /// How many forms the target language has, as the catalogue says or as usual.
    fn plurals(&self) -> Plurals {
        let said = self.header.as_ref().and_then(|header| header.plurals);
        said.unwrap_or_else(|| Plurals::of(plural::usual(self.target)))
    }

    /// The changes that a message makes with these translations of all units.
    fn put(&self, message: &Message, translations: &[Option<Content>], edits: &mut Vec<Edit>) {
        let singular = message.singular.translated(translations);
        let plural = message.plural.as_ref();
        let plural = plural.map(|text| (text, text.translated(translations)));
        let entry = &message.entry;
        let (Some(first), Some(last)) = (entry.targets.first(), entry.targets.last()) else {
            return;
        };
        let edit = match (singular, plural) {
            (None, None | Some((_, None))) => return,
            (Some(text), None) => Edit {
                range: first.range.clone(),
                replacement: self.style.written(&text, "msgstr ", &entry.id),
            },
            (singular, Some((source, plural))) => {
                let singular = singular.unwrap_or_else(|| message.singular.text.clone());
                let plural = plural.unwrap_or_else(|| source.text.clone());
                Edit {
                    range: first.start..last.range.end,
                    replacement: self.forms(entry, &singular, &plural),
                }
            }
        };
        for line in &entry.fuzzy {
            edits.push(entries::without_fuzzy(self.file.text(), line.clone()));
        }
        edits.push(edit);
    }

    /// All forms of a message in their lines: as many as there have to be, and those that are finished already though
    /// the catalogue says that there are fewer, since somebody wrote them.
    fn forms(&self, entry: &Entry, singular: &str, plural: &str) -> String {
        let plurals = self.plurals();
        let mut finished: BTreeMap<usize, &Item> = BTreeMap::new();
        let targets = entry.targets.iter().filter(|_| !entry.is_fuzzy());
        for target in targets.filter(|target| !target.text.is_empty()) {
            if let Some(form) = target.form {
                finished.entry(form).or_insert(target);
            }
        }
        // Those before a finished one are written, too, as forms are counted without gaps; but a form may have any
        // number, for which no text is to be written so many times.
        let last = finished.keys().next_back();
        let known = last.map_or(0, |last| last.saturating_add(1).min(MOST_FORMS));
        let count = plurals.count.max(known);
        let beyond = finished.keys().copied().filter(|form| *form >= count);
        let forms = (0..count).chain(beyond).map(|form| {
            let name = format!("msgstr[{form}] ");
            let written = match finished.get(&form) {
                Some(target) => self.file.get(target.range.clone()).to_owned(),
                None if form == plurals.one && plurals.count > 1 => {
                    self.style.written(singular, &name, &entry.id)
                }
                None => self.style.written(plural, &name, &entry.id),
            };
            name + &written
        });
        let forms: Vec<String> = forms.collect();
        forms.join(self.style.line_end)
    }
}

/// An entry with units of its texts, if there is something to translate in it.
fn message(entry: Entry, units: &mut Collection) -> Result<Option<Message>, DocumentError> {
    let mut count = 0;
    let mut text = |item: &Item, units: &mut Collection| -> Result<Text, DocumentError> {
        let first = units.len();
        let mut parts = Vec::new();
        for fragment in fragments(&item.text, &[]) {
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
        count += parts.len();
        Ok(Text {
            text: item.text.clone(),
            first,
            parts,
        })
    };
    let singular = text(&entry.id, units)?;
    let plural = match &entry.plural {
        Some(item) => Some(text(item, units)?),
        None => None,
    };
    Ok((count > 0).then_some(Message {
        entry,
        singular,
        plural,
    }))
}

impl Text {
    /// The text with these translations of all units; nothing if none of its units has one.
    fn translated(&self, translations: &[Option<Content>]) -> Option<String> {
        let translations = translations.get(self.first..)?;
        let mut edits = NestedEdits::default();
        let mut is_changed = false;
        // What stands within a code of another unit comes before that.
        let units = self.parts.iter().zip(translations).rev();
        for (part, translation) in units {
            let Some(translation) = translation else {
                continue;
            };
            let mut written = String::new();
            for piece in translation.pieces() {
                let code = |id: &crate::CodeId| part.codes.get(usize::try_from(id.0).ok()?);
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
}

impl Document for Gettext {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let translations: Vec<_> = changed_units(&self.units, translations).collect();
        let mut edits = Vec::new();
        let mut has_plurals = false;
        for message in &self.messages {
            overseer::go_on()?;
            let before = edits.len();
            self.put(message, &translations, &mut edits);
            has_plurals |= edits.len() > before && message.plural.is_some();
        }
        let becomes_utf_8 = self.becomes_utf_8(&edits);
        if let Some(header) = self.header.as_ref().filter(|_| !edits.is_empty()) {
            let line_end = self.style.line_end;
            edits.extend(header.edits(self.target, has_plurals, becomes_utf_8, line_end));
            edits.sort_by_key(|edit| edit.range.start);
        }
        let encoding = if becomes_utf_8 {
            UTF_8
        } else {
            self.file.encoding()
        };
        self.file.write_in(encoding, &edits, output)
    }
}

#[cfg(test)]
mod tests;
