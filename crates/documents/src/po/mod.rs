//! Catalogues of gettext: messages without a translation are units, which become their translations, and all else stays
//! byte for byte.

mod entries;
mod header;
mod lexer;
mod plural;
mod strings;
mod style;

use std::collections::BTreeMap;
use std::io::Write;

use dragoman_language::Language;
use encoding_rs::UTF_8;

use crate::collection::{Collection, changed_units};
use crate::encoding::{Edit, TextFile};
use crate::strings::{Convention, TranslatableText};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning, overseer};

use entries::{Entry, Item, Reader};
use header::Header;
use plural::{MOST_FORMS, Plurals};
use style::Style;

/// The format's name in messages.
const FORMAT: &str = "PO";

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
    warnings: Vec<Warning>,
    messages: Vec<Message>,
    header: Option<Header>,
    style: Style,
    target: Language,
}

/// A message that is to be translated.
#[derive(Debug)]
struct Message {
    entry: Entry,
    singular: TranslatableText,
    plural: Option<TranslatableText>,
}

impl Gettext {
    /// Reads a catalogue in the encoding that it names, or in the one that it seems to be in.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if there are no messages in it or gettext would not read it, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read_declared(source, limits, FORMAT, header::declared)?;
        let text = file.text();
        let mut style = Style::of(text);
        let mut collection = Collection::new(limits);
        let mut messages = Vec::new();
        let mut header: Option<Header> = None;
        let mut has_forms = false;
        let mut has_entries = false;
        let mut finished = 0_usize;
        for entry in Reader::new(text) {
            overseer::go_on()?;
            let entry = entry?;
            has_entries = true;
            style.observe(&entry);
            has_forms |= entry.has_forms();
            if entry.is_header() {
                header = header.or_else(|| Header::of(text, &entry));
            } else if entry.is_open() {
                let length = entry.text_bytes().saturating_mul(6);
                overseer::borrow(OF_ENTRY.saturating_add(length))?;
                messages.extend(message(entry, &mut collection)?);
            } else if entry.is_finished() {
                finished = finished.saturating_add(1);
            }
        }
        if !has_entries && !text.trim().is_empty() {
            return Err(DocumentError::Malformed {
                format: FORMAT,
                reason: "there are no messages in it".to_owned(),
            });
        }
        let other = header
            .as_mut()
            .and_then(|header| of_other_language(header, has_forms, options.target));
        let of_translations = Warning::of_translations(finished, messages.len());
        let warnings = other.into_iter().chain(of_translations).collect();
        Ok(Self {
            units: collection.into_units(),
            warnings,
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
                let singular = singular.unwrap_or_else(|| message.singular.text().to_owned());
                let plural = plural.unwrap_or_else(|| source.text().to_owned());
                Edit {
                    range: first.start..last.range.end,
                    replacement: self.forms(entry, &singular, &plural),
                }
            }
        };
        for line in &entry.fuzzy {
            edits.push(entries::without_fuzzy(self.file.text(), line.clone()));
        }
        // They say what was translated instead.
        for line in entry.previous.iter().filter(|_| entry.is_fuzzy()) {
            edits.push(entries::without_line(self.file.text(), line.clone()));
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

/// What is to be said of a catalogue that is of another language. Unless somebody has made forms of a plural in that, its header
/// says nothing of those of the target.
fn of_other_language(header: &mut Header, has_forms: bool, target: Language) -> Option<Warning> {
    let declared = header.other_language(target)?.into();
    if !has_forms {
        header.forget_plurals();
    }
    let target = target.to_string();
    Some(Warning::OtherTarget { declared, target })
}

/// An entry with units of its texts, if there is something to translate in it.
fn message(entry: Entry, units: &mut Collection) -> Result<Option<Message>, DocumentError> {
    let text = |item: &Item, units: &mut Collection| {
        TranslatableText::new(item.text.clone(), Convention::Unknown, units)
    };
    let singular = text(&entry.id, units)?;
    let plural = match &entry.plural {
        Some(item) => Some(text(item, units)?),
        None => None,
    };
    let has_units =
        singular.has_units() || plural.as_ref().is_some_and(TranslatableText::has_units);
    Ok(has_units.then_some(Message {
        entry,
        singular,
        plural,
    }))
}

impl Document for Gettext {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
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
            let text = self.file.text();
            edits.extend(header.edits(text, self.target, has_plurals, becomes_utf_8, line_end));
        }
        edits.sort_by_key(|edit| edit.range.start);
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
